"""The rulebook's own worked examples, under their rule numbers, told to the independent reading."""

from __future__ import annotations

import pytest

from tests.oracle.gj47 import book
from tests.oracle.gj47 import ch03_basics as basics
from tests.oracle.gj47 import ch08_activation as activation
from tests.oracle.gj47 import ch09_movement as movement
from tests.oracle.gj47 import ch10_combat as combat
from tests.oracle.gj47 import ch12_reinforcements as reinforcements
from tests.oracle.gj47 import ch13_headquarters as headquarters
from tests.oracle.gj47 import ch14_forts as forts
from tests.oracle.gj47.tiny import a_fort, board, chain, infantry, panzer, readings, scene
from tests.oracle.gj47.world import SOVIET, side

R = readings()


# 9.2, example of normal movement


def test_9_2_from_zone_to_zone_costs_five() -> None:
    world, state = scene(
        board(),
        {"0505": [infantry("us")], "0504": [infantry("a", SOVIET)], "0706": [infantry("b", SOVIET)]},
    )
    cost = movement.reach(world, state, "us", R)
    both = [h for h, sums in cost.items() if min(sums) == 5]
    assert "0605" in both
    assert movement.normal_route(world, state, "us", ["0505", "0605"], R) == []


def test_9_2_one_point_less_does_not_reach_it() -> None:
    world, state = scene(
        board(),
        {"0505": [infantry("us", moves=4)], "0504": [infantry("a", SOVIET)], "0706": [infantry("b", SOVIET)]},
    )
    assert "0605" not in movement.reach(world, state, "us", R)
    assert "9.2(2)" in movement.drag(world, state, "us", "0605", R)


# 9.3, examples of the march

ROAD = chain(*(f"{c:02d}{6 if c % 2 else 5:02d}" for c in range(1, 13)))


def test_9_3_march_of_six_hexes_costs_three() -> None:
    world, state = scene(board(road=ROAD), {"0106": [infantry("us")]})
    assert movement.march_reach(world, state, "us", R)["0706"] == 6
    assert (
        movement.march_route(world, state, "us", [f"{c:02d}{6 if c % 2 else 5:02d}" for c in range(1, 8)], R)
        == []
    )


@pytest.mark.parametrize(("reading", "farthest"), [("exact", "1106"), ("half-dropped", "1205")])
def test_9_3_five_points_march_ten_hexes(reading: str, farthest: str) -> None:
    world, state = scene(board(road=ROAD), {"0106": [infantry("us")]})
    reached = movement.march_reach(world, state, "us", readings(U_54=reading))
    assert max(reached, key=lambda h: reached[h]) == farthest


def test_9_3_an_enemy_on_the_road_stops_the_march() -> None:
    world, state = scene(board(road=ROAD), {"0106": [infantry("us")], "0805": [infantry("them", SOVIET)]})
    assert max(movement.march_reach(world, state, "us", R)) == "0605"
    assert max(movement.march_reach(world, state, "us", readings(U_55="may-end"))) == "0706"
    for open_reading in ("never", "may-end"):
        assert "0805" not in movement.march_reach(world, state, "us", readings(U_55=open_reading))


# 10.3(2), 10.3(3): odds and shifts


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(15, 5, "3-1"), (26, 9, "2-1"), (12, 7, "1.5-1"), (18, 13, "1-1"), (25, 2, "10+")],
)
def test_10_3_2_ratios(attack: int, defence: int, column: str) -> None:
    assert book.COLUMNS[combat.column_of(attack, defence, R)] == column


@pytest.mark.parametrize(
    ("attack", "defence", "column"), [(12, 4, "1.5-1"), (48, 4, "8-1")], ids=["3-1 by two", "12-1 by two"]
)
def test_10_3_3_two_shifts(attack: int, defence: int, column: str) -> None:
    ground = board(terrain={"0606": "forest"}, place={"0606": "town"})
    world, state = scene(
        ground,
        {"0506": [infantry("us", strength=attack)], "0606": [infantry("them", SOVIET, strength=defence)]},
    )
    assert combat.shift_of(world, "0606", R) == 2
    odds = combat.odds(world, state, "0606", ["us"], R)
    assert book.COLUMNS[odds.column] == column


