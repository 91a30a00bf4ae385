"""10.6: one legal and one illegal case for each line, and each value of the unclear points."""

from __future__ import annotations

import pytest

from tests.games.gj47.rules.field import Field
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import retreat
from toolkit.games.gj47.rules.course import Cause
from toolkit.games.gj47.rules.units import Owner

# A attacks 0506 from 0505; behind 0506 lie 0507, 0406 and 0606 (in A's zone: 0605, 0405, 0604, 0404, 0504).
R, RR = 3, 5


def field(die: int = R, soviet: dict[str, str] | None = None, **more: object) -> Field:
    """x retreats from 0506 before A: 3-1, so a 3 is R and a 5 is RR."""
    axis = {"A": "6 0505"} | more.pop("axis", {})  # type: ignore[operator]
    f = Field(axis, {"x": "2/1 0506"} | (soviet or {}), **more)  # type: ignore[arg-type]
    return f.fought("0506: A", die)


def says(f: Field, path: str, steps: int = 0, gone: bool = False) -> tuple[str, ...]:
    return f.broken(f.retreat_of("0506", "x", path, steps, gone))


def paths(f: Field, hexes: int, **fixed: str) -> set[tuple[tuple[int, ...], int, bool]]:
    found = retreat.options(f.position, f.unit("x"), hexes, f.rulings(**fixed), f.hex("0506"))
    return {(way.path, way.steps, way.eliminated) for way in found}


def test_10_6_as_many_hexes_as_asked() -> None:
    f = field(R)
    assert says(f, "0507") == ()
    assert says(f, "0507 0508") == ("10.6",)
    assert says(f, "") == ("10.6",)
    assert says(f, "0508") == ("10.6",)
    f = field(RR)
    assert says(f, "0507 0508") == ()
    assert says(f, "0507") == ("10.6",)
    assert says(f, "0507 0508 0509") == ("10.6",)
    assert says(f, "0507 0509") == ("10.6",)
    assert says(f, "0507 0506") == ("10.6",)


def test_10_6_only_defenders_and_once() -> None:
    f = field(R, {"n": "2 0607"})
    assert f.broken(f.retreat_of("0506", "n", "0608")) == ("10.6",)
    assert f.broken(f.retreat_of("0506", "A", "0504")) == ("10.6",)
    f.do(f.retreat_of("0506", "x", "0507"))
    assert f.broken(f.retreat_of("0506", "x", "0508")) == ("10.6",)


def test_10_6_1_costs_no_movement() -> None:
    f = field(RR, terrain={"marsh": "0507 0508"})
    assert says(f, "0507 0508") == ()
    told = retreat.steps_of(f.position, f.retreat_of("0506", "x", "0507 0508"))
    assert [(step, h, features) for step, _, h, features in told] == [
        (0, f.hex("0507"), 0),
        (1, f.hex("0508"), 0),
    ]


def test_10_6_2_a_stack_may_split() -> None:
    f = field(R, {"y": "1 one 0506"}, axis={"A": "9 0505"})
    assert retreat.owed(f.position, f.hex("0506"), f.rulings()) == (f.units("x y"), 1)
    f.do(f.retreat_of("0506", "x", "0507"))
    assert retreat.owed(f.position, f.hex("0506"), f.rulings()) == (f.units("y"), 1)
    f.do(f.retreat_of("0506", "y", "0406"), a.CloseBattle(f.hex("0506")))


# -- 10.6(3) ----------------------------------------------------------------------------------------------

RING = {"b": "1 0405", "c": "1 0406", "d": "1 0507", "e": "1 0606", "g": "1 0605"}


def test_10_6_3_removed_when_there_is_no_way() -> None:
    f = field(R, axis=RING)
    assert paths(f, 1) == {((), 0, True)}
    assert says(f, "", gone=True) == ()
    assert says(f, "0507", gone=True) == ()
    assert says(f, "") == ("10.6(3)",)
    assert says(f, "0507") == ("10.6(3)",)
    f.do(f.retreat_of("0506", "x", "", 0, True))
    assert [(loss.unit, loss.cause) for loss in f.position.losses] == [(f.unit("x"), Cause.RETREAT)]
    assert f.position.hex_of[f.unit("x")] == -1


