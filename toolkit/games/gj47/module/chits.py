"""Command chits: chosen in private, committed to the cup, drawn, used, and back home at the end of a turn."""

from __future__ import annotations

from toolkit.games.gj47 import gestures as g
from toolkit.games.gj47.module.units import CHIT, CHIT_ACTIVATES, END_CHIT
from toolkit.module.boards import BoxArea, Places, Window
from toolkit.module.counters import NOTE, image, memory, noted, noting
from toolkit.module.expressions import CARDS
from toolkit.module.keys import named
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.traits import (
    Change,
    Level,
    calculated,
    command_others,
    dynamic,
    following,
    layer,
    marker,
    mask,
    report,
    return_to_deck,
    send_to,
    send_to_zone,
    set_global,
    trigger,
)
from toolkit.module.workshop import Workshop
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

COMMIT = named("commitChit")
DRAW = named("drawChit")
GO_HOME = named("goHome")

_TOGGLE = named("toggleChosen")
_UNCHOOSE = named("unchoose")
_CUP = named("goCup")
_ACTIVE = named("goActive")
_USED = named("goUsed")
_HOME = named("goHomeCell")
_ANNOUNCE = named("announce")
_HQ = named("callHq")
_TALLY = named("tallyChosen")
_FREE = named("markFree")

CUP = "Cup"
"""Name of the deck."""


BACK = "chit_back.png"
"""Face-down picture: one for both sides, so that a back tells nothing."""


def chit_prototype(places: Places, badge: str, side_px: int) -> Prototype:
    """Return what all chits do."""
    active = places.find("active")
    half = side_px // 2
    moves = []
    if active is not None:
        moves.append(send_to_zone(_ACTIVE, active[0].name, active[1].name))
    shown = [_ACTIVE, _ANNOUNCE]
    choose, play = g.CHIT["choose"], g.CHIT["play"]
    return Prototype(
        "Chit",
        (
            following(layer("Chosen", [Level(), Level(badge)], x=half - 11, y=-half + 11), "Chosen"),
            report([noting("draw")], f"{CARDS}Chit $ChitSeq$ is drawn: $newPieceName$"),
            report(
                [noting("play")], f"{CARDS}$PlayerSide$ plays chit $ChitSeq$ at once (16(1)): $newPieceName$"
            ),
            trigger("Choose", [_TOGGLE, _TALLY], key=choose.key, menu=choose.menu.en, when="InHand==1"),
            trigger("Commit", [NOTE, noting("commit"), _UNCHOOSE, _TALLY, _CUP], watch=[COMMIT]),
            trigger("Drawn", [*shown, NOTE, noting("draw"), _HQ], watch=[DRAW]),
            noted(
                "Play at once", play, [_HQ], first=[_UNCHOOSE, _TALLY, _FREE, *shown, NOTE], when="InHand==1",
            ),
            trigger("Chit ends", [_USED], watch=[END_CHIT], when="IsActive==1"),
            calculated("InHand", f'{_on_private(places)}?1:0'),
            calculated("IsActive", f'LocationName=="{active[1].name if active else ""}"?1:0'),
            command_others(
                "Call the headquarters", _HQ, CHIT_ACTIVATES, 'Kind=="hq"&&CounterId=="$Hq$"',
            ),
            set_global("ChitSeq", Change(_ANNOUNCE, "{ChitSeq+1}"), note="number of the chit in play"),
            set_global("ActiveChit", Change(_ANNOUNCE, '{CounterId.trim()}'), note="chit in play"),
            dynamic("Chosen", 0, Change(_TOGGLE, "{1-Chosen}"), Change(_UNCHOOSE, "0")),
            *memory(*((word, noting(word)) for word in g.CHIT.words), under=CHIT),
            return_to_deck(_CUP, CUP),
            *moves,
        ),
        "choosing, committing, drawing",
    )  # fmt: skip


def _on_private(places: Places) -> str:
    names = sorted({window.name for window, area in places.by_box.values() if area.box.kind == "chits_hand"})
    return "||".join(f'CurrentMap=="{name}"' for name in names) or "false"


def chit_piece(counter: Counter, shop: Workshop, prototype: Prototype, home: Home) -> Piece:
    """Return the piece of a chit; `home` is where it lies at the start of each turn."""
    chit = counter.chit
    facts: dict[str, str | int] = {
        "CounterId": counter.id,
        "Kind": "chit",
        "Side": shop.side_name(counter.side),
        "Order": chit.order if chit else "",
        "Group": chit.group if chit else "",
        "Hq": (chit.hq or "") if chit else "",
    }
    if chit:
        facts[f"In_{chit.group}"] = 1
    tally: tuple[Part, ...] = ()
    if chit and home is not None:
        tally = _tally(facts["Side"], chit.group, home[0].name)
    parts: tuple[Part | Prototype, ...] = (
        mask(BACK, "a chit"),
        prototype,
        *tally,
        *_home_traits(home),
        *_used_traits(counter, shop),
        marker(**facts),
    )
    return Piece(
        counter.id, counter.gpid, counter.names.en, image(counter), parts, shop.equipment.counter_px,
        ("Markers", "Chits"),
    )  # fmt: skip


def _used_traits(counter: Counter, shop: Workshop) -> tuple[Part, ...]:
    """Return the way to the used chits: to a cell of its own, so that all can be read."""
    used = shop.places.find("chits_used")
    if used is None:
        return ()
    window, area = used
    x, y = area.place(counter.gpid - min(c.gpid for c in shop.game.counters if c.kind == "chit"))
    return (send_to(_USED, window.name, x, y),)


def _tally(side: str | int, group: str, window: str) -> tuple[Part, ...]:
    """Return how a chit keeps count of its side's and group's chosen chits: a button cannot count pieces."""
    everything = f'{{Count("{{Chosen==1}}","{window}")}}'
    of_group = f'{{Count("{{Chosen==1&&In_{group}==1}}","{window}")}}'
    return (
        set_global(chosen_property(str(side)), Change(_TALLY, everything)),
        set_global(chosen_property(group), Change(_TALLY, of_group)),
        set_global(free_property(group), Change(_FREE, "1")),
    )


def chosen_property(what: str) -> str:
    """Return the name of the property that counts the chosen chits of a side or group."""
    return f"Chosen_{what}"


def free_property(group: str) -> str:
    """Return the name of the property that says whether the free chit of turn 1 is one of a group."""
    return f"Free_{group}"


Home = tuple[Window, BoxArea, int] | None
"""Window, box and cell of a chit's home; None for a chit that always lies in the cup."""


def _home_traits(home: Home) -> tuple[Part, ...]:
    if home is None:
        return (trigger("Turn ends", [_UNCHOOSE, _CUP], watch=[GO_HOME]),)
    window, area, index = home
    x, y = area.place(index)
    return (
        trigger("Turn ends", [_UNCHOOSE, _HOME], watch=[GO_HOME]),
        send_to(_HOME, window.name, x, y),
    )
