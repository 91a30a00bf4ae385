"""Chapter 12: reinforcements of both sides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gj47.rules.arriving import RAIL, SOURCES, axis, many, soviet
from tests.games.gj47.rules.country import Country, strip
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.arrivals import places
from toolkit.games.gj47.rules.course import Box, Cause, Phase
from toolkit.games.gj47.rules.entitlement import due_of, entitled
from toolkit.games.gj47.rules.pools import pool
from toolkit.games.gj47.rules.reinforcements import arrival, candidates
from toolkit.games.gj47.rules.units import Owner

# -- 12.0 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "rules"),
    [
        ("POOL", ()),
        ("MAP", ("12.0",)),
        ("TRAY", ("12.0",)),
        ("G", ("12.0",)),
    ],
)
def test_12_0_from_the_pool(unit: str, rules: tuple[str, ...]) -> None:
    """12.0: own units of the pool, not those on the map, never set up or of the other side."""
    units = {"POOL": "Rifle pool", "MAP": "Rifle 1305", "TRAY": "Rifle tray"}
    table = soviet(units, {"G": "Inf pool"})
    assert table.broken(table.enter(unit, "1205"))[: len(rules) or None] == rules


@pytest.mark.parametrize(
    ("value", "rifle", "german"),
    [("soviet-return", True, False), ("none-return", False, False), ("all-return", True, True)],
)
def test_12_0_eliminated_units(value: str, rifle: bool, german: bool) -> None:
    """12.0: U-30, eliminated combat units in the pool again; 12.2(2) and 12.3(2) count them."""
    red = soviet({"A": "Rifle 1305"}, fixed={"U-30": value}).lose("A", Cause.COMBAT)
    assert red.broken(red.enter("A", "1205")) == (() if rifle else ("12.0",))
    assert red.called(pool(red.position, Owner.SOVIET, red.rulings())) == ({"A"} if rifle else set())
    assert due_of(red.position, Owner.SOVIET, red.rulings()).get("Rifle", 0) == rifle
    grey = axis({"G": "Pz 0305"}, 5, fixed={"U-30": value}).lose("G", Cause.COMBAT)
    assert grey.broken(grey.enter("G", "0205")) == (() if german else ("12.0",))
    assert due_of(grey.position, Owner.AXIS, grey.rulings()).get("Pz", 0) == german


def test_12_0_undecided() -> None:
    """12.0: while U-30 is open it is unclear."""
    red = soviet({"A": "Rifle 1305"}, opened=("U-30",)).lose("A", Cause.COMBAT)
    assert red.broken(red.enter("A", "1205")) == ("?", "U-30")


# -- 12.1 -------------------------------------------------------------------------------------------------


def placed(number: str, enemies: str = "", own: str = "", **more: Any) -> tuple[str, ...]:
    """Return what a Soviet arrival in a hex breaks."""
    units = {"NEW": "Rifle pool"} | {f"S{i}": f"Rifle {h}" for i, h in enumerate(own.split())}
    table = soviet(units, {f"G{i}": f"Inf {h}" for i, h in enumerate(enemies.split())}, **more)
    verdict = table.broken(table.enter("NEW", number))
    allowed = places(table.position, table.unit("NEW"), table.rulings())
    if "?" not in verdict:
        assert (table.hex(number) in allowed) == (not verdict)
    return verdict


@pytest.mark.parametrize(
    ("number", "enemies", "own", "rules"),
    [
        ("1105", "", "", ()),
        ("1405", "", "", ()),
        ("1204", "", "", ("12.1(1)",)),  # no railway
        ("0505", "", "", ("12.1(1)",)),  # the other side's railway
        ("1105", "1205", "", ("12.1(1)", "12.1(2)")),  # an enemy on the railway, and beside
        ("1105", "1304", "", ("12.1(1)",)),  # his zone over 1305
        ("1105", "1304", "1305", ("12.1(1)",)),  # an own unit there does not help
        ("1305", "1304", "", ("12.1(2)",)),  # in the zone
        ("1305", "1304", "1305", ("12.1(2)",)),
        ("1405", "1405", "", ("3.1(2)",)),  # on an enemy
        ("1205", "1205", "", ("3.1(2)", "12.1(1)")),  # on an enemy, whose zone is on the way too
        ("1105", "", "1105", ()),
        ("1105", "", "1105 1105", ("3.1(1)",)),
        ("1405", "1304", "", ()),  # behind it
    ],
)
def test_12_1_where(number: str, enemies: str, own: str, rules: tuple[str, ...]) -> None:
    """12.1, 12.1(1), 12.1(2), with 3.1(1) and 3.1(2): the railway, the zones, the stack."""
    assert placed(number, enemies, own, terrain=strip("1304", "1204")) == rules


def test_12_1_1_the_source_itself() -> None:
    """12.1(1): a source beside an enemy starts no railway, nor one under him."""
    assert placed("1305", "1406", terrain=strip("1406")) == ("12.1(1)",)
    assert placed("1305", sources=("0105", "")) == ("12.1(1)",)


def test_12_1_1_range_of_headquarters_is_not_asked() -> None:
    """12.1(1): no headquarters is on the map at all."""
    assert placed("1105") == ()


def test_12_1_1_mountains() -> None:
    """12.1(1), 3.3(3): a railway over a mountain ends in it, unless a road goes along."""
    hill = strip(mountain="1205")
    assert placed("1205", terrain=hill) == ()
    assert placed("1105", terrain=hill) == ("12.1(1)",)
    assert placed("1105", terrain=hill, lines=RAIL | {"road": "1305 1205 1105"}) == ()


@pytest.mark.parametrize("value", ["by-road", "any-way"])
def test_12_1_1_a_mountain_entered_by_rail_only_is_an_end(value: str) -> None:
    """12.1(1): U-66 lets a line leave that came by road, not one that came by rail."""
    more: dict[str, Any] = {"terrain": strip(mountain="1205"), "fixed": {"U-66": value}}
    assert placed("1105", **more) == ("12.1(1)",)
    assert placed("1105", "1004", **more | {"terrain": strip("1004", mountain="1205")}) == (
        "12.1(1)",
        "12.1(2)",
    )


@pytest.mark.parametrize(("value", "rules"), [("blocked", ("12.1(1)",)), ("side-open", ())])
def test_12_1_1_impassable_sides(value: str, rules: tuple[str, ...]) -> None:
    """12.1(1): U-56, a railway over an impassable side."""
    assert placed("1105", sides={"closed": "1205/1305"}, fixed={"U-56": value}) == rules


def test_12_1_1_open_points() -> None:
    """12.1(1), 12.1(2): U-15, a zone over a great river onto the railway, and onto the hex."""
    river = {"sides": {"great": "1304/1305"}, "terrain": strip("1304"), "opened": ("U-15",)}
    assert placed("1105", "1304", **river) == ("?", "U-15")
    assert placed("1305", "1304", **river) == ("?", "U-15")


def test_12_1_2_towns() -> None:
    """12.1(2): not in a town that the enemy passed last."""
    assert placed("1205", towns="1205") == ()
    assert placed("1205", towns="1205", west="1205") == ("12.1(2)",)
    assert placed("1105", towns="1205", west="1205") == ("12.1(1)",)
    assert placed("1205", vp="1205", west="1205") == ()  # no town


@pytest.mark.parametrize(("value", "rules"), [("any-entry", ("12.1(2)",)), ("movement-only", ())])
def test_12_1_2_a_town_entered_by_advance(value: str, rules: tuple[str, ...]) -> None:
    """12.1(2): U-33."""
    table = soviet({"NEW": "Rifle pool"}, towns="1105", fixed={"U-33": value})
    table.position.take_control(Owner.AXIS, table.hex("1105"), moving=False)
    assert table.broken(table.enter("NEW", "1105")) == rules


def test_12_1_2_forts() -> None:
    """12.1(2), 14.2(2): a fort's hex is free of zones for its side, as goal and on the way (U-63)."""
    board = {"terrain": strip("1304"), "forts": {"1305": 1}}
    assert placed("1305", "1304", **board) == ()
    assert placed("1105", "1304", **board) == ()


