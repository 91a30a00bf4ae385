"""Auditing whole games: a log read, replayed and judged."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from tests.bench.report import Limit, Section, Table, best_processor_time
from tests.games.gj47.audit.conftest import GAME
from tests.games.gj47.audit.dragging import play
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.compile.game import compile_game
from toolkit.games.gj47.audit.reader import read_game
from toolkit.games.rattenkrieg.play import recording as rattenkrieg
from toolkit.games.storm.play import recording as storm
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import write_container

Recorder = Callable[[Path, Path, int], object]
_SEED = 5
_STEPS = 3_000
_LIMIT = 1.0
_OF_AREAS: Mapping[str, tuple[Recorder, float]] = {
    "rattenkrieg": (rattenkrieg.record, 0.3),
    "storm": (storm.record, 0.5),
}
"""Who writes a whole game as a log, and how many seconds its audit may take."""
_READ, _REPLAY, _WHOLE, _FIRST = (
    "file read",
    "table replayed, events",
    "everything from the read log on",
    "the same, the first log of a module",
)


def run() -> Section:
    """Play a game of each kind, then read and audit its log; for GJ47 also per 3,000 steps."""
    tables, limits = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        game, _ = compile_game(load_game(GAME)[0])
        module = write_container(
            folder / "gj47.vmod", text_entries(game_parts(game, load_equipment(GAME)[0]))
        )
        data = read_module(module)
        for what, commands in (("with the module's commands", True), ("drags, flips and a die", False)):
            log = play(module, folder / f"{commands}.vlog", _SEED, commands=commands)
            steps, times = len(read_log(log).steps), _timed(log, data)
            whole = (times[_READ] + times[_WHOLE]) * _STEPS / steps
            limits.append(
                Limit(
                    f"{_STEPS:,} steps {what}, read and audited",
                    f"{whole:.2f} s",
                    f"< {_LIMIT:g} s",
                    whole < _LIMIT,
                )
            )
            rows = [
                [part, f"{1000 * took:.0f} ms", f"{1000 * took * _STEPS / steps:.0f} ms"]
                for part, took in times.items()
            ]
            title = f"A game of {steps:,} steps, {what}"
            tables.append(Table(title, ("part", "took", f"for {_STEPS:,} steps"), rows))
        for game_id in _OF_AREAS:
            table, limit = _of_areas(game_id, folder)
            tables.append(table)
            limits.append(limit)
    return Section(
        tuple(tables),
        tuple(limits),
        (
            "Processor time of random whole games, the best of several runs. What a log begins with, some "
            "800 pieces, is counted with every step alike. The first log of a module also pays for what the "
            "board keeps: steps priced, ways of lines, rows of reach.",
        ),
    )


def _of_areas(game_id: str, folder: Path) -> tuple[Table, Limit]:
    """Write a whole game on areas as a log and time its audit."""
    record, most = _OF_AREAS[game_id]
    source = GAME.parent / game_id
    game, _ = compile_game(load_game(source)[0])
    module = write_container(
        folder / f"{game_id}.vmod", text_entries(game_parts(game, load_equipment(source)[0]))
    )
    log = folder / f"{game_id}.vlog"
    record(module, log, _SEED)
    steps, times = len(read_log(log).steps), _timed(log, read_module(module))
    whole = times[_READ] + times[_WHOLE]
    name = game.names.en
    rows = [[part, f"{1000 * took:.0f} ms"] for part, took in times.items()]
    table = Table(f"A game of {name}, {steps:,} steps", ("part", "took"), rows)
    said = Limit(f"a whole game of {name}, read and audited", f"{whole:.2f} s", f"< {most:g} s", whole < most)
    return table, said


def _timed(path: Path, data: ModuleData) -> Mapping[str, float]:
    log = read_log(path)
    parts: dict[str, Callable[[], object]] = {_READ: lambda: read_log(path)}
    if data.game.hex_map is not None:
        parts[_REPLAY] = lambda: read_game(log, data, alone=True)
    parts[_WHOLE] = lambda: audit_read([log], data)
    parts[_FIRST] = lambda: audit_read([log], replace(data, kept={}))
    return {part: best_processor_time(work, 5) for part, work in parts.items()}
