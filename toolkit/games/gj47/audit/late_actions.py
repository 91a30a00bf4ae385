"""What was done too late: gestures that belong to the chit before the one in play.

People draw the next chit before the last advance is made, the last loss flipped, the last division put down.
Nobody is accused of that: such a gesture is judged with the chit it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from toolkit.games.gj47.audit.records import (
    Aimed,
    BattleMarked,
    ChitRecord,
    ColumnSet,
    Drag,
    Fact,
    FortSeen,
    Moment,
    Record,
    Thrown,
    Turned,
    TurnRecord,
)
from toolkit.games.gj47.audit.tidying import laid_aside, net
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.units import Owner

_STAVKA = "stavka"
_FIGHTS = ("activate", _STAVKA)
_REINFORCES = "reinforcement"
_SUPPLY = "supply"


def hand_back(
    records: Sequence[Record], data: RulesData, kinds: Mapping[str, str]
) -> list[tuple[Turned, Turned]]:
    """Put late gestures to the chit that they belong to.

    Parameters
    ----------
    records : sequence of Record
        Of a whole game, in order; changed.
    kinds : mapping of str to str
        Box → its kind.

    Returns
    -------
    list of (Turned, Turned)
        Faces that were turned after a battle's die, and back: what might have been a loss counts for none.
    """
    found: list[tuple[Turned, Turned]] = []
    dice = any(isinstance(fact, Thrown) for record in records for fact in record.facts)
    before: ChitRecord | None = None
    for record in records:
        if isinstance(record, TurnRecord):
            before = None
        elif isinstance(record, ChitRecord):
            chit = data.chits.get(record.chit)
            if chit is not None and (chit.hq is not None or chit.order == _STAVKA):
                record.facts = laid_aside(record.facts)
            if before is not None and record.chit in data.chits:
                found += _turned_back(before, record)
                late = list(_Late(data, kinds, before, record, dice).facts())
                hand_over(before, record, late)
            before = record if record.chit in data.chits else None
    _number_marker(records, data)
    return found


def _turned_back(before: ChitRecord, record: ChitRecord) -> Iterator[tuple[Turned, Turned]]:
    """Forget faces turned under one chit and turned back under the next: somebody put them right.

    Yielded are those that might have been lost to a battle, turned after its die.

    Of a unit that left the map in between nothing was put right: it comes again at full strength.  Nor of
    one that lost its step by the key of a battle: that step was lost.
    """
    gone = {fact.unit for fact in before.facts if isinstance(fact, Drag) and fact.target < 0}
    turned = {fact.unit: fact for fact in net(before.facts) if isinstance(fact, Turned) and fact.reduced}
    back = [fact for fact in net(record.facts) if isinstance(fact, Turned) and not fact.reduced]
    for fact in back:
        earlier = turned.get(fact.unit)
        if earlier is not None and not earlier.loss and fact.unit not in gone:
            before.facts = [known for known in before.facts if known is not earlier]
            record.facts = [known for known in record.facts if known is not fact]
            if fact.unit in before.changed:
                before.changed[fact.unit] = replace(before.changed[fact.unit], reduced=False)
            if any(isinstance(known, Thrown) and known.at < earlier.at for known in before.facts):
                yield earlier, fact


class _Late:
    """Finds what was done too late for one chit, under the next."""

    def __init__(
        self, data: RulesData, kinds: Mapping[str, str], before: ChitRecord, record: ChitRecord, dice: bool
    ) -> None:
        self.data = data
        self.dice = dice
        self.kinds = kinds
        self.before = before
        self.record = record
        self.order = data.chits[before.chit].order
        self.next_order = data.chits[record.chit].order
        self.side = data.chits[before.chit].owner
        self.next_side = data.chits[record.chit].owner

    def facts(self) -> Iterator[Fact]:
        """Yield what belongs to the chit before: only what comes before the next one's own battles."""
        begun = first_sign(self.record.facts)
        moved: set[int] = set()
        for fact in net(self.record.facts):
            if begun is not None and fact.at >= begun:
                return
            if isinstance(fact, Drag | Turned):
                if fact.unit not in moved and self._belongs(fact) and not (moved and self._chosen(fact)):
                    yield fact
                else:
                    moved.add(fact.unit)
            elif isinstance(fact, FortSeen) and self.order == _SUPPLY and fact.after > fact.before:
                yield fact

    def _chosen(self, fact: Drag | Turned) -> bool:
        """Return whether a division goes off by choice: nobody has forgotten it once others have moved."""
        box = self.kinds.get(fact.target_box, "") if isinstance(fact, Drag) else ""
        return self.order == _SUPPLY and box == "rail"

    def _belongs(self, fact: Drag | Turned) -> bool:
        if self.order in _FIGHTS:
            return first_sign(self.before.facts) is not None and self._of_battle(fact)
        if self.order == _SUPPLY:
            # Nobody loses a step by reinforcements.
            forgotten = isinstance(fact, Turned) and self.next_order.endswith(_REINFORCES)
            return (forgotten or self.next_order in _FIGHTS) and self._of_supply(fact)
        if self.order.endswith(_REINFORCES) and isinstance(fact, Drag):
            own = self.data.units[fact.unit].owner is self.side
            arrives = fact.origin < 0 <= fact.target
            return own and arrives and self.next_side is not self.side
        return False

    def _of_supply(self, fact: Drag | Turned) -> bool:
        lost = isinstance(fact, Turned) or self.kinds.get(fact.target_box, "") == "eliminated"
        if lost and self.next_order in _FIGHTS and not self.dice:
            # No die tells where battles begin: it may be a step that one of them cost.
            return False
        if isinstance(fact, Turned):
            return fact.reduced
        return fact.origin >= 0 > fact.target and not self.data.units[fact.unit].headquarters

    def _of_battle(self, fact: Drag | Turned) -> bool:
        owner = self.data.units[fact.unit].owner
        if isinstance(fact, Drag) and fact.target >= 0:
            return owner is self.side and self.next_side is not self.side and self._advances(fact)
        if self.next_order == _SUPPLY:
            # Supply takes steps itself.
            return False
        if isinstance(fact, Turned):
            return fact.reduced
        lost = self.kinds.get(fact.target_box, "") == "eliminated"
        return fact.origin >= 0 and (lost or self.data.units[fact.unit].headquarters)

    def _advances(self, fact: Drag) -> bool:
        """Return whether a unit goes into a hex beside it that the enemy left under the chit before."""
        board, units = self.data.board, self.data.units
        left = {
            earlier.origin
            for earlier in self.before.facts
            if isinstance(earlier, Drag) and units[earlier.unit].owner is not self.side
        }
        entered = {
            other.target for other in self.record.facts if isinstance(other, Drag) and other.at < fact.at
        }
        beside = fact.origin >= 0 and board.features(fact.origin, fact.target) is not None
        return beside and fact.target in left and fact.target not in entered


