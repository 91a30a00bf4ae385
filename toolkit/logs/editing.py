"""Logs made of logs: joined, cleaned, cut and split, each leading to the table that it led to before.

What is not changed keeps its very bytes: commands are moved, never written anew.  `stacking` is what the
module says of stacks: on a map where nothing is stacked a log does not say so itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from toolkit.audit.without_rules.case import Case
from toolkit.audit.without_rules.history import History, play, undone_words
from toolkit.audit.without_rules.starts import joined as in_order
from toolkit.audit.without_rules.starts import order_of
from toolkit.diagnostics import InputError, Place
from toolkit.vassal import commands as c
from toolkit.vassal import sequence
from toolkit.vassal.codecs import encode_saved_game
from toolkit.vassal.containers import SAVED_GAME, Container
from toolkit.vassal.log import Log
from toolkit.vassal.merging import Stacking
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing, state_of

_SPOKEN = "<"


@dataclass(frozen=True, slots=True)
class Edited:
    """A log that was made.

    Attributes
    ----------
    log : Log
        The one whose codec, and whose other entries, it takes over.
    head : tuple of Command
        What sets up the table, and all else that is no step.
    steps : tuple of Command
        Each logged.
    said : tuple of str
        What was done, in a few words each.
    """

    log: Log
    head: tuple[c.Command, ...]
    steps: tuple[c.Command, ...]
    said: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The commands as a file holds them; those of the log, byte for byte, where nothing was changed."""
        commands = (*self.head, *self.steps)
        if len(commands) == len(self.log.script.commands) and all(
            one is other for one, other in zip(commands, self.log.script.commands, strict=True)
        ):
            return self.log.encode()
        return c.encode_commands(commands)

    def entries(self, container: Container) -> Mapping[str, bytes]:
        """Return the entries of the file: those of the log it was made from, and the game."""
        kept = {name: container.read(name) for name in container.names if name != SAVED_GAME}
        kept[SAVED_GAME] = encode_saved_game(self.text, self.log.codec)
        return MappingProxyType(kept)


def _apart(log: Log) -> tuple[list[c.Command], list[list[c.Command]]]:
    """Return a log's commands: the head, and for each step its own with those before it that are none."""
    head: list[c.Command] = []
    steps: list[list[c.Command]] = []
    waiting: list[c.Command] = []
    for command in log.script.commands:
        if not _logged(command):
            (waiting if steps else head).append(command)
        elif _is_step(command):
            steps.append([*waiting, command])
            waiting = []
        else:
            waiting.append(command)
    if steps:
        steps[-1] += waiting
    else:
        head += waiting
    if len(steps) != len(log.steps):
        raise InputError.single(
            "LOG010", "has steps of an unusual form; it is left as it is", Place(log.name)
        )
    return head, steps


def _logged(command: c.Command) -> bool:
    if isinstance(command, c.Group):
        return any(map(_logged, command.commands))
    return isinstance(command, c.Logged)


def _is_step(command: c.Command) -> bool:
    return any(not (isinstance(leaf, c.Null) and leaf.word == "null") for leaf in c.leaves(command))


def _flat(steps: Iterable[Sequence[c.Command]]) -> tuple[c.Command, ...]:
    return tuple(command for step in steps for command in step)


def _table(log: Log, stacking: Stacking | None) -> Table:
    table = Table(people_of(log.script), stacking=stacking, undoable=False)
    table.apply(log.begin)
    return table


def _raw(table: Table) -> dict[str, tuple[str, str]]:
    """Return every thing on a table as it would be saved: its type and its state."""
    return {thing.id: (thing.type, state_of(thing)) for thing in _resting(table)}


def _resting(table: Table) -> Iterator[Thing]:
    """Yield what lies on a table in an order in which it can be set up: pieces, stacks, decks.

    A piece that lies in a stack says that it is where the stack is; an empty stack is nothing.
    """
    things = list(table.things.values())
    for thing in things:
        if not thing.is_stack:
            spot = table.spot(thing.id)
            yield thing if spot == thing.spot else replace(thing.twin(), spot=spot)
    yield from (thing for thing in things if thing.is_stack and not thing.is_deck and thing.members)
    yield from (thing for thing in things if thing.is_deck)


