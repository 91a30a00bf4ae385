"""The table that a log begins with: where it is not as chapter 4 has it, that is a notice."""

from __future__ import annotations

import pytest

from tests.games.gj47.audit.human_table import HumanTable, accused

FAR = "2011"
"""Far behind the Soviet front."""


def _said(table: HumanTable) -> list[str]:
    """Play the free chit of the first turn; return what is said of the start.  Nobody is accused of it."""
    table.start()
    table.free("chit-6a")
    report = table.audited()
    assert accused(report) == []
    return [notice.message for notice in report.notices if notice.code == "AUD060"]


def test_the_printed_start(table: HumanTable) -> None:
    assert _said(table) == []


@pytest.mark.parametrize("unit", ["ger-inf-62", "sov-rifle-121", "ger-hq-17a", "sov-tk-2"])
def test_a_unit_that_starts_elsewhere(table: HumanTable, unit: str) -> None:
    """4.0(2) to 4.0(5): one notice, also where its own hex is empty by that."""
    table.put(unit, FAR)
    (said,) = _said(table)
    assert said.count(FAR) == 1
    assert ";" not in said


def test_a_unit_that_never_came(table: HumanTable) -> None:
    """4.0(3): a division of the start lies in the pool when the first chit is played."""
    table.put("ger-inf-62", {"map": "Forces", "at": "Axis reserve pool"})
    assert ["62nd Infantry Division is left over" in said for said in _said(table)] == [True]


def test_a_unit_that_moves_before_its_chit_is_no_matter_of_the_set_up(table: HumanTable) -> None:
    table.start()
    table.drag("ger-inf-44", "0216")
    table.free("chit-6a")
    assert [notice.code for notice in table.audited().notices] == []


def test_in_mid_game_units_may_stand_anywhere(table: HumanTable) -> None:
    """A log that begins with a later turn shows no set-up."""
    table.put("ger-inf-62", "0516")
    table.turn(2)
    assert _said(table) == []
