"""Hands of cards, for any game: who owns a card, how cards are drawn, what keeps the counts right.

A piece that draws tells the card where to go (`ToSlot`), calls the deck's top card (`DEALT`), and counts its
cards when all have come.  A card that moves otherwise tells its owner's pieces to count again (`RECOUNT`).
Every change of a property is logged with the piece's whole state: of a deal's cards it writes none.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.module.area_table import AreaTable, window_name
from toolkit.module.cards import command_to_deck, first_free, lying_in_row, send_to_slot
from toolkit.module.expressions import choose
from toolkit.module.keys import named
from toolkit.module.markers import MOVED_HERE
from toolkit.module.traits import Change, calculated, command_others, dynamic, set_global, trigger
from toolkit.module.windows import SOLITAIRE
from toolkit.vassal.traits import Part

DEALT = named("dealtCard")
RECOUNT = named("recountCards")

TALLY = named("tellOwner")
"""Makes a card have its owner's pieces count again."""

_SETTLE = named("takeOwner")

MINE = f'(PlayerSide==Side||PlayerSide=="{SOLITAIRE}")'
"""Whether a piece belongs to the side of the player; an expression without braces."""

COUNTS, ROW = "Counts", "Row"
"""Properties of a piece that counts cards, and what the places begin with on which it counts them."""

TO_SLOT = "ToSlot"
"""Global property: window and place of the card that is drawn next, ``Red cards/Red hand-1``."""

ONE_CARD = named("callCard")
"""Draws a card.  One key for all of it: a piece of sixty traits takes milliseconds over each key."""

ALL_DRAWN = named("allDrawn")
"""Ends a draw, of however many cards."""

_TALLY = named("tallyCards")


def drawing(now: str, prefix: str, slots: Sequence[str], window: str, deck: str) -> tuple[Part, ...]:
    """Return how a piece draws from a deck, and keeps count of its cards.

    Parameters
    ----------
    now : str
        Property for the count.  ``<now>Counted`` is what lies there, also while cards are drawn.
    prefix, slots : str, sequence of str
        Its places ``<prefix>-<number>`` in their order.
    window : str
        Where they are.
    """
    counted = f"{{{now}Counted}}"
    return (
        trigger("Recount", [_TALLY], watch=[RECOUNT], when=f"{now}!={now}Counted"),
        set_global(
            TO_SLOT,
            Change(ONE_CARD, f'{{"{window}/"+({first_free(slots, window)})}}'),
            Change(ALL_DRAWN, ""),
            note="place of the next card",
        ),
        # Inside the property: the key that tells a card to come has first said where.
        command_to_deck("Top card", ONE_CARD, DEALT, deck, 'Kind=="card"'),
        dynamic(now, 0, Change(_TALLY, counted), Change(ALL_DRAWN, counted), note=f"cards on {prefix}"),
        calculated(f"{now}Counted", lying_in_row(prefix, window)),
    )


def dealt_to_place() -> Part:
    """Return how a card goes where the piece that draws wants it."""
    cut = f'{TO_SLOT}.indexOf("/")'
    window, place = f"{{{TO_SLOT}.substring(0,{cut})}}", f"{{{TO_SLOT}.substring({cut}+1)}}"
    return send_to_slot(DEALT, window, place)


def moved_by_hand() -> Part:
    """Return what keeps counts right when a player moves a card by hand instead of by a key."""
    return trigger("Moved by hand", [TALLY], watch=[MOVED_HERE], when=f'{TO_SLOT}==""')


def owner_counts() -> Part:
    """Return how a card has those pieces of its owner count again whose row it left or entered."""
    met = "||".join(f'"${place}$".startsWith({ROW})' for place in ("LocationName", "OldLocationName"))
    matching = f'{COUNTS}=="cards"&&Side=="$Holder$"&&({met})'
    return command_others("Owner counts", TALLY, RECOUNT, matching)


def counted_row(prefix: str) -> dict[str, str]:
    """Return the facts of a piece that counts the cards on the places ``<prefix>-<number>``."""
    return {COUNTS: "cards", ROW: f"{prefix}-"}


def owner(table: AreaTable) -> tuple[Part, ...]:
    """Return the property `Holder`: the side whose card it is, in its hand or out of it.

    `Owner` keeps it, from the moment when the card leaves a side's window.
    """
    windows = [(window_name(name), f'"{name}"') for name in table.sides.values()]
    left = choose(((f'OldMap=="{window}"', name) for window, name in windows), "Owner")
    holder = choose(((f'CurrentMap=="{window}"', name) for window, name in windows), left)
    return (
        trigger("Out of a hand", [_SETTLE], watch=[MOVED_HERE], when="Held==0&&Owner!=Holder"),
        dynamic("Owner", "", Change(_SETTLE, "{Holder}"), note="side whose hand it left"),
        calculated("Holder", holder),
    )


def in_hands(table: AreaTable) -> Part:
    """Return the property `Held`: 1 for a card that lies in a side's window."""
    held = "||".join(f'CurrentMap=="{board.name}"' for board in table.hands)
    return calculated("Held", f"({held})?1:0")
