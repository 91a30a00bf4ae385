"""Games of declared rules as players play them: set down wrongly, too early, too late, left out, by hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.declared.games import compiled, defaults
from tests.violations.declared import write_module
from toolkit.audit.actor import Actor, Known
from toolkit.audit.audit import audit_logs, audit_read
from toolkit.audit.declared.wording import unit_of
from toolkit.audit.module_data import read_module
from toolkit.audit.report import JudgedAction, Report
from toolkit.logs.editing import cut_log
from toolkit.module.declared_gestures import FLIP
from toolkit.play import declared
from toolkit.rules.declared import Due, Position, due
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.chits import left
from toolkit.rules.declared.choices import candidates, settled
from toolkit.rules.declared.game import apply, breaches
from toolkit.rules.declared.moving import Mover
from toolkit.rules.declared.player import Player
from toolkit.rules.mechanisms.forces import ELIMINATED
from toolkit.rules.mechanisms.movement import Exits
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import AddPiece, ChangePiece, RemovePiece, Undo
from toolkit.vassal.log import read_log
from toolkit.vassal.sequence import encode_nested

MOSCOW = "battle_for_moscow"


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the module of Battle for Moscow, without pictures."""
    return write_module(MOSCOW, tmp_path_factory.mktemp(MOSCOW))


def _begin(module: Path, name: str = MOSCOW) -> declared.Recording:
    return declared.begin(module, defaults(name), compiled(name).setups[-1].id)


def _drag(game: declared.Recording, unit: str, place: str, hand: str | None = None) -> None:
    """Drag a unit; the position is not told of it."""
    side = game.position.units[unit].side if hand is None else hand
    game.desk.move(unit, game.hands._spot(place), game.hands._sides[side])
    game.desk.end_step()


def _play_to(game: declared.Recording, phase: str, seed: int = 1) -> None:
    player = Player(game.position, seed)
    while game.position.phase.id != phase:
        game.act([player.next()])


def _report(game: declared.Recording, module: Path, tmp_path: Path) -> Report:
    return audit_logs([game.desk.write(tmp_path / "game.vlog")], module)


def _said(report: Report) -> list[tuple[str, tuple[str, ...], str | None]]:
    return [(one.action, one.rules, one.actor.side) for one in _illegal(report)]


def _illegal(report: Report) -> list[JudgedAction]:
    return [one for one in report.actions if one.outcome is Outcome.ILLEGAL and one.follows is None]


def _attack(game: declared.Recording) -> a.Attack:
    """Return a legal attack."""
    legal = settled(game.position)
    attacks = (one for one in candidates(game.position, legal) if isinstance(one, a.Attack))
    return next(one for one in attacks if not breaches(game.position, one, legal))


def test_a_unit_set_down_wrongly_and_put_right_at_once_accuses_nobody(module: Path, tmp_path: Path) -> None:
    game = _begin(module)
    _drag(game, "ger-xlvi", "1310")
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german")])
    assert _said(_report(game, module, tmp_path)) == []


def test_a_unit_put_back_soon_was_only_lifted(module: Path, tmp_path: Path) -> None:
    """Others move in between; the enemy's unit too, even when the phase has ended."""
    game = _begin(module)
    _drag(game, "sov-49", "1310")
    _drag(game, "ger-v", "1101")
    game.act([a.Move("ger-xlvi", ("0206", "0207"))])
    _drag(game, "ger-v", "0103")
    game.act([a.End("german")])
    _drag(game, "sov-49", "0803")
    game.act([a.End("german")])
    assert _said(_report(game, module, tmp_path)) == []


def test_a_unit_that_is_not_put_back_was_moved(module: Path, tmp_path: Path) -> None:
    game = _begin(module)
    _drag(game, "sov-49", "1310")
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german"), a.End("german")])
    _drag(game, "sov-49", "0803")
    game.act([a.End("german")])
    assert ("move", ("0.2",), "soviet") in _said(_report(game, module, tmp_path))


def test_a_unit_set_down_where_it_was_meant_when_another_has_moved(module: Path, tmp_path: Path) -> None:
    game = _begin(module)
    _drag(game, "ger-xlvi", "1310")
    game.act(
        [a.Move("ger-lvi", _way(game, "ger-lvi")), a.Move("ger-xlvi", ("0206", "0207")), a.End("german")]
    )
    assert _said(_report(game, module, tmp_path)) == []


