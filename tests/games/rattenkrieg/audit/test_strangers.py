"""Logs of Rattenkrieg with things in them that no game has: they are judged all the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.audit.strangers import broken_down
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.games.rattenkrieg.play.recording import record
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.games.rattenkrieg.rules.moments import Moment, due
from toolkit.games.rattenkrieg.rules.position import OFF_MAP, Act, Battle, Did, Phase, Played, Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Outcome
from toolkit.vassal import commands as c
from toolkit.vassal.log import Log, Step, read_log


@pytest.fixture(scope="module")
def game(rk_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Log:
    path = tmp_path_factory.mktemp("strangers") / "game.vlog"
    record(rk_module, path, 7)
    return read_log(path, name="game.vlog")


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 12), marks=pytest.mark.whole)])
def test_whatever_a_log_holds_it_is_told(rk_data: ModuleData, game: Log, seeds: range) -> None:
    assert list(broken_down(game, rk_data, seeds)) == []


def test_a_unit_without_a_name_fights(rk_data: ModuleData, game: Log) -> None:
    # Each unit in turn is one that the game's data do not have: what it does is nobody's, and goes on.
    units = [n for n, one in enumerate(game.begin) if isinstance(one, c.AddPiece) and "rifle" in one.type]
    assert len(units) > 3
    for place in units:
        piece = game.begin[place]
        assert isinstance(piece, c.AddPiece)
        nameless = replace(piece, type=piece.type.replace("CounterId", "Nobody"))
        begin = (*game.begin[:place], nameless, *game.begin[place + 1 :])
        report = audit_read([replace(game, begin=begin, steps=game.steps[:120])], rk_data)
        assert {one.unit for one in report.actions if one.outcome is Outcome.UNVERIFIED} <= {""}


@pytest.mark.parametrize("count", ["999999999", "9" * 5_000, "²", "-1"])
def test_events_that_nobody_can_count(rk_data: ModuleData, game: Log, count: str) -> None:
    # The acting unit has as many assault guns as the table says, and no more than there are cards.
    first = next(n for n, step in enumerate(game.steps, 1) if any(map(_activates, step.commands)))
    before = [one for step in game.steps[:first] for one in step.commands]
    names = ("AssaultGun", "Passes", "Step")
    told = [c.ChangeProperty(name, "", count) for name in names]
    log = replace(game, begin=(*game.begin, *before, *told), steps=_from(game, first))
    assert len(audit_read([log], rk_data).actions) > 0


def _activates(command: c.Command) -> bool:
    return isinstance(command, c.ChangeProperty) and command.name == "Active" and command.new not in ("", "0")


def _from(game: Log, first: int) -> tuple[Step, ...]:
    return tuple(Step(number, step.commands) for number, step in enumerate(game.steps[first : first + 30], 1))


@pytest.mark.parametrize("state", ["²|²", f"0|{'9' * 5_000};0", "0|٣;²", "|"])
def test_a_turn_that_is_no_number(rk_data: ModuleData, game: Log, state: str) -> None:
    tracker = next(one for one in game.begin if isinstance(one, c.SetTurn))
    turned = replace(tracker, state=state)
    log = replace(game, begin=(*game.begin, turned), steps=(Step(1, (turned,)), *_from(game, 1)))
    assert audit_read([log], rk_data).logs[0].steps == len(log.steps)


def test_a_battle_beside_the_map_is_fought_to_its_end(rk_data: ModuleData) -> None:
    # A log may begin with a battle of a unit that stands nowhere (8.8: only areas change strengths).
    position = Position(rules_data(rk_data.game))
    german, soviet = (
        next(id_ for id_, unit in position.data.units.items() if unit.side is side) for side in Side
    )
    cards = zip(Side, ("9S", "7S"), strict=True)
    played = tuple(Played(side, card, side.id, face_up=True) for side, card in cards)
    calls = tuple((side, Did.PLAY) for side in Side)
    position.phase, position.act = Phase.OPERATIONS, Act(german, fights=(1,))
    position.battle = Battle(OFF_MAP, german, soviet, cards=played, calls=calls, opened=frozenset(Side))
    assert due(position, Rulings(position.data.points)).moment in (Moment.DAMAGE, Moment.TIE)
