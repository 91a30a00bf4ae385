"""Open points on which readings disagree, and whose outcome on the table is the same under all of them."""

from __future__ import annotations

from toolkit.rules.rulings import Rulings
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.game import apply, check
from toolkit.rules.storm.position import Position
from toolkit.rules.storm.withdrawal import to_leave
from toolkit.rules.verdict import Verdict

_ORDER = "St-18"


def comes_to_the_same(position: Position, action: a.Action, verdict: Verdict) -> bool:
    """Return whether nothing on the table depends on the point that makes a verdict unclear.

    Parameters
    ----------
    position : Position
        Before the action.
    action : Action
    verdict : Verdict
        An unclear one.

    Notes
    -----
    A reinforcement that is placed before the black units leave may as well be placed after them, unless
    another unit has to leave for one that is eliminated: it could be the one that was placed.
    """
    if verdict.unclear != (_ORDER,) or not isinstance(action, a.Place):
        return False
    leaving = to_leave(position, Rulings(position.data.points))
    if not all(position.on_map(unit) for unit in leaving):
        return False
    later = position.copy()
    for unit in leaving:
        apply(later, a.Withdraw(unit, unit))
    return check(later, action).legal
