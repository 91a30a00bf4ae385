"""The set-ups inside the module, and that they are made the same each time."""

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


def _commands(parts: ModuleParts, number: int = 0) -> list[object]:
    name, content = parts.setups[number]
    return list(decode_commands(open_container(content, name=name).saved_game().text))


def _places(parts: ModuleParts, built: BuildFile, number: int = 0) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for item in _commands(parts, number):
        if isinstance(item, AddPiece) and not item.type.startswith(("stack", "deck;")):
            piece = Piece.parse(item.type, item.state)
            state = piece.basic_state
            found[piece.properties()["CounterId"]] = built.maps[str(state.map)].location(state.x, state.y)
    return found


def test_everything_is_in_its_place(
    storm_parts: ModuleParts, storm_built: BuildFile, storm_game: CompiledGame
) -> None:
    setup = storm_game.setups[0]
    names = {
        area: storm_game.areas.names[storm_game.areas.index(area)]["en"] for area in storm_game.areas.ids
    }
    places = _places(storm_parts, storm_built)
    for counter, area in setup.in_areas.items():
        assert places[counter] == names[area]
    boxes = {box.id: box.names.en for box in storm_game.boxes}
    for counter, box in setup.in_boxes.items():
        assert places[counter] == boxes[box]
    for area in storm_game.areas.ids:
        if storm_game.areas.kinds[storm_game.areas.index(area)] != "ferry":
            markers = (f"control-{area}", f"fire-{area}-german", f"fire-{area}-soviet")
            assert {places[marker] for marker in markers} == {names[area]}
    assert (places["german-desk"], places["fire-desk"], places["attack"]) == (
        "German desk",
        "Fire desk",
        "Attack",
    )
    assert (places["bid-german"], places["bid-soviet"]) == ("German bid", "Soviet bid")


def test_the_empty_start_has_all_units_beside_the_board(
    storm_parts: ModuleParts, storm_built: BuildFile, storm_game: CompiledGame
) -> None:
    places = _places(storm_parts, storm_built, 1)
    units = {
        unit.id: f"{(unit.side or '').capitalize()} units"
        for unit in storm_game.counters
        if unit.kind == "unit"
    }
    assert {unit: places[unit] for unit in units} == units


def test_each_side_has_its_deck_face_down_and_an_empty_pile(
    storm_parts: ModuleParts, storm_game: CompiledGame
) -> None:
    decks, owner = {}, {}
    for item in _commands(storm_parts):
        if isinstance(item, AddPiece) and item.type.startswith("deck;"):
            decks[item.type.split(";")[13]] = DeckState.parse(item.state)
        elif isinstance(item, AddPiece) and not item.type.startswith("stack"):
            owner[item.id] = Piece.parse(item.type, item.state).properties().get("Side")
    for side in ("german", "soviet"):
        name = side.capitalize()
        deck, pile = decks[f"{name} deck"], decks[f"{name} discards"]
        cards = sum(card.side == side for card in storm_game.action_cards)
        assert (len(deck.members), deck.face_down) == (cards, True)
        assert (len(pile.members), pile.face_down) == (0, False)
        assert {owner[card] for card in deck.members} == {name}


def test_open_points_are_open_and_control_is_as_printed(
    storm_parts: ModuleParts, storm_game: CompiledGame
) -> None:
    values = {
        item.name: item.value for item in _commands(storm_parts) if isinstance(item, GlobalPropertyState)
    }
    switches = [option.id for option in storm_game.options if option.is_switch]
    assert switches
    assert {values[id] for id in switches} == {"open"}
    for area in storm_game.areas.ids:
        index = storm_game.areas.index(area)
        if storm_game.areas.kinds[index] != "ferry":
            wanted = storm_game.areas.properties[index]["control"].capitalize()
            assert values[f"Control_{area}"] == wanted
    assert (values["Step"], values["Target"], values["NextSide"]) == ("0", "3", "German")


def test_the_same_bytes_again(
    storm_parts: ModuleParts, storm_entries: dict[str, bytes], storm_game: CompiledGame
) -> None:
    assert text_entries(game_parts(storm_game, storm_parts.shop.equipment)) == storm_entries


@pytest.mark.parametrize("box", ["pile-soviet", "fire-desk"])
def test_a_board_without_a_place_that_the_game_needs_is_refused(
    storm_parts: ModuleParts, storm_game: CompiledGame, box: str
) -> None:
    poorer = replace(storm_game, boxes=tuple(item for item in storm_game.boxes if item.id != box))
    with pytest.raises(ToolkitError) as refused:
        game_parts(poorer, storm_parts.shop.equipment)
    assert [finding.code for finding in refused.value.findings] == ["MOD008"]
