"""Chapter 13: headquarters."""

from __future__ import annotations

import pytest

from tests.games.gj47.rules.country import Country
from tests.games.gj47.rules.table import Table
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.basics import in_enemy_zoc
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Cause, Phase
from toolkit.games.gj47.rules.headquarters import came_back, may_return, wakes
from toolkit.games.gj47.rules.losses import take_step
from toolkit.games.gj47.rules.readings import Asked
from toolkit.games.gj47.rules.units import Owner

RAIL = {"rail": "0105 0205 0305 0405 0505,1405 1305 1205 1105"}


def country(fixed: dict[str, str] | None = None, **more: object) -> Country:
    axis = {"HQ": "HQ 0305", "ALLY": "HQ hungarian 0405", "A": "Inf 0505"}
    soviet = {"RED": "HQ 1305", "POOL": "HQ pool", "S": "Rifle 1205"}
    return Country(
        axis, soviet, lines=RAIL, sources=("0105", "1405"), fixed=fixed or {}, **more  # type: ignore[arg-type]
    )  # fmt: skip


def test_13_0_a_unit_like_others() -> None:
    """13.0: faces, steps, zone of control."""
    table = country()
    hq = table.unit("HQ")
    assert table.worth(hq) == (4, 4, 5)
    take_step(table.position, hq, Cause.COMBAT)
    assert table.worth(hq) == (2, 2, 5)
    assert in_enemy_zoc(table.position, Owner.SOVIET, table.hex("0304"), Asked(table.rulings()))
    take_step(table.position, hq, Cause.COMBAT)
    assert table.position.hex_of[hq] == OFF_MAP
    assert not in_enemy_zoc(table.position, Owner.SOVIET, table.hex("0304"), Asked(table.rulings()))


def test_13_0_the_printed_ones(game: CompiledGame) -> None:
    """13.0: no headquarters is mechanised; each has a command range."""
    found = [unit for unit in Table(game).position.data.units if unit.headquarters]
    assert len(found) == 13
    assert all(not unit.mechanised and unit.command_range for unit in found)


@pytest.mark.parametrize(("value", "german"), [("no", False), ("german", True)])
def test_13_0_1_headquarters_do_not_wake_each_other(value: str, german: bool) -> None:
    """13.0(1): U-12."""
    table = country({"U-12": value})
    kinds = table.data.units
    assert wakes(kinds[table.unit("A")], table.rulings())
    assert wakes(kinds[table.unit("HQ")], table.rulings()) is german
    assert not wakes(kinds[table.unit("ALLY")], table.rulings())
    assert not wakes(kinds[table.unit("RED")], table.rulings())


@pytest.mark.parametrize(
    ("name", "cause", "fixed", "rules"),
    [
        ("HQ", Cause.COMBAT, {}, ()),
        ("HQ", Cause.SUPPLY, {}, ()),
        ("HQ", Cause.RETREAT, {}, ()),
        ("HQ", Cause.RETREAT, {"U-53": "no"}, ("13.0(2)",)),
        ("HQ", Cause.COMBAT, {"U-53": "no"}, ()),
        ("ALLY", Cause.COMBAT, {}, ()),
        ("ALLY", Cause.COMBAT, {"U-42": "lost"}, ("13.0(2)",)),
        ("HQ", Cause.COMBAT, {"U-42": "lost"}, ()),
    ],
)
def test_13_0_2_axis_headquarters_return(
    name: str, cause: Cause, fixed: dict[str, str], rules: tuple[str, ...]
) -> None:
    """13.0(2), 13.0(2)2: with the next chit, by U-42 and U-53."""
    table = country(fixed).lose(name, cause).phase(Phase.EXECUTION, "AR").force(a.Reinforce(1))
    assert table.broken(table.enter(name, "0205")) == rules
    assert may_return(table.position, table.unit(name), table.rulings()) is (not rules)
    assert came_back(table.position, table.unit(name), Box.RAIL)


def test_13_0_2_the_last_loss_counts() -> None:
    """13.0(2): lost in combat once, then while retreating (U-53: no return)."""
    table = country({"U-53": "no"}).lose("HQ", Cause.COMBAT)
    table.position.place(table.unit("HQ"), table.hex("0305"))
    table.lose("HQ", Cause.RETREAT)
    assert not may_return(table.position, table.unit("HQ"), table.rulings())


def test_13_0_2_not_those_that_were_not_lost() -> None:
    """13.0(2): one on the map, or in its tray, does not return."""
    table = country().phase(Phase.EXECUTION, "AR").force(a.Reinforce(1))
    assert table.broken(table.enter("HQ", "0205")) == ("12.0", "13.0(2)")
    assert not may_return(table.position, table.unit("HQ"), table.rulings())
    assert not may_return(table.position, table.unit("A"), table.rulings())
    assert not came_back(table.position, table.unit("POOL"), Box.POOL)


def test_13_0_2_the_whole_way() -> None:
    """13.0(2): a reduced headquarters is lost, and arrives at full strength beside the units of the roll."""
    table = country().lose("HQ", Cause.COMBAT).phase(Phase.EXECUTION, "AR")
    table.do(a.Reinforce(1), table.enter("HQ", "0205"), a.EndReinforcement())
    assert table.position.hex_of[table.unit("HQ")] == table.hex("0205")
    assert table.position.box_of[table.unit("HQ")] is Box.MAP


def test_13_0_2_1_soviet_headquarters_wait_on_the_track() -> None:
    """13.0(2)1: in the column where the number stands, and they come with it, beside its own units."""
    table = country().phase(Phase.DRAW, column=3).lose("RED", Cause.SUPPLY)
    red = table.unit("RED")
    assert table.position.column_of == {red: 3}
    assert came_back(table.position, red, Box.WAITING)
    table.phase(Phase.EXECUTION, "SR", column=3).force(a.Reinforce())
    assert table.broken(table.enter("POOL", "1305")) == ("12.2(1)",)  # column 3 brings no new one
    table.do(table.enter("RED", "1305"))
    assert table.position.column_of == {}


def test_13_0_2_1_put_on_the_track_by_hand() -> None:
    """13.0(2)1: one that lies on the track returns as well, even where U-53 says no."""
    table = country({"U-53": "no"})
    table.position.send(table.unit("RED"), Box.WAITING)
    table.phase(Phase.EXECUTION, "SR").force(a.Reinforce())
    assert table.broken(table.enter("RED", "1305")) == ()


def test_13_0_2_undecided() -> None:
    """13.0(2): while U-53 is open, the return is unclear."""
    table = (
        country(opened=("U-53",)).lose("HQ", Cause.RETREAT).phase(Phase.EXECUTION, "AR").force(a.Reinforce(1))
    )
    assert table.broken(table.enter("HQ", "0205")) == ("?", "U-53")


def test_13_0_3_the_chit_of_an_absent_headquarters(game: CompiledGame) -> None:
    """13.0(3): it is void: no activation; laying it aside is well."""
    table = Table(game)
    table.put(ger_hq_6a="off")
    table.phase(Phase.EXECUTION, "chit-6a")
    assert "13.0(3)" in table.judge("Activate", hq="ger-hq-6a").rules
    assert table.judge("SetAside").legal
    table.put(ger_hq_6a="0215")
    assert "13.0(3)" not in table.judge("Activate", hq="ger-hq-6a").rules
