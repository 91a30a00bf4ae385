"""Planted violations that a log does not show, as a closed list: each leaves the log of a legal game.

They are confirmed as illegal where the rules are asked about actions; no reader of a log can tell them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.violations.rattenkrieg.mutants import Mutant
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.events import uses
from toolkit.games.rattenkrieg.rules.position import Course, Position
from toolkit.games.rattenkrieg.rules.sides import Side

_LASTING = (a.AssaultGun, a.Engineers, a.Molotov, a.ChuikovBattle)
_SHOTS = (a.AirSupport, a.Bombard)

Test = Callable[[Position, Action, Sequence[Action]], bool]
"""Whether an action in a position, with what follows it, leaves a legal game's log."""


@dataclass(frozen=True, slots=True)
class NotInLogs:
    """A way to break a clause that no log shows.

    Attributes
    ----------
    why : str
        What the same log says instead.
    """

    clauses: tuple[str, ...]
    why: str
    test: Test


def _thought_better(position: Position, action: Action, following: Sequence[Action]) -> bool:
    del following
    act = position.act
    return isinstance(action, a.Activate) and act is not None and not act.operations


def _there_already(position: Position, action: Action, following: Sequence[Action]) -> bool:
    del following
    return isinstance(action, a.ReturnT34) and position.on_map(position.data.tank)


def _down_already(position: Position, action: Action, following: Sequence[Action]) -> bool:
    del following
    if not isinstance(action, a.Retreat) or action.down:
        return False
    return {action.unit, *([position.data.tank] if action.with_t34 else [])} <= position.down


def _stays_silently(position: Position, action: Action, following: Sequence[Action]) -> bool:
    del following
    return position.broken is not None and isinstance(action, a.End)


def _no_strip(position: Position, action: Action, following: Sequence[Action]) -> bool:
    del following
    return isinstance(action, a.DealSteps) and action.unit == position.data.tank


def _other_use(position: Position, action: Action, following: Sequence[Action]) -> bool:
    """Return whether a card is played as an event that its key turns into another one of the same kind."""
    del following
    card = getattr(action, "card", None)
    # The first of them: the module has a key of its own for the other.
    use = next(iter(uses(position.data, card, position.actor)), None) if isinstance(card, str) else None
    alike = any(isinstance(action, kinds) and use in kinds for kinds in (_LASTING, _SHOTS))
    return alike and use is not type(action)


def _goes_nowhere(position: Position, action: Action, following: Sequence[Action]) -> bool:
    """Return whether the T-34 is said to go along to where it stands."""
    del following
    if not isinstance(action, a.MoveFriendly | a.EnterEmpty | a.EnterBattle | a.Retreat):
        return False
    return action.with_t34 and position.where[position.data.tank] == action.area


def _stays(position: Position, action: Action, following: Sequence[Action]) -> bool:
    del following
    return isinstance(action, a.MoveFriendly) and position.where[action.unit] == action.area


def _out_of_hand(position: Position, action: Action, following: Sequence[Action]) -> bool:
    del following
    return isinstance(action, a.Sniper) and action.taken not in (None, *position.hands[Side.GERMAN])


def _claims_support(position: Position, action: Action, following: Sequence[Action]) -> bool:
    """Return whether a T-34 is said to support a unit that it does not stand with."""
    del following
    if not isinstance(action, a.EnterBattle | a.Attack | a.NameDefender) or not action.support:
        return False
    area = action.area if isinstance(action, a.EnterBattle) else position.where[action.unit]
    soviet = position.side(action.unit) is Side.SOVIET
    return not soviet or position.where[position.data.tank] != area


def _both_silent(position: Position, action: Action, following: Sequence[Action]) -> bool:
    """Return whether all who have not passed could only pass, without turning anything over (U02)."""
    del following
    if not isinstance(action, a.EndOperations) or position.act is not None:
        return False
    enemy_passes = position.courses[-1:] == (Course.PASSED,) or not _face_up(position, position.actor.enemy)
    return enemy_passes and not _face_up(position, position.actor)


