"""Games of declared rules as players play them: set down wrongly, too early, too late, left out, by hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from tests.audit.declared.table import audited, begin, drag, illegal_actions, legal_attack, offences, play_to
from tests.rules.declared.games import compiled, defaults
from tests.violations.declared import write_module
from toolkit.audit.actor import Actor, Known
from toolkit.audit.audit import audit_logs, audit_read
from toolkit.audit.module_data import read_module
from toolkit.logs.editing import cut_log
from toolkit.module.declared_gestures import FLIP
from toolkit.play import declared
from toolkit.rules.declared import Position
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


def test_a_unit_set_down_wrongly_and_put_right_at_once_accuses_nobody(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    drag(game, "ger-xlvi", "1310")
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german")])
    assert offences(audited(game, module, tmp_path)) == []


@pytest.mark.parametrize("further", [False, True])
def test_a_unit_set_down_where_it_might_go_and_put_elsewhere_at_once(
    module: Path, tmp_path: Path, *, further: bool
) -> None:
    """It goes from its start to the last place, unless it could not have gone there."""
    game = begin(module)
    mover = Mover(game.position, "ger-xlvi", settled(game.position))
    board, ways = game.position.board, mover.ways()
    end = "0207"
    first = max(ways, key=lambda place: (board.distance(place, end), place))
    assert first in ways
    assert board.distance(game.position.where["ger-xlvi"], first) + board.distance(first, end) > 6
    drag(game, "ger-xlvi", first)
    drag(game, "ger-xlvi", "1310" if further else end)
    game.act([a.End("german")])
    found = offences(audited(game, module, tmp_path))
    assert [action for action, _, _ in found] == ["move"] * further


def test_a_unit_put_back_soon_was_only_lifted(module: Path, tmp_path: Path) -> None:
    """Others move in between; the enemy's unit too, even when the phase has ended."""
    game = begin(module)
    drag(game, "sov-49", "1310")
    drag(game, "ger-v", "1101")
    game.act([a.Move("ger-xlvi", ("0206", "0207"))])
    drag(game, "ger-v", "0103")
    game.act([a.End("german")])
    drag(game, "sov-49", "0803")
    game.act([a.End("german")])
    assert offences(audited(game, module, tmp_path)) == []


