"""``python -m tests.games.storm.rules.games [--short] [N [FIRST]]``: see `tests.rules.area_games`.

Every tenth game begins with the German's fast units worn out, so that others leave in place of black ones.

``--balance N``: N games of two careful players under the proposed readings, and how many either side won.
Exit status 1 where a side wins less than 30 of 100.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import partial

from tests.games.storm.rules.occurrences import CORNERS, WANTED, occurrences
from tests.games.storm.rules.table import CAREFUL
from tests.real_area_games import STORM, compiled
from tests.rules import area_games
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.points import READINGS
from toolkit.games.storm.rules.position import ELIMINATED, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.whole import rules_of
from toolkit.rules.protocol import Game

SETUP = "autumn_1942"
LEAST_WON = 0.3
house_rules = partial(area_games.house_rules, READINGS)


def begun(game: Game[Position, Action], seed: int) -> Position:
    """Return the table on which a game begins."""
    position = game.begin(SETUP, house_rules(seed))
    if seed % 10 == 9:
        black = [position.data.units[unit] for unit in position.data.black]
        position.put(random.Random(seed).choice(black).id, ELIMINATED)
        kinds = {unit.kind for unit in black}
        for unit in position.data.units.values():
            if unit.side is Side.GERMAN and unit.kind in kinds and not unit.withdraws:
                position.put(unit.id, ELIMINATED)
    return position


GAMES = area_games.Games(STORM, rules_of, begun, occurrences, WANTED, CORNERS, counted=40)


def balance(data: CompiledGame, count: int) -> Counter[str]:
    """Play games of careful players and return who won, and how many victory areas the Soviets held."""
    game, found = rules_of(data), Counter[str]()
    for seed in range(count):
        position = game.begin(SETUP, house_rules(0))
        for _ in play_on(position, seed, tempers=(CAREFUL, CAREFUL)):
            pass
        held = sum(position.control(area) is Side.SOVIET for area in position.data.victory_areas)
        assert position.winner is not None
        found.update((position.winner.id, f"{held} areas"))
    return found


def _print_balance(count: int) -> int:
    found = balance(compiled(STORM)[0], count)
    for name, number in sorted(found.items()):
        print(f"{number:6d}  {100 * number / count:5.1f} %  {name}")
    return 0 if min(found[side.id] for side in Side) >= LEAST_WON * count else 1


def main(arguments: list[str]) -> int:
    """Play random games, or games of careful players."""
    return _print_balance(int(arguments[1])) if arguments[:1] == ["--balance"] else GAMES.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
