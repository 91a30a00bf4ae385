"""The table that a log begins with, before the first chit of the game, held against chapter 4."""

from __future__ import annotations

import pytest

from tests.games.gj47.audit.human_table import HumanTable, accused

FAR = "2011"
"""Far behind the Soviet front."""


def _said(table: HumanTable) -> list[list[str]]:
    """Play the free chit of the first turn; return the clauses that the start is said to differ from."""
    table.free("chit-6a")
    report = table.audited()
    assert accused(report) == []
    return [notice.data["rules"] for notice in report.notices if notice.code == "AUD060"]


def test_the_printed_start_is_as_it_should_be(table: HumanTable) -> None:
    """4.0: nothing is said of the set-up as it is delivered."""
    assert _said(table) == []


@pytest.mark.parametrize(
    ("unit", "rule"), [("ger-inf-62", "4.0(3)"), ("sov-rifle-121", "4.0(4)1"), ("ger-hq-17a", "4.0(2)")]
)
def test_a_unit_that_starts_elsewhere(table: HumanTable, unit: str, rule: str) -> None:
    """4.0: a notice, since nobody of the log put it there."""
    table.put(unit, FAR)
    table.start()
    assert [rule in rules for rules in _said(table)] == [True]


def test_a_unit_that_never_came(table: HumanTable) -> None:
    """4.0(3): a division of the start lies in the pool when the first chit is played."""
    table.put("ger-inf-62", {"map": "Forces", "at": "Axis reserve pool"})
    table.start()
    assert _said(table) == [["4.0(3)"]]


def test_a_unit_of_the_pool_on_the_map(table: HumanTable) -> None:
    """4.0(5): what waits in the pool is not set up."""
    table.put("sov-tk-2", FAR)
    table.start()
    assert ["4.0(5)" in rules for rules in _said(table)] == [True]


def test_a_unit_that_is_put_right_before_the_first_chit(table: HumanTable) -> None:
    """Nothing is said of where it had lain, nor of the hex that it left empty."""
    table.put("ger-inf-62", FAR)
    table.start()
    table.drag("ger-inf-62", "0316")
    table.free("chit-6a")
    assert "AUD060" not in {notice.code for notice in table.audited().notices}


def test_a_unit_that_moves_before_its_chit(table: HumanTable) -> None:
    """What counts is where it stood at first, or where it stands when play begins."""
    table.start()
    table.drag("ger-inf-44", "0216")
    assert _said(table) == []


def test_in_mid_game_units_may_stand_anywhere(table: HumanTable) -> None:
    """A log that begins with a later turn shows no set-up."""
    table.put("ger-inf-62", "0516")
    table.turn(2)
    table.start()
    assert _said(table) == []
