"""SEED 流程: the order of a turn, and what stands against an action that has no place at the moment."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import follows_overrun, in_overrun, splits
from toolkit.games.storm.rules.data import Timing, Use
from toolkit.games.storm.rules.impulses import begin_impulse
from toolkit.games.storm.rules.losses import must_go_on
from toolkit.games.storm.rules.moments import Due, Moment, due
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.readings import both_passed, name, to_act
from toolkit.games.storm.rules.reinforcements import waiting
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.withdrawal import too_few
from toolkit.rules.judging import Breach, out_of_order
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

OWN = (Timing.OWN_FIRE, Timing.OWN_MOVE)
LOSSES = (a.Spend, a.Retreat, a.Drive, a.Eliminate, a.CloseLosses)
IMPULSE = (a.Move, a.Fire, a.Play, a.Pass, a.EndImpulses)

# What may come; the headings judge the details.  An empty deck may be made anew at any time (REF 3.3).
ALLOWED: Mapping[Moment, tuple[type, ...]] = {
    Moment.PREPARATION: (a.Bid, a.OpenBids, a.Begin),
    Moment.DRAW: (a.Draw, a.EndDraw),
    Moment.IDLE: IMPULSE,
    Moment.LAID: (a.Move, a.Fire, a.Play),
    Moment.SHOT: (a.Roll, a.Play),
    Moment.LOSSES: (*LOSSES, a.Play),
    Moment.OWED: (a.Draw,),
    Moment.HANDS: (a.Discard, a.Draw, a.EndHands),
    Moment.ARRIVALS: (a.Place, a.Lost, a.Withdraw, a.EndTurn),
    Moment.OVER: (),
}

# The clause that an action belongs to: it stands against one that has no place.
HOME: Mapping[type, str] = {
    a.Bid: "SEED 註1",
    a.OpenBids: "SEED 註1",
    a.Shuffle: "REF 3.3",
    a.Begin: "SEED 流程1",
    a.Draw: "SEED 流程1",
    a.EndDraw: "SEED 流程1",
    a.Play: "SEED 流程2(2)",
    a.Move: "SEED 流程2(1)",
    a.Fire: "SEED 流程2(1)",
    a.Roll: "SEED 攻擊2",
    a.Pass: "SEED 流程2(3)",
    a.EndImpulses: "SEED 流程2(3)",
    a.Spend: "SEED 損傷2[1](1)",
    a.Retreat: "SEED 損傷2[1](2)",
    a.Drive: "SEED 損傷2[2](2)",
    a.Eliminate: "SEED 損傷2[2](1)",
    a.CloseLosses: "SEED 損傷3",
    a.Discard: "SEED 流程3(1)",
    a.EndHands: "SEED 流程3(1)",
    a.Place: "SEED 流程3(4)",
    a.Lost: "SEED 增援3",
    a.Withdraw: "SEED 撤離1",
    a.EndTurn: "SEED 流程3(5)",
}

# What has to be done first in the midst of an impulse.
_FIRST: Mapping[Moment, str] = {
    Moment.LAID: "REF 3.3",
    Moment.SHOT: "SEED 攻擊2",
    Moment.LOSSES: "SEED 損傷3",
    Moment.OWED: "CARD draw",
}


def misplaced(position: Position, action: a.Action, rulings: Rulings) -> Breach | None:
    """Return what stands against an action that a position does not wait for; None when it has its place."""
    if isinstance(action, a.Shuffle) and position.phase is not Phase.OVER:
        return None
    if isinstance(action, a.Draw) and position.owed is not None:
        return None
    now = due(position, rulings)
    early = now.moment is Moment.LOSSES and isinstance(action, a.Play) and not _answers(position, action)
    if not early and isinstance(action, ALLOWED[now.moment]):
        return None
    if _closes(position, action, now, rulings):
        return None
    kind = type(action)
    number = HOME[kind]
    if kind is a.Eliminate and isinstance(action, a.Eliminate) and action.unit not in position.spent:
        number = "SEED 損傷2[3]"
    if now.moment in _FIRST and isinstance(action, (*IMPULSE, *LOSSES)):
        number = _FIRST[now.moment]
    side = "" if now.side is None else now.side.name.title()
    return Breach(number, out_of_order(now.moment, side))


def _answers(position: Position, action: a.Play) -> bool:
    """Return whether a card is about the fire whose losses are due: when it may be played, REF 3.3 says."""
    card = position.data.cards.get(action.card)
    return card is None or card.timing in (None, Timing.ENEMY_FIRE, Timing.ENEMY_LOSS)


def _closes(position: Position, action: a.Action, now: Due, rulings: Rulings) -> bool:
    """Return whether losses may end here in silence: another impulse begins, or an end to them is called."""
    if now.moment is Moment.IDLE and isinstance(action, a.CloseLosses):
        return position.toll is not None
    if now.moment is not Moment.LOSSES or not isinstance(action, IMPULSE):
        return False
    return must_go_on(position, rulings) is None


def begins_act(position: Position, action: a.Play) -> bool:
    """Return whether a card is the player's action, or is laid for one that he begins."""
    card = position.data.cards.get(action.card)
    if card is None or card.timing is None or card.timing is Timing.ACTION:
        return True
    if card.timing is Timing.OWN_FIRE and in_overrun(position, action.side):
        return False
    return card.timing in OWN and not card.does(Use.UNSPENT) and position.shot is None


def impulse_of(position: Position, action: a.Move | a.Fire | a.Play | a.Pass) -> Side | None:
    """Return whose impulse an action is; None for one that belongs to an impulse under way."""
    if isinstance(action, a.Fire) and follows_overrun(position, action):
        return None
    if isinstance(action, a.Play):
        return action.side if begins_act(position, action) else None
    return action.side


