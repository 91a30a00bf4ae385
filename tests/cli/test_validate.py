"""``toolkit validate``: names, folders, single files; text and JSON; exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolkit.cli.main import main

SOURCES = Path(__file__).resolve().parents[2] / "source_data"


def run(*arguments: str, capfd: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(["validate", *arguments])
    captured = capfd.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return status, captured.out, captured.err


def test_a_sound_game_in_words(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SOURCES.parent)
    status, out, _ = run("gj47", capfd=capfd)
    assert status == 0
    assert out.startswith("gj47 ")
    assert "1591 hexes" in out


def test_json_is_json_and_nothing_else(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(str(SOURCES / "gj47"), "--format", "json", capfd=capfd)
    assert status == 0
    assert {finding["severity"] for finding in json.loads(out)} <= {"info"}


def test_a_single_map_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rivers.yaml"
    path.write_text("provenance: {kind: historical}\nrivers: {}\n")
    assert run(str(path), capfd=capfd)[0] == 0
    path.write_text("provenance: {kind: hystorical}\nrivers: {}\n")
    status, out, _ = run(str(path), "--format", "json", capfd=capfd)
    assert status == 2
    (finding,) = json.loads(out)
    assert (finding["code"], finding["place"]["line"], finding["place"]["column"]) == ("SRC010", 1, 20)


def test_an_unknown_game(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SOURCES.parent)
    status, _, err = run("gj74", capfd=capfd)
    assert status == 2
    assert "gj47" in err


def test_a_picture_is_no_map(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "scan.geojson"
    path.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF")
    status, out, _ = run(str(path), capfd=capfd)
    assert status == 2
    assert "SRC003" in out


def test_a_reconstruction_says_what_an_owner_of_the_game_fills_in(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(str(SOURCES / "storm"), capfd=capfd)
    assert status == 0
    rows = {line.split("  ")[0]: line.split() for line in out.splitlines()}
    assert rows["area: name"][2:5] == ["14", "0", "15"]
    assert set(rows["area: name"][5:]) >= {"airfield", "ferry_north"}
    assert "mamayev_kurgan" not in rows["area: name"]
    assert rows["area: outline"][2:] == ["0", "0", "29", "all"]
    assert rows["number"][4:] == ["nothing"]
    # In other forms nothing but findings is printed.
    assert run(str(SOURCES / "storm"), "--format", "json", capfd=capfd)[1].strip().startswith(("{", "["))
