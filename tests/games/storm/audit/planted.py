"""Violations planted in whole games of Storm on paper: the audit must find these and no others.

python -m tests.games.storm.audit.planted --first 1 --count 20 --planted 50
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from tests.audit.decisions import planted
from tests.audit.decisions.violations import Violations, Weighed, weigh
from tests.games.storm.audit.live_violations import WAYS
from tests.violations.storm.mutation_bench import clauses_of
from tests.violations.storm.not_in_logs import TWINS_IN_LOGS
from toolkit.audit.module_data import read_module
from toolkit.games.storm.play.recording import begin, house_rules
from toolkit.games.storm.rules.player import Player
from toolkit.games.storm.rules.position import Phase


def judged(module: Path, seed: int, wanted: int, clauses: Collection[str] = (), turns: int = 0) -> Weighed:
    """Plant violations, of some clauses or of all, and compare what the audit says with them.

    `turns`: so many are played; 0 for a whole game.
    """
    data = read_module(module)
    game = begin(module, house_rules(data))
    mutators = [mutator for mutator in WAYS.mutators if not clauses or mutator.clause in clauses]
    last = turns or game.position.data.last_turn
    violations = Violations(replace(WAYS, mutators=mutators), seed, wanted, last)
    player, position = Player(game.position, seed), game.position
    report = planted.play(
        game, data, player.next, lambda: position.phase is Phase.OVER or position.turn > last, violations
    )
    return weigh(violations.done, report, TWINS_IN_LOGS, lambda rule: clauses_of(game.position.data, rule))


if __name__ == "__main__":
    sys.exit(planted.command("storm", __doc__ or "", judged))
