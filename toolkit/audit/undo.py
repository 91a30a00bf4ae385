"""Undo: which steps of a log were taken back, so that only what stood is judged."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from toolkit.audit.facts import number
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
    reverses none exactly, to the latest that changed the same things, if it puts one of them back.
    """
    search = _Search()
    for place, (step, events) in enumerate(steps):
        search.step(_Done(place, step, events, _net(events)))
    return tuple(search.found.values())


@dataclass(frozen=True, slots=True)
class _Done:
    """A step.

    Attributes
    ----------
    place, number : int
        Among all steps that are looked at; in the log.
    net : mapping
        What is where, or what has which value, before and after.
    """

    place: int
    number: int
    events: Sequence[e.Event]
    net: _Net

    @property
    def left(self) -> _Net:
        """What is left otherwise: places, properties and turns, else what is written on pieces.

        Where a step touches any of the former, marks may stay where they are when it is taken back.
        """
        return self.net or _written(self.events)


@dataclass(slots=True)
class _Search:
    """Goes through steps; what a marked undo means is looked up, however long the log is.

    Attributes
    ----------
    found : dict of int to TakenBack
        By place of the undo, in their order.
    standing : dict of int to _Done
        Steps not taken back, by place.
    order : list of int
        Their places in order, some of them no longer standing.
    fresh : list of _Done
        Steps that stand and are not among the noted ones: nobody asks before an undo is met.
    noted : dict
        Something changed, the same with all that is left by the step, and with where it came from → places of
        such steps, as `order`.
    by_hand : dict of int to (_Done, _Done)
        Place of a step that put back what another had moved → both: it may be taken back itself.
    """

    found: dict[int, TakenBack] = field(default_factory=dict)
    standing: dict[int, _Done] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    fresh: list[_Done] = field(default_factory=list)
    noted: dict[Hashable, list[int]] = field(default_factory=dict)
    by_hand: dict[int, tuple[_Done, _Done]] = field(default_factory=dict)

    def step(self, done: _Done) -> None:
        """Take in a step."""
        if any(isinstance(event, e.UndoBegin) for event in done.events):
            self._undo(done)
            return
        last = self.standing.get(self._last(self.order))
        if last is not None and _reverses(done, last):
            self._take_back(last, done)
            self.by_hand[done.place] = (last, done)
        elif any(map(_counts, done.events)):
            self._stand(done)

    def _undo(self, undo: _Done) -> None:
        """Find the step that a marked undo takes back."""
        self._note()
        changed, before = _changed(undo.events), _mirrored(undo.left)
        exact = max((self._last(self.noted.get((key, before), [])) for key in changed), default=-1)
        hand = next(reversed(self.by_hand), -1)
        if hand > exact and _exact(undo, self.by_hand[hand][1]):
            first, back = self.by_hand.pop(hand)
            del self.found[back.place]
            self._stand(first)
            self.found[undo.place] = TakenBack(back.number, undo.number, _seen(back.events))
            return
        latest = max((self._last(self.noted.get(key, [])) for key in changed), default=-1)
        origins = (self.noted.get((key, _FROM, pair[1]), []) for key, pair in undo.net.items())
        origin = max(map(self._last, origins), default=-1)
        if undo.place - origin > _LATELY:
            origin = -1
        taken = self.standing.get(exact if exact >= 0 else origin if origin >= 0 else latest)
        if taken is not None and _puts_back(undo, taken):
            self._take_back(taken, undo)
        elif taken is not None:
            # The marks alone take nothing back: what goes elsewhere between them is done.
            self._stand(undo)

    def _take_back(self, done: _Done, undo: _Done) -> None:
        del self.standing[done.place]
        self.found[undo.place] = TakenBack(done.number, undo.number, _seen(done.events))

    def _stand(self, done: _Done) -> None:
        self.standing[done.place] = done
        _insert(self.order, done.place)
        self.fresh.append(done)

    def _note(self) -> None:
        for done in self.fresh:
            left = frozenset(done.left.items())
            for key in _changed(done.events):
                _insert(self.noted.setdefault(key, []), done.place)
                _insert(self.noted.setdefault((key, left), []), done.place)
            for key, pair in done.net.items():
                _insert(self.noted.setdefault((key, _FROM, pair[0]), []), done.place)
        self.fresh.clear()

    def _last(self, places: list[int]) -> int:
        """Return the last place of a step that still stands, -1 where none does."""
        while places and places[-1] not in self.standing:
            places.pop()
        return places[-1] if places else -1


def _insert(places: list[int], place: int) -> None:
    """Put a place into a list in order, once."""
    at = bisect_left(places, place)
    if at == len(places) or places[at] != place:
        places.insert(at, place)


