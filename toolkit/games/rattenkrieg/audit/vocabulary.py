"""How the module of Rattenkrieg speaks (docs/rattenkrieg_log.md), and what that says of tables and steps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from toolkit.audit.decisions.entries import KEYS, MASKED
from toolkit.audit.decisions.records import Laid, Place, Step
from toolkit.audit.decisions.vocabulary import DRAG, Vocabulary
from toolkit.audit.facts import number
from toolkit.games.rattenkrieg.gestures import GESTURES

PHASES: Final = ("Reinforcements", "Operations", "Replenishment")
CONSEQUENCES: Final = GESTURES.consequences | {"dealt"}
"""With what older modules wrote as well."""

ROWS: Final = ("battle-attacker", "battle-defender")
LOST: Final = "eliminated-"
"""What the boxes of lost units begin with."""
DOWN: Final = "2"
"""The face of a unit that has acted."""
DECK, PILE, HIDDEN = "deck", "pile", "hidden-pile"
SHOWN: Final = frozenset({"event", "drawn"})
"""Where the last event card lies, and the last card drawn for a shot."""
USED: Final = frozenset({PILE, HIDDEN, *SHOWN})
"""Where cards lie that come back by a shuffle only."""
STRIP = "steps-"
ISOLATED: Final = "Isolated"
_TANK = "tank"

_COUNTS = "a count that the module keeps for people; the audit counts itself"
_MARKS = "a mark for people"
NEUTRAL: Final = MappingProxyType(
    dict.fromkeys(("Act", "Seq", "By", "Owner", "Event", "Joined", "GoneTurn"), KEYS)
    | dict.fromkeys(("StepsNow", "HandNow", "Passes", "Step", "BattleNo"), _COUNTS)
    | dict.fromkeys(("Badge_Level", "Alone_Level", "Flag_Level"), _MARKS)
    | dict.fromkeys(("Active", "BattleArea", "Attacker", "AttackerSide", "Defender", "Target"), KEYS)
    | dict.fromkeys(("OpenA", "OpenD", "DrawnCard", "EventNow", "SnipeSlot", "ToSlot"), KEYS)
    | dict.fromkeys(("AssaultGun", "Engineers", "Molotov", "Chuikov", "Turn", "Phase"), KEYS)
)
"""Values and properties that decide nothing, and why."""

WORDS: Final = Vocabulary(
    phases=PHASES,
    consequences=CONSEQUENCES,
    still=frozenset({"pass", "replenish", "ready"}),
    idle=frozenset({"pass"}),
    values=frozenset({ISOLATED, MASKED}),
    begin=frozenset({"Class", "GoneTurn", "Joined"}),
    decks=frozenset({DECK}),
    strangers=False,
    events=frozenset({"event"}),
    readies=frozenset({"event_ready"}),
    goes_on={
        "event": frozenset({"target", "bombard"}),
        "target": frozenset({"bombard"}),
        "retreat": frozenset({DRAG}),
        DRAG: frozenset({"attack", "pay"}),
    },
    pile=PILE,
    neutral=NEUTRAL,
)


def strip_of(place: Place) -> str:
    """Return the unit whose steps lie there, else ""."""
    return place.box.removeprefix(STRIP) if place.box.startswith(STRIP) else ""


def in_row(place: Place) -> bool:
    """Return whether cards of a battle lie there."""
    return place.box in ROWS


def is_laid(place: Place) -> bool:
    """Return whether a card there is out of hands, strips and the deck: piled, or about to be."""
    return place.box in ROWS or place.box in USED


def isolated_units(laid: Laid) -> frozenset[str]:
    """Return the units that are marked as isolated."""
    return frozenset(unit for unit in laid.units if laid.value(unit, ISOLATED) == "1")


def is_open(laid: Laid, card: str) -> bool:
    """Return whether nobody masks a card."""
    return not laid.value(card, MASKED)


def gone_turn(laid: Laid) -> int:
    """Return the turn in which the T-34 was lost, 0 while it is in play."""
    turns = (number(values.get("GoneTurn", ""), -1) for values in _tanks(laid))
    return next((turn for turn in turns if turn >= 0), 0)


def joined(laid: Laid) -> bool:
    """Return whether the T-34 goes along with the active unit."""
    return any(values.get("Joined") == "1" for values in _tanks(laid))


def _tanks(laid: Laid) -> list[Mapping[str, str]]:
    return [laid.values[unit] for unit in laid.units if laid.value(unit, "Class") == _TANK]


def deck_of(step: Step) -> tuple[str, ...] | None:
    """Return the deck from its bottom, as a step leaves it in which it was shuffled, else None."""
    order = step.decks.get(DECK)
    if order is None:
        return None
    away = {shift.counter for shift in step.shifts if shift.kind == "card" and shift.target.box != DECK}
    return tuple(card for card in order if card not in away)


def marks_of(step: Step) -> dict[str, bool]:
    """Return the units whose mark of isolation was set or taken off."""
    return {unit: values[ISOLATED] == "1" for unit, values in step.noted.items() if ISOLATED in values}


def opened_cards(step: Step) -> tuple[str, ...]:
    """Return the cards that nobody masks any more."""
    return tuple(card for card, values in step.noted.items() if values.get(MASKED) == "")
