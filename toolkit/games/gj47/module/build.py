"""The module put together: pieces, windows, buttons, set-ups."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.module import art, toolbar
from toolkit.games.gj47.module.chits import CUP, Home, chit_piece, chit_prototype
from toolkit.games.gj47.module.markers import (
    battle_piece,
    below,
    below_battles,
    marker_parts,
    sheet_marker,
)
from toolkit.games.gj47.module.units import REINFORCEMENT_BOX, Look, unit_piece, unit_prototypes
from toolkit.games.gj47.module.words import game_words
from toolkit.module import toolbar as common
from toolkit.module.art import MOVED, chart_file
from toolkit.module.boards import Window
from toolkit.module.buildfile import Component
from toolkit.module.decks import Deck
from toolkit.module.equipment import Equipment
from toolkit.module.hex_game import HexTable, lay_table, setup_files
from toolkit.module.hexinfo import hex_places
from toolkit.module.house_rules import rules_menu
from toolkit.module.markers import marker_pieces
from toolkit.module.own_pictures import OwnBoard
from toolkit.module.palette import palette
from toolkit.module.parts import Made, ModuleParts, Pictures
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.root import ending, game_module, opening
from toolkit.module.workshop import Workshop
from toolkit.source.setups import Setup


def make_parts(game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None) -> ModuleParts:
    """Return the module's parts, pictures not drawn yet; `board` in place of the drawn map."""
    table = lay_out(game, equipment, board)
    shop = table.shop
    prototypes = _prototypes(shop)
    pieces = _pieces(shop, prototypes)
    decks = cup(shop)
    setups = setup_files(
        table, pieces, lambda setup: toolbar.start_values(shop) | _column_in_use(setup, shop), decks
    )
    shared = tuple(prototypes.values())
    root = _root(table, Made(pieces, shared, tuple(decks.values()), [name for name, _ in setups]))
    return ModuleParts(shop, shared, pieces, root, setups, table.manifest(), *_pictures(table))


def make_pictures(game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None) -> Pictures:
    """Return the module's pictures, not drawn yet, and its words."""
    return _pictures(lay_out(game, equipment, board))


def _pictures(table: HexTable) -> Pictures:
    return art.drawings(table), game_words(table.shop)


def lay_out(game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None) -> HexTable:
    """Return board and windows of the module."""
    return lay_table(game, equipment, board, notes=_box_notes(game), held=_held(game))


def _held(game: CompiledGame) -> dict[str, int]:
    """Return how many pieces need a place in the columns to which lost headquarters go."""
    return {
        # The first place is the number marker's.
        box.id: 1 + sum(c.kind == "hq" and c.side == box.side for c in game.counters)
        for box in game.boxes
        if box.kind == "reinforcement"
    }


def _box_notes(game: CompiledGame) -> dict[str, str]:
    """Return what the charts print in boxes of tracks."""
    charts = charts_of(game)
    turns = {turn.number: turn for turn in charts.turn_track}
    track = charts.soviet_reinforcement
    notes = {}
    for box in game.boxes:
        if box.kind == "turn" and box.index in turns:
            turn = turns[box.index]
            numbers = f"Soviet {turn.su_com}, German {turn.ger_com}, Allied/REINF {turn.axis_rnf_com}"
            notes[box.id] = f"{turn.dates.get('en', '')}. Chits: {numbers}"
        elif box.kind == "reinforcement" and box.index is not None and box.index <= len(track.columns):
            given = track.column(box.index)
            notes[box.id] = ", ".join(f"{count} {name}" for name, count in given.items())
    return notes


def _prototypes(shop: Workshop) -> dict[str, Prototype]:
    look = Look(shop.equipment.counter_px, art.ACTIVE, MOVED)
    found = unit_prototypes(look)
    chit = chit_prototype(shop.places, art.CHOSEN, shop.equipment.counter_px)
    return found | {chit.name: chit}


def _pieces(shop: Workshop, prototypes: dict[str, Prototype]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    homes = _chit_homes(shop)
    for counter in shop.game.counters:
        if counter.kind == "chit":
            pieces.append(chit_piece(counter, shop, prototypes["Chit"], homes[counter.id]))
        elif counter.kind == "marker":
            pieces.append(below(sheet_marker(counter, shop)))
        else:
            pieces.append(below(unit_piece(counter, shop, prototypes)))
    for spec in shop.equipment.markers:
        made = marker_pieces(spec, shop, marker_parts(spec, shop))
        pieces.extend(battle_piece(piece, shop) if spec.kind == "battle" else below(piece) for piece in made)
    return tuple(pieces)


def _chit_homes(shop: Workshop) -> dict[str, Home]:
    homes: dict[str, Home] = {}
    used: Tally[str | None] = Tally()
    for counter in shop.game.counters:
        if counter.kind != "chit":
            continue
        home = shop.places.own("chits_hand", counter.side) if counter.side else None
        if home is None:
            homes[counter.id] = None
            continue
        homes[counter.id] = (*home, used[counter.side])
        used[counter.side] += 1
    return homes


def cup(shop: Workshop) -> dict[str, Deck]:
    """Return the deck from which chits are drawn, by its box."""
    found = shop.places.find("cup")
    if found is None:
        return {}
    window, area = found
    x, y = area.place(0)
    return {area.box.id: Deck(CUP, window.name, x, y, shop.equipment.counter_px, toolbar.SHUFFLE)}


def _column_in_use(setup: Setup, shop: Workshop) -> dict[str, str]:
    """Return the column of the reinforcement track on which a set-up has the number marker."""
    columns = {box.id: box.names.en for box in shop.game.boxes if box.kind == "reinforcement"}
    roles = {counter.id: counter.role or "" for counter in shop.game.counters}
    found = [
        columns[box]
        for counter, box in setup.in_boxes.items()
        if box in columns and roles[counter].endswith("reinforcement")
    ]
    return {REINFORCEMENT_BOX: found[0]} if found else {}


def _root(table: HexTable, made: Made) -> Component:
    shop = table.shop
    charts = [(title, chart_file(name)) for name, title in art.CHART_TITLES.items()]
    children = [
        *opening(shop, made.prototypes),
        # From here on in the order of the toolbar: what a turn needs, windows, tables, the rest.
        *toolbar.draw_button(),
        toolbar.properties(shop),
        *toolbar.chit_buttons(),
        common.turn_tracker(table.turns),
        *(
            table.window_of(window, index, _on_window(shop, window, made.decks))
            for index, window in enumerate(table.windows, start=1)
        ),
        table.main_map([below_battles()]),
        common.chart_window(charts),
        common.inventory(),
        common.headquarters(),
        common.notes(),
        *rules_menu(shop),
        palette(made.pieces),
        common.dice(),
        *ending(shop.game.setups, made.setups, hex_places(shop)),
    ]
    return game_module(shop, children, made.pieces)


def _on_window(shop: Workshop, window: Window, decks: Sequence[Deck]) -> list[Component]:
    """Return what a window has beside its boxes: the button that commits chits, the cup."""
    if window.spec.owner is not None:
        return [toolbar.commit_button(shop, window.spec.owner, window.name)]
    return [deck.component() for deck in decks if deck.window == window.name]