def _mirrored(left: _Net) -> frozenset[tuple[Hashable, tuple[Hashable, Hashable]]]:
    """Return what was before, and is then left again by an exact undo."""
    return frozenset((key, (after, before)) for key, (before, after) in left.items())


def _exact(undo: _Done, done: _Done) -> bool:
    """Return whether a step leaves everything exactly as it was before another."""
    back, forth = undo.left, done.left
    return len(back) == len(forth) and all(forth.get(key) == pair[::-1] for key, pair in back.items())


def _puts_back(undo: _Done, done: _Done) -> bool:
    """Return whether a marked undo moves no piece, or just what a step moved, to where it took it from."""
    moved, went = _places(undo.net), _places(done.net)
    return not moved or (
        moved.keys() == went.keys() and all(_near(moved[key][1], pair[0]) for key, pair in went.items())
    )


def _places(net: _Net) -> _Net:
    return {key: pair for key, pair in net.items() if isinstance(key, tuple) and key[0] == "place"}


def _near(one: Hashable, other: Hashable) -> bool:
    """Return whether a place is another one, but for a few pixels of a stack."""
    if not isinstance(one, e.Spot) or not isinstance(other, e.Spot):
        return one == other
    return one.map == other.map and max(abs(one.x - other.x), abs(one.y - other.y)) <= _STACK


def _reverses(undo: _Done, done: _Done) -> bool:
    """Return whether a step put everything back that another changed, though nothing says so.

    A die can give by chance what it gave before: such a step is an undo only when it says so, by repeating
    the report that it takes back after a word of its own.
    """
    # Values of pieces go to and fro in play; only a die that is wiped off again was taken back for sure.
    if not _exact(undo, done) or not (undo.net or (undo.left and _seen(done.events))):
        return False
    return (
        not _seen(done.events) or not _by_chance(undo.events) or _takes_back_words(undo.events, done.events)
    )


def _by_chance(events: Sequence[e.Event]) -> bool:
    """Return whether what these events brought out may have come about anew, by a throw or a draw."""
    counts = [v for v in events if isinstance(v, e.PropertyChanged) and v.name == _DRAWS]
    if any(-1 < number(v.new, -1) < number(v.old, -1) for v in counts):
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


def _counts(event: e.Event) -> bool:
    """Return whether an event changes anything: a place, a value, a property, a turn."""
    if isinstance(event, e.PieceMoved):
        return event.start != event.end
    return isinstance(event, _CHANGES)


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


_FROM = "from"
_LATELY = 12
"""So many steps ago a piece that went on since was moved by a step that is taken back."""
_STACK = 20
"""So many pixels a piece may lie off the place that an undo brings it back to."""
_CHANGES = (e.PieceChanged, e.PieceAdded, e.PieceRemoved, e.PropertyChanged, e.TurnChanged)
_CHANCE = ("Roll", "RollNo", "_result", "D1", "D2", "Dice")
_CHITS = ("ActiveChit", "Drawn")
_WEATHER = "Weather"
"""What a roll for all is written to, or begins with; the last part of its value are the dice."""
_DRAWS = "ChitSeq"
"""Counts the draws of a game: it never goes down but by an undo."""
_WIPED = ("", "0")
"""Values that show nothing: a battle that is closed wipes its die off."""


def _called(name: str, value: str) -> str:
    """Return what came out, in words."""
    what = value.rpartition("/")[2]
    if name in _CHITS:
        return f"the chit {what}"
    return "a roll" if name.endswith("RollNo") else f"a die of {what}"


def _shows(name: str) -> bool:
    """Return whether a property of the module is written by chance."""
    return name.endswith(_CHANCE) or name in _CHITS or name.startswith(_WEATHER)


def _seen(events: Sequence[e.Event]) -> tuple[str, ...]:
    """Return what a step brought out that cannot be unseen."""
    found = []
    for event in events:
        match event:
            case e.PropertyChanged(name=name, new=new) if _shows(name):
                found += [_called(name, new)] if new not in _WIPED else []
            case e.PieceChanged(changes=changes):
                shown = (c for c in changes if c.name and c.name.endswith(_CHANCE))
                found += [_called(c.name or "", c.new) for c in shown if c.new not in _WIPED]
            case e.DeckChanged(name=name, shuffled=True):
                found.append(f"shuffle of {name}")
            case e.DeckChanged(name=name, before=before, after=after, face_down=True) if len(after) < len(
                before
            ):
                found.append(f"draw from {name}")
            case _:
                continue
    return tuple(found)
