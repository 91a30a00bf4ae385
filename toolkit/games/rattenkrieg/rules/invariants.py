"""What must hold in every position that only legal actions lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolkit.games.rattenkrieg.rules.cards import DECK
from toolkit.games.rattenkrieg.rules.position import GONE, OFF_MAP, Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side

_MOST_CARDS = 4
_ALL = frozenset(DECK)


def faults(position: Position) -> list[str]:
    """Return what is wrong with a position, in words for the one who looks for the reason."""
    return [*_cards(position), *_places(position), *_areas(position), *_turn(position)]


def _cards(position: Position) -> Iterator[str]:
    """I1: 52 cards, each once.  I5: no more steps than a unit has.  I8: hands of four at most."""
    cards = [*position.deck, *position.pile, *position.hands[0], *position.hands[1]]
    for steps in position.steps.values():
        cards += steps
    if position.battle is not None:
        cards += [played.card for played in position.battle.cards]
    if cards and (len(cards) != len(DECK) or set(cards) != _ALL):
        found = Counter(cards)
        odd = sorted(card for card in {*found, *DECK} if found[card] != 1)
        yield f"cards missing or there twice: {', '.join(odd)}"
    for unit, steps in position.steps.items():
        if len(steps) > position.data.units[unit].steps:
            yield f"{unit} has {len(steps)} steps"
        if steps and not position.on_map(unit) and position.phase is not Phase.SETUP:
            yield f"{unit} has steps and is not on the map"
    for side in Side:
        if len(position.hands[side]) > _MOST_CARDS:
            yield f"the {side.id} hand has {len(position.hands[side])} cards"
    if not position.covered.keys() <= set(position.pile):
        yield "a card that is not in the pile lies face-down there"


def _places(position: Position) -> Iterator[str]:
    """I4: nobody in the enemy's rear.  I3: isolated units stand in enemy areas.  I7: who acts is face-up."""
    plain, regained = position.cut_off
    units, areas = position.data.units, position.data.areas
    choosing = position.broken.area if position.broken is not None else ""
    for unit, area in position.where.items():
        if area in (OFF_MAP, GONE):
            if unit in position.down or unit in plain or unit in regained:
                yield f"{unit} is off the map and face-down or isolated"
            continue
        side, owner = units[unit].side, areas[area].owner
        if owner is not None and owner is not side:
            yield f"{unit} is in the enemy's rear"
        if unit not in plain and unit not in regained:
            continue
        for held, cut in zip(position.held, (plain, regained), strict=True):
            if unit in cut and held.get(area) is side and area != choosing:
                yield f"{unit} is isolated in an own area"
    if position.act is not None and position.act.unit in position.down:
        yield f"{position.act.unit} acts face-down"


def _areas(position: Position) -> Iterator[str]:
    """I2: only where there is fighting do free units of both sides meet.  I6: who is alone has control."""
    act = position.act
    fighting = {
        position.battle.area if position.battle is not None else "",
        position.broken.area if position.broken is not None else "",
        position.where[act.unit] if act is not None else "",
    }
    units, held = position.data.units, position.held[0]
    free: dict[str, set[Side]] = {}
    for unit, area in position.where.items():
        if unit not in position.cut_off[0]:
            free.setdefault(area, set()).add(units[unit].side)
    for area, sides in free.items():
        if area not in held:
            continue
        if len(sides) > 1 and area not in fighting:
            yield f"free units of both sides are in {area}"
        if len(sides) == 1 and held[area] not in sides:
            yield f"{area} does not belong to the side that is alone in it"


def _turn(position: Position) -> Iterator[str]:
    """I9: what is open belongs to operations."""
    inner = (position.act, position.battle, position.strike, position.broken)
    if position.phase is not Phase.OPERATIONS and inner[:2] != (None, None):
        yield f"in the phase of {position.phase} a unit acts or fights"
    gone = position.where.get(position.data.tank) == GONE
    if position.data.tank and gone != bool(position.t34_gone):
        yield "the T-34 is gone and its turn is not written down, or the other way round"
