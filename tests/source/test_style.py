"""The section ``style`` of game.yaml: what it may say, what is refused, what common words look like."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests import yaml_text
from tests.real_area_games import RATTENKRIEG, STORM
from tests.real_game import GJ47
from toolkit.compile.game import compile_game
from toolkit.diagnostics import InputError
from toolkit.render.emblems import draw_emblem
from toolkit.render.svg import Canvas
from toolkit.render.terrain import define_symbol
from toolkit.resources import schemas
from toolkit.source.definition import read_definition
from toolkit.source.document import parse_yaml
from toolkit.source.game import load_game
from toolkit.source.schema import check_schema
from toolkit.source.style import (
    PLAIN,
    GroundStyle,
    HexsideStyle,
    Livery,
    SideStyle,
    Style,
    TerrainStyle,
    by_word,
)
from toolkit.source.style_words import COMMON

BASE = {
    "id": "tiny",
    "names": {"en": "Tiny"},
    "version": "1.0.0",
    "sides": {"red": {"en": "Red"}, "north": {"en": "North"}},
    "nations": {"elves": {"en": "Elves"}},
    "grid": {
        "orientation": "flat", "first_column": 1, "columns": 3, "first_row": 1, "rows": 3, "shifted": "even",
    },
    "terrain": {"open": {"names": {"en": "Open"}, "default": True}, "bocage": {"names": {"en": "Bocage"}}},
    "town_classes": {"town": {"en": "Town"}},
    "layers": {
        "sides": {"weir": {"names": {"en": "Weir"}, "water": True}},
        "links": {},
        "hexes": {"fort": {"en": "Fort"}, "start_red": {"en": "Red start"}},
    },
    "map": [],
}  # fmt: skip


def read(style: object) -> Style:
    document = parse_yaml(yaml_text.dump({**BASE, "style": style}), "game.yaml")
    check_schema(document, "game.schema.json")
    return read_definition(document).style


def faults(style: object) -> list[tuple[str, str, str]]:
    with pytest.raises(InputError) as raised:
        read(style)
    return [(found.code, found.place.pointer or "", found.message) for found in raised.value.findings]


def test_nothing_said_is_a_plain_style() -> None:
    assert read({}) == PLAIN
    assert PLAIN.to_json() == {}


def test_a_word_or_a_colour_is_enough() -> None:
    style = read(
        {
            "sides": {"red": "#aa0000", "north": "blue"},
            "nations": {"elves": "green"},
            "terrain": {"bocage": "woods"},
            "hexsides": {"weir": "major_river"},
            "card_back": "cross",
            "viewer": ["fort"],
        }
    )
    assert (style.sides["red"], style.sides["north"]) == (SideStyle("#aa0000"), SideStyle("#0b5fa5"))
    assert style.nations["elves"] == Livery("#00795c")
    assert style.terrain["bocage"] == COMMON.terrain["forest"]
    assert style.hexsides["weir"] == COMMON.hexsides["great_river"]
    assert (style.card_back, style.viewer) == ("cross", ("fort",))


def test_what_is_said_stands_on_what_the_word_looks_like() -> None:
    style = read(
        {
            "sides": {"north": {"colour": "#123456", "rear": {"like": "woods", "plate": "black"}}},
            "terrain": {"bocage": {"tint": "#ddeecc"}, "open": {"like": "desert", "symbol": "dot"}},
            "hexsides": {"weir": {"like": "wall", "width": 0.1, "dash": [0.1, 0.2]}},
        }
    )
    rear = style.sides["north"].rear
    assert rear is not None
    assert (rear.rear, rear.symbol, rear.plate) == (True, "tree", "#30363f")
    bocage = COMMON.terrain["bocage"]
    assert style.terrain["bocage"] == TerrainStyle("#ddeecc", bocage.edge, bocage.symbol, bocage.density)
    assert style.terrain["open"].tint == COMMON.terrain["sand"].tint
    wall = COMMON.hexsides["wall"]
    assert style.hexsides["weir"] == HexsideStyle(wall.colour, 0.1, wall.edge, (0.1, 0.2))


@pytest.mark.parametrize(
    ("style", "pointer", "word"),
    [
        ({"sides": {"rde": "red"}}, "/style/sides/rde", "did you mean 'red'"),
        ({"terrain": {"bocge": "woods"}}, "/style/terrain/bocge", "did you mean 'bocage'"),
        ({"terrain": {"bocage": "wods"}}, "/style/terrain/bocage", "did you mean 'wood'"),
        ({"hexsides": {"weir": {"like": "waterfall"}}}, "/style/hexsides/weir/like", "'waterfall'"),
        ({"viewer": ["fort", "bunker"]}, "/style/viewer/1", "no layer of hexes 'bunker'"),
        ({"nations": {"dwarves": "red"}}, "/style/nations/dwarves", "no nation 'dwarves'"),
    ],
)
def test_words_that_the_game_or_nobody_has(style: object, pointer: str, word: str) -> None:
    ((code, place, message),) = faults(style)
    assert (code, place) == ("SRC020", pointer)
    assert word in message


def test_a_corps_may_be_of_no_nation() -> None:
    assert read({"nations": {"guard": {"ground": "red", "classes": ["gd"]}}}).nations["guard"].classes == (
        "gd",
    )


def test_a_colour_without_quotes_is_said_to_need_them() -> None:
    # To YAML what follows a blank and # is a comment.
    ((code, place, message),) = faults({"sides": {"red": None}})
    assert (code, place) == ("SRC010", "/style/sides/red")
    assert "a colour" in message


def test_kinds_of_areas_that_the_map_lacks(tmp_path: Path) -> None:
    for file in RATTENKRIEG.rglob("*.*"):
        to = tmp_path / file.relative_to(RATTENKRIEG)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(file.read_bytes())
    game = tmp_path / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace("style:", "style:\n  areas: {urbn: forest}"),
        encoding="utf-8",
    )
    with pytest.raises(InputError) as raised:
        load_game(tmp_path)
    (fault,) = raised.value.findings
    assert (fault.code, fault.place.pointer) == ("SRC020", "/style/areas/urbn")
    assert "did you mean 'urban'" in fault.message


@pytest.mark.parametrize("folder", [GJ47, RATTENKRIEG, STORM], ids=lambda folder: folder.name)
def test_styles_of_games_go_into_json_and_back(folder: Path) -> None:
    game = compile_game(load_game(folder)[0])[0]
    assert game.style != PLAIN
    again = type(game).from_json(json.loads(game.to_bytes()))
    assert again.style == game.style
    # Other colours are no other rules: logs go on to be judged.
    assert again.digest == game.digest == replace(game, style=PLAIN).digest


def test_every_group_goes_into_json_and_back() -> None:
    style = Style(
        sides={"a": SideStyle("#111111", rear=GroundStyle(tint="#222222", rear=True), emblem="cross")},
        nations={"b": Livery("#333333", classes=("x", "y"))},
        armies={"6A": "#444444"},
        markers={"info": COMMON.markers["battle"]},
        terrain=dict(COMMON.terrain),
        hexsides=dict(COMMON.hexsides),
        areas=dict(COMMON.areas),
        card_back="rat",
        viewer=(),
    )
    assert Style.from_json(json.loads(json.dumps(style.to_json()))) == style


@pytest.mark.parametrize(
    ("id", "word"),
    [
        ("woods", "forest"), ("light_woods", "forest"), ("swamps", "marsh"), ("hills", "hill"),
        ("lake", "sea"), ("city_hex", "city"),
        ("mountain-pass", "mountain"), ("beaches", "beach"), ("forested_hills", "hill"),
    ],
)  # fmt: skip
def test_common_words(id: str, word: str) -> None:
    assert by_word(COMMON.terrain, id) is COMMON.terrain[word]


def test_words_that_say_nothing() -> None:
    assert by_word(COMMON.terrain, "kind_7") is None


def test_the_schema_lists_what_can_be_drawn() -> None:
    found = json.loads((schemas() / "style.schema.json").read_text(encoding="utf-8"))["$defs"]
    canvas = Canvas(10, 10)
    for symbol in found["symbol"]["enum"]:
        define_symbol(canvas, symbol)
    for table in (COMMON.terrain, COMMON.areas):
        assert {style.symbol for style in table.values()} <= {None, *found["symbol"]["enum"]}
    for emblem in found["style"]["properties"]["card_back"]["enum"]:
        draw_emblem(canvas, emblem, (5, 5), "#000000", "#ffffff")
