"""Steps that do not follow from those before them: what they start from was never so.

A step says where a piece was and what was written on it.  Players undo, resume and send logs again, so what
was so at any earlier time of the log may be said; what never was so shows that a step is missing or was
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from toolkit.audit.report import Notice
from toolkit.audit.without_rules.case import Case, listed, notice
from toolkit.audit.without_rules.history import Moment
from toolkit.vassal import commands as c
from toolkit.vassal import sequence
from toolkit.vassal.events import Spot
from toolkit.vassal.naming import Names
from toolkit.vassal.table import Table
from toolkit.vassal.traits import DynamicProperty, Label, Layer, Rotate, parse_trait, trait_texts

_NEAR = 20
"""Pixels: engines snap a piece, and spread a stack that is opened."""
_TELLING = (Layer.ID, DynamicProperty.ID, Label.ID, Rotate.ID)


class Contradiction(NamedTuple):
    """What a step says was so, and what was."""

    step: int
    piece: str
    name: str
    said: Spot | str
    was: Spot | str


@dataclass(slots=True)
class Contradictions:
    """Notes what steps start from that never was so.

    Attributes
    ----------
    found : list of Contradiction
        The first of each piece or property only: the others follow from it.
    missing : list of (int, str)
        Step and id of pieces that are changed and were never there.
    """

    names: Names
    found: list[Contradiction] = field(default_factory=list)
    missing: list[tuple[int, str]] = field(default_factory=list)
    _spots: dict[str, set[Spot]] = field(default_factory=dict)
    _taken: set[Spot] = field(default_factory=set)
    _unsure: set[str] = field(default_factory=set)
    _values: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    _properties: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _told: set[object] = field(default_factory=set)

    def command(self, table: Table, command: c.Command, step: int) -> None:
        """Hold a command against the table."""
        for leaf in c.leaves(command):
            match leaf:
                case c.MovePiece():
                    self._move(table, leaf, step)
                case c.ChangePiece():
                    self._change(table, leaf, step)
                case c.ChangeProperty():
                    self._property(table, leaf, step)
                case _:
                    continue

    def moment(self, table: Table, moment: Moment) -> None:
        """Look at nothing."""

    def _move(self, table: Table, move: c.MovePiece, step: int) -> None:
        thing = table.things.get(move.id or "")
        members = () if thing is None else thing.members if thing.is_stack else (thing.id,)
        if not members and move.map is not None:
            # A stack of which the log does not say what is in it: whatever it was is there now.
            self._taken.add(Spot(move.map, move.x, move.y))
        self._follow(table, move, members)
        if thing is None or move.old_map is None or self._unsure.intersection(members):
            return
        here, said = table.spot(thing.id), Spot(move.old_map, move.old_x, move.old_y)
        known = [self._spots.setdefault(id_, set()) for id_ in members]
        for spots in known:
            spots.add(here)
        places = self._taken.union(*known)
        if members and here.map is not None and not any(_near(said, spot) for spot in places):
            name = self.names.of(table.things[members[0]])
            self._note(Contradiction(step, members[0], name, said, here), ("place", members[0]))
        for spots in known:
            spots.add(said)
            if move.map is not None:
                spots.add(Spot(move.map, move.x, move.y))

    def _follow(self, table: Table, move: c.MovePiece, members: Iterable[str]) -> None:
        """Note pieces that are put on one which is elsewhere by this table: they go where that one goes."""
        under = move.under or ""
        if under in table.things and (
            under in self._unsure or table.spot(under) != Spot(move.map, move.x, move.y)
        ):
            self._unsure.update(members, (under,))

    def _change(self, table: Table, change: c.ChangePiece, step: int) -> None:
        thing = table.things.get(change.id)
        if thing is None:
            if change.id not in self._told:
                self._told.add(change.id)
                self.missing.append((step, change.id))
            return
        if change.old is None or thing.is_stack or change.old == change.state:
            return
        said = sequence.decode_nested(change.old, "\t")
        after = sequence.decode_nested(change.state, "\t")
        if len(said) != len(thing.states) or len(after) != len(said):
            return
        for index, (old, new, is_) in enumerate(zip(said[:-1], after, thing.states, strict=False)):
            if old == new and old == is_:
                continue
            known = self._values.setdefault((thing.id, index), set())
            known.add(is_)
            if old not in known and old != new and trait_texts(thing.type)[index].startswith(_TELLING):
                words = _shown(thing.type, index, old), _shown(thing.type, index, is_)
                if words[0] != words[1]:
                    name = self.names.of(thing)
                    self._note(Contradiction(step, thing.id, name, *words), ("value", thing.id, index))
            known.update((old, new))

    def _property(self, table: Table, change: c.ChangeProperty, step: int) -> None:
        key = (change.container or "", change.name)
        is_ = table.properties.get(key)
        if is_ is None:
            return
        known = self._properties.setdefault(key, set())
        known.add(is_)
        if change.old not in known:
            said, was = (f"{change.name} = {value or 'empty'}" for value in (change.old, is_))
            self._note(Contradiction(step, "", change.name, said, was), key)
        known.update((change.old, change.new))

    def _note(self, one: Contradiction, key: object) -> None:
        if key not in self._told:
            self._told.add(key)
            self.found.append(one)


def _near(one: Spot, other: Spot) -> bool:
    if other.map is None:
        return (one.x, one.y) == (other.x, other.y)
    return one.map == other.map and abs(one.x - other.x) <= _NEAR and abs(one.y - other.y) <= _NEAR


def _shown(type_: str, index: int, state: str) -> str:
    values = parse_trait(trait_texts(type_)[index]).properties(state)
    return ", ".join(f"{name} = {value or 'empty'}" for name, value in values.items())


def contradiction_notices(case: Case, found: Sequence[Contradictions]) -> Iterator[Notice]:
    """Yield a notice for each step, or several alike, that start from what never was so."""
    for history, book in zip(case.histories, found, strict=True):
        alike: dict[tuple[str, str, bool], list[Contradiction]] = {}
        for one in book.found:
            places = isinstance(one.said, Spot) and isinstance(one.was, Spot)
            said, was = (
                case.place(history, value) if isinstance(value, Spot) else value
                for value in (one.said, one.was)
            )
            alike.setdefault((said, was, places), []).append(one)
        for (said, was, places), steps in alike.items():
            names = listed(dict.fromkeys(one.name or "a piece" for one in steps))
            where = "where it never was; it lies at" if places else "which it never was; it is"
            text = f"{names}: the step starts from {said}, {where} {was}"
            data = {"steps": [one.step for one in steps], "said": said, "was": was}
            yield notice("AUD049", history, steps[0].step, text, data)
        for step, _ in book.missing:
            text = "a piece is changed that was never on the table"
            yield notice("AUD049", history, step, text, {"steps": [step]})