@pytest.mark.parametrize(
    ("value", "rules"), [("next-check", ()), ("at-once", ()), ("no-reinforcements", ("3.1(1)",))]
)
def test_12_1_stacking_in_a_fort(value: str, rules: tuple[str, ...]) -> None:
    """3.1(1), 14.2(3): U-41, a third unit arrives in a fort's hex."""
    assert placed("1205", own="1205 1205", forts={"1205": 1}, fixed={"U-41": value}) == rules


def test_12_1_the_axis_and_forts() -> None:
    """12.1(1): U-37, an empty fort on the railway, and one beside it."""
    for value, on, beside in (("blocks-only", 0, 1), ("as-unit", 0, 0), ("nothing", 1, 1)):
        for fort, legal in (("0305", on), ("0304", beside)):
            board = {"terrain": strip("0304"), "forts": {fort: 1}, "fixed": {"U-37": value}}
            table = axis({"NEW": "Pz pool"}, 5, **board)
            assert (table.broken(table.enter("NEW", "0505")) == ()) == bool(legal), (value, fort)


def test_12_1_3_full_strength() -> None:
    """12.1(3): from the pool with the full face, a returning headquarters as well."""
    table = soviet({"A": "Rifle pool", "HQ": "HQ 1305"}).lose("HQ", Cause.COMBAT)
    assert table.broken(table.enter("A", "1205", reduced=True)) == ("12.1(3)",)
    assert table.broken(table.enter("HQ", "1205", reduced=True)) == ("12.1(3)",)
    table.do(table.enter("A", "1205"), table.enter("HQ", "1205"))
    assert [table.position.reduced[u] for u in (0, 1)] == [0, 0]


