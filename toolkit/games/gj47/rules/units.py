"""Counters as the movement rules see them."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.rules.sides import TwoSides


class Owner(TwoSides):
    """The two players."""

    AXIS = 0
    SOVIET = 1


@dataclass(frozen=True, slots=True)
class UnitType:
    """A counter that stands on the map: a combat unit or a headquarters.

    Attributes
    ----------
    id : str
        Counter id.
    allowance, reduced_allowance : int
        Movement allowance of the two faces, in points; the same for a blank back.
    name : str
        For people.
    sourced : bool
        Whether the printed values are known from a source.
    steps : int
        2, or 1 for a blank back.
    attack, defence : pair of int
        Full and reduced face; the same for a blank back.
    command_range : int
        Of a headquarters, in hexes; 0 for others.
    pool_type : str
        Class that the withdrawal and reinforcement tables name: ``"Pz"``, ``"SS"``, ``"Inf"``, ``"Rifle"``,
        ``"HQ"`` …; one of their own for units no table names (``"Mot"``).
    assignment : str or None
        Where it is set up: an army (``"6A"``), ``"front"``, ``"second"``, for a headquarters its own name;
        None for units of the reserve pool.
    symbol : str
        Branch, e.g. ``"infantry"``.
    short : str
        As printed on the counter, e.g. ``"GD"``.
    """

    id: str
    owner: Owner
    mechanised: bool
    mountain: bool
    allowance: int
    reduced_allowance: int
    headquarters: bool = False
    nationality: str = ""
    name: str = ""
    sourced: bool = False
    steps: int = 2
    attack: tuple[int, int] = (0, 0)
    defence: tuple[int, int] = (0, 0)
    command_range: int = 0
    pool_type: str = ""
    assignment: str | None = None
    symbol: str = ""
    short: str = ""

    @property
    def german(self) -> bool:
        """Whether the unit is German."""
        return self.nationality == "german"

    @property
    def allied(self) -> bool:
        """Whether the unit belongs to one of the allies of the Axis."""
        return self.owner is Owner.AXIS and not self.german
