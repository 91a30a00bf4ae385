"""The writer of buildFiles: what it refuses, and what comes out."""

from __future__ import annotations

import pytest
from lxml import etree

from tests.module.engine_3_6 import walk
from toolkit.module.buildfile import component, text_component, to_xml


def test_a_component_of_a_later_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="no component SpecialThing"):
        component("SpecialThing")


def test_an_attribute_of_a_later_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="storeLeadingZeroIntegersAsStrings"):
        component("GlobalOptions", storeLeadingZeroIntegersAsStrings=True)


def test_values_are_spelled_as_the_engine_spells_them() -> None:
    item = component("HexGrid", dx=86.60254037844386, snapTo=True, x0=12)
    assert dict(item.attributes) == {"dx": "86.60254037844386", "snapTo": "true", "x0": "12"}


def test_text_and_attributes_survive_xml() -> None:
    text = 'a\tb\\c<d>&"e" ä 戦闘'
    root = component("PanelWidget", [text_component("PieceSlot", text, entryName='"x" & <y>', gpid=7)])
    tree = etree.fromstring(to_xml(root))
    slot = tree[0]
    assert slot.text == text
    assert slot.get("entryName") == '"x" & <y>'
    assert [item.tag.rpartition(".")[2] for item in walk(root)] == ["PanelWidget", "PieceSlot"]


def test_attributes_are_sorted_whatever_the_order_of_the_call() -> None:
    assert to_xml(component("Board", name="b", image="i")) == to_xml(component("Board", image="i", name="b"))
