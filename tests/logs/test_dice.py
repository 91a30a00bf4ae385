"""Dice of logs: counts by player, undone ones apart, words, and every form."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.audit.without_rules.logs import Written, rolled, small_game
from tests.conftest import SOURCES
from toolkit.cli.main import main
from toolkit.logs.dice import dice_of
from toolkit.vassal import commands as c
from toolkit.vassal.log import read_log

SCHEMA = SOURCES.parent / "schema" / "dice_report.schema.json"


def test_a_die_by_player(tmp_path: Path) -> None:
    found = dice_of([read_log(path) for path in small_game().write(tmp_path)])
    assert [(one.player, one.kind, one.sides, one.counts) for one in found.sets] == [
        ("Anna", "2d6", 6, (1, 0, 1, 1, 0, 1)),
        ("Bert", "2d6", 6, (0, 2, 0, 0, 2, 0)),
    ]


def _many(tmp_path: Path) -> Path:
    """Return a log of 36 rolls by one player, each face six times, and one taken back."""
    steps: list[list[c.Command]] = [[c.Chat(f"*** d6 = {1 + number % 6} *** <Anna>")] for number in range(36)]
    steps += [[c.Chat("*** d6 = 6 *** <Anna>")], [c.Chat("* UNDO: *** d6 = 6 *** <Anna>")]]
    return Written([], steps).write(tmp_path / "many.vlog")


def test_an_even_set_is_nothing_unusual(tmp_path: Path) -> None:
    (one,) = dice_of([read_log(_many(tmp_path))]).sets
    assert one.counts == (6,) * 6
    assert [roll.values for roll in one.undone] == [(6,)]
    assert (
        next(iter(one.words())) == "Of sets of fair dice nearly every set is as uneven as this, or more so."
    )
    assert [counts for _, counts in one.times()] == [(2, 2, 2, 1, 1, 1), (1, 1, 1, 2, 2, 2)] * 2


def test_totals_are_held_against_sums(tmp_path: Path) -> None:
    steps: list[list[c.Command]] = [
        [c.Chat(f"*** 2d6 = {total} *** <Anna>")] for total in (7, 7, 7, 6, 8, 5, 9, 4, 10, 12, 2, 3)
    ]
    (one,) = dice_of([read_log(Written([], steps).write(tmp_path / "t.vlog"))]).sets
    assert one.totals == 2
    assert one.faces == tuple(range(2, 13))
    assert one.figures()["exact"] is None
    assert one.figures()["average"]["fair"] == 7.0


def test_an_unknown_die_is_held_against_nothing(tmp_path: Path) -> None:
    steps: list[list[c.Command]] = [[c.Chat("*** (Rally) 5,4 *** <Anna>")] for _ in range(6)]
    (one,) = dice_of([read_log(Written([], steps).write(tmp_path / "u.vlog"))]).sets
    assert one.sides == 0
    assert list(one.words()) == ["Nothing says how many sides this die has; it is held against no fair one."]


def test_json_fits_its_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = small_game().write(tmp_path)
    assert main(["log", "dice", *map(str, paths), str(_many(tmp_path)), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(found)] == []
    assert [(one["player"], one["die"]) for one in found["sets"]] == [
        ("Anna", "2d6"),
        ("Anna", "d6"),
        ("Bert", "2d6"),
        ("Anna", "all dice with 6 sides"),
    ]


def test_csv_has_a_line_for_each_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "dice", str(_many(tmp_path)), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 37
    assert rows[-1] == {
        "log": "many.vlog",
        "step": "37",
        "player": "Anna",
        "die": "d6",
        "sides": "6",
        "result": "6",
        "taken_back_in_step": "38",
    }


def test_text_picture_and_one_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = str(small_game().write(tmp_path)[0])
    assert main(["log", "dice", log, "--player", "bert"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Bert: 2d6, 1 roll, 2 dice")
    assert "Anna" not in text
    assert main(["log", "dice", log, "--format", "svg", "-o", str(tmp_path / "d.svg")]) == 0
    assert (tmp_path / "d.svg").read_text(encoding="utf-8").startswith("<svg")
    assert main(["log", "dice", log, "--format", "png"]) == 2


def test_a_roll_repeated_by_a_property_counts_once(tmp_path: Path) -> None:
    log = Written([], [rolled("3,4", "1,1")]).write(tmp_path / "r.vlog")
    (one,) = dice_of([read_log(log)]).sets
    assert len(one.rolls) == 1
