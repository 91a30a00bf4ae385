"""Points, and who has won."""

from __future__ import annotations

from toolkit.rules.declared.position import Position
from toolkit.rules.mechanisms.forces import ELIMINATED, EXITED, Unit
from toolkit.rules.mechanisms.sequence import holds_when
from toolkit.rules.mechanisms.victory import Need, Points, State, Victory


def score(position: Position, side: str) -> float:
    """Return a side's victory points as things stand, with those that it scored in earlier turns."""
    standing = (c.rule for c in position.holding(Points) if c.rule.side == side and not c.rule.each_turn)
    return position.scored.get(side, 0.0) + sum(_scored(position, rule) for rule in standing)


def _score_turn(position: Position, turn: int) -> None:
    """Add what is scored at the end of a turn."""
    kinds = position.rules.sequence.kinds.of(turn) | position.beyond
    for clause in position.rules.of(Points):
        if clause.rule.each_turn and holds_when(clause.rule.when, kinds):
            side = clause.rule.side
            position.scored[side] = position.scored.get(side, 0.0) + _scored(position, clause.rule)


def follow_states(position: Position) -> None:
    """Find which states hold, as they are asked when a phase begins."""
    for clause in position.rules.of(State):
        holds = holds_when(clause.rule.when, position.kinds)
        if holds and all(_fulfilled(position, need) for need in clause.rule.needs):
            position.states.add(clause.rule.id)
        elif not clause.rule.lasts:
            position.states.discard(clause.rule.id)


def _scored(position: Position, rule: Points) -> float:
    found = 0.0
    if rule.hold is not None:
        found += position.held_worth(rule.side, rule.hold, rule.worth)
    for id, unit in position.units.items():
        where, own = position.where[id], unit.side == rule.side
        out = rule.exited is not None and where == EXITED and own and rule.exited.take(unit)
        dead = rule.eliminated is not None and where == ELIMINATED and not own and rule.eliminated.take(unit)
        if out or dead:
            found += _worth(unit, rule)
    return found * rule.each


def _worth(unit: Unit, rule: Points) -> int:
    return _strength_of(unit) if rule.strength else 1


def _strength_of(unit: Unit) -> int:
    return unit.face(unit.most).attack


def _fulfilled(position: Position, need: Need) -> bool:
    found = score(position, need.points_of) if need.points_of else 0.0
    places = position.board.chosen(need.places)
    if need.held_by:
        found += position.held_worth(need.held_by, need.places, need.worth)
    for id, unit in position.units.items():
        where = position.where[id]
        out = need.exited is not None and where == EXITED and need.exited.take(unit)
        dead = need.eliminated is not None and where == ELIMINATED and need.eliminated.take(unit)
        stands = need.standing is not None and where in places and need.standing.take(unit)
        if out or dead or stands:
            found += _strength_of(unit) if need.strength else 1
    return (need.at_least is None or found >= need.at_least) and (
        need.at_most is None or found <= need.at_most
    )


def decide(position: Position, *, ended: int | None) -> None:
    """End the game when a side has won, or when it is over: called when a phase has ended.

    Parameters
    ----------
    ended : int or None
        The turn that has ended with the phase.
    """
    if ended:
        _score_turn(position, ended)
    moments = {"phase"} | (set() if ended is None else {"turn"}) | ({"end"} if position.over else set())
    now = position.turn if ended is None else ended
    for clause in position.rules.of(Victory):
        asked = clause.rule.at in moments and now in (clause.rule.turns or (now,))
        if asked and _won(position, clause.rule):
            position.over = True
            position.winner, position.level = clause.rule.side, clause.rule.level
            return


def _won(position: Position, rule: Victory) -> bool:
    if rule.hold is not None:
        places = position.board.chosen(rule.hold)
        held = position.held_worth(rule.side, rule.hold)
        if held < (len(places) if rule.count is None else rule.count):
            return False
    if not all(_fulfilled(position, need) for need in rule.needs):
        return False
    own = score(position, rule.side)
    if rule.points is not None and own < rule.points:
        return False
    others = [score(position, side) for side in position.rules.sides if side != rule.side]
    return rule.lead is None or own - max(others, default=0) >= rule.lead
