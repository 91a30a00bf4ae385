"""Support: units that join a battle from elsewhere, after it is declared and before it is rolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.board import Places
from toolkit.rules.mechanisms.combat import fires
from toolkit.rules.mechanisms.forces import ALL, Table, Units

Side = Literal["attacker", "defender"]


@dataclass(frozen=True, slots=True)
class Support:
    """Units may join a declared battle before it is rolled, from where they are: artillery, aircraft.

    They add their strength to their side's, as it is printed and without what changes that of single units.
    Results do not touch them.

    Attributes
    ----------
    to : tuple of {"attacker", "defender"}
        Whom they support.
    units : Units
    reach : {"range", "anywhere"}
        From so many places away as `range` says; or from anywhere on the map, and from beside it by units
        that wait and whose turn to enter, if they have one, has come: aircraft.
    range : int
        At most so many places from a place that is attacked.
    hidden_by : Places or None
        What bars the sight: nobody supports where every shortest way there leads through such a place.
    undisturbed : bool
        Whether only units that no enemy is beside support.
    adds : {"own", "attack", "defence", "nothing"}
        What a unit adds: its attack to attackers and its defence to defenders; always the one, or the other;
        or nothing, where a `shift` or `die_modifier` counts it with `per`.
    limit : int or None
        So many such units on a side in one battle; any number when left out.
    expended : bool
        Whether the unit is used up by it: lost when the battle has been rolled, as supplies are.
    last : bool
        Whether the other side adds no support any more once one of these has joined.
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    to: tuple[Side, ...] = ("defender",)
    units: Units = ALL
    reach: Literal["range", "anywhere"] = "range"
    range: int = 1
    hidden_by: Places | None = None
    undisturbed: bool = False
    adds: Literal["own", "attack", "defence", "nothing"] = "own"
    limit: int | None = None
    expended: bool = False
    last: bool = False
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def reaches(self, table: Table, unit: str, place: str) -> bool:
        """Return whether a unit could support in a battle about a place."""
        if self.reach == "anywhere":
            return True
        near = table.board.distance(table.where[unit], place) <= self.range
        obstacle = fires(table, unit, place, hidden_by=self.hidden_by, undisturbed=self.undisturbed)
        return near and obstacle is None

    def strength(self, table: Table, unit: str, steps: int, to: Side) -> int:
        """Return what a unit with so many steps adds."""
        face = table.units[unit].face(steps)
        what = {"attacker": "attack", "defender": "defence"}[to] if self.adds == "own" else self.adds
        return {"attack": face.attack, "defence": face.defence, "nothing": 0}[what]
