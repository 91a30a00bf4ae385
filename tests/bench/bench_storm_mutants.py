"""Planted violations of Storm over Stalingrad: what the rules find, and what an independent reading confirms.

`tests.bench.planted` says how to run it in another size.
"""

from __future__ import annotations

from functools import partial

from tests.bench import planted
from tests.bench.report import Section
from tests.oracle.storm.adapter import read_world
from tests.oracle.storm.judge import confirms
from tests.real_area_games import STORM, compiled
from tests.violations.storm.mutation_bench import CLAUSES, at_rules
from tests.violations.storm.mutation_lists import NOT_BREAKABLE, TWINS
from tests.violations.storm.mutators import MUTATORS
from toolkit.games.storm.rules import game as rules

confirmed = partial(planted.confirmed, read_world=read_world, confirms=confirms, apply=rules.apply)


def run() -> Section:
    """Plant, confirm, judge."""
    game, _ = compiled(STORM)
    run = planted.order(600)
    tally = at_rules(game, run, confirmed)
    section = planted.planted(tally, planted.chosen(CLAUSES, run), NOT_BREAKABLE, TWINS)
    tables = [*section.tables, planted.ways(tally, MUTATORS, apart=False)]
    return Section(tables, section.limits, section.notes)
