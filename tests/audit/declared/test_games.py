"""Games of declared rules: what a paper player writes is read back as he played it; violations are named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.audit.declared.table import ByHand
from tests.rules.declared.games import FOLDERS, compiled, defaults
from tests.violations.declared import planted, write_module
from toolkit.audit.actor import SOLITAIRE
from toolkit.audit.audit import audit_logs, audit_read
from toolkit.audit.module_data import read_module
from toolkit.logs.editing import cut_log
from toolkit.play import declared, seats
from toolkit.play.desk import Sitting
from toolkit.play.recording import Played
from toolkit.play.seats import players_of
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import longest_answer
from toolkit.rules.declared.game import apply
from toolkit.rules.declared.impulses import acting
from toolkit.rules.declared.player import Player
from toolkit.rules.verdict import Outcome
from toolkit.vassal.codecs import encode_saved_game
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import write_container


@pytest.fixture(scope="module", params=FOLDERS)
def name(request: pytest.FixtureRequest) -> str:
    """Return a declared game."""
    found: str = request.param
    return found


@pytest.fixture(scope="module")
def module(name: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return its module, without pictures."""
    return write_module(name, tmp_path_factory.mktemp(name))


def _played(
    name: str, module: Path, out: Path, setup: str, done: list[a.Action] | None = None
) -> Played[Position]:
    seen = [] if done is None else done
    return declared.record(
        module, out, 3, setup=setup, rules=defaults(name), seen=lambda _, action: seen.append(action)
    )


Games = Mapping[str, tuple[Played[Position], list[a.Action]]]


@pytest.fixture(scope="module")
def games(name: str, module: Path, tmp_path_factory: pytest.TempPathFactory) -> Games:
    """Return a game played by keys for each set-up, with its actions, in the order of the set-ups."""
    folder, found = tmp_path_factory.mktemp("games"), {}
    for setup in compiled(name).setups:
        done: list[a.Action] = []
        found[setup.id] = _played(name, module, folder / f"{setup.id}.vlog", setup.id, done), done
    return found


def test_a_keyed_game_is_read_back_action_by_action(games: Games, module: Path) -> None:
    for played, done in games.values():
        report = audit_logs([played.log], module)
        wrong = [one.key() for one in report.actions if one.outcome is not Outcome.LEGAL]
        assert (wrong, report.notices) == ([], ())
        assert len(report.actions) == played.actions
        rolled = [action.dice for action in done if isinstance(action, a.Roll | a.Weather)]
        assert [action.dice for action in report.actions if action.dice] == rolled
        assert report.ledger.closed
        assert report.ledger.unexplained == 0
        trails = [(one, one.trail) for one in report.actions if one.trail is not None]
        moves = [
            one
            for one in report.actions
            if one.action == "move" and one.start in played.position.board.places
        ]
        assert [one for one, _ in trails] == moves
        for one, trail in trails:
            assert trail.steps[-1].hex == one.end
            assert all(step.reasons for step in trail.steps)