def test_10_3_4_less_than_one_to_one_after_shifts_is_no_attack() -> None:
    ground = board(terrain={"0606": "forest"})
    world, state = scene(ground, {"0506": [infantry("us")], "0606": [infantry("them", SOVIET)]})
    assert combat.battle(world, state, "0606", ["us"], R) == ["10.3(4)"]


def test_10_3_1_only_those_across_the_river_are_halved() -> None:
    ground = board(river=frozenset({side("0506", "0606")}), road=frozenset({side("0506", "0606")}))
    world, state = scene(
        ground,
        {
            "0506": [infantry("a", strength=5), infantry("b", strength=4)],
            "0605": [infantry("c", strength=5)],
            "0606": [infantry("them", SOVIET)],
        },
    )
    strength = {
        reading: combat.attack_strength(world, state, "0606", ["a", "b", "c"], readings(U_01=reading))
        for reading in ("stack", "unit", "battle")
    }
    assert strength == {"stack": 9, "unit": 9, "battle": 9}


# 10.4: results


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("A1", combat.Result(attackers=1)),
        ("R", combat.Result(hexes=1)),
        ("2RR", combat.Result(defenders=2, hexes=2)),
        ("-", combat.Result()),
    ],
)
def test_10_4_results(text: str, meaning: combat.Result) -> None:
    assert combat.read(text) == meaning


def test_10_4_table_runs_on_a_diagonal() -> None:
    line = ["A2", "A1", "A1", "-", "-", "R", "R", "RR", "RR", "1RR", "1RR", "2RR", "2RR", "3RR", "3RR", "4RR"]
    cells = {(die, column): book.RESULTS[die][column] for die in range(1, 7) for column in range(11)}
    assert len(cells) == 66
    assert all(text == line[die + column - 1] for (die, column), text in cells.items())


# 10.5: losses


def test_10_5_two_losses_on_two_full_units() -> None:
    world, state = scene(board(), {"0606": [infantry("a", SOVIET), infantry("b", SOVIET)]})
    assert combat.sharing(world, state, ["a", "b"], 2) == {
        frozenset({("a", 2)}),
        frozenset({("b", 2)}),
        frozenset({("a", 1), ("b", 1)}),
    }


def test_10_5_three_attackers_lose_one_step_in_all() -> None:
    world, state = scene(board(), {"0606": [infantry("a"), infantry("b")], "0607": [infantry("c")]})
    ways = combat.sharing(world, state, ["a", "b", "c"], 1)
    assert {sum(lost for _, lost in way) for way in ways} == {1}
    assert len(ways) == 3


# 14.2(5): forts


def test_14_2_5_three_steps_for_1rr() -> None:
    world, state = scene(board(place={"0606": "town"}), {"0606": [infantry("a", SOVIET), a_fort()]})
    ways = combat.responses(world, state, "0606", combat.read("1RR"), SOVIET, R)
    assert ways == {(1, 2), (3, 0)}


def test_14_2_5_part_of_it_as_the_open_point_allows() -> None:
    world, state = scene(board(place={"0606": "town"}), {"0606": [infantry("a", SOVIET), a_fort()]})
    ways = combat.responses(world, state, "0606", combat.read("1RR"), SOVIET, readings(U_40="part"))
    assert ways == {(1, 2), (2, 1), (3, 0)}


@pytest.mark.parametrize(
    ("reading", "ways"), [("all-or-nothing", {(2, 0)}), ("part", {(0, 2), (1, 1), (2, 0)})]
)
def test_14_3_1_a_fort_alone(reading: str, ways: set[tuple[int, int]]) -> None:
    world, state = scene(board(place={"0606": "town"}), {"0606": [a_fort()]})
    assert combat.responses(world, state, "0606", combat.read("RR"), SOVIET, readings(U_40=reading)) == ways


def test_10_1_4_a_hex_is_attacked_with_all_that_stands_there() -> None:
    there = [infantry("a", SOVIET), infantry("b", SOVIET), a_fort()]
    world, state = scene(board(), {"0506": [infantry("us", strength=20)], "0606": there})

    def broken(*named: str) -> list[str]:
        return combat.battle(world, state, "0606", ["us"], R, named=named)

    assert broken() == []
    assert broken("b", "a") == []
    assert broken("a") == ["10.1(4)"]