def test_12_1_3_an_eliminated_unit_comes_back_full() -> None:
    """12.1(3): the face it was lost with does not count."""
    table = soviet({"A": "Rifle reduced 1305"}).lose("A", Cause.COMBAT)
    table.do(arrival(table.position, 0, table.hex("1205")))
    assert table.position.reduced[0] == 0


# -- 12.3 -------------------------------------------------------------------------------------------------


def test_12_3_the_die() -> None:
    """12.3: one die, 1 to 6; the Soviets throw none."""
    table = Country(many("Pz", 1), lines=RAIL, sources=SOURCES).phase(Phase.EXECUTION, "AR")
    assert table.broken(a.Reinforce(6)) == ()
    assert "12.3" in table.broken(a.Reinforce())
    assert "12.3" in table.broken(a.Reinforce(7))
    table.phase(Phase.EXECUTION, "SR")
    assert table.broken(a.Reinforce()) == ()


EVERYBODY = ("Pz", "SS", "Inf", "Hun", "Rum", "It")
ROWS = {
    1: {"Hun": 4, "Rum": 3},
    2: {"Rum": 3, "It": 3},
    3: {"Inf": 1, "Hun": 2, "Rum": 2},
    4: {"SS": 1, "Inf": 1, "Rum": 2, "It": 2},
    5: {"Pz": 1, "Hun": 1, "Rum": 2},
    6: {"Pz": 1, "SS": 1, "Inf": 1, "Rum": 1},
}


@pytest.mark.parametrize("die", ROWS)
def test_12_3_1_the_row_of_the_die(die: int) -> None:
    """12.3(1): every row of the table; the 6 is the example of the rule."""
    units = {f"{name}{i}": f"{name} pool" for name in EVERYBODY for i in range(5)}
    table = axis(units, die)
    assert dict(entitled(table.position, table.rulings()).numbers) == ROWS[die]
    places_ = iter(f"0{column}05" for column in (1, 2, 3, 4, 5) for _ in (0, 1))
    for name, count in ROWS[die].items():
        for i in range(count):
            table.do(table.enter(f"{name}{i}", next(places_)))
    for name in EVERYBODY:
        assert "12.3(1)" in table.broken(table.enter(f"{name}4", "0505"))


def test_12_3_1_no_headquarters_no_motorised() -> None:
    """12.3(1): what no row names does not come."""
    table = axis({"M": "Mot pool", "H": "HQ pool"}, 6)
    assert table.broken(table.enter("M", "0205")) == ("12.3(1)",)
    assert table.broken(table.enter("H", "0205")) == ("12.3(1)",)


@pytest.mark.parametrize(
    ("value", "jaeger", "gd"), [("symbol", False, False), ("all-foot", True, False), ("gd-ss", False, True)]
)
def test_12_3_1_classes(value: str, jaeger: bool, gd: bool) -> None:
    """12.3(1): U-35."""
    table = axis({"J": "Jg pool", "GD": "Mot pool"}, 4, fixed={"U-35": value})
    assert (table.broken(table.enter("J", "0205")) == ()) == jaeger
    assert (table.broken(table.enter("GD", "0205")) == ()) == gd


@pytest.mark.parametrize(("value", "infantry"), [("any", True), ("named", False)])
def test_12_3_1_allied_branches(value: str, infantry: bool) -> None:
    """12.3(1): U-50, allied infantry; armour and cavalry come in any case."""
    units = {"A": "Rum pool", "B": "Rum armour pool", "C": "Rum cavalry pool"}
    table = axis(units, 5, fixed={"U-50": value})
    assert (table.broken(table.enter("A", "0205")) == ()) == infantry
    table.do(table.enter("B", "0205"), table.enter("C", "0205"))


def test_12_3_2_what_the_pool_has_not() -> None:
    """12.3(2): a 4 without an SS division: the others come, no other in its place."""
    table = axis(many("Inf", 2) | many("Pz", 1) | many("It", 1), 4)
    assert dict(due_of(table.position, Owner.AXIS, table.rulings())) == {"Inf": 1, "It": 1}
    assert table.broken(table.enter("Pz0", "0205")) == ("12.3(1)",)
    table.do(table.enter("Inf0", "0205"))
    assert table.broken(table.enter("Inf1", "0205")) == ("12.3(1)",)


