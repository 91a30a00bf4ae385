"""Declared games are played by chance to their ends, written, read, copied and judged."""

from __future__ import annotations

import json

import pytest

from tests.rules.declared.games import FOLDERS, begin, compiled, defaults, rules
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import due, rules_of
from toolkit.rules.declared.actions import End, Move
from toolkit.rules.declared.choices import legal_actions, ways
from toolkit.rules.verdict import Basis, Outcome


@pytest.mark.parametrize("name", FOLDERS)
def test_a_game_by_chance_is_legal_to_its_end(name: str) -> None:
    for setup in compiled(name).setups:
        _play_to_the_end(name, setup.id)


def _play_to_the_end(name: str, setup: str) -> None:
    game, position = rules(name), begin(name, setup)
    kinds = set()
    for action in game.play(position, 1):
        assert game.check(position, action).outcome is Outcome.LEGAL, action
        assert game.read(json.loads(json.dumps(game.write(action)))) == action
        kinds.add(type(action).__name__)
        assert type(action).__name__ in due(position).actions
        game.apply(position, action)
        assert game.faults(position) == []
    assert game.over(position)
    assert due(position).sides == ()
    assert {"Move", "Attack", "Roll", "End"} <= kinds
    assert game.check(position, End(position.rules.sides[0])).outcome is Outcome.ILLEGAL


@pytest.mark.parametrize("name", FOLDERS)
def test_the_same_seed_gives_the_same_game_and_a_copy_is_a_position_of_its_own(name: str) -> None:
    game = rules(name)
    setup = compiled(name).setups[0].id
    one, other = begin(name, setup), begin(name, setup)
    for count, (first, second) in enumerate(zip(game.play(one, 5), game.play(other, 5), strict=True)):
        assert first == second
        before = one.copy()
        game.apply(one, first)
        game.apply(other, second)
        assert one.key() == other.key()
        assert before.key() != one.key()
        if count > 60:
            break


@pytest.mark.parametrize("name", FOLDERS)
def test_a_game_that_went_through_json_has_the_same_rules(name: str) -> None:
    game = compiled(name)
    again = CompiledGame.from_json(json.loads(game.to_bytes()))
    assert again.digest == game.digest
    assert again.rules == game.rules
    assert [entry.number for entry in rules_of(again).book] == [c.number for c in game.rules]


@pytest.mark.parametrize("name", FOLDERS)
def test_what_is_called_legal_is_legal(name: str) -> None:
    game, position = rules(name), begin(name, compiled(name).setups[0].id)
    for count, action in enumerate(game.play(position, 2)):
        if count % 40 == 7:
            for other in legal_actions(position):
                assert game.check(position, other).legal
        game.apply(position, action)


def test_ways_are_moves() -> None:
    position = begin("lindau", "battle")
    found = ways(position, "fr-hus")
    assert len(found) > 20
    for path in found.values():
        assert rules("lindau").check(position, Move("fr-hus", path)).legal


def test_what_a_verdict_rests_on() -> None:
    position = begin("battle_for_moscow", "october-1941")
    far = Move("ger-v", ("0102", "0101"))
    verdict = rules("battle_for_moscow").check(position, far)
    assert verdict.basis in (Basis.RULES, Basis.SOURCED)
    made_up = rules("lindau").check(begin("lindau", "battle"), Move("fr-1", ("C3",)))
    assert (made_up.rules, made_up.basis) == (("2.8",), Basis.RULES)


def test_unclear_points_are_explored_until_they_are_fixed() -> None:
    game = rules("battle_for_moscow")
    position = game.begin("october-1941", {})
    assert position.rules.points.values["U-01"] == ("before", "after")
    assert begin("battle_for_moscow", "october-1941").rules.points.values["U-01"] == ("before",)
    assert defaults("battle_for_moscow")["U-02"] == "stands"


def test_units_that_a_scenario_leaves_out_take_no_part() -> None:
    position = begin("lindau", "rearguard")
    assert position.where["fr-gd"] == "@absent"
    assert position.where["au-drag"] == "@waiting"
