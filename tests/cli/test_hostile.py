"""Attacks from outside on the command line: terminals, numbers, paths that are no files."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from tests.vassal.samples import log_bytes
from toolkit.cli.main import main
from toolkit.vassal.commands import AddPiece, AddPlayer, encode_commands
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries

_ANNA = "Анна戦\U0001f600"


def _printed(monkeypatch: pytest.MonkeyPatch, encoding: str, arguments: list[str]) -> bytes:
    buffer = io.BytesIO()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", io.TextIOWrapper(buffer, encoding=encoding))
        assert main(arguments) < 2
        sys.stdout.flush()
        return buffer.getvalue()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_of_few_letters_ends_nothing(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = encode_commands(
        [AddPlayer("secret", _ANNA, "Red"), AddPiece("1", f"piece;;;;{_ANNA}", "M;1;1;7;0")]
    )
    path = tmp_path / "game.vsav"
    path.write_bytes(container_bytes(game_entries(text, save=Metadata(), module=None)))
    for arguments in (["inspect", str(path)], ["inspect", "--steps", str(path)], ["validate", str(path)]):
        shown = _printed(monkeypatch, encoding, arguments).decode(encoding)
        assert "Red" in shown or "save" in shown
    # What programs read is the same on every terminal.
    found = json.loads(_printed(monkeypatch, encoding, ["inspect", "--format", "json", str(path)]).decode())
    assert _ANNA in json.dumps(found, ensure_ascii=False)
    page = _printed(monkeypatch, encoding, ["validate", "--format", "html", str(path)])
    assert page.decode("utf-8").startswith("<!")


@pytest.mark.parametrize("number", ["nan", "-nan", "inf", "0", "1e9"])
def test_a_budget_is_a_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--budget", number, "doctor"]) == 2
    assert "is not in the range" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["loop", "fifo", "/dev", ".", ""])
def test_what_is_no_file_is_refused_in_a_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    os.mkfifo("fifo")
    Path("game.vsav").write_bytes(log_bytes())
    for arguments in (
        ["inspect", name],
        ["validate", name],
        ["scrub", name],
        ["refresh", name, "--module", "game.vsav"],
        ["refresh", "game.vsav", "--module", name],
        ["audit", name],
        ["import", name],
        ["log", "page", "-o", "out.html", name],
        ["engine", name],
    ):
        assert main(arguments) == 2
        assert "fault of the toolkit" not in capsys.readouterr().err


def test_coordinates_that_no_number_holds_are_imported_as_text(tmp_path: Path) -> None:
    path = f"{'9' * 5000},1;2,2;3,3"
    board, map_ = "VASSAL.build.module.map.boardPicker.", "VASSAL.build.module.Map"
    tags = [
        f"{board}board.mapgrid.Zone",
        f"{board}board.ZonedGrid",
        f"{board}Board",
        "VASSAL.build.GameModule",
    ]
    tags[3:3] = ["VASSAL.build.module.map.BoardPicker", map_]
    text = f'<{tags[0]} name="z" path="{path}"/>'
    for tag in tags[1:]:
        text = f'<{tag} name="n" mapName="M">{text}</{tag}>'
    module = tmp_path / "m.vmod"
    module.write_bytes(container_bytes({"buildFile.xml": text.encode()}))
    assert main(["import", str(module), "-o", str(tmp_path / "out")]) == 0
    assert path in (tmp_path / "out" / "boards.yaml").read_text()


def test_a_folder_of_very_many_logs_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(501):
        (tmp_path / f"{number}.vlog").touch()
    assert main(["audit", str(tmp_path)]) == 2
    assert "toolkit archive run" in capsys.readouterr().err
