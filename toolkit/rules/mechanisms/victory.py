"""Victory: what wins at once, what counts points, and who has won at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.board import ANYWHERE, Places
from toolkit.rules.mechanisms.forces import Units

At = Literal["end", "turn", "phase"]


@dataclass(frozen=True, slots=True)
class Points:
    """What a side scores points for.

    Attributes
    ----------
    side : str
    each : number
        Points for each place held, each unit that exited, each enemy eliminated.
    hold : Places or None
        Places that count while they are held.
    worth : str
        Property of areas that says how much a place counts, in place of one.
    exited : Units or None
        Own units that count once they have left the map.
    eliminated : Units or None
        Enemy units that count while they are eliminated.
    strength : bool
        Whether units count their printed attack strength instead of one each.
    each_turn : bool
        Whether they are scored at the end of every turn and kept, or only as things stand.
    when : tuple of str
        Kinds of turns, or states, in which they are scored; always when left out.
    """

    side: str
    each: float = 1
    hold: Places | None = None
    worth: str = ""
    exited: Units | None = None
    eliminated: Units | None = None
    strength: bool = False
    each_turn: bool = False
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Need:
    """A number that a victory asks for: what is stated is counted together.

    Attributes
    ----------
    points_of : str
        Side whose points count.
    exited, eliminated : Units or None
        Units, of either side, that have left the map; that are eliminated.
    standing : Units or None
        Units that stand in `places`.
    held_by : str
        Side that holds `places`: they count.
    places : Places
    worth : str
        Property of areas that says how much a place counts, in place of one.
    strength : bool
        Whether units count their printed attack strength instead of one each.
    at_least, at_most : number or None
    """

    points_of: str = ""
    exited: Units | None = None
    eliminated: Units | None = None
    standing: Units | None = None
    held_by: str = ""
    places: Places = ANYWHERE
    worth: str = ""
    strength: bool = False
    at_least: float | None = None
    at_most: float | None = None


@dataclass(frozen=True, slots=True)
class Victory:
    """A side wins when everything that is stated is so; the first clause that fits decides.

    Attributes
    ----------
    side : str
        Who wins; "" for a draw.
    hold : Places or None
        Places that the side holds.
    count : int or None
        How many of them; all when left out.
    points : number or None
        The side has at least so many points.
    lead : number or None
        It has at least so many more than each other side.
    needs : tuple of Need
        Numbers that must all be so.
    at : {"end", "turn", "phase"}
        Asked at the end of the game, of every turn, of every phase.
    turns : tuple of int
        Asked in these turns only.
    level : str
        What players call it: decisive, marginal.
    """

    side: str = ""
    hold: Places | None = None
    count: int | None = None
    points: float | None = None
    lead: float | None = None
    needs: tuple[Need, ...] = ()
    at: At = "end"
    turns: tuple[int, ...] = ()
    level: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A word for `when` that holds once numbers are so: an army that is demoralised, a front that is broken.

    Asked when a phase begins.

    Attributes
    ----------
    id : str
        What `when` of other clauses calls it.
    needs : tuple of Need
        Numbers that must all be so.
    lasts : bool
        Whether it stays so from then on.
    when : tuple of str
        Kinds of turns, or other states, in which it is so; whichever when left out.
    """

    id: str
    needs: tuple[Need, ...] = ()
    lasts: bool = True
    when: tuple[str, ...] = ()
