"""Steps that can be read in several ways, decisions that a log cuts short, and what goes without saying."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.rattenkrieg.audit.dragging import audited, played
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.decisions.reader import read_game
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction, Report
from toolkit.games.rattenkrieg.audit.vocabulary import WORDS
from toolkit.games.rattenkrieg.play.paper import Paper
from toolkit.games.rattenkrieg.play.recording import Recording, begin, house_rules, record
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log, Step, read_log

When = Callable[[Position, a.Action], bool]


def game_until(module: Path, data: ModuleData, seed: int, when: When) -> Recording:
    """A game up to the first moment that is asked for."""
    game = begin(module, house_rules(data))
    for action in play_on(game.position, seed):
        if when(game.position, action):
            return game
        game.perform(action)
    raise AssertionError("no such moment")


def last(report: Report) -> JudgedAction:
    return max(report.actions, key=lambda action: action.step)


def between(position: Position, action: a.Action) -> bool:
    return isinstance(action, a.Activate) and position.turn > 1


def ends(position: Position, action: a.Action) -> bool:
    return isinstance(action, a.End) and position.act is not None and position.on_map(position.act.unit)


def test_a_unit_named_out_of_turn_is_illegal_at_the_very_end(rk_module: Path, rk_data: ModuleData) -> None:
    game = game_until(rk_module, rk_data, 2, between)
    enemy = game.position.actor.enemy
    units = [u for u in game.position.data.units if game.position.on_map(u) and u not in game.position.down]
    game.perform(a.Activate(next(u for u in units if game.position.side(u) is enemy)))
    found = last(audited(game))
    assert (found.outcome, found.rules[0]) == (Outcome.ILLEGAL, f"5.0.{2 + game.position.actor}")


def test_a_move_into_the_enemy_rear_is_illegal_at_the_very_end(rk_module: Path, rk_data: ModuleData) -> None:
    game = game_until(rk_module, rk_data, 2, ends)
    act = game.position.act
    assert act is not None
    game.perform(a.MoveFriendly(act.unit, game.position.data.rears[game.position.actor.enemy]))
    found = last(audited(game))
    assert (found.outcome, found.rules[0]) == (Outcome.ILLEGAL, "3.5")


def test_a_price_may_still_come_where_a_log_ends(rk_module: Path, rk_data: ModuleData) -> None:
    game = game_until(rk_module, rk_data, 1, lambda _, action: isinstance(action, a.EnterEmpty))
    act, position = game.position.act, game.position
    assert act is not None
    near = sorted(position.data.neighbours[position.where[act.unit]] & set(position.data.city))
    empty = [x for x in near if position.held[0][x] is position.actor.enemy and not position.units_in(x)]
    game.perform(a.EnterEmpty(act.unit, empty[0], None))
    found = last(audited(game))
    assert (found.outcome, "log ends" in found.reason) == (Outcome.UNPROVABLE, True)


def test_a_replenished_unit_may_still_be_turned_over_where_a_log_ends(
    rk_module: Path, rk_data: ModuleData
) -> None:
    """7.5: the card is drawn by hand, and nobody has turned the unit over yet."""
    log = log_of(played(rk_module, 9, turns=2))
    drawn = [x.steps[0] for x in audit_read([log], rk_data).actions if x.action == "replenish"]
    assert drawn
    report = audit_read([replace(log, steps=log.steps[: drawn[-1]])], rk_data)
    assert [(x.action, x.outcome) for x in report.shown] == [("replenish", Outcome.UNPROVABLE)]


@pytest.fixture(scope="module")
def whole(rk_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Log:
    path = tmp_path_factory.mktemp("readings") / "game.vlog"
    record(rk_module, path, 1)
    return read_log(path, name="game.vlog")


def acts(log: Log, data: ModuleData) -> dict[int, str]:
    """What the keys of a log say, by step."""
    return {step.number: step.told[0].act for step in read_game(log, data, WORDS).steps if step.told}


def reordered(log: Log, order: list[int]) -> Log:
    """A log with its steps in another order, counted anew; some may be left out."""
    known = {step.number: step for step in log.steps}
    return replace(log, steps=tuple(Step(n, known[old].commands) for n, old in enumerate(order, 1)))


def test_a_retreat_may_be_dragged_first_and_turned_over_then(rk_data: ModuleData, whole: Log) -> None:
    told = acts(whole, rk_data)
    order = [step.number for step in whole.steps]
    for number in [n for n, act in told.items() if act == "retreat" and n + 1 not in told]:
        at = order.index(number)
        order[at], order[at + 1] = order[at + 1], order[at]
    assert order != sorted(order)
    assert audit_read([reordered(whole, order)], rk_data).shown == ()


@pytest.mark.parametrize("key_first", [True, False])
def test_a_retreat_may_be_said_by_its_drag(rk_data: ModuleData, whole: Log, *, key_first: bool) -> None:
    """The module notes the retreat in the very step of the drag."""
    told = acts(whole, rk_data)
    known = {step.number: step for step in whole.steps}
    joined: list[Step] = []
    retreats = {n for n, act in told.items() if act == "retreat" and n + 1 not in told}
    assert retreats
    for number, step in known.items():
        if number - 1 in retreats:
            continue
        commands = list(step.commands)
        if number in retreats:
            drag = list(known[number + 1].commands)
            commands = [*commands, *drag] if key_first else [*drag, *commands]
        joined.append(Step(len(joined) + 1, tuple(commands)))
    assert audit_read([replace(whole, steps=tuple(joined))], rk_data).shown == ()


def test_who_has_nothing_left_may_pass_without_a_key(rk_data: ModuleData, whole: Log) -> None:
    passes = {
        step.number
        for step in read_game(whole, rk_data, WORDS).steps
        if step.told and step.told[0].act == "pass" and step.told[0].kind == "desk"
    }
    assert passes
    order = [step.number for step in whole.steps if step.number not in passes]
    assert audit_read([reordered(whole, order)], rk_data).shown == ()


def test_a_hand_filled_before_the_passes_that_are_said(rk_module: Path, rk_data: ModuleData) -> None:
    """10.1: neither player has a unit to turn over, but both say by a key that they pass, and later."""
    game = game_until(rk_module, rk_data, 4, lambda _, action: action == a.Pass(Side.SOVIET))
    game.act([a.Draw(Side.SOVIET, (game.position.deck[-1],))])
    for _, action in zip(range(6), play_on(game.position, 4), strict=False):
        game.perform(action)
    assert [action.rules for action in audited(game).shown] == [("10.1",)]


def test_a_t34_left_behind_is_not_put_right(rk_module: Path, rk_data: ModuleData) -> None:
    """8.12: dragged along where it was not called; the Rifle goes on at once, the T-34 stays there."""
    to_square = a.MoveFriendly("rifle_5", "red_square")
    game = game_until(rk_module, rk_data, 4, lambda _, action: action == to_square)
    assert game.position.where["t34"] == "tractor_factory"
    game.act([replace(to_square, with_t34=True)])
    game.act([a.MoveFriendly("rifle_5", "tractor_factory"), a.End(("rifle_5",))])
    assert [(action.rules, action.end) for action in audited(game).shown] == [(("8.12",), "Red Square")]


def forgetful(*forgotten: str) -> type[Paper]:
    """Hands that never press some keys."""

    class Forgetful(Paper):
        def decide(self, counter: str, act: str, **values: str | int) -> None:
            if act not in forgotten:
                super().decide(counter, act, **values)

    return Forgetful


@pytest.mark.parametrize(
    "words",
    [
        ("activate",),
        ("attack",),
        ("join",),
        ("defend",),
        ("stand", "take_loss"),
        ("isolate", "free"),
        ("fight_on", "stop"),
        ("clear",),
        ("activate", "attack", "join", "defend", "stand", "take_loss", "isolate", "fight_on", "stop"),
    ],
    ids="+".join,
)
def test_keys_that_nobody_presses_accuse_nobody(rk_module: Path, words: tuple[str, ...]) -> None:
    report = audited(played(rk_module, 1, forgetful(*words), turns=3))
    assert [action.key() for action in report.shown if action.rules] == []
    assert sum(action.outcome is Outcome.LEGAL for action in report.actions) > 0.98 * len(report.actions)
