"""The independent reading of Storm over Stalingrad on cases small enough to be worked out by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.oracle.storm import firing, losing, moving, turning
from tests.oracle.storm.outcomes import Outcome, Search
from tests.oracle.storm.tiny import board, german, soviet, table, under_fire
from tests.oracle.storm.world import FERRY, GERMAN, MAMAYEV, SOVIET, settle

HILL = MAMAYEV


@pytest.mark.parametrize(
    ("where", "mine", "path", "costs"),
    [
        ({"g": "west"}, ("west",), ("west", HILL), [2]),
        ({"g": "west"}, ("west", HILL), ("west", HILL), [1]),
        ({"g": "west", "s": HILL}, ("west", HILL), ("west", HILL), [2]),
        ({"g": "west", "s": HILL}, ("west",), ("west", HILL, "park"), [2, 3]),
        # The empty hill is taken as it is gone through, so leaving it is not leaving the enemy's ground.
        ({"g": "west"}, ("west",), ("west", HILL, "park"), [2, 2]),
        ({"g": HILL, "s": HILL}, ("west",), (HILL, "west"), [2]),
    ],
)
def test_movement_3_costs(
    where: dict[str, str], mine: tuple[str, ...], path: tuple[str, ...], costs: list[int]
) -> None:
    world = board([german("g"), soviet("s")])
    assert moving.steps_of(world, table(world, where, german=mine), GERMAN, path, {"g"}) == costs


def test_movement_3_costs_when_empty_ground_is_free() -> None:
    world = board([german("g"), soviet("s")], St_8="no")
    state = table(world, {"g": "west", "s": "quay"})
    assert moving.steps_of(world, state, GERMAN, ("west", "plant", "quay"), {"g"}) == [1, 2]


def test_movement_3_3_the_slowest_counts() -> None:
    world = board([german("g"), german("h", movement=1)])
    state = table(world, {"g": "west", "h": "west"})
    assert moving.way(world, state, GERMAN, ("g",), ("west", HILL)) == set()
    assert moving.way(world, state, GERMAN, ("g", "h"), ("west", HILL)) == {"SEED 移動3(4)"}


def test_movement_4_ten_at_most_on_the_way_too() -> None:
    pieces = [soviet(f"s{n}", movement=4) for n in range(12)]
    world = board(pieces)
    where = {piece.id: "plant" for piece in pieces[:9]} | {"s9": "quay", "s10": "quay", "s11": "park"}
    state = table(world, where)
    assert moving.way(world, state, SOVIET, ("s9",), ("quay", "plant")) == set()
    assert moving.way(world, state, SOVIET, ("s9", "s10"), ("quay", "plant", HILL)) == {"SEED 移動4"}


def test_ferry_2_nobody_goes_in() -> None:
    world = board([soviet("s")])
    assert moving.way(world, table(world, {"s": "quay"}), SOVIET, ("s",), ("quay", "ferry"))
    assert not moving.way(world, table(world, {"s": "ferry"}), SOVIET, ("s",), ("ferry", "quay"))


def test_fire_3_the_three_cases() -> None:
    world = board([german("g"), soviet("s")])
    state = table(world, {"g": "west", "s": "plant"})
    assert firing.ground(world, state, SOVIET, "plant", "west") == 3
    assert firing.ground(world, state, SOVIET, "plant", "plant") == 0
    assert firing.ground(world, state, GERMAN, "plant", "park") == 0
    state.markers.add(("plant", SOVIET))
    assert firing.ground(world, state, SOVIET, "plant", "west") == 0


@pytest.mark.parametrize(("reading", "ground"), [("firers", 3), ("any-enemy", 0)])
def test_fire_3_1_an_enemy_who_does_not_fire(reading: str, ground: int) -> None:
    world = board([german("g"), german("h"), soviet("s")], St_31=reading)
    state = table(world, {"g": "west", "h": "plant", "s": "plant"})
    state.control["plant"] = SOVIET
    assert firing.ground(world, state, SOVIET, "plant", "west") == ground


def test_fire_3_the_strongest_defends() -> None:
    world = board([soviet("s"), soviet("t")])
    state = table(world, {"s": "plant", "t": "plant"}, spent=["s"])
    assert firing.strongest(world, state, ["s", "t"]) == 6
    assert firing.strongest(world, state, ["s"]) == 5


def test_retreat_1_no_enemy_goes_first() -> None:
    world = board([german("g"), soviet("s"), german("h")])
    state = table(world, {"s": "plant", "g": "park", "h": "west"}, german=("west", HILL))
    assert losing.open_areas(world, state, SOVIET, "plant") == [HILL, "quay"]
    state.where["h"] = HILL
    assert losing.open_areas(world, state, SOVIET, "plant") == ["quay", "west"]


def test_retreat_1_fewest_enemies_among_the_own() -> None:
    pieces = [german(f"g{n}") for n in range(5)]
    world = board([*pieces, soviet("s")])
    where = {"s": "quay", "g0": "park", "g1": "plant", "g2": "plant"}
    assert losing.open_areas(world, table(world, where), SOVIET, "quay") == ["park"]
    assert losing.open_areas(world, table(world, where, german=("park",)), SOVIET, "quay") == ["plant"]
    assert losing.open_areas(world, table(world, where, german=("park", "plant")), SOVIET, "quay") == []


def test_retreat_3_goes_on_from_a_full_area() -> None:
    pieces = [soviet(f"s{n}") for n in range(11)]
    world = board(pieces)
    full = {piece.id: HILL for piece in pieces[:10]}
    state = table(world, {**full, "s10": "west"}, german=("west", "plant"))
    state.where["s10"] = "west"
    assert set(losing.ways_back(world, state, "s10")) == {
        ((HILL, "park"), False),
        ((HILL, "plant"), False),
        (("plant",), False),
    }


def _ends(fresh: int, spent: int, points: int, *, shut: bool = False, **fixed: str) -> set[Outcome]:
    """Return how losses at the quay can end; the plant and, unless it is `shut`, the park are open."""
    pool = ("s0", "s1", "s2")
    world = board([*(soviet(unit) for unit in pool), german("g"), german("h")], **fixed)
    where = {"g": "park", "h": "plant"} if shut else {"g": "west", "h": HILL}
    state = table(world, {**dict.fromkeys(pool, "quay"), **where}, german=("west", HILL, "park", "plant"))
    return Search(world, under_fire(state, "quay", pool, 0)).outcomes(fresh, spent, points)


def _end(left: int, *fates: tuple[str, str, str]) -> Outcome:
    return frozenset(Counter(fates).items()), left


IN_PLACE = ("fresh", "spent", "quay")
KILLED = ("fresh", "gone", "gone")


def test_losses_2_one_fresh_unit() -> None:
    back = [("fresh", "spent", area) for area in ("plant", "park")]
    assert _ends(1, 0, 0) == {_end(0, ("fresh", "fresh", "quay"))}
    assert _ends(1, 0, 1) == {_end(0, IN_PLACE)}
    assert _ends(1, 0, 2) == {_end(0, fate) for fate in back}
    assert _ends(1, 0, 3) == {_end(0, KILLED), *(_end(1, fate) for fate in back)}
    assert _ends(1, 0, 9) == {_end(6, KILLED), *(_end(7, fate) for fate in back)}


def test_losses_2_one_spent_unit() -> None:
    back = [("spent", "spent", area) for area in ("plant", "park")]
    assert _ends(0, 1, 1) == {_end(0, fate) for fate in back}
    assert _ends(0, 1, 2) == {_end(0, ("spent", "gone", "gone")), *(_end(1, fate) for fate in back)}


def test_losses_2_two_fresh_units() -> None:
    both = _ends(2, 0, 2)
    back = {_end(0, ("fresh", "fresh", "quay"), ("fresh", "spent", area)) for area in ("plant", "park")}
    assert both == {_end(0, IN_PLACE, IN_PLACE), *back}


def test_losses_2_2_nowhere_to_go() -> None:
    gone = ("spent", "gone", "gone")
    assert _ends(0, 1, 1, shut=True) == {_end(0, gone)}
    assert _ends(0, 1, 1, shut=True, St_2="not-offered") == {_end(1, ("spent", "spent", "quay"))}
    assert _ends(0, 1, 2, shut=True) == {_end(0, gone), _end(1, gone)}


def test_losses_3_who_may_stop() -> None:
    assert _ends(1, 0, 1, St_3="as-wished") == {_end(0, IN_PLACE), _end(1, ("fresh", "fresh", "quay"))}


def test_losses_one_unit_again_and_again() -> None:
    """Back to the park or the plant, and from there on or back; or eliminated at last."""
    assert _end(0, ("spent", "gone", "gone")) in _ends(0, 1, 3, St_1="again")
    assert _end(0, ("spent", "gone", "gone")) not in _ends(0, 1, 3)


def test_draws_and_the_hill() -> None:
    world = board()
    state = table(world, {})
    state.phase = "draw"
    assert turning.may_draw(world, state, SOVIET) == 3
    assert turning.may_draw(world, state, GERMAN) == 2
    state.hand[SOVIET] = ["a"] * 4
    assert turning.may_draw(world, state, SOVIET) == 1
    state.phase = "hands"
    assert turning.may_draw(world, state, GERMAN) == 4


def test_withdrawal_2_3_who_goes_instead() -> None:
    pieces = [german("b", black=True), german("c"), replace(german("x"), kind="armour")]
    world = board(pieces)
    state = table(world, {"b": "gone", "c": "west", "x": "west"})
    state.phase, state.turn = "arrivals", 3
    assert turning.substitutes(world, state, "b") == ["c"]
    state.where["c"] = "gone"
    assert turning.substitutes(world, state, "b") == ["x"]
    assert not turning.too_few(world, state)
    state.where["x"] = "gone"
    assert turning.too_few(world, state)


def test_control() -> None:
    world = board([german("g"), soviet("s")])
    state = table(world, {"g": HILL, "s": HILL})
    settle(world, state, HILL)
    assert state.control[HILL] == SOVIET
    state.where["s"] = "gone"
    settle(world, state, HILL)
    assert state.control[HILL] == GERMAN
    assert world.kinds["ferry"] == FERRY


def test_movement_3_an_area_taken_on_the_way_is_the_own_one_from_then_on() -> None:
    world = board([german("g", movement=9)])
    state = table(world, {"g": "west"})
    path = ("west", "plant", "west", "plant")
    assert moving.steps_of(world, state, GERMAN, path, {"g"}) == [2, 1, 1]
