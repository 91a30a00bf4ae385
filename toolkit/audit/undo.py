"""Undo: which steps of a log were taken back, so that only what stood is judged."""

from __future__ import annotations

from bisect import insort
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge

from toolkit.vassal import events as e

_Net = Mapping[Hashable, tuple[Hashable, Hashable]]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A step that an undo took back.

    Attributes
    ----------
    step, undo : int
        The step taken back and the step that did it.
    seen : tuple of str
        Chance or hidden information that had come out with it: rolls, draws, shuffles.
    """

    step: int
    undo: int
    seen: tuple[str, ...]


def taken_back(steps: Sequence[tuple[int, Sequence[e.Event]]]) -> tuple[TakenBack, ...]:
    """Match each undo with the step it takes back.

    Parameters
    ----------
    steps : sequence of (int, sequence of Event)
        Number of each step and what it did.

    Returns
    -------
    tuple of TakenBack
        In the order of the undos.  An undo that no step fits is not among them; it stays an ordinary step.
        A step that puts everything back exactly where the latest one took it from counts as its undo: engines
        before 3.7 do not mark theirs, and putting a unit back by hand comes to the same.

    Notes
    -----
    The engine takes back one step after the other, latest first; a live log also holds the other player's
    steps in between.  So each undo belongs to the latest step, not yet taken back, that it reverses; where it
    reverses none exactly, to the latest that changed the same things.
    """
    search = _Search()
    for place, (number, events) in enumerate(steps):
        search.step(_Done(place, number, events, _touched(events), _net(events)))
    return tuple(search.found)


@dataclass(frozen=True, slots=True)
class _Done:
    """A step.

    Attributes
    ----------
    place, number : int
        Among all steps that are looked at; in the log.
    events : sequence of Event
    touched : frozenset
        The pieces, properties and turns that it changed.
    net : mapping
        What is where, or what has which value, before and after.
    """

    place: int
    number: int
    events: Sequence[e.Event]
    touched: frozenset[Hashable]
    net: _Net


@dataclass(slots=True)
class _Search:
    """Goes through steps.

    Attributes
    ----------
    found : list of TakenBack
    standing : dict of int to _Done
        Steps not taken back, by place.
    touched : dict
        Piece, property or turn → places of the steps that touched it, some of them no longer standing.
    by_hand : dict of int to (_Done, _Done)
        Place of a step that put back what another had moved → both: it may be taken back itself.
    """

    found: list[TakenBack] = field(default_factory=list)
    standing: dict[int, _Done] = field(default_factory=dict)
    touched: dict[Hashable, list[int]] = field(default_factory=dict)
    by_hand: dict[int, tuple[_Done, _Done]] = field(default_factory=dict)

    def step(self, done: _Done) -> None:
        """Take in a step."""
        marked = any(isinstance(event, e.UndoBegin) for event in done.events)
        if marked:
            self._undo(done)
            return
        last = next(reversed(self.standing.values()), None)
        if last is not None and last.touched & done.touched and _reverses(done, last):
            self._take_back(last, done)
            self.by_hand[done.place] = (last, done)
        elif done.touched:
            self._stand(done)

    def _undo(self, undo: _Done) -> None:
        """Find the step that a marked undo takes back."""
        exact, latest = None, None
        for step in self._latest(undo):
            latest = latest or step
            if _exact(undo, step):
                exact = step
                break
        before = -1 if exact is None else exact.place
        hand = next((place for place in reversed(self.by_hand) if place > before), -1)
        if hand >= 0 and _exact(undo, self.by_hand[hand][1]):
            first, back = self.by_hand.pop(hand)
            self.found.remove(TakenBack(first.number, back.number, _seen(first.events)))
            self._stand(first)
            self.found.append(TakenBack(back.number, undo.number, _seen(back.events)))
            return
        if latest is not None:
            self._take_back(exact or latest, undo)

    def _take_back(self, done: _Done, undo: _Done) -> None:
        del self.standing[done.place]
        self.found.append(TakenBack(done.number, undo.number, _seen(done.events)))

    def _stand(self, done: _Done) -> None:
        later = next(reversed(self.standing), -1) > done.place
        self.standing[done.place] = done
        if later:
            self.standing = dict(sorted(self.standing.items()))
        for key in done.touched:
            places = self.touched.setdefault(key, [])
            if not places or places[-1] < done.place:
                places.append(done.place)
            elif done.place not in places:
                insort(places, done.place)

    def _latest(self, undo: _Done) -> Iterator[_Done]:
        """Yield the standing steps that changed something that an undo changes, the latest first."""
        changed = _changed(undo.events)
        for key in undo.touched:
            places = self.touched.get(key, [])
            while places and places[-1] not in self.standing:
                places.pop()
        places_of = [reversed(self.touched.get(key, [])) for key in undo.touched]
        last = -1
        for place in merge(*places_of, reverse=True):
            step = self.standing.get(place) if place != last else None
            if step is not None and changed & _changed(step.events):
                yield step
            last = place


def _exact(undo: _Done, done: _Done) -> bool:
    """Return whether a step leaves places, properties and turns exactly as they were before another.

    Where neither touches any of these, what is written on pieces tells; else marks may stay where they are.
    """
    back, forth = undo.net, done.net
    if not back and not forth:
        back, forth = _written(undo.events), _written(done.events)
    return len(back) == len(forth) and all(forth.get(key) == pair[::-1] for key, pair in back.items())


def _reverses(undo: _Done, done: _Done) -> bool:
    """Return whether a step put everything back that another changed, though nothing says so.

    A die can give by chance what it gave before: such a step is an undo only when it says so, by repeating
    the report that it takes back after a word of its own.
    """
    # Values of pieces go to and fro in play; only a die that is wiped off again was taken back for sure.
    if not _exact(undo, done) or not (undo.net or (_written(undo.events) and _seen(done.events))):
        return False
    return (
        not _seen(done.events) or not _by_chance(undo.events) or _takes_back_words(undo.events, done.events)
    )


def _by_chance(events: Sequence[e.Event]) -> bool:
    """Return whether what these events brought out may have come about anew, by a throw or a draw."""
    counts = [v for v in events if isinstance(v, e.PropertyChanged) and v.name == _DRAWS]
    if any(v.old.isdigit() and v.new.isdigit() and int(v.new) < int(v.old) for v in counts):
        return False
    return bool(_seen(events))


def _takes_back_words(events: Sequence[e.Event], done: Sequence[e.Event]) -> bool:
    said = [event.text for event in done if isinstance(event, e.ChatLine)]
    now = [event.text for event in events if isinstance(event, e.ChatLine)]
    return any(text != old and text.endswith(old.lstrip("* ")) for text in now for old in said if old)


def _net(events: Sequence[e.Event]) -> _Net:
    """Return what is where, or what has which value, before and after; what ends as it began is left out."""
    found: dict[Hashable, tuple[Hashable, Hashable]] = {}

    def note(key: Hashable, before: Hashable, after: Hashable) -> None:
        found[key] = (found.get(key, (before, after))[0], after)

    for event in events:
        match event:
            case e.PieceMoved(pieces=pieces, start=start, end=end):
                for piece in pieces:
                    note(("place", piece), start, end)
            case e.PropertyChanged(name=name, container=container, old=old, new=new):
                note(("property", container, name), old, new)
            case e.TurnChanged(id=id_, old=old, new=new):
                note(("turn", id_), old, new)
            case _:
                continue
    return {key: values for key, values in found.items() if values[0] != values[1]}


def _written(events: Sequence[e.Event]) -> _Net:
    """Return the values of pieces before and after; what ends as it began is left out."""
    found: dict[Hashable, tuple[Hashable, Hashable]] = {}
    for event in events:
        if isinstance(event, e.PieceChanged):
            for change in event.changes:
                key = (event.id, change.index, change.name)
                found[key] = (found.get(key, (change.old, ""))[0], change.new)
    return {key: values for key, values in found.items() if values[0] != values[1]}


def _touched(events: Sequence[e.Event]) -> frozenset[Hashable]:
    """Return which pieces, properties and turns a step changed: in which of their values is asked later."""
    found: set[Hashable] = set()
    for event in events:
        match event:
            case e.PieceChanged(id=id_) | e.PieceAdded(id=id_) | e.PieceRemoved(id=id_):
                found.add(id_)
            case e.PropertyChanged(name=name, container=container):
                found.add(("property", container, name))
            case e.PieceMoved(pieces=pieces, start=start, end=end):
                if start != end:
                    found.update(pieces)
            case e.TurnChanged(id=id_):
                found.add(("turn", id_))
            case _:
                continue
    return frozenset(found)


def _changed(events: Sequence[e.Event]) -> frozenset[Hashable]:
    """Return what a step changed: places of pieces, their values, properties, turns."""
    found: set[Hashable] = set()
    for event in events:
        match event:
            case e.PieceMoved(pieces=pieces, start=start, end=end) if start != end:
                found.update(("place", piece) for piece in pieces)
            case e.PieceChanged(id=id_, changes=changes):
                found.update(("value", id_, change.index, change.name) for change in changes)
            case e.PieceAdded(id=id_) | e.PieceRemoved(id=id_):
                found.add(("piece", id_))
            case e.PropertyChanged(name=name, container=container):
                found.add(("property", container, name))
            case e.TurnChanged(id=id_):
                found.add(("turn", id_))
            case _:
                continue
    return frozenset(found)


_CHANCE = ("Roll", "RollNo", "_result")
_DRAWS = "ChitSeq"
"""Counts the draws of a game: it never goes down but by an undo."""
_WIPED = ("", "0")
"""Values that show nothing: a battle that is closed wipes its die off."""


def _seen(events: Sequence[e.Event]) -> tuple[str, ...]:
    """Return what a step brought out that cannot be unseen."""
    found = []
    for event in events:
        match event:
            case e.PropertyChanged(name=name, new=new) if name.endswith(_CHANCE) or name == "ActiveChit":
                found += [f"{name} = {new}"] if new not in _WIPED else []
            case e.PieceChanged(changes=changes):
                shown = (c for c in changes if c.name and c.name.endswith(_CHANCE))
                found += [f"{c.name} = {c.new}" for c in shown if c.new not in _WIPED]
            case e.DeckChanged(name=name, shuffled=True):
                found.append(f"shuffle of {name}")
            case _:
                continue
    return tuple(found)
