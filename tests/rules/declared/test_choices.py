"""Whom and where a clause binds: each value of such a parameter gives another verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.rules.declared.games import compiled
from tests.rules.declared.stage import Units, stage
from toolkit.rules.declared import rules_of
from toolkit.rules.declared.actions import (
    Action,
    Advance,
    Attack,
    Eliminate,
    End,
    Lose,
    Place,
    Retreat,
    Roll,
)
from toolkit.rules.declared.battles import column_of, engaged
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.position import Position
from toolkit.rules.mechanisms.board import Places
from toolkit.rules.mechanisms.forces import ELIMINATED
from toolkit.rules.protocol import Game

B3 = ("B3",)
AWAY, FOLLOWS = Retreat("au-hus", ("B4", "B5")), Advance("fr-1", B3)
HORSE = {"classes": ["horse"]}
Clauses = Mapping[str, Mapping[str, Any]]


def _with(name: str, clauses: Clauses) -> Game[Position, Action]:
    """Return a game with parameters of its clauses changed, or more clauses at the end."""
    game = compiled(name)
    known = {clause.number for clause in game.rules}
    rules = [
        replace(clause, parameters={**clause.parameters, **clauses.get(clause.number, {})})
        for clause in game.rules
    ]
    for number, stated in clauses.items():
        if number not in known:
            rest = {key: value for key, value in stated.items() if key != "mechanism"}
            rules.append(
                replace(game.rules[-1], number=number, mechanism=stated["mechanism"], parameters=rest)
            )
    return rules_of(replace(game, rules=tuple(rules)))


def _said(clauses: Clauses, units: Units, *actions: Action) -> tuple[str, str]:
    """Return the clauses that the last action breaks in Lindau's French combat, and why."""
    game, position = _with("lindau", clauses), stage("lindau", 2, "french_combat", units)
    position.rules = game.begin("battle", {}).rules
    for action in actions[:-1]:
        game.apply(position, action)
    verdict = game.check(position, actions[-1])
    return " ".join(verdict.rules) or verdict.outcome.value, verdict.reason


@pytest.mark.parametrize(
    ("doing", "withdraws", "follows"),
    [("move", "legal", "legal"), ("retreat", "9.9", "legal"), ("advance", "legal", "9.9")],
)
def test_what_is_closed_to_moves_retreats_and_advances(doing: str, withdraws: str, follows: str) -> None:
    closed = {"9.9": {"mechanism": "closed", "places": {"ids": ["B3", "B4"]}, "doing": [doing]}}
    units = {"fr-1": "B2", "au-hus": "B3"}
    attack = Attack(("fr-1",), B3)
    assert _said(closed, units, attack, AWAY)[0] == withdraws
    assert _said(closed, units, attack, AWAY, FOLLOWS)[0] == follows


@pytest.mark.parametrize(
    ("zone", "in_zone", "said"),
    [("horse", False, "4.2 4.3"), ("horse", True, "legal"), ("foot", True, "4.2 4.3")],
)
def test_who_stands_in_a_zone_must_attack(zone: str, in_zone: bool, said: str) -> None:
    clauses = {n: {"in_zone": in_zone} for n in ("4.2", "4.3")} | {"3.1": {"units": {"classes": [zone]}}}
    assert _said(clauses, {"fr-1": "B2", "au-1": "B3"}, End("french"))[0] == said


@pytest.mark.parametrize(("units", "said"), [({}, "5.3"), (HORSE, "legal")])
def test_a_result_for_some_of_a_side(units: Mapping[str, Any], said: str) -> None:
    """Attackers retreat: the horse, or the foot as well."""
    result = {"5.3": {"does": [{"to": "attacker", "retreat": 1, **({"units": units} if units else {})}]}}
    beside = {"fr-5": "B2", "fr-hus": "A3", "au-gren": "B3"}
    fight = (Attack(("fr-5", "fr-hus"), B3), Roll(B3, (1,)), Retreat("fr-hus", ("A2",)))
    assert _said(result, beside, *fight, End("french"))[0] == said


@pytest.mark.parametrize(("last", "said"), [({"classes": ["guard"]}, "5.6"), (HORSE, "legal")])
def test_who_is_lost_last(last: Mapping[str, Any], said: str) -> None:
    """Of the foot and the guard one is lost in an exchange."""
    choice = {"9.9": {"mechanism": "loss_choice", "by": "owner", "last": last}}
    beside = {"fr-1": "B2", "fr-gd": "A3", "au-hus": "B3"}
    fight = (Attack(("fr-1", "fr-gd"), B3), Roll(B3, (2,)), Eliminate("au-hus"))
    assert _said(choice, beside, *fight, Lose("fr-gd"))[0] == said
    assert _said(choice, beside, *fight, Lose("fr-1"))[0] == "legal"


