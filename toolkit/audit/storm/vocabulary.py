"""How the module of Storm speaks (docs/storm_log.md)."""

from __future__ import annotations

from typing import Final

from toolkit.audit.areas.reader import Vocabulary
from toolkit.audit.areas.records import Place
from toolkit.rules.storm.position import ELIMINATED, OFF_MAP, WITHDRAWN

PHASES: Final = ("Draw", "Impulses", "Hands", "Arrivals")
CONSEQUENCES: Final = frozenset({"fired", "refreshed", "dealt", "cleared", "opened", "cancelled"})
ATTACK: Final = "attack"
WORDS: Final = Vocabulary(
    phases=PHASES,
    consequences=CONSEQUENCES,
    markers=frozenset({ATTACK}),
    values=frozenset({"Firing", "LeftOut", "Control", "Fire", "Bid", "LossIn"}),
    begin=frozenset({"Act", "Seq", "By"}),
    shuffles=frozenset({"shuffle"}),
)


def unmarked(value: str) -> str:
    """Return an id or name without the mark that keeps it a text."""
    return value.removeprefix("@")


def where(place: Place) -> str:
    """Return a unit's place as positions have it."""
    if place.area:
        return place.area
    if place.box.startswith("eliminated-"):
        return ELIMINATED
    return WITHDRAWN if place.box.startswith("withdrawn-") else OFF_MAP


def deck_side(place: Place) -> str:
    """Return the side whose deck lies there, else ""."""
    return place.box.removeprefix("deck-") if place.box.startswith("deck-") else ""


def is_pile(place: Place) -> bool:
    """Return whether cards that lie there are out of hands and decks."""
    return place.box.startswith(("pile-", "played-"))