def test_10_6_3_not_removed_when_there_is_one() -> None:
    f = field(R)
    assert says(f, "", gone=True) == ("10.6(3)",)
    assert says(f, "0507", gone=True) == ("10.6(3)",)
    closed_behind = field(RR, axis={"b": "1 0405", "c": "1 0406", "e": "1 0606", "g": "1 0605"})
    # Only 0507 is open, in three zones; behind it 0508 is free.
    assert says(closed_behind, "0507 0508", 1) == ()
    assert says(closed_behind, "0507 0508", gone=True) == ("10.6(3)",)


@pytest.mark.parametrize(("value", "legal"), [("eliminated", (("", 0, True),)), ("stays", (("", 1, False),))])
def test_10_6_3_no_way_by_u_27(value: str, legal: tuple[tuple[str, int, bool], ...]) -> None:
    f = field(R, axis=RING, fixed={"U-27": value})
    for path, steps, gone in (("", 0, True), ("", 1, False), ("", 0, False), ("", 2, False)):
        assert (says(f, path, steps, gone) == ()) is ((path, steps, gone) in legal)
    weak = field(R, {"x": "2/2 reduced 0506"}, axis=RING, fixed={"U-27": value})
    assert says(weak, "", 1, True) == ()


def test_10_6_3_into_the_enemy() -> None:
    f = field(R, axis={"d": "1 0507"})
    assert says(f, "0507", 1) == ("10.6(3)",)


@pytest.mark.parametrize(("value", "rules"), [("blocks-only", ("10.6(3)",)), ("nothing", ())])
def test_10_6_3_an_axis_unit_and_a_fort_alone_by_u_37(value: str, rules: tuple[str, ...]) -> None:
    f = Field(
        {"x": "2/1 0506"}, {"A": "6 0505"}, forts={"0507": 1}, acting="soviet", fixed={"U-37": value}
    ).fought("0506: A", R)
    assert says(f, "0507") == rules


def edge(die: int = R) -> Field:
    """x at the map's edge, everything else taken."""
    axis = {"A": "6 0502", "b": "1 0401", "c": "1 0601"}
    return Field(axis, {"x": "2/1 0501"}).fought("0501: A", die)


def test_10_6_3_1_off_the_map() -> None:
    f = edge()
    assert f.broken(f.retreat_of("0501", "x", "off", 0, True)) == ()
    assert f.broken(f.retreat_of("0501", "x", "off")) == ("10.6(3)1",)
    open_way = Field({"A": "6 0502"}, {"x": "2/1 0501"}).fought("0501: A", R)
    assert open_way.broken(open_way.retreat_of("0501", "x", "off", 0, True)) == ("10.6(3)",)


def test_10_6_3_2_into_the_sea() -> None:
    sea = {"sea": "0405 0406 0507 0606 0605"}
    f = field(R, terrain=sea)
    assert says(f, "0507", gone=True) == ()
    assert says(f, "0507") == ("10.6(3)2",)
    assert says(field(R, terrain={"sea": "0406"}), "0406", gone=True) == ("10.6(3)",)


def test_10_6_3_3_over_impassable_sides() -> None:
    shut = {"closed": "0506/0405 0506/0406 0506/0507 0506/0606 0506/0605"}
    f = field(R, sides=shut)
    assert says(f, "0507", gone=True) == ()
    assert says(f, "0507") == ("10.6(3)3",)
    assert says(field(R, sides={"closed": "0506/0507"}), "0406") == ()


@pytest.mark.parametrize(
    ("value", "unit", "road", "rules"),
    [
        ("prohibited", "2/1", False, ("10.6(3)3",)),
        ("prohibited", "2/1", True, ()),
        ("allowed", "2/1", False, ()),
        ("prohibited", "mt 2/1", False, ()),
    ],
)
def test_10_6_3_3_mountains_by_u_20(value: str, unit: str, road: bool, rules: tuple[str, ...]) -> None:
    f = field(
        R,
        {"x": f"{unit} 0506"},
        terrain={"mountain": "0507"},
        lines={"road": "0506 0507"} if road else {},
        fixed={"U-20": value},
    )
    assert says(f, "0507") == rules


def test_10_6_3_4_great_river_in_the_second_hex() -> None:
    don = {"great": "0507/0508 0507/0407 0507/0607"}
    f = field(RR, sides=don)
    assert says(f, "0507 0508") == ("10.6(3)4",)
    assert says(f, "0507 0508", gone=True) == ("10.6(3)",)
    assert says(f, "0406 0307") == ()
    bridge = field(RR, sides=don, lines={"rail": "0507 0508"})
    assert says(bridge, "0507 0508") == ()
    first = field(RR, sides={"great": "0506/0507"})
    assert says(first, "0507 0508") == ()


