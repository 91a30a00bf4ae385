"""The set-up inside the module, and that it is made the same each time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import ToolkitError
from toolkit.module.build import game_parts, text_entries
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.commands import AddPiece, decode_commands
from toolkit.vassal.commands.properties import GlobalPropertyState
from toolkit.vassal.containers import open_container
from toolkit.vassal.traits import DeckState, Piece


def _commands(parts: ModuleParts) -> list[object]:
    name, content = parts.setups[0]
    return list(decode_commands(open_container(content, name=name).saved_game().text))


def test_everything_is_in_its_place(
    rk_parts: ModuleParts, rk_built: BuildFile, rk_game: CompiledGame
) -> None:
    setup = rk_game.setups[0]
    names = {area: rk_game.areas.names[rk_game.areas.index(area)]["en"] for area in rk_game.areas.ids}
    places = {}
    for item in _commands(rk_parts):
        if isinstance(item, AddPiece) and not item.type.startswith(("stack", "deck;")):
            piece = Piece.parse(item.type, item.state)
            state = piece.basic_state
            where = rk_built.maps[str(state.map)].location(state.x, state.y)
            places[piece.properties()["CounterId"]] = where
    for counter, area in setup.in_areas.items():
        assert places[counter] == names[area]
    assert {places[c] for c, box in setup.in_boxes.items() if box == "turn-2"} == {"Turn 2"}
    for area in rk_game.areas.ids:
        if rk_game.areas.kinds[rk_game.areas.index(area)] != "rear":
            assert places[f"control-{area}"] == names[area]
    assert {places[card.id] for card in rk_game.cards.cards} == {"Deck"}
    assert (places["german-desk"], places["battle-desk"]) == ("German desk", "Battle")


def test_the_deck_holds_all_cards_and_gives_them_face_down(
    rk_parts: ModuleParts, rk_game: CompiledGame
) -> None:
    decks = {}
    for item in _commands(rk_parts):
        if isinstance(item, AddPiece) and item.type.startswith("deck;"):
            decks[item.type.split(";")[13]] = (item.type, DeckState.parse(item.state))
    assert {name: len(state.members) for name, (_, state) in decks.items()} == {
        "Deck": len(rk_game.cards.cards), "Pile": 0, "Hidden pile": 0,
    }  # fmt: skip
    assert [state.face_down for _, state in decks.values()] == [True, False, True]


def test_open_points_are_open_and_all_areas_are_soviet(rk_parts: ModuleParts, rk_game: CompiledGame) -> None:
    values = {item.name: item.value for item in _commands(rk_parts) if isinstance(item, GlobalPropertyState)}
    switches = [option.id for option in rk_game.options if option.is_switch]
    assert switches
    assert {values[id] for id in switches} == {"open"}
    control = {name: value for name, value in values.items() if name.startswith("Control_")}
    assert len(control) == 12
    assert set(control.values()) == {"Soviet"}
    assert values["Step"] == "0"


def test_the_same_bytes_again(
    rk_parts: ModuleParts, rk_entries: dict[str, bytes], rk_game: CompiledGame
) -> None:
    again = text_entries(game_parts(rk_game, rk_parts.shop.equipment))
    assert again == rk_entries


def test_a_board_without_a_place_for_cards_is_refused(rk_parts: ModuleParts, rk_game: CompiledGame) -> None:

    poorer = replace(rk_game, boxes=tuple(box for box in rk_game.boxes if box.id != "hidden-pile"))
    with pytest.raises(ToolkitError) as refused:
        game_parts(poorer, rk_parts.shop.equipment)
    assert [finding.code for finding in refused.value.findings] == ["MOD008"]


def test_a_game_on_areas_nobody_makes_modules_for_is_refused(
    rk_parts: ModuleParts, rk_game: CompiledGame
) -> None:

    with pytest.raises(ToolkitError) as refused:
        game_parts(replace(rk_game, id="elsewhere"), rk_parts.shop.equipment)
    assert [finding.code for finding in refused.value.findings] == ["MOD007"]
