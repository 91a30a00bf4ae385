"""What the chat says when a log is stepped through."""

from __future__ import annotations

from pathlib import Path

from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome


def chat(home: EngineHome, module: Path, log: Path) -> list[str]:
    """Return the lines of all steps of a log, in order."""
    with Engine(home) as engine:
        game = OpenModule.open(engine, module)
        game.load(log)
        return [line for step in game.step() for line in step]
