"""Clauses of common kinds, each legal and broken, as the small games have them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rules.declared.games import FOLDERS, compiled, rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import battles, rules_of
from toolkit.rules.declared.actions import (
    Action,
    Advance,
    Attack,
    Eliminate,
    End,
    Lose,
    Move,
    Retreat,
    Roll,
)
from toolkit.rules.declared.advancing import judge_advance
from toolkit.rules.declared.battles import column_of, engaged, supply_factors
from toolkit.rules.declared.choices import answers, settled
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.declared.winning import decide
from toolkit.rules.mechanisms.forces import ELIMINATED, EXITED
from toolkit.rules.mechanisms.lines import OutOfLine

if TYPE_CHECKING:
    from toolkit.rules.declared import Position
    from toolkit.rules.protocol import Game


def _french(units: Units) -> Position:
    return stage("lindau", 2, "french_combat", units)


def _red(phase: str, units: Units) -> Position:
    return stage("area", 2, phase, units)


# Marches -----------------------------------------------------------------------------------------

ROAD = ("B4", "C4", "D4", "E5", "F4", "G5", "H4", "I4", "J3", "K3", "L3")


@pytest.mark.parametrize(
    ("unit", "moves", "enemy", "said"),
    [
        # Foot has four points, a hex along the road costs half of one.
        ("fr-1", [ROAD[:10]], "L8", "legal"),
        ("fr-1", [ROAD], "L8", "2.1"),
        ("fr-1", [ROAD[:4], ROAD[4:10]], "L8", "legal"),
        ("fr-1", [(*ROAD[:8], "J4")], "L8", "2.1"),
        ("fr-1", [ROAD[:10]], "L2", "2.1"),
        ("fr-1", [ROAD[:7]], "I5", "legal"),
        ("fr-guns", [ROAD[:7]], "L8", "2.1"),
    ],
)
def test_foot_marches_further_along_roads(
    unit: str, moves: list[tuple[str, ...]], enemy: str, said: str
) -> None:
    position = stage("lindau", 2, "french_movement", {unit: "A4", "au-1": enemy})
    assert broken("lindau", position, *(Move(unit, path) for path in moves)) == said


# Attacks from afar -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "target", "said"),
    [("fr-guns", "B3", "legal"), ("fr-guns", "B4", "4.1"), ("fr-1", "B3", "4.1")],
)
def test_artillery_attacks_two_hexes_away(unit: str, target: str, said: str) -> None:
    position = _french({unit: "B1", "au-1": target})
    assert broken("lindau", position, Attack((unit,), (target,))) == said


@pytest.mark.parametrize(
    ("guns", "target", "more", "said"),
    [
        # Straight over D3, woods; between D3 and D4, which is clear; straight over D2, woods.
        ("D2", "D4", {}, "4.1a"),
        ("C4", "E4", {}, "legal"),
        ("C2", "E3", {}, "4.1a"),
        ("B1", "B3", {"au-2": "C1"}, "4.1a"),
        ("B1", "B3", {"au-2": "D1"}, "legal"),
    ],
)
def test_artillery_fires_where_it_sees_and_nobody_is_beside_it(
    guns: str, target: str, more: Units, said: str
) -> None:
    position = _french({"fr-guns": guns, "au-1": target, **more})
    assert broken("lindau", position, Attack(("fr-guns",), (target,))) == said


def test_nobody_has_to_attack_from_afar() -> None:
    assert broken("lindau", _french({"fr-guns": "B1", "au-1": "B3"}), End("french")) == "legal"
    assert broken("lindau", _french({"fr-guns": "B2", "au-1": "B3"}), End("french")) == "4.2 4.3"


def test_a_result_does_not_touch_artillery_that_is_far_away() -> None:
    weak = {"fr-guns": "B1", "au-1": "B3"}
    position = _french(weak)
    attack: list[Action] = [Attack(("fr-guns",), ("B3",)), Roll(("B3",), (1,))]
    assert broken("lindau", position, *attack, Eliminate("fr-guns")) == "5.3"
    assert broken("lindau", position, End("french")) == "legal"
    beside = _french({"fr-guns": "B2", "au-1": "B3"})
    assert broken("lindau", beside, *attack, End("french")) == "5.3"


# Withdrawals -------------------------------------------------------------------------------------

AWAY = Retreat("au-hus", ("B4", "B5"))


@pytest.mark.parametrize(
    ("attackers", "actions", "said"),
    [
        (("fr-1",), [AWAY], "legal"),
        (("fr-1",), [Retreat("au-hus", ("B4",))], "5.8"),
        (("fr-1",), [Retreat("au-hus", ("B4", "B5"), "french")], "4.7a"),
        (("fr-1", "fr-hus"), [AWAY], "4.7a"),
        (("fr-1",), [AWAY, Roll(("B3",), (1,))], "4.7"),
        (("fr-1",), [AWAY, Advance("fr-1", ("B3",))], "legal"),
        (("fr-1",), [AWAY, End("french")], "legal"),
        (("fr-1",), [End("french")], "4.7"),
        (("fr-1",), [Roll(("B3",), (1,)), AWAY], "5.6"),
    ],
)
def test_horse_withdraws_before_the_roll(
    attackers: tuple[str, ...], actions: list[Action], said: str
) -> None:
    position = _french({"fr-1": "B2", "fr-hus": "A3", "au-hus": "B3"})
    assert broken("lindau", position, Attack(attackers, ("B3",)), *actions) == said


def test_foot_does_not_withdraw_and_stays_when_horse_beside_it_does() -> None:
    position = _french({"fr-1": "B2", "au-1": "B3", "au-hus": "B3"})
    attack = Attack(("fr-1",), ("B3",))
    assert broken("lindau", position.copy(), attack, Retreat("au-1", ("B4", "B5"))) == "4.7a"
    assert broken("lindau", position.copy(), attack, AWAY, End("french")) == "4.7"
    assert broken("lindau", position, attack, AWAY, Roll(("B3",), (1,))) == "legal"


# What must be attacked ---------------------------------------------------------------------------


def test_an_enemy_that_was_attacked_need_not_be_attacked_where_it_retreated_to() -> None:
    position = _french({"fr-gd": "C3", "fr-1": "E4", "au-hus": "D3"})
    attack: list[Action] = [Attack(("fr-gd",), ("D3",)), Roll(("D3",), (2,))]
    for action in attack:
        broken("lindau", position, action, End("french"))
    position.put("au-hus", "E3")
    position.battles[0].answers[:] = [("retreat", "au-hus")]
    assert owed(position, position.battle, settled(position)) is None
    assert broken("lindau", position, End("french")) == "legal"
    assert broken("lindau", position, Attack(("fr-1",), ("E3",))) == "4.5"


def _without_limit(number: str) -> Game[Position, Action]:
    """Return Lindau without one clause."""
    game = compiled("lindau")
    return rules_of(replace(game, rules=tuple(clause for clause in game.rules if clause.number != number)))


@pytest.mark.parametrize(
    ("targets", "said"), [(("D3", "C4"), "legal"), (("D3",), "illegal 4.3"), (("C4",), "illegal 4.3")]
)
def test_one_unit_beside_two_enemies_attacks_both_where_a_battle_may_be_about_several_hexes(
    targets: tuple[str, ...], said: str
) -> None:
    game = _without_limit("4.6")
    position = _french({"fr-gd": "C3", "au-hus": "D3", "au-drag": "C4"})
    position.rules = game.begin("battle", {}).rules
    attack = Attack(("fr-gd",), targets)
    assert game.check(position, attack).legal
    game.apply(position, attack)
    game.apply(position, Roll(targets, (5,)))
    position.battles[0].answers.clear()
    while (found := owed(position, position.battle, settled(position))) is not None:
        one = next(action for action in answers(position, found, settled(position)))
        game.apply(position, one)
    verdict = game.check(position, End("french"))
    assert f"{verdict.outcome.value} {' '.join(verdict.rules)}".strip() == said


def test_who_may_not_attack_or_is_too_weak_need_not() -> None:
    units = {"red-horse": "heath", "blue-1": "heath", "blue-2": "heath", "blue-horse": "heath"}
    assert broken("area", _red("red_combat", units), End("red")) == "4.2"
    barred = replace(
        compiled("area"),
        rules=tuple(
            replace(clause, parameters={"phases": ["red_combat"], "units": {"classes": ["foot"]}})
            if clause.number == "3.3"
            else clause
            for clause in compiled("area").rules
        ),
    )
    position = _red("red_combat", units)
    position.rules = rules_of(barred).begin("start", {}).rules
    assert rules_of(barred).check(position, End("red")).legal


# Modifiers ---------------------------------------------------------------------------------------


def _column(units: Units, attackers: tuple[str, ...], target: str) -> int:
    position = _french(units)
    return column_of(position, engaged(position, attackers, (target,)), settled(position))


def test_foot_and_horse_together_gain_a_column() -> None:
    both = {"fr-5": "D5", "fr-drag": "C5", "fr-4": "D4", "au-1": "D6"}
    assert _column(both, ("fr-5", "fr-drag"), "D6") == 3  # 6 to 5, and one column
    assert _column(both | {"fr-drag": "A1"}, ("fr-5", "fr-1"), "D6") == 1


# Advances ----------------------------------------------------------------------------------------


def test_horse_advances_further_than_foot() -> None:
    for unit, said in (("fr-cuir", "legal"), ("fr-2", "5.11")):
        position = _french({unit: "C3", "au-hus": "D3", "fr-gd": "C4", "fr-1": "D4"})
        before: list[Action] = [Attack(("fr-gd", unit), ("D3",)), Roll(("D3",), (6,))]
        for action in before:
            broken("lindau", position, action, End("french"))
        position.put("au-hus", ELIMINATED)
        assert broken("lindau", position, Advance(unit, ("D3", "E3"))) == said


def test_nobody_advances_from_where_nobody_attacked() -> None:
    """A stranger's log may hold an advance after a battle of no attackers: no place is named."""
    position = _french({"fr-gd": "C4", "au-hus": "D3"})
    rules("lindau").apply(position, Attack(("fr-gd",), ("D3",)))
    rules("lindau").apply(position, Roll(("D3",), (6,)))
    battle = position.battle
    assert battle is not None
    assert battle.engagement is not None
    battle.engagement = replace(battle.engagement, attackers=())
    found = judge_advance(position, Advance("au-hus", ("C4",)))
    assert all("begins with" not in breach.reason for breach in found)