@pytest.mark.parametrize(
    ("joins", "guns", "said"), [("any", "A3", "legal"), ("stack", "A3", "4.1a"), ("stack", "B2", "legal")]
)
def test_whom_those_join_that_do_not_attack_alone(joins: str, guns: str, said: str) -> None:
    clauses: Clauses = {
        "4.1": {"units": {"not_classes": ["guns"]}},
        "4.1a": {"alone": False, "joins": joins, "undisturbed": False},
    }
    units = {"fr-1": "B2", "fr-guns": guns, "au-1": "B3"}
    assert _said(clauses, units, Attack(("fr-1", "fr-guns"), B3))[0] == said
    assert _said(clauses, units, Attack(("fr-1",), B3))[0] == "legal"


@pytest.mark.parametrize(("among", "columns"), [("attacker", 1), ("defender", 2), ("supporter", 0)])
def test_which_units_of_a_battle_shift_its_column(among: str, columns: int) -> None:
    shift = {"9.9": {"mechanism": "shift", "columns": 1, "per": HORSE, "among": [among]}}
    units = {"fr-5": "B2", "fr-hus": "A3", "au-hus": "B3", "au-drag": "B3"}
    position = stage("lindau", 2, "french_combat", units)
    battle = engaged(position, ("fr-5", "fr-hus"), B3)
    before = column_of(position, battle, settled(position))
    position.rules = _with("lindau", shift).begin("battle", {}).rules
    assert column_of(position, battle, settled(position)) - before == columns


def test_places_in_one_of_several_lists() -> None:
    board = stage("lindau", 2, "french_combat", {}).board
    woods, towns = Places(terrain=("forest",)), Places(towns=("town",))
    either = Places(terrain=("forest",), towns=("town",), either=True)
    assert board.chosen(either) == board.chosen(woods) | board.chosen(towns)
    assert board.chosen(replace(either, not_ids=tuple(board.chosen(woods)))) < board.chosen(towns) | {""}
    assert board.chosen(replace(either, either=False)) == board.chosen(woods) & board.chosen(towns)


def test_a_set_up_keeps_the_limit_of_stacking() -> None:
    """Nobody can move before the phase ends, so that it could never end."""
    free = {"0.6a": {"each": None}, "0.6b": {"each": None}}
    game = _with("battle_for_moscow", free)
    position = game.begin("", {})
    first, second = (unit.id for unit in list(position.units.values())[1:3])
    place = sorted(position.board.chosen(Places(features=("setup:Germans",))))[0]
    assert game.check(position, Place(first, place, 2)).legal
    game.apply(position, Place(first, place, 2))
    assert game.check(position, Place(second, place, 2)).rules == ("2.1d",)


@pytest.mark.parametrize(
    ("units", "unit", "place", "why"),
    [
        ({"fr-guns": "D2", "au-1": "D4"}, "fr-guns", "D4", "does not see D4"),
        ({"fr-guns": "B1", "au-1": "B3", "au-2": "C1"}, "fr-guns", "B3", "an enemy is beside"),
        ({"fr-1": "B1", "au-1": "B3"}, "fr-1", "B3", "is too far from"),
        ({"fr-1": "B1"}, "fr-1", "B2", "reaches no enemy in B2"),
        ({"fr-hus": "B2", "au-1": "B3"}, "fr-hus", "B3", "Hussars may not attack"),
        ({"fr-1": "B2", "au-1": "B3"}, "fr-1", "B3", "B3 is not attacked"),
    ],
)
def test_why_a_unit_may_not_attack(units: Units, unit: str, place: str, why: str) -> None:
    no_horse = {"units": {"not_ids": ["fr-hus"]}}
    spared = {"not_into": {"ids": ["B3"]}} if why.startswith("B3") else {}
    assert why in _said({"4.1": {**no_horse, **spared}}, units, Attack((unit,), (place,)))[1]


def test_nobody_withdraws_from_a_battle_that_nobody_fights() -> None:
    """A stranger's log may declare one."""
    said, _ = _said({}, {"fr-1": "B2", "au-hus": "B3"}, Attack((), B3), AWAY)
    assert said not in ("legal", ELIMINATED)
