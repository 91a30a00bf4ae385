"""Violations planted in whole games of Rattenkrieg on paper: the audit must find these and no others.

python -m tests.games.rattenkrieg.audit.planted --first 1 --count 20 --planted 50
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from tests.audit.decisions import planted
from tests.audit.decisions.violations import Violations, Weighed, weigh
from tests.games.rattenkrieg.audit.live_violations import WAYS
from tests.violations.rattenkrieg.mutation_lists import TWINS
from toolkit.audit.module_data import read_module
from toolkit.games.rattenkrieg.play.recording import begin, house_rules
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.player import Player
from toolkit.games.rattenkrieg.rules.position import Phase, Position

_TURNS = 6


def judged(module: Path, seed: int, wanted: int) -> Weighed:
    """Plant violations and compare what the audit says with them."""
    data = read_module(module)
    game = begin(module, house_rules(data))
    player, position = Player(game.position, seed), game.position
    stood: list[dict[str, str]] = [{}, {}]

    def choose() -> a.Action:
        stood[:] = [stood[1], dict(position.where)]
        return player.next()

    def shows(position: Position, action: a.Action, clause: str) -> bool:
        # A unit that is dragged back at once was put right: who reads the log says that it never went.
        back = isinstance(action, a.MoveFriendly) and stood[0].get(action.unit) == action.area
        return not back and WAYS.shows(position, action, clause)

    violations = Violations(replace(WAYS, shows=shows), seed, wanted, _TURNS)
    report = planted.play(game, data, choose, lambda: position.phase is Phase.OVER, violations)
    return weigh(violations.done, report, TWINS)


if __name__ == "__main__":
    sys.exit(planted.command("rattenkrieg", __doc__ or "", judged))
