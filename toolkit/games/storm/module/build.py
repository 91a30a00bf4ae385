"""The module put together: pieces, windows, buttons, set-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.module import art, keys, toolbar
from toolkit.games.storm.module.action_cards import card_piece, card_prototype
from toolkit.games.storm.module.aids import charts
from toolkit.games.storm.module.bids import bid_id, bid_piece, target_desk
from toolkit.games.storm.module.desks import deck_name, phase_desk, pile_name, side_desk, side_desk_id
from toolkit.games.storm.module.fire import ATTACK_MARKER, FIRE_DESK, attack_marker, fire_desk
from toolkit.games.storm.module.markers import control_piece, fire_id, fire_piece, fire_role
from toolkit.games.storm.module.places import (
    CARD_PX,
    PHASE_DESK,
    TARGET_DESK,
    controlled,
    lay_table,
)
from toolkit.games.storm.module.units import UnitLook, unit_piece
from toolkit.games.storm.module.words import area_words, game_words
from toolkit.module import toolbar as common
from toolkit.module.area_game import (
    area_main_map,
    area_manifest,
    hand_window,
    piece_numbers,
    placed_counters,
    plain_marker,
    setup_file,
    slot_board,
)
from toolkit.module.area_table import AreaTable
from toolkit.module.area_toolbar import with_turn_marker
from toolkit.module.areas import CONTROL, area_places
from toolkit.module.boards import Places
from toolkit.module.buildfile import Component
from toolkit.module.cards import send_to_slot
from toolkit.module.control import control_id
from toolkit.module.counters import MAIN_MAP
from toolkit.module.decks import Deck
from toolkit.module.equipment import Equipment
from toolkit.module.house_rules import rules_menu
from toolkit.module.keys import alt, named
from toolkit.module.markers import MOVED_HERE
from toolkit.module.palette import palette
from toolkit.module.parts import Made, ModuleParts, Pictures
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.root import ending, game_module, opening
from toolkit.module.setups import FilledDeck, Placed
from toolkit.module.traits import trigger
from toolkit.module.windows import open_window, sealed_window
from toolkit.module.workshop import Workshop
from toolkit.source.setups import Setup

# The town's width fits a screen of 1,280 pixels, the tracks beside it one of 1,920.
_ZOOM = 0.48
# From below: what lies in an area is never in one stack with its markers, and the Attack marker is over all.
_LAYERS = ("control", "fire", "desk", "marker", "unit", "card", "bid", "attack")
# Cards are small on the board: the viewer says what they do.  A hidden one has no text for the other side.
_PIECE_TEXT = '{pieceName+(Text==""?"":": "+Text)}'


def make_parts(game: CompiledGame, equipment: Equipment) -> ModuleParts:
    """Return the module's parts, pictures not drawn yet.

    Raises
    ------
    ToolkitError
        A game without areas, or a board without the places that the game needs.
    """
    shop = Workshop(game, equipment, Places.of(()))
    table = lay_table(game, (*game.boxes, *equipment.boxes), equipment.counter_px)
    cards = {side: card_prototype(side, table, art.card_back(side), art.OWN_VIEW) for side in table.sides}
    pieces = _pieces(shop, table, cards)
    decks = _decks(table)
    setups = [_setup(setup, shop, table, pieces, decks) for setup in game.setups]
    root = _root(shop, table, Made(pieces, tuple(cards.values()), decks, [name for name, _ in setups]))
    manifest = area_manifest(table)
    return ModuleParts(
        shop, tuple(cards.values()), pieces, root, tuple(setups), manifest, *_pictures(shop, table)
    )


def make_pictures(game: CompiledGame, equipment: Equipment) -> Pictures:
    """Return the module's pictures, not drawn yet, and its words."""
    shop = Workshop(game, equipment, Places.of(()))
    return _pictures(shop, lay_table(game, (*game.boxes, *equipment.boxes), equipment.counter_px))


def _pictures(shop: Workshop, table: AreaTable) -> Pictures:
    return art.drawings(shop, table), game_words(table)


