"""The numbers of the rules that stand in ``charts/figures.yaml``, and within what bounds they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers, by their ids in the data.

    Attributes
    ----------
    turns : int
        How many the game has (4.0).
    hand_german, hand_soviet : int
        Cards of the first hands (3.4).
    hand_limit, hand_limit_mamayev : int
        Cards of a hand after a turn (10.1), with Mamayev Kurgan (10.2).
    urban_infantry, urban_panzer : int
        What an urban area adds to defending infantry and panzer divisions (8.8).
    assault_gun, molotov : int
        What these events add to the attack (9.4, 9.7).
    """

    turns: int
    hand_german: int
    hand_soviet: int
    hand_limit: int
    hand_limit_mamayev: int
    urban_infantry: int
    urban_panzer: int
    assault_gun: int
    molotov: int

    @property
    def hands(self) -> tuple[int, int]:
        """Cards of the first hands, German and Soviet."""
        return self.hand_german, self.hand_soviet


_HAND, _CHANGE = range(1, 27), range(-20, 21)
READ: Mapping[str, range] = {
    **{field.name: _HAND if field.name.startswith("hand") else _CHANGE for field in fields(Figures)},
    "turns": range(1, 100),
}
"""Figures that the rules read → the values that mean something to them."""


def figures_of(game: CompiledGame) -> Figures:
    """Return the numbers of a compiled game."""
    return Figures(**{field.name: game.figure(field.name) for field in fields(Figures)})