# -- join


def join_logs(logs: Sequence[Log], stacking: Stacking | None = None) -> Edited:
    """Return one log of a chain: all steps in the order of play, those that two logs hold once.

    Where a log does not begin as the one before it ends, a step of its own puts the table as it is there.

    Raises
    ------
    InputError
        Where a log cannot be taken apart.
    """
    case = Case([play(log, place) for place, log in enumerate(logs)])
    chain = in_order(case)
    said = [notice.message for notice in chain.notices]
    order = order_of(chain)
    first = logs[order[0][0]]
    head, steps = _apart(first)
    whole = _flat(steps)
    table = _table(first, stacking)
    _play(table, first)
    for place, skipped in order[1:]:
        log = logs[place]
        begin = _table(log, stacking)
        for step in log.steps[:skipped]:
            begin.apply(step.commands)
        named = {id_ for step in log.steps[skipped:] for id_ in _named(step.commands)}
        bridge = _bridge(table, begin, case.histories[place].name, named)
        if bridge is not None:
            whole = (*whole, bridge)
        _, more = _apart(log)
        whole = (*whole, *_flat(more[skipped:]))
        table = begin
        for step in log.steps[skipped:]:
            table.apply(step.commands)
    return Edited(first, tuple(head), whole, tuple(said))


def _play(table: Table, log: Log) -> None:
    for step in log.steps:
        table.apply(step.commands)


def _bridge(end: Table, begin: Table, name: str, named: Collection[str] = ()) -> c.Command | None:
    """Return the step that puts a table as another one is; None where it is so already.

    A stack whose id no later step names is the same under another id: only its pieces count.
    """
    one, other = _raw(end), _raw(begin)
    stacks = [
        {thing.members for thing in table.things.values() if thing.is_stack and not thing.is_deck}
        for table in (end, begin)
    ]
    changed = {
        id_
        for id_ in one.keys() | other.keys()
        if one.get(id_) != other.get(id_) and not _same_stack(id_, end, begin, stacks, named)
    }
    around = True
    while around:
        # What lies in a stack that changes is set up anew with it.
        around = False
        for table in (end, begin):
            for id_ in list(changed):
                thing = table.things.get(id_)
                if thing is not None:
                    near = {*thing.members, *([thing.parent] if thing.parent else [])} - changed
                    around = around or bool(near)
                    changed |= near
    commands: list[c.Command] = [
        c.RemovePiece(thing.id)
        for thing in end.things.values()
        if thing.id in changed and not thing.id.startswith("~") and (thing.is_stack or thing.id in one)
    ]
    commands += [
        c.AddPiece(_id(thing.id), thing.type, other[thing.id][1])
        for thing in _resting(begin)
        if thing.id in changed
    ]
    for key in sorted(begin.properties):
        old, new = end.properties.get(key, ""), begin.properties[key]
        if old != new:
            commands.append(c.ChangeProperty(key[1], old, new, key[0] or None))
    commands += [
        c.SetTurn(id_, state) for id_, state in sorted(begin.turns.items()) if end.turns.get(id_) != state
    ]
    if not commands:
        return None
    said = c.Chat(f"* {name} begins here, and not as the log before it ends")
    # As engines write a step: each of its commands logged.
    return c.Group(tuple(c.Logged(command) for command in (c.Null("null"), said, *commands)))


def _same_stack(
    id_: str,
    end: Table,
    begin: Table,
    stacks: Sequence[Collection[tuple[str, ...]]],
    named: Collection[str],
) -> bool:
    """Return whether a thing is a stack that both tables have, if under another id."""
    thing = end.things.get(id_) or begin.things.get(id_)
    if thing is None or not thing.is_stack or thing.is_deck or id_ in named:
        return False
    found = [table.things[id_].members for table in (end, begin) if id_ in table.things]
    return all(members in rows for members in found for rows in stacks)


