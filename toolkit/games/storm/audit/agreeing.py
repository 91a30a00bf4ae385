"""Open points on which readings disagree, and whose outcome on the table is the same under all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.game import apply, check
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.withdrawal import to_leave
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Verdict

_ORDER = "St-18"


def comes_to_the_same(position: Position, action: a.Action, verdict: Verdict) -> bool:
    """Return whether nothing on the table depends on the point that makes a verdict unclear.

    Parameters
    ----------
    position : Position
        Before the action.
    verdict : Verdict
        An unclear one.

    Notes
    -----
    A reinforcement that is placed before the black units leave may as well be placed after them, unless it
    could be the one that leaves for an eliminated unit; so may one be given up, if nobody leaves for another.
    """
    if verdict.unclear != (_ORDER,) or not isinstance(action, a.Place | a.Lost):
        return False
    leaving = to_leave(position, Rulings(position.data.points))
    dead = [unit for unit in leaving if not position.on_map(unit)]
    if dead and (isinstance(action, a.Lost) or _could_leave(position, action.unit, dead)):
        return False
    later = position.copy()
    for unit in leaving:
        if unit not in dead:
            apply(later, a.Withdraw(unit, unit))
    later.gone |= {*dead}
    return check(later, action).legal


def _could_leave(position: Position, unit: str, dead: Sequence[str]) -> bool:
    """Return whether a unit that arrives could leave for a dead one: it is of its type, or none is left."""
    units = position.data.units
    wanted = Counter(units[one].kind for one in dead)
    there = Counter(
        one.kind
        for one in units.values()
        if one.side is Side.GERMAN
        and not one.withdraws
        and position.on_map(one.id)
        and one.enters != position.turn
    )
    return units[unit].side is Side.GERMAN and (units[unit].kind in wanted or not wanted <= there)
