"""The two players of a game."""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property
from typing import Self


class TwoSides(IntEnum):
    """The two players, 0 and 1: a game names them by a class of its own."""

    @cached_property
    def enemy(self) -> Self:
        """The other player."""
        return type(self)(1 - self)

    @cached_property
    def id(self) -> str:
        """The id that the game's data give the side: the name in small letters."""
        return self.name.lower()
