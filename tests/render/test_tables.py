"""Tables and boxes say what the data say."""

from __future__ import annotations

import pytest
from lxml import etree

from toolkit.render.boxes import LabelledBox, draw_boxes
from toolkit.render.tables import Cell, Table, cells, draw_table
from toolkit.source.style import PLAIN


def texts(svg: str) -> list[str]:
    root = etree.fromstring(svg.encode())
    return [element.get("aria-label") for element in root.iter() if element.get("aria-label")]


def test_a_table_grows_with_its_words() -> None:
    short = etree.fromstring(draw_table(Table("T", ("a", "b"), (cells("1", "2"),))).encode())
    wide = Table("T", ("a", "b"), (cells("1" * 40, "2"), cells("<x>", "&")), notes=("word " * 60,))
    long = etree.fromstring(draw_table(wide).encode())
    assert int(long.get("width")) > int(short.get("width"))
    assert int(long.get("height")) > int(short.get("height"))
    assert {"<x>", "&"} <= set(texts(draw_table(wide)))


def test_a_row_of_another_length_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        draw_table(Table("T", ("a", "b"), ((Cell("1"),) * 3,)))


def test_boxes_show_their_labels_numbers_and_notes() -> None:
    boxes = [
        LabelledBox(10, 50, 120, 90, "Turn 1", "1", "June 1942: SU 3", None),
        LabelledBox(140, 50, 120, 90, "Axis <rail> & box", side="axis"),
    ]
    svg = draw_boxes(boxes, (300, 160), PLAIN, title="Tracks")
    root = etree.fromstring(svg.encode())
    assert (root.get("width"), root.get("height")) == ("300", "160")
    assert {"TRACKS", "Turn 1", "1", "June 1942: SU 3", "Axis <rail> & box"} <= set(texts(svg))
    assert svg == draw_boxes(boxes, (300, 160), PLAIN, title="Tracks")
