"""``toolkit new``: what it writes builds, plays and audits at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from toolkit.cli.main import main
from toolkit.cli.new import KINDS
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
