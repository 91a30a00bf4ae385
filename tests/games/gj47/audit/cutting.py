"""A log cut into several, each with the table it begins with, as players hand a game over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from toolkit.vassal.commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    Command,
    EndSave,
    GlobalPropertyState,
    Group,
    Logged,
    SetTurn,
    encode_commands,
)
from toolkit.vassal.log import Log, Step, read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import game_entries, write_container
from toolkit.vassal.table import Table
from toolkit.vassal.things import state_of


def cut(source: Path, folder: Path, after: Sequence[int]) -> list[Path]:
    """Cut a log after some of its steps; return the parts in order."""
    log = read_log(source)
    table = Table()
    table.apply(log.begin)
    bounds = [0, *after, len(log.steps)]
    parts = []
    players = [command for command in log.begin if isinstance(command, AddPlayer)]
    for number, (first, last) in enumerate(pairwise(bounds), start=1):
        steps = log.steps[first:last]
        begin = list(log.begin) if first == 0 else [*saved(table), *players]
        parts.append(write(folder / f"part-{number}.vlog", log, begin, steps))
        for step in steps:
            table.apply(step.commands, step.number)
    return parts


def saved(table: Table) -> list[Command]:
    """Return the commands that set up a table as it stands, stacks dissolved: pieces move one by one."""
    things = [thing for thing in table.things.values() if not thing.is_stack or thing.is_deck]
    things.sort(key=lambda thing: thing.is_deck)
    spots = [thing if thing.is_deck else replace(thing, spot=table.spot(thing.id)) for thing in things]
    pieces = [AddPiece(thing.id, thing.type, state_of(thing)) for thing in spots]
    properties = [GlobalPropertyState(name, value) for (_, name), value in table.properties.items()]
    turns = [SetTurn(id_, state) for id_, state in table.turns.items()]
    return [BeginSave(), *properties, *turns, *pieces, EndSave()]


def write(path: Path, log: Log, begin: Sequence[Command], steps: Sequence[Step]) -> Path:
    """Write a log with another beginning or other steps."""
    logged = [
        Logged(step.commands[0] if len(step.commands) == 1 else Group(tuple(step.commands))) for step in steps
    ]
    text = encode_commands([Group(tuple(begin)), *logged])
    save = log.metadata or Metadata(vassal_version="3.6.0")
    return write_container(path, dict(game_entries(text, save=save, module=log.module)))
