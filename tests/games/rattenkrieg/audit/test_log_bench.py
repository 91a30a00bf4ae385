"""Violations planted in logs: a few clauses, named each time; the untouched game has no finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.violations.planting import Order
from tests.violations.rattenkrieg.log_bench import in_logs

CLAUSES = ("5.0.3", "7.4", "8.2")


@pytest.mark.whole
def test_planted_violations_are_named(rk_module: Path) -> None:
    tally = in_logs(rk_module, Order(1, 2, frozenset(CLAUSES), games=2))
    assert tally.false == []
    assert tally.untouched > 50
    for clause in CLAUSES:
        assert tally.planted(clause) > 0
        assert tally.found(clause) == tally.planted(clause), tally.samples[clause]
