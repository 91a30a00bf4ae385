"""What changed between two games on areas."""

from __future__ import annotations

import base64
import io
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from tests.real_area_games import RATTENKRIEG, compiled
from toolkit.cli.main import main
from toolkit.compare.changes import changes_between
from toolkit.compare.facts import facts_of
from toolkit.compare.picture import draw_changes
from toolkit.compare.sides import open_side
from toolkit.compile.compiled import CompiledGame

GAME = Path(__file__).parents[2] / "source_data" / "rattenkrieg"


def changed(folder: Path, **edits: tuple[str, str]) -> Path:
    """Return a copy of the game with texts of its files replaced; ``__`` stands for ``/``."""
    copy = folder / "rattenkrieg"
    shutil.copytree(GAME, copy)
    for name, (old, new) in edits.items():
        path = copy / f"{name.replace('__', '/')}.yaml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


def game(folder: Path) -> CompiledGame:
    found = open_side(str(folder)).game
    assert found is not None
    return found


@pytest.fixture(scope="module")
def before() -> CompiledGame:
    return compiled(RATTENKRIEG)[0]


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> CompiledGame:
    return game(
        changed(
            tmp_path_factory.mktemp("after"),
            counters__german=("combat: 5", "combat: 6"),
            charts__figures=("id: hand_german, value: 3", "id: hand_german, value: 4"),
            cards=("cards: [JS, JC]", "cards: [JS]"),
            map__areas=("name: Orlovka", "name: Orlowka"),
        )
    )


def test_each_change_is_one_fact(before: CompiledGame, after: CompiledGame) -> None:
    found = [change.key() for change in changes_between(facts_of(before), facts_of(after))]
    assert found == [
        ("area", "orlovka", "names/en"),
        ("counter", "29mot", "combat"),
        ("event", "air_support", "cards"),
        ("number", "hand_german", "value"),
    ]
    assert changes_between(facts_of(before), facts_of(before)) == ()


def test_the_picture_shows_both_boards_and_the_counter(before: CompiledGame, after: CompiledGame) -> None:
    changes = changes_between(facts_of(before), facts_of(after))
    svg = draw_changes(before, after, changes, "two games")
    boards = [base64.b64decode(found) for found in re.findall(r"base64,([^\"]+)", svg)]
    sizes = [Image.open(io.BytesIO(board)).size for board in boards]
    assert sizes == [(860, 511)] * 2
    assert boards[0] != boards[1]
    assert "29th Motorised Division (29mot)" in svg


def test_no_board_is_drawn_where_only_counters_changed(before: CompiledGame, after: CompiledGame) -> None:
    changes = [c for c in changes_between(facts_of(before), facts_of(after)) if c.kind == "counter"]
    assert "base64" not in draw_changes(before, after, changes)


def test_the_command_says_what_changed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    other = changed(tmp_path, setups__september_1942=("soviet_rear: [13gds]", "red_square: [13gds]"))
    assert main(["diff", str(GAME), str(other)]) == 1
    out, _ = capfd.readouterr()
    assert "setup september_1942: 13gds from 'soviet_rear' to 'red_square'" in out
