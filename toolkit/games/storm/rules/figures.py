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
        How many the turn track has.
    target : int
        Victory areas that the Soviets need where nobody settled it otherwise.
    bid_least, tie_target_least, tie_target_most : int
        The least bid, and the targets suggested after equal bids.
    mamayev_cards : int
        Cards more for him who controls Mamayev Kurgan.
    stacking : int
        Units of a side in one area.
    area_cost, enemy_cost : int
        Movement points to enter an area; more for the enemy, each when entering and when leaving.
    dice, least_attack : int
        Dice of an attack, and the attack value that a unit needs to fire.
    withdrawal_turn : int
        Turn in whose end phase black units leave.
    ferry_units : int
        Units that leave a ferry box together.
    """

    turns: int
    target: int
    bid_least: int
    tie_target_least: int
    tie_target_most: int
    mamayev_cards: int
    stacking: int
    area_cost: int
    enemy_cost: int
    dice: int
    least_attack: int
    withdrawal_turn: int
    ferry_units: int


_MANY = range(100)
# A roll is two dice to every log; what has no bounds of its own is read as it stands.
READ: Mapping[str, range] = {
    **{field.name: _MANY for field in fields(Figures)},
    **{"dice": range(2, 3), "area_cost": range(1, 100), "bid_least": range(1, 8), "target": range(1, 8)},
}
"""Figures that the rules read → the values that mean something to them."""


def figures_of(game: CompiledGame) -> Figures:
    """Return the numbers of a compiled game."""
    return Figures(**{field.name: game.figure(field.name) for field in fields(Figures)})
