"""Hands of cards, for any game: who owns a card, how one more is drawn, what keeps the counts right.

A piece that draws tells the card where to go (`aim`), then calls the deck's top card (`DEALT`).  A card that
moves tells its owner's pieces to count again (`RECOUNT`).
"""

from __future__ import annotations

from toolkit.module.area_table import AreaTable, window_name
from toolkit.module.expressions import choose
from toolkit.module.keys import Key, named
from toolkit.module.markers import MOVED_HERE
from toolkit.module.traits import Change, calculated, command_others, dynamic, set_global, trigger
from toolkit.module.windows import SOLITAIRE
from toolkit.vassal.traits import Part

DEALT = named("dealtCard")
RECOUNT = named("recountCards")

OWN = named("becomeOwned")
"""Makes a card belong to the side to whose window it is dealt."""

TALLY = named("tellOwner")
"""Makes a card have its owner's pieces count again."""

_SETTLE = named("takeOwner")

MINE = f'(PlayerSide==Side||PlayerSide=="{SOLITAIRE}")'
"""Whether a piece belongs to the side of the player; an expression without braces."""

COUNTS, ROW = "Counts", "Row"
"""Properties of a piece that counts cards, and what the places begin with on which it counts them."""

TO_SLOT = "ToSlot"
"""Global property: window and place of the card that is drawn next, ``Red cards/Red hand-1``."""


def aim(key: Key, slot: str, window: str) -> Part:
    """Return how a piece tells the next card where to go: ``window/place``; an expression without braces."""
    return set_global(TO_SLOT, Change(key, f'{{"{window}/"+({slot})}}'), note="place of the next card")


def aimed_window() -> str:
    """Return the map that `aim` named, for `cards.send_to_slot`."""
    return f'{{{TO_SLOT}.substring(0,{TO_SLOT}.indexOf("/"))}}'


def aimed_place() -> str:
    """Return the place that `aim` named, for `cards.send_to_slot`."""
    return f'{{{TO_SLOT}.substring({TO_SLOT}.indexOf("/")+1)}}'


def kept_by_hand(table: AreaTable) -> tuple[Part, ...]:
    """Return what keeps owner and counts right when a player moves a card by hand instead of by a key."""
    holder = choose(
        ((f'CurrentMap=="{window_name(name)}"', f'"{name}"') for name in table.sides.values()), "Owner"
    )
    return (
        trigger("Moved by hand", [TALLY], watch=[MOVED_HERE]),
        trigger("Into other hands", [_SETTLE], watch=[MOVED_HERE], when="Owner!=Holder"),
        calculated("Holder", holder),
    )


def owner_counts() -> Part:
    """Return how a card has those pieces of its owner count again whose row it left or entered."""
    met = "||".join(f'"${place}$".startsWith({ROW})' for place in ("LocationName", "OldLocationName"))
    matching = f'{COUNTS}=="cards"&&Side=="$Owner$"&&({met})'
    return command_others("Owner counts", TALLY, RECOUNT, matching)


def counted_row(prefix: str) -> dict[str, str]:
    """Return the facts of a piece that counts the cards on the places ``<prefix>-<number>``."""
    return {COUNTS: "cards", ROW: f"{prefix}-"}


def owner(table: AreaTable) -> Part:
    """Return the property that says which side a card was dealt to."""
    dealt_to = choose(
        ((f'{TO_SLOT}.startsWith("{window_name(name)}/")', f'"{name}"') for name in table.sides.values()),
        '""',
    )
    changes = (Change(OWN, f"{{{dealt_to}}}"), Change(_SETTLE, "{Holder}"))
    return dynamic("Owner", "", *changes, note="side that was dealt it")


def in_hands(table: AreaTable) -> Part:
    """Return the property `Held`: 1 for a card that lies in a side's window."""
    held = "||".join(f'CurrentMap=="{board.name}"' for board in table.hands)
    return calculated("Held", f"({held})?1:0")
