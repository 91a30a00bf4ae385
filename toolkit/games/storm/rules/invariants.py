"""What must hold in every position that only legal actions lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, WITHDRAWN, Phase, Position
from toolkit.games.storm.rules.sides import Side

_OFF = (OFF_MAP, ELIMINATED, WITHDRAWN)


def faults(position: Position) -> list[str]:
    """Return what is wrong with a position, in words for the one who looks for the reason."""
    return [*_cards(position), *_units(position), *_areas(position), *_turn(position)]


def _cards(position: Position) -> Iterator[str]:
    """I1: each card of a side is in its hand, deck or pile, once."""
    for side in Side:
        deck = position.data.decks[side]
        found = [*position.hands[side], *position.decks[side], *position.piles[side]]
        begun = bool(found) or position.phase is not Phase.PREPARATION
        if begun and (len(found) != len(deck) or set(found) != set(deck)):
            counts = Counter(found)
            odd = sorted(card for card in {*found, *deck} if counts[card] != 1)
            yield f"cards missing or there twice: {', '.join(odd)}"


def _units(position: Position) -> Iterator[str]:
    """I2: stacking.  I3: nobody but Soviets in a ferry box.  I4: only who is on the map is spent."""
    data = position.data
    for area in data.areas:
        for side in Side:
            there = position.units_in(area, side)
            if len(there) > data.figures.stacking and area not in data.ferries:
                yield f"{len(there)} units of the {side.id} side in {area}"
            if any(position.where[unit] != area for unit in there):
                yield f"the stack of {area} differs from where its units are"
            if there and side is Side.GERMAN and area in data.ferries:
                yield f"Germans in {area}"
    for unit, at in position.where.items():
        if at not in data.areas and at not in _OFF:
            yield f"{unit} is in {at}"
    for unit in position.spent:
        if not position.on_map(unit):
            yield f"{unit} is off the map and spent"


def _areas(position: Position) -> Iterator[str]:
    """I5: who is alone in an area controls it, under the reading where nothing keeps control back."""
    for area in position.data.areas:
        if area in position.data.ferries:
            continue
        german, soviet = (len(position.units_in(area, side)) for side in Side)
        if bool(german) is not bool(soviet) and position.control(area) is not Side(bool(soviet)):
            yield f"{area} does not belong to the side that is alone in it"
        if not 0 <= position.held[area] <= ALL:
            yield f"control of {area} is no set of readings"


def _turn(position: Position) -> Iterator[str]:
    """I6: what is open belongs to impulses.  I7: no fire markers and no spent units when units arrive."""
    inner = (position.shot, position.toll, position.owed, position.done)
    if position.phase is not Phase.IMPULSES and (any(inner) or position.laid):
        yield f"in the phase of {position.phase} an act is under way"
    if position.phase is Phase.ARRIVALS and (position.markers or position.spent):
        yield "units are spent or fire markers left when units arrive"
    if position.shot is not None and position.toll is not None:
        yield "a roll and losses are due at once"
