"""Judging arrivals: set-up, reinforcements, replacements."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.declared.supply import in_touch
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import arrivals as r
from toolkit.rules.mechanisms.forces import ELIMINATED, WAITING, Unit
from toolkit.rules.mechanisms.sequence import holds_when
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.rulings import Rulings


def judge_place(position: Position, action: a.Place, rulings: Rulings) -> Iterator[Breach]:
    """Yield what it breaks to put a unit on the map."""
    does = position.phase.does
    if "set_up" in does:
        wrong = list(_set_up(position, action))
        yield from wrong or _crowds(position, action.unit, action.at, action.steps)
        yield from () if wrong else _stacked(position, action)
        return
    if "reinforce" in does and is_reinforcement(position, action.unit, "replace" in does):
        wrong = list(_reinforcement(position, action))
    else:
        wrong = list(_rebuilt(position, action, rulings))
    yield from wrong or _crowds(position, action.unit, action.at, action.steps)
    yield from _stacked(position, action)
    yield from _too_early(position, action)


def _too_early(position: Position, action: a.Place) -> Iterator[Breach]:
    for clause in position.rules.of(r.NotBefore):
        if position.turn < clause.rule.turn and clause.rule.units.take(position.units[action.unit]):
            yield Breach(clause.number, f"{position.name(action.unit)} comes in turn {clause.rule.turn}")


def _stacked(position: Position, action: a.Place) -> Iterator[Breach]:
    for stack in position.rules.of(Stacking):
        side = position.units[action.unit].side
        if stack.rule.at != "phase" and not stack.rule.holds(position, action.at, side, action.unit):
            yield Breach(stack.number, f"too many in {position.name(action.at)}")


def _steps(count: int) -> str:
    return f"{count} step{'s' * (count != 1)}"


def _crowds(position: Position, unit: str, place: str, steps: int) -> Iterator[Breach]:
    """Yield limits of stacking that nobody can keep any more at the end of a phase in which nobody moves."""
    if "move" in position.phase.does:
        return
    after = position.copy()
    after.arrive(unit, place, steps)
    for stack in position.rules.of(Stacking):
        if stack.rule.at == "phase" and not stack.rule.holds(after, place, position.units[unit].side):
            yield Breach(stack.number, f"too many in {position.name(place)} when the phase ends")


# Set-up -----------------------------------------------------------------------------------------


def set_up_of(position: Position, unit: Unit) -> Numbered[r.SetUp] | None:
    """Return the clause by which a unit is set up."""
    return next((c for c in position.rules.of(r.SetUp) if c.rule.units.take(unit)), None)


def _set_up(position: Position, action: a.Place) -> Iterator[Breach]:
    unit = position.units[action.unit]
    clause = set_up_of(position, unit)
    if clause is None:
        own = [c for c in position.rules.of(r.SetUp) if c.rule.units.side in ("", unit.side)]
        number = own[0].number if own else position.rules.number(r.SetUp)
        yield Breach(number, f"{position.name(action.unit)} is not set up")
        return
    rule = clause.rule
    if position.where[action.unit] != WAITING:
        yield Breach(clause.number, f"{position.name(action.unit)} is on the map already")
    if action.at not in position.board.chosen(rule.places) or unit.starts not in (None, action.at):
        yield Breach(
            clause.number, f"{position.name(action.unit)} is not set up in {position.name(action.at)}"
        )
    if rule.each is not None and len(position.stack(action.at)) >= rule.each:
        yield Breach(clause.number, f"{position.name(action.at)} has its {rule.each}")
    if action.steps != rule.steps(unit):
        yield Breach(clause.number, f"{position.name(action.unit)} is set up with {_steps(rule.steps(unit))}")


def judge_set_up_end(position: Position, side: str) -> Iterator[Breach]:
    """Yield what lacks in a side's set-up when it ends it."""
    for clause in position.rules.of(r.SetUp):
        rule = clause.rule
        units = [unit for unit in position.units.values() if unit.side == side and rule.units.take(unit)]
        if not units:
            continue
        if rule.each is not None:
            for place in sorted(position.board.chosen(rule.places)):
                if len(position.stack(place)) < rule.each:
                    yield Breach(clause.number, f"{position.name(place)} lacks units")
                    break
        if rule.all_units and any(position.where[unit.id] == WAITING for unit in units):
            yield Breach(clause.number, "a unit is not set up")


