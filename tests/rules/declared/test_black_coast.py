"""Black Coast: dice for several things, transport, what units are in, advances that have to be made."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import begin, rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import Position
from toolkit.rules.declared.actions import (
    Action,
    Advance,
    Attack,
    Change,
    End,
    Move,
    Place,
    Retreat,
    Roll,
    Weather,
)
from toolkit.rules.declared.arriving import points_left
from toolkit.rules.declared.due import due
from toolkit.rules.mechanisms.forces import ELIMINATED, WAITING

NAME = "black_coast"
FAIR = {"": frozenset({"fair"}), "event": frozenset({"trains"})}


def _in(phase: str, units: Units, turn: int = 2, **rolled: str) -> Position:
    position = stage(NAME, turn, phase, units)
    position.weather = FAIR | {id.removeprefix("weather"): frozenset({kind}) for id, kind in rolled.items()}
    return position


# What is rolled for -------------------------------------------------------------------------------

DIE = {of: Weather("white", (4,), of) for of in ("", "event", "initiative", "landing")}


@pytest.mark.parametrize(
    ("turn", "rolled", "action", "said"),
    [
        (1, ["", "event"], End("white"), "1.5"),
        (1, ["", "event", "initiative"], End("white"), "legal"),
        (1, [], DIE["landing"], "1.6"),
        (2, ["", "event", "initiative"], End("white"), "1.6"),
        (2, ["event"], DIE["event"], "1.4"),
        (2, [], Weather("white", (7,), "event"), "1.4"),
        (2, [], Weather("red", (3,), "event"), "1.2"),
        (2, [], Weather("white", (3,), "mood"), "1.3a"),
        (4, ["event", "initiative", "landing"], End("white"), "1.3b"),
    ],
)
def test_each_thing_is_rolled_for_once_when_it_comes(
    turn: int, rolled: list[str], action: Action, said: str
) -> None:
    position = stage(NAME, turn, "fates", {"w-1": "0206"})
    assert broken(NAME, position, *(DIE[of] for of in rolled), action) == said


def test_the_table_of_the_season_counts() -> None:
    for turn, kinds in ((3, {"fair"}), (4, {"storm"})):
        position = stage(NAME, turn, "fates", {"w-1": "0206"})
        rules(NAME).apply(position, DIE[""])
        assert kinds <= position.kinds


@pytest.mark.parametrize(("die", "order"), [(3, ["red_first", "white"]), (4, ["white", "red"])])
def test_who_has_the_initiative_moves_first(die: int, order: list[str]) -> None:
    position, seen = begin(NAME, "start"), []
    for of in ("", "event", "initiative"):
        rules(NAME).apply(position, Weather("white", (die,), of))
    while position.turn == 1:
        rules(NAME).apply(position, End(position.phase.sides[0]))
        seen.append(position.phase.id)
    assert [id.removesuffix("_movement") for id in seen if id.endswith("movement")] == order


@pytest.mark.parametrize(("event", "white", "red"), [("help", 4, 3), ("levy", 2, 5), ("trains", 2, 3)])
def test_replacements_of_clauses_that_hold_are_added_up(event: str, white: int, red: int) -> None:
    position = _in("white_movement", {}, event=event)
    assert (points_left(position, "white"), points_left(position, "red")) == (white, red)


@pytest.mark.parametrize(("towns", "red"), [(3, 3), (2, 3), (1, 2), (0, 2)])
def test_half_replacements_for_what_is_held_are_dropped(towns: int, red: int) -> None:
    position = _in("red_movement", {})
    for town in ("0302", "0603", "0803")[towns:]:
        position.control[town] = "white"
    assert points_left(position, "red") == red


def test_a_state_by_what_is_held_comes_and_goes_when_phases_begin() -> None:
    position = stage(NAME, 2, "white_movement", {"r-1": "0207"})
    for holder, left in (("white", 2), ("red", 1), ("white", 2)):
        position.control["0206"] = holder
        while position.phase.id != "white_combat":
            rules(NAME).apply(position, End(position.phase.sides[0]))
        rules(NAME).apply(position, End("white"))
        assert ("own_coast" in position.states) == (holder == "white")
        assert points_left(position, "white") == left


@pytest.mark.parametrize(("turn", "white"), [(3, 0), (4, 3)])
def test_points_of_the_winter_are_scored_in_winter(turn: int, white: int) -> None:
    position = stage(NAME, turn, "red_combat", {})
    rules(NAME).apply(position, End("red"))
    assert (position.turn, position.scored["white"]) == (turn + 1, white)


def test_the_kornev_division_lands_when_the_die_says_so() -> None:
    for kind, said in (("landing", "legal"), ("calm", "4.2b")):
        position = _in("white_movement", {}, landing=kind)
        position.put("w-kornev", WAITING)
        assert broken(NAME, position, Place("w-kornev", "0206", 2)) == said


# Transport ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([Move("w-1", ("0905",))], "legal"),
        ([Move("w-1", ("0706",))], "legal"),
        ([Move("w-1", ("0905",)), Move("w-1", ("0904",))], "2.8"),
        ([Move("w-1", ("0207",))], "2.2"),
        ([Move("w-1", ("0205",)), Move("w-1", ("0206",)), Move("w-1", ("0905",))], "2.8"),
        ([Move("w-1", ("0804",))], "2.1"),
        ([Move("w-don", ("0905",))], "2.1"),
        ([Move("w-1", ("0905",)), Move("w-2", ("0706",)), Move("w-3", ("0706",))], "2.8a"),
        ([Move("w-1", ("0905",)), Move("w-2", ("0905",)), Move("w-3", ("0205",))], "legal"),
    ],
)
def test_foot_is_carried_from_port_to_port_or_beach(actions: list[Action], said: str) -> None:
    there = {"w-1": "0206", "w-2": "0206", "w-3": "0206", "w-don": "0206"}
    assert broken(NAME, _in("white_movement", there), *actions) == said


def test_nobody_is_carried_in_a_storm_or_where_the_enemy_is() -> None:
    over = Move("w-1", ("0905",))
    assert broken(NAME, _in("white_movement", {"w-1": "0206"}, weather="storm"), over) == "2.1"
    landed = _in("white_movement", {"w-1": "0206", "r-1": "0905"})
    assert broken(NAME, landed, over) == "2.1"
    landed.control["0905"] = "white"
    assert broken(NAME, landed, over) == "2.5"


# What units are in --------------------------------------------------------------------------------

DIG = Change("w-1", "dug_in")


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([DIG], "legal"),
        ([DIG, DIG], "2.9"),
        ([DIG, Change("w-1", "")], "legal"),
        ([Change("w-1", "")], "2.9"),
        ([Move("w-1", ("0204",)), DIG], "2.9"),
        ([DIG, Move("w-1", ("0204",)), Change("w-1", "")], "2.9"),
        ([Change("w-don", "dug_in")], "2.9"),
        ([Change("w-1", "disorder")], "3.5"),
        ([Change("r-1", "dug_in")], "1.2"),
        ([End("white"), DIG], "1.2"),
    ],
)
def test_foot_digs_in_that_has_not_moved(actions: list[Action], said: str) -> None:
    position = _in("white_movement", {"w-1": "0205", "w-don": "0205", "r-1": "0302"})
    assert broken(NAME, position, *actions) == said


def _attacked(die: int, *, dug_in: bool = True) -> Position:
    position = _in(
        "red_combat", {"w-1": "0205", "w-2": "0205", "r-1": "0204", "r-2": "0204", "r-horse": "0305"}
    )
    for unit in ("w-1", "w-2") if dug_in else ():
        position.status[unit] = "dug_in"
    for action in (Attack(("r-1", "r-2", "r-horse"), ("0205",)), Roll(("0205",), (die,))):
        rules(NAME).apply(position, action)
    return position


def test_who_is_dug_in_stays_where_others_retreat() -> None:
    """12 to 8 is 1:1, dug in 1:2: there a six is DR; without it a five."""
    assert broken(NAME, _attacked(6), End("red")) == "legal"
    shaken = _attacked(5, dug_in=False)
    assert broken(NAME, shaken.copy(), End("red")) == "3.4c"
    rules(NAME).apply(shaken, Retreat("w-1", ("0206",)))
    assert shaken.where["w-1"] == "0206"


def test_a_result_puts_units_in_disorder_until_their_own_combat_phase_ends() -> None:
    """1:1, a six: D."""
    position = _attacked(6, dug_in=False)
    (found,) = {due(position).actions}
    assert found == ("Change",)
    assert broken(NAME, position, End("red")) == "3.4d"
    for unit in ("w-1", "w-2"):
        assert broken(NAME, position, Change(unit, "dug_in")) == "3.4d"
        assert broken(NAME, position, Change(unit, "disorder")) == "legal"
        rules(NAME).apply(position, Change(unit, "disorder"))
    assert broken(NAME, position, End("red")) == "legal"
    position.go_to(3, "white_movement")
    position.begin_again()
    assert broken(NAME, position, Move("w-1", ("0206",))) == "3.5"
    assert broken(NAME, position, DIG) == "2.9"
    rules(NAME).apply(position, End("white"))
    assert broken(NAME, position, Attack(("w-1",), ("0204",))) == "3.5"
    rules(NAME).apply(position, End("white"))
    assert position.status == {}


def test_the_dead_are_in_nothing() -> None:
    position = _attacked(1)
    position.put("w-1", ELIMINATED)
    assert position.status == {"w-2": "dug_in"}


# Advances that have to be made --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (End("red"), "3.7"),
        (Attack(("r-2",), ("0206",)), "3.7"),
        (Advance("r-1", ("0205",)), "legal"),
        (Advance("r-leader", ("0205",)), "3.7"),
        (Advance("r-1", ("0105",)), "3.7"),
    ],
)
def test_somebody_has_to_enter_the_hex_that_was_left(action: Action, said: str) -> None:
    position = _in("red_combat", {"w-1": ("0205", 1), "r-1": "0204", "r-2": "0305", "r-leader": "0204"})
    attack: list[Action] = [Attack(("r-1", "r-leader"), ("0205",)), Roll(("0205",), (3,))]
    attack.append(Retreat("w-1", ("0206",)))
    assert broken(NAME, position, *attack, action) == said


def test_once_one_has_entered_the_second_may_stay() -> None:
    position = _in("red_combat", {"w-1": ("0205", 1), "r-1": "0204", "r-2": "0204"})
    attack: list[Action] = [Attack(("r-1", "r-2"), ("0205",)), Roll(("0205",), (2,))]
    attack.append(Retreat("w-1", ("0206",)))
    entered = [*attack, Advance("r-2", ("0205",))]
    assert broken(NAME, position.copy(), *entered, End("red")) == "legal"
    assert broken(NAME, position, *entered, Advance("r-1", ("0205",))) == "legal"
