"""Events as readable lines: players by name, pieces by name, places by the map's own names where a module
is given.

This is the referee's view: it shows all that the file holds, masked pieces included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.vassal import events as e
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.log import Log
from toolkit.vassal.merging import stacking_of
from toolkit.vassal.naming import Names
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table

_NAMES_SHOWN = 4
# States that follow from what the step shows anyway: message counters, trails, the way back.
_BACKGROUND = frozenset({"Report", "SendTo", "Trail"})


class Describer:
    """Puts events of one table into words.

    Parameters
    ----------
    module : BuildFile, optional
        Names places; without it they are pixels.
    """

    def __init__(self, table: Table, module: BuildFile | None = None) -> None:
        self._table = table
        self._module = module
        self._names = Names(module)

    def place(self, spot: e.Spot) -> str:
        """Return a map's name and the place on it."""
        if spot.map is None:
            return "off the maps"
        known = self._module.maps.get(spot.map) if self._module is not None else None
        name = None if known is None else known.location(spot.x, spot.y, self._table.boards.get(spot.map))
        return f"{self._said(spot.map)} {name or f'({spot.x}, {spot.y})'}"

    def _said(self, text: str) -> str:
        """Return a text of the log without players' ids, – for none."""
        return self._table.people.redact(text) or "–"

    def piece(self, id_: str) -> str:
        """Return a piece's name (`Names`); of one that nothing names, its id."""
        thing = self._table.things.get(id_) or self._table.removed.get(id_)
        name = "" if thing is None else self._names.of(thing)
        return self._table.people.redact(name) or f"piece {id_}"

    def _pieces(self, ids: Sequence[str]) -> str:
        names = ", ".join(self.piece(id_) for id_ in ids[:_NAMES_SHOWN]) or "an empty stack"
        left = len(ids) - _NAMES_SHOWN
        return f"{names} and {left} more" if left > 0 else names

    def _way(self, event: e.PieceMoved) -> str:
        if event.start == event.end:
            return f"stays at {self.place(event.end)}"
        start, end = self.place(event.start), self.place(event.end)
        if event.start.map == event.end.map and event.start.map is not None:
            end = end[len(self._said(event.start.map)) + 1 :]
        return f"{start} → {end}"

    def line(self, event: e.Event) -> str | None:
        """Return one line, None for what is not worth one."""
        match event:
            case e.PieceMoved():
                who = "" if event.actor is None else f"{event.actor}: "
                return f"{who}{self._pieces(event.pieces)}  {self._way(event)}"
            case e.PieceChanged():
                shown = [change for change in event.changes if change.trait not in _BACKGROUND]
                return f"{self.piece(event.id)}  {self._changes(shown)}" if shown else None
            case e.PieceAdded():
                return f"new: {self.piece(event.id)}  {self.place(event.spot)}"
            case e.PieceRemoved():
                return f"gone: {self.piece(event.id)}  {self.place(event.spot)}"
            case e.DeckChanged():
                return self._deck(event)
            case e.ChatLine(text=text):
                return f'chat "{text}"'
            case _:
                return self._other(event)

    def _changes(self, changes: Sequence[e.TraitChange]) -> str:
        return ", ".join(
            f"{change.name or change.trait}: {change.old or '–'} → {change.new or '–'}" for change in changes
        )

    def _deck(self, event: e.DeckChanged) -> str:
        name = self._said(event.name)
        if event.shuffled:
            return f"deck {name}: new order"
        if event.before == event.after:
            return f"deck {name}: face {'down' if event.face_down else 'up'}"
        return f"deck {name}: {len(event.before)} → {len(event.after)} pieces"

    def _other(self, event: e.Event) -> str | None:
        match event:
            case e.PropertyChanged():
                inside = f" of {event.container}" if event.container else ""
                return f"{self._said(event.name + inside)}: {self._said(event.old)} → {self._said(event.new)}"
            case e.TurnChanged():
                return f"turn {self._said(event.id)}: {self._said(event.old)} → {self._said(event.new)}"
            case e.PlayerJoined():
                return f"{event.actor} joins"
            case e.PlayerLeft():
                return f"{event.actor} leaves"
            case e.BoardsSet():
                return self._said(f"boards of {event.map}: {', '.join(event.boards)}")
            case e.NoteChanged():
                return f"{event.kind} note"
            case e.UndoBegin():
                return "undo begins"
            case e.UndoEnd():
                return "undo ends"
            case e.Unknown():
                return f"unknown command {event.prefix!r}"
            case e.Ignored():
                return f"without effect: {event.reason}"
            case _:
                return None


def step_lines(log: Log, module: BuildFile | None = None) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each step's number and its lines; a step that changes nothing visible has none.

    Parameters
    ----------
    module : BuildFile, optional
        Names the places, and says what may be stacked.
    """
    people = people_of([*log.begin, *(command for step in log.steps for command in step.commands)])
    table = Table(people, stacking=None if module is None else stacking_of(module))
    table.apply(log.begin)
    describer = Describer(table, module)
    for step in log.steps:
        happened = table.apply(step.commands, step.number)
        table.forget()
        lines = (describer.line(event) for event in happened)
        yield step.number, tuple(line for line in lines if line is not None)