@pytest.mark.whole
def test_a_log_that_begins_anywhere_accuses_nobody(games: Games, module: Path) -> None:
    """What was declared, drawn, thrown or saved before is not shown."""
    *_, (played, _done) = games.values()
    log, data = read_log(played.log), read_module(module)
    for part in (1, 2):
        rest = cut_log(log, len(log.steps) * part // 3, len(log.steps)).log
        found = [one for one in audit_read([rest], data).actions if one.outcome is Outcome.ILLEGAL]
        assert [(part, one.key(), one.reason) for one in found] == []


@pytest.mark.whole
def test_the_same_seed_writes_the_same_log(games: Games, name: str, module: Path, tmp_path: Path) -> None:
    setup = compiled(name).setups[-1].id
    again = _played(name, module, tmp_path / "again.vlog", setup)
    assert again.log.read_bytes() == games[setup][0].log.read_bytes()


@pytest.mark.whole
def test_violations_are_named(name: str, module: Path, tmp_path: Path) -> None:
    found = list(planted(name, module, tmp_path / "x.vlog", seed=1, most=8))
    assert len(found) >= 6
    assert [(one.action, one.rules, one.found) for one in found if not one.named] == []


def test_a_move_that_costs_too_much_has_its_prices(tmp_path: Path) -> None:
    """XLVI Panzer Corps goes farther than it may: what each hex of its way costs, and why."""
    name = "battle_for_moscow"
    module = write_module(name, tmp_path)
    game = declared.begin(module, defaults(name), compiled(name).setups[-1].id)
    for end in ("0207", "0210"):
        game.perform(a.Move("ger-xlvi", (end,)))
    # Nothing shows yet that the second drag is no retreat.
    (move,) = audit_logs([game.desk.write(tmp_path / "short.vlog")], module).actions
    assert move.outcome is Outcome.UNPROVABLE
    game.perform(a.End("german"))
    move, _ = audit_logs([game.desk.write(tmp_path / "game.vlog")], module).actions
    assert (move.outcome, move.rules, move.end, move.allowance) == (Outcome.ILLEGAL, ("2.1a",), "0210", 6)
    assert move.taken is not None
    assert move.taken.cost > 6
    assert ("0207", 2, ("forest 2",)) in [(step.hex, step.cost, step.reasons) for step in move.taken.steps]


def test_a_battle_of_the_wrong_phase_is_one_offence(tmp_path: Path) -> None:
    """IX Corps attacks in the movement phase; the roll and the loss are not charged beside it."""
    name = "battle_for_moscow"
    module = write_module(name, tmp_path)
    game = declared.begin(module, defaults(name), compiled(name).setups[-1].id)
    player = Player(game.position, 1)
    while game.position.phase.id != "german_movement":
        game.act([player.next()])
    defender = game.position.stack("0301")[0]
    game.act([a.Attack(("ger-ix",), ("0301",)), a.Roll(("0301",), (6,)), a.Lose(defender), a.End("german")])
    report = audit_logs([game.desk.write(tmp_path / "game.vlog")], module)
    (shown,) = report.shown
    assert (shown.action, shown.rules) == ("attack", ("0.2",))
    assert [one.action for one in report.consequences(shown)] == ["roll", "lose"]


@pytest.mark.whole
def test_without_keys_and_tracker_nobody_is_accused(name: str, module: Path, tmp_path: Path) -> None:
    """Only drags and turned counters: what they mean is not shown, and nothing is held against anybody."""
    setup = compiled(name).setups[-1].id
    game = declared.begin(module, defaults(name), setup)
    player = Player(game.position, 5)
    hands = ByHand(game.position, game.desk, game.hands.game)
    for _ in range(120):
        if game.position.over:
            break
        action = player.next()
        if isinstance(action, a.Lose | a.Eliminate):
            _by_hand(game, action)
        elif not isinstance(action, a.Attack | a.Support | a.Roll | a.End | a.Restore):
            hands.perform(action)
        apply(game.position, action)
    report = audit_logs([game.desk.write(tmp_path / "game.vlog")], module)
    assert [one.key() for one in report.actions if one.outcome is Outcome.ILLEGAL] == []


def _by_hand(game: declared.Recording, action: a.Lose | a.Eliminate) -> None:
    unit = action.unit
    if isinstance(action, a.Lose) and game.position.steps[unit] > 1:
        game.desk.change(unit, {"Face_Level": "2"})
    else:
        box = next(b for b in game.data.game.boxes if b.kind == "eliminated" and _fits(game, unit, b.side))
        owner = game.position.units[unit].side
        side = game.data.game.labels["side"][owner].en
        game.desk.move(unit, game.desk.box_pixel(box.id), side)
    game.desk.end_step()


def _fits(game: declared.Recording, unit: str, side: str | None) -> bool:
    return side in (None, game.position.units[unit].side)


def test_a_tracker_that_is_turned_late_is_no_offence(name: str, module: Path, tmp_path: Path) -> None:
    _turns_late(name, module, tmp_path, seed=2, most=60)


@pytest.mark.parametrize("seed", [9, 10])
def test_who_arrives_or_advances_and_moves_on_before_the_tracker_is_turned_breaks_nothing(
    seed: int, tmp_path: Path
) -> None:
    """9: the 43rd Army advances and moves on; 10: the 5th Army comes back and goes by rail."""
    name = "battle_for_moscow"
    _turns_late(name, write_module(name, tmp_path), tmp_path, seed=seed, most=70)


def _turns_late(name: str, module: Path, tmp_path: Path, *, seed: int, most: int) -> None:
    """Play; where units move in a phase its tracker is turned after the first move: nothing is wrong."""
    setup = next(setup.id for setup in compiled(name).setups if not setup.empty)
    game = declared.begin(module, defaults(name), setup)
    player = Player(game.position, seed)
    late = None
    for _ in range(most):
        if game.position.over:
            break
        action = player.next()
        if late is not None and isinstance(action, a.Move):
            game.perform(action)
            apply(game.position, action)
            game.desk.set_turn(late)
            game.desk.end_step()
            late = None
            continue
        if isinstance(action, a.End) and len(game.position.phase.sides) == 1 and late is None:
            before = next(iter(game.desk.table.turns.values()))
            after = game.fork()
            after.perform(action)
            late = next(iter(after.desk.table.turns.values()))
            assert before != late
            apply(game.position, action)
            if "move" not in game.position.phase.does:
                game.desk.set_turn(late)
                game.desk.end_step()
                late = None
            continue
        game.perform(action)
        apply(game.position, action)
    report = audit_logs([game.desk.write(tmp_path / "game.vlog")], module)
    assert [one.key() for one in report.actions if one.outcome is not Outcome.LEGAL] == []


@pytest.mark.parametrize("seed", [2, 6])
def test_who_passes_where_the_other_left_out_that_he_was_done_breaks_nothing(
    seed: int, tmp_path: Path
) -> None:
    """Who acts in an impulse often never presses "Done"; who passes does, and may only have been late."""
    name, rng = "two_harbours", Random(seed)
    module = write_module(name, tmp_path)
    game = declared.begin(module, defaults(name), compiled(name).setups[0].id)
    player = Player(game.position, seed)
    for _ in range(40):
        action = player.next()
        acts = isinstance(action, a.End) and bool(acting(game.position, action.side))
        after = game.position.copy()
        apply(after, action)
        if not (acts and after.phase == game.position.phase and rng.random() < 0.6):
            game.perform(action)
        apply(game.position, action)
    report = audit_logs([game.desk.write(tmp_path / "game.vlog")], module)
    assert [one.key() for one in report.actions if one.outcome is not Outcome.LEGAL] == []


def test_a_drag_that_may_be_an_advance_accuses_nobody(name: str, module: Path, tmp_path: Path) -> None:
    """The tracker is turned, battles are not declared: in a combat phase a short drag may answer one."""
    setup = compiled(name).setups[-1].id
    game = declared.begin(module, defaults(name), setup)
    player, moved = Player(game.position, 7), 0
    while not game.position.over and moved < 3:
        position = game.position
        if "fight" in position.phase.does and "move" not in position.phase.does:
            for unit in [u for u in position.units if position.on_map(u) and _is_free(position, u)][:1]:
                around = position.board.neighbours[position.where[unit]]
                near = next(place for place in around if not position.stack(place))
                game.desk.move(unit, game.hands._spot(near), None)
                game.desk.end_step()
                position.put(unit, near)
                moved += 1
            side = next(side for side in position.phase.sides if side not in position.ended)
            action: a.Action = a.End(side)
        else:
            action = player.next()
        game.perform(action)
        apply(position, action)
    report = audit_logs([game.desk.write(tmp_path / "game.vlog")], module)
    drags = [one for one in report.actions if one.action == "move" and "ombat" in one.segment.label]
    innocent = not any(one.outcome is Outcome.ILLEGAL for one in drags)
    assert innocent is bool(longest_answer(game.position.rules))


def _is_free(position: Position, unit: str) -> bool:
    return any(not position.stack(place) for place in position.board.neighbours[position.where[unit]])


def test_a_lone_player_of_both_sides_chooses_for_either(tmp_path: Path) -> None:
    """Changing sides is not logged: the one hand of a lone player says nothing about who chose a retreat."""
    module = write_module("battle_for_moscow", tmp_path)
    log = _played("battle_for_moscow", module, tmp_path / "two.vlog", "october-1941").log
    first, second = (sitting.id for sitting in players_of(compiled("battle_for_moscow")).values())
    text = open_container(log).saved_game().text.replace(second, first)
    entries = {name: open_container(log).read(name) for name in open_container(log).names}
    alone = write_container(tmp_path / "alone.vlog", entries | {"savedGame": encode_saved_game(text)})
    retreats = [one for one in audit_logs([alone], module).actions if one.action == "retreat"]
    assert len(retreats) > 2
    assert {one.outcome for one in retreats} == {Outcome.LEGAL}


def test_who_sits_down_to_play_alone_chooses_for_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat *Solitaire* is no side's: nothing is wrong about its hand, whoever chooses a retreat."""
    sides = players_of(compiled("battle_for_moscow"))
    alone = {side: Sitting("Anna", "first", SOLITAIRE) for side in sides}
    monkeypatch.setattr(seats, "players_of", lambda _game: alone)
    module = write_module("battle_for_moscow", tmp_path)
    log = _played("battle_for_moscow", module, tmp_path / "alone.vlog", "october-1941").log
    report = audit_logs([log], module)
    assert len([one for one in report.actions if one.action == "retreat"]) > 2
    assert {one.outcome for one in report.actions} == {Outcome.LEGAL}
    assert report.notices == ()
