"""Planted violations of Rattenkrieg: what the rules find, and what an independent reading confirms.

``MUTANTS`` in the environment is how many a way to break a clause, ``GAMES`` how many games at most.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.bench.planted import planted
from tests.bench.report import Section
from tests.oracle.rattenkrieg.adapter import read_world
from tests.oracle.rattenkrieg.judge import confirms
from toolkit.compile.game import compile_game
from toolkit.play.rattenkrieg.mutants import Mutant, new_harvest
from toolkit.play.rattenkrieg.mutation_bench import CLAUSES, at_rules
from toolkit.play.rattenkrieg.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.rules.rattenkrieg import game as rules
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data" / "rattenkrieg"


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
    harvest = new_harvest(int(os.environ.get("MUTANTS", "10")))
    seeds = range(1, int(os.environ.get("GAMES", "300")) + 1)
    return planted(at_rules(game, harvest, seeds, confirmed), CLAUSES, NOT_BREAKABLE, TWINS)
