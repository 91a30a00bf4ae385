"""What every game on hexes puts together in the same way: places, set-ups, windows, manifest, pictures."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from toolkit.compile.compiled import CompiledGame
from toolkit.module.art import ABOUT, Drawing, back_drawings, draw_about, marker_faces
from toolkit.module.boards import Places, Window, draw_window, lay_out
from toolkit.module.buildfile import Component
from toolkit.module.counters import MAIN_MAP, image
from toolkit.module.decks import Deck
from toolkit.module.equipment import Equipment
from toolkit.module.hexinfo import HEX, stack_text
from toolkit.module.keys import alt
from toolkit.module.markers import HOME, each_piece
from toolkit.module.own_pictures import OwnBoard
from toolkit.module.pieces import Piece
from toolkit.module.root import metadata
from toolkit.module.setups import Placed, Table, filled_decks, place_counters, saved_game, saved_text
from toolkit.module.toolbar import TURNS
from toolkit.module.windows import MAP_IMAGE, SETUP_IMAGE, box_window, main_map, private_window, setup_layer
from toolkit.module.workshop import Workshop
from toolkit.render.counters import draw_counter
from toolkit.render.layout import BoardLayout
from toolkit.render.map import draw_map, draw_setup_marks
from toolkit.render.markers import draw_marker
from toolkit.render.style import game_style, marker_style
from toolkit.source.counters import Counter
from toolkit.source.setups import Setup
from toolkit.source.style import Style


@dataclass(frozen=True, slots=True)
class HexTable:
    """A game on hexes laid out: its board, its windows, where each box is.

    Attributes
    ----------
    layout : BoardLayout
        Plane to pixels of the main map.
    board : OwnBoard or None
        In place of the drawn map.
    """

    shop: Workshop
    layout: BoardLayout
    windows: tuple[Window, ...]
    board: OwnBoard | None = None

    @property
    def game(self) -> CompiledGame:
        """The game."""
        return self.shop.game

    @property
    def has_setup_layer(self) -> bool:
        """Whether set-up marks lie over the board: a picture of one's own has them printed."""
        return self.board is None and bool(self.game.setup_hexes)

    @property
    def turns(self) -> int:
        """Turns of the turn track; as many as usual where there is none."""
        return sum(box.kind == "turn" for box in self.game.boxes) or TURNS

    def window_of(self, window: Window, index: int, extra: Iterable[Component] = ()) -> Component:
        """Return a window for the buildFile; `index` counts windows from 1 and gives its key."""
        key = alt(str(index))
        if window.spec.owner is not None:
            return private_window(window, self.shop.side_name(window.spec.owner), key, extra)
        held = any(area.box.kind == "hand" for area in window.areas)
        return box_window(window, key, extra, reports=not held)

    def main_map(self, extras: Iterable[Component] = (), *, hidden: bool = False) -> Component:
        """Return the main map for the buildFile; what is `hidden` must not show in a sum."""
        stack = HEX if hidden else stack_text()
        marks = [setup_layer()] if self.has_setup_layer else []
        return main_map(self.game.map.grid, self.layout, stack, [*marks, *extras])

    def manifest(self) -> dict[str, object]:
        """Return what the manifest of a game on hexes says beside versions and digest."""
        boxes = self.shop.places.by_box.items()
        return {
            "layout": self.layout.to_json(),
            "boxes": {box: [window.name, area.name] for box, (window, area) in boxes},
        }


def lay_table(
    game: CompiledGame,
    equipment: Equipment,
    board: OwnBoard | None = None,
    *,
    notes: Mapping[str, str],
    held: Mapping[str, int],
) -> HexTable:
    """Lay out the board and the windows of a game.

    Parameters
    ----------
    board : OwnBoard, optional
        In place of the drawn map.
    notes : mapping of str to str
        What is printed in boxes, by box id.
    held : mapping of str to int
        Pieces that need a place of their own in a box, beside the markers of its tray.
    """
    drawn = BoardLayout.for_grid(game.map.grid, float(equipment.pitch_px))
    boxes = (*game.boxes, *equipment.boxes)
    rooms = Tally(held)
    for spec in equipment.markers:
        rooms[spec.box] += len(each_piece(spec))
    cell = equipment.counter_px + 6
    windows = tuple(lay_out(spec, boxes, cell, notes, rooms) for spec in equipment.windows)
    shop = Workshop(game, equipment, Places.of(windows))
    return HexTable(shop, drawn if board is None else board.layout, windows, board)


# Set-ups ---------------------------------------------------------------------------------------------