@rule("SEED 流程2", "Impulses alternate; the German has the first one of every turn.", Kind.PROCEDURE)
def in_turn(position: Position, action: a.Move | a.Fire | a.Play | a.Pass, rulings: Rulings) -> str | None:
    """Judge whose impulse it is.

    Checks: The side that moves, fires, plays a card as its action, or passes.
    Legal: The German fires, the Soviet moves, the German passes.
    Illegal: The Soviet begins a turn; the German acts twice.
    Unclear: St-6: whether one who passed may act again in this turn.
    """
    if position.shot is not None or (position.laid and not isinstance(action, a.Pass)):
        laid = position.laid and position.shot is None
        owner = position.data.cards[position.laid[0].card].side if laid else action.side
        if action.side is not owner:
            return "the other side has laid a card for its act"
        second = laid and in_overrun(position, owner) and not isinstance(action, a.Play)
        other = second and not (isinstance(action, a.Fire) and follows_overrun(position, action))
        return "only the group of the overrun goes on" if other else None
    side = impulse_of(position, action)
    if side is None or side is to_act(position, rulings):
        return None
    if isinstance(action, a.Move) and splits(position, action):
        return None  # SEED 移動2
    if isinstance(action, a.Pass) and side in position.out and rulings.says("St-6", "out"):
        return None  # he is out already, to say it again harms nobody
    return f"it is the {side.enemy.id} side's impulse"


@rule(
    "SEED 流程2(3)", "Impulses go on until both sides have passed; then the end phase begins.", Kind.PROCEDURE
)
def until_both_pass(
    position: Position, action: a.Move | a.Fire | a.Play | a.Pass | a.EndImpulses, rulings: Rulings
) -> str | None:
    """Judge that impulses go on until both sides pass, and no longer.

    Checks: The end of the impulses, and impulses after both sides passed.
    Legal: The German passes, the Soviet passes, the end phase begins.
    Illegal: The German passes, and the end phase begins.
    Unclear: St-6: whether the passes have to follow each other.
    """
    over = both_passed(position, rulings)
    if isinstance(action, a.EndImpulses):
        return None if over else "not both sides have passed"
    if impulse_of(position, action) is None:
        return None  # an answer to an act that lies on the table
    return "both sides have passed" if over else None


@rule("SEED 流程3(2)", "In the end phase spent units become fresh.", Kind.EFFECT)
def fresh_again(position: Position) -> frozenset[str]:
    """Return the units that become fresh.

    Checks: Nothing of its own: 註4 asks for the faces in the next turn.
    Legal: All units of both sides are turned to their fresh side.
    Illegal: None: it happens by itself.
    """
    return frozenset(position.spent)


@rule("SEED 流程3(3)", "All fire markers are removed; control markers stay.", Kind.EFFECT)
def markers_removed(position: Position) -> frozenset[tuple[str, Side]]:
    """Return the fire markers that go.

    Checks: Nothing of its own: 攻擊3(3) asks for the markers in the next turn.
    Legal: The marker in the House is taken off.
    Illegal: None: it happens by itself.
    """
    return frozenset(position.markers)


@rule("SEED 流程3(4)", "Reinforcements are placed in the end phase.", Kind.PROCEDURE)
def all_have_arrived(position: Position, _action: a.EndTurn, rulings: Rulings) -> str | None:
    """Judge that no reinforcement is left out.

    Checks: The units due in this turn, unless the game is over by 撤離4.
    Legal: All units of turn 2 are placed, the turn ends.
    Illegal: One of them is still beside the map.
    """
    left = waiting(position)
    return f"{name(position, left[0])} was not placed" if left and not too_few(position, rulings) else None


@rule("SEED 流程3(5)", "Then the next turn begins.", Kind.PROCEDURE)
def next_turn(position: Position) -> int:
    """Return the number of the turn that follows.

    Checks: Nothing of its own; an end of the turn at any other time stands under this number.
    Legal: After arrivals of turn 2 turn 3 begins with the draw.
    Illegal: Turn 3 begins while impulses of turn 2 go on.
    """
    return position.turn + 1


def begin(position: Position, _action: a.Begin) -> None:
    """Begin the first turn."""
    position.phase = Phase.DRAW


def end_draw(position: Position, _action: a.EndDraw) -> None:
    """Begin the impulses."""
    position.phase = Phase.IMPULSES
    position.drawn = (0, 0)
    position.last = None
    position.out = frozenset()
    position.passes = 0


def passing(position: Position, action: a.Pass) -> None:
    """Count a pass."""
    passes = position.passes
    begin_impulse(position, action.side)
    position.passes = passes + 1
    position.out |= {action.side}


def end_impulses(position: Position, _action: a.EndImpulses) -> None:
    """Begin the end phase."""
    begin_impulse(position, Side.GERMAN)
    position.last = None
    position.out = frozenset()
    position.phase = Phase.HANDS
    position.drawn = (0, 0)


def end_hands(position: Position, _action: a.EndHands) -> None:
    """Turn all units to their fresh side, take the fire markers off."""
    position.spent -= fresh_again(position)
    position.markers -= markers_removed(position)
    position.drawn = (0, 0)
    position.phase = Phase.ARRIVALS


def end_turn(position: Position, action: a.EndTurn) -> None:
    """Begin the next turn, or end the game."""
    if action.winner is not None or position.turn >= position.data.last_turn:
        position.phase = Phase.OVER
        position.winner = action.winner
    else:
        position.turn = next_turn(position)
        position.phase = Phase.DRAW