# Victory -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lost", "winner"), [(2, "french"), (3, "")])
def test_a_victory_that_needs_two_things(lost: int, winner: str) -> None:
    position = stage("lindau", 2, "french_movement", {})
    for unit in ("fr-1", "fr-2", "fr-3"):
        position.put(unit, EXITED)
    for unit in ("fr-4", "fr-5", "fr-hus")[:lost]:
        position.put(unit, ELIMINATED)
    decide(position, ended=None)
    assert position.winner == winner


@pytest.mark.parametrize(
    ("held", "lost", "told"),
    [
        (("westport", "crossing", "market"), 0, "red decisive"),
        (("westport", "market"), 2, "red marginal"),
        (("westport", "market"), 3, "blue marginal"),
        (("westport", "crossing"), 0, "blue marginal"),
        (("westport",), 0, "blue decisive"),
    ],
)
def test_a_table_of_victories(held: tuple[str, ...], lost: int, told: str) -> None:
    position = _red("blue_supply", {})
    for place in position.control:
        position.control[place] = "red" if place in held else "blue"
    for unit in ("red-1", "red-2", "red-3")[:lost]:
        position.put(unit, ELIMINATED)
    position.over = True
    decide(position, ended=position.turn)
    assert f"{position.winner} {position.level}" == told


