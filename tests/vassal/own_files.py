"""Saves and logs of a game of our own, as each engine wrote them: three evenings of one game in `data`.

``python -m tests.vassal.own_files`` plays it anew in the engine at hand (`VASSAL_HOME` names another
than 3.6.0) and keeps what it writes, in a folder with its version.  Each log begins with the table
at the end of the one before; the save is the table after the last.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.vassal.own_module import REGIONS, SQUARES, write_module
from toolkit.engine.provision import find_engine
from toolkit.engine.record import Player, Session, Step

DATA = Path(__file__).with_name("data")
ENGINES = ("3.6.0", "3.7.27", "3.8.0")
LOGS = ("evening-1.vlog", "evening-2.vlog", "evening-3.vlog")
SAVE = "after.vsav"
PLAYERS = (Player("Zoë", "secret-of-zoë", "Red"), Player("本田", "secret-of-honda", "Blue"))

EVENINGS: tuple[tuple[Step, ...], ...] = (
    (
        {"op": "drag", "counter": "red-1", "to": "0303", "via": ["0202"]},
        {"op": "drag", "counters": ["red-2"], "to": "0303"},
        {"op": "drag", "counters": ["red-1", "red-2"], "to": "0403"},
        {"op": "key", "counter": "red-1", "key": "Ctrl-R"},
        {"op": "key", "counter": "red-2", "key": "Ctrl-S"},
        {"op": "as", "player": "本田"},
        {"op": "drag", "counter": "blue-1", "to": "0404"},
        {"op": "undo"},
        {"op": "drag", "counter": "blue-2", "to": {"map": SQUARES, "x": 180, "y": 170}},
        {"op": "drag", "counter": "scout", "to": {"map": REGIONS, "at": "Bridge"}},
        {"op": "chat", "text": "Gruß! \\ ende; 次は? / |"},
    ),
    (
        {"op": "button", "name": "2d6"},
        {"op": "hotkey", "key": "Alt-T"},
        {"op": "key", "counter": "red-1", "key": "Ctrl-F"},
        {"op": "deck", "deck": "Cup", "name": "Shuffle"},
        {"op": "draw", "deck": "Cup", "to": "0502"},
        {"op": "as", "player": "本田"},
        {"op": "key", "counter": "blue-1", "key": "Ctrl-I"},
        {"op": "drag", "counter": "blue-2", "to": {"map": REGIONS, "at": "Factory/depot"}},
        {"op": "key", "counter": "scout", "key": "Ctrl-H"},
    ),
    (
        {"op": "key", "counter": "red-1", "key": "Ctrl-C"},
        {"op": "drag", "counters": ["red-2"], "to": {"map": SQUARES, "x": 305, "y": 285}},
        {"op": "key", "counter": "red-1", "key": "Ctrl-D"},
        {"op": "as", "player": "本田"},
        {"op": "key", "counter": "blue-1", "key": "Ctrl-I"},
        {"op": "key", "counter": "scout", "key": "Ctrl-O"},
        {"op": "hotkey", "key": "Alt-T"},
    ),
)


def own_files() -> list[Path]:
    """Return all that the engines wrote."""
    return [DATA / engine / name for engine in ENGINES for name in (*LOGS, SAVE)]


def record() -> Path:
    """Play the evenings in the engine at hand and return the folder of what it wrote."""
    home = find_engine()
    folder = DATA / home.version
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as scratch,
        Session(write_module(Path(scratch) / "own.vmod"), players=PLAYERS, home=home) as session,
    ):
        for name, evening in zip(LOGS, EVENINGS, strict=True):
            session.act_as(PLAYERS[0].name)
            session.begin(folder / name)
            session.perform(evening)
            session.save()
        session.game.save(folder / SAVE)
        problems = [problem for problem in session.take_problems() if problem.kind != "warning"]
    if problems:
        sys.exit("\n".join(str(problem) for problem in problems))
    return folder


if __name__ == "__main__":
    sys.stdout.write(f"{record()}\n")
