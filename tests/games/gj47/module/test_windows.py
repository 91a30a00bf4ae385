"""Maps and windows: hex numbers and box names as the engine will say them, and who may see what."""

from __future__ import annotations

import pytest

from tests.module.engine_3_6 import walk
from toolkit.games.gj47.gestures import CHIT
from toolkit.games.gj47.module.build import cup
from toolkit.module.counters import noting
from toolkit.module.hex_game import HexTable
from toolkit.module.house_rules import AS_PROPOSED
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.sequence import decode
from toolkit.vassal.traits import Report


def test_every_hex_has_its_printed_number(table: HexTable, parts: ModuleParts, built: BuildFile) -> None:
    grid = parts.shop.game.map.grid
    main = built.maps["Main Map"]
    wrong = [
        number
        for h, (x, y) in enumerate(table.layout.to_pixels(grid.centres()).tolist())
        for number in [grid.number(h)]
        if main.location(round(x), round(y)) != number
    ]
    assert wrong == []


def test_cells_of_boxes_have_the_boxs_name(table: HexTable, built: BuildFile) -> None:
    (deck,) = cup(table.shop).values()
    for window in table.windows:
        for area in window.areas:
            for x, y in area.places:
                if (x, y) != (deck.x, deck.y) or window.name != deck.window:
                    assert built.maps[window.name].location(x, y) == area.name


def test_every_box_of_the_game_has_a_place(table: HexTable, parts: ModuleParts) -> None:
    assert {box.id for box in parts.shop.game.boxes} <= set(parts.shop.places.by_box)
    names = [area.name for window in table.windows for area in window.areas]
    assert len(names) == len(set(names))


def test_private_windows_are_silent_and_closed_to_the_other_side(parts: ModuleParts) -> None:
    private = [item for item in walk(parts.root) if item.tag.endswith("PrivateMap")]
    assert [item.get("side") for item in private] == ["Axis,Solitaire,Referee", "Soviet,Solitaire,Referee"]
    for item in private:
        assert item.get("visible") == "false"
        for name in ("moveWithinFormat", "moveToFormat", "createFormat"):
            assert item.get(name) == ""
    # What a key says is heard, and choosing says nothing.
    chits = {counter.id for counter in parts.shop.game.counters if counter.kind == "chit"}
    lines = [
        part.trait
        for piece in parts.pieces
        if piece.id in chits
        for part in piece.spread()
        if isinstance(part.trait, Report)
    ]
    assert lines
    assert not {CHIT["choose"].key, noting("choose")} & {key for line in lines for key in line.report_keys}


def test_the_cup_gives_nothing_away(parts: ModuleParts) -> None:
    (found,) = cup(parts.shop).values()
    deck = found.component()
    values = {
        "faceDown": "Always", "drawFaceUp": "true", "allowMultiple": "false", "allowSelect": "false",
        "canSave": "false", "reversible": "false", "reshufflable": "false", "shuffleFormat": "",
    }  # fmt: skip
    assert {name: deck.get(name) for name in values} == values


@pytest.mark.parametrize("name", ["nonOwnerUnmaskable", "autoReport"])
def test_global_options(parts: ModuleParts, name: str) -> None:
    options = next(item for item in walk(parts.root) if item.tag.endswith("GlobalOptions"))
    assert options.get(name) == {"nonOwnerUnmaskable": "Never", "autoReport": "Always"}[name]


def test_every_map_starts_with_its_board(built: BuildFile) -> None:
    for name, found in built.maps.items():
        assert [board.name for board in found.default] == list(found.boards) == [name]


def test_house_rules_menu_lists_every_switch(parts: ModuleParts) -> None:
    """Its menus are as long as a small screen shows, and lead to every switch once after all as proposed."""
    menus = {
        item.get("text"): (item.get("menuItems") or "").split(",")
        for item in walk(parts.root)
        if item.tag.endswith("ToolbarMenu")
    }
    buttons = {item.get("text") for item in walk(parts.root) if item.tag.endswith("ChangePropertyButton")}
    assert menus["House rules"].pop(0) == AS_PROPOSED
    lines = [line for name in menus["House rules"] for line in menus.get(name, [name])]
    assert len(lines) == len(set(lines)) == sum(option.is_switch for option in parts.shop.game.options) > 20
    assert set(lines) < buttons
    assert max(map(len, menus.values())) <= 24


def test_all_as_proposed_presses_what_sets_each_point(parts: ModuleParts) -> None:
    action = next(item for item in walk(parts.root) if item.get("text") == AS_PROPOSED)
    set_by = {
        button.get("hotkey"): (item.get("name"), button.get("propChanger"))
        for item in walk(parts.root)
        if item.tag.endswith("GlobalProperty")
        for button in item.children
        if not button.get("text")
    }
    pressed = [set_by[key] for key in decode(action.get("hotkeys"), ",")]
    points = [option for option in parts.shop.game.options if option.is_switch]
    assert pressed == [(option.id, f"P,{option.default}") for option in points]


def test_every_window_fits_a_screen_and_its_last_box_is_not_covered(
    table: HexTable, parts: ModuleParts
) -> None:
    zooms = {}
    for item in walk(parts.root):
        if item.tag.endswith(("module.Map", "PrivateMap")):
            zoomer = next(child for child in item.children if child.tag.endswith("Zoomer"))
            levels = [float(level) for level in str(zoomer.get("zoomLevels")).split(",")]
            zooms[item.get("mapName")] = levels[-int(str(zoomer.get("zoomStart")))]
    for window in table.windows:
        width, height = (side * zooms[window.name] for side in window.size)
        assert width <= 1600, window.name
        assert height <= 1000, window.name
        assert window.size[0] - max(area.right for area in window.areas) >= 20
        assert window.size[1] - max(area.foot for area in window.areas) >= 40


def test_a_box_with_more_pieces_than_cells_is_a_fan(parts: ModuleParts) -> None:
    _, tray = parts.shop.places.by_box["tray-control"]
    assert len(tray.places) == len(set(tray.places)) >= 160
    assert {y for _, y in tray.places} == {tray.y + 39, tray.y + 39 + tray.cell}
    assert min(x for x, _ in tray.places) - tray.x == tray.right - max(x for x, _ in tray.places) == 39


def test_each_side_has_its_own_commit_button(parts: ModuleParts) -> None:
    buttons = [i for i in walk(parts.root) if i.tag.endswith("MassKeyCommand")]
    assert len({i.get("buttonText") for i in buttons}) == len(buttons) == 2
    assert all("WRONG NUMBER" in str(i.get("reportFormat")) for i in buttons)
