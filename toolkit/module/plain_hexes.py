"""The module of a game on hexes that has no maker of its own: counters that turn over and go to their boxes.

Nothing here knows rules.  A key turns a counter over, takes it off the map, brings it back to its pool or
marks it as moved; each writes into the piece what was done, where, and by which side.  A game whose rules are
data has the keys of `toolkit.module.declared` instead.
"""

from __future__ import annotations

from functools import partial

from toolkit.compile.compiled import CompiledGame
from toolkit.module import declared as d
from toolkit.module import toolbar
from toolkit.module.art import MOVED, moved_badge
from toolkit.module.buildfile import Component
from toolkit.module.counters import NOTE, image, levels, memory
from toolkit.module.declared_cards import card_drawings, card_parts, decks_of
from toolkit.module.declared_game import Declared, declared
from toolkit.module.declared_gestures import GESTURES
from toolkit.module.declared_help import chart_drawings, charts
from toolkit.module.equipment import Equipment
from toolkit.module.hex_game import HexTable, counter_drawings, drawings, lay_table, setup_files
from toolkit.module.hexinfo import hex_places
from toolkit.module.house_rules import global_properties, option_buttons, rules_menu, start_values, switches
from toolkit.module.keys import Key, alt, ctrl, named
from toolkit.module.markers import marker_pieces, plain_parts, require_plain
from toolkit.module.own_pictures import OwnBoard
from toolkit.module.palette import palette
from toolkit.module.parts import Made, ModuleParts, Pictures
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.root import ending, game_module, opening
from toolkit.module.traits import (
    area,
    layer,
    marker,
    moved_mark,
    report,
    send_to,
    stepped,
    trail,
    trigger,
)
from toolkit.module.windows import MARK_UNMOVED
from toolkit.module.workshop import Workshop
from toolkit.render.style import game_style
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

FLIP = ctrl("F")
ELIMINATE = ctrl("E")
TO_POOL = alt("P")
MOVED_KEY = ctrl("M")
TRAIL = ctrl("T")
ZONE = alt("Z")
CLEAR_MARKS = ctrl("E", shift=True)

_FLIPPED = named("flip")
_DEAD = named("goEliminated")
_POOL = named("goPool")
_CLEAR_TRAIL = named("clearTrail")
_ACTS = {word: named(f"note{word.capitalize()}") for word in ("flip", "eliminate", "pool")}
_MARKS_OFF = named("marksOff")


def make_plain_hexes(game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None) -> ModuleParts:
    """Return the module's parts, pictures not drawn yet; `board` in place of the drawn map.

    Raises
    ------
    ToolkitError
        MOD007 where the game has what needs a maker of its own.
    """
    require_plain(game, equipment, ["chits"] if any(c.kind == "chit" for c in game.counters) else ())
    table = lay_table(game, equipment, board, notes={}, held={})
    rules = declared(game)
    shop = table.shop
    marks = Prototype("Unit marks", _marks(equipment.counter_px), "moved mark, trail, zone of control")
    pieces = (
        *map(partial(_piece_of, shop, marks, rules), game.counters),
        *(
            piece
            for spec in equipment.markers
            for piece in marker_pieces(spec, shop, plain_parts(spec, shop))
        ),
    )
    values = start_values(shop) | ({} if rules is None else d.start_values(rules))
    turn = None if rules is None else lambda setup: rules.tracker(rules.opening(setup))
    decks = decks_of(game, equipment.counter_px, partial(shop.places.cell, index=0))
    setups = setup_files(table, pieces, lambda _setup: values, decks, turn=turn, on_map=d.set_up_faces(game))
    made = Made(pieces, (marks,), tuple(decks.values()), [name for name, _ in setups])
    root = _root(table, made, values, rules)
    return ModuleParts(shop, (marks,), pieces, root, setups, table.manifest(), *_pictures(table))


def picture_plain_hexes(game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None) -> Pictures:
    """Return the module's pictures, not drawn yet, and its words."""
    return _pictures(lay_table(game, equipment, board, notes={}, held={}))


def _pictures(table: HexTable) -> Pictures:
    game, px = table.shop.game, table.shop.equipment.counter_px
    pictures = drawings(table, counter_drawings(table.shop)) | moved_badge(px, game_style(game))
    pictures |= d.hidden_drawings(game, px) | card_drawings(game, px)
    return pictures | chart_drawings(game), GESTURES.translations() if game.rules else {}


# Pieces ----------------------------------------------------------------------------------------------