def setup_files(
    table: HexTable,
    pieces: Sequence[Piece],
    values: Callable[[Setup], Mapping[str, str]],
    decks: Mapping[str, Deck] = MappingProxyType({}),
    *,
    turn: Callable[[Setup], str] | None = None,
    on_map: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
) -> tuple[tuple[str, bytes], ...]:
    """Return the set-ups of the game as (file name, content).

    Parameters
    ----------
    values : callable
        Set-up → global properties.
    decks : mapping of str to Deck
        Box → the deck in which its counters lie.
    turn : callable, optional
        Set-up → state of the turn tracker; by default turn 1 of a tracker without phases.
    on_map : mapping of str to mapping of str to str
        Piece → what it says on the map and not in the palette: its face.
    """
    by_id = {piece.id: piece for piece in pieces}
    centres = _centres(table)
    shop = table.shop
    maps = (MAIN_MAP, *(window.name for window in table.windows))
    files = []
    for setup in shop.game.setups:
        filled = filled_decks(setup, decks, by_id)
        inside = {piece.id for deck in filled for piece in deck.pieces}
        placed = [item for item in place_counters(setup, by_id, shop, centres) if item.piece.id not in inside]
        placed = [_said(item, on_map) for item in placed]
        placed += _spares(shop, pieces)
        begun = f"0|1;0;true;{table.turns}" if turn is None else turn(setup)
        text = saved_text(placed, Table(maps, filled, values(setup), begun), shop)
        files.append((f"{setup.id}.vsav", saved_game(text, setup.names.en, metadata(shop))))
    return tuple(files)


def _said(item: Placed, on_map: Mapping[str, Mapping[str, str]]) -> Placed:
    values = on_map.get(item.piece.id, {}) if item.map == MAIN_MAP else {}
    return replace(item, values=values) if values else item


def _centres(table: HexTable) -> dict[str, tuple[int, int]]:
    """Return the pixel of every hex's centre, cut off as the engine cuts it when it snaps.

    A counter a pixel beside those that are dropped there would lie under them in a stack of its own.
    """
    grid = table.game.map.grid
    pixels = table.layout.to_pixels(grid.centres())
    # A sum such as 732.9999999999999 is the engine's 733.
    return {grid.number(h): (int(x), int(y)) for h, (x, y) in enumerate((pixels + 1e-6).tolist())}


def _spares(shop: Workshop, pieces: Iterable[Piece]) -> Iterator[Placed]:
    """Yield the markers in their trays, each copy on a place of its own."""
    by_gpid = {piece.gpid: piece for piece in pieces}
    used: Tally[str] = Tally()
    for spec in shop.equipment.markers:
        for gpid in each_piece(spec):
            spot = shop.places.cell(spec.box, used[spec.box])
            used[spec.box] += 1
            yield Placed(by_gpid[gpid], *spot, {HOME: str(used[spec.box])})


# Pictures --------------------------------------------------------------------------------------------


def drawings(table: HexTable, counters: Mapping[str, Drawing]) -> dict[str, Drawing]:
    """Return the pictures of map, windows, counters, markers and About by file name, none drawn yet."""
    shop, layout = table.shop, table.layout
    px, style = shop.equipment.counter_px, game_style(shop.game)
    found = {MAP_IMAGE: Drawing(partial(draw_map, shop.game, layout, setup_marks=False), layout.size_px)}
    if table.has_setup_layer:
        found[SETUP_IMAGE] = Drawing(partial(draw_setup_marks, shop.game, layout), layout.size_px)
    if table.board is not None:
        found[MAP_IMAGE] = Drawing(partial(draw_map, shop.game, layout), layout.size_px, table.board.content)
    found |= {
        window.image: Drawing(partial(draw_window, window, style), window.size) for window in table.windows
    }
    found |= counters
    for spec in shop.equipment.markers:
        found |= marker_faces(spec, (px, px), style)
    found[ABOUT] = Drawing(partial(draw_about, shop))
    return found


def counter_drawings(shop: Workshop) -> dict[str, Drawing]:
    """Return the pictures of all counters, both faces of those that have two."""
    px = shop.equipment.counter_px
    size, style = (px, px), game_style(shop.game)
    found: dict[str, Drawing] = {}
    for counter in shop.game.counters:
        if counter.kind == "marker":
            found[image(counter)] = Drawing(partial(_draw_sheet_marker, counter, style), size)
            continue
        found[image(counter)] = Drawing(partial(draw_counter, counter, "full", style), size)
        found |= back_drawings(counter, size, style)
    return found


def _draw_sheet_marker(counter: Counter, style: Style) -> str:
    look = marker_style(counter.role, style)
    return draw_marker("" if look.caption else style.wording.say(counter.short), look)
