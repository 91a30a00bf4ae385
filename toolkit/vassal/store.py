"""Things on a table and how they are put, moved, stacked, removed, and all of it taken back.

Source: ``Stack``, ``Deck``, ``StackMetrics`` in VASSAL, release-3.7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from toolkit.vassal.events import Spot
from toolkit.vassal.things import Thing


@dataclass(slots=True)
class _Undo:
    """What changed between two marks: former values, None for what did not exist."""

    things: dict[str, Thing | None] = field(default_factory=dict)
    values: list[tuple[dict[Any, Any], object, object]] = field(default_factory=list)


@dataclass(slots=True)
class Store:
    """Pieces, stacks and decks by id; from the first `mark` on every change is noted and can be taken back.

    Attributes
    ----------
    things : dict
        Id to piece, stack or deck.
    """

    things: dict[str, Thing] = field(default_factory=dict)
    _journal: list[_Undo] = field(default_factory=list, repr=False)
    _made: int = 0
    _decks: dict[str, None] = field(default_factory=dict, repr=False)
    # Ids by a place they once had; whether they still have it is asked when the place is.
    _places: dict[Spot, dict[str, None]] = field(default_factory=dict, repr=False)
    # When a thing came to the table: the order of `things`.
    _came: dict[str, int] = field(default_factory=dict, repr=False)
    _arrivals: int = 0

    def copy(self) -> Store:
        """Return the same things in a store of its own, with nothing to undo."""
        things = {id_: thing.twin() for id_, thing in self.things.items()}
        places = {spot: dict(found) for spot, found in self._places.items()}
        return Store(
            things,
            _made=self._made,
            _decks=dict(self._decks),
            _places=places,
            _came=dict(self._came),
            _arrivals=self._arrivals,
        )

    def mark(self) -> None:
        """Begin a new entry of what `undo` takes back in one go."""
        self._journal.append(_Undo())

    def spot(self, id_: str) -> Spot:
        """Return where a piece, stack or deck is; a piece in a stack is where the stack is."""
        thing = self.things[id_]
        if thing.parent is not None and thing.parent in self.things:
            return self.things[thing.parent].spot
        return thing.spot

    def is_counter(self, id_: str) -> bool:
        """Return whether there is a piece of this id that is neither stack nor deck."""
        thing = self.things.get(id_)
        return thing is not None and not thing.is_stack

    def undo(self) -> bool:
        """Take back what changed since the last mark; return False when there is none."""
        if not self._journal:
            return False
        last = self._journal.pop()
        for mapping, key, old in reversed(last.values):
            if old is None:
                mapping.pop(key, None)
            else:
                mapping[key] = old
        for id_, thing in last.things.items():
            if thing is None:
                self.things.pop(id_, None)
            else:
                self._enter(thing)
        return True

    def forget(self) -> None:
        """Drop what `undo` would need: a long log is then read in little memory."""
        self._journal.clear()

    def edit(self, id_: str) -> Thing:
        """Return a thing for changing, its former self noted for `undo`."""
        thing = self.things[id_]
        if self._journal:
            notes = self._journal[-1].things
            if id_ not in notes:
                notes[id_] = thing.twin()
        return thing

    def put(self, thing: Thing) -> None:
        """Put a new thing on the table, or another one in the place of its namesake."""
        if self._journal:
            self._journal[-1].things.setdefault(thing.id, None)
        self._enter(thing)
        if thing.is_deck:
            self._decks[thing.id] = None

    def _enter(self, thing: Thing) -> None:
        if thing.id not in self.things:
            self._arrivals += 1
            self._came[thing.id] = self._arrivals
        self.things[thing.id] = thing
        self.lay(thing, thing.spot)

    def lay(self, thing: Thing, spot: Spot) -> None:
        """Give a thing a place of its own; where it lies in a stack, the stack's counts."""
        thing.spot = spot
        self._places.setdefault(spot, {})[thing.id] = None

    def set(self, mapping: dict[Any, Any], key: object, value: object) -> object:
        """Set a value in a mapping outside this store, noted for `undo`; return the former one."""
        old = mapping.get(key)
        if self._journal:
            self._journal[-1].values.append((mapping, key, old))
        mapping[key] = value
        return old

    def clear(self) -> None:
        """Take everything off the table."""
        for id_ in list(self.things):
            self.edit(id_)
        self.things.clear()

    def new_id(self) -> str:
        """Return an id for a thing that the log leaves without one; no engine's id has this form."""
        self._made += 1
        return f"~{self._made}"

    def leave(self, id_: str) -> None:
        """Take a piece out of its stack; it stays where the stack is."""
        thing = self.edit(id_)
        parent = self.things.get(thing.parent) if thing.parent is not None else None
        thing.parent = None
        if parent is not None:
            self.lay(thing, parent.spot)
            self.edit(parent.id)
            parent.members = tuple(item for item in parent.members if item != id_)

    def fill(self, id_: str, members: tuple[str, ...]) -> None:
        """Give a stack its members; former ones stay behind on its place."""
        for item in self.things[id_].members:
            if item not in members:
                self.leave(item)
        for item in members:
            if self.things[item].parent != id_:
                self.leave(item)
                self.things[item].parent = id_
                self.things[item].stacked |= not self.things[id_].is_deck
        self.things[id_].members = members

    def insert(self, id_: str, stack: str, index: int) -> None:
        """Put a piece into a stack, above `index` others, or move it inside its own."""
        target = self.edit(stack)
        if self.things[id_].parent == stack and target.members.index(id_) < index:
            index -= 1
        self.leave(id_)
        self.edit(id_).parent = stack
        self.things[id_].stacked |= not target.is_deck
        target.members = (*target.members[:index], id_, *target.members[index:])

    def merge(self, thing: Thing, below: Thing) -> None:
        """Put a piece, or all of a stack's, directly above another."""
        if below.parent is None:
            made = Thing(self.new_id(), "stack", spot=below.spot)
            self.put(made)
            self.insert(below.id, made.id, 0)
        stack = below.parent
        if stack is None or stack == thing.id:
            return
        index = self.things[stack].members.index(below.id) + 1
        if not thing.is_stack:
            self.insert(thing.id, stack, index)
            return
        for item in thing.members:
            self.insert(item, stack, index)
            index += 1
        self.lay(self.edit(thing.id), self.things[stack].spot)

    def lying(self, spot: Spot) -> Iterator[Thing]:
        """Return stacks and lone pieces at exactly this place, in the order they came."""
        here = self._places.get(spot, {})
        for id_ in [id_ for id_ in here if id_ not in self.things or self.things[id_].spot != spot]:
            del here[id_]
        found = [thing for id_ in here if (thing := self.things[id_]).parent is None]
        if len(found) > 1:
            # The order of coming to the table, which is not that of coming to the place.
            found.sort(key=lambda thing: self._came[thing.id])
        return iter(found)

    def deck_at(self, spot: Spot) -> str | None:
        """Return the id of the deck at exactly this place."""
        for id_ in self._decks:
            deck = self.things.get(id_)
            if deck is not None and deck.spot == spot:
                return id_
        return None
