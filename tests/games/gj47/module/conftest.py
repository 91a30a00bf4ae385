"""The parts of the game's module, made once."""

from __future__ import annotations

from tests.module.conftest import entries, equipment, game, parts

__all__ = ["entries", "equipment", "game", "parts"]
