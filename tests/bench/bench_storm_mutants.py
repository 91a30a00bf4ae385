"""Planted violations of Storm over Stalingrad: what the rules find, and what an independent reading confirms.

``MUTANTS`` in the environment is how many a way to break a clause, ``GAMES`` how many games at most.
"""

from __future__ import annotations

import os
from functools import partial

from tests.bench import planted
from tests.bench.report import Section
from tests.oracle.storm.adapter import read_world
from tests.oracle.storm.judge import confirms
from tests.real_area_games import STORM, compiled
from toolkit.play.storm.mutation_bench import CLAUSES, Order, at_rules
from toolkit.play.storm.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.play.storm.mutators import MUTATORS
from toolkit.rules.storm import game as rules

confirmed = partial(planted.confirmed, read_world=read_world, confirms=confirms, apply=rules.apply)


def run() -> Section:
    """Plant, confirm, judge."""
    game, _ = compiled(STORM)
    order = Order(int(os.environ.get("MUTANTS", "10")), games=int(os.environ.get("GAMES", "600")))
    tally = at_rules(game, order, confirmed)
    section = planted.planted(tally, CLAUSES, NOT_BREAKABLE, TWINS)
    tables = [*section.tables, planted.ways(tally, MUTATORS, unshown=False)]
    return Section(tables, section.limits, section.notes)
