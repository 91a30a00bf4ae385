"""What every game of areas and cards puts together in the same way: set-ups, manifest, windows, main map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from toolkit.module.area_table import AreaTable
from toolkit.module.area_toolbar import TURN_GOES
from toolkit.module.areas import area_places, area_zones
from toolkit.module.buildfile import Component, component
from toolkit.module.cards import send_to_slot
from toolkit.module.counters import MAIN_MAP, image
from toolkit.module.decks import Deck
from toolkit.module.equipment import MarkerSpec
from toolkit.module.hexinfo import PLACE, box_places
from toolkit.module.keys import Key
from toolkit.module.pieces import Piece
from toolkit.module.root import metadata
from toolkit.module.setups import FilledDeck, Placed, Table, saved_game, saved_text
from toolkit.module.slots import SlotBoard, manifest_slots, slot_zones
from toolkit.module.traits import marker
from toolkit.module.windows import MAP_IMAGE, PIECE_NAME, map_of_board, open_window, piece_layers
from toolkit.module.workshop import Workshop
from toolkit.source.counters import Counter
from toolkit.source.setups import Setup
from toolkit.vassal.traits import Part


def area_manifest(table: AreaTable) -> dict[str, object]:
    """Return what the manifest of a game of areas says beside versions and digest."""
    rows = [(MAIN_MAP, row) for row in table.rows]
    rows += [(board.name, row) for board in table.boards for row in board.rows]
    spots: dict[str, list[list[int]]] = {}
    for spot in table.areas.spots:
        spots.setdefault(spot.area, []).append([spot.x, spot.y])
    return {
        "areas": table.areas.names(),
        "spots": spots,
        "boxes": {row.id: [window, row.title] for window, row in rows},
        "slots": manifest_slots(rows),
    }


def piece_numbers(shop: Workshop, id: str) -> tuple[int, ...]:
    """Return the piece numbers of a marker of module.yaml."""
    found: MarkerSpec | None = next((spec for spec in shop.equipment.markers if spec.id == id), None)
    return found.gpids if found is not None else ()


def plain_marker(counter: Counter, table: AreaTable, px: int) -> Piece:
    """Return the piece of a marker of the counter sheet; that of the turn goes to the box of the next."""
    facts = {"CounterId": counter.id, "Kind": "marker", "Role": counter.role or "", "Side": "None"}
    return Piece(
        counter.id, counter.gpid, counter.names.en, image(counter),
        (*(_goes_on(table) if counter.role == "turn" else ()), marker(**facts)), px,
        ("Markers", "Counter sheet"),
    )  # fmt: skip


def _goes_on(table: AreaTable) -> tuple[Part, ...]:
    # The last place of a box: units that arrive wait in the first ones.
    first = table.row("turn-1").slots[-1].name
    return (send_to_slot(TURN_GOES, MAIN_MAP, '{"' + first.replace("1", '"+Turn+"', 1) + '"}'),)


def setup_file(
    setup: Setup,
    shop: Workshop,
    table: AreaTable,
    placed: Iterable[Placed],
    *,
    decks: Sequence[FilledDeck],
    start: tuple[Mapping[str, str], str],
) -> tuple[str, bytes]:
    """Return a set-up as file name and content.

    Parameters
    ----------
    placed : iterable of Placed
        All pieces outside decks.
    start : (mapping of str to str, str)
        Global properties, and the state of the turn tracker.
    """
    maps = (MAIN_MAP, *(board.name for board in table.boards))
    text = saved_text(list(placed), Table(maps, tuple(decks), *start), shop)
    return f"{setup.id}.vsav", saved_game(text, setup.names.en, metadata(shop))


def placed_counters(setup: Setup, table: AreaTable, by_id: Mapping[str, Piece]) -> Iterator[Placed]:
    """Return the counters of a set-up, in areas from point to point, in boxes from slot to slot."""
    for area, counters in setup.by_area().items():
        for index, counter in enumerate(counters):
            spot = table.areas.spot(area, index=index)
            yield Placed(by_id[counter], MAIN_MAP, spot.x, spot.y)
    for box, counters in setup.by_box().items():
        for index, counter in enumerate(counters):
            yield Placed(by_id[counter], *table.spot(box, index))


def slot_board(board: SlotBoard) -> Component:
    """Return the engine's board of a window of slots."""
    grid = component("ZonedGrid", slot_zones(board.rows))
    return component("Board", [grid], name=board.name, image=board.image, reversible=False)


def hand_window(
    board: SlotBoard, key: Key, decks: Iterable[Deck] = (), *, piece_text: str = PIECE_NAME
) -> Component:
    """Return a side's window of cards: everybody may open it, and no chat line tells what moves in it.

    Those of the decks that are in it are put on it.
    """
    extra = [deck.component() for deck in decks if deck.window == board.name]
    return open_window(
        board.name, slot_board(board), key, board.size, extra, reports=False, piece_text=piece_text
    )


def viewer_words(
    table: AreaTable, words: Callable[[AreaTable, str], Mapping[str, str]]
) -> dict[str, tuple[str, str]]:
    """Return what the viewer of the main map says of areas, English to Japanese and Chinese.

    `words` gives it by area id, of a table in a language.
    """
    en, ja, zh = (
        area_places(table.areas, words(table, each), table.named(each), each)
        + box_places((*table.game.boxes, *table.game.counters), each)
        for each in ("en", "ja", "zh")
    )
    return {en: (ja, zh)}


def area_main_map(
    table: AreaTable,
    decks: Iterable[Deck] = (),
    *,
    zoom: float,
    piece_text: str = PIECE_NAME,
    marks: Sequence[str] = (),
    layers: Sequence[str] = (),
    silent: Iterable[str] = (),
) -> Component:
    """Return the main map: areas and boxes.

    Parameters
    ----------
    decks : iterable of Deck
        Those of the main map are put on it.
    piece_text : str
        What the viewer says of a piece.
    marks : sequence of str
        Kinds of pieces (`Kind`) that mark an area: the viewer speaks of the area in their stead.
    layers : sequence of str
        Kinds of pieces from the lowest to the highest: pieces of two of them are never one stack.
    silent : iterable of str
        As in `map_of_board`.
    """
    grid = component("ZonedGrid", [*slot_zones(table.rows), *area_zones(table.areas)])
    board = component("Board", [grid], name=MAIN_MAP, image=MAP_IMAGE, reversible=False)
    extras = [deck.component() for deck in decks if deck.window == MAIN_MAP]
    if layers:
        extras.append(piece_layers("Kind", layers))
    return map_of_board(board, PLACE, extras, zoom, piece_text=piece_text, marks=marks, silent=silent)
