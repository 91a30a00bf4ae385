"""Cards in a log of a declared game: drawn by a drag; played, discarded, shuffled in again by key or hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import CARD, Laid, Place, Shift, Step, Told
from toolkit.audit.declared.declaring import Declarations, Done
from toolkit.module import declared_gestures as g
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.game import breaches
from toolkit.rules.declared.hands import bearers, discard_clause, kind_of, lasts, owner
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED

Pile = Callable[[Place], tuple[str, str]]
"""Place of the table → the pile of cards that it is, and of whom; "" for none, and for nobody."""


class Dealing:
    """Reads what is done with cards.

    Parameters
    ----------
    position : Position
        Its cards are put where the table has them.
    begin : Laid
        The table before the first step.
    pile : callable
        Place of the table → pile, and whose.
    sides : mapping of str to str
        The module's names of the sides → ids.

    Attributes
    ----------
    lying : dict of str to str
        Card → pile, "" elsewhere.
    otherwise : set of int
        Steps in which a card dragged onto the pile is not taken to be what it would be.
    laid : list of int
        Steps in which such a card might have been played or discarded.
    """

    def __init__(self, position: Position, begin: Laid, pile: Pile, sides: Mapping[str, str]) -> None:
        self.position, self._pile, self._sides = position, pile, sides
        known = [card for card in position.cards if card in begin.cards]
        self.lying = {card: self._own_pile(card, begin.cards[card]) for card in known}
        self._spots = {card: place.area for card, place in begin.cards.items()}
        position.cards |= self.lying
        common = [card for card, where in self.lying.items() if self._is_common(card, where)]
        position.holders |= {card: pile(begin.cards[card])[1] for card in common}
        self.otherwise: set[int] = set()
        self.laid: list[int] = []
        # Cards that are being put from the pile into the deck, and in which step each was.
        self._returning: dict[str, int] = {}

    def _is_common(self, card: str, where: str) -> bool:
        """Return whether a card of a deck common to the sides is in a hand."""
        return where == HAND and not self._deck(card)

    def take(self, step: Step) -> None:
        """Note where cards lie after a step."""
        self.lying = dict(self._after(step))
        self._spots |= {shift.counter: shift.target.area for shift in self._shifts(step)}

    def lies(self, card: str, place: Place) -> bool:
        """Return whether a card may lie in a place as the position has it."""
        if self._is_common(card, self._where(card, place)) and not place.area:
            return self.position.holders.get(card) == self._pile(place)[1]
        return card in self._returning or self.position.cards[card] == self._where(card, place)

    def _where(self, card: str, place: Place) -> str:
        """Return where a card is that lies in a place; laid on the map from the hand it is still in hand."""
        held = bool(place.area) and self.lying.get(card) == HAND
        return HAND if held else self._own_pile(card, place)

    def _own_pile(self, card: str, place: Place) -> str:
        """Return the pile in a place that a card belongs to, "" for none and for another side's."""
        kind, side = self._pile(place)
        return kind if self._deck(card) in ("", side) else ""

    def hides(self, action: a.Action) -> bool:
        """Return whether the log does not show on what a card is played, by this or before in the phase."""
        unnamed = isinstance(action, a.Play) and self._is_unnamed(action)
        return unnamed or any(not on for on, _ in self.position.borne)

    def _is_unnamed(self, action: a.Play) -> bool:
        rule = kind_of(self.position, action.card)
        return not action.on and rule is not None and rule.played_on is not None

    def settled(self) -> dict[str, str]:
        """Return where cards are: on the pile until all are in the deck; gone astray, where they were."""
        known = {card: pile for card, pile in self.lying.items() if pile}
        return known | dict.fromkeys(self._returning, PLAYED)

    def is_in(self, step: Step) -> bool:
        """Return whether something is done with cards in a step."""
        return bool(self._told(step) or self._shifts(step))

    def read(self, at: int, step: Step, declared: Declarations) -> Iterator[Done]:
        """Yield what is done with cards in the step at a place; no battle is open any more."""
        told_of = self._told(step)
        for told in told_of.values():
            side = self._sides.get(told.by)
            actor = Actor(side, Known.INFERRED if side is None else Known.DECLARED)
            if told.act == g.PLAY:
                on = self._on(told.counter, told.values.get(g.ON, ""))
                yield Done(self._play(told.counter, declared.closed(told), on), (at,), actor)
            elif told.act == g.DISCARD:
                yield Done(a.Discard(told.counter), (at,), actor)
        for shift in self._shifts(step):
            card = shift.counter
            way = self.lying.get(card, ""), self._where(card, shift.target)
            if way == (PLAYED, DECK):
                self._returning[card] = at
            elif card in self._returning:
                # Taken out again: all that may be asked of it is where it lay before.
                del self._returning[card]
            elif card not in told_of:
                common = self._is_common(card, way[1])
                side = self._pile(shift.target)[1] if common else self._side(card)
                actor = shift.actor or Actor(side, Known.INFERRED)
                if way == (DECK, HAND):
                    yield from self.close(self._deck(card))
                    yield Done(a.Deal(card, side if common else ""), (at,), actor)
                elif way == (HAND, PLAYED):
                    yield Done(self._put(at, card, declared.called), (at,), actor)
        for deck in {self._deck(card) for card in self._returning}:
            if not any(where == PLAYED and self._deck(card) == deck for card, where in self._after(step)):
                yield from self.close(deck)

    def close(self, only: str = "") -> Iterator[Done]:
        """Yield that cards were shuffled into new decks, or into that of one side."""
        for deck in ("", *self.position.rules.sides):
            back = {card: at for card, at in self._returning.items() if self._deck(card) == deck}
            if back and only in ("", deck):
                acting = (one for one in self.position.phase.sides if one not in self.position.ended)
                side = deck or next(acting, "")
                cards = tuple(card for card in self.position.cards if card in back)
                self._returning = {card: at for card, at in self._returning.items() if card not in back}
                steps = tuple(dict.fromkeys(back.values()))
                yield Done(a.Reshuffle(side, cards), steps, Actor(side, Known.INFERRED))

    def _after(self, step: Step) -> Iterable[tuple[str, str]]:
        """Return where cards lie after a step."""
        shifts = self._shifts(step)
        return (self.lying | {s.counter: self._where(s.counter, s.target) for s in shifts}).items()

    def _put(self, at: int, card: str, called: tuple[str, ...]) -> a.Play | a.Discard:
        """Return what it means that a card is dragged from the hand onto the pile, where no key says it."""
        position, side, rule = self.position, self._side(card), kind_of(self.position, card)
        played, discarded = self._play(card, called, self._on(card, "")), a.Discard(card)
        if discard_clause(position, side) is None:
            return played
        possible = [played]
        if self._is_unnamed(played) and rule is not None:
            possible = [a.Play(card, played.targets, on) for on in bearers(position, side, rule)]
        plays, discards = any(map(self._may, possible)), self._may(discarded)
        if not (plays and discards):
            return played if plays else discarded
        self.laid.append(at)
        # On what it was played is not shown: it is discarded unless that is wrong.
        is_played = (possible == [played]) is not (at in self.otherwise)
        return played if is_played else discarded

    def _may(self, action: a.Action) -> bool:
        return not breaches(self.position, action, settled(self.position))

    def _play(self, card: str, targets: tuple[str, ...], on: str) -> a.Play:
        """Return that a card is played: in the battle that its key named, or in the one declared last."""
        position = self.position
        if lasts(position, card) != "battle":
            return a.Play(card, (), on)
        waiting = [battle.targets for battle in position.battles if battle.waits]
        return a.Play(card, targets or (waiting[-1] if waiting else ()), on)

    def _on(self, card: str, bearer: str) -> str:
        """Return on what a card is played, "" for nothing or what is not shown.

        It is the unit that was pointed at, or its place; or the place where the card lies on the map, or the
        only unit there on which it may be played.
        """
        position, rule, spot = self.position, kind_of(self.position, card), self._spots.get(card, "")
        if rule is None or rule.played_on is None:
            return ""
        if rule.played_on == "place":
            return spot or position.where.get(bearer, "")
        there = [unit for unit in position.stack(spot) if unit in bearers(position, self._side(card), rule)]
        return bearer or (there[0] if len(there) == 1 else "")

    def _side(self, card: str) -> str:
        return owner(self.position, card)

    def _deck(self, card: str) -> str:
        """Return whose deck a card is of, "" for one common to the sides."""
        return self.position.rules.cards[card].side

    def _told(self, step: Step) -> dict[str, Told]:
        """Return the cards whose keys were pressed in a step."""
        words = (g.PLAY, g.DISCARD, g.RESHUFFLE)
        return {t.counter: t for t in step.told if t.act in words and t.counter in self.position.cards}

    def _shifts(self, step: Step) -> list[Shift]:
        return [shift for shift in step.shifts if shift.kind == CARD and shift.counter in self.lying]
