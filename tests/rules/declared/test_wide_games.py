"""Impulses, states, weather, supply onto a railway: clauses of the two larger examples, kept and broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.declared.games import compiled, rules
from tests.rules.declared.stage import broken, stage
from toolkit.rules.declared import Position, rules_of
from toolkit.rules.declared.actions import Action, Attack, End, Move, Place, Roll
from toolkit.rules.declared.battles import column_of, engaged, strength
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.impulses import open_phase
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.supply import in_touch
from toolkit.rules.declared.winning import follow_states, score
from toolkit.rules.mechanisms.forces import ELIMINATED

# Impulses ----------------------------------------------------------------------------------------


def _day(units: dict[str, str], turn: int = 1) -> Position:
    position = stage("two_harbours", turn, "day", units)
    open_phase(position)
    return position


LANDED = {"la-1": "dunes", "la-2": "dunes", "la-3": "mill", "ga-1": "depot"}
FIRST = Move("la-1", ("old_harbour",))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([FIRST, Move("la-2", ("abbey",))], "legal"),
        ([FIRST, Move("la-3", ("abbey",))], "1.4"),
        ([FIRST, Move("ga-1", ("ridge",))], "1.3"),
        ([FIRST, End("landing"), Move("ga-1", ("ridge",))], "legal"),
        ([FIRST, End("landing"), End("garrison"), Move("la-1", ("dunes",))], "1.4"),
        ([FIRST, End("landing"), End("garrison"), Move("la-3", ("abbey",))], "legal"),
    ],
)
def test_a_side_acts_from_one_area_and_a_unit_once_a_day(actions: list[Action], said: str) -> None:
    assert broken("two_harbours", _day(LANDED), *actions) == said


def test_the_day_ends_when_both_pass() -> None:
    position = _day(LANDED)
    for action in (FIRST, End("landing"), End("garrison")):
        rules("two_harbours").apply(position, action)
    assert (position.turn, position.phase.id, position.passes) == (1, "day", 1)
    rules("two_harbours").apply(position, End("landing"))
    assert (position.turn, position.phase.id) == (2, "arrivals")


def test_who_has_no_place_in_an_impulse_need_not_attack_in_it() -> None:
    """A whole game of Two Harbours, in which units beside enemies must attack, comes to its end."""
    game = compiled("two_harbours")
    clause = replace(game.rules[0], number="3.9", mechanism="must_attack", parameters={"who": "units"})
    changed = rules_of(replace(game, rules=(*game.rules, clause)))
    position = changed.begin(game.setups[0].id, {})
    for action in changed.play(position, 1):
        assert changed.check(position, action).legal
        changed.apply(position, action)
    assert changed.over(position)


# States, points, the best of several -------------------------------------------------------------


@pytest.mark.parametrize(("lost", "column"), [(2, 3), (3, 2)])
def test_an_army_that_is_shaken_loses_a_column(lost: int, column: int) -> None:
    position = _day({"la-tank": "dunes", "ga-guard": "dunes"})
    for unit in ("la-1", "la-2", "la-3")[:lost]:
        position.put(unit, ELIMINATED)
    follow_states(position)
    assert column_of(position, engaged(position, ("la-tank",), ("dunes",)), settled(position)) == column


def test_a_state_that_lasts_outlives_its_cause() -> None:
    position = _day({})
    for unit in ("la-1", "la-2", "la-3"):
        position.put(unit, ELIMINATED)
    follow_states(position)
    position.put("la-1", "dunes")
    follow_states(position)
    assert position.kinds == {"shaken"}


def test_points_of_every_turn_are_kept() -> None:
    position = _day({}, turn=1)
    for action in (End("landing"), End("garrison")):
        rules("two_harbours").apply(position, action)
    # The Old Harbour, in which nothing has changed.
    assert (position.turn, score(position, "landing")) == (2, 1)
    position.control["new_harbour"] = "landing"
    assert score(position, "landing") == 1


@pytest.mark.parametrize(("place", "value"), [("depot", 6), ("abbey", 4), ("vineyards", 3)])
def test_the_better_of_two_kinds_of_cover_counts(place: str, value: int) -> None:
    position = _day({"la-tank": place, "ga-1": place})
    battle = engaged(position, ("la-tank",), (place,))
    assert strength(position, battle, "defender", settled(position)) == value


def test_nothing_touches_a_battery_that_fires_from_beside() -> None:
    """Of a battery and foot that lose a step together, the foot loses it; a battery alone loses none."""
    for attackers, owes in ((("la-gun", "la-1"), ("la-1",)), (("la-gun",), None)):
        stands = {"la-gun": "dunes", "la-1": "abbey"}
        enemies = {"ga-1": "abbey", "ga-tank": "abbey"}
        position = _day({unit: stands[unit] for unit in attackers} | enemies)
        for action in (Attack(attackers, ("abbey",)), Roll(("abbey",), (1,))):
            rules("two_harbours").apply(position, action)
        found = owed(position, position.battle, settled(position))
        assert (None if found is None else found.units) == owes


@pytest.mark.parametrize(
    ("goes", "said"),
    [
        ((), "4.3"),
        ((Move("la-gun", ("abbey", "mill")),), "legal"),  # who has gone away fights no more
    ],
)
def test_a_battery_in_its_own_area_fights_as_others_do(goes: tuple[Action, ...], said: str) -> None:
    position = _day({"la-gun": "dunes", "ga-1": "dunes"})
    attack = Attack(("la-gun",), ("dunes",))
    assert broken("two_harbours", position, attack, *goes, Roll(("dunes",), (1,)), End("landing")) == said


# Weather, rails, supply --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "unit", "path", "said"),
    [
        (1, "rus-1", ("1002", "0902"), "2.1"),  # the river costs one more
        (5, "rus-1", ("1002", "0902"), "legal"),  # it is frozen
        (1, "tk-1", ("0507",), "2.5"),
        (5, "tk-1", ("0507",), "legal"),
    ],
)
def test_rivers_and_swamps_freeze(turn: int, unit: str, path: tuple[str, ...], said: str) -> None:
    # Artillery, without a zone, keeps infantry beside it from going further.
    starts: dict[str, str | tuple[str, int]] = {"rus-1": ("1101", 1), "tk-1": "0407", "art-1": "1201"}
    position = stage("orel", turn, "sov_move", starts)
    # One more hex than the river lets a rifle corps go.
    path = (*path, "0901") if unit == "rus-1" else path
    assert broken("orel", position, Move(unit, path)) == said


def test_one_unit_a_turn_goes_by_rail() -> None:
    position = stage("orel", 2, "sov_rail", {"rus-1": "1405", "rus-2": "1305"})
    first, second = Move("rus-1", ("1305", "1205", "1105")), Move("rus-2", ("1205",))
    assert broken("orel", position.copy(), first) == "legal"
    assert broken("orel", position, first, second) == "2.16"


@pytest.mark.parametrize(("more", "said"), [(("0205", "0305", "0405", "0505", "0605"), "legal"), ((), "")])
def test_the_hex_where_a_unit_enters_is_paid_for(more: tuple[str, ...], said: str) -> None:
    position = stage("orel", 2, "ax_move", {})
    position.put("pz-2", "@waiting")
    path = more or ("0205", "0305", "0405", "0505", "0605", "0705")
    assert broken("orel", position, Place("pz-2", "0105", 2), Move("pz-2", path)) == (said or "2.1")


@pytest.mark.parametrize(
    ("place", "units", "fed"),
    [
        ("1201", {}, True),
        ("1101", {"pz-1": "1305"}, True),  # the railway is cut in the east, but Mtsensk is near the rest
        ("0901", {"pz-1": "1205", "pz-2": "1405"}, False),
        ("0101", {"pz-1": "1205"}, False),  # the railway there no longer leads east
    ],
)
def test_supply_is_traced_onto_a_railway(place: str, units: dict[str, str], fed: bool) -> None:
    position = stage("orel", 2, "sov_supply", {"rus-1": place, **units})
    assert in_touch(position, place, "supply", "soviet", settled(position)) is fed


def test_artillery_fires_from_two_hexes_away_but_in_mud() -> None:
    units = {"guns-1": "1107", "ger-1": "0907"}
    dry, mud = (stage("orel", turn, "sov_combat", units) for turn in (2, 3))
    attack = Attack(("guns-1",), ("0907",))
    assert (broken("orel", dry, attack), broken("orel", mud, attack)) == ("legal", "5.2")