# Pieces --------------------------------------------------------------------------------------------


def _pieces(shop: Workshop, table: AreaTable, cards: Mapping[str, Prototype]) -> tuple[Piece, ...]:
    px = shop.equipment.counter_px
    look = UnitLook(px, art.FIRING, art.LEFT_OUT)
    pieces = [
        unit_piece(counter, table, look, MOVED_HERE)
        for counter in table.game.counters
        if counter.kind == "unit"
    ]
    pieces += [
        _impulse_marker(plain_marker(counter, table, px), table)
        if counter.role == "impulse"
        else plain_marker(counter, table, px)
        for counter in table.game.counters
        if counter.kind == "marker"
    ]
    pieces += [card_piece(card, table, cards[card.side]) for card in table.game.action_cards]
    return (*pieces, *_area_markers(shop, table), *_desks(shop, table))


def _impulse_marker(plain: Piece, table: AreaTable) -> Piece:
    """Return the marker that goes to the box of the side whose impulse is next."""
    go = named("goToImpulse")
    first, second = (table.row(f"impulse-{side}").slots[0].name for side in table.sides)
    box = f'{{NextSide=="{next(iter(table.sides.values()))}"?"{first}":"{second}"}}'
    parts = (trigger("Goes", [go], watch=[keys.IMPULSE_GOES]), send_to_slot(go, MAIN_MAP, box), *plain.parts)
    return Piece(plain.id, plain.gpid, plain.name, plain.image, parts, plain.side_px, plain.group)


def by_letter(table: AreaTable) -> list[str]:
    """Return the areas that change hands by their letters: numbers of pieces go in that order."""
    areas = table.areas.map
    return sorted(
        controlled(table), key=lambda area: (areas.properties[areas.index(area)].get("letter", "~"), area)
    )


def _area_markers(shop: Workshop, table: AreaTable) -> Iterator[Piece]:
    px = shop.equipment.counter_px * 5 // 8
    flags = tuple(art.flag(side) for side in table.sides)
    areas = by_letter(table)
    for area, gpid in zip(areas, piece_numbers(shop, "control"), strict=True):
        yield control_piece(area, table, gpid, (flags[0], flags[1]), px)
    numbers = iter(piece_numbers(shop, "fire"))
    for area in areas:
        for side in table.sides:
            images = (art.no_fire(side), art.fire(side))
            yield fire_piece(area, side, table, next(numbers), images, px=px)


def _desks(shop: Workshop, table: AreaTable) -> Iterator[Piece]:
    px = shop.equipment.counter_px
    desks = piece_numbers(shop, "desk")
    for side, gpid in zip(table.sides, desks, strict=False):
        yield side_desk(side, table, gpid, art.desk(side), art.DESK_PX)
    turn, target, firing = desks[len(table.sides) :]
    yield phase_desk(table, turn, art.PHASE)
    yield target_desk(table, target, art.TARGET, art.DESK_PX)
    yield fire_desk(firing, art.FIRE)
    yield attack_marker(table, piece_numbers(shop, "attack")[0], art.ATTACK, px, MOVED_HERE)
    for side, gpid in zip(table.sides, piece_numbers(shop, "bid"), strict=True):
        yield bid_piece(side, table, gpid, art.bid(side), px)


# Decks and set-ups -----------------------------------------------------------------------------------


def _decks(table: AreaTable) -> tuple[Deck, ...]:
    """Return each side's deck and pile; a pile goes back into its deck on one key."""
    wide, high = CARD_PX
    decks = []
    for side in table.sides:
        deck, pile = table.row(f"deck-{side}").slots[0], table.row(f"pile-{side}").slots[0]
        name = deck_name(table, side)
        decks.append(
            Deck(
                name, MAIN_MAP, deck.x, deck.y, wide, keys.SHUFFLE_DECK[side], height=high, drawn_up=False,
                shown=3,
            )
        )  # fmt: skip
        decks.append(
            Deck(
                pile_name(table, side), MAIN_MAP, pile.x, pile.y, wide, keys.NO_SHUFFLE, height=high,
                face_down=False, returns_to=name, returns=keys.PILE_BACK[side], shown=3,
            )
        )  # fmt: skip
    return tuple(decks)


