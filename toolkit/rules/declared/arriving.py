"""Judging arrivals: set-up, reinforcements, replacements."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.declared.supply import in_touch
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import arrivals as r
from toolkit.rules.mechanisms.forces import ELIMINATED, WAITING, Unit
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.rulings import Rulings


def judge_place(position: Position, action: a.Place, rulings: Rulings) -> Iterator[Breach]:
    """Yield what it breaks to put a unit on the map."""
    does = position.phase.does
    if "set_up" in does:
        yield from _set_up(position, action)
        return
    if "reinforce" in does and is_reinforcement(position, action.unit, "replace" in does):
        yield from _reinforcement(position, action)
        yield from _stacked(position, action)
    else:
        yield from _rebuilt(position, action, rulings)
        yield from _stacked(position, action)
    yield from _too_early(position, action)


def _too_early(position: Position, action: a.Place) -> Iterator[Breach]:
    for clause in position.rules.of(r.NotBefore):
        if position.turn < clause.rule.turn and clause.rule.units.take(position.units[action.unit]):
            yield Breach(clause.number, f"{action.unit} comes in turn {clause.rule.turn}")


def _stacked(position: Position, action: a.Place) -> Iterator[Breach]:
    for stack in position.rules.of(Stacking):
        side = position.units[action.unit].side
        if stack.rule.at != "phase" and not stack.rule.holds(position, action.at, side, action.unit):
            yield Breach(stack.number, f"too many in {action.at}")


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
        yield Breach(number, f"{action.unit} is not set up")
        return
    rule = clause.rule
    if position.where[action.unit] != WAITING:
        yield Breach(clause.number, f"{action.unit} is on the map already")
    if action.at not in position.board.chosen(rule.places) or unit.starts not in (None, action.at):
        yield Breach(clause.number, f"{action.unit} is not set up in {action.at}")
    if rule.each is not None and len(position.stack(action.at)) >= rule.each:
        yield Breach(clause.number, f"{action.at} has its {rule.each}")
    if action.steps != rule.steps(unit):
        yield Breach(clause.number, f"{action.unit} is set up with {rule.steps(unit)} steps")


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
                    yield Breach(clause.number, f"{place} lacks units")
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
    """Return where a reinforcement may enter, zones and stacking apart."""
    return frozenset(unit.entry) or position.board.chosen(rule.places)


def _reinforcement(position: Position, action: a.Place) -> Iterator[Breach]:
    unit = position.units[action.unit]
    clause = next(c for c in position.rules.of(r.Reinforcements) if c.rule.units.take(unit))
    if position.where[action.unit] != WAITING:
        yield Breach(clause.number, f"{action.unit} does not wait to enter")
    if unit.enters is None or unit.enters > position.turn:
        yield Breach(clause.number, f"{action.unit} enters in turn {unit.enters or 'none'}")
    if action.at not in entry_places(position, unit, clause.rule):
        yield Breach(clause.number, f"{action.unit} does not enter in {action.at}")
    if action.steps != unit.most:
        yield Breach(clause.number, f"{action.unit} enters with {unit.most} steps")
    if any(position.units[other].side != unit.side for other in position.stack(action.at)):
        yield Breach(clause.number, f"the enemy is in {action.at}")
    if not clause.rule.in_zones and action.at in position.zoned(unit.side):
        yield Breach(clause.number, f"{action.at} lies in an enemy zone")


def judge_reinforcement_end(position: Position, side: str) -> Iterator[Breach]:
    """Yield what lacks when a phase ends in which units had to enter."""
    for clause in position.rules.of(r.Reinforcements):
        if not clause.rule.must:
            continue
        for unit in position.units.values():
            late = unit.enters is not None and unit.enters <= position.turn
            if not late or unit.side != side or position.where[unit.id] != WAITING:
                continue
            if not clause.rule.units.take(unit):
                continue
            if any(_free(position, clause.rule, unit, p) for p in entry_places(position, unit, clause.rule)):
                yield Breach(clause.number, f"{unit.id} has to enter")


def _free(position: Position, rule: r.Reinforcements, unit: Unit, place: str) -> bool:
    return (
        all(position.units[other].side == unit.side for other in position.stack(place))
        and (rule.in_zones or place not in position.zoned(unit.side))
        and all(s.rule.holds(position, place, unit.side, unit.id) for s in position.rules.of(Stacking))
    )


# Replacements -----------------------------------------------------------------------------------


def points_left(position: Position, side: str) -> int:
    """Return how many replacements a side has left in this phase."""
    replacements = position.rules.one(r.Replacements)
    use = position.rules.value(r.ReplacementUse, r.ReplacementUse())
    if replacements is None:
        return 0
    prices = {"restore": use.restore or 0, "place": use.rebuild or 0}
    spent = sum(
        prices.get(what, 0) for unit, _, what in position.replaced if position.units[unit].side == side
    )
    return replacements.rule.points.get(side, 0) + position.saved.get(side, 0) - spent


def _paid(position: Position, unit: Unit, price: int | None) -> Iterator[Breach]:
    rules = position.rules
    number = rules.number(r.ReplacementUse, r.Replacements)
    if price is None:
        yield Breach(number, "replacements do not do that")
    elif price > points_left(position, unit.side):
        yield Breach(rules.number(r.Replacements), f"{unit.side} has no replacements left")
    for once in rules.of(r.ReplacementOnce):
        if once.rule.units.take(unit) and any(other == unit.id for other, _, _ in position.replaced):
            yield Breach(once.number, f"{unit.id} has had its replacement")


def _rebuilt(position: Position, action: a.Place, rulings: Rulings) -> Iterator[Breach]:
    rules, unit = position.rules, position.units[action.unit]
    use = rules.value(r.ReplacementUse, r.ReplacementUse())
    number = rules.number(r.ReplacementUse, r.Replacements)
    yield from _paid(position, unit, use.rebuild)
    where = position.where[action.unit]
    if where != ELIMINATED and not (use.waiting and where == WAITING):
        yield Breach(number, f"{action.unit} cannot be brought back")
    if action.steps != min(use.steps, unit.most):
        yield Breach(number, f"{action.unit} comes back with {use.steps} steps")
    for at in rules.of(r.RebuildAt):
        if not any(_takes(position, base, unit, action.at, rulings) for base in at.rule.any_of):
            yield Breach(at.number, f"{action.unit} is not brought back in {action.at}")
    for each in rules.of(r.RebuildEach):
        done = sum(what == "place" and at == action.at for _, at, what in position.replaced)
        if action.at in position.board.chosen(each.rule.places) and done >= each.rule.units_a_phase:
            yield Breach(each.number, f"{action.at} has had its unit of this phase")


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
    use = rules.value(r.ReplacementUse, r.ReplacementUse())
    yield from _paid(position, unit, use.restore)
    if not position.on_map(action.unit) or position.steps[action.unit] >= unit.most:
        yield Breach(rules.number(r.ReplacementUse, r.Replacements), f"{action.unit} has lost no step")
        return
    place = position.where[action.unit]
    for needs in rules.of(r.RestoreNeeds):
        bound = needs.rule.units.take(unit) and not exempt(position, unit, place)
        if bound and not in_touch(position, place, needs.rule.line, unit.side, rulings):
            yield Breach(needs.number, f"no line {needs.rule.line} leads from {place}")
