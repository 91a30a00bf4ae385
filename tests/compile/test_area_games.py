"""Games that are played on areas: what game.yaml needs, and what is found between their parts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.compile.test_area_map import TOWN
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding, InputError, ToolkitError
from toolkit.source.game import load_game

GAME = {
    "id": "town",
    "names": {"en": "Town"},
    "version": "0.1.0",
    "sides": {"red": {"en": "Red"}, "blue": {"en": "Blue"}},
    "areas": "areas.yaml",
}
UNIT = {
    "id": "first", "gpid": 1, "kind": "unit", "side": "red", "nationality": "soviet", "short": "1",
    "names": {"en": "First"}, "symbol": "infantry", "size": "division", "unit_class": "rifle", "combat": 2,
    "steps": 1,
}  # fmt: skip
LATE = {**UNIT, "id": "late", "gpid": 2, "enters": 2}
BOX = {"id": "turn-2", "names": {"en": "Turn 2"}, "kind": "turn", "index": 2}
SETUP: dict[str, Any] = {
    "id": "start",
    "names": {"en": "Start"},
    "empty": False,
    "provenance": {"kind": "invented"},
    "areas": {"north": ["first"]},
    "boxes": {"turn-2": ["late"]},
}
Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def write(**changes: Any) -> Path:
        parts = {
            "game.yaml": GAME | changes.get("game", {}),
            "areas.yaml": changes.get("areas", TOWN),
            "counters/all.yaml": {"counters": changes.get("counters", [UNIT, LATE])},
            "setups/boxes.yaml": {"boxes": changes.get("boxes", [BOX])},
            "setups/start.yaml": SETUP | changes.get("setup", {}),
        }
        for name, content in parts.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(yaml.safe_dump(content), encoding="utf-8")
        return tmp_path

    return write


def compiled(folder: Path) -> tuple[CompiledGame, list[Finding]]:
    source, read = load_game(folder)
    game, found = compile_game(source, strict=False)
    return game, [*read, *found]


def codes(folder: Path) -> list[str]:
    return [finding.code for finding in compiled(folder)[1]]


def test_a_game_without_a_grid(make: Make) -> None:
    game, findings = compiled(make())
    assert findings == []
    assert game.hex_map is None
    assert set(game.areas.ids) == set(TOWN["areas"])
    assert CompiledGame.from_json(game.to_json()).digest == game.digest
    with pytest.raises(ToolkitError, match="no cards"):
        game.cards  # noqa: B018


def test_a_game_needs_a_board_of_some_kind(make: Make) -> None:
    folder = make()
    bare = {key: value for key, value in GAME.items() if key != "areas"}
    (folder / "game.yaml").write_text(yaml.safe_dump(bare), encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_game(folder)
    assert [finding.code for finding in error.value.findings] == ["SRC010"]


def test_a_grid_needs_its_terrain(make: Make) -> None:
    grid = {
        "orientation": "flat", "first_column": 1, "columns": 2, "first_row": 1, "rows": 2, "shifted": "even",
    }  # fmt: skip
    with pytest.raises(InputError) as error:
        load_game(make(game={"grid": grid}))
    assert [finding.code for finding in error.value.findings] == ["SRC010"]
    assert "terrain" in error.value.findings[0].message


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"areas": {"north": ["first", "third"]}}, "SET010"),
        ({"areas": {"nroth": ["first"]}}, "SET011"),
        ({"boxes": {"turn-3": ["late"]}}, "SET011"),
        ({"areas": {}, "hexes": {"0101": ["first"]}}, "SET011"),
        ({"areas": {}}, "SET012"),
        ({"areas": {"north": ["first", "late"]}, "boxes": {}}, "SET031"),
        ({"areas": {}, "boxes": {"turn-2": ["first", "late"]}}, "SET031"),
    ],
)
def test_places_of_a_setup(make: Make, setup: dict[str, Any], code: str) -> None:
    assert codes(make(setup=setup)) == [code]


def test_an_empty_setup_may_leave_units_in_boxes(make: Make) -> None:
    assert codes(make(setup={"empty": True, "areas": {}, "boxes": {"turn-2": ["first", "late"]}})) == []


@pytest.mark.parametrize(
    ("rects", "faults"),
    [
        ([[10, 500, 80, 80], [100, 500, 80, 80]], []),
        ([[10, 500, 80, 80], [90, 500, 80, 80]], []),
        ([[10, 500, 80, 80], [60, 520, 80, 80]], ["over the box turn-2"]),
        ([[560, 500, 80, 80], [10, 500, 80, 80]], ["beyond the board's edge"]),
        ([[10, 350, 80, 80], [10, 500, 80, 80]], ["over the area"]),
    ],
)
def test_boxes_on_the_board(make: Make, rects: list[list[int]], faults: list[str]) -> None:
    boxes = [
        {**BOX, "rect": rects[0]},
        {"id": "pile", "names": {"en": "Pile"}, "kind": "pile", "rect": rects[1]},
    ]
    _, findings = compiled(make(boxes=boxes, areas={**TOWN, "size_px": [600, 600]}))
    assert [finding.code for finding in findings] == ["SET032"] * len(faults)
    assert all(fault in finding.message for fault, finding in zip(faults, findings, strict=True))


def test_who_controls_an_area_must_be_a_side(make: Make) -> None:
    areas = {key: dict(value) for key, value in TOWN["areas"].items()}
    areas["north"]["properties"] = {"control": "reds"}
    assert codes(make(areas={**TOWN, "areas": areas})) == ["SRC020"]


def test_a_card_has_no_counters_number(make: Make) -> None:
    folder = make()
    deck = {
        "provenance": {"kind": "rules"},
        "suits": [{"id": "S", "names": {"en": "Spades"}, "colour": "black", "first_gpid": 2}],
        "ranks": [{"id": "A", "names": {"en": "Ace"}, "value": 1}],
        "colours": {},
        "uses": [],
    }
    (folder / "cards.yaml").write_text(yaml.safe_dump(deck), encoding="utf-8")
    assert codes(folder) == ["CRD005"]


def test_known_borders_keep_their_origin_and_missing_ones_are_found(make: Make) -> None:
    ids = list(TOWN["areas"])
    game, _ = compiled(make())
    areas = game.areas
    a, b = areas.borders[0].a, areas.borders[0].b
    known = {
        "known": {"areas": [areas.ids[a], areas.ids[b]], "provenance": {"kind": "published", "source": "x"}}
    }
    game, findings = compiled(make(areas={**TOWN, "borders": known}))
    assert findings == []
    assert game.areas.borders[0].provenance.kind == "published"
    apart = next(
        (one, other)
        for one in ids
        for other in ids
        if one < other and not areas.adjacent[areas.index(one), areas.index(other)]
    )
    known["known"]["areas"] = list(apart)
    assert codes(make(areas={**TOWN, "borders": known})) == ["MAP317"]
    known["known"]["areas"] = ["north", "nowhere"]
    assert codes(make(areas={**TOWN, "borders": known})) == ["MAP304"]


def test_scenery_is_passed_on(make: Make) -> None:
    line = [{"x": 1, "y": 2}, {"x": 30, "y": 40}]
    town = {**TOWN, "scenery_kinds": {"railway": {"en": "Railway"}}}
    game, _ = compiled(make(areas={**town, "scenery": [{"kind": "railway", "name": "Main", "line": line}]}))
    (item,) = game.areas.scenery
    assert (item.kind, item.name, item.line.tolist()) == ("railway", "Main", [[1.0, 2.0], [30.0, 40.0]])
