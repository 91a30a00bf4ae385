"""Violations planted in whole games of Rattenkrieg on paper: the audit must find these and no others.

python -m tests.audit.rattenkrieg.planted --first 1 --count 20 --planted 50
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.audit.areas import planted
from tests.audit.areas.violations import Violations, Weighed, weigh
from tests.audit.rattenkrieg.live_violations import WAYS
from toolkit.audit.module_data import read_module
from toolkit.play.rattenkrieg.mutation_lists import TWINS
from toolkit.play.rattenkrieg.recording import Recording, house_rules
from toolkit.rules.rattenkrieg.player import Player
from toolkit.rules.rattenkrieg.position import Phase

_TURNS = 6


def judged(module: Path, seed: int, wanted: int) -> Weighed:
    """Plant violations and compare what the audit says with them."""
    data = read_module(module)
    game = Recording(module, house_rules(data))
    violations = Violations(WAYS, seed, wanted, _TURNS)
    player, position = Player(game.position, seed), game.position
    report = planted.play(game, data, player.next, lambda: position.phase is Phase.OVER, violations)
    return weigh(violations.done, report, TWINS)


if __name__ == "__main__":
    sys.exit(planted.command("rattenkrieg", __doc__ or "", judged))
