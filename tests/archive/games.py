"""Logs of The Causeway for tests of archives: a small game whose rules are data."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import SOURCES
from toolkit.archive.store import connect
from toolkit.archive.tables import TABLES
from toolkit.archive.tasks import Settings
from toolkit.audit.module_data import read_module
from toolkit.compile.game import compile_game
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.play.declared import house_rules, record
from toolkit.source.game import load_game
from toolkit.vassal.commands import Group, Logged, encode_commands
from toolkit.vassal.log import Log, Step, read_log
from toolkit.vassal.packing import game_entries, write_container

ONE = Settings(workers=1)
CAUSEWAY = SOURCES / "causeway"


def build(folder: Path, out: Path) -> Path:
    """Build the module of a folder of sources, without its pictures."""
    game, _ = compile_game(load_game(folder)[0])
    equipment, _ = load_equipment(folder)
    out.mkdir(parents=True, exist_ok=True)
    return write_container(out / f"{equipment.file}.vmod", text_entries(game_parts(game, equipment)))


def play(module: Path, folder: Path, *seeds: int) -> list[Path]:
    """Play a game for each seed and return the logs."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = house_rules(read_module(module), None)
    return [record(module, folder / f"{seed}.vlog", seed, setup=None, rules=rules).log for seed in seeds]


@cache
def read(path: Path) -> Log:
    """Return a log, read once."""
    return read_log(path, name=path.name)


def stretch(log: Log, first: int, last: int, name: str = "") -> Log:
    """Return some steps of a log as a log of their own."""
    begin = (*log.begin, *(command for step in log.steps[:first] for command in step.commands))
    steps = tuple(Step(number, step.commands) for number, step in enumerate(log.steps[first:last], 1))
    return replace(log, name=name or f"{first}-{last}", begin=begin, steps=steps)


def write(log: Log, path: Path, module: str = "") -> Path:
    """Write a log, or a stretch of one, as a file."""
    script = [Group(log.begin), *(Logged(Group(step.commands)) for step in log.steps)]
    metadata = log.module if not module or log.module is None else replace(log.module, name=module)
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_container(
        path, dict(game_entries(encode_commands(script), save=log.metadata, module=metadata))
    )


def rows(archive: Path, query: str) -> list[tuple[Any, ...]]:
    with connect(archive, read_only=True) as database:
        return database.execute(query).fetchall()


def everything(archive: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that an archive holds but what its making cost."""
    names = [table.name for table in TABLES if table.name != "costs"]
    return {name: sorted(rows(archive, f"FROM {name}"), key=repr) for name in names}