# Areas -------------------------------------------------------------------------------------------


def test_a_unit_that_comes_upon_enemies_stops_and_may_leave_later() -> None:
    units = {"red-horse": "westport", "blue-2": "heath"}
    assert broken("area", _red("red_movement", units), Move("red-horse", ("heath",))) == "legal"
    assert broken("area", _red("red_movement", units), Move("red-horse", ("heath", "crossing"))) == "2.4"
    among = {"red-horse": "heath", "blue-2": "heath"}
    assert broken("area", _red("red_movement", among), Move("red-horse", ("crossing",))) == "legal"


def test_units_fight_where_they_stand() -> None:
    units = {"red-1": "heath", "blue-2": "heath", "blue-1": "crossing"}
    assert broken("area", _red("red_combat", units), Attack(("red-1",), ("heath",))) == "legal"
    assert broken("area", _red("red_combat", units), Attack(("red-1",), ("crossing",))) == "4.1"
    assert broken("area", _red("red_combat", units), End("red")) == "4.2"


def _retreats(more: Units | None = None) -> Position:
    """Return a position in which the defenders of the heath have to retreat, or to lose a step."""
    units = {"red-1": "heath", "red-3": "heath", "blue-2": "heath"} | dict(more or {})
    position = _red("red_combat", units)
    assert (
        broken("area", position, Attack(("red-1", "red-3"), ("heath",)), Roll(("heath",), (3, 4))) == "legal"
    )
    broken("area", position, Roll(("heath",), (3, 4)), End("red"))
    return position


def test_a_step_may_be_lost_in_place_of_a_retreat() -> None:
    assert broken("area", _retreats(), Retreat("blue-2", ("crossing",))) == "legal"
    assert broken("area", _retreats(), Lose("blue-2")) == "legal"
    assert broken("area", _retreats(), Lose("blue-2"), Retreat("blue-2", ("crossing",))) == "5.5"
    assert broken("area", _retreats(), Retreat("blue-2", ("crossing",)), Lose("blue-2")) == "5.5"
    assert broken("area", _retreats(), Lose("blue-2"), End("red")) == "legal"
    assert broken("area", _retreats(), End("red")) == "5.5"
    assert broken("area", _retreats({"blue-2": ("heath", 1)}), Eliminate("blue-2")) == "legal"


