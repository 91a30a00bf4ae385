"""10.7: one legal and one illegal case for each line, and each value of the unclear points."""

from __future__ import annotations

import pytest

from tests.games.gj47.rules.field import Field
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import advance, advance_limits
from toolkit.games.gj47.rules.units import Owner

# P (mechanised) and A (foot) attack 0506 from 0505; x retreats to 0509.
AXIS = {"P": "mech 8-6/4-3 0505", "A": "4/2 0505"}


def won(axis: dict[str, str] | None = None, soviet: dict[str, str] | None = None, **more: object) -> Field:
    """A battle for 0506 after its defender has gone."""
    units = axis or AXIS
    f = Field(units, {"x": "2/1 0506"} | (soviet or {}), **more)  # type: ignore[arg-type]
    attackers = " ".join(name for name, text in units.items() if not text.endswith("0809"))
    f.fought(f"0506: {attackers}", 3)
    f.force(a.Retreat(f.hex("0506"), f.unit("x"), f.path("0507 0508")))
    return f


def says(f: Field, unit: str, path: str) -> tuple[str, ...]:
    return f.broken(f.advance_of("0506", unit, path))


def test_10_7_1_into_the_emptied_hex() -> None:
    f = won()
    assert says(f, "A", "0506") == ()
    assert says(f, "P", "0506") == ()
    f.do(f.advance_of("0506", "A", "0506"))
    assert says(f, "A", "0506") != ()
    assert f.position.hex_of[f.unit("A")] == f.hex("0506")


def test_10_7_1_not_while_the_enemy_is_there() -> None:
    f = Field(AXIS, {"x": "2/1 0506"}).fought("0506: P A", 3)
    assert says(f, "A", "0506") == ("10.7(1)",)
    f.do(a.Retreat(f.hex("0506"), f.unit("x"), f.path("0507 0508")))
    assert says(f, "A", "0506") == ()


def test_10_7_1_only_those_who_attacked() -> None:
    f = won({**AXIS, "N": "4 0809"})
    assert says(f, "N", "0506") == ("10.7(1)",)
    assert says(f, "x", "0506") == ("10.7(1)",)


def test_10_7_1_not_twice() -> None:
    f = won()
    f.do(f.advance_of("0506", "P", "0506"))
    assert says(f, "P", "0506 0507") == ("10.7(1)",)


def test_10_7_1_after_the_enemy_is_destroyed() -> None:
    f = Field({"P": "mech 20-6 0505"}, {"x": "2 one 0506"}).fought("0506: P", 4)
    assert f.result("0506") == "3RR"
    f.do(f.loss("0506", "soviet", "x"))
    assert says(f, "P", "0506 0507") == ()


@pytest.mark.parametrize(
    ("value", "rules"), [("blocks-only", ("10.7(1)",)), ("as-unit", ("10.7(1)",)), ("nothing", ())]
)
def test_10_7_1_a_fort_that_stays_by_u_37(value: str, rules: tuple[str, ...]) -> None:
    f = won(forts={"0506": 1}, fixed={"U-37": value})
    assert says(f, "A", "0506") == rules


def test_10_7_1_1_foot_one_hex() -> None:
    f = won()
    assert says(f, "A", "0506 0507") == ("10.7(1)1",)
    assert says(f, "A", "0506") == ()


def test_10_7_1_2_mechanised_two_hexes() -> None:
    f = won()
    assert says(f, "P", "0506 0507") == ()
    assert says(f, "P", "0506 0606") == ()
    assert says(f, "P", "0506 0507 0607") == ("10.7(1)2",)
    assert says(f, "P", "0506 0509") == ("10.7(1)2",)


@pytest.mark.parametrize("kind", ["forest", "marsh", "mountain", "city"])
def test_10_7_1_2_rough_ground_ends_it(kind: str) -> None:
    f = won(terrain={kind: "0506"}, axis={"P": "mech 40-6 0505"}, lines={"road": "0505 0506 0507"})
    assert says(f, "P", "0506") == ()
    assert says(f, "P", "0506 0507") == ("10.7(1)2",)


def test_10_7_1_2_towns_and_rivers_end_it() -> None:
    town = won(towns="0506")
    assert says(town, "P", "0506") == ()
    assert says(town, "P", "0506 0507") == ("10.7(1)2",)
    for side in ("river", "great"):
        f = won({"P": "mech 40-6 0505"}, sides={side: "0505/0506"}, lines={"road": "0505 0506"})
        assert says(f, "P", "0506") == ()
        assert says(f, "P", "0506 0507") == ("10.7(1)2",)


