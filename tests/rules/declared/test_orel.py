"""Before Orel: aircraft, retreats at a price, hunger by turns, doors that are taken, marches."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import Position
from toolkit.rules.declared.actions import (
    Action,
    Advance,
    Attack,
    Eliminate,
    End,
    Lose,
    Move,
    Place,
    Retreat,
    Roll,
)
from toolkit.rules.declared.battles import column_of, engaged
from toolkit.rules.declared.choices import legal_actions, settled
from toolkit.rules.declared.retreating import Retreater
from toolkit.rules.mechanisms.forces import WAITING

NAME = "orel"


def _in(phase: str, units: Units, turn: int = 2, waiting: tuple[str, ...] = ()) -> Position:
    position = stage(NAME, turn, phase, units)
    for unit in waiting:
        position.put(unit, WAITING)
    return position


# Aircraft -----------------------------------------------------------------------------------------

AIR = ("luft-1", "luft-2", "vvs-1")


@pytest.mark.parametrize(
    ("turn", "actions", "said"),
    [
        (2, [Attack(("ger-1", "luft-1"), ("0605",))], "legal"),
        (2, [Attack(("ger-1", "luft-1", "luft-2"), ("0605",))], "legal"),
        (2, [Attack(("luft-1",), ("0605",))], "5.2a 5.7"),
        (2, [Attack(("ger-1", "vvs-1"), ("0605",))], "1.3"),
        (3, [Attack(("ger-1", "luft-1"), ("0605",))], "5.2a"),
        (2, [Attack(("ger-1", "luft-1"), ("0605",)), Roll(("0605",), (1, 6)),
             Attack(("ger-2", "luft-1"), ("0702",))], "5.3"),
        (2, [Attack(("ger-1", "luft-1"), ("0605",)), Roll(("0605",), (1, 6)),
             Attack(("ger-2", "luft-2"), ("0702",))], "legal"),
    ],
)  # fmt: skip
def test_each_aircraft_joins_one_attack_of_others(turn: int, actions: list[Action], said: str) -> None:
    # Seven at 1:1 or less asks the attackers for a step; with aircraft the column is another.
    there = {"ger-1": "0604", "ger-2": "0701", "rus-1": ("0605", 1), "rus-2": "0702"}
    position = _in("ax_combat", there, turn, AIR)
    for action in actions[:-1]:
        rules(NAME).apply(position, action)
        while owed := [one for one in legal_actions(position) if isinstance(one, Lose | Retreat)]:
            rules(NAME).apply(position, owed[0])
    assert broken(NAME, position, actions[-1]) == said


@pytest.mark.parametrize(("more", "column"), [((), 2), (("luft-1",), 3), (("luft-1", "luft-2"), 4)])
def test_each_aircraft_is_worth_a_column(more: tuple[str, ...], column: int) -> None:
    position = _in("ax_combat", {"pz-1": "0604", "rus-1": "0605"}, waiting=AIR)
    battle = engaged(position, ("pz-1", *more), ("0605",))
    assert column_of(position, battle, settled(position)) == column


def test_a_result_does_not_touch_aircraft_and_they_do_not_advance() -> None:
    position = _in("ax_combat", {"ger-1": "0604", "ger-5": "0604", "rus-1": "0605"}, waiting=AIR)
    battle: list[Action] = [Attack(("ger-1", "luft-1"), ("0605",)), Roll(("0605",), (1, 1))]
    assert broken(NAME, position, *battle, Lose("luft-1")) == "6.3"
    rules(NAME).apply(position, Lose("ger-1"))
    assert broken(NAME, position, Advance("ger-1", ("0605",))) == "6.15"
    assert broken(NAME, position, Advance("luft-1", ("0605",))) == "6.15"


# Retreats -----------------------------------------------------------------------------------------


def _beaten(total: tuple[int, int], units: Units, attackers: tuple[str, ...], target: str) -> Position:
    side = "ax" if attackers[0].startswith(("ger", "pz")) else "sov"
    position = _in(f"{side}_combat", units)
    for action in (Attack(attackers, (target,)), Roll((target,), total)):
        assert broken(NAME, position, action) == "legal"
        rules(NAME).apply(position, action)
    return position


OPEN = {"pz-1": "0606", "pz-2": "0606", "ger-1": "0607", "rus-1": "0706"}
STORM = ("pz-1", "pz-2", "ger-1")


def _ways(position: Position, unit: str) -> list[tuple[str, ...]]:
    found = (one for one in legal_actions(position) if isinstance(one, Retreat))
    return [one.path for one in found if one.unit == unit]


def test_a_step_is_worth_a_hex_of_the_retreat_of_a_whole_stack() -> None:
    """Eighteen to eight is 2:1, armour and infantry together 3:1: a seven is DR1."""
    position = _beaten((3, 4), OPEN | {"rus-2": "0706"}, STORM, "0706")
    back = Retreat("rus-1", ("0806",))
    assert broken(NAME, position.copy(), Lose("rus-2"), End("axis")) == "legal"
    assert broken(NAME, position.copy(), Lose("rus-1"), back) == "6.6"
    assert broken(NAME, position.copy(), Lose("rus-1", 2)) == "6.6"
    assert broken(NAME, position.copy(), back, Lose("rus-2")) == "6.6"
    assert broken(NAME, position.copy(), back, End("axis")) == "6.6"
    assert broken(NAME, position, back, Retreat("rus-2", ("0806",))) == "legal"


def test_a_part_of_a_longer_retreat_may_be_paid_with_steps() -> None:
    """Eighteen to four is 4:1, together 5:1: a seven is D1/DR2."""
    position = _beaten((3, 4), OPEN, STORM, "0706")
    assert broken(NAME, position.copy(), Retreat("rus-1", ("0806", "0906"))) == "6.4"
    rules(NAME).apply(position, Lose("rus-1"))
    assert broken(NAME, position.copy(), Retreat("rus-1", ("0806",))) == "6.11"
    assert broken(NAME, position.copy(), Eliminate("rus-1")) == "legal"
    assert all(len(way) == 2 for way in _ways(position, "rus-1"))
    assert broken(NAME, position, Retreat("rus-1", _ways(position, "rus-1")[0]), End("axis")) == "legal"


def test_attackers_retreat_or_lose_as_many_steps() -> None:
    """Three to five with eleven: AR1."""
    position = _beaten((5, 6), {"rus-1": "0706", "ger-1": "0606", "rus-2": "1305"}, ("rus-1",), "0606")
    assert broken(NAME, position.copy(), Lose("rus-1", 2)) == "6.5"
    assert broken(NAME, position.copy(), Lose("rus-1"), End("soviet")) == "legal"
    assert broken(NAME, position.copy(), Lose("rus-1"), Retreat("rus-1", ("0806",))) == "6.5"
    assert broken(NAME, position, End("soviet")) == "6.5"


def test_a_retreat_through_a_zone_costs_a_step() -> None:
    """Every hex around 0706 lies in a zone; the tanks are cut off and attack with three to five: AR1."""
    units = {"ger-1": "0606", "tk-1": "0706", "pz-1": "0807", "rus-3": "1305"}
    position = _beaten((5, 6), units, ("tk-1",), "0606")
    assert _ways(position, "tk-1") == [("0806",)]
    rules(NAME).apply(position, Retreat("tk-1", ("0806",)))
    assert broken(NAME, position.copy(), End("soviet")) == "3.4"
    assert broken(NAME, position.copy(), Lose("rus-3")) == "3.4"
    assert broken(NAME, position.copy(), Lose("tk-1", 2)) == "3.4"
    assert broken(NAME, position, Lose("tk-1"), End("soviet")) == "legal"


def test_a_friend_lifts_the_zone_of_a_retreat() -> None:
    units = {"ger-1": "0606", "rus-1": "0706", "pz-1": "0807", "rus-3": "0806"}
    position = _beaten((5, 6), units, ("rus-1",), "0606")
    assert broken(NAME, position, Retreat("rus-1", ("0806",)), End("soviet")) == "legal"


WALL = {"ger-1": "0606", "ger-3": "0807", "ger-4": "0707", "ger-5": "0705", "ger-6": "0607"}


def test_none_that_can_retreat_lose_the_steps() -> None:
    shut = _beaten((5, 6), WALL | {"tk-1": "0706", "ger-2": "0806"}, ("tk-1",), "0606")
    assert _ways(shut, "tk-1") == []
    assert broken(NAME, shut.copy(), End("soviet")) == "6.5"
    assert broken(NAME, shut.copy(), Lose("tk-1", 2)) == "6.5"
    assert broken(NAME, shut, Lose("tk-1"), End("soviet")) == "legal"


def test_one_that_cannot_retreat_when_another_has_loses_a_step() -> None:
    """In 0806 there is room for one step."""
    units = WALL | {"rus-1": "0706", "rus-2": ("0706", 1), "rus-3": "0806", "tk-1": ("0806", 1)}
    position = _beaten((5, 6), units, ("rus-1", "rus-2"), "0606")
    assert _ways(position, "rus-1") == []
    rules(NAME).apply(position, Retreat("rus-2", ("0806",)))
    assert broken(NAME, position.copy(), End("soviet")) == "6.14"
    assert broken(NAME, position.copy(), Lose("rus-1", 2)) == "6.14"
    assert broken(NAME, position, Lose("rus-1"), End("soviet")) == "legal"


# Supply -------------------------------------------------------------------------------------------

CUT = {"rus-1": "0901", "pz-1": "1205", "pz-2": "1405", "ger-1": "0105"}


def test_a_unit_starves_from_the_second_supply_phase_in_a_row_on() -> None:
    position = _in("ax_exploit", CUT, turn=1)
    rules(NAME).apply(position, End("axis"))
    assert (position.turn, position.phase.id) == (2, "sov_supply")
    assert broken(NAME, position.copy(), Lose("rus-1")) == "4.4"
    assert broken(NAME, position.copy(), End("soviet")) == "legal"
    while (position.turn, position.phase.id) != (3, "sov_supply"):
        rules(NAME).apply(position, End(position.phase.sides[0]))
    assert broken(NAME, position.copy(), End("soviet")) == "4.4"
    assert broken(NAME, position.copy(), Lose("rus-1"), End("soviet")) == "legal"
    position.put("pz-1", "0105")
    position.put("pz-2", "0103")
    assert broken(NAME, position, End("soviet")) == "legal"


@pytest.mark.parametrize(("turn", "said"), [(4, "legal"), (5, "4.5")])
def test_in_snow_the_axis_starves_at_once(turn: int, said: str) -> None:
    position = _in("sov_exploit", {"ger-1": "1205", "rus-1": "0105", "rus-2": "0901"}, turn=turn)
    rules(NAME).apply(position, End("soviet"))
    assert broken(NAME, position.copy(), End("axis")) == said
    assert broken(NAME, position.copy(), Lose("ger-1")) == ("4.4" if said == "legal" else "legal")
    assert broken(NAME, position, Lose("ger-1"), End("axis")) == "legal"


# Doors that are taken -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "units", "at", "said"),
    [
        (3, {}, "0105", "legal"),
        (3, {}, "0104", "1.6"),
        (3, {"rus-1": "0105"}, "0105", "1.6"),
        (3, {"rus-1": "0105"}, "0103", "1.6"),
        (4, {"rus-1": "0105"}, "0103", "legal"),
        (4, {"rus-1": "0105"}, "0107", "legal"),
        (4, {"rus-1": "0105"}, "0104", "1.6"),
        (4, {"rus-1": "0105"}, "0102", "1.6"),
        (4, {"rus-1": "0105", "guns-1": "0103", "rus-2": "0108"}, "0102", "legal"),
        (4, {"guns-1": "0106"}, "0105", "legal"),
    ],
)
def test_who_finds_the_door_taken_comes_later_beside_it(turn: int, units: Units, at: str, said: str) -> None:
    position = _in("ax_move", units, turn, ("pz-2", "pz-3"))
    assert broken(NAME, position, Place("pz-2", at, 2)) == said


# Marches ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemy", "length", "said"),
    [
        ("0101", 4, "legal"),
        ("0101", 5, "2.1"),
        ("1205", 4, "2.1"),
        ("1205", 3, "legal"),
        ("1103", 4, "legal"),
    ],
)
def test_infantry_away_from_enemies_goes_half_as_far_again(enemy: str, length: int, said: str) -> None:
    path = ("1306", "1307", "1308", "1208", "1207")[:length]
    position = _in("sov_move", {"rus-1": "1305", "guns-1": "1405", "art-1": enemy})
    assert broken(NAME, position, Move("rus-1", path)) == said


def test_a_drag_past_a_zone_is_taken_to_have_gone_the_way_that_costs_least() -> None:
    """3.4: to 0906 lead 0806, free, and 0807, beside armour."""
    position = _in("ax_combat", {"rus-1": "0706", "tk-1": "1308", "pz-1": "0808"})
    beside = Retreater(position, "rus-1", 2, settled(position))
    found = beside._cheapest({"0906": ("0807", "0906")}, lambda here, place: not beside.blocked(here, place))
    assert found == {"0906": ("0806", "0906")}
