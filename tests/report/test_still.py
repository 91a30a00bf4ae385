"""Still pictures and films: the board after a step, drawn without a browser."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tests.report.unpacking import unpacked
from toolkit.cli.log import command
from toolkit.diagnostics import InputError
from toolkit.report.data import Sources, page_data
from toolkit.report.still import draw_still, film, frame_of, tables


def _run(*words: object) -> Result:
    return CliRunner().invoke(command, list(map(str, words)), standalone_mode=False)


@pytest.fixture(scope="module")
def files(causeway: Sources) -> tuple[str, str]:
    assert causeway.container is not None
    log = Path(causeway.logs[0].name)
    return str(log), str(next(log.parent.glob("*.vmod")))


def test_every_piece_of_the_window_is_drawn_once(causeway: Sources) -> None:
    data = page_data(causeway)
    (table,) = tables(data, [10])
    here = [standing for standing in table.values() if data["places"][standing[0]][0] == 0]
    assert draw_still(data, table).count("<g transform=") == len(here) > 0


def test_a_picture_of_a_step(files: tuple[str, str], tmp_path: Path) -> None:
    log, module = files
    out = tmp_path / "x.png"
    assert _run("picture", log, "--module", module, "--step", 5, "-o", out).return_value == 0
    with Image.open(out) as image:
        assert max(image.size) <= 1600


def test_a_film_shows_what_changes(causeway: Sources) -> None:
    data = page_data(causeway)
    moved = [index for index, frame in enumerate(data["frames"]) if len(frame) > 2 and frame[2]][:3]
    with Image.open(io.BytesIO(film(data, range(moved[-1] + 1)))) as image:
        assert getattr(image, "n_frames", 1) == 3


def test_a_step_or_window_that_is_not_there(files: tuple[str, str], tmp_path: Path) -> None:
    log, module = files
    for words in (("--step", 9999), ("--step", 1, "--window", "Attic")):
        result = _run("picture", log, "--module", module, *words, "-o", tmp_path / "x.png")
        assert isinstance(result.exception, InputError)
        assert [finding.code for finding in result.exception.findings] == ["AUD009"]


def test_a_page_of_a_log_that_nobody_judges(files: tuple[str, str], tmp_path: Path) -> None:
    log, module = files
    out = tmp_path / "page.html"
    assert _run("page", log, "--module", module, "-o", out).return_value == 0
    data = unpacked(out.read_text(encoding="utf-8"))
    assert data["actions"] == []
    assert frame_of(data, data["logs"][0]["steps"]) == len(data["frames"]) - 1