@pytest.mark.parametrize(("value", "rules"), [("either", ("10.7(1)2",)), ("first-only", ())])
@pytest.mark.parametrize("what", ["forest", "town", "river"])
def test_10_7_1_2_the_second_hex_by_u_31(what: str, value: str, rules: tuple[str, ...]) -> None:
    f = won(
        terrain={"forest": "0507"} if what == "forest" else {},
        towns="0507" if what == "town" else "",
        sides={"river": "0506/0507"} if what == "river" else {},
        fixed={"U-31": value},
    )
    assert says(f, "P", "0506 0507") == rules
    assert says(f, "P", "0506 0606") == ()


def test_10_7_2_nobody_has_to() -> None:
    f = won()
    assert advance.free_to_advance(f.position, f.battle("0506")) == f.units("P A")
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


def test_10_7_3_zones_do_not_count() -> None:
    f = won(soviet={"n": "2 0408", "m": "2 0607"})
    assert says(f, "P", "0506 0507") == ()
    told = advance.steps_of(f.position, f.advance_of("0506", "P", "0506 0507"))
    assert [step[2:] for step in told] == [(f.hex("0506"), 0), (f.hex("0507"), 0)]


def test_10_7_4_different_hexes() -> None:
    f = won({"P": "mech 8-6 0505", "Q": "mech 4-4 0505"})
    ends = {
        path[-1] for path in advance_limits.options(f.position, f.battle("0506"), f.unit("P"), f.rulings())
    }
    assert set(f.path("0506 0507 0606")) <= ends
    f.do(f.advance_of("0506", "P", "0506 0507"), f.advance_of("0506", "Q", "0506 0606"))


def test_10_7_5_first_the_hex_attacked() -> None:
    f = won()
    assert says(f, "P", "0605") == ("10.7(5)",)
    assert says(f, "P", "0405 0406") == ("10.7(5)",)
    assert says(f, "P", "") == ()  # no hex entered is no advance, which nobody has to make (10.7(2))
    assert says(f, "P", "0506 0606") == ()


def test_10_7_6_not_into_the_enemy() -> None:
    f = won(soviet={"n": "2 0606"})
    assert says(f, "P", "0506 0606") == ("10.7(6)",)
    assert says(f, "P", "0506 0607") == ("10.7(1)2",)


@pytest.mark.parametrize(("value", "rules"), [("prohibited", ("10.7(6)",)), ("allowed", ())])
def test_10_7_6_mountains_by_u_20(value: str, rules: tuple[str, ...]) -> None:
    strong = {"P": "mech 20-6 0505", "M": "mt 20 0505", "A": "4 0605"}
    f = won(strong, terrain={"mountain": "0506"}, lines={"road": "0605 0506"}, fixed={"U-20": value})
    assert says(f, "P", "0506") == rules
    assert says(f, "M", "0506") == ()
    assert says(f, "A", "0506") == ()


@pytest.mark.parametrize(("value", "rules"), [("one-hex", ()), ("no", ("10.7(6)",))])
def test_10_7_6_great_rivers_by_u_32(value: str, rules: tuple[str, ...]) -> None:
    f = won({"A": "16 0505", "B": "4 0605"}, sides={"great": "0505/0506 0605/0506"}, fixed={"U-32": value})
    assert says(f, "A", "0506") == rules
    bridge = won(
        {"A": "16 0505"}, sides={"great": "0505/0506"}, lines={"rail": "0505 0506"}, fixed={"U-32": value}
    )
    assert says(bridge, "A", "0506") == ()


def test_10_7_6_1_not_over_impassable_sides() -> None:
    f = won(sides={"closed": "0506/0606"})
    assert says(f, "P", "0506 0606") == ("10.7(6)1",)
    assert says(f, "P", "0506 0507") == ()


def test_10_7_6_2_not_into_the_sea() -> None:
    f = won(terrain={"sea": "0606"})
    assert "10.7(6)2" in says(f, "P", "0506 0606")
    assert says(f, "P", "0506 0507") == ()


