"""The whole game: judge any action, and carry it out.

`check` says what an action breaks; `apply` changes the position and trusts its caller, so that a referee
can go on from the table as it is after an illegal action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.card_plays import text_breaches
from toolkit.games.storm.rules.chapters import RULE_BOOK
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.losses import may_suffer
from toolkit.games.storm.rules.moments import Moment, due
from toolkit.games.storm.rules.position import ELIMINATED, Phase, Position
from toolkit.games.storm.rules.reinforcements import waiting
from toolkit.games.storm.rules.sequence import IMPULSE, LOSSES, begins_act, misplaced
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.withdrawal import to_leave
from toolkit.rules.judging import Breach, broken, judge
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Basis, Outcome, Verdict

# What rules rest on beside the text: terrain and ways of the map, values of the units.
_MAP = ("SEED 移動3", "SEED 攻擊", "SEED 損傷", "SEED 撤退", "SEED 增援2", "SEED 增援4", "SEED 勝利")
_UNITS = ("SEED 移動3", "SEED 註3", "SEED 攻擊", "SEED 損傷", "SEED 增援", "SEED 撤離", "REF 3.7", "10.4")
_TURN_TABLE = ("SEED 流程1", "SEED 流程3(1)", "CARD", "REF 3.3")


def check(position: Position, action: Action) -> Verdict:
    """Judge an action.

    Parameters
    ----------
    position : Position
        Before the action.

    Returns
    -------
    Verdict
        What has no place at the moment stands alone: other rules are not asked about it.  UNVERIFIED for an
        action that names what the data do not have, or that a card without machine meaning touches.
    """
    missing = unknown(position, action) or untold(position, action)
    if missing is not None:
        return Verdict(Outcome.UNVERIFIED, (), (), missing, Basis.RECONSTRUCTED)
    return judge(
        position.data.points, lambda rulings: breaches(position, action, rulings), basis_of(position.data)
    )


def breaches(position: Position, action: Action, rulings: Rulings) -> list[Breach]:
    """Return what an action breaks under one reading, in printed order."""
    wrong = misplaced(position, action, rulings)
    if wrong is not None:
        return [wrong]
    return [*broken(RULE_BOOK, position, action, rulings), *text_breaches(position, action, rulings)]


def apply(position: Position, action: Action) -> None:
    """Carry an action out as it was done, legal or not."""
    RULE_BOOK.effects[type(action)](position, action)


def owing(position: Position, action: Action, rules: Sequence[str]) -> tuple[Side, str] | None:
    """Return who had to do something before an action, and with which unit, "" for any.

    `rules` are those that the action breaks (增援1, 撤離1, 流程3(4), 損傷3); a card owes its price.
    """
    late = isinstance(action, a.Place | a.EndTurn) and rules[:1] == ("SEED 增援1",)
    # A unit that has to leave may only be too early.
    late = late or (isinstance(action, a.Withdraw) and _leaves(position, action, rules))
    if late or (isinstance(action, a.EndTurn) and rules[:1] == ("SEED 流程3(4)",)):
        sides = (Side.GERMAN,) if isinstance(action, a.Place) else tuple(Side)
        return next(((side, unit) for side in sides for unit in waiting(position, side)), None)
    rulings = Rulings(position.data.points)
    if isinstance(action, a.CloseLosses) and rules[:1] == ("SEED 損傷3",):
        return action.side, next(may_suffer(position, rulings), "")
    if isinstance(action, a.Play):
        card = position.data.cards.get(action.card)
        if card is not None and card.discards > len(action.paid):
            return action.side, ""
    now = due(position, rulings)
    if now.moment is not Moment.LOSSES or now.side is None or isinstance(action, LOSSES):
        return None
    return (now.side, "") if misplaced(position, action, rulings) is not None else None


def _leaves(position: Position, action: a.Withdraw, rules: Sequence[str]) -> bool:
    """Return whether a unit leaves that has to, or one for the dead, and nothing but the moment is wrong."""
    rulings = Rulings(position.data.points.settled())
    for_the_dead = position.where[action.instead_of] == ELIMINATED and action.unit not in position.data.black
    due = action.instead_of in to_leave(position, rulings) and rules == ("SEED 撤離1",)
    return due and (action.unit == action.instead_of or for_the_dead)


def unknown(position: Position, action: Action) -> str | None:
    """Return what an action names that the game's data do not have."""
    data = position.data
    units: tuple[str, ...] = getattr(action, "units", ())
    areas: tuple[str, ...] = getattr(action, "path", ())
    match action:
        case a.Spend() | a.Retreat() | a.Drive() | a.Eliminate() | a.Lost():
            units = (action.unit,)
        case a.Place():
            units, areas = (action.unit,), (action.area,)
        case a.Withdraw():
            units = (action.unit, action.instead_of)
        case a.Fire():
            units, areas = (*units, *action.aimed), (action.target,)
        case a.Play():
            if action.card not in data.cards:
                return f"no card {action.card} is known"
            areas = (action.area,) if action.area else ()
    strange = [f"unit {unit}" for unit in units if unit not in data.units]
    strange += [f"area {area}" for area in areas if area not in data.areas]
    return f"no {strange[0]} is known" if strange else None


def untold(position: Position, action: Action) -> str | None:
    """Return which card without machine meaning touches an action."""
    foreign = position.foreign
    if isinstance(action, a.Play):
        card = position.data.cards[action.card]
        if card.effect is None:
            return f"what {card.name or card.id} does is not known"
    if foreign is None or position.phase is not Phase.IMPULSES:
        return None
    starts = isinstance(action, IMPULSE) and not (
        isinstance(action, a.Play) and not begins_act(position, action)
    )
    if position.shot is None and position.toll is None and starts:
        touched = foreign.act and getattr(action, "side", None) is foreign.side
    else:
        touched = True
    return f"what {foreign.card} does to it is not known" if touched else None


def basis_of(data: RulesData) -> Callable[[str], Basis]:
    """Return what a verdict rests on that names a rule: our map, counters and cards, unless it needs none."""

    def basis(rule: str) -> Basis:
        if rule.startswith(_TURN_TABLE):
            return Basis.RECONSTRUCTED
        needed: list[bool] = []
        if rule.startswith(_MAP):
            needed += [data.ways_sourced >= data.ways, all(area.sourced for area in data.areas.values())]
        if rule.startswith(_UNITS):
            needed.append(all(unit.sourced for unit in data.units.values()))
        if not needed:
            return Basis.RULES
        return Basis.SOURCED if all(needed) else Basis.RECONSTRUCTED

    return basis
