"""Facts of the reference (storm_over_stalingrad.md), by its sections, as tables of cases."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.storm.rules.table import G, S, broken, do, rulings, said, table, under_fire
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.fire import points_left

# 3.8: face, points left, what is done; the rules that stand against it.
LOSSES = (
    ("fresh", 1, "spend", ()),
    ("fresh", 1, "drive", ("SEED 損傷2[2](2)",)),
    ("fresh", 1, "eliminate", ("SEED 損傷2[3]",)),
    ("fresh", 1, "retreat", ("SEED 損傷2[1](2)",)),
    ("fresh", 2, "drive", ()),
    ("fresh", 2, "eliminate", ("SEED 損傷2[3]",)),
    ("fresh", 3, "eliminate", ()),
    ("spent", 1, "spend", ("SEED 損傷2[1](1)",)),
    ("spent", 1, "retreat", ()),
    ("spent", 1, "eliminate", ("SEED 損傷2[2](1)",)),
    ("spent", 1, "drive", ("SEED 損傷2[2](2)",)),
    ("spent", 2, "eliminate", ()),
    ("spent", 2, "drive", ("SEED 損傷2[2](2)",)),
)


@pytest.mark.parametrize(("face", "count", "action", "expected"), LOSSES)
def test_3_8_the_loss_table(face: str, count: int, action: str, expected: tuple[str, ...]) -> None:
    position = under_fire(table(f"r2@silo{'!' if face == 'spent' else ''} a1@house"), "silo", count)
    actions: dict[str, a.Action] = {
        "spend": a.Spend(S, "r2"),
        "retreat": a.Retreat(S, "r2", ("station",)),
        "drive": a.Drive(S, "r2", ("station",)),
        "eliminate": a.Eliminate(S, "r2"),
    }
    assert broken(position, actions[action]) == expected


@pytest.mark.parametrize(("same", "german", "marked"), list(product((False, True), repeat=3)))
def test_3_7_the_terrain_is_lost_if_any_holds(same: bool, german: bool, marked: bool) -> None:
    """Fire on the Silo (3): from within it, in German hands, with a Soviet fire marker."""
    start = "silo" if same else "house"
    held = "silo" if german else "-silo"
    position = table(f"a1@{start} r2@silo", held=held, markers="silo:soviet" if marked else "")
    do(position, a.Fire(G, ("a1",), "silo"), a.Roll((3, 4)))
    assert position.toll is not None
    terrain = 0 if same or german or marked else 3
    assert points_left(position.toll, rulings(position)) == 5 + 7 - 6 - terrain


# 3.5: from where to where with how many points; own, enemy control, enemy units; what it costs.
COSTS = (
    ("own", "own", 1),
    ("own", "held", 2),
    ("own", "units", 2),
    ("own", "both", 2),
    ("held", "own", 2),
    ("units", "own", 2),
    ("both", "own", 2),
    ("held", "held", 3),
    ("units", "units", 3),
    ("both", "both", 3),
)


@pytest.mark.parametrize(("start", "goal", "price"), COSTS)
def test_3_5_what_a_step_costs(start: str, goal: str, price: int) -> None:
    """From the Park to the House, with units of one, two and three points."""
    for unit, points in (("i2", 1), ("a1", 2), ("a3", 3)):
        held, units = [], [f"{unit}@park"]
        for area, state, soviet in (("park", start, "r1"), ("house", goal, "r2")):
            held.append(area if state in ("own", "units") else f"-{area}")
            if state in ("units", "both"):
                units.append(f"{soviet}@{area}")
        position = table(" ".join(units), held=" ".join(held))
        found = said(position, a.Move(G, (unit,), ("house",)))
        assert (found == ()) == (points >= price), (unit, found)


def test_3_4_either_move_or_fire() -> None:
    position = do(table("a1@west r1@park"), a.Move(G, ("a1",), ("camp",)))
    assert "SEED 註4" in broken(position, a.Fire(G, ("a1",), "park"))


def test_3_1_the_target_counts_victory_areas_of_the_soviets() -> None:
    for lost, winner in (("", S), ("silo", G), ("silo works", G)):
        position = table("c2@west c3@west e1@north_ferry e2@north_ferry", held=lost, turn=6)
        position.phase = position.phase.ARRIVALS
        assert said(position, a.EndTurn(winner)) == ()
