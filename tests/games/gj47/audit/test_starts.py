"""The table that a log begins with, before the first chit of the game: judged as it stands by chapter 4."""

from __future__ import annotations

import pytest

from tests.games.gj47.audit.human_table import HumanTable, accused

FAR = "2011"
"""Far behind the Soviet front."""


def _begun(table: HumanTable) -> HumanTable:
    """Fix the start and play the free chit of the first turn."""
    table.start()
    table.rearranged = False
    table.free("chit-6a")
    return table


def test_the_printed_start_is_legal(table: HumanTable) -> None:
    """4.0: the set-up as it is delivered accuses nobody."""
    assert accused(_begun(table).audited()) == []


@pytest.mark.parametrize(
    ("unit", "rule"), [("ger-inf-62", "4.0(3)"), ("sov-rifle-121", "4.0(4)1"), ("ger-hq-17a", "4.0(2)")]
)
def test_a_unit_that_starts_elsewhere(table: HumanTable, unit: str, rule: str) -> None:
    """4.0: one unit in a wrong place is one finding, also where its own hex is empty by that."""
    table.put(unit, FAR)
    assert accused(_begun(table).audited()) == [("place", unit, rule)]


def test_a_unit_that_never_came(table: HumanTable) -> None:
    """4.0(3): a division of the start lies in the pool when the first chit is played."""
    table.put("ger-inf-62", {"map": "Forces", "at": "Axis reserve pool"})
    assert [found[::2] for found in accused(_begun(table).audited())] == [("end of the set-up", "4.0(3)")]


def test_a_unit_of_the_pool_on_the_map(table: HumanTable) -> None:
    """4.0(5): what waits in the pool is not set up."""
    table.put("sov-tk-2", FAR)
    found = accused(_begun(table).audited())
    assert [(action, rule) for action, _, rule in found] == [("place", "4.0(5)")]


def test_a_unit_that_is_put_right_before_the_first_chit(table: HumanTable) -> None:
    """What counts is where it stands when play begins."""
    table.put("ger-inf-62", FAR)
    table.start()
    table.rearranged = False
    table.drag("ger-inf-62", "0316")
    table.free("chit-6a")
    assert not [found for found in accused(table.audited()) if found[0] == "place"]


def test_in_mid_game_units_may_stand_anywhere(table: HumanTable) -> None:
    """A log that begins with a later turn shows no set-up."""
    table.put("ger-inf-62", "0516")
    table.turn(2)
    assert accused(_begun(table).audited()) == []