def first_sign(facts: Iterable[Fact]) -> Moment | None:
    """Return when a battle shows first: its marker, its attackers, a die; None for never."""
    for fact in facts:
        shown = isinstance(fact, Thrown) or (isinstance(fact, BattleMarked) and fact.hex >= 0)
        if shown or (isinstance(fact, Aimed) and fact.battle):
            return fact.at
    return None


def hand_over(before: ChitRecord, record: ChitRecord, late: Sequence[Fact]) -> None:
    """Take facts out of a record and put them to the one before, with where units stand after it."""
    if not late:
        return
    chosen = {id(fact) for fact in late}
    record.facts = [fact for fact in record.facts if id(fact) not in chosen]
    before.facts += late
    for fact in late:
        if isinstance(fact, FortSeen):
            if before.forts is not None:
                before.forts[fact.hex] = fact.after
        elif isinstance(fact, Drag | Turned) and fact.unit in record.changed:
            after = before.changed.get(fact.unit, record.changed[fact.unit])
            if isinstance(fact, Drag):
                after = replace(after, hex=fact.target, box=fact.target_box)
            else:
                begun = [f for f in record.facts if isinstance(f, Drag) and f.unit == fact.unit]
                after = replace(after, reduced=fact.reduced)
                if begun:
                    after = replace(after, hex=begun[0].origin, box=begun[0].origin_box)
            before.changed[fact.unit] = after


def _number_marker(records: Sequence[Record], data: RulesData) -> None:
    """Let the Soviet number that is moved on later count for the chit under which it was forgotten."""
    owing: ChitRecord | None = None
    for record in records:
        soviet = isinstance(record, ChitRecord) and _brings_soviets(record, data)
        if soviet:
            owing = None
        moved = [fact for fact in record.facts if isinstance(fact, ColumnSet)]
        if moved and owing is not None:
            record.facts = [fact for fact in record.facts if fact not in moved]
            owing.facts += moved
            owing = None
        elif soviet and not moved and isinstance(record, ChitRecord):
            owing = record


def _brings_soviets(record: ChitRecord, data: RulesData) -> bool:
    chit = data.chits.get(record.chit)
    return chit is not None and chit.owner is Owner.SOVIET and chit.order.endswith(_REINFORCES)