def _way(game: declared.Recording, unit: str) -> tuple[str, ...]:
    """Return a legal move of a unit to where nobody stands."""
    ways = Mover(game.position, unit, settled(game.position)).ways()
    return next(way for end, way in ways.items() if not game.position.stack(end))


def test_who_turns_over_an_enemys_unit_is_named(module: Path, tmp_path: Path) -> None:
    """No step is lost in the German movement, and its owner did nothing."""
    game = _begin(module)
    game.hands._decide("ger-v", FLIP, by="soviet", Face_Level=2)
    game.desk.end_step()
    _play_to(game, "soviet_movement")
    (found,) = _report(game, module, tmp_path).shown
    assert (found.outcome, found.action, found.unit) == (Outcome.ILLEGAL, "lose", "ger-v")
    assert found.actor == Actor("soviet", Known.DECLARED)


def test_a_move_before_the_battles_is_one_offence(module: Path, tmp_path: Path) -> None:
    """The tracker shows the combat phase, in which battles are fought afterwards: it had not ended."""
    game = _begin(module)
    _play_to(game, "german_combat")
    idle = next(unit for unit in game.position.units if game.position.where[unit] == "0104")
    _drag(game, idle, "0101")
    game.position.put(idle, "0101")
    _play_to(game, "german_movement", 2)
    assert _said(_report(game, module, tmp_path)) == [("move", ("0.2",), "german")]


def test_an_attack_before_the_moves_is_one_offence(module: Path, tmp_path: Path) -> None:
    """Nor does anybody owe what that battle gave."""
    game = _begin(module)
    game.perform(a.Attack(("ger-ix",), ("0301",)))
    game.hands._decide("sov-29", "roll", by="german", Dice=1)
    game.desk.end_step()
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german")])
    assert _said(_report(game, module, tmp_path)) == [("attack", ("0.2",), "german")]


def test_units_that_stand_too_close_are_said_once(module: Path, tmp_path: Path) -> None:
    """The enemy's phases end as well while they stand there; he has done nothing."""
    game = _begin(module)
    _play_to(game, "german_movement")
    _drag(game, "ger-v", "0104")
    _drag(game, "ger-vi", "0103")
    _drag(game, "ger-vi", "0104")
    game.position.put("ger-v", "0104")
    game.position.put("ger-vi", "0104")
    for side in ("german", "soviet", "soviet", "soviet"):
        game.act([a.End(side)])
    assert _said(_report(game, module, tmp_path)) == [("end", ("2.1d",), "german")]


def test_who_presses_a_key_at_the_wrong_time_is_named(module: Path, tmp_path: Path) -> None:
    game = _begin(module)
    game.hands._decide("sov-49", "restore", Face_Level=1)
    game.desk.end_step()
    game.act([a.End("german")])
    assert _said(_report(game, module, tmp_path)) == [("restore", ("0.2",), "soviet")]


def _owed_loss(module: Path, name: str) -> tuple[declared.Recording, Due]:
    """Return a game in which a loss is due next from the side that defends, and what is due."""
    for seed in range(1, 20):
        game = _begin(module, name)
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
    assert _said(_report(game, module, tmp_path)) == [("leave out", (found.clause,), found.sides[0])]


def test_who_rolls_once_more_is_named_whoever_owes_a_loss(tmp_path: Path) -> None:
    module = write_module("causeway", tmp_path)
    game, _ = _owed_loss(module, "causeway")
    (side,) = game.position.phase.sides
    rolled = game.hands._declared[-1][0]
    game.hands._decide(rolled, "roll", by=side, Dice="6,6")
    game.desk.end_step()
    (only,) = _illegal(_report(game, module, tmp_path))
    assert (only.action, only.actor.side) == ("roll", side)
    for unit in game.position.stack(game.position.where[rolled]):
        game.perform(a.Eliminate(unit))
    (only,) = _illegal(_report(game, module, tmp_path))
    assert (only.action, only.actor.side) == ("roll", side)