# -- 12.4 -------------------------------------------------------------------------------------------------


BOX = {"A": "Inf rail", "B": "Mot reduced rail", "C": "Pz rail", "P": "Pz pool"}


def test_12_4_two_units_of_the_box() -> None:
    """12.4: two besides those of the roll, with their faces, where reinforcements may be placed."""
    table = axis(BOX, 5)
    table.do(table.enter("A", "0205"), table.enter("B", "0305", reduced=True), table.enter("P", "0205"))
    assert table.position.reduced[table.unit("B")] == 1
    assert table.broken(table.enter("C", "0305")) == ("12.4",)
    assert entitled(table.position, table.rulings()).from_box == 0
    assert table.position.command.sources == (Box.RAIL, Box.RAIL, Box.POOL)


def test_12_4_the_face_is_kept() -> None:
    """12.4: a reduced unit is not replaced in the box, a full one not flipped."""
    table = axis(BOX, 5)
    assert table.broken(table.enter("B", "0305")) == ("12.4",)
    assert table.broken(table.enter("A", "0305", reduced=True)) == ("12.4",)
    assert table.broken(table.enter("A", "0404")) == ("12.1(1)",)


@pytest.mark.parametrize(("value", "rules"), [("unlimited-in", ()), ("hq-counts", ("12.4",))])
def test_12_4_headquarters_that_return(value: str, rules: tuple[str, ...]) -> None:
    """12.4: U-36, whether a lost headquarters takes one of the two places, whichever comes first."""
    table = axis(BOX | {"HQ": "HQ 0305"}, 1, fixed={"U-36": value}).lose("HQ", Cause.COMBAT)
    table.do(table.enter("A", "0205"), table.enter("C", "0205"))
    assert table.broken(table.enter("HQ", "0305")) == rules
    table = axis(BOX | {"HQ": "HQ 0305"}, 1, fixed={"U-36": value}).lose("HQ", Cause.COMBAT)
    table.do(table.enter("HQ", "0205"), table.enter("C", "0205"))
    assert table.broken(table.enter("A", "0305")) == rules
    table = axis(BOX | {"HQ": "HQ 0305"}, 1, fixed={"U-36": value}).lose("HQ", Cause.COMBAT)
    table.do(table.enter("A", "0205"))
    assert table.broken(table.enter("HQ", "0305")) == ()


def test_12_4_a_headquarters_lying_in_the_box() -> None:
    """12.4, 13.0(2)2: one put there by choice is one of the two and keeps its face, a lost one is neither."""
    table = axis(BOX | {"HQ": "HQ rail"}, 1)
    table.do(table.enter("A", "0205"), table.enter("C", "0205"))
    assert table.broken(table.enter("HQ", "0305")) == ("12.4",)
    table = axis(BOX | {"HQ": "HQ reduced lost rail"}, 1)
    table.do(table.enter("A", "0205"), table.enter("C", "0205"))
    assert table.called(candidates(table.position, table.rulings())) == {"HQ"}
    assert (
        table.broken(table.enter("HQ", "0305")) == table.broken(table.enter("HQ", "0305", reduced=True)) == ()
    )
    table = axis(BOX | {"HQ": "HQ lost rail"}, 1, fixed={"U-36": "hq-counts"})
    table.do(table.enter("A", "0205"), table.enter("C", "0205"))
    assert table.broken(table.enter("HQ", "0305")) == ("12.4",)


def test_12_4_the_soviets_have_no_box() -> None:
    """12.4: a German unit of the box does not come with the Soviet chit."""
    table = soviet({"S": "Rifle pool"}, {"A": "Inf rail"})
    assert table.broken(table.enter("A", "0205")) == ("12.0",)


def test_12_what_is_offered_is_legal() -> None:
    """12: every candidate in every place that is offered is legal, for both sides."""
    red = soviet(many("Rifle", 2) | many("Tk", 1) | {"HQ": "HQ 1205"}, {"G": "Inf 1006"}).lose(
        "HQ", Cause.SUPPLY
    )
    grey = axis(BOX | {"R": "Rum pool", "W": "SS withdrawn"}, 5, {"S": "Rifle 0604"})
    for table, count in ((red, 4), (grey, 5)):
        found = candidates(table.position, table.rulings())
        assert len(found) == count
        for unit in found:
            where = places(table.position, unit, table.rulings())
            assert where
            for h in where:
                assert table.broken(arrival(table.position, unit, h)) == ()
