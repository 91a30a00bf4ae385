"""Desks: a side's own, which draws its cards and passes, and the one that ends a turn's impulses."""

from __future__ import annotations

from toolkit.games.storm.gestures import PHASE_DESK as PHASE
from toolkit.games.storm.gestures import SIDE_DESK
from toolkit.games.storm.module import keys
from toolkit.games.storm.module.fire import slate_lines
from toolkit.games.storm.module.impulses import BEGIN, impulses
from toolkit.games.storm.module.places import KURGAN, PHASE_DESK, PHASE_DESK_PX, desk_name
from toolkit.module.area_table import AreaTable, hand_prefix, window_name
from toolkit.module.cards import hot_key
from toolkit.module.counters import MAIN_MAP
from toolkit.module.decisions import memory, spoken
from toolkit.module.expressions import LOSS, choose, told
from toolkit.module.hands import ALL_DRAWN, MINE, ONE_CARD, drawing
from toolkit.module.keys import named
from toolkit.module.pieces import Piece
from toolkit.module.traits import (
    Change,
    calculated,
    command_others,
    dynamic,
    label,
    marker,
    report,
    set_global,
    trigger,
)
from toolkit.module.windows import SOLITAIRE
from toolkit.vassal.traits import Part

_DRAW = named("drawForTurn")
_DRAW_UP = named("drawToLimit")
_DRAW_ANY = named("drawAny")
_COUNT_DRAWN = named("countDrawn")
_NONE_DRAWN = named("noneDrawn")
_REFUSE = named("refuseDraw")
_IF_WHOLE = named("shuffleWhole")
_PRESS_SHUFFLE = named("pressShuffle")
_PRESS_BACK = named("pressPileBack")
_CLEAR_PLAYED = named("clearPlayed")
_ALL_FRESH = named("callFresh")
_NO_FIRE = named("callNoFire")
_RESET = named("resetImpulses")
_IMPULSE_HOME = named("impulseHome")

_DRAWS = ("draw", "fill", "draw_one")


def side_desk_id(side: str) -> str:
    """Return the id of a side's desk."""
    return f"{side}-desk"


def deck_name(table: AreaTable, side: str) -> str:
    """Return the name of a side's deck."""
    return table.row(f"deck-{side}").title


def pile_name(table: AreaTable, side: str) -> str:
    """Return the name of a side's pile of discards."""
    return table.row(f"pile-{side}").title


def played_place(table: AreaTable, side: str) -> str:
    """Return the place of the card that a side played last."""
    return table.row(f"played-{side}").slots[0].name


def side_desk(side: str, table: AreaTable, gpid: int, image: str, px: int) -> Piece:
    """Return a side's desk: it draws and fills the hand, shuffles, passes."""
    name = table.sides[side]
    parts = (
        label(
            '{""+HandNow}', size=22, ink="255,255,255", ground="40,40,40", x=0, y=px // 2 - 18, name="HandTag"
        ),
        report([_REFUSE], f"{LOSS}$PlayerSide$ cannot draw: each side draws its own cards"),
        *spoken(_drawing(side, table)),
        *_cards_come(side, table),
        *impulses("pass", "Side", '""', table),
        calculated("DrawNumber", _by_turn(table, side, "draw")),
        calculated("Limit", _by_turn(table, side, "hand")),
        dynamic("Drawn", 0, Change(_NONE_DRAWN, "0"), Change(_COUNT_DRAWN, "{Drawn+1}")),
        *memory(*SIDE_DESK.words),
        marker(CounterId=side_desk_id(side), Kind="desk", Side=name),
    )
    return Piece(side_desk_id(side), gpid, desk_name(name), image, parts, px, ("Markers", "Desks"))


def _drawing(side: str, table: AreaTable) -> tuple[Part, ...]:
    turns = table.game.turns
    more = table.game.figure("mamayev_cards")
    most_drawn = max((turn.draw.get(side, 0) for turn in turns), default=0) + more
    most_held = max((turn.hand.get(side, 0) for turn in turns), default=0) + more
    return (
        *SIDE_DESK.decided("draw", [_IF_WHOLE, _NONE_DRAWN, *[_DRAW] * most_drawn, ALL_DRAWN], mine=MINE),
        *SIDE_DESK.decided("fill", [*[_DRAW_UP] * most_held, ALL_DRAWN], mine=MINE),
        *SIDE_DESK.decided("draw_one", [_DRAW_ANY, ALL_DRAWN], mine=MINE),
        *SIDE_DESK.decided("shuffle", [_CLEAR_PLAYED, _PRESS_BACK, _PRESS_SHUFFLE]),
        *SIDE_DESK.decided("pass", [BEGIN]),
        trigger(
            "Not mine",
            [_REFUSE],
            watch=[SIDE_DESK[word].key for word in _DRAWS],
            when=f"!{MINE}",
        ),
    )


