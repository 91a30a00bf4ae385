"""Whole turns of the random player, with the module's commands and without, in one log and in several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.games.gj47.audit.cutting import cut, write
from tests.games.gj47.audit.dragging import play
from toolkit.audit.audit import audit_logs
from toolkit.audit.report import START, JudgedAction, Report
from toolkit.audit.view import seen_by
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Move
from toolkit.games.gj47.rules.game import check
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import ChangeProperty, Chat, Command
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import game_entries, write_container

SEED = 6
TURNS = 2


@dataclass
class Game:
    """A game that was played, and what the rules say of each action before it was performed."""

    log: Path
    module: Path
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    dice: list[tuple[int]] = field(default_factory=list)

    def see(self, position: Position, action: a.Action) -> None:
        verdict = check(position, action)
        self.kinds[type(action).__name__] += 1
        if (die := getattr(action, "die", None)) is not None:
            self.dice.append((die,))
        if not verdict.legal:
            self.wrong.append(verdict.rules[0])


def played(module: Path, folder: Path, *, commands: bool, sloppy: bool = False) -> Game:
    made = Game(folder / "game.vlog", module)
    play(module, made.log, SEED, commands=commands, sloppy=sloppy, turns=TURNS, seen=made.see)
    return made


@pytest.fixture(scope="module")
def game(bare_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return played(bare_module, tmp_path_factory.mktemp("game"), commands=True)


@pytest.fixture(scope="module")
def report(game: Game) -> Report:
    return audit_logs([game.log], game.module)


def test_the_dice_that_were_rolled_are_told_as_such(game: Game, report: Report) -> None:
    assert sorted(action.dice for action in report.actions if action.dice) == sorted(game.dice) != []


def accused(report: Report) -> list[str]:
    return [action.rules[0] for action in report.actions if action.outcome is Outcome.ILLEGAL]


def assert_fits(game: Game, report: Report, *, open_share: int) -> None:
    """Accused is what the rules forbid, and nothing else; every action is seen for what it was."""
    assert sorted(accused(report)) == sorted(game.wrong)
    assert report.ledger.closed
    assert report.ledger.unexplained == 0
    counts = report.counts
    assert counts["legal"] > 100
    assert (counts["unclear"] + counts["unprovable"]) * open_share <= len(report.actions)
    told = Counter(action.action for action in report.actions)
    pairs = {"Move": "move", "Roll": "roll", "Enter": "arrival", "Draw": "draw", "Advance": "advance"}
    assert {kind: told[shown] for kind, shown in pairs.items()} == {kind: game.kinds[kind] for kind in pairs}
    # A unit removed where it stood may have died of losses or for want of a retreat.
    assert abs(told["retreat"] - game.kinds["Retreat"]) <= 2


def test_a_game_with_the_modules_commands(game: Game, report: Report) -> None:
    assert_fits(game, report, open_share=20)


@pytest.fixture(scope="module")
def dragged(bare_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return played(bare_module, tmp_path_factory.mktemp("dragged"), commands=False)


def test_the_same_game_with_drags_flips_and_a_die(dragged: Game) -> None:
    assert_fits(dragged, audit_logs([dragged.log], dragged.module), open_share=5)


@pytest.mark.parametrize("told", [True, False])
def test_dice_that_only_the_chat_tells_or_nobody(dragged: Game, tmp_path: Path, told: bool) -> None:
    log = read_log(dragged.log)
    steps = [replace(step, commands=tuple(_without_die(step.commands, told))) for step in log.steps]
    report = audit_logs([write(tmp_path / "told.vlog", log, log.begin, steps)], dragged.module)
    if told:
        assert_fits(dragged, report, open_share=5)
    else:
        assert [rule for rule in accused(report) if rule not in dragged.wrong] == []
        assert report.counts["unprovable"] * 50 <= report.counts["legal"] > 100
        assert report.ledger.unexplained == 0


def _without_die(commands: Sequence[Command], told: bool) -> Iterator[Command]:
    for command in commands:
        if not (isinstance(command, ChangeProperty) and command.name == "1d6_result"):
            yield command
        elif told:
            yield Chat(f"*** 1d6 = {command.new} *** <Anna>")


def test_the_same_game_in_any_order_and_with_corrections(bare_module: Path, tmp_path: Path) -> None:
    dragged = played(bare_module, tmp_path, commands=False, sloppy=True)
    assert_fits(dragged, audit_logs([dragged.log], bare_module), open_share=20)


@pytest.mark.parametrize("seed", [2, 3])
def test_all_dice_of_a_chit_thrown_first(bare_module: Path, tmp_path: Path, seed: int) -> None:
    """Which die was for what shows by what came of it: nobody is accused."""
    log = play(
        bare_module, tmp_path / "game.vlog", seed, commands=False, dice_first=True, turns=TURNS
    )  # fmt: skip
    report = audit_logs([log], bare_module)
    assert accused(report) == []
    assert report.ledger.closed
    assert report.ledger.unexplained == 0
    assert sum(len(action.dice) for action in report.actions if action.action == "roll") > 5


def test_steps_go_up_and_turns_are_named(report: Report) -> None:
    steps = [action.step for action in report.actions]
    assert steps == sorted(steps)
    assert {action.segment.turn for action in report.actions} == {1, 2}


# -- chains --------------------------------------------------------------------------------------------


def keys(actions: Sequence[JudgedAction]) -> list[tuple[str, str, str, str]]:
    return [(action.action, action.unit, action.start, action.end) for action in actions]


@pytest.fixture(scope="module")
def parts(game: Game, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    steps = len(read_log(game.log).steps)
    return cut(game.log, tmp_path_factory.mktemp("parts"), [steps * i // 5 + 3 for i in range(1, 5)])


def test_five_logs_in_any_order_are_one_game(game: Game, report: Report, parts: list[Path]) -> None:
    chained = audit_logs([parts[i] for i in (2, 0, 1, 4, 3)], game.module)
    assert [notice.code for notice in chained.notices] == ["AUD035"]
    assert chained.counts == report.counts
    assert keys(chained.actions) == keys(report.actions)


def test_each_log_alone_accuses_nobody(game: Game, parts: list[Path]) -> None:
    for part in parts[1::2]:
        found = accused(audit_logs([part], game.module))
        assert Counter(found) - Counter(game.wrong) == Counter()


def test_a_doubled_log_is_reported(game: Game, report: Report, parts: list[Path]) -> None:
    chained = audit_logs([*parts, parts[1]], game.module)
    assert [notice.code for notice in chained.notices] == ["AUD031"]
    assert chained.counts == report.counts


def test_an_overlap_is_reported(game: Game, report: Report, tmp_path: Path) -> None:
    steps = len(read_log(game.log).steps)
    first = cut(game.log, tmp_path, [steps // 2])[0]
    (tmp_path / "later").mkdir()
    second = cut(game.log, tmp_path / "later", [steps // 2 - 6])[1]
    chained = audit_logs([first, second], game.module)
    assert [notice.code for notice in chained.notices] == ["AUD033"]
    assert chained.counts == report.counts


def test_a_missing_log_is_a_gap(game: Game, parts: list[Path]) -> None:
    chained = audit_logs([parts[0], parts[2], parts[3], parts[4]], game.module)
    assert [notice.code for notice in chained.notices] == ["AUD030"]
    assert Counter(accused(chained)) - Counter(game.wrong) == Counter()


def test_an_edited_start_is_reported(game: Game, parts: list[Path], tmp_path: Path) -> None:
    log = read_log(parts[2])
    text = log.encode()
    # A division lies in another hex when the third log begins.
    unit, there = _place_of(game, "ger-inf-57", parts[2])
    moved = text.replace(there, there.replace(";", ";1", 1), 1)
    assert moved != text, unit
    edited = tmp_path / "edited.vlog"
    save = log.metadata or Metadata(vassal_version="3.6.0")
    write_container(edited, dict(game_entries(moved, save=save, module=log.module)))
    chained = audit_logs([*parts[:2], edited, *parts[3:]], game.module)
    changed = next(notice for notice in chained.notices if notice.code == "AUD034")
    follow = [action for action in chained.actions if action.follows == (2, START)]
    assert changed.data.get("consequences", 0) == len(follow) > 0
    assert f"{len(follow)} finding" in changed.message
    assert "consequences" not in seen_by(chained, "axis").notices[0].data


def _place_of(game: Game, unit: str, part: Path) -> tuple[str, str]:
    """Return a unit and its place in the text of a log's beginning."""
    from toolkit.audit.module_data import read_module
    from toolkit.games.gj47.audit.table_state import Places
    from toolkit.vassal.table import Table

    table = Table()
    table.apply(read_log(part).begin)
    places = Places(read_module(game.module), table)
    state = places.state()
    piece = next(thing.id for thing in table.counters() if places.counter_of(thing.id) == unit)
    spot = table.spot(piece)
    assert state.units[unit].hex >= 0
    return unit, f"{spot.map};{spot.x};{spot.y};"


