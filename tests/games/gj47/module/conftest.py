"""The parts of the game's module, made once."""

from __future__ import annotations

from tests.module.conftest import built, entries, equipment, game, parts, table

__all__ = ["built", "entries", "equipment", "game", "parts", "table"]
