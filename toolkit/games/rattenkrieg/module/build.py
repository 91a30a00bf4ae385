"""The module put together: pieces, windows, buttons, set-ups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.module import art, keys, toolbar
from toolkit.games.rattenkrieg.module.aids import TURN, TURN_TITLE, aid_file, aid_title
from toolkit.games.rattenkrieg.module.control import control_piece
from toolkit.games.rattenkrieg.module.desks import battle_desk, side_desk, side_desk_id
from toolkit.games.rattenkrieg.module.places import DECK, DESK, HIDDEN, PILE, board_rows, lay_hands
from toolkit.games.rattenkrieg.module.playing_cards import card_piece, card_prototype
from toolkit.games.rattenkrieg.module.units import UnitLook, unit_piece
from toolkit.games.rattenkrieg.module.words import area_words, game_words
from toolkit.module import toolbar as common
from toolkit.module.area_game import (
    area_main_map,
    area_manifest,
    hand_window,
    piece_numbers,
    placed_counters,
    plain_marker,
    setup_file,
)
from toolkit.module.area_table import AreaTable
from toolkit.module.area_toolbar import with_turn_marker
from toolkit.module.areas import CONTROL, AreaBoard, area_places
from toolkit.module.boards import Places
from toolkit.module.buildfile import Component
from toolkit.module.control import control_id
from toolkit.module.counters import MAIN_MAP
from toolkit.module.decks import Deck
from toolkit.module.equipment import Equipment
from toolkit.module.house_rules import rules_menu
from toolkit.module.keys import alt
from toolkit.module.markers import MOVED_HERE
from toolkit.module.palette import palette
from toolkit.module.parts import Made, ModuleParts, Pictures
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.root import ending, game_module, opening
from toolkit.module.setups import FilledDeck, Placed
from toolkit.module.workshop import Workshop
from toolkit.render.area_board import area_layout
from toolkit.source.setups import Setup

CARD_PX = (84, 120)
# Areas and the battle's rows beside them fit a screen of 1,280 pixels together.
_ZOOM = 0.5


def make_parts(game: CompiledGame, equipment: Equipment) -> ModuleParts:
    """Return the module's parts, pictures not drawn yet.

    Raises
    ------
    ToolkitError
        A game without areas or cards, or a board without the places that the game needs.
    """
    shop = Workshop(game, equipment, Places.of(()))
    table = _table(game, equipment)
    card = card_prototype(table, art.CARD_BACK, art.OWN_VIEW)
    pieces = _pieces(shop, table, card)
    decks = _decks(table)
    setups = [_setup_file(setup, shop, table, pieces, decks) for setup in game.setups]
    root = _root(shop, table, Made(pieces, (card,), decks, [name for name, _ in setups]))
    return ModuleParts(
        shop,
        (card,),
        pieces,
        root,
        tuple(setups),
        area_manifest(table),
        *_pictures(shop, table),
    )


def make_pictures(game: CompiledGame, equipment: Equipment) -> Pictures:
    """Return the module's pictures, not drawn yet, and its words."""
    return _pictures(Workshop(game, equipment, Places.of(())), _table(game, equipment))


def _pictures(shop: Workshop, table: AreaTable) -> Pictures:
    return art.drawings(shop, table), game_words(table)


def _table(game: CompiledGame, equipment: Equipment) -> AreaTable:
    layout = area_layout(game)
    areas = AreaBoard.of(game.areas, layout.to_pixels, layout.size_px)
    boxes = (*game.boxes, *equipment.boxes)
    rows = board_rows(game, boxes, CARD_PX, equipment.counter_px)
    return AreaTable(game, areas, rows, lay_hands(game, CARD_PX), CARD_PX)


# Pieces --------------------------------------------------------------------------------------------


