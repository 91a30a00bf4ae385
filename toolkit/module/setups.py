"""Predefined set-ups as saved games: the pieces of the palette on their places, with every start value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from toolkit.module.counters import MAIN_MAP
from toolkit.module.decks import Deck
from toolkit.module.helptext import welcome
from toolkit.module.pieces import Piece
from toolkit.module.workshop import Workshop
from toolkit.source.setups import Setup
from toolkit.vassal.commands import AddPiece, Command, encode_commands
from toolkit.vassal.commands.chat import Chat
from toolkit.vassal.commands.game import BeginSave, Board, EndSave, NotNew, SetBoards, SetTurn
from toolkit.vassal.commands.properties import GlobalPropertyState
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries
from toolkit.vassal.traits import DeckState, StackState

_STACK = "stack"


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece and where it lies; pieces of one spot of the main map are one stack, the first at the bottom.

    `values` are properties that are not as the palette has them.
    """

    piece: Piece
    map: str
    x: int
    y: int
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FilledDeck:
    """A deck and the pieces in it, the lowest first."""

    deck: Deck
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What a saved game holds beside its pieces.

    Attributes
    ----------
    maps : tuple of str
        Map names; each has one board of the same name.
    turn : str
        State of the turn tracker.
    """

    maps: tuple[str, ...]
    decks: tuple[FilledDeck, ...]
    properties: Mapping[str, str]
    turn: str


def filled_decks(
    setup: Setup, decks: Mapping[str, Deck], pieces: Mapping[str, Piece]
) -> tuple[FilledDeck, ...]:
    """Return decks, by their boxes, as a set-up fills them: their pieces in the order of their ids."""
    inside = setup.by_box()
    return tuple(
        FilledDeck(deck, tuple(pieces[counter] for counter in sorted(inside.get(box, ()))))
        for box, deck in decks.items()
    )


def place_counters(
    setup: Setup, pieces: Mapping[str, Piece], shop: Workshop, centres: Mapping[str, tuple[int, int]]
) -> list[Placed]:
    """Return the pieces of a set-up on hexes and in boxes, in the set-up's order.

    A unit lies in the pool where its key puts it.

    Raises
    ------
    KeyError
        A counter, hex or box that does not exist.
    """
    placed = []
    for number, counters in setup.by_hex().items():
        x, y = centres[number]
        placed += [Placed(pieces[counter], MAIN_MAP, x, y) for counter in counters]
    counters_by_id = {counter.id: counter for counter in shop.game.counters}
    for box, counters in setup.by_box().items():
        for index, counter in enumerate(counters):
            own = shop.own_place(counters_by_id[counter], "pool")
            in_pool = own is not None and own.area.box.id == box
            at = own.at() if own is not None and in_pool else shop.places.cell(box, index)
            placed.append(Placed(pieces[counter], *at))
    return placed


def saved_text(placed: Sequence[Placed], table: Table, shop: Workshop) -> str:
    """Return the commands of a saved game; its chat says how to begin."""
    return encode_commands(
        [
            BeginSave(),
            *_piece_commands(placed, table),
            *(SetBoards(name, (Board(name, 0, 0),)) for name in table.maps),
            *(GlobalPropertyState(name, value, "Module") for name, value in table.properties.items()),
            SetTurn("TurnTracker0", table.turn),
            NotNew("SETUP_STACK"),
            *map(Chat, welcome(shop)),
            EndSave(),
        ]
    )


def _piece_commands(placed: Sequence[Placed], table: Table) -> Iterable[Command]:
    number = 0
    kinds = {item.piece.gpid: item.piece for item in placed}
    texts = {gpid: piece.type_text() for gpid, piece in kinds.items()}
    spots: dict[tuple[str, int, int], list[str]] = {}
    for item in placed:
        number += 1
        yield item.piece.in_game(
            str(number), item.map, item.x, item.y, type_text=texts[item.piece.gpid], values=item.values
        )
        # Windows do not stack: what lies there is taken one by one.
        if item.map == MAIN_MAP:
            spots.setdefault((item.map, item.x, item.y), []).append(str(number))
    members: list[tuple[str, ...]] = []
    for filled in table.decks:
        deck, first = filled.deck, number + 1
        for piece in filled.pieces:
            number += 1
            yield piece.in_game(str(number), deck.window, deck.x, deck.y)
        members.append(tuple(str(n) for n in range(first, number + 1)))
    for (name, x, y), ids in spots.items():
        number += 1
        yield AddPiece(str(number), _STACK, StackState(name, x, y, tuple(ids)).encode())
    for filled, inside in zip(table.decks, members, strict=True):
        number += 1
        deck = filled.deck
        state = DeckState(deck.window, deck.x, deck.y, deck.face_down, inside)
        yield AddPiece(str(number), deck.type(), state.encode())


def saved_game(text: str, comment: str, module: Metadata) -> bytes:
    """Return a ``.vsav`` file."""
    save = Metadata(description=comment, vassal_version=module.vassal_version)
    return container_bytes(game_entries(text, save=save, module=module))
