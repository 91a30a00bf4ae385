"""``toolkit inspect``: what people and programs get to see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.vassal.samples import PLAYED, begin, log_bytes, move, step
from toolkit.cli.main import main
from toolkit.vassal.commands import Raw, encode_commands
from toolkit.vassal.packing import container_bytes, write_container

_MODULE = b"""<VASSAL.build.GameModule name="Test" version="1.0" VassalVersion="3.6.0">
<VASSAL.build.module.PlayerRoster><entry>Axis</entry><entry>Soviet</entry></VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.Map mapName="Main Map"><VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board name="B" width="1000" height="1000">
<VASSAL.build.module.map.boardPicker.board.SquareGrid x0="25" y0="25" dx="50" dy="50">
<VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering first="H" sep="" hType="N" vType="N"
 hLeading="1" vLeading="1" hOff="1" vOff="1"/>
</VASSAL.build.module.map.boardPicker.board.SquareGrid></VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>
<VASSAL.build.module.PieceWindow name="Pieces"><VASSAL.build.widget.PieceSlot entryName="A" gpid="4"
>+/null/piece;;;a.png;A/null;0;0;4;0</VASSAL.build.widget.PieceSlot></VASSAL.build.module.PieceWindow>
</VASSAL.build.GameModule>"""


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.vlog"
    path.write_bytes(log_bytes(*PLAYED))
    return path


def test_text(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(log_file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"file       {log_file.as_posix()}: log, wrapped !VCSK",
        "written by VASSAL 3.7.26, 2023-11-14 22:13 UTC",
        "module     Test 1.0",
        "players    Ann (Axis), Bob (Soviet)",
        "set-up     AddPiece 7, AddPlayer 2, BeginSave 1, EndSave 1",
        "steps      3: MovePiece 3, Undo 2, Chat 1",
        "unknown    none",
    ]


def test_steps_in_pixels_and_by_printed_name(
    log_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(log_file), "--steps"]) == 0
    assert "step 1    Ann (Axis): 3rd Pz  Main Map (100, 100) → (150, 100)" in capsys.readouterr().out
    module = write_container(tmp_path / "m.vmod", {"buildFile.xml": _MODULE})
    assert main(["inspect", str(log_file), "--steps", "--module", str(module)]) == 0
    assert capsys.readouterr().out.splitlines()[-6:] == [
        "step 1    Ann (Axis): 3rd Pz  Main Map 0303 → 0403",
        '          chat "* 3rd Pz moves"',
        "step 2    player 1: 6A, HQ  Main Map 0503 → 0603",
        "step 3    undo begins",
        "          Ann (Axis): 3rd Pz  Main Map 0403 → 0303",
        "          undo ends",
    ]


def test_json(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(log_file), "--format", "json", "--steps"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["kind"], data["steps"], data["players"][0]) == ("log", 3, {"name": "Ann", "side": "Axis"})
    assert data["commands"]["steps"] == {"MovePiece": 3, "Undo": 2, "Chat": 1}
    assert [item["step"] for item in data["log"]] == [1, 2, 3]


def test_a_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = write_container(tmp_path / "m.vmod", {"buildFile.xml": _MODULE})
    assert main(["inspect", str(module), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["module"] == {"name": "Test", "version": "1.0", "vassal_version": "3.6.0"}
    assert data["content"] == {
        "sides": ["Axis", "Soviet"],
        "maps": {"Main Map": ["B"]},
        "prototypes": 0,
        "pieces": 1,
        "pieces_without_gpid": 0,
        "entries": 1,
    }


def test_a_save_is_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "savedGame"
    path.write_text(encode_commands(begin()), encoding="utf-8")
    assert main(["inspect", str(path)]) == 0
    assert ": save, wrapped plain" in capsys.readouterr().out


def test_findings_give_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.vlog"
    path.write_bytes(log_bytes(step(Raw("M/1/broken"), move("a", 1, 1))))
    assert main(["inspect", str(path)]) == 1
    assert "step 1: warning LOG010" in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"\xff\xd8\xff\xe0", b"", container_bytes({"x": b""})])
def test_no_vassal_file_gives_status_2_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    path = tmp_path / "x.vlog"
    path.write_bytes(data)
    assert main(["inspect", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
