"""Planted violations that a log does not show, as a closed list: each leaves the log of a legal game.

They are confirmed as illegal where the rules are asked about actions; no reader of a log can tell them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tests.violations.storm.mutants import Mutant
from tests.violations.storm.mutation_lists import TWINS
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.activation import start_of
from toolkit.games.storm.rules.game import check
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.withdrawal import is_played_out

_LONGEST = 6

Test = Callable[[Position, Action], bool]
"""Whether an action in a position leaves a legal game's log."""


@dataclass(frozen=True, slots=True)
class NotInLogs:
    """A way to break a clause that no log shows.

    Attributes
    ----------
    clauses : tuple of str
        () for any.
    why : str
        What the same log says instead.
    """

    clauses: tuple[str, ...]
    why: str
    test: Test


def _another_way(position: Position, action: Action) -> bool:
    """Return whether a group may go where it went by another way: a drag shows its ends."""
    if not isinstance(action, a.Move) or not action.path or not start_of(position, action):
        return False
    goal = action.path[-1]
    waiting: list[tuple[str, ...]] = [()]
    for _ in range(_LONGEST):
        longer: list[tuple[str, ...]] = []
        for path in waiting:
            at = path[-1] if path else start_of(position, action)
            for near in position.data.neighbours.get(at, ()):
                if near == goal and check(position, a.Move(action.side, action.units, (*path, near))).legal:
                    return True
                if near not in path and near != goal:
                    longer.append((*path, near))
        waiting = longer if len(longer) < 2000 else []
    return False


def _another_retreat(position: Position, action: Action) -> bool:
    """Return whether a unit may retreat to where it went by another way."""
    if not isinstance(action, a.Retreat | a.Drive) or action.lost or not action.path:
        return False
    goal, kind = action.path[-1], type(action)
    near = position.data.neighbours.get(position.where.get(action.unit, ""), ())
    paths = [(goal,), *((first, goal) for first in near)]
    return any(check(position, kind(action.side, action.unit, path)).legal for path in paths)


def _winner(position: Position, action: Action) -> bool:
    """Return whether somebody is named as the winner, or nobody when the last turn is over."""
    if not isinstance(action, a.EndTurn):
        return False
    return action.winner is not None or position.turn >= position.data.last_turn


def _afterwards(position: Position, action: Action) -> bool:
    return is_played_out(position) and not isinstance(action, a.EndTurn)


def _close(position: Position, action: Action) -> bool:
    del position
    return isinstance(action, a.CloseLosses)


def _whole_deck(position: Position, action: Action) -> bool:
    return isinstance(action, a.Shuffle) and position.phase is Phase.PREPARATION


_ENDS = "a drag shows its ends: what was gone through shows as a way between them that is too long"
TWINS_IN_LOGS: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {
        **TWINS,
        "SEED 移動3": (("SEED 移動3(4)",), _ENDS),
        "SEED 移動3(3)": (("SEED 移動3(4)",), _ENDS),
        "SEED 移動4": (("SEED 移動3(4)",), _ENDS),
        "SEED 撤退3": (("SEED 撤退1",), "a retreat that goes on shows as one to where it ended"),
        "SEED 流程2": (
            ("SEED 移動2",),
            "who moves twice from one area shows as one impulse to two areas",
        ),
        "SEED 流程2(1)": (
            ("SEED 流程2",),
            "a unit of the other side that is moved is that side's move",
        ),
    }
)
"""As `mutation_lists.TWINS`, for what a log shows of them."""

NOT_IN_LOGS: tuple[NotInLogs, ...] = (
    NotInLogs(("SEED 勝利", "SEED 撤離4"), "nobody writes down who has won: the audit works it out", _winner),
    NotInLogs((), "when nothing is left to be done counters may go anywhere", _afterwards),
    NotInLogs(("SEED 損傷1",), "whoever presses Close tidies the desk; what is left over is judged", _close),
    NotInLogs((), "a drag shows its ends, and another way between them is legal", _another_way),
    NotInLogs((), "a drag shows its ends, and another retreat between them is legal", _another_retreat),
    NotInLogs(("REF 3.3",), "the key shuffles all cards that lie in the deck", _whole_deck),
)


def why_not_in_logs(mutant: Mutant, before: Position) -> str | None:
    """Return why no log shows a planted violation; None for one that shows.

    Parameters
    ----------
    before : Position
        Before its last action.
    """
    last = mutant.actions[-1]
    for entry in NOT_IN_LOGS:
        if (not entry.clauses or mutant.clause in entry.clauses) and entry.test(before, last):
            return entry.why
    return None