def test_a_unit_that_is_not_put_back_was_moved(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    drag(game, "sov-49", "1310")
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german"), a.End("german")])
    drag(game, "sov-49", "0803")
    game.act([a.End("german")])
    assert ("move", ("0.2",), "soviet") in offences(audited(game, module, tmp_path))


def test_a_unit_set_down_where_it_was_meant_when_another_has_moved(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    drag(game, "ger-xlvi", "1310")
    game.act(
        [a.Move("ger-lvi", _way(game, "ger-lvi")), a.Move("ger-xlvi", ("0206", "0207")), a.End("german")]
    )
    assert offences(audited(game, module, tmp_path)) == []


def _way(game: declared.Recording, unit: str) -> tuple[str, ...]:
    """Return a legal move of a unit to where nobody stands."""
    ways = Mover(game.position, unit, settled(game.position)).ways()
    return next(way for end, way in ways.items() if not game.position.stack(end))


def test_who_turns_over_an_enemys_unit_is_named(module: Path, tmp_path: Path) -> None:
    """No step is lost in the German movement, and its owner did nothing."""
    game = begin(module)
    game.hands._decide("ger-v", FLIP, by="soviet", Face_Level=2)
    game.desk.end_step()
    play_to(game, "soviet_movement")
    (found,) = audited(game, module, tmp_path).shown
    assert (found.outcome, found.action, found.unit) == (Outcome.ILLEGAL, "lose", "ger-v")
    assert found.actor == Actor("soviet", Known.DECLARED)


def test_a_move_before_the_battles_is_one_offence(module: Path, tmp_path: Path) -> None:
    """The tracker shows the combat phase, in which battles are fought afterwards: it had not ended."""
    game = begin(module)
    play_to(game, "german_combat")
    idle = next(unit for unit in game.position.units if game.position.where[unit] == "0104")
    drag(game, idle, "0101")
    game.position.put(idle, "0101")
    play_to(game, "german_movement", 2)
    assert offences(audited(game, module, tmp_path)) == [("move", ("0.2",), "german")]


def test_an_attack_before_the_moves_is_one_offence(module: Path, tmp_path: Path) -> None:
    """Nor does anybody owe what that battle gave."""
    game = begin(module)
    game.perform(a.Attack(("ger-ix",), ("0301",)))
    game.hands._decide("sov-29", "roll", by="german", Dice=1)
    game.desk.end_step()
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german")])
    assert offences(audited(game, module, tmp_path)) == [("attack", ("0.2",), "german")]


def test_units_that_stand_too_close_are_said_once(module: Path, tmp_path: Path) -> None:
    """The enemy's phases end as well while they stand there; he has done nothing."""
    game = begin(module)
    play_to(game, "german_movement")
    drag(game, "ger-v", "0104")
    drag(game, "ger-vi", "0103")
    drag(game, "ger-vi", "0104")
    game.position.put("ger-v", "0104")
    game.position.put("ger-vi", "0104")
    for side in ("german", "soviet", "soviet", "soviet"):
        game.act([a.End(side)])
    assert offences(audited(game, module, tmp_path)) == [("end", ("2.1d",), "german")]


def test_who_presses_a_key_at_the_wrong_time_is_named(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    game.hands._decide("sov-49", "restore", Face_Level=1)
    game.desk.end_step()
    game.act([a.End("german")])
    assert offences(audited(game, module, tmp_path)) == [("restore", ("0.2",), "soviet")]


@pytest.mark.parametrize("by", ["prince", "queen"])
def test_done_that_ends_nothing_of_its_own(by: str, tmp_path: Path) -> None:
    """Pressed once more, or by the other player when all is done: the next chit is drawn."""
    module = write_module("two_crowns", tmp_path)
    game = begin(module, "two_crowns")
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
    assert offences(audited(game, module, tmp_path)) == []


def test_who_owes_that_a_unit_goes_is_charged(tmp_path: Path) -> None:
    """The feint was shown and stays on the map: its owner left it there, and not who goes on."""
    module = write_module("two_crowns", tmp_path)
    game = begin(module, "two_crowns")
    player = Player(game.position, 1)
    while not isinstance(action := player.next(), a.Eliminate):
        game.act([action])
    side = game.position.units[action.unit].side
    apply(game.position, action)
    for _ in range(20):
        game.act([player.next()])
    found = offences(audited(game, module, tmp_path))
    assert found[0] == ("leave out", ("2.7",), side)
    assert {one[2] for one in found} == {side}


def test_a_unit_leaves_the_map_by_way_of_its_edge(tmp_path: Path) -> None:
    """It is set down there first, and then in the box of the exit."""
    module = write_module("sedan", tmp_path)
    game, seed = begin(module, "sedan"), 0
    exits = {way.id for clause in game.position.rules.of(Exits) for way in clause.rule.exits}
    while not (moves := _leaving(game.position, exits)):
        seed += 1
        game.act([Player(game.position, seed).next()])
    game.perform(replace(moves[0], path=moves[0].path[:-1]))
    game.act([moves[0]])
    report = audited(game, module, tmp_path)
    assert [one.key() for one in report.actions if one.outcome is not Outcome.LEGAL] == []


def _leaving(position: Position, exits: Collection[str]) -> list[a.Move]:
    """Return the moves that leave the map from a place beside where they begin, or further."""
    legal = settled(position)
    moves = [one for one in candidates(position, legal) if isinstance(one, a.Move) and len(one.path) > 1]
    return [one for one in moves if one.path[-1] in exits and not breaches(position, one, legal)]


def test_who_throws_for_the_weather_in_the_others_place(tmp_path: Path) -> None:
    """There is nothing to choose."""
    module = write_module("highpass", tmp_path)
    game = begin(module, "highpass")
    player = Player(game.position, 1)
    while not isinstance(action := player.next(), a.Weather):
        game.act([action])
    (other,) = set(game.hands._sides) - {action.side}
    game.perform(replace(action, side=other))
    apply(game.position, action)
    game.act([player.next(), player.next()])
    assert offences(audited(game, module, tmp_path)) == []


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
    game = begin(module, "causeway")
    player = Player(game.position, 1)
    while not (dead := [u for u, place in game.position.where.items() if place == ELIMINATED]):
        game.act([player.next()])
    side = game.position.units[dead[0]].side
    game.desk.move(dead[0], game.hands._box(f"{side}-reinforcements"), game.hands._sides[side])
    game.desk.end_step()
    for action in (player.next() for _ in range(15)):
        game.act([action])
    (found,) = audited(game, module, tmp_path).shown
    assert (found.action, found.unit, found.rules) == ("change", dead[0], ("5.7",))


@pytest.mark.parametrize("box", ["pool-german", "eliminated-german", "eliminated-soviet", "turn-3"])
def test_a_unit_that_is_laid_beside_the_map_is_lost(box: str, module: Path, tmp_path: Path) -> None:
    """It does not wait to come back, wherever it lies; beside the boards the lost may lie anywhere."""
    game = begin(module)
    game.desk.move("ger-v", game.hands._box(box), "German")
    game.desk.end_step()
    game.position.put("ger-v", ELIMINATED)
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german")])
    attack = legal_attack(game)
    game.act([attack, a.Roll(attack.targets, (3,))])
    play_to(game, "soviet_movement")
    game.desk.move("ger-v", (game.desk.data.map_name, -300, -300), "German")
    game.desk.end_step()
    game.act([a.End("soviet")])
    assert offences(audited(game, module, tmp_path)) == [("eliminate", ("0.2",), "german")]


def test_without_keys_nobody_is_seen_to_leave_out_an_attack(tmp_path: Path) -> None:
    module = write_module("highpass", tmp_path)
    game = begin(module, "highpass")
    play_to(game, "red_combat")
    game.act([a.End("red")])
    assert [one.outcome for one in audited(game, module, tmp_path).shown] == [Outcome.UNPROVABLE]


def test_a_die_that_is_changed_by_hand_is_noticed(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    play_to(game, "german_combat")
    attack = legal_attack(game)
    unit = game.position.stack(attack.targets[0])[0]
    game.act([attack, a.Roll(attack.targets, (3,))])
    game.desk.change(unit, {"Dice": 6})
    game.desk.end_step()
    codes = [notice.code for notice in audited(game, module, tmp_path).notices]
    assert codes == ["AUD025"]


def test_dice_of_the_toolbar_belong_to_nothing(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    for name, value in (("2d6_result", "9"), ("2d6_total", "9"), ("2d6_keep", "2"), ("1d6_result", "4")):
        game.desk.set_global(name, value)
    game.desk.end_step()
    report = audited(game, module, tmp_path)
    assert (report.notices, report.shown) == ((), ())
    assert (report.ledger.unexplained, report.ledger.closed) == (0, True)


def test_a_status_that_is_written_by_hand_is_noticed(tmp_path: Path) -> None:
    """What only a key writes; marks of battles have a button that takes them off, and say nothing."""
    name = "black_coast"
    module = write_module(name, tmp_path)
    game = begin(module, name)
    unit = next(filter(game.position.on_map, game.position.units))
    for status, battle, role in (("dug_in", 0, ""), ("dug_in", 1, "A"), ("dug_in", 0, "")):
        game.desk.change(unit, {"Status": status, "Battle": battle, "Role": role})
        game.desk.end_step()
    (notice,) = audited(game, module, tmp_path).notices
    assert (notice.code, notice.step, notice.data["after"]) == ("AUD025", 1, "dug_in")


def test_a_roll_that_is_undone_is_noticed(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    play_to(game, "german_combat")
    attack = legal_attack(game)
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
    (notice,) = audited(game, module, tmp_path).notices
    assert (notice.code, notice.data["seen"]) == ("AUD020", ["a die of 1"])


def test_a_battle_that_is_never_rolled_is_one_offence_of_its_impulse(tmp_path: Path) -> None:
    """Impulses end one after the other with it still declared; the enemy attacks, and is right to."""
    name = "two_harbours"
    module = write_module(name, tmp_path)
    game = begin(module, name)
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
    assert offences(audited(game, module, tmp_path)) == [("end", ("3.5",), side)]


def test_a_piece_that_is_deleted_or_doubled_is_an_offence(module: Path, tmp_path: Path) -> None:
    game = begin(module)
    lost, other = game.desk.thing("sov-29"), game.desk.thing("ger-v")
    game.desk._do(RemovePiece(lost.id))
    game.desk.end_step()
    game.desk._do(AddPiece("999999", other.type, encode_nested(other.states, "\t")))
    game.desk.end_step()
    game.position.put("sov-29", ELIMINATED)
    game.act([a.Move("ger-xlvi", ("0206", "0207")), a.End("german")])
    game.act([legal_attack(game)])
    assert offences(audited(game, module, tmp_path)) == [
        ("eliminate", ("0.2",), "soviet"),
        ("change", ("0.2",), "german"),
    ]


def test_what_a_side_does_in_the_others_impulse_is_one_offence(tmp_path: Path) -> None:
    """The other goes on in its impulse, and ends it."""
    name = "two_harbours"
    module = write_module(name, tmp_path)
    game = begin(module, name)
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
    said = offences(audited(game, module, tmp_path))
    assert said == [("move", ("1.3",), other)]


def test_a_roll_after_the_phase_of_its_battle_is_one_offence(module: Path, tmp_path: Path) -> None:
    """Nor is the loss that it gave another one."""
    game = begin(module)
    play_to(game, "german_combat")
    attack = legal_attack(game)
    game.act([attack, a.End("german")])
    game.hands._decide(game.hands._declared[-1][0], "roll", by="german", Dice=1)
    game.desk.end_step()
    game.hands._lose(attack.attackers[0], "german")
    game.desk.end_step()
    game.act([a.End("german")])
    (found,) = illegal_actions(audited(game, module, tmp_path))
    assert (found.action, found.actor.side) == ("end", "german")


@pytest.mark.parametrize(("name", "hand"), [("battle_for_moscow", "german"), ("lindau", "french")])
def test_an_illegal_retreat_is_a_finding_of_the_hand_that_dragged_and_no_notice_beside(
    name: str, hand: str, tmp_path: Path
) -> None:
    """The enemy's hand chooses it by the rules of the one game, and has no business there in the other."""
    module = write_module(name, tmp_path)
    game = declared.begin(module, defaults(name), compiled(name).setups[-1].id)
    player = Player(game.position, 1)
    while not isinstance(action := player.next(), a.Retreat) or game.position.units[action.unit].side == hand:
        game.act([action])
    position = game.position
    ways = (a.Retreat(action.unit, (near,), hand) for near in _around(position, action.unit))
    game.perform(next(way for way in ways if any(breaches(position, way, settled(position)))))
    report = audit_logs([game.desk.write(tmp_path / "game.vlog")], module)
    (shown,) = report.shown
    assert (shown.action, shown.outcome, shown.actor.side) == ("retreat", Outcome.ILLEGAL, hand)
    assert report.notices == ()


def _around(position: Position, unit: str) -> Collection[str]:
    """Return the free places beside a unit."""
    return [p for p in position.board.neighbours[position.where[unit]] if not position.stack(p)]