def test_10_6_3_4_removed_when_every_way_crosses_in_the_second_hex() -> None:
    # Only 0507 is open; all ways on from it cross the river.
    axis = {"b": "1 0405", "c": "1 0406", "e": "1 0606", "g": "1 0605"}
    don = {"great": "0507/0508 0507/0407 0507/0607"}
    f = field(RR, axis=axis, sides=don)
    assert says(f, "0507 0508", gone=True) == ()
    assert says(f, "", gone=True) == ()
    assert says(f, "0507 0508", 1) == ("10.6(3)4",)


@pytest.mark.parametrize(("value", "rules"), [("eliminated", ("10.6(3)4",)), ("allowed", ())])
def test_10_6_3_4_third_hex_by_u_61(value: str, rules: tuple[str, ...]) -> None:
    f = field(
        RR,
        {"p": "1 0508", "q": "1 0508"},
        sides={"great": "0508/0509"},
        fixed={"U-61": value},
    )
    assert says(f, "0507 0508 0509") == rules
    assert says(f, "0507 0508 0408") == ()


# -- 10.6(4) to (7) ---------------------------------------------------------------------------------------


def test_10_6_4_each_zone_costs_a_step() -> None:
    f = field(R, axis={"b": "1 0508"})
    assert says(f, "0507", 1) == ()
    assert says(f, "0507", 0) == ("10.6(4)",)
    assert says(f, "0406", 0) == ()
    assert says(f, "0406", 1) == ("10.6(4)",)
    f.do(f.retreat_of("0506", "x", "0507", 1))
    assert f.position.reduced[f.unit("x")]


def test_10_6_4_two_zones_two_steps() -> None:
    f = field(RR, axis={"b": "1 0509", "c": "1 0607"})
    assert says(f, "0507 0508", 2, True) == ()
    assert says(f, "0507 0508", 1) == ("10.6(4)",)
    f.do(f.retreat_of("0506", "x", "0507 0508", 2, True))
    assert [loss.cause for loss in f.position.losses] == [Cause.RETREAT]
    assert len(f.position.losses) == 1


def test_10_6_4_a_unit_dies_where_its_steps_run_out() -> None:
    f = field(RR, {"x": "2/2 reduced 0506"}, axis={"b": "1 0607"})
    assert says(f, "0507", 1, True) == ()
    # The way it dies on is one of those open to it: dragged straight into the box it is gone as well.
    assert says(f, "", 0, True) == ()
    calm = field(RR, {"x": "2/1 0506"}, axis={"b": "1 0607"})
    assert says(calm, "0507", 1, True) == ("10.6(3)",)


@pytest.mark.parametrize(("value", "steps"), [("overstack-first", 1), ("own-unit-shields", 0)])
def test_10_6_4_own_units_by_u_28(value: str, steps: int) -> None:
    f = field(R, {"n": "1 0507"}, axis={"b": "1 0508"}, fixed={"U-28": value})
    assert says(f, "0507", steps) == ()
    assert says(f, "0507", 1 - steps) == ("10.6(4)",)


def test_10_6_4_forts_are_free_of_zones() -> None:
    f = field(R, axis={"b": "1 0508"}, forts={"0507": 1})
    assert says(f, "0507", 0) == ()
    assert says(f, "0507", 1) == ("10.6(4)",)


def test_10_6_4_unclear_where_the_zone_is() -> None:
    f = field(R, axis={"b": "1 0508"}, sides={"great": "0507/0508"}, opened=("U-15",))
    assert says(f, "0507", 1) == ("?", "U-15")
    assert says(f, "0507", 0) == ("?", "U-15")


def test_10_6_5_on_through_a_full_hex() -> None:
    f = field(R, {"p": "1 0507", "q": "1 0507"})
    assert says(f, "0507") == ("10.6(5)",)
    assert says(f, "0507 0508") == ()
    assert says(f, "0507 0508 0509") == ("10.6",)
    assert says(f, "0406") == ()


def test_10_6_5_and_on_again() -> None:
    f = field(R, {"p": "1 0507", "q": "1 0507", "r": "1 0508", "s": "1 0508"})
    assert says(f, "0507 0508") == ("10.6(5)",)
    assert says(f, "0507 0508 0509") == ()


