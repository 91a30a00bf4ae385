"""The position that a log begins with, as far as its table shows it."""

from __future__ import annotations

from toolkit.audit.decisions.entries import FACE, MASKED
from toolkit.audit.decisions.records import Laid
from toolkit.audit.declared.vocabulary import Where, rolled, steps_shown
from toolkit.module import declared_gestures as g
from toolkit.rules.declared import Position
from toolkit.rules.declared.chits import draw, end_chit
from toolkit.rules.declared.impulses import open_phase
from toolkit.rules.declared.rules import Rules
from toolkit.rules.declared.supply import find_lines
from toolkit.rules.declared.winning import follow_states
from toolkit.rules.mechanisms.forces import ABSENT, ELIMINATED
from toolkit.rules.mechanisms.sequence import Chits, Weather, holds_when


def position_at(begin: Laid, rules: Rules, where: Where) -> Position:
    """Return the position that a table shows; who holds places is known from a set-up only."""
    turn, phase = begin.turn
    set_up = [known.id for known in rules.sequence.phases if "set_up" in known.does]
    position = Position(rules, setting_up=phase in set_up and turn <= 1)
    if turn and phase and phase not in set_up:
        position.go_to(turn, phase)
    for unit, kind in rules.units.items():
        place = where(begin.units[unit]) if unit in begin.units else ABSENT
        if place in (ELIMINATED, ABSENT):
            position.steps[unit] = 0 if place == ELIMINATED else kind.most
            position.put(unit, place)
        else:
            position.steps[unit] = steps_shown(kind, begin.value(unit, FACE))
            position.put(unit, place)
    for unit, place in position.where.items():
        position.take(unit, place)
    for clause in rules.of(Weather):
        rule, dice = clause.rule, rolled(begin.properties.get(g.weather_of(clause.rule.id), ""), {})[1]
        if dice and holds_when(rule.when, rules.sequence.kinds.of(position.turn)):
            position.weather[rule.id] = rule.of(dice)
    position.hidden = {unit for unit in position.hidden if begin.value(unit, MASKED)}
    open_phase(position)
    _draw(position, begin)
    follow_states(position)
    find_lines(position)
    return position


def _draw(position: Position, begin: Laid) -> None:
    """Let those act whose chit was drawn last, unless one of them was done last."""
    drawn, ended = (begin.properties.get(name, "").split("/")[1:] for name in (g.DRAWN, g.ENDED))
    if drawn[:1] != [str(position.turn)] or position.now(Chits) is None:
        return
    draw(position, drawn[-1])
    for side in set(position.phase.sides) - position.ended if ended[:2] == drawn[:2] else ():
        if position.name(side) == ended[2]:
            end_chit(position, side)


def is_midway(position: Position) -> bool:
    """Return whether a log begins in the middle of a game: neither at a set-up nor before one."""
    rules = position.rules
    if position.turn == 0:
        return False
    if (position.turn, rules.sequence.phases.index(position.phase)) != rules.sequence.opening(False):
        return True
    here = {unit: place for unit, place in position.where.items() if position.on_map(unit)}
    return not any(
        here == {unit: place for unit, (place, _) in placed.items() if place in rules.board.places}
        for placed in rules.setups.values()
    )
