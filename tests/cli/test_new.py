"""``toolkit new``: what it writes builds, plays and audits at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from toolkit.cli.main import main
from toolkit.cli.new import KINDS, write_starter
from toolkit.resources import schemas


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_is_whole(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "elm_ford", "--kind", kind]) == 0
    told = capsys.readouterr().out
    steps = [line.split()[1:] for line in told.splitlines() if line.startswith("  toolkit ")]
    assert [step[0] for step in steps][:3] == ["validate", "render", "build"]
    for step in steps:
        assert main(step) == 0, step
    assert "no findings" in capsys.readouterr().out
    assert (tmp_path / "build" / "elm_ford" / "Elm_Ford.vmod").is_file()


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_says_its_schema_and_something_else(kind: str, tmp_path: Path) -> None:
    assert main(["new", "elm_ford", "--kind", kind, "-o", str(tmp_path / "games")]) == 0
    folder = tmp_path / "games" / "elm_ford"
    files = sorted(folder.rglob("*.yaml"))
    assert len(files) >= 7
    for path in files:
        text = path.read_text(encoding="utf-8")
        found = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
        assert found is not None, path
        assert (path.parent / found[1]).resolve().parent == schemas()
        assert re.search(r"(?m)# (?!yaml-language-server)", text), path
        assert "starter" not in text.lower(), path


@pytest.mark.parametrize(
    ("name", "words"), [("My Game", "is no name"), ("taken", "exists already; nothing was written")]
)
def test_a_name_that_will_not_do(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    assert main(["new", name]) == 2
    assert words in capsys.readouterr().err
    assert list((tmp_path / "taken").iterdir()) == []


def test_it_goes_where_the_games_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "source_data").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["new", "elm_ford"]) == 0
    assert (tmp_path / "source_data" / "elm_ford" / "game.yaml").is_file()
    assert main(["validate", "elm_ford"]) == 0


SLIPS = [
    ("map/ground.yaml", "  woods: [", "  wood: [", "SRC020", "no terrain has the name 'wood'; did you mean"),
    ("map/ground.yaml", '"0303"', '"3303"', "SRC023", "numbers run from 0101 to 1007"),
    ("map/ground.yaml", '["0502", "0602"]', '["0502", "0702"]', "SRC023", "do not touch"),
    ("setups/start.yaml", "[red-1]", "[red-7]", "SET010", "there is no counter red-7"),
    ("setups/start.yaml", "blue-arrivals:", "blue-arrival:", "SET011", "did you mean 'blue-arrivals'?"),
    ("counters/units.yaml", "gpid: 2,", "gpid: 1,", "OOB002", "the next free number is"),
    ("counters/units.yaml", "symbol: armour", "symbol: armuor", "OOB006", "did you mean 'armour'?"),
    ("module.yaml", "kind: eliminated", "kind: eliminate", "MOD013", "did you mean 'eliminated'?"),
    ("game.yaml", "shifted: even", "shifted: evn", "SRC010", "did you mean 'even'?"),
    ("charts/crt.yaml", "dice: 1d6", "dice: d6", "SRC010", "expected dice like 1d6 or 2d6"),
    ("rules.yaml", 'number: "2.2"', "number: 2.2", "SRC010", "a clause's number in quotes"),
    ("rules.yaml", "woods: 2}", "woods: two}", "SRC010", "expected a number or fraction or 'no' or 'all'"),
    ("rules.yaml", "mechanism: attacks", "mechanism: attack", "SRC010", "did you mean 'attacks'?"),
    ("rules.yaml", "[red], does: [fight]", "[red], does: [figth]", "SRC010", "did you mean 'fight'?"),
    ("rules.yaml", "across: [river]}", "across: [rivr]}", "RUL101", "did you mean 'river'?"),
]  # fmt: skip


def test_a_box_that_no_window_shows_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_starter("hex", "ford", tmp_path / "ford")
    path = tmp_path / "ford" / "module.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("      - {kind: reinf", "      # "), encoding="utf-8"
    )
    assert main(["validate", str(tmp_path / "ford")]) == 1
    assert "MOD016 no part of a window shows boxes of the kind 'reinforcement'" in capsys.readouterr().out


def test_no_module_is_built_of_rules_that_do_not_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_starter("hex", "ford", tmp_path / "ford")
    path = tmp_path / "ford" / "rules.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("code: DE", "code: DX"), encoding="utf-8")
    assert main(["build", str(tmp_path / "ford"), "-o", str(tmp_path / "build")]) == 1
    told = capsys.readouterr()
    assert "charts/crt.yaml:" in told.out + told.err
    assert "RUL108 no clause of 'result' explains 'DE'" in told.out + told.err
    assert not (tmp_path / "build").exists()


def test_a_game_that_comes_to_a_dead_end_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two units start in a hex for one, and nobody may move them before the first phase ends."""
    monkeypatch.chdir(tmp_path)
    write_starter("hex", "ford", tmp_path / "ford")
    for file, old, new in (
        ("rules.yaml", "does: [reinforce, move]}", "does: [reinforce]}"),
        ("rules.yaml", "limit: 2\n    at: move", "limit: 1\n    at: phase"),
        ("setups/start.yaml", '"0504": [blue-1]\n  "0603": [blue-2]', '"0504": [blue-1, blue-2]'),
    ):
        path = tmp_path / "ford" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    status = main(["play", "ford", "-o", "game.vlog"])
    told = capsys.readouterr()
    assert (status, "PLY003" in told.err + told.out) == (2, True), told
    assert "nothing is legal in turn 1, red_movement: clause 2.7 says" in told.err + told.out


@pytest.mark.parametrize(("file", "old", "new", "code", "words"), SLIPS)
def test_a_slip_is_named_once_where_it_stands(  # noqa: PLR0917
    file: str,
    old: str,
    new: str,
    code: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write_starter("hex", "ford", tmp_path / "ford")
    path = tmp_path / "ford" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    assert main(["validate", "ford", "--format", "json", "-o", "found.json"]) in (1, 2)
    capsys.readouterr()
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    found = found["findings"] if isinstance(found, dict) else found
    assert [one["code"] for one in found] == [code]
    assert words in found[0]["message"]
    assert found[0]["place"]["line"] == line
    assert found[0]["place"]["column"]
