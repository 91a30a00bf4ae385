"""Rules data of a stranger's module: refused in a line where they have another shape than the types say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz.rooms import compiled_json, manifest_of
from toolkit.audit.module_data import GAME, MANIFEST, read_module
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.fit import misfit
from toolkit.diagnostics import InputError
from toolkit.vassal.packing import container_bytes

Change = Callable[[dict[str, Any]], object]


def _set(path: str, value: object) -> Change:
    def change(data: dict[str, Any]) -> None:
        inner: Any = data
        *parts, last = (int(part) if part.isdigit() else part for part in path.split("."))
        for part in parts:
            inner = inner[part]
        inner[last] = value

    return change


_GAME_CHANGES: dict[str, Change] = {
    "no labels": _set("labels", 7),
    "labels of text": _set("labels.side", "red"),
    "no sides": lambda data: data["labels"].pop("side"),
    "charts of numbers": _set("charts", 7),
    "a name that is a number": _set("names.en", 7),
    "an id that is a list": _set("counters.0.id", []),
    "a strength without end": _set("counters.0.full.attack", 1e999),
    "a counter that is text": _set("counters.0", "tank"),
    "a box that is a number": _set("boxes.0", 1.5),
    "a set-up that is a number": _set("setups.0", 1.5),
    "a layer beyond the map": _set("map.links.road", [10**9]),
    "a layer before the map": _set("map.links.road", [-1]),
    "terrain of no kind": _set("map.terrain.0", 200),
    "terrain without end": _set("map.terrain.1", 10**12),
    "a grid without end": _set("map.grid.columns", 10**9),
    "provenance without end": _set("map.provenance.layers.terrain", [[0, 10**12, 0]]),
    "provenance of nothing": _set("map.provenance.origins", []),
    "a mechanism of another age": _set("rules.0.mechanism", "teleport"),
    "a parameter of another kind": _set("rules.0.count", {}),
    "a name that no picture holds": _set("names.en", "a\x07b"),
    "half a character": _set("counters.0.id", "\ud800"),
    "no dice": _set("free_charts", [{"id": 7}]),
}
_MANIFEST_CHANGES: dict[str, Change] = {
    "a box that is one text": _set("boxes", {"a": "bc"}),
    "a box without a window": _set("boxes", {"a": []}),
    "a window that is a list": _set("boxes", {"a": [[], "b"]}),
    "boxes of text": _set("boxes", "ab"),
    "areas of numbers": _set("areas", {"a": 1}),
    "spots of text": _set("spots", {"a": ["12"]}),
    "spots beyond everything": _set("spots", {"a": [[1e300, 1]]}),
    "slots of two parts": _set("slots", {"a": ["w", [["n", 1]]]}),
    "no layout": _set("layout", None),
    "a layout without a pitch": _set("layout", {}),
}


def _written(folder: Path, game: object, manifest: object) -> Path:
    path = folder / "m.vmod"
    entries = {GAME: json.dumps(game).encode(), MANIFEST: json.dumps(manifest).encode()}
    path.write_bytes(container_bytes({"buildFile.xml": b'<VASSAL.build.GameModule name="m"/>', **entries}))
    return path


def _tiny() -> tuple[dict[str, Any], dict[str, Any]]:
    game = json.loads(compiled_json("hex"))
    return game, dict(manifest_of(CompiledGame.from_json(game)))


def _refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_module(path)
    return caught.value.findings[0].code


def test_data_as_they_are_fit(tmp_path: Path) -> None:
    assert read_module(_written(tmp_path, *_tiny())).game.id == "tiny"


@pytest.mark.parametrize("name", _GAME_CHANGES)
def test_a_game_of_another_shape(name: str, tmp_path: Path) -> None:
    game, manifest = _tiny()
    _GAME_CHANGES[name](game)
    assert _refusal(_written(tmp_path, game, manifest)) in ("AUD001", "SRC010")


@pytest.mark.parametrize("name", _MANIFEST_CHANGES)
def test_a_manifest_of_another_shape(name: str, tmp_path: Path) -> None:
    game, manifest = _tiny()
    _MANIFEST_CHANGES[name](manifest)
    assert _refusal(_written(tmp_path, game, manifest)) == "AUD001"


@pytest.mark.parametrize("content", [[], None, 7, "text"])
def test_data_that_are_no_mapping(content: object, tmp_path: Path) -> None:
    game, manifest = _tiny()
    assert _refusal(_written(tmp_path, content, manifest)) == "AUD001"
    assert _refusal(_written(tmp_path, game, content)) == "AUD001"


def test_a_misfit_is_named() -> None:
    assert misfit({"a": ("x", 1)}, dict[str, tuple[str, ...]], "names") == "names.a[1] is '1'"
    assert misfit((1, "x"), tuple[int, str]) is None
    assert misfit((1,), tuple[int, str], "pair") == "pair has 1 parts, not 2"
    assert misfit(True, int, "count") == "count is 'True'"
    assert misfit(None, int | None) is None