def _cards_come(side: str, table: AreaTable) -> tuple[Part, ...]:
    name = table.sides[side]
    deck, window = deck_name(table, side), window_name(name)
    in_deck = f'GetMapProperty("{deck}_numPieces","{MAIN_MAP}")'
    whole = sum(card.side == side for card in table.game.action_cards)
    played = played_place(table, side)
    return (
        trigger("Whole deck", [_PRESS_SHUFFLE], watch=[_IF_WHOLE], when=f"{in_deck}=={whole}"),
        trigger(
            "Draw", [ONE_CARD, _COUNT_DRAWN], watch=[_DRAW],
            when=f"Drawn<DrawNumber&&HandNowCounted<Limit&&{in_deck}>0",
        ),
        trigger("Draw up", [ONE_CARD], watch=[_DRAW_UP], when=f"HandNowCounted<Limit&&{in_deck}>0"),
        trigger("Draw any", [ONE_CARD], watch=[_DRAW_ANY], when=f"{in_deck}>0"),
        *drawing("HandNow", hand_prefix(name), table.hand(side).names, window, deck),
        command_others(
            "Played", _CLEAR_PLAYED, keys.CLEARED,
            f'Kind=="card"&&CurrentMap=="{MAIN_MAP}"&&LocationName=="{played}"',
        ),
        hot_key("Pile back", _PRESS_BACK, keys.PILE_BACK[side]),
        hot_key("Shuffle", _PRESS_SHUFFLE, keys.SHUFFLE_DECK[side]),
    )  # fmt: skip


def _by_turn(table: AreaTable, side: str, what: str) -> str:
    """Return an expression for a number of the turn track, with what Mamayev Kurgan adds (SEED 註2)."""
    numbers = {turn.number: turn.draw if what == "draw" else turn.hand for turn in table.game.turns}
    printed = choose(((f"Turn=={turn}", str(by_side.get(side, 0))) for turn, by_side in numbers.items()), "0")
    if KURGAN not in table.areas.names():
        return printed
    more = table.game.figure("mamayev_cards")
    return f'({printed})+(Control_{KURGAN}=="{table.sides[side]}"?{more}:0)'


def phase_desk(table: AreaTable, gpid: int, image: str) -> Piece:
    """Return the desk that counts impulses and ends them: all units fresh, fire markers off."""
    first = next(iter(table.sides.values()))
    wide, high = PHASE_DESK_PX
    lines = (
        told("Impulse $Impulse$"),
        told("next: $NextSide$"),
        told("", ('Passes!="0"', "passes: $Passes$")),
    )
    # Places are compared, not `Lost`: that is an expression of its own, worked out for each unit.
    lost = "&&".join(f'LocationName!="{table.row(f"eliminated-{side}").title}"' for side in table.sides)
    parts = (
        *slate_lines(lines, high),
        *PHASE.decided("end_phase", [_ALL_FRESH, _NO_FIRE, _RESET, _IMPULSE_HOME]),
        command_others("All fresh", _ALL_FRESH, keys.REFRESH, f"Face_Level==2&&{lost}"),
        command_others("No fire", _NO_FIRE, keys.CLEAR_FIRE, 'Kind=="fire"&&Fire==1'),
        command_others("Impulse marker", _IMPULSE_HOME, keys.IMPULSE_GOES, 'Role=="impulse"'),
        set_global("NextSide", Change(_RESET, first)),
        set_global("ActSide", Change(_RESET, "")),
        set_global("ActKind", Change(_RESET, "")),
        set_global("ActFrom", Change(_RESET, "")),
        set_global("Passes", Change(_RESET, "0")),
        # A player alone passes for the side that is next; asked here, because a pass changes who that is.
        command_others("Pass", keys.PASS_NEXT, SIDE_DESK["pass"].key, 'Kind=="desk"&&Side=="$Passer$"'),
        calculated("Passer", f'PlayerSide=="{SOLITAIRE}"?NextSide:PlayerSide'),
        *memory(*PHASE.words),
        marker(CounterId=PHASE_DESK, Kind="desk", Side="None"),
    )
    return Piece(PHASE_DESK, gpid, "Turn desk", image, parts, wide, ("Markers", "Desks"))
