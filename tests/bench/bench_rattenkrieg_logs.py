"""Violations of Rattenkrieg planted in logs: what the audit finds, each confirmed by an independent reading.

`tests.bench.planted` says how to run it in another size.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.bench_rattenkrieg_mutants import confirmed
from tests.bench.planted import chosen, order, planted, write_module
from tests.bench.report import Section
from tests.real_area_games import RATTENKRIEG
from tests.violations.rattenkrieg.log_bench import in_logs
from tests.violations.rattenkrieg.mutation_bench import CLAUSES
from tests.violations.rattenkrieg.mutation_lists import NOT_SHOWN, TWINS
from tests.violations.rattenkrieg.not_in_logs import NOT_IN_LOGS


def run() -> Section:
    """Plant, confirm, write, audit."""
    run = order(2000)
    with TemporaryDirectory() as folder:
        module = Path(folder) / "rattenkrieg.vmod"
        write_module(module, RATTENKRIEG)
        tally = in_logs(module, run, confirmed=confirmed)
    clauses = chosen(CLAUSES, run, NOT_SHOWN)
    section = planted(tally, clauses, {}, TWINS, by="the audit of logs")
    hidden = [
        *(f"No log shows {clause}: {why}." for clause, why in NOT_SHOWN.items()),
        *(f"No log shows some ways to break {', '.join(way.clauses)}: {way.why}." for way in NOT_IN_LOGS),
    ]
    return Section(section.tables, section.limits, [*section.notes, *hidden])
