"""The two players of a game on areas."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class Side(IntEnum):
    """The two players."""

    GERMAN = 0
    SOVIET = 1

    @property
    def enemy(self) -> Side:
        """The other player."""
        return _ENEMIES[self]

    @property
    def id(self) -> str:
        """``"german"`` or ``"soviet"``."""
        return "german" if self is Side.GERMAN else "soviet"


_ENEMIES = (Side.SOVIET, Side.GERMAN)

SIDES: Mapping[str, Side] = MappingProxyType({side.id: side for side in Side})
