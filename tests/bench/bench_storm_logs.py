"""Violations of Storm planted in logs: what the audit finds, each confirmed by an independent reading.

``MUTANTS`` in the environment is how many a way to break a clause, ``GAMES`` how many games at most,
``MUTANTS_SECONDS`` after which time the bench ends with what there is.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.bench_storm_mutants import confirmed
from tests.bench.planted import planted, ways, write_module
from tests.bench.report import Section
from tests.real_area_games import STORM
from toolkit.play.storm.log_bench import Order, in_logs
from toolkit.play.storm.mutation_bench import CLAUSES, Kind
from toolkit.play.storm.mutation_lists import NOT_SHOWN
from toolkit.play.storm.mutators import MUTATORS
from toolkit.play.storm.unshown import TWINS_IN_LOGS, UNSHOWN


def run() -> Section:
    """Plant, confirm, write, audit."""
    order = Order(
        int(os.environ.get("MUTANTS", "10")),
        games=int(os.environ.get("GAMES", "600")),
        seconds=float(os.environ.get("MUTANTS_SECONDS", "7200")),
    )
    with TemporaryDirectory() as folder:
        module = Path(folder) / "storm.vmod"
        write_module(module, STORM)
        tally = in_logs(module, order, confirmed=confirmed)
    # A clause of which every way that was found is one that no log shows has nothing to be named.
    asked = [clause for clause in CLAUSES if clause not in NOT_SHOWN]
    clauses = [clause for clause in asked if tally.planted(clause) or not tally.counts[clause][Kind.UNSHOWN]]
    section = planted(tally, clauses, {}, TWINS_IN_LOGS, by="the audit of logs")
    unshown = [
        *(f"No log shows {clause}: {why}." for clause, why in NOT_SHOWN.items()),
        *(f"No log shows some ways to break {', '.join(way.clauses) or 'it'}: {way.why}." for way in UNSHOWN),
    ]
    tables = [*section.tables, ways(tally, MUTATORS, unshown=True)]
    return Section(tables, section.limits, [*section.notes, *unshown])
