"""Planted violations of Storm over Stalingrad: what the rules find, and what an independent reading confirms.

``MUTANTS`` in the environment is how many a way to break a clause, ``GAMES`` how many games at most.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.bench.planted import planted, ways
from tests.bench.report import Section
from tests.oracle.storm.adapter import read_world
from tests.oracle.storm.judge import confirms
from toolkit.compile.game import compile_game
from toolkit.play.storm.mutants import Mutant
from toolkit.play.storm.mutation_bench import CLAUSES, Order, at_rules
from toolkit.play.storm.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.play.storm.mutators import MUTATORS
from toolkit.rules.storm import game as rules
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data" / "storm"


def confirmed(mutant: Mutant) -> bool:
    """Return whether the independent reading calls the last action illegal, and those before legal."""
    position, world = mutant.position.copy(), read_world(mutant.position.data)
    *before, last = mutant.actions
    for action in before:
        if confirms(world, position, action):
            return False
        rules.apply(position, action)
    return bool(confirms(world, position, last))


def run() -> Section:
    """Plant, confirm, judge."""
    source, _ = load_game(DATA)
    game, _ = compile_game(source)
    order = Order(int(os.environ.get("MUTANTS", "10")), games=int(os.environ.get("GAMES", "600")))
    tally = at_rules(game, order, confirmed)
    section = planted(tally, CLAUSES, NOT_BREAKABLE, TWINS)
    tables = [*section.tables, ways(tally, MUTATORS, unshown=False)]
    return Section(tables, section.limits, section.notes)
