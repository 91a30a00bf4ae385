"""What a report says of an action of Storm: its words, its sum, what it cost, what would have been right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from toolkit.audit.actor import Actor, Known
from toolkit.audit.instead import Wording, instead
from toolkit.audit.report import JudgedAction, Owed, Private, Segment, ShownStep, ShownTrail
from toolkit.games.storm.audit.story import Done
from toolkit.games.storm.audit.wording import detail_of, goal_of, name_of, names_of, units_of, word
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.choices import candidates
from toolkit.games.storm.rules.game import breaches, owing
from toolkit.games.storm.rules.movement import priced, slowest
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.sums import sum_of
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Outcome, Verdict


def shown_as(
    position: Position,
    done: Done,
    verdict: Verdict,
    moments: Sequence[tuple[int, int]],
    segment: Segment,
    *,
    trial: bool,
) -> JudgedAction:
    """Return an action as a report has it; it is not carried out yet.

    Parameters
    ----------
    moments : sequence of (int, int)
        Log and number of its steps.
    segment : Segment
        The part of the game that it belongs to.
    trial : bool
        Whether only the verdict counts, and not what the rules would have allowed in its place.
    """
    action = done.action
    wording, (_, public) = _wording(position, action), detail_of(position, action)
    if isinstance(action, a.Play) and done.actor.side not in (None, action.side.id):
        wording = wording._replace(detail=f"{wording.detail}, a {action.side.id} card")
    return JudgedAction.of(
        verdict,
        moments,
        wording,
        actor=_blamed(done.actor, verdict),
        segment=segment,
        dice=tuple(filter(None, action.dice)) if isinstance(action, a.Roll) else (),
        private=None if public is None else Private(public[0].id, public[1]),
        verdicts=_verdicts(action, verdict),
        sum=sum_of(position, action),
        taken=None if verdict.legal else _taken(position, action),
        owed=_owed(position, action, verdict),
        instead=() if trial else _instead(position, action, verdict),
    )


def _wording(position: Position, action: a.Action) -> Wording:
    units = units_of(action)
    first = units[0] if units else ""
    start = position.where.get(first, "") if first else ""
    via = action.path[:-1] if isinstance(action, a.Move | a.Retreat | a.Drive) else ()
    return Wording(
        word(action),
        first,
        names_of(position, units),
        name_of(position, start) if start in position.data.areas else "",
        name_of(position, goal_of(action)),
        tuple(name_of(position, area) for area in via),
        detail_of(position, action)[0],
    )


def _instead(position: Position, action: a.Action, verdict: Verdict) -> tuple[Wording, ...]:
    rulings = Rulings(position.data.points.settled())
    return instead(
        action,
        verdict,
        lambda: candidates(position, rulings),
        lambda one: not breaches(position, one, rulings),
        partial(_wording, position),
    )


def _owed(position: Position, action: a.Action, verdict: Verdict) -> Owed | None:
    known = None if verdict.legal else owing(position, action, verdict.rules)
    return None if known is None else Owed(known[0].id, known[1], name_of(position, known[1]))


def _verdicts(action: a.Action, verdict: Verdict) -> dict[str, Verdict]:
    """Return the verdict for who does not see yet what an action hides: a bid is sealed."""
    if isinstance(action, a.Bid) and verdict.outcome is not Outcome.LEGAL:
        return {action.bidder.enemy.id: Verdict(Outcome.LEGAL)}
    return {}


def _taken(position: Position, action: a.Action) -> ShownTrail | None:
    """Return the way of a move with what each area costs."""
    if not isinstance(action, a.Move) or not action.units:
        return None
    way = priced(position, action, Rulings(position.data.points))
    steps = tuple(ShownStep(name_of(position, area), points, why) for area, points, why in way)
    cost = sum(step.cost for step in steps)
    return ShownTrail(steps, cost, "taken", allowance=slowest(position, action.units)) if steps else None


def _blamed(actor: Actor, verdict: Verdict) -> Actor:
    """Return who did it; that units have not left is the Germans' own (撤離1)."""
    left = actor.side is None and verdict.rules[:1] == ("SEED 撤離1",)
    return Actor(Side.GERMAN.id, Known.INFERRED) if left else actor
