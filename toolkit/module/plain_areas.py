"""The module of a game on areas that has no maker of its own: board, counters with two faces, set-ups, dice.

Nothing here knows rules: what a key does is turn a counter over, or, where the rules are data, what
`toolkit.module.declared` says.  Games with cards or desks have makers of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import Finding, Severity, ToolkitError
from toolkit.module import declared as d
from toolkit.module import toolbar
from toolkit.module.area_game import (
    area_main_map,
    area_manifest,
    hand_window,
    placed_counters,
    setup_file,
    viewer_words,
)
from toolkit.module.area_table import AreaTable
from toolkit.module.areas import AreaBoard, area_places
from toolkit.module.art import ABOUT, Drawing, back_drawings, draw_about, marker_faces
from toolkit.module.boards import Places
from toolkit.module.buildfile import Component
from toolkit.module.counters import MAIN_MAP, backs, image
from toolkit.module.decks import Deck
from toolkit.module.declared_cards import card_drawings, card_parts, decks_of
from toolkit.module.declared_game import Declared, declared
from toolkit.module.declared_gestures import GESTURES
from toolkit.module.declared_help import chart_drawings, charts
from toolkit.module.equipment import Equipment, Section, WindowSpec
from toolkit.module.house_rules import global_properties, option_buttons, rules_menu, start_values, switches
from toolkit.module.keys import alt, ctrl, named
from toolkit.module.markers import face_image, require_plain
from toolkit.module.palette import palette
from toolkit.module.parts import Made, ModuleParts, Pictures
from toolkit.module.pieces import Piece
from toolkit.module.root import ending, game_module, opening
from toolkit.module.setups import Placed, filled_decks
from toolkit.module.slots import (
    Row,
    RowSpec,
    SlotBoard,
    draw_slot_board,
    lay_rows,
    packed_slots,
    shared_names,
)
from toolkit.module.traits import Level, layer, marker, report, stepped, trigger
from toolkit.module.windows import MAP_IMAGE
from toolkit.module.workshop import Workshop
from toolkit.render.area_board import area_layout, draw_area_map
from toolkit.render.boxes import BOARD_HEAD
from toolkit.render.counters import draw_counter
from toolkit.render.style import game_style
from toolkit.source.counters import Counter
from toolkit.source.setups import Box, Setup
from toolkit.vassal.traits import Part

_FLIP = ctrl("F")
_TURN = named("turnOver")
_ZOOM = 0.75
_HEAD = round(BOARD_HEAD)
_GAP = 8


def make_plain_areas(game: CompiledGame, equipment: Equipment) -> ModuleParts:
    """Return the module's parts, pictures not drawn yet.

    Raises
    ------
    ToolkitError
        MOD007 where the game has what needs a maker of its own, MOD008 where pieces would have no place.
    """
    _require_plain(game, equipment)
    shop = Workshop(game, equipment, Places.of(()))
    table = _table(shop)
    _require_places(shop, table)
    rules = declared(game)
    pieces = (*(_piece_of(shop, table, rules, counter) for counter in game.counters), *_marker_pieces(shop))
    decks = decks_of(game, equipment.counter_px, table.spot)
    setups = [_setup_file(setup, shop, table, pieces, decks) for setup in game.setups]
    root = _root(shop, table, Made(pieces, (), tuple(decks.values()), [name for name, _ in setups]), rules)
    return ModuleParts(shop, (), pieces, root, tuple(setups), area_manifest(table), *_pictures(shop, table))


def picture_plain_areas(game: CompiledGame, equipment: Equipment) -> Pictures:
    """Return the module's pictures, not drawn yet, and its words."""
    shop = Workshop(game, equipment, Places.of(()))
    return _pictures(shop, _table(shop))


def _pictures(shop: Workshop, table: AreaTable) -> Pictures:
    words = viewer_words(table, AreaTable.kinds) | (GESTURES.translations() if shop.game.rules else {})
    return _drawings(shop, table), words


def _require_plain(game: CompiledGame, equipment: Equipment) -> None:
    found = []
    if game.deck is not None or game.action_cards:
        found.append("cards")
    require_plain(game, equipment, found)


# Places ----------------------------------------------------------------------------------------------


def _table(shop: Workshop) -> AreaTable:
    layout = area_layout(shop.game)
    areas = AreaBoard.of(shop.game.areas, layout.to_pixels, layout.size_px)
    boxes = (*shop.game.boxes, *shop.equipment.boxes)
    copies = {spec.box: 0 for spec in shop.equipment.markers}
    for spec in shop.equipment.markers:
        copies[spec.box] += spec.copies
    px = shop.equipment.counter_px
    rows = tuple(_row(box, px, copies.get(box.id, 0)) for box in boxes if box.rect is not None)
    loose = [box for box in boxes if box.rect is None]
    windows = tuple(_window(spec, loose, px) for spec in shop.equipment.windows)
    return AreaTable(shop.game, areas, rows, (), (0, 0), windows)


