"""Pictures made side by side and kept by content are those that are made one by one."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from toolkit.module import darkroom
from toolkit.module.art import Drawing
from toolkit.module.darkroom import Darkroom


def _svg(colour: str) -> str:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4" viewBox="0 0 8 4">'
    return f'{head}<rect width="5" height="3" fill="{colour}"/></svg>'


def _drawings() -> dict[str, Drawing]:
    return {
        "red.png": Drawing(partial(_svg, "red")),
        "blue.png": Drawing(partial(_svg, "blue"), (16, 8)),
        "own.png": Drawing(partial(_svg, "green"), content=b"finished"),
    }


@pytest.mark.parametrize("cores", [1, 2])
def test_they_are_those_made_one_by_one(cores: int, tmp_path: Path) -> None:
    wanted = {name: drawing.png() for name, drawing in _drawings().items()}
    room = Darkroom(tmp_path / "kept", cores)
    assert room.develop(_drawings()) == wanted
    assert room.develop(_drawings()) == wanted
    assert len(list((tmp_path / "kept").iterdir())) == 2


def test_what_was_kept_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Darkroom(tmp_path, 1)
    room.develop(_drawings())
    monkeypatch.setattr(darkroom, "rasterise", None)
    room.develop(_drawings())
    other = {"red.png": Drawing(partial(_svg, "red"), (32, 16))}
    with pytest.raises(TypeError):
        room.develop(other)


def test_no_more_is_kept_than_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Darkroom(tmp_path, 2).develop(_drawings())
    monkeypatch.setattr(darkroom, "_KEPT_BYTES", 0)
    Darkroom(tmp_path, 2).develop({"red.png": Drawing(partial(_svg, "black"))})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    made = Darkroom(tmp_path / "file" / "kept", 1).develop(_drawings())
    assert made["red.png"] == _drawings()["red.png"].png()
