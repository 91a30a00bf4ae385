"""Interface noise: pieces that were looked under, dragged out and put back, flipped and flipped back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from toolkit.games.gj47.audit.records import (
    Aimed,
    BattleMarked,
    Drag,
    Fact,
    FortSeen,
    Moment,
    Said,
    Thrown,
    Turned,
)


def net(facts: Sequence[Fact], attacked: Collection[int] = ()) -> list[Fact]:
    """Leave out what was taken back by hand.

    A unit that comes back to where it was before a row of drags, with nothing else done to it, did not
    move; a face turned and turned back lost nothing; a fort put down and taken up was not built; a battle
    marker that comes back to its hex was only looked under.

    Parameters
    ----------
    attacked : collection of int
        Units that may retreat: one that went into a hex which was then fought for comes back by a retreat.
    """
    idle: set[int] = set()
    drags: dict[int, list[Drag]] = {}
    faces: dict[int, list[Turned]] = {}
    forts: dict[str, list[FortSeen]] = {}
    battles: dict[int, list[BattleMarked]] = {}
    dice = _Dice()
    for fact in facts:
        if isinstance(fact, Drag):
            _drag(fact, drags.setdefault(fact.unit, []), idle)
        elif isinstance(fact, Turned):
            row = faces.setdefault(fact.unit, [])
            if row and row[-1].reduced != fact.reduced:
                idle |= {id(row.pop()), id(fact)}
            else:
                row.append(fact)
        elif isinstance(fact, FortSeen):
            _fort(fact, forts.setdefault(fact.piece, []), idle)
        elif isinstance(fact, BattleMarked):
            dice.hexes[fact.battle] = fact.hex
            _marker(fact, battles.setdefault(fact.battle, []), idle)
        elif isinstance(fact, Thrown | Aimed):
            if isinstance(fact, Thrown):
                dice.read(fact, (drags[unit] for unit in attacked if unit in drags))
            # It is used where it lies now.
            del battles.get(fact.battle, [])[:-1]
        elif isinstance(fact, Said) and fact.what == "close":
            battles.clear()
    return [fact for fact in facts if id(fact) not in idle]


def laid_aside(facts: Sequence[Fact]) -> list[Fact]:
    """Make one drag of a unit that was laid beside the map for a moment and put down in another hex.

    Nothing else is done to it in between, and it does not lose its step by the module's own key.
    """
    found: list[Fact] = []
    aside: dict[int, int] = {}
    for fact in facts:
        if isinstance(fact, Turned):
            aside.pop(fact.unit, None)
        elif isinstance(fact, Drag):
            place = aside.pop(fact.unit, None)
            first = None if place is None else found[place]
            if isinstance(first, Drag):
                fact = replace(fact, origin=first.origin, origin_box=first.origin_box)
                found[place or 0] = Said(first.at, "laid aside")
            if fact.origin >= 0 > fact.target and not fact.loss.isdigit():
                aside[fact.unit] = len(found)
        found.append(fact)
    return [fact for fact in found if not (isinstance(fact, Said) and fact.what == "laid aside")]


@dataclass(slots=True)
class _Dice:
    """Battle dice, and the hexes that they were thrown for: who was dragged there before did go there."""

    hexes: dict[int, int] = field(default_factory=dict)
    first: Moment | None = None

    def read(self, die: Thrown, rows: Iterable[list[Drag]]) -> None:
        """Forget the drags of units that a die finds in the hex it is thrown for."""
        if die.what not in ("", "battle"):
            return
        for row in rows:
            if row and self._fought_for(row, self.hexes.get(die.battle)):
                row.clear()
        self.first = self.first or die.at

    def _fought_for(self, row: Sequence[Drag], h: int | None) -> bool:
        """Return whether a die may be one for the hex that a unit was dragged to.

        Where no marker shows the hex, it may be that one for whoever went there after an earlier die.
        """
        return row[-1].target == h if h is not None else self.first is not None and self.first < row[0].at


def _drag(fact: Drag, row: list[Drag], idle: set[int]) -> None:
    for place, earlier in enumerate(row):
        if (earlier.origin, earlier.origin_box) == (fact.target, fact.target_box):
            idle.update(id(drag) for drag in row[place:])
            idle.add(id(fact))
            del row[place:]
            return
    row.append(fact)


def _fort(fact: FortSeen, row: list[FortSeen], idle: set[int]) -> None:
    if row and row[-1].hex == fact.hex and (row[-1].before, row[-1].after) == (fact.after, fact.before):
        idle.update({id(row.pop()), id(fact)})
    else:
        row.append(fact)


def _marker(fact: BattleMarked, row: list[BattleMarked], idle: set[int]) -> None:
    if len(row) > 1 and row[-2].hex == fact.hex:
        idle.update({id(row.pop()), id(fact)})
    else:
        row.append(fact)