def _window(spec: WindowSpec, boxes: Sequence[Box], px: int) -> SlotBoard:
    """Lay out a window of boxes that have no place on the board."""
    cell = (px + _GAP, px + _GAP)
    return lay_rows(
        spec.id, spec.names.en, [line for part in spec.sections for line in _lines(part, boxes, cell)]
    )


def _lines(section: Section, boxes: Sequence[Box], cell: tuple[int, int]) -> Iterator[list[RowSpec]]:
    across, down = section.cells
    chosen = section.choose(boxes)
    for start in range(0, len(chosen), section.across):
        yield [
            RowSpec(
                box.id, box.names.en, shared_names(box.names.en, across * down), cell, side=box.side,
                number="" if box.index is None else str(box.index), across=across, shared=True,
            )
            for box in chosen[start : start + section.across]
        ]  # fmt: skip


def _row(box: Box, counter_px: int, copies: int) -> Row:
    left, top, width, height = (round(value) for value in box.rect or (0, 0, 0, 0))
    slots = packed_slots(box.names.en, (left, top + _HEAD, width, height - _HEAD), counter_px, copies)
    return Row(box.id, box.names.en, box.side, slots, left, top, width, height, shared=True)


def _require_places(shop: Workshop, table: AreaTable) -> None:
    """Stop where a set-up puts a counter into an area that is not drawn; boxes are asked by the table."""
    drawn = table.areas.names()
    found = []
    for setup in shop.game.setups:
        for area in sorted(setup.by_area().keys() - drawn.keys()):
            text = f"the set-up {setup.id} puts counters into {area}, which has no outline on the board"
            found.append(Finding("MOD008", Severity.ERROR, text, data={"area": area}))
    if found:
        raise ToolkitError(found)


# Pieces ----------------------------------------------------------------------------------------------


def _piece_of(shop: Workshop, table: AreaTable, rules: Declared | None, counter: Counter) -> Piece:
    if counter.kind == "card":
        return _card_piece(shop, table, rules, counter)
    if rules is None or counter.kind not in ("unit", "hq"):
        return _counter_piece(shop, counter)
    parts = d.unit_parts(counter, rules, shop, _eliminated(shop, table, counter))
    px = shop.equipment.counter_px
    group = (shop.side_name(counter.side), "Units")
    return Piece(counter.id, counter.gpid, counter.names.en, image(counter), parts, px, group)


def _card_piece(shop: Workshop, table: AreaTable, rules: Declared | None, counter: Counter) -> Piece:
    pile = next((box.id for box in shop.game.boxes if (box.kind, box.side) == ("pile", counter.side)), None)
    cards = [one.id for one in shop.game.counters if one.kind == "card" and one.side == counter.side]
    spot = None if pile is None else table.spot(pile, cards.index(counter.id))
    group = (shop.side_name(counter.side), "Cards")
    px = shop.equipment.counter_px
    parts = card_parts(counter, rules, shop, spot)
    return Piece(counter.id, counter.gpid, counter.names.en, image(counter), parts, px, group)


def _eliminated(shop: Workshop, table: AreaTable, counter: Counter) -> d.Spot | None:
    """Return the place that a unit has for itself among the eliminated of its side."""
    boxes = (*shop.game.boxes, *shop.equipment.boxes)
    box = next(
        (one.id for one in boxes if one.kind == "eliminated" and one.side in (counter.side, None)), None
    )
    if box is None:
        return None
    before = [one for one in shop.game.counters if one.side == counter.side and one.gpid < counter.gpid]
    return table.spot(box, len(before))


def _counter_piece(shop: Workshop, counter: Counter) -> Piece:
    side = shop.side_name(counter.side)
    facts = {"CounterId": counter.id, "Kind": counter.kind, "Side": side}
    facts["Nationality"] = counter.nationality or ""
    parts: tuple[Part, ...] = (marker(**facts),)
    behind = () if counter.kind == "marker" else backs(counter)
    if behind:
        parts = (*_turned([(image(counter), ""), *((picture, " (back)") for picture in behind)]), *parts)
    group = ("Markers", "Counter sheet") if counter.kind == "marker" else (side, "Units")
    px = shop.equipment.counter_px
    return Piece(counter.id, counter.gpid, counter.names.en, image(counter), parts, px, group)


