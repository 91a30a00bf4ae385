"""Set-ups inside the module: saved games that agree with the palette, the data and the windows."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from toolkit.games.gj47.module.build import cup
from toolkit.games.gj47.module.toolbar import start_values
from toolkit.module.house_rules import OPEN, switches
from toolkit.module.markers import HOME
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.commands import AddPiece, Command, decode_commands
from toolkit.vassal.commands.game import EndSave, NotNew, SetBoards, SetTurn
from toolkit.vassal.commands.properties import GlobalPropertyState
from toolkit.vassal.containers import open_container
from toolkit.vassal.traits import DeckState, DynamicProperty, Piece, StackState


def _commands(entries: dict[str, bytes], file: str) -> list[Command]:
    return list(decode_commands(open_container(entries[file], name=file).saved_game().text))


def _flat(commands: list[Command]) -> list[Command]:
    return [item for item in commands if item.canonical() not in ("", "null")]


@pytest.fixture(scope="module", params=[0, 1])
def index(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def saved(index: int, parts: ModuleParts, entries: dict[str, bytes]) -> list[Command]:
    file, _ = parts.setups[index]
    return _flat(_commands(entries, file))


def _pieces(saved: list[Command]) -> dict[str, AddPiece]:
    found = {item.id: item for item in saved if isinstance(item, AddPiece)}
    assert None not in found
    return {str(key): item for key, item in found.items()}


def _units(saved: list[Command]) -> dict[str, AddPiece]:
    kinds = ("stack", "deck;")
    return {key: item for key, item in _pieces(saved).items() if not item.type.startswith(kinds)}


def test_pieces_are_the_palettes_own(saved: list[Command], built: BuildFile) -> None:
    palette = {}
    for slot in built.slots():
        assert slot.piece is not None
        palette[slot.gpid] = built.expand(slot.piece)
    for item in _units(saved).values():
        piece = Piece.parse(item.type, item.state)
        own = palette[piece.basic_state.gpid]
        assert item.type == own.type
        # Copies of a marker differ in nothing but their place in the tray.
        assert _states(piece) == _states(own)


def _states(piece: Piece) -> list[str]:
    parts = [
        part
        for part in piece.parts[:-1]
        if not (isinstance(part.trait, DynamicProperty) and part.trait.name == HOME)
    ]
    return [part.state for part in parts]


def test_every_counter_is_there_once_and_markers_have_spares(
    saved: list[Command], parts: ModuleParts
) -> None:
    tally = Tally(Piece.parse(i.type, i.state).properties().get("CounterId") for i in _units(saved).values())
    for counter in parts.shop.game.counters:
        assert tally[counter.id] == 1, counter.id
    assert tally["control"] >= len(parts.shop.game.map.places)  # any town may change hands
    assert all(tally[f"battle-{number}"] == 1 for number in range(1, 13))


def test_places_are_where_the_data_says(
    index: int, saved: list[Command], parts: ModuleParts, built: BuildFile
) -> None:
    game = parts.shop.game
    names = {box.id: box.names.en for box in (*game.boxes, *parts.shop.equipment.boxes)}
    where = {}
    for item in _units(saved).values():
        piece = Piece.parse(item.type, item.state)
        place = piece.basic_state
        assert place.map is not None
        location = built.maps[place.map].location(place.x, place.y)
        where[piece.properties()["CounterId"]] = (place.map, location)
    setup = game.setups[index]
    for counter, number in setup.on_map.items():
        assert where[counter] == ("Main Map", number)
    for counter, box in setup.in_boxes.items():
        assert where[counter][1] == names[box], counter


def test_stacks_hold_their_pieces_and_the_cup_holds_supply(saved: list[Command]) -> None:
    pieces, held = _pieces(saved), Tally[str]()
    decks = [item for item in pieces.values() if item.type.startswith("deck;")]
    assert len(decks) == 1
    deck = DeckState.parse(decks[0].state)
    assert deck.face_down
    inside = [Piece.parse(pieces[key].type, pieces[key].state).name for key in deck.members]
    assert inside == ["Supply"]
    held.update(deck.members)
    for item in pieces.values():
        if item.type == "stack":
            stack = StackState.parse(item.state)
            held.update(stack.members)
            for key in stack.members:
                place = Piece.parse(pieces[key].type, pieces[key].state).basic_state
                assert (place.map, place.x, place.y) == (stack.map, stack.x, stack.y)
                assert place.map == "Main Map"
    # Beside the main map nothing is stacked.
    on_map = [
        key
        for key, item in _units(saved).items()
        if Piece.parse(item.type, item.state).basic_state.map == "Main Map"
    ]
    assert held == Tally([*on_map, *deck.members])


def test_settings_boards_and_turn_are_saved(
    saved: list[Command], parts: ModuleParts, built: BuildFile
) -> None:
    state = {item.name: item.value for item in saved if isinstance(item, GlobalPropertyState)}
    assert state == start_values(parts.shop)
    assert {option.id: OPEN for option in switches(parts.shop)}.items() <= state.items()
    boards = {
        item.map: [board.name for board in item.boards] for item in saved if isinstance(item, SetBoards)
    }
    assert boards == {name: list(found.boards) for name, found in built.maps.items()}
    assert [item.state for item in saved if isinstance(item, SetTurn)] == ["0|1;0;true;9"]
    assert NotNew("SETUP_STACK") in saved
    assert isinstance(saved[-1], EndSave)


def test_the_deck_of_a_save_is_the_deck_of_the_module(saved: list[Command], parts: ModuleParts) -> None:
    (deck,) = cup(parts.shop).values()
    found = next(item for item in _pieces(saved).values() if item.type.startswith("deck;"))
    assert found.type == deck.type()
    state = DeckState.parse(found.state)
    attributes = dict(deck.component().attributes)
    assert (state.map, str(state.x), str(state.y)) == (deck.window, attributes["x"], attributes["y"])
    # Fixed places in the type that the engine reads: faceDown, shuffle, name, drawFaceUp, shuffle key.
    fields = found.type.split(";")[1:]
    assert (fields[4], fields[5], fields[12], fields[16], fields[18]) == (
        "Always", "Via right-click Menu", "Cup", "true", attributes["shuffleHotkey"],
    )  # fmt: skip
