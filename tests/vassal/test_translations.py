"""Names in other languages, as modules carry them."""

from __future__ import annotations

import pytest

from tests.conftest import BuiltModule
from toolkit.module.translations import properties_file
from toolkit.vassal.containers import open_container
from toolkit.vassal.translations import names_in, read_properties


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        (b"a=b", "a", "b"),
        (b"  a : b", "a", "b"),
        (b"a\\ b\\=c = d e ", "a b=c", "d e "),
        (b"a=\\u30de\\u30fc", "a", "マー"),
        (b"a=\\ud83c\\udfb2", "a", "🎲"),
        (b"a=one \\\n   two", "a", "one two"),
        (b"a=\\\\n\\n", "a", "\\n\n"),
    ],
)
def test_a_line_is_read_as_java_reads_it(line: bytes, key: str, value: str) -> None:
    assert read_properties(b"# no line\n\n" + line) == {key: value}


def test_what_we_write_is_read() -> None:
    words = {"Piece.1/2: a=b #c": "第1 ! \\ 🎲", "Map.Main Map.buttonName": " マップ"}
    assert read_properties(properties_file(words)) == words


def test_windows_and_pieces_have_names(undrawn_module: BuiltModule) -> None:
    container = open_container(undrawn_module("causeway"))
    names = names_in(container, "ja")
    assert names_in(container, "xx") == {}
    assert all(isinstance(text, str) and text for text in names.values())
