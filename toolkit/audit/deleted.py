"""Pieces that are deleted by hand and handled on: players, or whoever wrote the log, still have them."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.vassal import events as e
from toolkit.vassal.commands import AddPiece, ChangePiece, Command, MovePiece, RemovePiece
from toolkit.vassal.log import Step
from toolkit.vassal.table import Table


class Execution:
    """Executes the steps of a log on a table.

    A piece that is deleted and handled later, without coming back in between, stays on the table: that it was
    deleted is told, and whatever is done with it afterwards is seen as the log shows it.

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

    def _note(self, command: Command, number: int) -> None:
        if isinstance(command, MovePiece | ChangePiece) and command.id is not None:
            self._handled[command.id] = number
        elif isinstance(command, AddPiece) and command.id is not None:
            self._added[command.id] = number

    def apply(self, step: Step) -> Sequence[e.Event]:
        """Return what a step does."""
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
