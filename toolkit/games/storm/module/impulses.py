"""The players' count of impulses: whose it was last, what it was, whose is next.

An impulse begins with the first act of a side that does not belong to the one before: other units of the same
group, the fire of a card, the moves that a card allows belong to it.  The audit counts for itself.
"""

from __future__ import annotations

from toolkit.games.storm.module import keys
from toolkit.module.area_table import AreaTable
from toolkit.module.keys import named
from toolkit.module.traits import Change, command_others, set_global, trigger
from toolkit.vassal.traits import Part

BEGIN = named("beginImpulse")
"""Sent to a piece that acts: a new impulse, if it is none of the last one."""

_NEW = named("newImpulse")
_GO = named("callImpulseMarker")

START = {"Impulse": "0", "ActSide": "", "ActKind": "", "ActFrom": "", "Passes": "0"}
"""Globals with their start values; `NextSide` begins with the first side."""


def impulses(kind: str, side: str, origin: str, table: AreaTable, *, when: str = "") -> tuple[Part, ...]:
    """Return how a piece begins an impulse.

    Parameters
    ----------
    kind : str
        ``"move"``, ``"fire"``, ``"card"``, ``"pass"``; each of the last two is an impulse of its own.
    side, origin : str
        Expressions without braces: the side that acts, and where from.
    when : str
        Expression without braces; no impulse begins where it fails.
    """
    first, second = table.sides.values()
    same = f'ActSide=={side}&&(ActKind=="card"||(ActKind=="{kind}"&&ActFrom==({origin})))'
    own = when if kind in ("card", "pass") else f"{when}&&!({same})" if when else f"!({same})"
    return (
        trigger("New impulse", [_NEW, _GO], watch=[BEGIN], when=own),
        command_others("Impulse marker", _GO, keys.IMPULSE_GOES, 'Role=="impulse"'),
        set_global("NextSide", Change(_NEW, f'{{({side})=="{first}"?"{second}":"{first}"}}')),
        set_global("ActFrom", Change(_NEW, f"{{{origin}}}")),
        set_global("ActKind", Change(_NEW, kind)),
        set_global("ActSide", Change(_NEW, f"{{{side}}}")),
        set_global("Passes", Change(_NEW, "{Passes+1}" if kind == "pass" else "0")),
        set_global("Impulse", Change(_NEW, "{Impulse+1}")),
    )