@pytest.mark.parametrize(("one", "other"), [(a.Lose, a.Retreat), (a.Retreat, a.Advance)])
def test_a_result_is_answered_in_any_order(one: type, other: type, tmp_path: Path) -> None:
    """A beaten unit retreats and then loses its step; the winner goes in before the beaten is dragged out."""
    module = write_module("causeway", tmp_path)
    for seed in range(1, 40):
        game = _begin(module, "causeway")
        player = Player(game.position, seed)
        for _ in range(60):
            first = player.next()
            after = game.position.copy()
            apply(after, first)
            then = Player(after, seed).next() if isinstance(first, one) and not after.over else first
            if isinstance(then, other) and after.where[unit_of(first)] != ELIMINATED:
                for action in (then, first):
                    game.perform(action)
                assert _said(_report(game, module, tmp_path)) == []
                return
            game.act([first])
            if game.position.over:
                break
    raise AssertionError


def test_a_unit_too_far_from_a_battle_gives_it_no_strength(module: Path, tmp_path: Path) -> None:
    """The loss is right by the odds without it."""
    game = _begin(module)
    _play_to(game, "german_combat")
    attack, unit, die = _joined_from_afar(game.position)
    game.act([attack])
    game.hands._decide(unit, "attack", Battle=game.hands._declared[-1][2], Role="A", Dice=0)
    game.desk.end_step()
    game.act([a.Roll(attack.targets, (die,))])
    game.act([Player(game.position, 1).next(), a.End("german")])
    assert _said(_report(game, module, tmp_path)) == [("attack", ("3.1a",), "german")]


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
    game = _begin(module)
    _play_to(game, "german_combat")
    attack, unit, _ = _joined_from_afar(game.position)
    game.act([a.Attack((unit,), attack.targets), a.Roll(attack.targets, (1,)), a.End("german")])
    assert _said(_report(game, module, tmp_path)) == [("attack", ("3.1a",), "german")]


def test_a_battle_that_nobody_joins_is_one_offence(module: Path, tmp_path: Path) -> None:
    """Nor is the loss another one that its roll gave."""
    game = _begin(module)
    _play_to(game, "german_combat")
    unit = game.position.stack(_attack(game).targets[0])[0]
    game.hands._decide(unit, "target", by="german", Battle=1, Role="D", Dice=0)
    game.desk.end_step()
    game.hands._decide(unit, "roll", by="german", Dice=6)
    game.desk.end_step()
    game.hands._lose(unit, "german")
    game.desk.end_step()
    game.act([a.End("german")])
    assert _said(_report(game, module, tmp_path)) == [("attack", ("3.1a",), "german")]


@pytest.mark.parametrize("by", ["prince", "queen"])
def test_done_that_ends_nothing_of_its_own(by: str, tmp_path: Path) -> None:
    """Pressed once more, or by the other player when all is done: the next chit is drawn."""
    module = write_module("two_crowns", tmp_path)
    game = _begin(module, "two_crowns")
    player = Player(game.position, 1)
    while True:
        action = player.next()
        position = game.position
        chit = position.drawn and position.phase.id == "campaign" and len(left(position)) > 1
        if isinstance(action, a.End) and chit and position.is_acting:
            break
        game.act([action])
    if by == action.side:
        game.act([action])
    else:
        apply(game.position, action)
    game.hands._set("Ended", by)
    game.desk.end_step()
    game.act([player.next()])
    assert _said(_report(game, module, tmp_path)) == []


def test_who_owes_that_a_unit_goes_is_charged(tmp_path: Path) -> None:
    """The feint was shown and stays on the map: its owner left it there, and not who goes on."""
    module = write_module("two_crowns", tmp_path)
    game = _begin(module, "two_crowns")
    player = Player(game.position, 1)
    while not isinstance(action := player.next(), a.Eliminate):
        game.act([action])
    side = game.position.units[action.unit].side
    apply(game.position, action)
    for _ in range(20):
        game.act([player.next()])
    found = _said(_report(game, module, tmp_path))
    assert found[0] == ("leave out", ("2.7",), side)
    assert {one[2] for one in found} == {side}