def test_14_1_levels() -> None:
    world, state = scene(board(place={"1106": "town"}), {"1105": [infantry("a", SOVIET)], "pool": [a_fort()]})
    state.control["1106"] = SOVIET
    assert forts.build(world, state, "fort-1", "1106", R) == []
    forts.raise_level(state, "fort-1", "1106")
    assert combat.defence_strength(world, state, "1106", SOVIET) == 0
    assert forts.build(world, state, "fort-1", "1106", R, built=["1106"]) == ["14.1(3)"]
    forts.raise_level(state, "fort-1", "1106")
    assert combat.defence_strength(world, state, "1106", SOVIET) == 1
    assert forts.build(world, state, "fort-1", "1106", R) == ["14.1(6)"]


def test_14_1_2_no_fort_beside_an_enemy() -> None:
    world, state = scene(board(place={"1106": "town"}), {"1105": [infantry("them")], "pool": [a_fort()]})
    assert "14.1(2)" in forts.build(world, state, "fort-1", "1106", R)


# 8.2: command range


@pytest.mark.parametrize(("h", "acts"), [("0506", True), ("0605", False)])
def test_8_2_range_four_reaches_the_fourth_hex(h: str, acts: bool) -> None:
    hq = infantry("hq", kind="hq", command=4)
    world, state = scene(board(), {"0106": [hq], h: [infantry("us")]})
    assert ("us" in activation.activated(world, state, "hq", R)) is acts


def test_8_3_2_two_germans_under_an_ally() -> None:
    hq = infantry("hq", kind="hq", command=4, nation="romanian")
    stand = {
        "0106": [hq],
        "0206": [infantry("a"), infantry("b")],
        "0207": [infantry("c"), infantry("d", nation="romanian")],
    }
    world, state = scene(board(), stand)
    assert activation.activated(world, state, "hq", R) == {"hq", "d"}
    assert activation.germans(world, state, "hq", ["a", "c"], R) == []
    assert activation.germans(world, state, "hq", ["a", "b", "c"], R) == ["8.3(2)"]


# 12.3: the reinforcement roll of the example


def test_12_3_a_six() -> None:
    pool = [
        panzer("pz"),
        infantry("ss", pool="SS"),
        infantry("inf"),
        infantry("rum", nation="romanian", pool="Rum"),
    ]
    world, state = scene(board(), {"pool": [*pool, infantry("hun", nation="hungarian", pool="Hun")]})
    assert reinforcements.axis_due(world, state, 6, R) == {"Pz": 1, "SS": 1, "Inf": 1, "Rum": 1}
    assert reinforcements.axis_arrivals(world, state, 6, ["pz", "ss", "inf", "rum"], R) == []
    assert reinforcements.axis_arrivals(world, state, 6, ["pz", "ss", "inf", "hun"], R) == ["12.3(1)"]


# 3.3: lines


def test_3_3_5_six_hexes_off_the_rail() -> None:
    rail = chain("0106", "0206", "0306")
    world, state = scene(board(rail=rail), {"0903": [infantry("near")], "1003": [infantry("far")]})
    assert basics.supplied(world, state, "near", R)
    assert not basics.supplied(world, state, "far", R)


def test_3_3_1_an_own_unit_lets_the_line_into_an_enemy_zone() -> None:
    rail = chain("0106", "0206", "0306")
    enemies = {
        f"{c:02d}{r:02d}": [infantry(f"e{c}{r}", SOVIET)] for c, r in ((4, 4), (4, 7), (4, 10), (4, 1))
    }
    world, state = scene(board(rail=rail), {**enemies, "0506": [infantry("us")]})
    assert basics.supplied(world, state, "us", R) is False
    state.where["friend"] = "0406"
    world.pieces["friend"] = infantry("friend")  # type: ignore[index]
    assert basics.supplied(world, state, "us", R) is True


# 13, 15.0(2): what a lost piece costs


@pytest.mark.parametrize(
    ("piece", "cost"),
    [
        (panzer("x"), 2),
        (infantry("x"), 1),
        (infantry("x", nation="romanian"), 0),
        (infantry("x", kind="hq"), 2),
        (infantry("x", SOVIET), 0),
    ],
    ids=["german mechanised", "german other", "ally", "headquarters", "soviet"],
)
def test_15_0_2_losses(piece: object, cost: int) -> None:
    world, state = scene(board(), {"0606": [piece]})  # type: ignore[list-item]
    assert headquarters.price(world, state, "x", R) == cost
