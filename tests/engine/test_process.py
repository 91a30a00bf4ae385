"""The child process: time limits, dialogs, what dies."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.engine import tiny
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Session

pytestmark = pytest.mark.engine


def test_no_answer_in_time_is_a_failure_with_a_screenshot(
    home: EngineHome, module: Path, tmp_path: Path
) -> None:
    with Engine(home, tmp_path) as engine, pytest.raises(EngineFailure) as error:
        engine.call("open", module=str(module), version="3.6.0", extensions=[], seconds=0.05)
    assert [f.code for f in error.value.findings] == ["ENG002"]
    picture = error.value.picture
    assert picture is None or picture.read_bytes()[:4] == b"\x89PNG"


def test_an_operation_that_fails_leaves_the_engine_usable(home: EngineHome, module: Path) -> None:
    with Engine(home) as engine:
        game = OpenModule.open(engine, module)
        game.start(0)
        with pytest.raises(EngineFailure) as error:
            game.locate("no such map", [(1.0, 1.0)])
        assert [f.code for f in error.value.findings] == ["ENG003"]
        assert len(game.table().pieces) == 6


def test_a_dead_engine_is_a_failure_and_no_hang(home: EngineHome) -> None:
    with Engine(home) as engine:
        assert engine._java is not None
        engine._java.kill()
        with pytest.raises(EngineFailure) as error:
            engine.call("maps", seconds=20)
    assert [f.code for f in error.value.findings] == ["ENG004"]


def test_a_modal_dialog_is_reported_with_its_words_and_does_not_block(home: EngineHome, module: Path) -> None:
    """Leaving a side asks which to take instead, in a box that would wait for a click for ever."""
    with Session(module, players=[Player("Anna", "secret", "Red")], home=home) as session:
        session.button("Leave")
        problems = session.take_problems()
        assert [p.kind for p in problems] == ["dialog"]
        assert "[OK]" in problems[0].detail
        assert problems[0].picture is not None
        assert problems[0].picture.read_bytes()[:4] == b"\x89PNG"
        assert len(session.table().pieces) == 6


def test_a_written_log_starts_no_second_java(
    home: EngineHome, module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine would start a module manager to tell it of the log; it starts what does nothing instead."""
    started, program = tmp_path / "started", tmp_path / "true"
    program.write_text(f'#!/bin/sh\necho "$@" > {started}.new && mv {started}.new {started}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with Session(module, players=[Player("Anna", "secret", "Red")], home=home) as session:
        session.begin(tmp_path / "game.vlog")
        session.chat("hello")
        assert session.save() == 1
        end = time.monotonic() + 20.0
        while not started.exists() and time.monotonic() < end:
            time.sleep(0.05)
        assert session.take_problems() == []
    assert "--update-game" in started.read_text()


def test_a_loaded_game_takes_the_place_of_a_changed_one(
    home: EngineHome, module: Path, tmp_path: Path
) -> None:
    """Nobody asks whether the changed one is to be saved, and nothing of it stays."""
    save = tmp_path / "game.vsav"
    with Session(module, players=[Player("Anna", "secret", "Red")], home=home) as session:
        session.game.save(save)
        before = session.piece("red-1").place()
        session.drag("red-1", "0505")
        assert session.piece("red-1").place() != before
        assert session.game.load(save) == 0
        assert session.piece("red-1").place() == before
        assert len(session.table().pieces) == 6
        assert session.take_problems() == []


def test_two_engines_run_side_by_side(home: EngineHome, module: Path) -> None:
    with Engine(home) as first, Engine(home) as second:
        names = {OpenModule.open(engine, module).name for engine in (first, second)}
    assert names == {"Tiny"}


def test_the_work_folder_is_gone_afterwards(home: EngineHome) -> None:
    with Engine(home) as engine:
        work = engine.work
        assert work.is_dir()
    assert not work.exists()


def test_what_is_drawn_shows_the_counters(home: EngineHome, module: Path, tmp_path: Path) -> None:
    with Engine(home) as engine:
        game = OpenModule.open(engine, module)
        game.start(0)
        field = game.maps()[0]
        assert (field.width, field.height) == (tiny.SIZE[0] + 60, tiny.SIZE[1] + 40)
        game.draw("Field", tmp_path / "a.png", (100, 100, 400, 300))
        head = (tmp_path / "a.png").read_bytes()
        assert head[:4] == b"\x89PNG"
        assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (300, 200)


def test_chance_of_a_seed_can_be_had_again(home: EngineHome, module: Path, tmp_path: Path) -> None:
    def throws(seed: int) -> list[str]:
        with Session(module, players=[Player("Anna", "secret", "Red")], home=home, seed=seed) as session:
            session.begin(tmp_path / "game.vlog")
            for _ in range(8):
                session.button("1d6")
            session.save()
            session.game.load(tmp_path / "game.vlog")
            return [line for said in session.game.step() for line in said if "1d6 = " in line]

    assert len(throws(3)) == 8
    assert throws(3) == throws(3) != throws(4)