def _marker_pieces(shop: Workshop) -> Iterator[Piece]:
    for spec in shop.equipment.markers:
        faces = [(face_image(spec, index), f": {face.names.en}") for index, face in enumerate(spec.faces)]
        parts: tuple[Part, ...] = (marker(CounterId=spec.id, Kind=spec.id, Side="None"),)
        if spec.kind == "flip":
            parts = (*_turned(faces), *parts)
        px = shop.equipment.counter_px
        yield Piece(spec.id, spec.gpids[0], spec.names.en, faces[0][0], parts, px, ("Markers", "Trays"))


def _turned(faces: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
    """Return what turns a piece over: pictures, and what each adds to the name."""
    levels = [Level(picture, f"+{name}" if name else "") for picture, name in faces]
    return (
        report([_FLIP], "$PlayerSide$: $newPieceName$, $LocationName$"),
        trigger("Turn over", [_TURN], key=_FLIP, menu="Turn over"),
        stepped(layer("Face", levels, loop=True), _TURN),
    )


# Set-ups and the buildFile -----------------------------------------------------------------------------


def _setup_file(
    setup: Setup, shop: Workshop, table: AreaTable, pieces: Sequence[Piece], decks: Mapping[str, Deck]
) -> tuple[str, bytes]:
    rules = declared(shop.game)
    by_id = {piece.id: piece for piece in pieces}
    filled = filled_decks(setup, decks, by_id)
    inside = {piece.id for deck in filled for piece in deck.pieces}
    faces = d.set_up_faces(shop.game)
    counters = (
        replace(item, values=faces[item.piece.id])
        if item.map == MAIN_MAP and item.piece.id in faces
        else item
        for item in placed_counters(setup, table, by_id)
        if item.piece.id not in inside
    )
    placed = [*counters, *_copies(shop, table, by_id)]
    turn = f"0|1;0;true;{_turns(shop.game)}" if rules is None else rules.tracker(rules.opening(setup))
    start = (_start(shop, rules), turn)
    return setup_file(setup, shop, table, placed, decks=filled, start=start)


def _copies(shop: Workshop, table: AreaTable, by_id: dict[str, Piece]) -> Iterator[Placed]:
    used = {spec.box: 0 for spec in shop.equipment.markers}
    for spec in shop.equipment.markers:
        for _ in range(spec.copies):
            yield Placed(by_id[spec.id], *table.spot(spec.box, used[spec.box]))
            used[spec.box] += 1


def _start(shop: Workshop, rules: Declared | None) -> dict[str, str]:
    return start_values(shop) | ({} if rules is None else d.start_values(rules))


def _turns(game: CompiledGame) -> int:
    return next((figure.value for figure in game.figures if figure.id == "turns"), toolbar.TURNS)


def _root(shop: Workshop, table: AreaTable, made: Made, rules: Declared | None) -> Component:
    options = switches(shop)
    buttons = option_buttons(options) | d.settings(rules)
    children = [
        *opening(shop, made.prototypes),
        global_properties(_start(shop, rules), buttons),
        *rules_menu(shop),
        *charts(shop.game),
        *d.buttons(rules),
        toolbar.turn_tracker(_turns(shop.game)) if rules is None else d.tracker(rules),
        *(
            hand_window(board, alt(str(index)), made.decks)
            for index, board in enumerate(table.others, start=1)
        ),
        area_main_map(table, made.decks, zoom=_ZOOM),
        toolbar.dice(1),
        toolbar.dice(2),
        toolbar.inventory("Side,LocationName"),
        toolbar.notes(),
        palette(made.pieces),
        *ending(shop.game.setups, made.setups, area_places(table.areas, table.kinds())),
    ]
    return game_module(shop, children, made.pieces)


# Pictures ----------------------------------------------------------------------------------------------


def _drawings(shop: Workshop, table: AreaTable) -> dict[str, Drawing]:
    px = shop.equipment.counter_px
    size = (px, px)
    style = game_style(shop.game)
    found = {MAP_IMAGE: Drawing(partial(draw_area_map, shop.game), table.areas.size)}
    for counter in shop.game.counters:
        found[image(counter)] = Drawing(partial(draw_counter, counter, "full", style), size)
        if counter.kind != "marker":
            found |= back_drawings(counter, size, style)
    for board in table.others:
        found[board.image] = Drawing(partial(draw_slot_board, board, style), board.size)
    found |= chart_drawings(shop.game) | d.hidden_drawings(shop.game, px) | card_drawings(shop.game, px)
    for spec in shop.equipment.markers:
        found |= marker_faces(spec, size, style)
    found[ABOUT] = Drawing(partial(draw_about, shop, ""))
    return found