def test_10_6_5_only_the_last_hex_counts() -> None:
    f = field(RR, {"p": "1 0507", "q": "1 0507"})
    assert says(f, "0507 0508") == ()


def test_10_6_5_a_full_hex_without_a_way_on_is_no_way() -> None:
    closed = {"sea": "0508 0407 0607 0406 0606"}
    f = field(R, {"p": "1 0507", "q": "1 0507"}, terrain=closed, sources=("", "0512"))
    assert says(f, "0405", 1) == ()
    assert says(f, "0507") == ("10.6(5)",)
    assert says(f, "", gone=True) == ("10.6(3)",)


def test_10_6_5_forts_have_no_limit() -> None:
    f = field(R, {"p": "1 0507", "q": "1 0507"}, forts={"0507": 1})
    assert says(f, "0507") == ()
    assert says(f, "0507 0508") == ("10.6",)


HOME = {"sources": ("", "0512")}


def test_10_6_6_toward_the_own_source() -> None:
    f = field(R, **HOME)
    assert says(f, "0507") == ()
    assert says(f, "0606") == ("10.6(6)",)
    assert says(f, "0605", 1) == ("10.6(6)",)
    two = field(RR, **HOME)
    assert says(two, "0507 0508") == ()
    assert says(two, "0507 0407") == ("10.6(6)",)


@pytest.mark.parametrize("value", ["short-way-first", "quiet-way-first"])
def test_10_6_6_equal_ways_are_free(value: str) -> None:
    # 0605 lies in A's zone: as long as 0606 is open, either may be taken whatever U-67 says.
    f = field(R, fixed={"U-67": value}, sources=("", "1206"))
    assert says(f, "0606") == ()
    assert paths(f, 1) == {(f.path("0606"), 0, False), (f.path("0605"), 1, False)}
    assert says(f, "0605", 1) == ()
    weak = field(R, {"x": "2/2 reduced 0506"}, fixed={"U-67": value}, sources=("", "1206"))
    assert says(weak, "", gone=True) == ()


def test_10_6_6_the_next_best_when_the_best_is_closed() -> None:
    f = field(R, axis={"d": "1 0507"}, **HOME)
    assert says(f, "0406", 1) == ()
    assert says(f, "0405", 1) == ("10.6(6)",)


def test_10_6_6_zone_or_full_hex_on_equal_ways() -> None:
    # Due east the source is equally far from 0605 and 0606: 0605 lies in A's zone, 0606 is full.
    f = field(R, {"p": "1 0606", "q": "1 0606"}, sources=("", "1206"))
    assert says(f, "0605", 1) == ("10.6(6)",)
    assert says(f, "0606 0706") == ()
    free = field(R, {"p": "1 0606"}, sources=("", "1206"))
    assert says(free, "0605", 1) == ()


def test_10_6_6_a_zone_when_nothing_else_is_left() -> None:
    f = field(R, axis={"d": "1 0607"}, sources=("", "1206"))
    assert says(f, "0606", 1) == ()
    assert says(f, "0605", 1) == ()
    assert says(f, "0406", 0) == ("10.6(6)",)


@pytest.mark.parametrize(
    ("value", "short", "quiet"),
    [("short-way-first", (), ("10.6(6)",)), ("quiet-way-first", ("10.6(6)",), ())],
)
def test_10_6_6_a_quiet_way_to_a_farther_hex_by_u_67(
    value: str, short: tuple[str, ...], quiet: tuple[str, ...]
) -> None:
    # Home is due south, where b's zone is; 0406 is quiet and no nearer than 0506 was.
    f = field(R, axis={"b": "1 0608"}, fixed={"U-67": value}, **HOME)
    assert says(f, "0507", 0) == ()
    g = field(R, axis={"b": "1 0508"}, fixed={"U-67": value}, **HOME)
    assert says(g, "0507", 1) == short
    assert says(g, "0406") == quiet
    assert says(g, "0405", 1) == ("10.6(6)",)
    full = field(R, {"p": "1 0507", "q": "1 0507"}, fixed={"U-67": value}, **HOME)
    assert says(full, "0507 0508") == short
    assert says(full, "0406") == quiet


def test_10_6_6_unclear_while_u_67_is_open() -> None:
    f = field(R, axis={"b": "1 0508"}, opened=("U-67",), **HOME)
    assert says(f, "0507", 1) == ("?", "U-67")
    assert says(f, "0406") == ("?", "U-67")


