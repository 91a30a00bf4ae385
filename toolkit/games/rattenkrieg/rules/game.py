"""The whole game: judge any action, and carry it out.

`check` says what an action breaks; `apply` changes the position and trusts its caller, so that a referee
can go on from the table as it is after an illegal action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.arrivals import still_due
from toolkit.games.rattenkrieg.rules.chapters import RULE_BOOK
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.moments import Moment, due
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sequence import LOSSES, misplaced
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.judging import Breach, broken, judge
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Basis, Verdict

# What rules rest on beside the text: ways between areas, kinds of areas, strengths.
_WAYS = ("7.2", "7.3", "8.9", "8.10.1", "9.2", "9.3", "4.0")
_TERRAIN = ("3.1", "8.7.", "8.9", "9.2", "9.3")
_STRENGTH = ("8.7.", "8.9", "9.2", "9.3")
# Lines of 8.9 that speak of the unit's own cards, or of the Soviet rear.
_TEXT_ALONE = frozenset({"8.9.2", "8.9.4"})


def check(position: Position, action: Action) -> Verdict:
    """Judge an action.

    Parameters
    ----------
    position : Position
        Before the action.

    Returns
    -------
    Verdict
        What has no place at the moment stands alone: other rules are not asked about it.
    """
    return judge(
        position.data.points, lambda rulings: breaches(position, action, rulings), basis_of(position.data)
    )


def breaches(position: Position, action: Action, rulings: Rulings) -> list[Breach]:
    """Return what an action breaks under one reading, in printed order."""
    wrong = misplaced(position, action, rulings)
    if wrong is not None:
        return [wrong]
    return broken(RULE_BOOK, position, action, rulings)


def apply(position: Position, action: Action) -> None:
    """Carry an action out as it was done, legal or not."""
    if not isinstance(action, a.Shuffle):
        if position.strike is not None and not isinstance(action, a.TakeBack):
            position.strike = None
        if position.broken is not None and not isinstance(action, a.Retreat | a.Isolate):
            position.broken = None
    RULE_BOOK.effects[type(action)](position, action)


def owing(position: Position, action: Action, rules: Sequence[str]) -> tuple[Side, str] | None:
    """Return who had to do something before an action, and with which unit, "" for any (6, 7.3, 8.9).

    `rules` are those that the action breaks; an empty area owes its price.
    """
    if isinstance(action, a.EnterEmpty) and action.card is None and rules[:1] == ("7.3",):
        return position.data.units[action.unit].side, ""
    if isinstance(action, a.EndReinforcement) and rules[:1] in (("6.1",), ("6.2",), ("6.3",)):
        due_now = ((side, still_due(position, side)) for side in Side)
        return next((one for one in due_now if one[1]), (Side.SOVIET, position.data.tank))
    rulings = Rulings(position.data.points)
    waiting = due(position, rulings)
    if waiting.moment is not Moment.DAMAGE or waiting.side is None or isinstance(action, LOSSES):
        return None
    return (waiting.side, waiting.unit) if misplaced(position, action, rulings) is not None else None


def _sourced(data: RulesData, rule: str) -> Iterator[bool]:
    """Yield for everything a rule rests on beside the text whether all of it has a printed source."""
    if rule.startswith(_WAYS):
        yield data.ways_sourced >= data.ways
    if rule.startswith(_TERRAIN):
        yield all(area.sourced for area in data.areas.values())
    if rule.startswith(_STRENGTH):
        yield all(unit.sourced for unit in data.units.values())


def basis_of(data: RulesData) -> Callable[[str], Basis]:
    """Return what a verdict rests on that names a rule: our map and counters, unless it needs neither."""

    def basis(rule: str) -> Basis:
        if rule in _TEXT_ALONE:
            return Basis.RULES
        needed = list(_sourced(data, rule))
        if not needed:
            return Basis.RULES
        return Basis.SOURCED if all(needed) else Basis.RECONSTRUCTED

    return basis
