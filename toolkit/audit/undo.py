"""Undo: which steps of a log were taken back, so that only what stood is judged."""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence
from dataclasses import dataclass

from toolkit.vassal import events as e


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
    steps in between.  So each undo belongs to the latest step, not yet taken back, that changed the same
    things.
    """
    found = []
    standing: dict[int, tuple[int, Sequence[e.Event]]] = {}
    changed: dict[Hashable, list[int]] = {}
    for place, (number, events) in enumerate(steps):
        touched = _touched(events)
        marked = any(isinstance(event, e.UndoBegin) for event in events)
        before = max((_latest(changed[key], standing) for key in touched if key in changed), default=-1)
        newest = before == next(reversed(standing), None)
        if before >= 0 and (marked or (newest and _reverses(events, standing[before][1]))):
            step, done = standing.pop(before)
            found.append(TakenBack(step, number, _seen(done)))
        elif not marked and touched:
            standing[place] = number, events
            for key in touched:
                changed.setdefault(key, []).append(place)
    return tuple(found)


def _latest(places: list[int], standing: Container[int]) -> int:
    """Return the last of these steps that still stands, -1 for none; forget those after it."""
    while places and places[-1] not in standing:
        places.pop()
    return places[-1] if places else -1


def _reverses(events: Sequence[e.Event], done: Sequence[e.Event]) -> bool:
    """Return whether `events` leave places, properties and turns exactly as they were before `done`.

    A die can give by chance what it gave before: such a step is an undo only when it says so, by repeating
    the report that it takes back after a word of its own.
    """
    back, forth = _net(events), _net(done)
    if not back or back != {key: (after, before) for key, (before, after) in forth.items()}:
        return False
    return not _seen(done) or _takes_back_words(events, done)


def _takes_back_words(events: Sequence[e.Event], done: Sequence[e.Event]) -> bool:
    said = [event.text for event in done if isinstance(event, e.ChatLine)]
    now = [event.text for event in events if isinstance(event, e.ChatLine)]
    return any(text != old and text.endswith(old.lstrip("* ")) for text in now for old in said if old)


def _net(events: Sequence[e.Event]) -> dict[Hashable, tuple[Hashable, Hashable]]:
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


def _touched(events: Sequence[e.Event]) -> frozenset[Hashable]:
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


def _seen(events: Sequence[e.Event]) -> tuple[str, ...]:
    """Return what a step brought out that cannot be unseen."""
    found = []
    for event in events:
        match event:
            case e.PropertyChanged(name=name, new=new) if name.endswith(_CHANCE) or name == "ActiveChit":
                found.append(f"{name} = {new}")
            case e.PieceChanged(changes=changes):
                found += [f"{c.name} = {c.new}" for c in changes if c.name and c.name.endswith(_CHANCE)]
            case e.DeckChanged(name=name, shuffled=True):
                found.append(f"shuffle of {name}")
            case _:
                continue
    return tuple(found)
