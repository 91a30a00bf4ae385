"""Recorded logs: what a plan becomes, and whether the engine and our reader agree on the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine import tiny
from toolkit.diagnostics import InputError
from toolkit.engine.game import OpenModule, version_key
from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Recording, Session, record_plan
from toolkit.engine.table import EngineTable
from toolkit.vassal.commands import MovePiece
from toolkit.vassal.log import read_log

pytestmark = pytest.mark.engine

ANNA, BEN = Player("Anna", "secret-of-anna", "Red"), Player("Ben", "secret-of-ben", "Blue")
PLAN = [
    {"op": "drag", "counter": "red-1", "to": "0404", "via": ["0303", "0304"], "expect": "legal"},
    {"op": "drag", "counters": ["red-2"], "to": "0404"},
    {"op": "drag", "counters": ["red-1", "red-2"], "to": "0504"},
    {"op": "as", "player": "Ben"},
    {"op": "drag", "counter": "blue-1", "to": "0604"},
    {"op": "undo"},
    {"op": "drag", "counter": "blue-1", "to": "0705"},
    {"op": "drag", "counter": "blue-1", "to": "0605", "remark": "put back"},
    {"op": "drag", "counter": "blue-1", "to": "0605", "remark": "dropped where it was"},
    {"op": "draw", "deck": "Cup", "to": "0806"},
    {"op": "button", "name": "1d6"},
    {"op": "chat", "text": "I pass"},
    {"op": "key", "counter": "red-2", "key": "Ctrl-D"},
]


@pytest.fixture(scope="module")
def recording(home: EngineHome, module: Path, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    log = tmp_path_factory.mktemp("log") / "game.vlog"
    return record_plan(module, PLAN, log, setup="Start", players=[ANNA, BEN], home=home)


def places(table: EngineTable) -> dict[str, tuple[str | None, int, int]]:
    return {p.properties["CounterId"]: p.place() for p in table.pieces.values()}


def at(number: str) -> tuple[str, int, int]:
    """Return map and pixels of a hex; the engine cuts fractions off where we round."""
    x, y = tiny.pixel(number)
    return ("Field", x + 30, y + 20)


def test_the_end_is_what_the_plan_says(recording: Recording) -> None:
    assert recording.problems == ()
    found = places(recording.table)
    assert set(found) == {"red-1", "blue-1", *tiny.CARDS}
    for counter, number in (("red-1", "0504"), ("blue-1", "0605")):
        name, x, y = at(number)
        assert found[counter][0] == name
        assert abs(found[counter][1] - x) <= 1
        assert abs(found[counter][2] - y) <= 1


def test_each_drag_is_a_step_and_names_where_it_landed(recording: Recording) -> None:
    assert [d.log_steps for d in recording.done[:5]] == [(1, 2, 3), (4,), (5,), (), (6,)]
    assert [p.location for p in recording.done[0].landed] == ["0404"]
    assert [p.location for p in recording.done[2].landed] == ["0504", "0504"]
    assert recording.done[0].step["expect"] == "legal"


def test_our_reader_counts_the_same_steps(recording: Recording) -> None:
    log = read_log(recording.log)
    assert log.findings == ()
    assert len(log.steps) == max(n for d in recording.done for n in d.log_steps)


def test_each_player_moves_under_an_id_of_their_own(recording: Recording) -> None:
    log = read_log(recording.log)
    by_step = {step.number: step.commands for step in log.steps}

    def players(done: int) -> set[str]:
        commands = [c for number in recording.done[done].log_steps for c in by_step[number]]
        return {c.player for c in commands if isinstance(c, MovePiece)}

    assert players(0) == {ANNA.id}
    assert players(4) == {BEN.id}


def test_a_recorded_log_steps_through_to_the_same_end(
    home: EngineHome, module: Path, recording: Recording
) -> None:
    with Engine(home) as engine:
        game = OpenModule.open(engine, module)
        waiting = game.load(recording.log)
        said = game.step()
        again = game.table(["*"])
        assert engine.take_problems() == []
    assert len(said) == waiting
    assert places(again) == places(recording.table)
    assert any("moves 0304 -> 0404" in line for line in said[2])
    assert any("1d6 = " in line for step in said for line in step)


def test_an_undo_is_bracketed_from_version_3_7_on(home: EngineHome, recording: Recording) -> None:
    log = read_log(recording.log)
    number = recording.done[5].log_steps[0]
    names = [type(c).__name__ for c in log.steps[number - 1].commands]
    assert (names.count("Undo") == 2) == (version_key(home.version) >= (3, 7))


@pytest.mark.parametrize(
    "step",
    [
        {"op": "fly", "counter": "red-1"},
        {"op": "drag", "counter": "nobody", "to": "0101"},
        {"op": "drag", "counter": "red-1", "to": "9999"},
        {"op": "drag", "counter": "red-1"},
        {"op": "as", "player": "Nobody"},
    ],
)
def test_a_step_that_cannot_be_is_refused_by_name(session: Session, step: dict[str, object]) -> None:
    with pytest.raises(InputError) as error:
        session.perform([step])
    assert [f.code for f in error.value.findings] == ["ENG060"]


@pytest.mark.parametrize(
    "step", [{"op": "button", "name": "No"}, {"op": "menu", "counter": "red-1", "name": "No"}]
)
def test_what_the_module_does_not_offer_is_refused_by_the_engine(
    session: Session, step: dict[str, object]
) -> None:
    with pytest.raises(EngineFailure):
        session.perform([step])


def test_menus_and_buttons_are_listed(session: Session) -> None:
    assert "Delete" in [entry["name"] for entry in session.menus("red-1")]
    assert "1d6" in [button["text"] for button in session.buttons()]


def test_an_unknown_set_up_is_refused_with_those_there_are(home: EngineHome, module: Path) -> None:
    with pytest.raises(InputError, match="Start"), Session(module, setup="Kursk", home=home):
        pass


@pytest.fixture(scope="module")
def session(home: EngineHome, module: Path) -> object:
    with Session(module, players=[ANNA, BEN], home=home) as opened:
        yield opened
