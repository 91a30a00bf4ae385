"""Which card each player has seen, by where it lay and who masked it: what he is told of it rests on that."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from toolkit.audit.decisions.entries import MASKED
from toolkit.audit.decisions.records import Laid, Place, Step
from toolkit.games.rattenkrieg.audit.vocabulary import DECK, HIDDEN, strip_of
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side

_FACE_DOWN = (DECK, HIDDEN)
_NOBODY: frozenset[Side] = frozenset()
_ALL = frozenset(Side)
_STRANGER = "somebody"


class Sight:
    """Who has seen which card since it lay in the deck.

    The table says it and not what was made of it: a card may be played, lost or paid in ways that the rules
    do not know, and stays hidden all the same.

    Parameters
    ----------
    begin : Laid
        The table before the first step.
    position : Position
        What that table shows: whose units and battle cards there are.
    sides : mapping of str to str
        The module's names of the sides → ids.
    """

    def __init__(self, begin: Laid, position: Position, sides: Mapping[str, str]) -> None:
        self._units = position.data.units
        self._sides = {name: side for side in Side for name in (side.id, *_names(side, sides))}
        self._places = dict(begin.cards)
        # Who masked a card is not kept with the table: it is taken to be who holds it.
        self._masks = {
            card: self._home(place) if begin.value(card, MASKED) else ""
            for card, place in begin.cards.items()
        }
        self._seen = {card: self._now(card) for card in begin.cards}
        battle = position.battle
        for played in () if battle is None else battle.cards:
            self._seen[played.card] = self._seen.get(played.card, _NOBODY) | {played.side}

    def fork(self) -> Sight:
        """Return an independent one."""
        other = copy(self)
        other._places, other._masks, other._seen = dict(self._places), dict(self._masks), dict(self._seen)
        return other

    def take(self, step: Step) -> None:
        """Go on to the table after a step."""
        touched: dict[str, None] = {}
        for shift in step.shifts:
            if shift.kind == "card":
                self._places[shift.counter] = shift.target
                touched[shift.counter] = None
        for card, values in step.noted.items():
            if MASKED in values:
                self._masks[card] = values[MASKED]
                touched[card] = None
        for card in touched:
            forgotten = self._places.get(card, Place()).box == DECK
            before = _NOBODY if forgotten else self._seen.get(card, _NOBODY)
            self._seen[card] = before | self._now(card)

    def knows(self, side: Side, card: str) -> bool:
        """Return whether a side has seen a card."""
        return side in self._seen.get(card, _ALL)

    def _now(self, card: str) -> frozenset[Side]:
        """Return who sees a card where it lies."""
        place, masker = self._places.get(card, Place()), self._masks.get(card, "")
        if place.box in _FACE_DOWN:
            return _NOBODY
        if not masker:
            return _ALL
        return frozenset({self._sides[masker]}) if masker in self._sides else _NOBODY

    def _home(self, place: Place) -> str:
        """Return whose hand or strip it is, in the module's words or ours."""
        unit = self._units.get(strip_of(place))
        return (place.hand or _STRANGER) if unit is None else unit.side.id


def _names(side: Side, sides: Mapping[str, str]) -> list[str]:
    return [name for name, known in sides.items() if known == side.id]
