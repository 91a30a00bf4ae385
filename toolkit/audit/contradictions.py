"""Steps that do not follow from those before them: what they start from was never so.

A step says where a piece was and what was written on it.  Players undo, resume and send logs again, so what
was so at any earlier time of the log may be said; what never was so shows that a step is missing or was
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from toolkit.audit.report import Notice
from toolkit.diagnostics.words import listed
from toolkit.vassal import commands as c
from toolkit.vassal import sequence
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.describe import Describer
from toolkit.vassal.events import Spot
from toolkit.vassal.naming import Names
from toolkit.vassal.table import Table
from toolkit.vassal.traits import DynamicProperty, Label, Layer, Rotate, parse_trait, trait_texts

_NEAR = 20
"""Pixels: engines snap a piece, and spread a stack that is opened."""
_TELLING = (Layer.ID, DynamicProperty.ID, Label.ID, Rotate.ID)


class Contradiction(NamedTuple):
    """What a step says was so, and what was, in words.

    Attributes
    ----------
    moved : bool
        Whether both are places.
    mend : Command or None
        What makes it so.
    since : int
        The last step before that moved it or wrote upon it, 0 for none: the one that is missing came later.
    """

    step: int
    name: str
    said: str
    was: str
    moved: bool = False
    mend: c.Command | None = None
    since: int = 0


@dataclass(slots=True)
class Contradictions:
    """Notes what steps start from that never was so.

    Attributes
    ----------
    module : BuildFile or None
        Names pieces and places.
    found : list of Contradiction
        The first of each piece or property only: the others follow from it.
    missing : list of int
        Steps that change a piece which never was there.
    """

    module: BuildFile | None = None
    found: list[Contradiction] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    _names: Names = field(init=False)
    _spots: dict[str, set[Spot]] = field(default_factory=dict)
    _taken: set[Spot] = field(default_factory=set)
    _unsure: set[str] = field(default_factory=set)
    _written: dict[str, set[str]] = field(default_factory=dict)
    _properties: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _told: set[object] = field(default_factory=set)
    _moved: dict[str, int] = field(default_factory=dict)
    _changed: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._names = Names(self.module)

    def command(self, table: Table, command: c.Command, step: int) -> None:
        """Hold a command against the table."""
        for leaf in c.leaves(command) if isinstance(command, c.Group | c.Logged) else (command,):
            match leaf:
                case c.MovePiece():
                    self._move(table, leaf, step)
                    thing = table.things.get(leaf.id or "")
                    for id_ in () if thing is None else (thing.id, *thing.members):
                        self._moved[id_] = step
                case c.ChangePiece():
                    self._change(table, leaf, step)
                    self._changed[leaf.id] = step
                case c.ChangeProperty():
                    self._property(table, leaf, step)
                    self._changed[leaf.name] = step
                case _:
                    continue

    # -- places

    def _move(self, table: Table, move: c.MovePiece, step: int) -> None:
        thing = table.things.get(move.id or "")
        members = () if thing is None else thing.members if thing.is_stack else (thing.id,)
        end = Spot(move.map, move.x, move.y)
        if not members and move.map is not None:
            # A stack of which the log does not say what is in it: whatever it was is there now.
            self._taken.add(end)
        self._follow(table, move, end, members)
        if thing is None or move.old_map is None or self._unsure.intersection(members):
            return
        here, said = table.spot(thing.id), Spot(move.old_map, move.old_x, move.old_y)
        known = [self._spots.setdefault(id_, set()) for id_ in members]
        if members and here.map is not None and not _near(said, here):
            places = self._taken.union(*known)
            if not any(_near(said, spot) for spot in places):
                name = self._names.of(table.things[members[0]])
                place = Describer(table, self.module).place
                back = replace(move, map=said.map, x=said.x, y=said.y, under=None)
                since = self._moved.get(thing.id, 0)
                found = Contradiction(
                    step, name, place(said), place(here), moved=True, mend=back, since=since
                )
                self._note(found, table, ("place", members[0]))
        for spots in known:
            spots.update((here, said) if move.map is None else (here, said, end))

    def _follow(self, table: Table, move: c.MovePiece, end: Spot, members: Iterable[str]) -> None:
        """Note pieces that are put on one which is elsewhere by this table: they go where that one goes."""
        under = move.under or ""
        if under in table.things and (under in self._unsure or table.spot(under) != end):
            self._unsure.update(members, (under,))

    # -- what is written on pieces

    def _change(self, table: Table, change: c.ChangePiece, step: int) -> None:
        thing = table.things.get(change.id)
        if thing is None:
            if change.id not in self._told:
                self._told.add(change.id)
                self.missing.append(step)
            return
        if change.old is None or thing.is_stack or change.old == change.state:
            return
        old, new = _traits(change.old), _traits(change.state)
        written = self._written.setdefault(thing.id, set())
        # The same texts as before are most: what they say need not be taken apart.
        if old not in written:
            self._compare(table, thing.id, (change.old, change.state), step)
            written.add(old)
        written.add(new)

    def _compare(self, table: Table, piece: str, texts: tuple[str, str], step: int) -> None:
        """Hold what a step says was written on a piece against all that ever was."""
        thing = table.things[piece]
        said, after = (sequence.decode_nested(text, "\t") for text in texts)
        if len(said) != len(thing.states) or len(after) != len(said):
            return
        before = [sequence.decode_nested(text, "\t") for text in self._written[piece]]
        for index, (old, new, is_) in enumerate(zip(said[:-1], after, thing.states, strict=False)):
            if old in (new, is_) or not _is_written(trait_texts(thing.type)[index]):
                continue
            if any(old == states[index] for states in before if index < len(states)):
                continue
            words = _shown(thing.type, index, old), _shown(thing.type, index, is_)
            if words[0] != words[1]:
                name = self._names.of(thing)
                back = c.ChangePiece(piece, texts[0])
                found = Contradiction(step, name, *words, mend=back, since=self._changed.get(piece, 0))
                self._note(found, table, ("value", piece, index))

    def _property(self, table: Table, change: c.ChangeProperty, step: int) -> None:
        key = (change.container or "", change.name)
        is_ = table.properties.get(key)
        if is_ is None:
            return
        known = self._properties.setdefault(key, set())
        known.add(is_)
        if change.old not in known:
            said, was = (f"{change.name} = {value or 'empty'}" for value in (change.old, is_))
            back = replace(change, new=change.old)
            since = self._changed.get(change.name, 0)
            found = Contradiction(step, change.name, said, was, mend=back, since=since)
            self._note(found, table, key)
        known.update((change.old, change.new))

    # -- what is said

    def _note(self, one: Contradiction, table: Table, key: object) -> None:
        if key not in self._told:
            self._told.add(key)
            redact = table.people.redact
            self.found.append(one._replace(name=redact(one.name), said=redact(one.said), was=redact(one.was)))

    def notices(self, log: int = 0) -> Iterator[Notice]:
        """Yield a notice for each step, or several alike, that start from what never was so."""
        alike: dict[tuple[str, str, bool], list[Contradiction]] = {}
        for one in self.found:
            alike.setdefault((one.said, one.was, one.moved), []).append(one)
        for (said, was, moved), several in alike.items():
            names = listed(dict.fromkeys(one.name or "a piece" for one in several))
            where = "where it never was; it lies at" if moved else "which it never was; it is"
            text = f"{names}: the step starts from {said}, {where} {was}"
            data = {"steps": [one.step for one in several], "said": said, "was": was}
            yield _notice(several[0].step, text, data, log)
        for step in self.missing:
            text = "a piece is changed that was never on the table"
            yield _notice(step, text, {"steps": [step]}, log)


def _notice(step: int, text: str, data: Mapping[str, object], log: int) -> Notice:
    public = "the step starts from what never was so: one before it is missing, or was changed"
    return Notice("AUD049", step, text, data, log, private=("said", "was"), public=public)


def _is_written(trait: str) -> bool:
    """Return whether what a trait's state says comes by commands only: no layer that follows a property."""
    if not trait.startswith(_TELLING):
        return False
    found = parse_trait(trait)
    return not (isinstance(found, Layer) and found.follow_property)


def _traits(state: str) -> str:
    """Return the states of a piece's traits as written, without the innermost: where it lies."""
    return state.rpartition("\t")[0]


def _near(one: Spot, other: Spot) -> bool:
    if other.map is None:
        return (one.x, one.y) == (other.x, other.y)
    return one.map == other.map and abs(one.x - other.x) <= _NEAR and abs(one.y - other.y) <= _NEAR


def _shown(type_: str, index: int, state: str) -> str:
    values = parse_trait(trait_texts(type_)[index]).properties(state)
    return ", ".join(f"{name} = {value or 'empty'}" for name, value in values.items())