def test_a_unit_leaves_the_map_by_way_of_its_edge(tmp_path: Path) -> None:
    """It is set down there first, and then in the box of the exit."""
    module = write_module("sedan", tmp_path)
    game, seed = _begin(module, "sedan"), 0
    exits = {way.id for clause in game.position.rules.of(Exits) for way in clause.rule.exits}
    while not (moves := _leaving(game.position, exits)):
        seed += 1
        game.act([Player(game.position, seed).next()])
    game.perform(replace(moves[0], path=moves[0].path[:-1]))
    game.act([moves[0]])
    report = _report(game, module, tmp_path)
    assert [one.key() for one in report.actions if one.outcome is not Outcome.LEGAL] == []


def _leaving(position: Position, exits: Collection[str]) -> list[a.Move]:
    """Return the moves that leave the map from a place beside where they begin, or further."""
    legal = settled(position)
    moves = [one for one in candidates(position, legal) if isinstance(one, a.Move) and len(one.path) > 1]
    return [one for one in moves if one.path[-1] in exits and not breaches(position, one, legal)]


def test_who_throws_for_the_weather_in_the_others_place(tmp_path: Path) -> None:
    """There is nothing to choose."""
    module = write_module("highpass", tmp_path)
    game = _begin(module, "highpass")
    player = Player(game.position, 1)
    while not isinstance(action := player.next(), a.Weather):
        game.act([action])
    (other,) = set(game.hands._sides) - {action.side}
    game.perform(replace(action, side=other))
    apply(game.position, action)
    game.act([player.next(), player.next()])
    assert _said(_report(game, module, tmp_path)) == []


@pytest.mark.parametrize("after", [0, 1])
def test_a_log_that_begins_in_mid_battle(after: int, tmp_path: Path) -> None:
    """What keys wrote on units shows who attacks whom, and what was rolled."""
    module = write_module("causeway", tmp_path)
    log = declared.record(module, tmp_path / "game.vlog", 3, rules=defaults("causeway")).log
    data, whole = read_module(module), read_log(log)
    rolls = [one.step for one in audit_logs([log], module).actions if one.action == "roll"]
    for step in rolls[:3]:
        rest = cut_log(whole, step + after, len(whole.steps)).log
        assert {one.outcome for one in audit_read([rest], data).actions} == {Outcome.LEGAL}


def test_a_log_that_begins_while_a_chit_is_in_play(tmp_path: Path) -> None:
    """The save shows it; how many more are in the cup the log does not show."""
    module = write_module("two_crowns", tmp_path)
    log = declared.record(module, tmp_path / "game.vlog", 3, rules=defaults("two_crowns")).log
    data, whole = read_module(module), read_log(log)
    moves = [one for one in audit_logs([log], module).actions if one.action == "move"]
    rest = cut_log(whole, moves[2].step, len(whole.steps)).log
    assert {one.outcome for one in audit_read([rest], data).actions} == {Outcome.LEGAL}


def test_the_dead_that_lie_among_those_who_wait_are_said(tmp_path: Path) -> None:
    """The key by which a unit was lost brought it to the losses already."""
    module = write_module("causeway", tmp_path)
    game = _begin(module, "causeway")
    player = Player(game.position, 1)
    while not (dead := [u for u, place in game.position.where.items() if place == ELIMINATED]):
        game.act([player.next()])
    side = game.position.units[dead[0]].side
    game.desk.move(dead[0], game.hands._box(f"{side}-reinforcements"), game.hands._sides[side])
    game.desk.end_step()
    for action in (player.next() for _ in range(15)):
        game.act([action])
    (found,) = _report(game, module, tmp_path).shown
    assert (found.action, found.unit) == ("change", dead[0])


def test_a_die_that_is_changed_by_hand_is_noticed(module: Path, tmp_path: Path) -> None:
    game = _begin(module)
    _play_to(game, "german_combat")
    attack = _attack(game)
    unit = game.position.stack(attack.targets[0])[0]
    game.act([attack, a.Roll(attack.targets, (3,))])
    game.desk.change(unit, {"Dice": 6})
    game.desk.end_step()
    codes = [notice.code for notice in _report(game, module, tmp_path).notices]
    assert codes == ["AUD025"]


def test_a_status_that_is_written_by_hand_is_noticed(tmp_path: Path) -> None:
    """What only a key writes; marks of battles have a button that takes them off, and say nothing."""
    name = "black_coast"
    module = write_module(name, tmp_path)
    game = _begin(module, name)
    unit = next(filter(game.position.on_map, game.position.units))
    for status, battle, role in (("dug_in", 0, ""), ("dug_in", 1, "A"), ("dug_in", 0, "")):
        game.desk.change(unit, {"Status": status, "Battle": battle, "Role": role})
        game.desk.end_step()
    (notice,) = _report(game, module, tmp_path).notices
    assert (notice.code, notice.step, notice.data["after"]) == ("AUD025", 1, "dug_in")


