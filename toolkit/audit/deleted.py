"""Pieces that are deleted by hand: those that are handled on, and clones that go as they came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolkit.audit.facts import constants
from toolkit.vassal import events as e
from toolkit.vassal.commands import AddPiece, ChangePiece, Command, MovePiece, RemovePiece, Undo
from toolkit.vassal.log import Step
from toolkit.vassal.table import Table

_SOON = 12
"""So many steps later at most a second piece of a counter is deleted that was a slip."""


class Execution:
    """Executes the steps of a log on a table.

    A piece that is deleted and handled later, without coming back in between, stays on the table: that it was
    deleted is told, and whatever is done with it afterwards is seen as the log shows it.  A second piece of a
    counter that is deleted soon, and was dragged at most, was never in the game.

    Parameters
    ----------
    table : Table
    steps : sequence of Step
        Of the whole log.
    """

    def __init__(self, table: Table, steps: Sequence[Step]) -> None:
        self._table = table
        self._handled: dict[str, int] = {}
        self._added: dict[str, int] = {}
        if any(isinstance(command, RemovePiece) for step in steps for command in step.commands):
            for step in steps:
                for command in step.commands:
                    self._note(command, step.number)
        # Of cards and markers many look alike: a unit is known by its counter's id.
        self._clones = frozenset(self._doubled(steps)) if self._added else frozenset[str]()

    def _doubled(self, steps: Sequence[Step]) -> Iterator[str]:
        """Yield second pieces of counters that are dragged at most, and soon deleted, not by an undo."""
        things = self._table.things
        first = {one.type: one.id for one in things.values() if constants(one).get("CounterId")}
        added: dict[str, tuple[str, int]] = {}
        for step in steps:
            undoes = any(isinstance(command, Undo) for command in step.commands)
            for command in step.commands:
                id_ = getattr(command, "id", None)
                if isinstance(command, AddPiece) and id_ is not None and id_ not in things:
                    added[id_] = command.type, step.number
                elif isinstance(command, RemovePiece):
                    first = {type_: one for type_, one in first.items() if one != id_}
                    type_, since = added.pop(command.id, ("", 0))
                    if type_ in first and not undoes and step.number - since <= _SOON:
                        yield command.id
                elif not isinstance(command, MovePiece):
                    added.pop(id_ or "", None)

    def _note(self, command: Command, number: int) -> None:
        if isinstance(command, MovePiece | ChangePiece) and command.id is not None:
            self._handled[command.id] = number
        elif isinstance(command, AddPiece) and command.id is not None:
            self._added[command.id] = number

    def apply(self, step: Step) -> Sequence[e.Event]:
        """Return what a step does."""
        if self._clones:
            left = tuple(c for c in step.commands if getattr(c, "id", None) not in self._clones)
            step = replace(step, commands=left)
        kept = [c.id for c in step.commands if isinstance(c, RemovePiece) and self._stays(c.id, step.number)]
        if not kept:
            return self._table.apply(step.commands, step.number)
        commands = [c for c in step.commands if not (isinstance(c, RemovePiece) and c.id in kept)]
        events = list(self._table.apply(commands, step.number))
        for id_ in kept:
            thing = self._table.things[id_]
            events.append(
                e.PieceRemoved(step=step.number, id=id_, name=thing.name, spot=self._table.spot(id_))
            )
        return events

    def _stays(self, piece: str, number: int) -> bool:
        added, handled = self._added.get(piece, 0), self._handled.get(piece, 0)
        return added <= number < handled and piece in self._table.things