def _marks(px: int) -> tuple[Part, ...]:
    half = px // 2
    return (
        trigger("Marks off", [_CLEAR_TRAIL], watch=[_MARKS_OFF]),
        moved_mark(MOVED_KEY, MOVED, half - 14, half - 14, "Moved mark"),
        trail(TRAIL, "Movement trail", _CLEAR_TRAIL),
        area(ZONE, "Zone of control", "200,30,30", 25),
    )


def _piece_of(shop: Workshop, marks: Prototype, rules: Declared | None, counter: Counter) -> Piece:
    if counter.kind == "card":
        pile = shop.own_place(counter, "pile")
        parts = card_parts(counter, rules, shop, None if pile is None else pile.at())
        return _piece(counter, shop, parts, (shop.side_name(counter.side), "Cards"))
    if rules is None or counter.kind not in ("unit", "hq"):
        return _counter_piece(shop, marks, counter)
    place = shop.own_place(counter, "eliminated")
    parts = d.unit_parts(counter, rules, shop, None if place is None else place.at())
    group = (shop.side_name(counter.side), counter.assignment or "Units")
    return _piece(counter, shop, (*parts, marks), group)


def _counter_piece(shop: Workshop, marks: Prototype, counter: Counter) -> Piece:
    side = shop.side_name(counter.side)
    if counter.kind == "marker":
        return _piece(counter, shop, (marker(**_facts(counter, side)),), ("Markers", "Counter sheet"))
    parts: list[Part | Prototype] = []
    if faces := levels(counter):
        parts += [
            report([FLIP], "$PlayerSide$: $newPieceName$, $Where$"),
            trigger("Turn over", [NOTE, _ACTS["flip"], _FLIPPED], key=FLIP, menu="Turn over"),
            stepped(layer("Step", faces, loop=True), _FLIPPED),
        ]
    parts += _sent(counter, shop, "eliminated", ("Eliminate", ELIMINATE, _DEAD))
    parts += _sent(counter, shop, "pool", ("To pool", TO_POOL, _POOL))
    parts += [marks, *memory(*_ACTS.items()), marker(**_facts(counter, side))]
    return _piece(counter, shop, tuple(parts), (side, counter.assignment or "Units"))


def _piece(
    counter: Counter, shop: Workshop, parts: tuple[Part | Prototype, ...], group: tuple[str, str]
) -> Piece:
    px = shop.equipment.counter_px
    return Piece(counter.id, counter.gpid, counter.names.en, image(counter), parts, px, group)


def _facts(counter: Counter, side: str) -> dict[str, str | int]:
    facts: dict[str, str | int] = {"CounterId": counter.id, "Kind": counter.kind, "Side": side}
    if counter.kind == "marker":
        return facts | {"Role": counter.role or ""}
    return facts | {"Nationality": counter.nationality or "", "Steps": counter.steps}


def _sent(counter: Counter, shop: Workshop, kind: str, way: tuple[str, Key, Key]) -> list[Part | Prototype]:
    """Return the key that sends a counter to its own place in its side's box of a kind; [] without a box."""
    place = shop.own_place(counter, kind)
    if place is None:
        return []
    menu, key, go = way
    act = _ACTS["eliminate" if kind == "eliminated" else kind]
    return [
        report([key], f"$PlayerSide$: $oldPieceName$, $Where$: {menu.lower()}"),
        trigger(menu, [NOTE, act, go], key=key, menu=menu),
        send_to(go, *place.at()),
    ]


# The buildFile -----------------------------------------------------------------------------------------


def _root(table: HexTable, made: Made, values: dict[str, str], rules: Declared | None) -> Component:
    shop = table.shop
    marks = toolbar.Send("Marks off", _MARKS_OFF, _MARKS_OFF, "Moved==true", 0)
    options = switches(shop)
    children = [
        *opening(shop, made.prototypes),
        global_properties(values, option_buttons(options) | d.settings(rules)),
        toolbar.turn_tracker(table.turns) if rules is None else d.tracker(rules),
        marks.component(),
        toolbar.action(
            "Clear marks", "Take off moved marks and trails", CLEAR_MARKS, [_MARKS_OFF, MARK_UNMOVED], ""
        ),
        *(
            table.window_of(window, index, [d.component() for d in made.decks if d.window == window.name])
            for index, window in enumerate(table.windows, start=1)
        ),
        table.main_map(hidden=rules is not None and bool(rules.hidden)),
        toolbar.inventory("Side,CurrentMap"),
        toolbar.notes(),
        *rules_menu(shop),
        *charts(shop.game),
        *d.buttons(rules),
        palette(made.pieces),
        toolbar.dice(1),
        toolbar.dice(2),
        *ending(shop.game.setups, made.setups, hex_places(shop)),
    ]
    return game_module(shop, children, made.pieces)
