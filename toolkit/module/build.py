"""From a compiled game to a ``.vmod``: every part made, put together, written in one step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolkit import __version__
from toolkit.compile.compiled import CompiledGame
from toolkit.module import art, toolbar, windows
from toolkit.module.area_parts import AreaParts
from toolkit.module.boards import Places, Window, lay_out
from toolkit.module.buildfile import Component, component, to_xml
from toolkit.module.chits import CUP, Home, chit_piece, chit_prototype
from toolkit.module.decks import Deck
from toolkit.module.equipment import Equipment, MarkerSpec
from toolkit.module.helptext import help_pages
from toolkit.module.hexinfo import empty_hex_text
from toolkit.module.house_rules import OPEN
from toolkit.module.keys import alt
from toolkit.module.markers import HOME, equipment_pieces, sheet_marker
from toolkit.module.own_pictures import OwnBoard, check_own_pictures
from toolkit.module.palette import palette
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.plain_areas import make_plain_parts
from toolkit.module.root import LANGUAGES, game_module, metadata, opening, predefined_setups
from toolkit.module.setups import FilledDeck, Placed, Table, place_counters, saved_game, saved_text
from toolkit.module.translations import properties_file
from toolkit.module.units import MAIN_MAP, REINFORCEMENT_BOX, Look, unit_piece, unit_prototypes
from toolkit.module.wording import words
from toolkit.module.workshop import Workshop
from toolkit.plugins import games, room
from toolkit.render.layout import BoardLayout
from toolkit.source.setups import Box, Setup
from toolkit.vassal.packing import write_container

MANIFEST_FORMAT = 1


@dataclass(frozen=True, slots=True)
class ModuleParts:
    """Everything that makes up a module, before it is written.

    Attributes
    ----------
    shop : Workshop
    layout : BoardLayout
    laid : tuple of Window
    prototypes : tuple of Prototype
    pieces : tuple of Piece
        The palette.
    deck : Deck or None
        The cup.
    root : Component
        The buildFile.
    setups : mapping of file name to content, as pairs
    board : OwnBoard or None
        In place of the drawn map.
    """

    shop: Workshop
    layout: BoardLayout
    laid: tuple[Window, ...]
    prototypes: tuple[Prototype, ...]
    pieces: tuple[Piece, ...]
    deck: Deck | None
    root: Component
    setups: tuple[tuple[str, bytes], ...]
    board: OwnBoard | None = None


def build_module(game: CompiledGame, equipment: Equipment, out: Path, board: OwnBoard | None = None) -> Path:
    """Write a game's module.

    Parameters
    ----------
    game : CompiledGame
    equipment : Equipment
        What ``module.yaml`` says.
    out : Path
        Folder; made if missing.
    board : OwnBoard, optional
        In place of the drawn map.

    Returns
    -------
    Path
        The ``.vmod``.  The same game and equipment give the same bytes on every machine.
    """
    parts = game_parts(game, equipment, board)
    out.mkdir(parents=True, exist_ok=True)
    return write_container(out / f"{equipment.file}.vmod", module_entries(parts))


def game_parts(
    game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None
) -> ModuleParts | AreaParts:
    """Return the parts of any game's module, pictures left out.

    Raises
    ------
    ToolkitError
        MOD007: a game on areas with cards, or more, that has no maker of its own.
    """
    if game.hex_map is not None:
        return make_parts(game, equipment, board)
    # What pieces do in a game of areas and cards is the game's own.
    make: Callable[[CompiledGame, Equipment], AreaParts] = make_plain_parts
    if game.id in games():
        make = room(game.id, "module.build").make_parts
    return make(game, equipment)


def module_entries(parts: ModuleParts | AreaParts) -> dict[str, bytes]:
    """Return the module's files by name."""
    return text_entries(parts) | picture_entries(parts)


def picture_entries(parts: ModuleParts | AreaParts) -> dict[str, bytes]:
    """Return the module's pictures by file name.  Raises ToolkitError for own pictures that do not fit."""
    if isinstance(parts, AreaParts):
        found, board = dict(parts.drawings), None
    else:
        found, board = art.drawings(parts.shop, parts.layout, parts.laid), parts.board
    own = parts.shop.equipment.pictures
    check_own_pictures(own, {name: drawing.size for name, drawing in found.items()})
    replaced = {picture.name: picture.content for picture in own}
    if board is not None:
        replaced[windows.MAP_IMAGE] = board.content
    return {f"images/{name}": replaced.get(name) or drawing.png() for name, drawing in found.items()}


