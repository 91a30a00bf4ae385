"""What is wrong between clauses and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolkit.diagnostics import Finding
from toolkit.rules.declared.case import Case, error, warning
from toolkit.rules.mechanisms import (
    arrivals,
    cards,
    combat,
    lines,
    movement,
    retreats,
    sequence,
    support,
    tables,
    unit_dice,
    victory,
    zones,
)


def sequence_of_play(case: Case) -> Iterator[Finding]:
    """Find what is wrong between clauses and phases."""
    yield from _not_for_it(case)
    yield from _unrolled(case)
    yield from _two_ways(case)
    yield from _oddless(case)
    yield from _phases(case)
    yield from _allowances(case)
    yield from _still(case)
    yield from _idle_arms(case)


_DONE_IN: Mapping[type[Any], tuple[str, str]] = {
    sequence.Chits: ("draw", "draws chits"),
    sequence.Weather: ("weather", "rolls"),
    cards.Cards: ("deal", "draws cards"),
    lines.Attrition: ("supply", "loses steps for want of a line"),
    **dict.fromkeys(
        (
            *(combat.Attacks, combat.Once, combat.BattleSize, combat.BattleOrder, combat.MustAttack),
            *(tables.UseTable, tables.Odds, unit_dice.UnitDice, support.Support),
            *(retreats.Withdrawal, retreats.Advances),
        ),
        ("fight", "fights"),
    ),
    **dict.fromkeys(
        (
            *(movement.Allowance, movement.March, movement.OnlyAlong, movement.StartOn),
            *(movement.Transport, zones.ZoneMovement),
        ),
        ("move", "moves"),
    ),
}
"""Mechanism → what its phases have to do, and what else nobody does in them."""


def _not_for_it(case: Case) -> Iterator[Finding]:
    """Find clauses that name phases in which nobody does what they speak of."""
    does = {phase.id: phase.does for phase in case.rules.sequence.phases}
    for kind, (task, words) in _DONE_IN.items():
        for clause in case.rules.of(kind):
            for index, id in enumerate(clause.rule.phases):
                if task not in does.get(id, ()):
                    text = f"nobody {words} in {id}: the phase does not '{task}'"
                    yield error("RUL109", text, case.place(clause.number, "phases", index))
    for clause in case.rules.of(sequence.NotAfter):
        for index, id in enumerate(clause.rule.did_in):
            if not any(does_it in does.get(id, ()) for did in clause.rule.did for does_it in _DOING[did]):
                text = f"nobody does this in {id}: the phase has none of {', '.join(clause.rule.did)}"
                yield error("RUL109", text, case.place(clause.number, "did_in", index))


_DOING: Mapping[str, tuple[str, ...]] = {
    "arrive": ("reinforce", "replace", "set_up"),
    "move": ("move",),
    **dict.fromkeys(("attack", "support", "retreat", "advance"), ("fight",)),
}
"""What units have done → the tasks of phases in which they can."""


def _oddless(case: Case) -> Iterator[Finding]:
    """Find phases in which a table decides, and no clause says how strengths give a column."""
    odds = case.rules.of(tables.Odds)
    for use in case.rules.of(tables.UseTable) if odds else ():
        fights = [phase.id for phase in case.rules.sequence.phases if "fight" in phase.does]
        for id in use.rule.phases or fights:
            if not any(sequence.overlapping(clause.rule.phases, (id,)) for clause in odds):
                text = f"no clause of 'odds' holds in {id}, where this table decides"
                yield error("RUL109", text, case.place(use.number))
                break


def _unrolled(case: Case) -> Iterator[Finding]:
    """Find weather for which nobody rolls."""
    if case.rules.of(sequence.Weather) and not any(
        "weather" in phase.does for phase in case.rules.sequence.phases
    ):
        place = next(clause.place for clause in case.game.rules if clause.mechanism == "weather")
        yield error("RUL109", "nobody rolls for it: no phase does 'weather'", place)


def _two_ways(case: Case) -> Iterator[Finding]:
    """Find phases in which battles are decided by a table and by dice of units."""
    for clause in case.rules.of(unit_dice.UnitDice):
        for use in case.rules.of(tables.UseTable):
            if sequence.overlapping(clause.rule.phases, use.rule.phases):
                text = f"clause {use.number} decides these battles by a table; `phases` tell them apart"
                yield error("RUL106", text, case.place(clause.number))


def _phases(case: Case) -> Iterator[Finding]:
    order = case.rules.sequence
    reached = set()
    sometimes = frozenset(kind for table in case.rules.of(sequence.Weather) for kind in table.rule.kinds)
    sometimes |= {clause.rule.id for clause in case.rules.of(victory.State)}
    sometimes |= {clause.rule.id for clause in case.rules.of(cards.Card)}
    setting_up = not case.game.setups or any(setup.empty for setup in case.game.setups)
    turn, phase = order.opening(setting_up=setting_up)
    for _ in range((order.turns + 2) * (len(order.phases) + 1)):
        if turn > order.turns:
            break
        reached.add(order.phases[phase].id)
        turn, phase = order.after(turn, phase, sometimes)
    for numbered in case.rules.of(sequence.Phases):
        for index, found in enumerate(numbered.rule.phases):
            if found.id not in reached:
                text = f"phase {found.id} never comes"
                more = "" if setting_up or "set_up" not in found.does else ": no set-up has `empty: true`"
                yield error("RUL103", text + more, case.place(numbered.number, "phases", index))
    for only in case.rules.of(sequence.PhaseUnits):
        for id in only.rule.phases:
            sides = next((phase.sides for phase in order.phases if phase.id == id), ())
            if sides and not any(
                only.rule.units.take(u) and u.side in sides for u in case.rules.units.values()
            ):
                text = f"no unit of {' and '.join(sides)} may act in phase {id}"
                yield error("RUL103", text, case.place(only.number))
    yield from _set_ups(case)


def _set_ups(case: Case) -> Iterator[Finding]:
    """Find set-ups that cannot be ended: more places to fill than there are units, or no place at all."""
    for setup in case.rules.of(arrivals.SetUp):
        units = [unit for unit in case.rules.units.values() if setup.rule.units.take(unit)]
        places = case.rules.board.chosen(setup.rule.places)
        if not places:
            yield error("RUL103", "no place of the map is meant", case.place(setup.number, "places"))
        elif setup.rule.each is not None and len(places) * setup.rule.each > len(units):
            text = (
                f"{len(places)} places take {setup.rule.each} each, but there are {len(units)} units: "
                "nobody could end the set-up"
            )
            yield error("RUL103", text, case.place(setup.number))


def _still(case: Case) -> Iterator[Finding]:
    """Find sides whose units have an allowance and no phase in which to use it."""
    moving = {side for phase in case.rules.sequence.phases if "move" in phase.does for side in phase.sides}
    for side in case.rules.sides:
        units = [u for u in case.rules.units.values() if u.side == side and u.face(u.most).movement]
        clause = next(
            (c for c in case.rules.of(movement.Allowance) if any(map(c.rule.units.take, units))), None
        )
        if side not in moving and clause is not None:
            text = f"units of {side} have an allowance, and no phase lets them move"
            yield warning("RUL103", text, case.place(clause.number))


def _idle_arms(case: Case) -> Iterator[Finding]:
    """Find sides whose units may attack and have no phase in which to do it."""
    fighting = {side for phase in case.rules.sequence.phases if "fight" in phase.does for side in phase.sides}
    for side in case.rules.sides if fighting else ():
        own = [
            unit for unit in case.rules.units.values() if unit.side == side and unit.face(unit.most).attack
        ]
        able = (c for c in case.rules.of(combat.Attacks) if any(map(c.rule.units.take, own)))
        clause = next(able, None)
        if side not in fighting and clause is not None:
            text = f"units of {side} may attack, and no phase lets them fight"
            yield warning("RUL103", text, case.place(clause.number))


def _allowances(case: Case) -> Iterator[Finding]:
    order = case.rules.sequence
    kinds = [frozenset[str](), *(frozenset({kind}) for kind in order.kinds.kinds)]
    for numbered in case.rules.of(sequence.Phases):
        for index, phase in enumerate(numbered.rule.phases):
            if "move" not in phase.does:
                continue
            for unit in case.rules.units.values():
                held = all(
                    any(c.rule.holds(unit, phase.id, kind) for c in case.rules.of(movement.Allowance))
                    for kind in kinds
                )
                if unit.side in phase.sides and not held:
                    text = f"{unit.id} has no allowance in phase {phase.id}"
                    yield error("RUL104", text, case.place(numbered.number, "phases", index))
                    break