def test_10_6_6_direction_by_u_29() -> None:
    values = {}
    for value in ("nearest-source", "line-length", "free"):
        f = field(R, fixed={"U-29": value}, **HOME)
        values[value] = (says(f, "0507"), says(f, "0406"))
    assert values == {
        "nearest-source": ((), ("10.6(6)",)),
        "line-length": ((), ("10.6(6)",)),
        "free": ((), ()),
    }
    f = field(R, opened=("U-29",), **HOME)
    assert says(f, "0507") == ()
    assert says(f, "0406") == ("?", "U-29")


def test_10_6_6_length_of_the_line_by_u_29() -> None:
    # 0507 is the nearest to the source, but the sea lies behind it: the line goes round by the west.
    terrain = {"sea": "0508 0407 0607 0707 0807"}
    for value, good, bad in (("nearest-source", "0507", "0406"), ("line-length", "0406", "0507")):
        f = field(R, terrain=terrain, sources=("", "0512"), fixed={"U-29": value})
        assert says(f, good) == ()
        assert says(f, bad) == ("10.6(6)",)


def test_10_6_6_two_hexes_lead_two_away_by_u_29() -> None:
    # The way south is shut one hex behind: 0507 then 0607 or 0407, beside nothing, would be two away as well.
    f = field(RR, sources=("", "0512"), terrain={"sea": "0508 0408 0608"})
    assert says(f, "0507 0607") == ()
    assert says(f, "0507 0606") == ("10.6(6)",)
    free = field(RR, sources=("", "0512"), terrain={"sea": "0508 0408 0608"}, fixed={"U-29": "free"})
    assert says(free, "0507 0606") == ()


def test_10_6_6_without_a_line_every_direction_is_measured_the_same() -> None:
    f = field(R)
    assert paths(f, 1) == {
        (f.path(number), steps, False)
        for number, steps in (("0405", 1), ("0406", 0), ("0507", 0), ("0606", 0), ("0605", 1))
    }


def test_10_6_6_a_unit_that_dies_on_every_way_home_is_removed_wherever_it_went() -> None:
    # With one step left it dies in the first zone it enters; home is south, where all hexes lie in zones.
    f = field(RR, {"x": "2/2 reduced 0506"}, axis={"b": "1 0607"}, **HOME)
    assert says(f, "0507", 1, True) == ()
    assert says(f, "0605", 1, True) == ()
    assert says(f, "0808", 1, True) == ("10.6",)


def test_10_6_4_a_unit_that_loses_its_last_step_is_removed() -> None:
    f = field(RR, {"x": "2/2 reduced 0506"}, axis={"b": "1 0607"}, **HOME)
    assert says(f, "0507 0508", 1, False) == ("10.6(4)",)


def test_10_6_7_strength_nought_for_the_segment() -> None:
    f = field(R)
    assert f.position.command.retreats == frozenset()
    f.do(f.retreat_of("0506", "x", "0507"), a.CloseBattle(f.hex("0506")))
    assert f.position.command.retreats == {f.unit("x")}


def test_retreats_take_towns() -> None:
    f = field(RR, towns="0507 0508")
    every, moving = f.position.control
    for h in f.path("0507 0508"):
        every[h] = moving[h] = Owner.AXIS
    f.do(f.retreat_of("0506", "x", "0507 0508"))
    assert [every[h] for h in f.path("0507 0508")] == [Owner.SOVIET, Owner.SOVIET]
    assert [moving[h] for h in f.path("0507 0508")] == [Owner.AXIS, Owner.AXIS]


def test_a_lost_headquarters_is_written_down() -> None:
    f = Field({"A": "6 0502", "b": "1 0401", "c": "1 0601"}, {"x": "hq 2/1 0501"}).fought("0501: A", R)
    f.do(f.retreat_of("0501", "x", "off", 0, True))
    assert f.position.column_of == {f.unit("x"): 1}


def test_choices_are_legal_and_complete() -> None:
    f = field(RR, {"p": "1 0508", "q": "1 0508"}, axis={"b": "1 0409"}, sources=("", "0512 1210"))
    offered = list(retreat.choices(f.position, f.hex("0506"), f.unit("x"), f.rulings()))
    assert offered
    assert all(f.broken(action) == () for action in offered)
    assert list(retreat.choices(f.position, f.hex("0506"), f.unit("p"), f.rulings())) == []
    assert list(retreat.choices(f.position, f.hex("0507"), f.unit("x"), f.rulings())) == []