def _id(id_: str) -> str:
    """Return an id that an engine can read; that of a stack which the log left without one is made up."""
    return f"9{id_[1:]:0>12}" if id_.startswith("~") else id_


# -- clean


def clean_log(log: Log, stacking: Stacking | None = None, *, chat: bool = False) -> Edited:
    """Return a log without the steps that were taken back, and without what players said to each other.

    Parameters
    ----------
    chat : bool
        Keep what players said.

    Notes
    -----
    Steps that were taken back go only in rows after which the table is as it was before; the others stay,
    and are named.
    """
    history = play(log)
    head, steps = _apart(log)
    rows = list(_rows(history))
    gone, kept = _harmless(log, rows, stacking)
    silent = (
        set() if chat else {m.step for m in history.moments if _only_talk(log.steps[m.step - 1].commands)}
    )
    left = [step for number, step in enumerate(steps, start=1) if number not in gone | silent]
    return Edited(
        log,
        tuple(head),
        _flat(left),
        (
            f"left out: {len(gone)} steps that were taken back or take back, {len(silent - gone)} of talk",
            *([f"{kept} such steps stay: without them the table would be another"] if kept else []),
        ),
    )


def _only_talk(commands: Sequence[c.Command]) -> bool:
    """Return whether a step holds nothing but what somebody typed, or that it was taken back."""
    chats = [leaf for command in commands for leaf in c.leaves(command) if not isinstance(leaf, c.Null)]
    return bool(chats) and all(
        isinstance(leaf, c.Chat) and (leaf.text.startswith(_SPOKEN) or undone_words(leaf.text) is not None)
        for leaf in chats
    )


def _rows(history: History) -> Iterator[list[int]]:
    """Yield rows of steps without a gap that hold steps taken back, and all that took them back."""
    back = {undo: step for step, undo in history.undone.items()}
    idle = {m.step for m in history.moments if _only_talk(history.log.steps[m.step - 1].commands)}
    last = 0
    for undo in sorted(back):
        if undo <= last:
            continue
        end, first, wanted = undo, back[undo], {undo}
        inside = True
        while inside:
            inside = False
            for step in range(first, end + 1):
                for other in (history.undone.get(step), back.get(step)):
                    if other is not None and not first <= other <= end:
                        first, end, inside = min(first, other), max(end, other), True
                wanted.add(step)
        row = list(range(max(first, last + 1), end + 1))
        if all(step in history.undone or step in back or step in idle for step in row):
            yield [step for step in row if step in history.undone or step in back]
        last = end


def _harmless(log: Log, rows: Sequence[Sequence[int]], stacking: Stacking | None) -> tuple[set[int], int]:
    """Return the steps of rows after which the table is as it was before, and how many others there are."""
    gone: set[int] = set()
    kept = 0
    starts = {row[0]: row for row in rows if row}
    table = _table(log, stacking)
    row: Sequence[int] = ()
    before: object = None
    ids: set[str] = set()
    for step in log.steps:
        if step.number in starts and not row:
            row = starts[step.number]
            ids = {id_ for number in row for id_ in _named(log.steps[number - 1].commands)}
            before = _around(table, ids)
        table.apply(step.commands)
        if row and step.number == row[-1]:
            if _around(table, ids) == before:
                gone.update(row)
            else:
                kept += len(row)
            row = ()
    return gone, kept


def _named(commands: Iterable[c.Command]) -> Iterator[str]:
    """Yield the ids of pieces and stacks that commands name."""
    for command in commands:
        for leaf in c.leaves(command):
            match leaf:
                case c.MovePiece():
                    yield from (id_ for id_ in (leaf.id, leaf.under, leaf.old_under) if id_ is not None)
                case c.AddPiece(id=id_) if id_ is not None:
                    yield id_
                case c.RemovePiece(id=id_) | c.ChangePiece(id=id_):
                    yield id_
                case _:
                    continue