def test_a_roll_that_is_undone_is_noticed(module: Path, tmp_path: Path) -> None:
    game = _begin(module)
    _play_to(game, "german_combat")
    attack = _attack(game)
    unit = game.position.stack(attack.targets[0])[0]
    game.act([attack])
    thing = game.desk.thing(unit)
    before = thing.states
    count = game.desk.global_value("Step")
    game.perform(a.Roll(attack.targets, (1,)))
    after = game.desk.thing(unit).states
    game.desk._do(Undo(begins=True))
    game.desk._do(ChangePiece(thing.id, encode_nested(before, "\t"), encode_nested(after, "\t")))
    game.desk.set_global("Step", count)
    game.desk._do(Undo(begins=False))
    game.desk.end_step()
    game.act([a.Roll(attack.targets, (6,))])
    (notice,) = _report(game, module, tmp_path).notices
    assert (notice.code, notice.data["seen"]) == ("AUD020", ["a die of 1"])


def test_a_battle_that_is_never_rolled_is_one_offence_of_its_impulse(tmp_path: Path) -> None:
    """Impulses end one after the other with it still declared; the enemy attacks, and is right to."""
    name = "two_harbours"
    module = write_module(name, tmp_path)
    game = _begin(module, name)
    player = Player(game.position, 1)
    while True:
        action = player.next()
        if isinstance(action, a.Attack):
            break
        game.act([action])
    side = game.position.units[action.attackers[0]].side
    game.perform(action)
    for _ in range(6):
        ended = next(one for one in game.position.phase.sides if one not in game.position.ended)
        game.act([a.End(ended)])
        if game.position.phase.id != "day":
            break
    assert _said(_report(game, module, tmp_path)) == [("end", ("3.5",), side)]


def test_a_piece_that_is_deleted_or_doubled_is_an_offence(module: Path, tmp_path: Path) -> None:
    game = _begin(module)
    lost, other = game.desk.thing("sov-29"), game.desk.thing("ger-v")
    game.desk._do(RemovePiece(lost.id))
    game.desk.end_step()
    game.desk._do(AddPiece("999999", other.type, encode_nested(other.states, "\t")))
    game.desk.end_step()
    game.position.put("sov-29", ELIMINATED)
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german")])
    game.act([_attack(game)])
    assert _said(_report(game, module, tmp_path)) == [
        ("eliminate", ("0.2",), "soviet"),
        ("change", ("0.2",), "german"),
    ]


def test_what_a_side_does_in_the_others_impulse_is_one_offence(tmp_path: Path) -> None:
    """The other goes on in its impulse, and ends it."""
    name = "two_harbours"
    module = write_module(name, tmp_path)
    game = _begin(module, name)
    player = Player(game.position, 11)
    for _ in range(63):
        game.act([player.next()])
    position = game.position
    (now,) = {side for side in position.phase.sides if side not in position.ended}
    (other,) = set(position.phase.sides) - {now}
    position.ended, position.impulse = {now}, position.impulse + 100
    for action in iter(player.next, a.End(other)):
        game.act([action])
    position.ended, position.impulse = {other}, position.impulse - 100
    game.act([player.next()])
    said = _said(_report(game, module, tmp_path))
    assert said == [("move", ("1.3",), other)]


def test_a_roll_after_the_phase_of_its_battle_is_one_offence(module: Path, tmp_path: Path) -> None:
    """Nor is the loss that it gave another one."""
    game = _begin(module)
    _play_to(game, "german_combat")
    attack = _attack(game)
    game.act([attack, a.End("german")])
    game.hands._decide(game.hands._declared[-1][0], "roll", by="german", Dice=1)
    game.desk.end_step()
    game.hands._lose(attack.attackers[0], "german")
    game.desk.end_step()
    game.act([a.End("german")])
    (found,) = _illegal(_report(game, module, tmp_path))
    assert (found.action, found.actor.side) == ("end", "german")
