"""What battles of declared games ask for: left out, in another order, by units that may not fight them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.audit.declared.table import audited, begin, illegal_actions, legal_attack, offences, play_to
from tests.violations.declared import write_module
from toolkit.audit.declared.wording import unit_of
from toolkit.play import declared
from toolkit.rules.declared import Due, Position, due
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import candidates, settled
from toolkit.rules.declared.game import apply, breaches
from toolkit.rules.declared.player import Player
from toolkit.rules.mechanisms.forces import ELIMINATED


def _owed_loss(module: Path, name: str) -> tuple[declared.Recording, Due]:
    """Return a game in which a loss is due next from the side that defends, and what is due."""
    for seed in range(1, 20):
        game = begin(module, name)
        player = Player(game.position, seed)
        for _ in range(100):
            game.act([player.next()])
            found = due(game.position)
            if "Lose" in found.actions and "fight" in game.position.phase.does:
                if found.sides[0] not in game.position.phase.sides:
                    return game, found
                break
    raise AssertionError(name)


def test_a_loss_that_is_left_out_is_the_debtors(tmp_path: Path) -> None:
    """The defender never takes it, and goes on in his own phase."""
    module = write_module("causeway", tmp_path)
    game, found = _owed_loss(module, "causeway")
    phase, (side,) = game.position.phase.id, game.position.phase.sides
    game.position.current = None
    game.act([a.End(side)])
    player = Player(game.position, 3)
    while game.position.phase.id in (phase, "arrivals"):
        game.act([player.next()])
    for action in (player.next() for _ in range(3)):
        game.act([action])
    assert offences(audited(game, module, tmp_path)) == [("leave out", (found.clause,), found.sides[0])]


def test_a_loss_after_the_end_of_its_phase_follows_from_that_end(tmp_path: Path) -> None:
    """The tracker is turned first, and the loss taken then."""
    module = write_module("causeway", tmp_path)
    game, found = _owed_loss(module, "causeway")
    (side,) = game.position.phase.sides
    ended = game.position.copy()
    ended.current = None
    apply(ended, a.End(side))
    answer = Player(game.position, 1).next()
    game.desk.set_turn(game.hands.game.tracker(ended.phase.id, ended.turn))
    game.desk.end_step()
    game.act([answer])
    apply(game.position, a.End(side))
    game.act([Player(game.position, 1).next()])
    assert offences(audited(game, module, tmp_path)) == [("end", (found.clause,), side)]


def test_who_rolls_once_more_is_named_whoever_owes_a_loss(tmp_path: Path) -> None:
    module = write_module("causeway", tmp_path)
    game, _ = _owed_loss(module, "causeway")
    (side,) = game.position.phase.sides
    rolled = game.hands._declared[-1][0]
    game.hands._decide(rolled, "roll", by=side, Dice="6,6")
    game.desk.end_step()
    (only,) = illegal_actions(audited(game, module, tmp_path))
    assert (only.action, only.actor.side) == ("roll", side)
    for unit in game.position.stack(game.position.where[rolled]):
        game.perform(a.Eliminate(unit))
    (only,) = illegal_actions(audited(game, module, tmp_path))
    assert (only.action, only.actor.side) == ("roll", side)


@pytest.mark.parametrize(("one", "other"), [(a.Lose, a.Retreat), (a.Retreat, a.Advance)])
def test_a_result_is_answered_in_any_order(one: type, other: type, tmp_path: Path) -> None:
    """A beaten unit retreats and then loses its step; the winner goes in before the beaten is dragged out."""
    module = write_module("causeway", tmp_path)
    for seed in range(1, 40):
        game = begin(module, "causeway")
        player = Player(game.position, seed)
        for _ in range(60):
            first = player.next()
            after = game.position.copy()
            apply(after, first)
            then = Player(after, seed).next() if isinstance(first, one) and not after.over else first
            if isinstance(then, other) and after.where[unit_of(first)] != ELIMINATED:
                for action in (then, first):
                    game.perform(action)
                assert offences(audited(game, module, tmp_path)) == []
                return
            game.act([first])
            if game.position.over:
                break
    raise AssertionError


def test_a_unit_too_far_from_a_battle_gives_it_no_strength(module: Path, tmp_path: Path) -> None:
    """The loss is right by the odds without it."""
    game = begin(module)
    play_to(game, "german_combat")
    attack, unit, die = _joined_from_afar(game.position)
    game.act([attack])
    game.hands._decide(unit, "attack", Battle=game.hands._declared[-1][2], Role="A", Dice=0)
    game.desk.end_step()
    game.act([a.Roll(attack.targets, (die,))])
    game.act([Player(game.position, 1).next(), a.End("german")])
    assert offences(audited(game, module, tmp_path)) == [("attack", ("3.1a",), "german")]


def _joined_from_afar(position: Position) -> tuple[a.Attack, str, int]:
    """Return a legal attack, a unit too far for it, and a die by which a step is lost only without that."""

    def asks(attack: a.Attack, die: int) -> bool:
        trial = position.copy()
        apply(trial, attack)
        apply(trial, a.Roll(attack.targets, (die,)))
        return "Lose" in due(trial).actions

    legal, board, where = settled(position), position.board, position.where
    for attack in candidates(position, legal):
        if not isinstance(attack, a.Attack) or breaches(position, attack, legal):
            continue
        for unit in filter(position.on_map, position.units):
            own = position.units[unit].side == position.units[attack.attackers[0]].side
            with_it = replace(attack, attackers=(*attack.attackers, unit))
            for die in range(1, 7) if own and board.distance(where[unit], attack.targets[0]) > 1 else ():
                if asks(attack, die) and not asks(with_it, die):
                    return attack, unit, die
    raise LookupError


def test_nobody_owes_what_a_battle_gave_that_nobody_may_fight(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    play_to(game, "german_combat")
    attack, unit, _ = _joined_from_afar(game.position)
    game.act([a.Attack((unit,), attack.targets), a.Roll(attack.targets, (1,)), a.End("german")])
    assert offences(audited(game, module, tmp_path)) == [("attack", ("3.1a",), "german")]


def test_a_battle_that_nobody_joins_is_one_offence(module: Path, tmp_path: Path) -> None:
    """Nor is the loss another one that its roll gave."""
    game = begin(module)
    play_to(game, "german_combat")
    unit = game.position.stack(legal_attack(game).targets[0])[0]
    game.hands._decide(unit, "target", by="german", Battle=1, Role="D", Dice=0)
    game.desk.end_step()
    game.hands._decide(unit, "roll", by="german", Dice=6)
    game.desk.end_step()
    game.hands._lose(unit, "german")
    game.desk.end_step()
    game.act([a.End("german")])
    assert offences(audited(game, module, tmp_path)) == [("attack", ("3.1a",), "german")]
