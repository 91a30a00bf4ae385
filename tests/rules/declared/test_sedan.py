"""The Crossing at Sedan: overruns, a table for bombardment, one thing not after another, pursuit."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import rules
from tests.rules.declared.stage import broken, stage
from toolkit.rules.declared.actions import Action, Advance, Attack, Eliminate, End, Move, Retreat, Roll
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.outcomes import outcome_of

TANKS, GUNS = ("ger-10pz", "ger-1pz"), ("ger-art",)
OVERRUN = {"ger-10pz": "B5", "ger-1pz": "B5", "fre-5dlc": "B3", "fre-55": "G9"}
TO = (Move("ger-10pz", ("B4",)), Move("ger-1pz", ("B4",)))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([*TO, Attack(TANKS, ("B3",))], "legal"),
        ([*TO, Attack(TANKS, ("B3",)), Roll(("B3",), (6,)), Eliminate("fre-5dlc")], "legal"),
        ([*TO, Attack(TANKS, ("B3",)), Roll(("B3",), (1,)), End("german")], "legal"),
        ([TO[0], Attack(TANKS[:1], ("B3",)), Roll(("B3",), (1,)), End("german")], "6.11"),
        ([*TO, Move("ger-10pz", ("C4",))], "3.2 3.3"),
        ([Move("ger-10pz", ("D9",))], "2.1"),
    ],
)
def test_tanks_overrun_an_enemy_and_move_on(actions: list[Action], said: str) -> None:
    assert broken("sedan", stage("sedan", 2, "german_movement", OVERRUN), *actions) == said


@pytest.mark.parametrize(
    ("path", "said"), [(("B3", "C3", "C2", "C1"), "legal"), (("B3", "C3", "C2", "C1", "B1", "A1"), "2.1")]
)
def test_an_overrun_costs_two_points(path: tuple[str, ...], said: str) -> None:
    """4.1: with the enemy his zone is gone, and the tanks go on."""
    position = stage("sedan", 2, "german_movement", OVERRUN)
    done = (*TO, Attack(TANKS, ("B3",)), Roll(("B3",), (6,)), Eliminate("fre-5dlc"))
    assert broken("sedan", position, *done, Move("ger-10pz", path)) == said


@pytest.mark.parametrize(
    ("movers", "said"),
    [(("ger-10pz", "ger-1pz"), "legal"), (("ger-10pz",), "4.2"), (("ger-29", "ger-10pz", "ger-1pz"), "4.1")],
)
def test_an_overrun_is_for_tanks_and_needs_three_to_one(movers: tuple[str, ...], said: str) -> None:
    units = {**OVERRUN, "fre-5dlc": "B3", "fre-147": "B3", "ger-29": "B4", "ger-10pz": "B4", "ger-1pz": "B4"}
    assert broken("sedan", stage("sedan", 2, "german_movement", units), Attack(movers, ("B3",))) == said


def test_who_has_spent_his_points_overruns_nobody() -> None:
    """4.1: 1st Panzer has seven of its eight points behind it."""
    units = {"ger-1pz": "A10", "fre-art": "A2", "fre-55": "G9"}
    move = Move("ger-1pz", tuple(f"A{column}" for column in range(9, 2, -1)))
    position = stage("sedan", 2, "german_movement", units)
    assert broken("sedan", position, move, Attack(("ger-1pz",), ("A2",))) == "4.1"


BARRAGE = {"ger-art": "B5", "ger-29": "C5", "fre-55": "D5", "fre-71": "E6", "fre-147": "F4"}


@pytest.mark.parametrize(
    ("phase", "attack", "said"),
    [
        ("german_bombardment", Attack(GUNS, ("E6",)), "legal"),
        ("german_bombardment", Attack(GUNS, ("F4",)), "5.1"),
        ("german_bombardment", Attack(("ger-29",), ("D5",)), "5.1"),
        ("german_bombardment", Attack(GUNS, ("D5", "E6")), "6.5"),
        ("german_combat", Attack(GUNS, ("E6",)), "6.1"),
        ("german_combat", Attack(("ger-29",), ("D5",)), "legal"),
    ],
)
def test_artillery_bombards_in_its_phase_and_others_do_not(phase: str, attack: Attack, said: str) -> None:
    assert broken("sedan", stage("sedan", 2, phase, BARRAGE), attack) == said


@pytest.mark.parametrize(
    ("place", "units", "die", "cell"),
    [("D5", {}, 4, "-"), ("D5", {}, 5, "R"), ("D5", {"ger-24": "B6"}, 6, "R"), ("E6", {}, 5, "-")],
)
def test_the_strength_that_bombards_gives_the_column_and_woods_change_the_die(
    place: str, units: dict[str, str], die: int, cell: str
) -> None:
    position = stage("sedan", 2, "german_bombardment", {**BARRAGE, **units})
    for action in (Attack(GUNS, (place,)), Roll((place,), (die,))):
        rules("sedan").apply(position, action)
    assert position.battle is not None
    assert outcome_of(position, position.battle, settled(position)).cell == cell


def test_artillery_moves_or_fires_and_fires_once() -> None:
    """5.2, 5.3."""
    moved = Move("ger-art", ("C5",))
    near = {"ger-art": "B5", "ger-29": "C4", "fre-55": "D5"}
    assert broken("sedan", stage("sedan", 2, "german_movement", near), moved) == "legal"
    on = (End("german"),)
    position = stage("sedan", 2, "german_movement", near)
    assert broken("sedan", position, moved, *on, Attack(GUNS, ("D5",))) == "5.2"
    close = {**near, "ger-art": "C5"}
    fired = (Attack(GUNS, ("D5",)), Roll(("D5",), (1,)), End("german"))
    position = stage("sedan", 2, "german_bombardment", close)
    assert broken("sedan", position, *fired, Attack(GUNS, ("D5",))) == "5.3"
    # In the next turn all is new.
    position = stage("sedan", 2, "german_movement", {"ger-art": "B5", "fre-55": "F9"})
    ends = [End("german")] * 4 + [End("french")] * 4 + [End("german")]
    assert broken("sedan", position, moved, *ends, Attack(GUNS, ("F9",))) == "5.1"


PURSUIT = {"ger-29": "C4", "ger-1pz": "A5", "ger-24": "A7", "fre-55": "D3", "fre-71": "G9"}


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (Move("ger-1pz", ("A6", "A7", "A8", "A9")), "legal"),
        (Move("ger-1pz", ("A6", "A7", "A8", "A9", "A10")), "1.5"),
        (Move("ger-24", ("A8",)), "1.4"),
        (Move("ger-29", ("C5",)), "1.6"),
    ],
)
def test_only_who_has_not_attacked_pursues_with_half_his_points(move: Move, said: str) -> None:
    position = stage("sedan", 2, "german_combat", PURSUIT)
    fought = (Attack(("ger-29",), ("D3",)), Roll(("D3",), (5,)), Retreat("ger-29", ("B3",)))
    fought = (*fought[:2], Retreat("ger-29", ("B4",)))
    assert broken("sedan", position, *fought, End("german"), move) == said


def test_nobody_advances_after_a_bombardment() -> None:
    position = stage("sedan", 2, "german_bombardment", {"ger-art": "C5", "fre-55": "D5"})
    fired = (Attack(GUNS, ("D5",)), Roll(("D5",), (6,)), Retreat("fre-55", ("E5",)))
    assert broken("sedan", position, *fired, Advance("ger-art", ("D5",))) == "6.18"


def test_nothing_comes_of_a_battle_that_is_rolled_in_a_phase_without_battles() -> None:
    """A stranger's log may hold one: no table decides it."""
    position = stage("sedan", 2, "german_pursuit", OVERRUN)
    fight = (*TO, Attack(TANKS, ("B3",)), Roll(("B3",), (6,)))
    assert broken("sedan", position, *fight, Eliminate("fre-5dlc")) == "1.2"
    assert broken("sedan", position, End("german")) == "legal"
