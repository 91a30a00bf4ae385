"""Planted violations of Rattenkrieg: what the rules find, and what an independent reading confirms.

``MUTANTS`` in the environment is how many a way to break a clause, ``GAMES`` how many games at most.
"""

from __future__ import annotations

import os
from functools import partial

from tests.bench import planted
from tests.bench.report import Section
from tests.oracle.rattenkrieg.adapter import read_world
from tests.oracle.rattenkrieg.judge import confirms
from tests.real_area_games import RATTENKRIEG, compiled
from toolkit.play.rattenkrieg.mutants import new_harvest
from toolkit.play.rattenkrieg.mutation_bench import CLAUSES, at_rules
from toolkit.play.rattenkrieg.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.rules.rattenkrieg import game as rules

confirmed = partial(planted.confirmed, read_world=read_world, confirms=confirms, apply=rules.apply)


def run() -> Section:
    """Plant, confirm, judge."""
    game, _ = compiled(RATTENKRIEG)
    harvest = new_harvest(int(os.environ.get("MUTANTS", "10")))
    seeds = range(1, int(os.environ.get("GAMES", "300")) + 1)
    return planted.planted(at_rules(game, harvest, seeds, confirmed), CLAUSES, NOT_BREAKABLE, TWINS)
