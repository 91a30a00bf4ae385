"""Steps that come to nothing together although nobody called them an undo: lifted and put back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from toolkit.audit.decisions.records import CARD, DOWN, Place, Step
from toolkit.audit.decisions.vocabulary import Vocabulary
from toolkit.audit.ledger import Entry, What, put_back
from toolkit.audit.unexplained import HIDDEN
from toolkit.source.counters import Counter

_SOON: Final = 5
_NEAR: Final = 12
"""So many steps around, a key or a turned face may belong to a drag."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """Finds them in a log that was read.

    Attributes
    ----------
    counters : sequence of Counter
        Of the game.
    sides : collection of str
        Its sides.
    """

    words: Vocabulary
    counters: Sequence[Counter]
    sides: Collection[str]

    def of(self, told: Sequence[Step], gone: Collection[int]) -> frozenset[int]:
        """Return the steps that come to nothing together although nobody called them an undo."""
        steps = [step for step in told if step.number not in gone]
        decided = [not self.words.decides.isdisjoint(step.settings) for step in steps]
        rows = [
            (place, [*map(_in_hand, step.entries)])
            for place, step in enumerate(steps)
            if step.told or step.entries or decided[place]
        ]

        def free(place: int) -> bool:
            corrected = all(one.act in self.words.corrections for one in steps[place].told)
            return corrected and not decided[place] and not any(map(_is_secret, steps[place].entries))

        runs = (run for run in put_back(rows, free) if not self._meant(steps, run))
        return frozenset(steps[place].number for run in runs for place in run)

    def _meant(self, steps: Sequence[Step], run: Sequence[int]) -> bool:
        """Return whether a unit that is dragged away and back acts thereby: a key or its face says so.

        A unit that lay beside the board in between did not, nor one whose later key has a drag of its own.
        One that is turned up soon after a card was laid that lets units be turned up is what the card is for.
        """
        entries = [one for place in run for one in steps[place].entries]
        faces = {one.key: one.before for one in reversed(entries) if one.key.what is What.FACE}
        risen = [key.subject for key, before in faces.items() if before == DOWN]
        if any(self._readies(step, risen) for step in steps[max(0, run[0] - _SOON) : run[0]]):
            return True
        moves = [one for one in entries if one.key.what is What.PLACE]
        first = {one.key.subject: one.before for one in reversed(moves)}
        away = {one.key.subject for one in moves if not _on_board(one.after)}
        beside = {piece for piece in away if _on_board(first[piece])}
        dragged = {one.key.subject for one in moves} - beside
        for way in (range(run[0] - 1, -1, -1), range(run[-1] + 1, len(steps))) if dragged else ():
            keys = 0
            for near in way[:_NEAR]:
                acting = set(self._acting(steps[near], before=near < run[0]))
                if near > run[-1]:
                    acting -= {shift.counter for step in steps[near : near + 2] for shift in step.shifts}
                if not dragged.isdisjoint(acting):
                    return True
                keys += bool(acting)
                if keys == self.words.together or steps[near].turn is not None:
                    break
        return False

    def _readies(self, step: Step, units: Sequence[str]) -> bool:
        """Return whether a card is laid that may let one of the units be turned up: a card of its side."""
        owned = {counter.id: counter.side for counter in self.counters if counter.id in units}
        sides, said = self.sides, {one.act for one in step.told}
        if said and self.words.readies and said.isdisjoint(self.words.readies):
            return False
        for shift in step.shifts:
            if shift.kind == CARD and shift.target.box in self.words.events:
                own = shift.target.box.rpartition("-")[2]
                if units and (own not in sides or own in owned.values()):
                    return True
        return False

    def _acting(self, step: Step, *, before: bool) -> Iterator[str]:
        """Yield the pieces that act by drags and say so in a step: by a key of their own, or turned over.

        Who acts where it lies needs no drag.  Where a unit that lies face-down has acted, one that was turned
        over before does not act again.
        """
        idle = self.words.consequences | self.words.still
        yield from (one.counter for one in step.told if one.act not in idle)
        if not before or self.words.tired:
            still = {one.counter for one in step.told if one.act in self.words.still}
            yield from (unit for unit, down in step.turned.items() if down and unit not in still)


def _in_hand(entry: Entry) -> Entry:
    """Return an entry to which all spots of a hand are the same."""
    before, after = (
        place._replace(spot="") if isinstance(place, Place) and place.hand else place
        for place in (entry.before, entry.after)
    )
    return entry._replace(before=before, after=after)


def _is_secret(entry: Entry) -> bool:
    """Return whether a value is on what the other side may not know: that it was put back would tell it."""
    return entry.key.what is What.VALUE and entry.kind in HIDDEN


def _on_board(place: object) -> bool:
    return isinstance(place, Place) and bool(place.area)
