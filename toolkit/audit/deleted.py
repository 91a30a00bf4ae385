"""Pieces that are deleted by hand: handled on, put back, made others; and clones that go as they came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from toolkit.audit.contradictions import Contradictions
from toolkit.audit.facts import constants
from toolkit.audit.report import Notice
from toolkit.vassal import events as e
from toolkit.vassal import sequence
from toolkit.vassal.commands import AddPiece, ChangePiece, Chat, Command, MovePiece, Null, RemovePiece, Undo
from toolkit.vassal.log import Log, Step
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing, state_of
from toolkit.vassal.traits import is_stack

_SOON = 12
"""So many steps later at most a deleted piece is put back that nobody wanted to delete."""


@dataclass(frozen=True, slots=True)
class Clone:
    """A second piece of a counter that came and went: ids of the piece and the counter, and both steps."""

    id: str
    counter: str
    came: int
    went: int


def passing_clones(things: Mapping[str, Thing], steps: Sequence[Step]) -> Iterator[Clone]:
    """Yield second pieces of counters that are dragged at most, and deleted before anything else is done.

    One that an undo deletes is none: the undo says it.  Of cards and markers many look alike; a unit is
    known by its counter's id.

    Parameters
    ----------
    things : mapping of str to Thing
        On the table that the log begins with.
    steps : sequence of Step
        Of the whole log.
    """
    if not any(isinstance(command, RemovePiece) for step in steps for command in step.commands):
        return
    kinds = {one.type: (one.id, constants(one).get("CounterId", "")) for one in things.values()}
    first = {type_: known for type_, known in kinds.items() if known[1]}
    added: dict[str, tuple[str, int]] = {}
    for step in steps:
        undoes = any(isinstance(command, Undo) for command in step.commands)
        for command in step.commands:
            if isinstance(command, Chat | Null | Undo):
                continue
            id_ = getattr(command, "id", None)
            added = {one: since for one, since in added.items() if one == id_}
            if isinstance(command, AddPiece) and id_ is not None and id_ not in things:
                added[id_] = command.type, step.number
            elif isinstance(command, RemovePiece):
                first = {type_: known for type_, known in first.items() if known[0] != id_}
                type_, since = added.pop(command.id, ("", 0))
                if type_ in first and not undoes:
                    yield Clone(command.id, first[type_][1], since, step.number)
            elif not isinstance(command, MovePiece):
                added.clear()


def clone_notices(log: Log) -> Iterator[Notice]:
    """Yield a notice of each clone in a log that came and went: a referee may want to know of it."""
    added = {c.id for step in log.steps for c in step.commands if isinstance(c, AddPiece)}
    if not any(isinstance(c, RemovePiece) and c.id in added for step in log.steps for c in step.commands):
        return
    table = Table(undoable=False)
    table.apply(log.begin)
    for clone in passing_clones(table.things, log.steps):
        rest = f"came a second time, and was deleted in step {clone.went} before anything else was done"
        facts: Mapping[str, object] = {"counter": clone.counter, "deleted": clone.went}
        message, public = f"{clone.counter} {rest}", f"a piece {rest}"
        yield Notice("AUD041", clone.came, message, facts, private=("counter",), public=public)


def put_back(log: Log) -> Iterator[Notice]:
    """Yield a notice of each piece that is deleted and put back: soon, or as another one."""
    if not any(isinstance(c, AddPiece) for step in log.steps for c in step.commands):
        return
    table = Table(undoable=False)
    table.apply(log.begin)
    known = {one.id: (one.type, constants(one)) for one in table.things.values()}
    gone: dict[str, int] = {}
    for step in log.steps:
        undoes = any(isinstance(command, Undo) for command in step.commands)
        for command in step.commands:
            if isinstance(command, RemovePiece) and command.id in known and not undoes:
                gone[command.id] = step.number
            if not isinstance(command, AddPiece) or command.id is None or is_stack(command.type):
                continue
            states = tuple(sequence.decode_nested(command.state, "\t"))
            now = command.type, constants(Thing(command.id, command.type, states))
            before = known.get(command.id, now)
            known[command.id] = now
            counter, since = before[1].get("CounterId", "") or "a piece", gone.pop(command.id, -_SOON)
            if before != now:
                text = "was made another piece: its traits are others than before"
                yield _about("AUD043", step.number, counter, text)
            elif step.number - since <= _SOON and not undoes:
                yield _about("AUD042", since, counter, f"was deleted, and put back in step {step.number}")


def _about(code: str, step: int, counter: str, text: str) -> Notice:
    data: Mapping[str, object] = {"piece": counter}
    return Notice(code, step, f"{counter} {text}", data, private=("piece",), public=f"a piece {text}")


class Execution:
    """Executes the steps of a log on a table.

    A piece that is deleted and handled later, without coming back in between, stays on the table: that it was
    deleted is told, and whatever is done with it afterwards is seen as the log shows it.  One put back
    soon, just as it was, was never gone.  A second piece of a counter that goes as it came (`passing_clones`)
    was never in the game.

    Parameters
    ----------
    steps : sequence of Step
        Of the whole log.
    doubts : Contradictions
        Notes what steps start from that never was so.

    Attributes
    ----------
    as_written : bool
        Whether all was done so far just as the log has it.
    """

    def __init__(self, table: Table, steps: Sequence[Step], doubts: Contradictions) -> None:
        self._table = table
        self._doubts = doubts
        self._handled: dict[str, int] = {}
        self._added: dict[str, int] = {}
        self._gone: dict[str, int] = {}
        self._put_back: dict[tuple[str, int], tuple[int, AddPiece]] = {}
        if any(isinstance(command, RemovePiece) for step in steps for command in step.commands):
            for step in steps:
                for command in step.commands:
                    self._note(command, step.number)
        self._idle: dict[int, list[Command]] = {}
        self._clones = frozenset(clone.id for clone in passing_clones(table.things, steps))
        self.as_written = not self._clones and not self._put_back

    def _note(self, command: Command, number: int) -> None:
        if isinstance(command, MovePiece | ChangePiece) and command.id is not None:
            self._handled[command.id] = number
            self._gone.pop(command.id, None)
        elif isinstance(command, RemovePiece):
            self._gone[command.id] = number
        elif isinstance(command, AddPiece) and command.id is not None:
            self._added[command.id] = number
            gone = self._gone.pop(command.id, number - _SOON - 1)
            if number - gone <= _SOON:
                self._put_back[command.id, gone] = (number, command)

    def apply(self, step: Step) -> Sequence[e.Event]:
        """Return what a step does."""
        if self._clones:
            left = tuple(c for c in step.commands if getattr(c, "id", None) not in self._clones)
            step = replace(step, commands=left)
        if self._put_back:
            never = self._never_gone(step)
            step = replace(step, commands=tuple(c for c in step.commands if c not in never))
        kept = [c.id for c in step.commands if isinstance(c, RemovePiece) and self._stays(c.id, step.number)]
        if not kept:
            return self._execute(step.commands, step.number)
        self.as_written = False
        commands = [c for c in step.commands if not (isinstance(c, RemovePiece) and c.id in kept)]
        events = self._execute(commands, step.number)
        for id_ in kept:
            thing = self._table.things[id_]
            events.append(
                e.PieceRemoved(step=step.number, id=id_, name=thing.name, spot=self._table.spot(id_))
            )
        return events

    def _execute(self, commands: Iterable[Command], step: int) -> list[e.Event]:
        events: list[e.Event] = []
        for command in commands:
            self._doubts.command(self._table, command, step)
            events += self._table.apply((command,), step)
        return events

    def _never_gone(self, step: Step) -> Sequence[Command]:
        """Return the commands of a step that delete a piece, or put it back, although it stays as it was."""
        for command in step.commands:
            if isinstance(command, RemovePiece):
                number, back = self._put_back.get((command.id, step.number), (0, None))
                thing = self._table.things.get(command.id)
                if back is not None and thing is not None and _as_it_was(self._table, thing, back):
                    self._idle.setdefault(step.number, []).append(command)
                    self._idle.setdefault(number, []).append(back)
        return self._idle.get(step.number, ())

    def _stays(self, piece: str, number: int) -> bool:
        added, handled = self._added.get(piece, 0), self._handled.get(piece, 0)
        return added <= number < handled and piece in self._table.things


def _as_it_was(table: Table, thing: Thing, back: AddPiece) -> bool:
    """Return whether a piece is put back just as it lies."""
    return thing.type == back.type and state_of(replace(thing, spot=table.spot(thing.id))) == back.state
