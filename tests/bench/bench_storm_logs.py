"""Violations of Storm planted in logs: what the audit finds, each confirmed by an independent reading."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.bench_storm_mutants import confirmed
from tests.bench.planted import chosen, order, planted, ways, write_module
from tests.bench.report import Section
from tests.real_area_games import STORM
from tests.violations.mutation import Kind
from tests.violations.storm.log_bench import in_logs
from tests.violations.storm.mutation_bench import CLAUSES
from tests.violations.storm.mutation_lists import NOT_SHOWN
from tests.violations.storm.mutators import MUTATORS
from tests.violations.storm.not_in_logs import NOT_IN_LOGS, TWINS_IN_LOGS


def run() -> Section:
    """Plant, confirm, write, audit."""
    run = order(600)
    with TemporaryDirectory() as folder:
        module = Path(folder) / "storm.vmod"
        write_module(module, STORM)
        tally = in_logs(module, run, confirmed=confirmed)
    # A clause of which every way that was found is one that no log shows has nothing to be named.
    asked = chosen(CLAUSES, run, NOT_SHOWN)
    clauses = [
        clause for clause in asked if tally.planted(clause) or not tally.counts[clause][Kind.NOT_IN_LOGS]
    ]
    section = planted(tally, clauses, {}, TWINS_IN_LOGS, by="the audit of logs")
    hidden = [
        *(f"No log shows {clause}: {why}." for clause, why in NOT_SHOWN.items()),
        *(
            f"No log shows some ways to break {', '.join(way.clauses) or 'it'}: {way.why}."
            for way in NOT_IN_LOGS
        ),
    ]
    tables = [*section.tables, ways(tally, MUTATORS, apart=True)]
    return Section(tables, section.limits, [*section.notes, *hidden])