def _nobody_left(position: Position, action: Action, following: Sequence[Action]) -> bool:
    """Return whether the side whose turn it is could only pass, without turning anything over (U02)."""
    del following
    if not isinstance(action, a.Activate | a.Pass | a.Replenish) or position.act is not None:
        return False
    side = action.side if isinstance(action, a.Pass) else position.side(action.unit)
    return side is position.actor.enemy and not _face_up(position, position.actor)


def _face_up(position: Position, side: Side) -> bool:
    units = [unit for unit in position.data.units if position.on_map(unit)]
    return any(position.side(unit) is side and unit not in position.down for unit in units)


def _fights_after_all(position: Position, action: Action, following: Sequence[Action]) -> bool:
    """Return whether a unit that walked among enemies attacks them next: it entered to fight."""
    fights = next(iter(following), None)
    if not isinstance(action, a.MoveFriendly) or action.area not in position.data.city:
        return False
    return isinstance(fights, a.Attack) and fights.unit == action.unit


def _dragged_back(position: Position, action: Action, following: Sequence[Action]) -> bool:
    """Return whether a unit is dragged back at once, with nothing paid or fought."""
    if not isinstance(action, a.MoveFriendly | a.EnterEmpty) or getattr(action, "card", None) is not None:
        return False
    back = next(iter(following), None)
    if not isinstance(back, a.MoveFriendly | a.EnterBattle) or back.unit != action.unit:
        return False
    return back.area == position.where[action.unit]


NOT_IN_LOGS: tuple[NotInLogs, ...] = (
    NotInLogs(
        ("3.5", "7.1", "7.2", "7.3", "8.1", "8.11"),
        "a unit that is dragged back at once was put right",
        _dragged_back,
    ),
    NotInLogs(
        ("5.0",),
        "neither side has a unit left to turn over: both pass silently",
        _both_silent,
    ),
    NotInLogs(
        ("8.12",),
        "no key says that the T-34 supports; where it cannot, that shows in who has won",
        _claims_support,
    ),
    NotInLogs(("9.6",), "the module's button takes a card of the German hand", _out_of_hand),
    NotInLogs(("7.2", "8.11"), "a unit that goes to where it stands does not move", _stays),
    NotInLogs(("8.12",), "a T-34 that goes along to where it stands does not move", _goes_nowhere),
    NotInLogs(("9.1",), "the key of an event plays a card as what it is for its owner", _other_use),
    NotInLogs(
        ("7.1",), "a unit that was named and did nothing: the player thought better of it", _thought_better
    ),
    NotInLogs(
        ("6.3",), "the key that brings the T-34 back does nothing while it is on the map", _there_already
    ),
    NotInLogs(("8.9.1", "8.10.1"), "the unit lies face-down anyway", _down_already),
    NotInLogs(("8.10",), "who says nothing of a comrade leaves it where it is, isolated", _stays_silently),
    NotInLogs(("3.3",), "there is no place for steps of the T-34", _no_strip),
    NotInLogs(
        ("5.0.2", "5.0.3"),
        "the other side has no unit left to turn over: it passes without touching anything (U02)",
        _nobody_left,
    ),
    NotInLogs(
        ("8.1",), "a unit that goes among enemies and attacks them has entered to fight", _fights_after_all
    ),
)


def why_not_in_logs(mutant: Mutant, before: Position, following: Sequence[Action]) -> str | None:
    """Return why a log does not show a mutant, None where it has to.

    Parameters
    ----------
    before : Position
        Before its last action, which breaks the clause.
    following : sequence of Action
        What was played after it.
    """
    last = mutant.actions[-1]
    for known in NOT_IN_LOGS:
        if mutant.clause in known.clauses and known.test(before, last, following):
            return known.why
    return None
