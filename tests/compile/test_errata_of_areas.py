"""Errata of an area map: borders stated on top of the drawing, data by their way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import yaml_text
from tests.compile.conftest import GAME, MAP
from tests.compile.test_area_map import TOWN
from toolkit.compare.changes import changes_between
from toolkit.compare.facts import facts_of
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.source.errata import Erratum
from toolkit.source.game import load_game

HEAD = {"title": "Test", "why": "misprint", "authority": "letter", "date": "unknown"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = {**GAME, "areas": "areas.yaml"}
    for name, content in (
        ("game", game),
        ("map", MAP),
        ("areas", {k: v for k, v in TOWN.items() if k != "expected"}),
    ):
        (tmp_path / f"{name}.yaml").write_text(yaml_text.dump(content))
    return tmp_path


def compiled(folder: Path, *changes: dict[str, Any]) -> tuple[CompiledGame, list[Finding]]:
    (folder / "errata").mkdir(exist_ok=True)
    (folder / "errata/001.yaml").write_text(yaml_text.dump({**HEAD, "changes": list(changes)}))
    source, read = load_game(folder)
    game, found = compile_game(source, strict=False)
    return game, [f for f in (*read, *found) if f.code.startswith("SRC")]


def test_a_border_is_taken_away_and_one_is_made(folder: Path) -> None:
    plain = compile_game(load_game(folder)[0], strict=False)[0]
    game, findings = compiled(
        folder,
        {"border": ["north", "west"], "from": True, "to": False},
        {"border": ["bank", "east"], "from": False, "to": True},
        {"datum": "areas.yaml", "at": "areas/west/kind", "from": "normal", "to": "urban"},
    )
    assert findings == []
    changes = changes_between(facts_of(plain), facts_of(game))
    assert [change.key() for change in changes] == [
        ("area", "west", "kind"),
        ("border", "bank/east", "touching"),
        ("border", "north/west", "touching"),
        ("erratum", "001", "title"),
    ]
    assert CompiledGame.from_json(game.to_json()).errata == game.errata
    assert Erratum.from_json(game.errata[0].to_json()) == game.errata[0]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"border": ["north", "wst"], "from": True, "to": False}, "SRC020"),
        ({"border": ["north", "west"], "from": False, "to": True}, "SRC042"),
        ({"border": ["bank", "west"], "from": True, "to": False}, "SRC042"),
        ({"border": ["north", "west"], "from": True, "to": "no"}, "SRC010"),
    ],
)
def test_what_does_not_fit_is_found_at_its_line(folder: Path, change: dict[str, Any], code: str) -> None:
    _, findings = compiled(folder, change)
    assert [(f.code, f.place.file, f.place.pointer) for f in findings] == [
        (code, (folder / "errata/001.yaml").as_posix(), "/changes/0")
    ]