def test_units_without_supply_lose_a_step_once_in_their_phase() -> None:
    cut = {"red-2": "eastport", "red-1": "westport", "blue-1": "crossing", "blue-2": "market"}
    assert broken("area", _red("red_supply", cut), Lose("red-2")) == "legal"
    assert broken("area", _red("red_supply", cut), Lose("red-1")) == "3.2"
    assert broken("area", _red("red_supply", cut), Lose("red-2"), Lose("red-2")) == "3.2"
    assert broken("area", _red("red_supply", cut), Lose("red-2"), End("red")) == "legal"
    assert broken("area", _red("red_supply", cut), End("red")) == "3.2"
    assert broken("area", _red("red_supply", cut), Eliminate("red-2")) == "3.2"
    last = cut | {"red-2": ("eastport", 1)}
    assert broken("area", _red("red_supply", last), Eliminate("red-2")) == "legal"


# Exchanges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "die", "weaker", "stronger"),
    [("fr-gd", 1, "au-gren", "fr-gd"), ("fr-3", 4, "fr-3", "au-gren")],
)
def test_the_weaker_side_of_an_exchange_is_eliminated_and_the_other_loses_as_much(
    attacker: str, die: int, weaker: str, stronger: str
) -> None:
    position = _french({attacker: "C5", "au-gren": "C6"})
    fought: list[Action] = [Attack((attacker,), ("C6",)), Roll(("C6",), (die,))]
    assert broken("lindau", position, *fought, Eliminate(stronger)) == "5.6"
    assert broken("lindau", position, Eliminate(weaker)) == "legal"
    assert broken("lindau", position, Eliminate(weaker), Lose(stronger)) == "legal"


# Fractions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("end", "said"), [("J3", "legal"), ("K3", "2.1")])
def test_nine_thirds_are_three(end: str, said: str) -> None:
    game = compiled("lindau")
    third = [
        replace(clause, parameters={**clause.parameters, "cost": "1/3"}) if clause.number == "2.5" else clause
        for clause in game.rules
    ]
    rules = rules_of(replace(game, rules=tuple(third)))
    road = ("B4", "C4", "D4", "E5", "F4", "G5", "H4", "I4", "J3", "K3")
    position = rules.begin("", {})
    position.turn = 1
    position.put("fr-guns", "A4")
    verdict = rules.check(position, Move("fr-guns", road[: road.index(end) + 1]))
    if end == "K3":
        assert "costs 3 1/3 of 3" in verdict.reason
    assert (" ".join(verdict.rules) if verdict.rules and not verdict.legal else "legal") == said


# Players by chance -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(7, 10))
def test_a_player_keeps_artillery_for_the_enemy_beside_it(seed: int) -> None:
    position = _french({"fr-guns": "C6", "au-1": "D6", "fr-1": "A4", "au-2": "B4"})
    game = rules_of(compiled("lindau"))
    for action in game.play(position, seed):
        game.apply(position, action)
        if position.phase.id != "french_combat":
            break


def test_who_fires_too_far_breaks_the_clause_of_those_who_fire(tmp_path: Path) -> None:
    """The first clause is not about guns here: it says nothing of how far they fire."""
    shutil.copytree(FOLDERS["lindau"], tmp_path / "apart")
    path = tmp_path / "apart" / "rules.yaml"
    text = path.read_text(encoding="utf-8")
    beside = "mechanism: attacks\n    not_across"
    assert beside in text
    others = "mechanism: attacks\n    units: {not_classes: [guns]}\n    not_across"
    path.write_text(text.replace(beside, others, 1), encoding="utf-8")
    for gun, enemy, said in (("B2", "B4", "legal"), ("B2", "B5", "4.1a")):
        position = stage(str(path.parent), 2, "french_combat", {"fr-guns": gun, "au-1": enemy})
        assert broken(str(path.parent), position, Attack(("fr-guns",), (enemy,))) == said


# Lines -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [1, -1])
def test_what_is_suffered_for_want_of_two_lines_adds_up(order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position = stage("highpass", 2, "red_combat", {"red-1": "0402", "blue-1": "0403"})
    clauses = [
        Numbered("4.6", OutOfLine("supply", attack=0.5)),
        Numbered("4.2", OutOfLine("command", attack=0.5, defence=0.75)),
        Numbered("4.9", OutOfLine("base", attacks=False)),
    ]
    monkeypatch.setattr(battles, "lacking", lambda *_: clauses[::order])
    battle = engaged(position, ("red-1",), ("0403",))
    assert supply_factors(position, battle, "attacker", settled(position)) == {"red-1": 0.25}
    assert supply_factors(position, battle, "defender", settled(position)) == {"blue-1": 0.75}