def _pieces(shop: Workshop, table: AreaTable, card: Prototype) -> tuple[Piece, ...]:
    px = shop.equipment.counter_px
    look = UnitLook(px, art.ACTIVE, art.ISOLATED, art.JOINED)
    pieces = [
        unit_piece(counter, table, look, MOVED_HERE)
        if counter.kind == "unit"
        else plain_marker(counter, table, px)
        for counter in table.game.counters
    ]
    pieces += [card_piece(item, table, card) for item in table.game.cards.cards]
    control = piece_numbers(shop, "control")
    first, second = table.sides
    flags = (art.flag(first), art.flag(second))
    for area, gpid in zip(toolbar.controlled(table), control, strict=True):
        pieces.append(control_piece(area, table, gpid, flags, px * 5 // 8))
    desks = piece_numbers(shop, "desk")
    for (side, _), gpid in zip(table.sides.items(), desks, strict=False):
        pieces.append(side_desk(side, table, gpid, art.desk(side), px))
    pieces.append(battle_desk(table, desks[len(table.sides)], art.BATTLE_DESK, px))
    return tuple(pieces)


# Decks and set-ups -----------------------------------------------------------------------------------


def _decks(table: AreaTable) -> tuple[Deck, ...]:
    """Return the deck, then the piles; they go back into the deck on one key."""
    wide, high = table.card

    def deck(box: str, name: str, *, face_down: bool, home: str = "") -> Deck:
        slot = table.row(box).slots[0]
        return Deck(
            name, MAIN_MAP, slot.x, slot.y, wide, keys.SHUFFLE if not home else keys.NO_SHUFFLE, height=high,
            face_down=face_down, drawn_up=bool(home), returns_to=home, returns=keys.PILES_BACK,
            shown=3,
        )  # fmt: skip

    return (
        deck("deck", DECK, face_down=True),
        deck("pile", PILE, face_down=False, home=DECK),
        deck("hidden-pile", HIDDEN, face_down=True, home=DECK),
    )


def _setup_file(
    setup: Setup, shop: Workshop, table: AreaTable, pieces: Sequence[Piece], decks: Sequence[Deck]
) -> tuple[str, bytes]:
    by_id = {piece.id: piece for piece in pieces}
    placed = [*placed_counters(setup, table, by_id), *_always(table, by_id)]
    cards = tuple(by_id[card.id] for card in table.game.cards.cards)
    filled = [FilledDeck(decks[0], cards), *(FilledDeck(deck) for deck in decks[1:])]
    start = (toolbar.start_values(shop, table), toolbar.start_turn(table.game.figure("turns")))
    return setup_file(setup, shop, table, placed, decks=filled, start=start)


def _always(table: AreaTable, by_id: dict[str, Piece]) -> Iterable[Placed]:
    """Return control markers and desks, which are in every game."""
    for area in toolbar.controlled(table):
        spot = table.areas.spot(area, CONTROL)
        yield Placed(by_id[control_id(area)], MAIN_MAP, spot.x, spot.y)
    for side in table.sides:
        yield Placed(by_id[side_desk_id(side)], *table.spot(f"desk-{side}"))
    yield Placed(by_id[DESK], *table.spot(DESK))


# The buildFile ---------------------------------------------------------------------------------------


def _root(shop: Workshop, table: AreaTable, made: Made) -> Component:
    aids = [(TURN_TITLE, TURN), *((aid_title(name), aid_file(side)) for side, name in table.sides.items())]
    children = [
        *opening(shop, made.prototypes),
        toolbar.properties(shop, table),
        *with_turn_marker(table.game.figure("turns"), toolbar.PHASES),
        *toolbar.buttons(table),
        *(hand_window(board, alt(str(index))) for index, board in enumerate(table.hands, start=1)),
        area_main_map(table, made.decks, zoom=_ZOOM, marks=["control"]),
        common.chart_window(aids),
        common.inventory("Side,CurrentZone"),
        common.notes(),
        *rules_menu(shop),
        palette(made.pieces),
        *ending(table.game.setups, made.setups, area_places(table.areas, area_words(table))),
    ]
    return game_module(shop, children, made.pieces)