def _setup(
    setup: Setup, shop: Workshop, table: AreaTable, pieces: Sequence[Piece], decks: Sequence[Deck]
) -> tuple[str, bytes]:
    by_id = {piece.id: piece for piece in pieces}
    placed = [*placed_counters(setup, table, by_id), *_always(table, by_id)]
    cards = {
        deck_name(table, side): tuple(by_id[card.id] for card in table.game.action_cards if card.side == side)
        for side in table.sides
    }
    filled = [FilledDeck(deck, cards.get(deck.name, ())) for deck in decks]
    start = (toolbar.start_values(shop, table), toolbar.start_turn(table.game.figure("turns")))
    return setup_file(setup, shop, table, placed, decks=filled, start=start)


def _always(table: AreaTable, by_id: Mapping[str, Piece]) -> Iterator[Placed]:
    """Return markers of areas, desks and bids, which are in every game."""
    for area in controlled(table):
        spot = table.areas.spot(area, CONTROL)
        yield Placed(by_id[control_id(area)], MAIN_MAP, spot.x, spot.y)
        for side in table.sides:
            spot = table.areas.spot(area, fire_role(side))
            yield Placed(by_id[fire_id(area, side)], MAIN_MAP, spot.x, spot.y)
    for side in table.sides:
        yield Placed(by_id[side_desk_id(side)], *table.spot(f"desk-{side}"))
        yield Placed(by_id[bid_id(side)], *table.spot(f"bid-{side}"))
    yield Placed(by_id[PHASE_DESK], *table.spot("phase"))
    yield Placed(by_id[TARGET_DESK], *table.spot("target"))
    yield Placed(by_id[FIRE_DESK], *table.spot("fire-desk"))
    yield Placed(by_id[ATTACK_MARKER], *table.spot("fire-desk", 1))


# The buildFile ---------------------------------------------------------------------------------------


def _root(shop: Workshop, table: AreaTable, made: Made) -> Component:
    children = [
        *opening(shop, made.prototypes),
        # From here on in the order of the toolbar: what an impulse needs, windows, tables, the rest.
        toolbar.properties(shop, table),
        *with_turn_marker(table.game.figure("turns"), toolbar.PHASES),
        *toolbar.buttons(),
        toolbar.bids_menu(table),
        *_windows(table),
        area_main_map(
            table,
            made.decks,
            zoom=_ZOOM,
            piece_text=_PIECE_TEXT,
            marks=["control", "fire"],
            layers=_LAYERS,
            silent=_silent(shop),
        ),
        common.chart_window(charts(table)),
        common.inventory("Side,CurrentZone"),
        common.notes(),
        *rules_menu(shop),
        palette(made.pieces),
        common.dice(table.game.figure("dice")),
        *ending(table.game.setups, made.setups, area_places(table.areas, area_words(table))),
    ]
    return game_module(shop, children, made.pieces)


def _silent(shop: Workshop) -> Iterator[str]:
    """Yield what the Attack marker is called: where it goes, the line of its fire says."""
    for spec in shop.equipment.markers:
        if spec.id == ATTACK_MARKER:
            yield from (spec.names.get(language) for language in ("en", "ja", "zh"))


def _windows(table: AreaTable) -> Iterator[Component]:
    number = 0
    for board in table.hands:
        number += 1
        yield hand_window(board, alt(str(number)), piece_text=_PIECE_TEXT)
    for side, board in zip(table.sides.values(), table.sealed, strict=True):
        number += 1
        yield sealed_window(board.name, slot_board(board), side, alt(str(number)), board.size)
    for board in table.others:
        number += 1
        yield open_window(board.name, slot_board(board), alt(str(number)), board.size, reports=True)
