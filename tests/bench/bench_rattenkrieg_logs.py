"""Violations of Rattenkrieg planted in logs: what the audit finds, each confirmed by an independent reading.

``MUTANTS`` in the environment is how many a way to break a clause, ``GAMES`` how many games at most.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.bench_rattenkrieg_mutants import confirmed
from tests.bench.planted import planted, write_module
from tests.bench.report import Section
from tests.real_area_games import RATTENKRIEG
from toolkit.play.rattenkrieg.log_bench import Order, in_logs
from toolkit.play.rattenkrieg.mutation_bench import CLAUSES
from toolkit.play.rattenkrieg.mutation_lists import NOT_SHOWN, TWINS
from toolkit.play.rattenkrieg.unshown import UNSHOWN


def run() -> Section:
    """Plant, confirm, write, audit."""
    order = Order(
        int(os.environ.get("MUTANTS", "10")), games=int(os.environ.get("GAMES", "2000")), seconds=7200.0
    )
    with TemporaryDirectory() as folder:
        module = Path(folder) / "rattenkrieg.vmod"
        write_module(module, RATTENKRIEG)
        tally = in_logs(module, order, confirmed=confirmed)
    clauses = [clause for clause in CLAUSES if clause not in NOT_SHOWN]
    section = planted(tally, clauses, {}, TWINS, by="the audit of logs")
    unshown = [
        *(f"No log shows {clause}: {why}." for clause, why in NOT_SHOWN.items()),
        *(f"No log shows some ways to break {', '.join(way.clauses)}: {way.why}." for way in UNSHOWN),
    ]
    return Section(section.tables, section.limits, [*section.notes, *unshown])
