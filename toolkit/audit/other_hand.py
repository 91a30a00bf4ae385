"""Pieces that a player dragged who does not own them: who did it is named, and a referee is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.report import JudgedAction, Notice
from toolkit.rules.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Drag:
    """A unit that a hand dragged, no key: log and step, the unit, its side and name, the side that did it."""

    log: int
    step: int
    unit: str
    side: str
    name: str
    by: str


def drags_of_others(
    moved: Iterable[tuple[int, int, str, Actor | None]], sides: Callable[[str], tuple[str, str] | None]
) -> Iterator[Drag]:
    """Yield the drags by the side that does not own the unit.

    Parameters
    ----------
    moved : iterable of (int, int, str, Actor or None)
        Log, step, unit and actor of each drag.
    sides : callable
        Unit → its side and name, None for what is no unit.
    """
    for log, step, unit, actor in moved:
        known = sides(unit)
        if known is None or actor is None or actor.known is not Known.LOGGED or actor.side is None:
            continue
        if actor.side != known[0]:
            yield Drag(log, step, unit, *known, actor.side)


def _said_by_key(action: JudgedAction) -> bool:
    return action.outcome is Outcome.LEGAL and action.actor.known is Known.DECLARED


def _never(_action: JudgedAction) -> bool:
    return False


def attributed(
    actions: Iterable[JudgedAction], drags: Sequence[Drag], right: Callable[[JudgedAction], bool] = _never
) -> tuple[tuple[JudgedAction, ...], tuple[Notice, ...]]:
    """Return actions with those who did them, and a notice for each unit that the other side's hand moved.

    Where the rules give a decision about a unit to the other side, its hand is the right one: it has said so
    by a key, or `right` knows.
    """
    judged = tuple(actions)
    allowed = (one for one in judged if _said_by_key(one) or right(one))
    decided = {(one.log, step, one.actor.side) for one in allowed for step in one.steps}
    drags = [drag for drag in drags if (drag.log, drag.step, drag.by) not in decided]
    if not drags:
        return judged, ()
    by = {(drag.log, drag.step, drag.unit): drag.by for drag in drags}
    found = []
    for action in judged:
        # By a drag a key of the unit's own side becomes what it is not allowed to be.
        hands = {hand for step in action.steps if (hand := by.get((action.log, step, action.unit)))}
        hand = next(iter(hands)) if len(hands) == 1 else None
        if hand is not None and action.outcome is not Outcome.LEGAL:
            found.append(replace(action, actor=Actor(hand, Known.LOGGED)))
        else:
            found.append(action)
    notices = tuple(
        Notice(
            "AUD029",
            drag.step,
            f"{drag.name} ({drag.side}) was dragged by the {drag.by} player",
            {"unit": drag.unit, "side": drag.side, "by": drag.by},
            drag.log,
        )
        for drag in drags
    )
    return tuple(found), notices
