"""Retreats and advances: who chooses the way, what it may pass, how it ends, what comes after."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.board import Board, Places
from toolkit.rules.mechanisms.combat import Condition
from toolkit.rules.mechanisms.forces import ALL, Units
from toolkit.rules.mechanisms.settings import Setting

Wish = Literal["no_zone", "empty", "nearer"]
Further = Literal["no", "away", "any"]
_NO: Setting[Further] = Setting("no")


@dataclass(frozen=True, slots=True)
class RetreatChoice:
    """Who chooses the way of a retreat.

    Attributes
    ----------
    by : {"owner", "enemy"}
    """

    by: Literal["owner", "enemy"]


@dataclass(frozen=True, slots=True)
class RetreatWay:
    """How a retreat goes and ends.

    Attributes
    ----------
    away : bool
        Whether it ends as many places away as it is long, or only is so long.
    further : {"no", "away", "any"}
        What a unit does that finds no free end: it may not go on; it goes on, each place farther away; it
        goes on anywhere.
    into_friends : bool
        Whether it may end with units of its side, as far as stacking allows.
    through_friends : bool
        Whether it may pass them.
    into_enemies : bool
        Whether it may enter places with enemy units.
    closed : Places or None
        Places that it does not enter.
    closed_sides : tuple of str
        Layers of hexsides that it does not cross.
    unless_links : tuple of str
        Layers of links over which it crosses even so.
    displaces : bool
        Whether a unit that finds no other end may take the place of one of its side, which then goes on by
        one place and, if it must, takes the place of another.  Who fights in the same battle, or has
        retreated in it, is not displaced.
    """

    away: bool = True
    further: Setting[Further] = _NO
    into_friends: bool = False
    through_friends: bool = True
    into_enemies: bool = False
    closed: Places | None = None
    closed_sides: tuple[str, ...] = ()
    unless_links: tuple[str, ...] = ()
    displaces: bool = False

    def passes(self, board: Board, start: str, place: str) -> bool:
        """Return whether the ground lets a retreat go from one place to the next."""
        if self.closed is not None and place in board.chosen(self.closed):
            return False
        return not (self.closed_sides and board.crosses((start, place), self.closed_sides, self.unless_links))


@dataclass(frozen=True, slots=True)
class RetreatPriority:
    """Of the ways that are open, a retreat takes the best: the first wish counts most.

    Of several clauses the first that fits the unit counts.

    Attributes
    ----------
    wishes : tuple of {"no_zone", "empty", "nearer"}
        No place in an enemy zone; no place with units of its side; an end nearer to `to`.
    to : Places or None
    units : Units
    """

    wishes: tuple[Wish, ...]
    to: Places | None = None
    units: Units = ALL


@dataclass(frozen=True, slots=True)
class RetreatFails:
    """A unit that cannot retreat is eliminated, stays where it is, or stays and loses steps.

    Attributes
    ----------
    then : {"eliminated", "stays", "loses"}
    steps : int
        So many are lost by one that ``loses``; where the result offers steps in place of the retreat
        (`or_lose`, `mixed`) and none of the units can retreat, they lose those.
    """

    then: Literal["eliminated", "stays", "loses"] = "eliminated"
    steps: int = 1


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Units that are attacked may withdraw before the battle is rolled, each by itself, as in a retreat.

    Nobody gives way to them.  When no defender is left there is no roll, and attackers may advance.

    Attributes
    ----------
    units : Units
    places : int
        Length.
    unless : Condition or None
        Against which attacks they may not.
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    units: Units = ALL
    places: int = 1
    unless: Condition | None = None
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advances:
    """Units may advance into places that the enemy left empty in a battle.

    Attributes
    ----------
    units : int or None
        So many; any number when left out.
    who : Units
    length : int
        Places.
    by : tuple of {"attacker", "defender"}
        Attackers into the places attacked, defenders into those from which they were attacked.
    must : bool
        Whether one of them has to, if any can, before anything else is done.
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    units: int | None = None
    who: Units = ALL
    length: int = 1
    by: tuple[Literal["attacker", "defender"], ...] = ("attacker",)
    must: bool = False
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()


def ends_of(
    start: str,
    near: Callable[[str], Iterable[str]],
    open_: Callable[[str, str], bool],
    fits: Callable[[str, int], bool],
    length: int,
    *,
    distance: Callable[[str], int],
    away: bool,
    further: str,
    limit: int,
) -> tuple[int, dict[str, tuple[str, ...]]]:
    """Return how long a retreat is, and a way to each of its ends; (0, {}) when there is none.

    Parameters
    ----------
    start : str
    near : callable
        Place → places around it.
    open_ : callable
        Whether it may go from one place to the next.
    fits : callable
        Whether it may end in a place after so many places.
    length : int
        How long it is at least.
    distance : callable
        How far a place is from `start`.
    away : bool
        Whether each place of it must lie farther away, up to `length`.
    further : {"no", "away", "any"}
        Whether it may be longer, and how.
    limit : int
        No retreat is longer.
    """
    ways: dict[str, tuple[str, ...]] = {start: ()}
    last = length if further == "no" else limit
    for steps in range(1, last + 1):
        strict = away and ((steps <= length and further != "any") or further == "away")
        found: dict[str, tuple[str, ...]] = {}
        for here, way in ways.items():
            for place in near(here):
                if place in found or not open_(here, place):
                    continue
                if strict and distance(place) != steps:
                    continue
                found[place] = (*way, place)
        ways = found
        if not ways:
            break
        if steps >= length:
            ends = {place: way for place, way in ways.items() if fits(place, steps)}
            if ends:
                return steps, ends
    return 0, {}
