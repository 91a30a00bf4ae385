"""``python -m tests.games.rattenkrieg.rules.games [--short] [N [FIRST]]``: see `tests.rules.area_games`.

Every fifth game begins with units in place.
"""

from __future__ import annotations

import sys
from functools import partial

from tests.games.rattenkrieg.rules.occurrences import CORNERS, WANTED, occurrences
from tests.real_area_games import RATTENKRIEG
from tests.rules import area_games
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.points import READINGS
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.whole import rules_of
from toolkit.rules.protocol import Game

SETUP = "september_1942"
house_rules = partial(area_games.house_rules, READINGS)


def begun(game: Game[Position, Action], seed: int) -> Position:
    """Return the table on which a game begins."""
    return game.begin(SETUP if seed % 5 == 4 else "", house_rules(seed))


GAMES = area_games.Games(RATTENKRIEG, rules_of, begun, occurrences, WANTED, CORNERS, counted=60)


if __name__ == "__main__":
    sys.exit(GAMES.main(sys.argv[1:]))
