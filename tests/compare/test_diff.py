"""What changed between two games: as facts, as a list, as a picture, between revisions and modules."""

from __future__ import annotations

import copy
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import yaml_text
from tests.compile.conftest import GAME, MAP
from tests.engine import tiny
from toolkit.cli.main import main
from toolkit.compare import picture
from toolkit.compare.changes import changes_between, count_by_kind, summary
from toolkit.compare.facts import facts_of, flatten
from toolkit.compare.picture import draw_changes
from toolkit.compare.sides import open_side
from toolkit.compile.compiled import CompiledGame
from toolkit.render.raster import rasterise

HEAD = {"title": "Test", "why": "misprint", "authority": "letter", "date": "unknown"}


def write(folder: Path, *changes: dict[str, Any], content: dict[str, Any] | None = None) -> Path:
    """Write the little game with one erratum, if any."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(yaml_text.dump(GAME), encoding="utf-8")
    (folder / "map.yaml").write_text(yaml_text.dump(content or MAP), encoding="utf-8")
    if changes:
        (folder / "errata").mkdir(exist_ok=True)
        text = yaml_text.dump({**HEAD, "changes": list(changes)})
        (folder / "errata/001.yaml").write_text(text, encoding="utf-8")
    return folder


def game(folder: Path) -> CompiledGame:
    found = open_side(str(folder)).game
    assert found is not None
    return found


def keys(old: CompiledGame, new: CompiledGame) -> list[tuple[str, str, str]]:
    return [change.key() for change in changes_between(facts_of(old), facts_of(new))]


RIVER = {"hexside": ["0302", "0303"], "layer": "river", "from": False, "to": True}


def test_an_erratum_of_a_hexside_changes_that_hexside_and_nothing_else(tmp_path: Path) -> None:
    old, new = game(write(tmp_path / "a")), game(write(tmp_path / "b", RIVER))
    assert keys(old, new) == [("hexside", "0302/0303", "river"), ("erratum", "001", "title")]
    (change, _) = changes_between(facts_of(old), facts_of(new))
    assert str(change) == "hexside 0302/0303: now river"
    (back, _) = changes_between(facts_of(new), facts_of(old))
    assert str(back) == "hexside 0302/0303: no longer river"


def test_a_river_drawn_otherwise_changes_exactly_the_hexsides_that_differ(tmp_path: Path) -> None:
    moved = copy.deepcopy(MAP)
    moved["rivers"]["stream"]["course"][0]["lon"] = -0.43
    old, new = game(write(tmp_path / "a")), game(write(tmp_path / "b", content=moved))
    differing = old.map.side_features["river"] != new.map.side_features["river"]
    number = old.map.grid.number
    expected = {f"{number(a)}/{number(b)}" for a, b in old.map.sides[differing].tolist()}
    assert expected
    assert {id for kind, id, _ in keys(old, new) if kind == "hexside"} == expected


def test_a_renamed_and_moved_town_is_one_place(tmp_path: Path) -> None:
    moved = copy.deepcopy(MAP)
    moved["towns"]["beta"] |= {"name": "Better", "lon": 1.0}
    changes = changes_between(
        facts_of(game(write(tmp_path / "a"))), facts_of(game(write(tmp_path / "b", content=moved)))
    )
    assert {change.field for change in changes if change.kind == "place"} == {"hex", "names/en"}
    assert count_by_kind(changes)["place"] == 1
    assert "1 place" in summary(changes)


def test_origins_are_no_part_of_a_value_and_ways_are_those_of_errata() -> None:
    chart = {
        "columns": ["1-1", "2-1"],
        "rows": [["A1", "-"], ["-", "R"]],
        "provenance": {"kind": "rules"},
        "turns": [{"number": 7, "su_com": 3}],
    }
    found = dict(flatten(chart))
    assert found["rows/2/2-1"] == "R"
    assert found["turns/7/su_com"] == 3
    assert not any("provenance" in way for way in found)


def test_statuses_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = write(tmp_path / "a"), write(tmp_path / "b", RIVER)
    assert main(["diff", str(a), str(a)]) == 0
    assert capsys.readouterr().out == "nothing changed\n"
    assert main(["diff", str(a), str(b), "--format", "json"]) == 1
    content = json.loads(capsys.readouterr().out)
    assert content["changes"][0] == {
        "kind": "hexside", "id": "0302/0303", "field": "river", "before": "absent", "after": True,
    }  # fmt: skip
    assert main(["diff", str(a), str(tmp_path / "nowhere")]) == 2
    assert "DIF001" in capsys.readouterr().err


def test_modules_of_others_are_compared_by_what_is_in_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = tiny.write_module(tmp_path / "tiny.vmod", tiny.Faults(own_data=False))
    folder = tmp_path / "game"
    assert main(["import", str(module), "-o", str(folder)]) == 0
    assert main(["diff", str(module), str(folder)]) == 0
    pieces = folder / "pieces/counters.yaml"
    text = pieces.read_text(encoding="utf-8")
    pieces.write_text(text.replace("{CounterId: red-1}", "{CounterId: red-7}", 1), encoding="utf-8")
    (folder / "files/extra.txt").write_text("more")
    capsys.readouterr()
    assert main(["diff", str(module), str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "piece 51: traits/2/values/CounterId from 'red-1' to 'red-7'"
    assert lines[1].startswith("file extra.txt: content from nothing")
    assert lines[2:] == ["1 piece, 1 file changed"]


def test_revisions_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.chdir(tmp_path)
    git("init", "-q")
    write(tmp_path / "source_data/tiny")
    git("add", ".")
    git("commit", "-qm", "one")
    write(tmp_path / "source_data/tiny", RIVER)
    for old in ("HEAD", "HEAD:tiny", "HEAD:source_data/tiny"):
        assert main(["diff", old, "tiny"]) == 1
        assert capsys.readouterr().out.splitlines()[0] == "hexside 0302/0303: now river"
    assert main(["diff", "HEAD:source_data/other", "tiny"]) == 2
    assert "DIF002" in capsys.readouterr().err


def test_the_picture_shows_only_what_changed(tmp_path: Path) -> None:
    marks = [{"hex": number, "layer": "vp", "from": False, "to": True} for number in ("0202", "0908")]
    old, new = game(write(tmp_path / "a")), game(write(tmp_path / "b", RIVER, *marks))
    changes = changes_between(facts_of(old), facts_of(new))
    svg = draw_changes(old, new, changes)
    # Two stretches, each before and after: the corner in the south-east lies apart from the rest.
    assert svg.count("<image") == 4
    assert len(re.findall("aria-label=.before", svg)) == 2
    assert rasterise(svg).startswith(b"\x89PNG")
    assert draw_changes(old, new, changes) == svg


def test_a_picture_says_what_it_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "PANELS", 1)
    far = ("0102", "0503", "0902")
    marks = [{"hex": number, "layer": "vp", "from": False, "to": True} for number in far]
    old, new = game(write(tmp_path / "a")), game(write(tmp_path / "b", *marks))
    svg = draw_changes(old, new, changes_between(facts_of(old), facts_of(new)))
    assert svg.count("<image") == 2
    assert "not drawn: 2 more stretches of the map" in svg
