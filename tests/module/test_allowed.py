"""Nothing in the module that VASSAL 3.6.0 lacks: components, attributes, traits, expressions."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator

import pytest

from tests.module.engine_3_6 import FUNCTIONS, TRAITS, functions_called, unlisted, walk
from toolkit.engine.provision import EngineHome
from toolkit.module.allowed import COMPONENTS
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile


def _type_words(built: BuildFile) -> Iterator[str]:
    for slot in built.slots():
        assert slot.piece is not None
        for part in (*slot.piece.parts, *built.expand(slot.piece).parts):
            yield part.trait.encode().partition(";")[0]


def _texts(parts: ModuleParts) -> Iterator[str]:
    for item in walk(parts.root):
        yield from (value for _, value in item.attributes)
    for piece in parts.pieces:
        for part in piece.spread():
            yield part.trait.encode()
            yield part.state


def test_components_and_attributes_are_on_the_list(parts: ModuleParts) -> None:
    assert unlisted(parts.root) == []


def test_no_button_moves_every_piece() -> None:
    """What VASSAL calls Recenter shifts all that lies on a map, out of hexes, areas and decks."""
    assert "VASSAL.build.module.map.PieceRecenterer" not in COMPONENTS


def test_traits_are_on_the_list(built: BuildFile) -> None:
    words = set(_type_words(built))
    assert words <= TRAITS
    assert {"emb2", "PROP", "macro", "globalkey"} <= words


def test_expressions_call_only_what_is_on_the_list(parts: ModuleParts) -> None:
    called = {name for text in _texts(parts) for name in functions_called(text)}
    assert called <= FUNCTIONS
    assert {"Sum", "Count", "Random"} <= called


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{SumRange(1,2,"x")>3}', {"SumRange"}),
        ('{If(GetString("a")=="b",1,0)}', {"If", "GetString"}),
        ("{Name.substring(1)+Other.trim()}", set()),
        ("Convert a retreat (14.2(5))", set()),
        ('{"say (hello)"+Random(6)}', {"Random"}),
    ],
)
def test_what_an_expression_calls(text: str, found: set[str]) -> None:
    assert functions_called(text) == found


@pytest.mark.engine
def test_the_list_agrees_with_the_engine_itself(home: EngineHome) -> None:
    with zipfile.ZipFile(home.jar) as jar:
        names = set(jar.namelist())
        script = jar.read("VASSAL/script/init_expression.bsh").decode()
    classes = {tag for tag in COMPONENTS if "." in tag}
    assert {tag for tag in classes if tag.replace(".", "/") + ".class" not in names} == set()
    defined = set(re.findall(r"^\s*(\w+)\(", script, re.MULTILINE))
    assert defined >= FUNCTIONS
