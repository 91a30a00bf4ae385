"""Cards in a log of a declared game: dragged off a deck, played by their key or by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import CARD, Laid, Place, Shift, Step, Told
from toolkit.audit.declared.declaring import Declarations, Done
from toolkit.module import declared_gestures as g
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.hands import lasts
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED

Pile = Callable[[Place], str]
"""Place of the table → the pile of cards that it is, "" for none."""


class Dealing:
    """Reads what is done with cards.

    Parameters
    ----------
    position : Position
        Its cards are put where the table has them.
    begin : Laid
        The table before the first step.
    pile : callable
        Place of the table → pile.
    sides : mapping of str to str
        The module's names of the sides → ids.

    Attributes
    ----------
    lying : dict of str to str
        Card → pile, "" elsewhere.
    """

    def __init__(self, position: Position, begin: Laid, pile: Pile, sides: Mapping[str, str]) -> None:
        self.position, self._pile, self._sides = position, pile, sides
        self.lying = {card: pile(begin.cards[card]) for card in position.cards if card in begin.cards}
        position.cards |= self.lying

    def take(self, step: Step) -> None:
        """Note where cards lie after a step."""
        self.lying |= {shift.counter: self._pile(shift.target) for shift in self._shifts(step)}

    def is_in(self, step: Step) -> bool:
        """Return whether something is done with cards in a step."""
        return bool(self._played(step) or self._shifts(step))

    def read(self, at: int, step: Step, declared: Declarations) -> Iterator[Done]:
        """Yield what is done with cards in the step at a place; no battle is open any more."""
        played = self._played(step)
        for told in played:
            side = self._sides.get(told.by)
            actor = Actor(side, Known.INFERRED if side is None else Known.DECLARED)
            yield Done(self._play(told.counter, declared.closed(told)), (at,), actor)
        for shift in self._shifts(step):
            if shift.counter in {told.counter for told in played}:
                continue
            actor = shift.actor or Actor(self.position.rules.cards[shift.counter].side, Known.INFERRED)
            way = self._pile(shift.origin), self._pile(shift.target)
            if way == (DECK, HAND):
                yield Done(a.Deal(shift.counter), (at,), actor)
            elif way == (HAND, PLAYED):
                yield Done(self._play(shift.counter, ()), (at,), actor)

    def _play(self, card: str, targets: tuple[str, ...]) -> a.Play:
        """Return that a card is played: in the battle that its key named, or in the one declared last."""
        position = self.position
        if lasts(position, card) != "battle":
            return a.Play(card)
        waiting = [battle.targets for battle in position.battles if battle.waits]
        return a.Play(card, targets or (waiting[-1] if waiting else ()))

    def _played(self, step: Step) -> list[Told]:
        return [told for told in step.told if told.act == g.PLAY and told.counter in self.position.cards]

    def _shifts(self, step: Step) -> list[Shift]:
        return [shift for shift in step.shifts if shift.kind == CARD and shift.counter in self.lying]