# Reinforcements ---------------------------------------------------------------------------------


def is_reinforcement(position: Position, unit: str, or_replacement: bool = False) -> bool:
    """Return whether a unit enters as a reinforcement, and not as a replacement."""
    found = position.units[unit]
    declared = any(c.rule.units.take(found) for c in position.rules.of(r.Reinforcements))
    return declared and (position.where[unit] == WAITING or not or_replacement)


def entry_places(position: Position, unit: Unit, rule: r.Reinforcements) -> frozenset[str]:
    """Return where a reinforcement may enter, zones and stacking apart: elsewhere while all that is taken."""
    places = frozenset(unit.entry) or position.board.chosen(rule.places)
    late = unit.enters is not None and position.turn >= unit.enters + rule.delay
    if rule.otherwise is None or not late or any(_open(position, rule, unit, place) for place in places):
        return places
    others = {p for p in position.board.chosen(rule.otherwise) if _open(position, rule, unit, p)}
    if not rule.nearest:
        return frozenset(others)
    far = {p: min(position.board.distance(place, p) for place in places) for p in others}
    return frozenset(p for p in others if far[p] == min(far.values()))


def _open(position: Position, rule: r.Reinforcements, unit: Unit, place: str) -> bool:
    """Return whether neither enemies nor zones that bar it hold a place of entry."""
    enemies = any(position.units[other].side != unit.side for other in position.stack(place))
    return not enemies and (rule.in_zones or place not in position.zoned(unit.side))


def _reinforcement(position: Position, action: a.Place) -> Iterator[Breach]:
    unit = position.units[action.unit]
    fitting = [c for c in position.rules.of(r.Reinforcements) if c.rule.units.take(unit)]
    holding = [c for c in fitting if holds_when(c.rule.when, position.kinds)]
    clause = (holding or fitting)[0]
    if not holding:
        yield Breach(clause.number, f"{position.name(action.unit)} does not enter yet")
    if position.where[action.unit] != WAITING:
        yield Breach(clause.number, f"{position.name(action.unit)} does not wait to enter")
    if unit.enters is None or unit.enters > position.turn:
        yield Breach(clause.number, f"{position.name(action.unit)} enters in turn {unit.enters or 'none'}")
    if action.at not in entry_places(position, unit, clause.rule):
        yield Breach(
            clause.number, f"{position.name(action.unit)} does not enter in {position.name(action.at)}"
        )
    if action.steps != unit.most:
        yield Breach(clause.number, f"{position.name(action.unit)} enters with {_steps(unit.most)}")
    if any(position.units[other].side != unit.side for other in position.stack(action.at)):
        yield Breach(clause.number, f"the enemy is in {position.name(action.at)}")
    if not clause.rule.in_zones and action.at in position.zoned(unit.side):
        yield Breach(clause.number, f"{position.name(action.at)} lies in an enemy zone")


def judge_reinforcement_end(position: Position, side: str) -> Iterator[Breach]:
    """Yield what lacks when a phase ends in which units had to enter."""
    for clause in position.holding(r.Reinforcements):
        if not clause.rule.must:
            continue
        for unit in position.units.values():
            late = unit.enters is not None and unit.enters <= position.turn
            if not late or unit.side != side or position.where[unit.id] != WAITING:
                continue
            if not clause.rule.units.take(unit):
                continue
            if any(_free(position, clause.rule, unit, p) for p in entry_places(position, unit, clause.rule)):
                yield Breach(clause.number, f"{position.name(unit.id)} has to enter")


def _free(position: Position, rule: r.Reinforcements, unit: Unit, place: str) -> bool:
    return _open(position, rule, unit, place) and all(
        s.rule.holds(position, place, unit.side, unit.id) for s in position.rules.of(Stacking)
    )


# Replacements -----------------------------------------------------------------------------------


def use_of(position: Position, unit: Unit) -> Numbered[r.ReplacementUse]:
    """Return what replacements do for a unit: the last clause that fits, nothing without one."""
    fitting = [clause for clause in position.rules.of(r.ReplacementUse) if clause.rule.units.take(unit)]
    nothing = Numbered(position.rules.number(r.ReplacementUse, r.Replacements), r.ReplacementUse())
    return fitting[-1] if fitting else nothing


