"""Planted violations of Rattenkrieg: what the rules find, and what an independent reading confirms."""

from __future__ import annotations

from functools import partial

from tests.bench import planted
from tests.bench.report import Section
from tests.oracle.rattenkrieg.adapter import read_world
from tests.oracle.rattenkrieg.judge import confirms
from tests.real_area_games import RATTENKRIEG, compiled
from tests.violations.rattenkrieg.mutation_bench import CLAUSES, at_rules
from tests.violations.rattenkrieg.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.games.rattenkrieg.rules import game as rules

confirmed = partial(planted.confirmed, read_world=read_world, confirms=confirms, apply=rules.apply)


def run() -> Section:
    """Plant, confirm, judge."""
    game, _ = compiled(RATTENKRIEG)
    run = planted.order(300)
    tally = at_rules(game, run, confirmed)
    return planted.planted(tally, planted.chosen(CLAUSES, run), NOT_BREAKABLE, TWINS)