def text_entries(parts: ModuleParts | AreaParts) -> dict[str, bytes]:
    """Return the module's files by name, without the pictures."""
    shop = parts.shop
    entries = {
        "buildFile.xml": to_xml(parts.root),
        "moduledata": metadata(shop).to_xml(),
        "toolkit/game.json": shop.game.to_bytes(),
        "toolkit/manifest.json": _manifest(parts),
    }
    entries |= dict(parts.setups)
    entries |= {file: content for _, file, content in help_pages(shop)}
    own = parts.words if isinstance(parts, AreaParts) else {}
    for language in LANGUAGES:
        entries[f"Module_{language}.properties"] = properties_file(
            words(parts.root, parts.pieces, shop, language, own)
        )
    return entries


def _manifest(parts: ModuleParts | AreaParts) -> bytes:
    game = parts.shop.game
    data: dict[str, object] = {
        "format": "toolkit-module",
        "format_version": MANIFEST_FORMAT,
        "toolkit": __version__,
        "game": game.id,
        "game_version": game.version,
        "digest": game.digest,
        "map_name": MAIN_MAP,
        "options": OPEN,
    }
    if isinstance(parts, AreaParts):
        data |= parts.manifest
    else:
        boxes = parts.shop.places.by_box.items()
        data["layout"] = parts.layout.to_json()
        data["boxes"] = {box: [window.name, area.name] for box, (window, area) in boxes}
    return json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1).encode() + b"\n"


def make_parts(game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None) -> ModuleParts:
    """Return the module's parts, pictures left out."""
    drawn = BoardLayout.for_grid(game.map.grid, float(equipment.pitch_px))
    layout = drawn if board is None else board.layout
    boxes = (*game.boxes, *equipment.boxes)
    cell = equipment.counter_px + 6
    notes, held = _box_notes(game), _held(game, equipment)
    laid = tuple(lay_out(spec, boxes, cell, notes, held) for spec in equipment.windows)
    shop = Workshop(game, equipment, Places.of(laid))
    prototypes = _prototypes(shop)
    pieces = _pieces(shop, prototypes)
    deck = _deck(shop)
    setups = _setups(shop, layout, pieces, deck, laid)
    shared = tuple(prototypes.values())
    root = _root(shop, _Made(layout, laid, shared, pieces, deck, [name for name, _ in setups]))
    return ModuleParts(shop, layout, laid, shared, pieces, deck, root, tuple(setups), board)


def _held(game: CompiledGame, equipment: Equipment) -> dict[str, int]:
    """Return how many pieces need a place in trays, and in the columns to which lost headquarters go."""
    held: Counter[str] = Counter()
    for spec in equipment.markers:
        held[spec.box] += len(_each(spec))
    for box in game.boxes:
        if box.kind == "reinforcement":
            # The first place is the number marker's.
            held[box.id] = 1 + sum(c.kind == "hq" and c.side == box.side for c in game.counters)
    return held


def _box_notes(game: CompiledGame) -> dict[str, str]:
    """Return what the charts print in boxes of tracks."""
    if game.charts is None:
        return {}
    turns = {turn.number: turn for turn in game.charts.turn_track}
    track = game.charts.soviet_reinforcement
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
    look = Look(shop.equipment.counter_px, art.ACTIVE, art.MOVED)
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
            pieces.append(sheet_marker(counter, shop))
        else:
            pieces.append(unit_piece(counter, shop, prototypes))
    for spec in shop.equipment.markers:
        pieces.extend(equipment_pieces(spec, shop))
    return tuple(pieces)


def _chit_homes(shop: Workshop) -> dict[str, Home]:
    homes: dict[str, Home] = {}
    used: dict[str | None, int] = {}
    for counter in shop.game.counters:
        if counter.kind != "chit":
            continue
        home = shop.places.own("chits_hand", counter.side) if counter.side else None
        if home is None:
            homes[counter.id] = None
            continue
        index = used.get(counter.side, 0)
        used[counter.side] = index + 1
        homes[counter.id] = (*home, index)
    return homes


def _deck(shop: Workshop) -> Deck | None:
    cup = shop.places.find("cup")
    if cup is None:
        return None
    window, area = cup
    x, y = area.place(0)
    return Deck(CUP, window.name, x, y, shop.equipment.counter_px, toolbar.SHUFFLE)


def _centres(game: CompiledGame, layout: BoardLayout) -> dict[str, tuple[int, int]]:
    """Return the pixel of every hex's centre, cut off as the engine cuts it when it snaps."""
    pixels = layout.to_pixels(game.map.grid.centres())
    return {game.map.grid.number(h): (int(x), int(y)) for h, (x, y) in enumerate(pixels.tolist())}


