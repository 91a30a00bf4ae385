"""Auditing whole games: a log read, replayed and judged."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.audit.conftest import GAME
from tests.bench.report import Limit, Section, Table, best_processor_time
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.audit.reader import read_game
from toolkit.compile.game import compile_game
from toolkit.module.build import make_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.play.gj47.recording import record
from toolkit.source.game import load_game
from toolkit.vassal.containers import write_container
from toolkit.vassal.log import read_log

_SEED = 5
_STEPS = 3_000
_LIMIT = 1.0


def run() -> Section:
    """Play a game, then read and audit its log; figures are also given for 3,000 steps."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        game, _ = compile_game(load_game(GAME)[0])
        entries = text_entries(make_parts(game, load_equipment(GAME)[0]))
        module = write_container(folder / "gj47.vmod", entries)
        played = record(module, folder / "game.vlog", _SEED, setup="june-28-1942")
        data = read_module(module)
        log = read_log(played.log)
        parts = {
            "file read": lambda: read_log(played.log),
            "table replayed, events": lambda: read_game(log, data),
            "everything from the read log on": lambda: audit_read([log], data),
        }
        times = {what: best_processor_time(work, 3) for what, work in parts.items()}
    whole = times["file read"] + times["everything from the read log on"]
    scaled = whole * _STEPS / played.steps
    rows = [
        [what, f"{1000 * took:.0f} ms", f"{1000 * took * _STEPS / played.steps:.0f} ms"]
        for what, took in times.items()
    ]
    return Section(
        (Table(f"A game of {played.steps} steps", ("part", "took", "for 3,000 steps"), rows),),
        (Limit("3,000 steps read and audited", f"{scaled:.2f} s", f"< {_LIMIT:g} s", scaled < _LIMIT),),
        ("Processor time; a random whole game with the module's commands.",),
    )
