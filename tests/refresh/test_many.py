"""Several games, folders of them, and the predefined set-ups of a module are refreshed by one command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine import tiny
from tests.vassal.samples import log_bytes
from toolkit.cli.main import main
from toolkit.vassal.containers import open_container


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return tiny.write_module(tmp_path / "tiny.vmod")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    for name in ("one.vsav", "more/two.vlog"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(log_bytes())
    (folder / "notes.txt").write_text("no game")
    return folder


def told(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, dict[str, object]]:
    status = main(["refresh", *map(str, arguments), "--format", "json"])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return status, found


def test_a_folder_of_games_goes_into_another(
    module: Path, games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "new"
    status, found = told(capsys, games, "--module", module, "-o", target)
    made = found["games"]
    assert isinstance(made, list)
    assert [one["output"] for one in made] == [str(target / "more/two.vlog"), str(target / "one.vsav")]
    single = told(capsys, games / "one.vsav", "--module", module)[1]
    assert [one["counters"] for one in made] == [single["counters"]] * 2
    assert isinstance(single["counters"], dict)
    assert found["counters"] == {how: 2 * count for how, count in single["counters"].items()}
    assert status == 1, "the sample's counters are none of the module's"
    assert open_container(target / "one.vsav").saved_game().text


def test_a_game_that_cannot_be_read_keeps_no_other_from_its_module(
    module: Path, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = games / "broken.vsav"
    broken.write_bytes(b"nothing")
    assert main(["refresh", str(broken), str(games / "one.vsav"), "--module", str(module)]) == 1
    said = capsys.readouterr().out
    assert "broken.vsav: not read" in said
    assert "1 of 2 games: " in said
    assert (games / "one-refreshed.vsav").exists()
    assert not (games / "broken-refreshed.vsav").exists()


def test_a_module_is_written_with_its_set_ups_refreshed(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = tiny.write_module(tmp_path / "start.vmod", setup=games / "one.vsav")
    _, found = told(capsys, module, "--module", module)
    target = module.with_name("start-refreshed.vmod")
    assert found["output"] == f"{target}:start.vsav"
    single = told(capsys, games / "one.vsav", "--module", module)[1]
    assert found["counters"] == single["counters"]
    before, after = open_container(module), open_container(target)
    assert before.names == after.names
    assert before.read("buildFile.xml") == after.read("buildFile.xml")
    inner = open_container(after.read("start.vsav"))
    assert inner.saved_game().text == open_container(games / "one-refreshed.vsav").saved_game().text