def _setups(
    shop: Workshop,
    layout: BoardLayout,
    pieces: Sequence[Piece],
    deck: Deck | None,
    laid: Sequence[Window],
) -> list[tuple[str, bytes]]:
    by_id = {piece.id: piece for piece in pieces}
    centres = _centres(shop.game, layout)
    maps = (MAIN_MAP, *(window.name for window in laid))
    turns = [box for box in shop.game.boxes if box.kind == "turn"]
    files = []
    for setup in shop.game.setups:
        in_cup = {counter for counter, box in setup.in_boxes.items() if _kind(shop, box) == "cup"}
        placed = [item for item in place_counters(setup, by_id, shop, centres) if item.piece.id not in in_cup]
        placed += _spares(shop, pieces)
        cup_pieces = tuple(by_id[counter] for counter in sorted(in_cup))
        filled = (FilledDeck(deck, cup_pieces),) if deck is not None else ()
        values = toolbar.start_values(shop) | _column_in_use(setup, shop)
        table = Table(maps, filled, values, f"0|1;0;true;{len(turns) or toolbar.TURNS}")
        text = saved_text(placed, table)
        files.append((f"{setup.id}.vsav", saved_game(text, setup.names.en, metadata(shop))))
    return files


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


def _kind(shop: Workshop, box_id: str) -> str:
    boxes: tuple[Box, ...] = (*shop.game.boxes, *shop.equipment.boxes)
    return next((box.kind for box in boxes if box.id == box_id), "")


def _spares(shop: Workshop, pieces: Iterable[Piece]) -> list[Placed]:
    """Return the markers in their trays, each copy on a place of its own."""
    by_gpid = {piece.gpid: piece for piece in pieces}
    placed: list[Placed] = []
    used: Counter[str] = Counter()
    for spec in shop.equipment.markers:
        for gpid in _each(spec):
            spot = shop.places.cell(spec.box, used[spec.box])
            used[spec.box] += 1
            placed.append(Placed(by_gpid[gpid], *spot, {HOME: str(used[spec.box])}))
    return placed


def _each(spec: MarkerSpec) -> Sequence[int]:
    """Return the piece number of each piece of a marker: one for each number, or one for all copies."""
    return spec.gpids if len(spec.gpids) > 1 else spec.gpids * spec.copies


@dataclass(frozen=True, slots=True)
class _Made:
    """Parts that the buildFile puts together."""

    layout: BoardLayout
    laid: Sequence[Window]
    prototypes: Sequence[Prototype]
    pieces: Sequence[Piece]
    deck: Deck | None
    setups: Sequence[str]


def _root(shop: Workshop, made: _Made) -> Component:
    turns = sum(box.kind == "turn" for box in shop.game.boxes)
    charts = [(title, art.chart_file(name)) for name, title in art.CHART_TITLES.items()]
    has_chits = any(counter.kind == "chit" for counter in shop.game.counters)
    draw_chit, chit_buttons = toolbar.draw_button(), toolbar.chit_buttons()
    if not has_chits:
        draw_chit, chit_buttons = [], toolbar.marks_button()
    children = [
        *opening(shop, made.prototypes),
        # From here on in the order of the toolbar: what a turn needs, windows, tables, the rest.
        *draw_chit,
        toolbar.properties(shop),
        *chit_buttons,
        toolbar.turn_tracker(turns or toolbar.TURNS),
        *(_window(shop, window, made.deck, index) for index, window in enumerate(made.laid, start=1)),
        windows.main_map(shop.game.map.grid, made.layout, empty_hex_text(shop.game)),
        *([toolbar.chart_window(charts)] if shop.game.charts else []),
        toolbar.inventory(),
        toolbar.notes(),
        *toolbar.house_rules_menu(shop),
        palette(made.pieces),
        toolbar.dice(),
        *predefined_setups(shop.game.setups, made.setups),
        component("GlobalTranslatableMessages"),
    ]
    return game_module(shop, children, made.pieces)


def _window(shop: Workshop, window: Window, deck: Deck | None, index: int) -> Component:
    key = alt(str(index))
    if window.spec.owner is not None:
        side = shop.side_name(window.spec.owner)
        return windows.private_window(window, side, key, [toolbar.commit_button(shop, side, window.name)])
    decks = [deck.component()] if deck is not None and deck.window == window.name else []
    return windows.box_window(window, key, decks)
