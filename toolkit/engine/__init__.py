"""The real VASSAL as judge: optional, needs Java.  Nothing below this package knows that it exists."""

from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.provision import EngineHome, EngineUnavailable, find_engine, survey

__all__ = ["Engine", "EngineFailure", "EngineHome", "EngineUnavailable", "find_engine", "survey"]