def _around(table: Table, ids: Iterable[str]) -> tuple[object, ...]:
    """Return how the named things lie, those with which they share a stack, and all properties and turns."""
    found = set(ids)
    for id_ in list(found):
        thing = table.things.get(id_)
        if thing is not None:
            found.update(thing.members)
            found.update((thing.parent,) if thing.parent is not None else ())
    near = {member for id_ in found if id_ in table.things for member in table.things[id_].members}
    things = (table.things[id_] for id_ in found | near if id_ in table.things)
    states = {
        thing.id: (thing.type, state_of(thing))
        if thing.is_stack
        else (thing.states[:-1], table.spot(thing.id))
        for thing in things
        # An empty stack is nothing, and one that a log leaves without an id has no other self.
        if not (thing.is_stack and not thing.is_deck and (not thing.members or thing.id.startswith("~")))
    }
    return states, dict(table.properties), dict(table.turns)


# -- cut and split


def cut_log(log: Log, first: int, last: int, stacking: Stacking | None = None) -> Edited:
    """Return a part of a log, which begins with the table as it is before its first step.

    Raises
    ------
    InputError
        AUD009 where the log has no such steps.
    """
    if not 1 <= first <= last <= len(log.steps):
        message = f"has no steps {first} to {last}; its steps are 1 to {len(log.steps)}"
        raise InputError.single("AUD009", message, Place(log.name))
    head, steps = _apart(log)
    table = _table(log, stacking)
    for step in log.steps[: first - 1]:
        table.apply(step.commands)
    begin = tuple(head) if first == 1 else tuple(_set_up(head, table, log.steps[: first - 1]))
    return Edited(log, begin, _flat(steps[first - 1 : last]))


def _set_up(head: Sequence[c.Command], table: Table, before: Iterable[object]) -> Iterator[c.Command]:
    """Yield the head of a log with the pieces, properties and turns of another moment, and who came since."""
    placed = False
    seated = [item for step in before for item in _seats(step)]
    for command in head:
        for leaf in c.leaves(command) if isinstance(command, c.Group) else (command,):
            match leaf:
                case c.AddPiece():
                    if not placed:
                        placed = True
                        yield from _pieces(table)
                case c.EndSave():
                    if not placed:
                        placed = True
                        yield from _pieces(table)
                    yield from seated
                    yield leaf
                case c.GlobalPropertyState(name=name, container=container):
                    value = table.properties.get((container or "", name), leaf.value)
                    yield leaf if value == leaf.value else replace(leaf, value=value)
                case c.SetTurn(id=id_):
                    state = table.turns.get(id_, leaf.state)
                    yield leaf if state == leaf.state else c.SetTurn(id_, state)
                case _:
                    yield leaf


def _seats(step: object) -> Iterator[c.Command]:
    for command in getattr(step, "commands", ()):
        for leaf in c.leaves(command):
            if isinstance(leaf, c.AddPlayer | c.RemovePlayer | c.PublicNote | c.SetBoards):
                yield leaf


def _pieces(table: Table) -> Iterator[c.Command]:
    for thing in _resting(table):
        state = state_of(thing)
        if thing.is_stack and any(id_.startswith("~") for id_ in thing.members):
            state = sequence.encode([_id(part) for part in sequence.decode(state, ";")], ";") or ""
        yield c.AddPiece(_id(thing.id), thing.type, state)


def split_log(log: Log, at: Sequence[int], stacking: Stacking | None = None) -> list[Edited]:
    """Return a log in parts; each but the first begins with one of the steps `at`."""
    starts = sorted({1, *at})
    ends = [*(start - 1 for start in starts[1:]), len(log.steps)]
    return [cut_log(log, start, end, stacking) for start, end in zip(starts, ends, strict=True)]


def turns_of(log: Log) -> list[int]:
    """Return the steps after those in which a turn tracker moved: where parts of a log begin."""
    found = []
    for step in log.steps:
        turned = any(isinstance(leaf, c.SetTurn) for command in step.commands for leaf in c.leaves(command))
        if turned and step.number < len(log.steps):
            found.append(step.number + 1)
    return found


def every(log: Log, count: int) -> list[int]:
    """Return the steps at which parts of so many steps begin."""
    return list(range(count + 1, len(log.steps) + 1, count))