# -- planted -------------------------------------------------------------------------------------------


Change = Callable[[Performer, Position, a.Action], bool]


def planted(module: Path, folder: Path, change: Change, *, commands: bool = True) -> list[tuple[str, str]]:
    """Return action and leading rule of what is accused when something is done differently."""
    done: list[bool] = []

    def changed(hands: Performer, position: Position, action: a.Action) -> bool:
        done.append(change(hands, position, action))
        return done[-1]

    path = play(module, folder / "p.vlog", SEED, commands=commands, turns=TURNS, change=changed)
    assert any(done), "the game of this seed has no occasion for it"
    found = audit_logs([path], module).actions
    return [(x.action, x.rules[0]) for x in found if x.outcome is Outcome.ILLEGAL and x.action != "choose"]


@pytest.mark.whole
@pytest.mark.parametrize("commands", [True, False])
class TestPlanted:
    def test_a_unit_out_of_range(self, bare_module: Path, tmp_path: Path, commands: bool) -> None:
        def change(hands: Performer, position: Position, action: a.Action) -> bool:
            if not isinstance(action, a.EndMovement) or position.turn.drawn[-1] != "chit-17a":
                return False
            far = next(
                u
                for u in position.on_map(position.data.units[position.command.hq or 0].owner)
                if position.data.units[u].id == "ger-inf-45"
            )
            here = position.hex_of[far]
            goal = next(n for n, _ in position.data.board.steps[here] if not any(position.owners_in(n)))
            hands.hands.drag(position.data.units[far].id, position.data.board.numbers[goal])
            hands.perform(a.EndCommand())
            return True

        assert planted(bare_module, tmp_path, change, commands=commands)[:1] == [("move", "8.2")]

    def test_a_loss_that_nobody_takes(self, bare_module: Path, tmp_path: Path, commands: bool) -> None:
        def change(hands: Performer, position: Position, action: a.Action) -> bool:
            if not isinstance(action, a.Lose):
                return False
            hands.perform(a.CloseBattle(action.target))
            hands.perform(a.EndCommand())
            return True

        found = planted(bare_module, tmp_path, change, commands=commands)
        assert found or not commands
        assert all(rule.startswith("10.") for _, rule in found)

    def test_a_retreat_into_the_wild(self, bare_module: Path, tmp_path: Path, commands: bool) -> None:
        def change(hands: Performer, position: Position, action: a.Action) -> bool:
            if not isinstance(action, a.Retreat) or not action.path or OFF_MAP in action.path:
                return False
            hands.hands.drag(position.data.units[action.unit].id, position.data.board.numbers[700])
            hands.perform(a.CloseBattle(action.target))
            hands.perform(a.EndCommand())
            return True

        found = planted(bare_module, tmp_path, change, commands=commands)
        assert ("retreat", "10.6") in [(action, rule[:4]) for action, rule in found]

    def test_supply_that_is_not_paid(self, bare_module: Path, tmp_path: Path, commands: bool) -> None:
        def change(hands: Performer, position: Position, action: a.Action) -> bool:
            if not isinstance(action, a.Attrition) or action.units:
                return False
            unit = position.on_map(action.owner)[0]
            hands.perform(a.Attrition(action.owner, (unit,)))
            hands.perform(a.Withdraw(3, ()))
            hands.perform(a.EndCommand())
            return True

        assert ("supply", "11.1") in planted(bare_module, tmp_path, change, commands=commands)

    def test_an_arrival_off_the_railway(self, bare_module: Path, tmp_path: Path, commands: bool) -> None:
        def change(hands: Performer, position: Position, action: a.Action) -> bool:
            if not isinstance(action, a.Enter):
                return False
            board = position.data.board
            wild = next(
                h
                for h in range(len(board))
                if h not in board.towns and not any(f & 64 for _, f in board.steps[h])
            )
            hands.perform(a.Enter(action.unit, wild))
            return True

        found = planted(bare_module, tmp_path, change, commands=commands)
        assert not found or found[0][0] == "arrival"

    def test_a_unit_of_the_other_side(self, bare_module: Path, tmp_path: Path, commands: bool) -> None:
        """It makes room where it left: a unit that goes there later has done nothing wrong."""
        entered: list[str] = []

        def change(hands: Performer, position: Position, action: a.Action) -> bool:
            if not isinstance(action, a.EndMovement):
                return False
            units = position.data.units
            owner = units[position.command.hq or 0].owner
            for unit in position.on_map(owner.enemy):
                here = position.hex_of[unit]
                if units[unit].headquarters or len(position.stacks[here]) > 1:
                    continue
                for mover in _beside(position, here):
                    if check(_without(position, unit), Move(mover, position.hex_of[mover], here)).legal:
                        away = next(h for h in range(len(position.data.board)) if not position.stacks[h])
                        hands.hands.drag(units[unit].id, position.data.board.numbers[away])
                        hands.hands.drag(units[mover].id, position.data.board.numbers[here])
                        hands.perform(a.EndCommand())
                        entered.append(units[mover].id)
                        return True
            return False

        assert planted(bare_module, tmp_path, change, commands=commands) == [("move", "8.1(1)")]
        assert entered


def _beside(position: Position, here: int) -> list[int]:
    """Return the units of the acting side two hexes from one, with no enemy nearer."""
    owner = position.data.units[position.command.hq or 0].owner
    ring = position.data.board.distances(here)
    own = position.on_map(owner)
    if any(ring[position.hex_of[u]] < 2 for u in own):
        return []
    return [u for u in own if ring[position.hex_of[u]] == 2 and not position.data.units[u].headquarters]


def _without(position: Position, unit: int) -> Position:
    trial = position.copy()
    trial.send(unit, Box.TRAY)
    return trial


def test_a_second_roll_is_a_notice(bare_module: Path, tmp_path: Path) -> None:
    def change(hands: Performer, position: Position, action: a.Action) -> bool:
        del position
        if isinstance(action, a.Roll):
            hands.perform(action)
        return False

    path = play(bare_module, tmp_path / "g.vlog", SEED, turns=1, change=change)
    report = audit_logs([path], bare_module)
    codes = Counter(notice.code for notice in report.notices)
    assert codes["AUD021"] >= 1
    assert [x for x in accused(report) if not x.startswith("6.2")] == []