def test_10_7_6_3_not_off_the_map() -> None:
    f = Field({"P": "mech 8-6 0502"}, {"x": "2/1 0501"}).fought("0501: P", 4)
    f.force(a.Retreat(f.hex("0501"), f.unit("x"), f.path("0601")))
    assert f.broken(f.advance_of("0501", "P", "0501 off")) == ("10.7(6)3",)
    assert f.broken(f.advance_of("0501", "P", "0501")) == ()


def test_10_7_6_4_room_in_the_end() -> None:
    f = won({**AXIS, "B": "4 0605"})
    f.do(f.advance_of("0506", "A", "0506"), f.advance_of("0506", "B", "0506"))
    assert says(f, "P", "0506") == ("10.7(6)4",)
    assert says(f, "P", "0506 0507") == ()


def test_10_7_6_4_room_is_judged_when_all_have_advanced() -> None:
    axis = {"P": "mech 4-6 0505", "B": "1 0606", "C": "1 0606"}
    f = won(axis)
    f.do(f.advance_of("0506", "P", "0506 0606"))
    for ending in (a.CloseBattle(f.hex("0506")), a.EndCommand()):
        assert f.broken(ending) == ("10.7(6)4",)
    f.do(f.advance_of("0506", "B", "0506"))
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()
    assert f.broken(a.EndCommand()) == ()


def test_10_7_6_4_who_stays_leaves_no_room() -> None:
    f = won({"P": "mech 8-6 0505", "Q": "mech 4-4 0505", "N": "4 0809", "M": "4 0809"})
    for unit in f.units("N M"):
        f.position.place(unit, f.hex("0606"))
    assert says(f, "P", "0506 0606") == ("10.7(6)4",)
    f.force(f.advance_of("0506", "P", "0506 0606"))
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ()


def test_10_7_6_4_at_the_next_die() -> None:
    axis = {"P": "mech 4-6 0505", "B": "1 0606", "C": "1 0606", "D": "4 0809"}
    f = Field(axis, {"x": "2/1 0506", "y": "2 0810"}).announced("0506: P B C", "0810: D")
    f.force(a.Roll(f.hex("0506"), 3), a.Retreat(f.hex("0506"), f.unit("x"), f.path("0507")))
    f.force(f.advance_of("0506", "P", "0506 0606"))
    assert f.broken(a.Roll(f.hex("0810"), 3)) == ("10.7(6)4",)


def test_advances_take_towns() -> None:
    f = won(towns="0506 0507", fixed={"U-31": "first-only"})
    every, moving = f.position.control
    for h in f.path("0506 0507"):
        every[h] = moving[h] = Owner.SOVIET
    f.do(f.advance_of("0506", "P", "0506"))
    assert (every[f.hex("0506")], moving[f.hex("0506")]) == (Owner.AXIS, Owner.SOVIET)
    assert every[f.hex("0507")] is Owner.SOVIET


def test_choices_are_all_the_legal_ones() -> None:
    for more in (
        {},
        {"terrain": {"forest": "0606"}, "sides": {"river": "0506/0405"}},
        {"soviet": {"n": "2 0606"}, "terrain": {"sea": "0507"}, "sides": {"closed": "0506/0406"}},
        {"towns": "0506"},
        {"sides": {"river": "0505/0506"}, "axis": {"P": "mech 18-6 0505", "A": "4/2 0605"}},
    ):
        f = won(**more)  # type: ignore[arg-type]
        offered = set(advance_limits.choices(f.position, f.hex("0506"), f.rulings()))
        every = {
            a.Advance(f.hex("0506"), f.unit(unit), (f.hex("0506"), *second))
            for unit in "PA"
            for second in [(), *((h,) for h in range(len(f.position.data.board)))]
        }
        back = {f.hex("0505"), f.hex("0605")}  # going back is allowed, but nobody would
        legal = {x for x in every if f.broken(x) == () and not (len(x.path) > 1 and x.path[1] in back)}
        assert {x for x in offered if not (len(x.path) > 1 and x.path[1] in back)} == legal
        assert offered


def test_no_choices_before_the_end() -> None:
    f = Field(AXIS, {"x": "2/1 0506"}).fought("0506: P A", 3)
    assert list(advance_limits.choices(f.position, f.hex("0506"), f.rulings())) == []
    assert list(advance_limits.choices(f.position, f.hex("0606"), f.rulings())) == []
    f = won()
    f.do(a.CloseBattle(f.hex("0506")))
    assert list(advance_limits.choices(f.position, f.hex("0506"), f.rulings())) == []