def _price(position: Position, unit: str, what: str) -> int:
    use = use_of(position, position.units[unit]).rule
    return {"restore": use.restore or 0, "place": use.rebuild or 0}.get(what, 0)


def points_left(position: Position, side: str) -> int:
    """Return how many replacements a side has left in this phase."""
    given = floor(sum(_given(position, clause.rule, side) for clause in position.holding(r.Replacements)))
    spent = sum(
        _price(position, unit, what)
        for unit, _, what in position.replaced
        if position.units[unit].side == side
    )
    return given + position.saved.get(side, 0) - spent


def _given(position: Position, rule: r.Replacements, side: str) -> float:
    points = rule.points.get(side, 0)
    if rule.for_each is None:
        return points
    return points * position.held_worth(side, rule.for_each, rule.worth)


def _paid(position: Position, unit: Unit, price: int | None) -> Iterator[Breach]:
    rules = position.rules
    number = use_of(position, unit).number
    if price is None:
        yield Breach(number, "replacements do not do that")
    elif price > points_left(position, unit.side):
        yield Breach(rules.number(r.Replacements), f"{position.name(unit.side)} has no replacements left")
    for once in rules.of(r.ReplacementOnce):
        if once.rule.units.take(unit) and any(other == unit.id for other, _, _ in position.replaced):
            yield Breach(once.number, f"{position.name(unit.id)} has had its replacement")


def _rebuilt(position: Position, action: a.Place, rulings: Rulings) -> Iterator[Breach]:
    rules, unit = position.rules, position.units[action.unit]
    clause = use_of(position, unit)
    number, use = clause.number, clause.rule
    yield from _paid(position, unit, use.rebuild)
    where = position.where[action.unit]
    if where != ELIMINATED and not (use.waiting and where == WAITING):
        yield Breach(number, f"{position.name(action.unit)} cannot be brought back")
    if action.steps != min(use.steps, unit.most):
        yield Breach(number, f"{position.name(action.unit)} comes back with {_steps(use.steps)}")
    for at in rules.of(r.RebuildAt):
        if not any(_takes(position, base, unit, action.at, rulings) for base in at.rule.any_of):
            yield Breach(
                at.number, f"{position.name(action.unit)} may not come back in {position.name(action.at)}"
            )
    for each in rules.of(r.RebuildEach):
        done = sum(what == "place" and at == action.at for _, at, what in position.replaced)
        if action.at in position.board.chosen(each.rule.places) and done >= each.rule.units_a_phase:
            yield Breach(each.number, f"{position.name(action.at)} has had its unit of this phase")


def _takes(position: Position, base: r.Base, unit: Unit, place: str, rulings: Rulings) -> bool:
    """Return whether a unit may be brought back in a place of one kind."""
    if not base.units.take(unit) or place not in position.board.chosen(base.places):
        return False
    if base.empty and position.stack(place):
        return False
    if base.held and position.control.get(place) != unit.side:
        return False
    if not base.line or exempt(position, unit, place):
        return True
    return in_touch(position, place, base.line, unit.side, rulings)


def exempt(position: Position, unit: Unit, place: str) -> bool:
    """Return whether replacements need no line in a place."""
    return any(
        c.rule.units.take(unit) and place in position.board.chosen(c.rule.places)
        for c in position.rules.of(r.WithoutLine)
    )


def judge_restore(position: Position, action: a.Restore, rulings: Rulings) -> Iterator[Breach]:
    """Yield what it breaks to give a unit a step back."""
    rules, unit = position.rules, position.units[action.unit]
    use = use_of(position, unit)
    yield from _paid(position, unit, use.rule.restore)
    if not position.on_map(action.unit) or position.steps[action.unit] >= unit.most:
        yield Breach(use.number, f"{position.name(action.unit)} has lost no step")
        return
    place = position.where[action.unit]
    yield from _crowds(position, action.unit, place, position.steps[action.unit] + 1)
    for needs in rules.of(r.RestoreNeeds):
        bound = needs.rule.units.take(unit) and not exempt(position, unit, place)
        if bound and not in_touch(position, place, needs.rule.line, unit.side, rulings):
            yield Breach(needs.number, f"no line {needs.rule.line} leads from {position.name(place)}")
