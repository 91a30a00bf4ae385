"""A unit that retreats takes the place of a friend where it has no other way."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import due
from toolkit.rules.declared.actions import Action, Attack, Eliminate, End, Retreat, Roll

# Three French around C6 leave C7 only, and that is taken.
FRENCH = {"fr-1": "C5", "fr-gd": "D5", "fr-2": "B5", "au-1": "C6"}
DRIVEN: tuple[Action, ...] = (Attack(("fr-1", "fr-gd", "fr-2"), ("C6",)), Roll(("C6",), (1,)))


def _said(units: Units, *actions: Action) -> str:
    return broken("lindau", stage("lindau", 2, "french_combat", units), *DRIVEN, *actions)


def test_a_unit_without_another_way_takes_the_place_of_a_friend() -> None:
    assert _said({**FRENCH, "au-2": "C7"}, Retreat("au-1", ("C7",))) == "legal"
    assert _said({**FRENCH, "au-2": "C7"}, Eliminate("au-1")) == "5.10"


def test_a_unit_with_another_way_does_not() -> None:
    units = {"fr-1": "C5", "fr-gd": "D5", "au-1": "C6", "au-2": "C7"}
    attack = Attack(("fr-1", "fr-gd"), ("C6",))
    position = stage("lindau", 2, "french_combat", units)
    assert broken("lindau", position, attack, Roll(("C6",), (1,)), Retreat("au-1", ("C7",))) == "5.8"
    assert broken("lindau", position, Retreat("au-1", ("B6",))) == "legal"


@pytest.mark.parametrize(("end", "said"), [("D7", "legal"), ("C8", "legal"), ("B6", "3.4"), ("C9", "5.8")])
def test_the_friend_goes_on_one_hex(end: str, said: str) -> None:
    units = {**FRENCH, "au-2": "C7"}
    assert _said(units, Retreat("au-1", ("C7",)), Retreat("au-2", (end,))) == said


def test_it_goes_on_before_anything_else() -> None:
    position = stage("lindau", 2, "french_combat", {**FRENCH, "au-2": "C7"})
    assert broken("lindau", position, *DRIVEN, Retreat("au-1", ("C7",)), End("french")) == "5.8"
    asked = due(position)
    assert (asked.sides, asked.units, asked.clause) == (("austrian",), ("au-2",), "5.8")


def test_a_friend_displaces_another_if_it_must() -> None:
    around = {"au-2": "C7", "au-3": "D7", "au-4": "C8", "au-5": "B7"}
    pushed = (Retreat("au-1", ("C7",)), Retreat("au-2", ("C8",)))
    assert _said({**FRENCH, **around}, *pushed) == "legal"
    assert _said({**FRENCH, **around}, *pushed, End("french")) == "5.8"
    assert _said({**FRENCH, **around}, *pushed, Retreat("au-4", ("C9",)), End("french")) == "legal"


def test_nobody_is_displaced_who_has_nowhere_to_go() -> None:
    shut = {**FRENCH, "au-2": "C7", "fr-3": "B7", "fr-4": "C8", "fr-5": "D8"}
    assert _said(shut, Retreat("au-1", ("C7",))) == "5.8"
    assert _said(shut, Eliminate("au-1")) == "legal"


def test_who_is_pushed_out_of_reach_does_not_attack() -> None:
    position = stage("lindau", 2, "french_combat", {"fr-1": "C5", "fr-2": "C4", "au-1": "C6", "au-2": "C3"})
    game = rules("lindau")
    for action in (Attack(("fr-1",), ("C6",)), Attack(("fr-2",), ("C3",)), Roll(("C6",), (1,))):
        game.apply(position, action)
    game.apply(position, Retreat("fr-1", ("C4",)))
    game.apply(position, Retreat("fr-2", ("D5",)))
    game.apply(position, Roll(("C3",), (6,)))
    battle = position.battle
    assert battle is not None
    assert battle.engagement is not None
    assert battle.engagement.attackers == ()
    assert game.check(position, End("french")).outcome.value == "legal"
