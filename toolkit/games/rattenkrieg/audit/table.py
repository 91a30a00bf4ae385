"""Keeping the position with the table: after everything that was judged play goes on from what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from toolkit.audit.decisions.records import Laid, Place, Step
from toolkit.audit.ledger import Entry, What
from toolkit.games.rattenkrieg.audit.marks import CONTROL, Marks
from toolkit.games.rattenkrieg.audit.start import where
from toolkit.games.rattenkrieg.audit.story import SIDES
from toolkit.games.rattenkrieg.audit.vocabulary import (
    DECK,
    DOWN,
    HIDDEN,
    ISOLATED,
    LOST,
    PHASES,
    USED,
    in_row,
    is_laid,
    strip_of,
)
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side

_PHASES = dict(zip((Phase.REINFORCEMENT, Phase.OPERATIONS, Phase.REPLENISHMENT), PHASES, strict=True))


class Keeper:
    """Follows the table where it and the position differ.

    Parameters
    ----------
    begin : Laid
        The table before the first step.
    sides : mapping of str to str
        The module's names of the sides → ids.

    Attributes
    ----------
    units, cards : dict of str to Place
        Where they lie.
    """

    def __init__(self, begin: Laid, position: Position, sides: Mapping[str, str]) -> None:
        self.position = position
        self.units = dict(begin.units)
        self.cards = dict(begin.cards)
        self._sides = sides
        self._there = {card: self._place_of(place) for card, place in begin.cards.items()}
        self._down = set(begin.down)
        # Where cards of battles came from.
        self._from: dict[str, str] = {}
        self._taken: list[str] = []
        self._marks = Marks.of(begin)

    def fork(self, position: Position) -> Keeper:
        """Return a keeper of the same table for another position."""
        other = copy(self)
        other.position = position
        other.units, other.cards = dict(self.units), dict(self.cards)
        other._there, other._down, other._from = dict(self._there), set(self._down), dict(self._from)
        other._taken, other._marks = list(self._taken), self._marks.copy()
        return other

    def take(self, step: Step) -> None:
        """Go on to the table after a step."""
        for shift in step.shifts:
            if shift.kind == "unit":
                self.units[shift.counter] = shift.target
            else:
                if in_row(shift.target):
                    self._from[shift.counter] = shift.origin.box
                self.cards[shift.counter] = shift.target
                self._there[shift.counter] = self._place_of(shift.target)
        for unit, down in step.turned.items():
            (self._down.add if down else self._down.discard)(unit)
        self._taken += [entry.key.subject for entry in step.entries if self.is_taken(entry)]
        self._marks.take(step)

    def is_taken(self, entry: Entry) -> bool:
        """Return whether a piece comes to where no decision brings it.

        So does a card that goes to another hand or unit, or comes back from the pile, and a lost unit.
        """
        start, goal = entry.before, entry.after
        if not isinstance(start, Place) or not isinstance(goal, Place):
            return False
        if entry.kind == "card":
            had = start.hand or strip_of(start) or start.box in USED
            return bool(had and (goal.hand or strip_of(goal)))
        lost = start.box.startswith(LOST) and entry.key.subject in self.position.where
        return lost and bool(goal.area) and entry.key.subject != self.position.data.tank

    def follow(self, *, held: bool = False) -> None:
        """Put everything in the position to where it lies; `held`: what is no part of a decision."""
        position = self.position
        for piece in self._taken:
            if piece in position.where:
                position.put(piece, where(self.units[piece]))
            elif self._there[piece]:
                position.give(piece, self._there[piece])
        self._taken.clear()
        if held:
            return
        for unit, place in self.units.items():
            here = where(place)
            if unit in position.where and position.where[unit] != here:
                position.put(unit, here)
        position.down = self._down & position.where.keys()
        self._marks.settle(position, self._sides)
        lie = self._lie()
        for card, there in self._there.items():
            known = lie.get(card)
            if known != there and there and known is not None:
                self._put(card, known)

    def meet(self) -> None:
        """Put cards that the position has not seen yet to the deck, where they lie on the table."""
        known = self._lie()
        self.position.deck[:0] = [card for card in self.cards if card not in known]

    def shows(self, entry: Entry) -> bool:
        """Return whether the position has it as the table has it after an entry."""
        position, subject, after = self.position, entry.key.subject, entry.after
        match entry.key.what:
            case What.PLACE if entry.kind == "unit" and isinstance(after, Place):
                return position.where.get(subject) == where(after)
            case What.PLACE if entry.kind == "card" and isinstance(after, Place):
                return self._shows_card(subject, entry.before, after)
            case What.MASK:
                # Who lays a card down may show it; what is in a hand or a strip is shown by mistake.
                return bool(after) or is_laid(self.cards.get(subject, Place()))
            case What.FACE:
                # Beside the board a unit may lie as it likes.
                return not position.on_map(subject) or (after == DOWN) == (subject in position.down)
            case What.TURN:
                return after == (position.turn, _PHASES.get(position.phase))
            case What.PROPERTY if subject.startswith(CONTROL):
                side = self._sides.get(str(after), after)
                return any(held.get(subject.removeprefix(CONTROL)) == side for held in self._held())
            case What.VALUE if entry.key.name == ISOLATED:
                return (after == "1") == (subject in position.cut_off[0])
            case _:
                return False

    def _held(self) -> list[dict[str, str]]:
        """Return who controls what, in each reading."""
        return [{area: side.id for area, side in held.items()} for held in self.position.held]

    def _shows_card(self, card: str, before: object, after: Place) -> bool:
        played = isinstance(before, Place) and in_row(before)
        if played and (is_laid(after) or after.hand or strip_of(after)):
            # Players clear away what a battle has used when they like; what was folded goes home (U19).
            return True
        if strip_of(after) and self._from.get(card) == after.box:
            return True
        known = self._lie().get(card)
        return known is not None and known == ("battle" if in_row(after) else self._place_of(after))

    def _lie(self) -> dict[str, str]:
        """Return where the position has each card, in the words of `Position.place_of`."""
        position, battle = self.position, self.position.battle
        found = dict.fromkeys(position.pile, "pile") | dict.fromkeys(position.deck, "deck")
        for side in Side:
            found |= dict.fromkeys(position.hands[side], side.id)
        for unit, cards in position.steps.items():
            found |= dict.fromkeys(cards, unit)
        return found | dict.fromkeys((() if battle is None else (one.card for one in battle.cards)), "battle")

    def _place_of(self, place: Place) -> str:
        """Return a place of a card in the words of `Position.place_of`, "" for none of them."""
        if place.hand in SIDES:
            return place.hand
        if strip_of(place) in self.position.steps:
            return strip_of(place)
        return "pile" if is_laid(place) else "deck" if place.box == DECK else ""

    def _put(self, card: str, known: str) -> None:
        place = self.cards[card]
        if not is_laid(place):
            self.position.give(card, self._there[card])
        elif known != "battle":
            owner = Side.GERMAN if known == Side.GERMAN.id else Side.SOVIET
            self.position.lay(card, owner if place.box == HIDDEN else None)
