"""Chapter 12.2: the columns of Soviet reinforcements, and units that find no room (U-49)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.gj47.rules.arriving import axis, many, soviet
from tests.games.gj47.rules.country import Country
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Cause, Phase
from toolkit.games.gj47.rules.entitlement import due_of, entitled
from toolkit.games.gj47.rules.reinforcements import candidates
from toolkit.games.gj47.rules.units import Owner

# -- 12.2 -------------------------------------------------------------------------------------------------


def test_12_2_1_the_numbers_of_a_column() -> None:
    """12.2(1): column 2 brings two tank corps and eight rifle units; a third corps is one too many."""
    table = soviet(many("Tk", 3) | many("Rifle", 2) | many("Cav", 1), column=2)
    assert dict(entitled(table.position, table.rulings()).numbers) == {"Tk": 2, "Rifle": 8}
    table.do(table.enter("Tk0", "1305"), table.enter("Rifle0", "1205"), table.enter("Tk1", "1305"))
    assert dict(entitled(table.position, table.rulings()).numbers) == {"Tk": 0, "Rifle": 7}
    assert table.broken(table.enter("Tk2", "1205")) == ("12.2(1)",)
    assert table.broken(table.enter("Cav0", "1205")) == ("12.2(1)",)
    assert table.called(candidates(table.position, table.rulings())) == {"Rifle1"}


@pytest.mark.parametrize(
    ("column", "name"),
    [(1, "HQ"), (1, "NKVD-Mot"), (1, "G-Rifle"), (3, "G-Cav"), (7, "Mech"), (8, "G-Mech"), (9, "Cav")],
)
def test_12_2_1_each_class_in_its_column(column: int, name: str) -> None:
    """12.2(1): classes by column, as the track says; behind the last there is nothing."""
    table = soviet(many(name, 1), column=column)
    assert table.broken(table.enter(f"{name}0", "1305")) == ()
    table = soviet(many(name, 1), column=10)
    assert table.broken(table.enter(f"{name}0", "1305")) == ("12.2(1)",)


@pytest.mark.parametrize(("value", "second"), [("owner", ()), ("owner-lost", ()), ("fixed", ("12.2(1)",))])
def test_12_2_1_which_headquarters(value: str, second: tuple[str, ...]) -> None:
    """12.2(1): U-49, whether the order of the headquarters is fixed."""
    table = soviet({"HQ0": "HQ pool", "HQ1": "HQ pool"}, fixed={"U-49": value})
    assert table.broken(table.enter("HQ0", "1305")) == ()
    assert table.broken(table.enter("HQ1", "1305")) == second


def test_12_1_an_arrival_holds_its_hex() -> None:
    """3.4(2): a unit that arrives in a VP hex which the enemy held takes it (any entry counts, U-33)."""
    table = soviet({"NEW": "Rifle pool"}, vp="1205", west="1205")
    table.do(table.enter("NEW", "1205"))
    assert table.position.control[0][table.hex("1205")] is Owner.SOVIET
    assert table.position.control[1][table.hex("1205")] is Owner.AXIS


def test_12_2_2_what_the_pool_has_not() -> None:
    """12.2(2): three mechanised corps are named, one is there: one arrives and nothing else."""
    table = soviet(many("Mech", 1) | many("G-Mech", 1), column=7)
    assert dict(due_of(table.position, Owner.SOVIET, table.rulings())) == {"Mech": 1}
    assert table.broken(table.enter("G-Mech0", "1305")) == ("12.2(1)",)


def ended(column: int, *, taken: bool, here: int = 3, units: dict[str, str] | None = None) -> tuple[str, ...]:
    table = soviet(units or many("Rifle", 1), column=here)
    if taken:
        table.do(table.enter("Rifle0", "1305"))
    return table.broken(a.EndReinforcement(column))


def test_12_2_3_the_number_goes_on() -> None:
    """12.2(3): one column further after arrivals; at the end it stays behind the last one."""
    assert ended(4, taken=True) == ()
    assert ended(3, taken=True) == ("12.2(3)",)
    assert ended(5, taken=True) == ("12.2(3)",)
    assert ended(10, taken=True, here=9) == ()
    assert ended(10, taken=False, here=10) == ()
    table = soviet(many("Rifle", 1), column=3)
    table.do(table.enter("Rifle0", "1305"), a.EndReinforcement(4))
    assert (table.position.turn.column, table.position.turn.phase) == (4, Phase.DRAW)


def test_12_2_4_the_number_stays() -> None:
    """12.2(4): without arrivals it stays; it may go on where the pool has nothing of the column."""
    assert ended(3, taken=False) == ()
    assert ended(4, taken=False) == ("12.2(4)",)
    assert ended(4, taken=False, units={"X": "G-Mech pool"}) == ()
    table = soviet(many("Rifle", 1), column=3).do(a.EndReinforcement(3))
    assert table.position.turn.column == 3


def test_12_2_4_the_axis_chit_leaves_it_alone() -> None:
    """12.2(4): the Soviet number does not move with the Axis chit."""
    table = axis({}, 1)
    assert table.broken(a.EndReinforcement(2)) == ("12.2(4)",)
    assert table.broken(a.EndReinforcement(1)) == ()
    table.do(a.EndReinforcement())
    assert table.position.turn.column == 1


def test_12_2_4_a_headquarters_that_returns_is_no_column() -> None:
    """12.2(4): only a lost headquarters arrived: the number may stay."""
    table = soviet({"HQ": "HQ 1305", "Rifle0": "Rifle pool"}, column=3).lose("HQ", Cause.COMBAT)
    table.do(table.enter("HQ", "1305"))
    assert table.broken(a.EndReinforcement(3)) == ()
    assert table.broken(a.EndReinforcement(4)) == ("12.2(4)",)


# -- U-49: no room ------------------------------------------------------------------------------------------


def crowded(value: str, **more: Any) -> Country:
    """Return column 2 with room for one unit: eight rifles and two tank corps are due, four are there."""
    stacks = {f"X{i}": f"Rifle {10 + i // 2 + 1}05" for i in range(1, 8)}
    units = stacks | many("Rifle", 3) | many("Tk", 1)
    table = soviet(units, column=2, fixed={"U-49": value}, **more)
    return table.do(table.enter("Rifle0", "1105"), a.EndReinforcement(3))


@pytest.mark.parametrize(("value", "later"), [("owner", ()), ("fixed", ()), ("owner-lost", ("12.2(1)",))])
def test_12_2_1_units_without_room_wait(value: str, later: tuple[str, ...]) -> None:
    """12.2(1): U-49, what found no room comes with the next chit, beside its column."""
    table = crowded(value)
    for name in ("X1", "X2", "X3"):
        table.position.place(table.unit(name), -1)
    table.phase(Phase.EXECUTION, "SR", column=6).force(a.Reinforce())
    due = dict(entitled(table.position, table.rulings()).numbers)
    assert (due["Tk"], due["Rifle"]) == ((2, 20) if not later else (1, 18))
    table.phase(Phase.EXECUTION, "SR", column=10).force(a.Reinforce())
    for name in ("Rifle1", "Tk0"):
        assert table.broken(table.enter(name, "1205")) == later
    if not later:
        table.do(table.enter("Rifle1", "1205"), table.enter("Rifle2", "1205"))
        assert dict(entitled(table.position, table.rulings()).numbers) == {"Rifle": 0, "Tk": 1}


def test_12_2_1_who_had_room_does_not_wait() -> None:
    """12.2(1): U-49, units that were not placed although there was room do not come later."""
    table = soviet(many("Rifle", 2), column=2)
    table.do(table.enter("Rifle0", "1305"), a.EndReinforcement(3))
    table.phase(Phase.EXECUTION, "SR", column=10).force(a.Reinforce())
    assert table.broken(table.enter("Rifle1", "1205")) == ("12.2(1)",)


def test_12_2_1_waiting_ends_when_there_is_room_again() -> None:
    """12.2(1): U-49, who is left out a second time although there was room is lost."""
    table = crowded("owner")
    table.position.place(table.unit("X2"), -1)
    table.phase(Phase.EXECUTION, "SR", column=3).force(a.Reinforce()).do(table.enter("Tk0", "1205"))
    table.do(a.EndReinforcement(4))
    table.phase(Phase.EXECUTION, "SR", column=10).force(a.Reinforce())
    assert table.position.present[Owner.SOVIET][table.hex("1205")] == 2
    table.position.place(table.unit("X3"), -1)
    # The second time every place was taken, so the two rifles went on waiting.
    assert dict(entitled(table.position, table.rulings()).numbers)["Rifle"] == 2


def test_12_2_4_no_room_at_all() -> None:
    """12.2(4): where nothing can be placed the number may go on; what was due waits (U-49)."""
    stacks = {f"X{i}": f"Rifle {10 + i // 2 + 1}05" for i in range(8)}
    table = soviet(stacks | many("Rifle", 1), column=3)
    table.do(a.EndReinforcement(4))
    table.position.place(0, -1)
    table.phase(Phase.EXECUTION, "SR", column=10).force(a.Reinforce())
    table.do(table.enter("Rifle0", "1105"))


def test_12_2_1_waiting_under_open_points() -> None:
    """12.2(1): while U-49 is open it is unclear whether they may still come."""
    table = crowded("owner")
    opened = Country({}, {}, opened=("U-49",)).data.points
    table.position.data = replace(table.data, points=opened)
    table.position.place(table.unit("X2"), -1)
    table.phase(Phase.EXECUTION, "SR", column=10).force(a.Reinforce())
    assert table.broken(table.enter("Rifle1", "1205")) == ("?", "U-49")
