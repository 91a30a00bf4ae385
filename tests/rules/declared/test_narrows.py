"""The Narrows: support from the next area and from off the coast, dice that each unit throws, forts first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.declared.games import begin, compiled, rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import Position, due, rules_of
from toolkit.rules.declared.actions import Action, Advance, Attack, End, Lose, Move, Retreat, Roll, Support
from toolkit.rules.declared.battles import column_of, engaged, strength
from toolkit.rules.declared.choices import settled
from toolkit.rules.mechanisms.forces import WAITING
from toolkit.source.rules import Clause

MOOR: Units = {"red-1": "moor", "blue-2": "moor", "blue-guns": "northport", "red-guns": "camp"}
ATTACK = Attack(("red-1",), ("moor",))


def _red(units: Units) -> Position:
    position = stage("narrows", 2, "red_combat", units)
    position.put("red-ship", WAITING)
    return position


def _moor(*actions: Action, more: Units | None = None) -> str:
    return broken("narrows", _red(MOOR | dict(more or {})), ATTACK, *actions)


@pytest.mark.parametrize(
    ("actions", "more", "said"),
    [
        ([Support("blue-guns", ("moor",))], {}, "legal"),
        ([Support("blue-guns", ("moor",))], {"blue-guns": "southport"}, "3.6"),
        ([Support("blue-2", ("moor",))], {}, "3.6"),
        ([Support("red-2", ("moor",))], {"red-2": "westfield"}, "3.7"),
        ([Support("red-guns", ("moor",))], {"blue-1": "westfield"}, "legal"),
        ([Support("red-guns", ("moor",))] * 2, {}, "3.7"),
        ([Support("red-ship", ("moor",))], {}, "legal"),
        ([Support("red-ship", ("moor",)), Support("blue-guns", ("moor",))], {}, "3.8"),
        ([Support("red-ship", ("moor",)), Support("red-guns", ("moor",))], {}, "legal"),
        ([Support("blue-guns", ("narrows",))], {}, "3.6"),
        ([Roll(("moor",), (6, 6, 6), "red-1"), Support("red-guns", ("moor",))], {}, "3.7"),
    ],
)
def test_who_supports_whom_and_from_where(actions: list[Action], more: Units, said: str) -> None:
    assert _moor(*actions, more=more) == said


def test_a_unit_supports_once_a_phase() -> None:
    units = MOOR | {"red-2": "westfield", "blue-1": "westfield"}
    second = [ATTACK, Attack(("red-2",), ("westfield",)), Support("red-guns", ("moor",))]
    assert broken("narrows", _red(units), *second, Support("red-guns", ("westfield",))) == "3.4"


FIRED = [Roll(("moor",), (6, 5, 1), "red-1"), Roll(("moor",), (5, 1, 1), "blue-2")]


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (FIRED, "legal"),
        ([FIRED[1], FIRED[0]], "legal"),
        ([FIRED[0], FIRED[0]], "3.10"),
        ([Roll(("moor",), (6,), "red-1"), Roll(("moor",), (5, 1), "red-1"), FIRED[1]], "legal"),
        ([Roll(("moor",), (7, 1, 1), "red-1")], "3.10"),
        ([Roll(("moor",), (1, 1), "blue-guns")], "3.9"),
        # Nothing else before all have thrown.
        ([FIRED[0], End("red")], "3.9"),
        ([FIRED[0], Lose("blue-2")], "3.9"),
        ([End("red")], "3.5"),
        # In hills only the six is a hit of the attacker; the five is one of the defender.
        ([*FIRED, Lose("blue-2")], "legal"),
        ([*FIRED, Lose("blue-2"), Lose("red-1")], "legal"),
        ([*FIRED, Lose("blue-2"), Lose("blue-2")], "3.14"),
        ([*FIRED, Lose("blue-2"), End("red")], "3.14"),
        ([*FIRED, Lose("blue-2", by="red")], "3.17"),
        ([*FIRED, Lose("blue-2"), Lose("red-1"), End("red")], "legal"),
    ],
)
def test_each_unit_throws_a_die_for_each_step_and_hits_cost_steps(actions: list[Action], said: str) -> None:
    assert _moor(*actions) == said


def test_guns_that_support_throw_as_well_and_shake_the_enemy() -> None:
    fired = [Support("blue-guns", ("moor",)), *FIRED, Roll(("moor",), (1, 1), "blue-guns")]
    assert _moor(*fired[:-1], Lose("blue-2")) == "3.11"
    answered = [*fired, Lose("blue-2"), Lose("red-1")]
    assert _moor(*answered, End("red")) == "3.15"
    assert _moor(*answered, Retreat("red-1", ("camp",))) == "legal"
    assert _moor(*answered, Retreat("red-1", ("camp", "westfield"))) == "3.18"


def test_a_fort_throws_first_and_who_is_gone_throws_no_more() -> None:
    units: Units = {"red-1": ("southport", 2), "red-2": ("southport", 1), "blue-fort-s": "southport"}
    attack = Attack(("red-1", "red-2"), ("southport",))
    at = ("southport",)
    position = _red(units)
    assert broken("narrows", position.copy(), attack, Roll(at, (6,), "red-1")) == "3.9"
    fort = [attack, Roll(at, (2, 3), "blue-fort-s")]
    assert broken("narrows", position.copy(), *fort, Roll(at, (6,), "red-2")) == "3.14"
    broken("narrows", position, *fort, Lose("red-2"), Roll(at, (6, 6), "red-1"))
    assert due(position).units == ("red-1",)
    assert broken("narrows", position.copy(), Roll(at, (6, 6), "red-2")) == "3.9"
    hit = [Roll(at, (6, 6), "red-1"), Lose("blue-fort-s")]
    assert broken("narrows", position.copy(), *hit, End("red")) == "3.14"
    assert broken("narrows", position, *hit, Lose("blue-fort-s"), End("red")) == "legal"


def test_battles_are_fought_one_after_the_other() -> None:
    both = [ATTACK, Attack(("red-2",), ("westfield",)), Roll(("moor",), (1, 1, 1), "red-1")]
    position = _red(MOOR | {"red-2": "westfield", "blue-1": "westfield"})
    assert broken("narrows", position, *both, Roll(("westfield",), (1, 1, 1), "red-2")) == "3.9"


def test_a_fort_stays_and_nobody_advances_without_a_clause() -> None:
    moves = stage("narrows", 2, "blue_movement", {"blue-fort-s": "southport"})
    assert broken("narrows", moves, Move("blue-fort-s", ("ridge",))) == "2.1 2.3"
    assert _moor(*FIRED, Lose("blue-2"), Lose("red-1"), Advance("red-1", ("moor",))) == "3.1"


# Support where a table decides ------------------------------------------------------------------


def _clause(number: str, mechanism: str, **parameters: object) -> Clause:
    return replace(compiled("lindau").rules[0], number=number, mechanism=mechanism, parameters=parameters)


@pytest.mark.parametrize(
    ("adds", "defence", "columns"), [("own", 4, 0), ("attack", 5, 0), ("nothing", 3, -1)]
)
def test_support_adds_its_strength_or_moves_the_column(adds: str, defence: int, columns: int) -> None:
    extra = [_clause("9.1", "support", units={"classes": ["guns"]}, range=2, adds=adds)]
    if columns:
        guns = {"classes": ["guns"], "side": "austrian"}
        extra.append(_clause("9.2", "shift", columns=columns, per=guns))
    game = rules_of(replace(compiled("lindau"), rules=(*compiled("lindau").rules, *extra)))
    position = stage("lindau", 2, "french_combat", {"fr-gd": "C3", "au-1": "D3", "au-guns": "E3"})
    before = column_of(position, engaged(position, ("fr-gd",), ("D3",)), settled(position))
    own = position.units["au-1"].face(1).defence
    guns_face = position.units["au-guns"].face(1)
    position.rules = game.begin("battle", {}).rules
    game.apply(position, Attack(("fr-gd",), ("D3",)))
    assert game.check(position, Support("au-guns", ("D3",))).legal
    assert not game.check(position, Support("fr-gd", ("D3",))).legal
    game.apply(position, Support("au-guns", ("D3",)))
    game.apply(position, Roll(("D3",), (6,)))
    fight = position.battles[0].engagement
    assert fight is not None
    added = {"own": guns_face.defence, "attack": guns_face.attack, "nothing": 0}[adds]
    assert strength(position, fight, "defender", settled(position)) == own + added
    if columns:
        assert column_of(position, fight, settled(position)) == max(before + columns, 0)
    assert defence


def test_a_game_by_chance_supports_and_throws() -> None:
    game, position = rules("narrows"), begin("narrows", "start")
    kinds = set()
    for action in game.play(position, 3):
        kinds.add(type(action).__name__)
        game.apply(position, action)
    assert {"Support", "Roll", "Lose", "Retreat", "Deal", "Play", "Reshuffle", "Discard"} <= kinds
