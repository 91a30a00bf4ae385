"""What stands on the toolbar: windows are opened from a menu where they are many."""

from __future__ import annotations

import pytest

import tests.real_game as gj47
from toolkit.module.buildfile import Component, component
from toolkit.module.toolbar import chart_window, inventory, menu, with_windows_menu
from toolkit.vassal.sequence import decode


def window(name: str, kind: str = "Map") -> Component:
    return component(kind, mapName=name, buttonName=name)


def menus(parts: list[Component]) -> dict[str | None, list[str]]:
    found = [part for part in parts if part.tag.endswith("ToolbarMenu")]
    return {part.get("text"): decode(part.get("menuItems"), ",") for part in found}


MAIN = component("Map", mapName="Main map", buttonName="")
FOUR = [window("Pool"), MAIN, window("Secret", "PrivateMap"), chart_window([]), inventory()]


def test_many_windows_are_opened_from_a_menu_that_stands_where_the_first_stood() -> None:
    button = component("DoActionButton", name="Roll", text="Roll")
    parts = with_windows_menu([button, *FOUR])
    assert menus(parts) == {"Windows": ["Pool", "Secret", "Charts", "Inventory"]}
    assert [parts[0], *parts[2:]] == [button, *FOUR]


@pytest.mark.parametrize("parts", [FOUR[1:], [menu("Bids", "", ["Pool"]), *FOUR]])
def test_few_windows_and_those_of_other_menus_stay_where_they_are(parts: list[Component]) -> None:
    assert with_windows_menu(parts) == parts


def test_windows_of_a_game_have_left_its_toolbar() -> None:
    lines = menus(list(gj47.parts().root.children))["Windows"]
    assert {"Tracks", "Axis chits", "Charts", "Pieces"} < set(lines)
