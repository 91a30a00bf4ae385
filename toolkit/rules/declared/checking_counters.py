"""What is wrong between counters and clauses: classes that none names, units that cannot come, or leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.rules.declared.case import Case, error, warning
from toolkit.rules.declared.names import uses
from toolkit.rules.declared.position import Position
from toolkit.rules.mechanisms import arrivals, combat, movement, support
from toolkit.rules.mechanisms.board import ANYWHERE
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.source.schema import nearest, suggestion

if TYPE_CHECKING:
    from toolkit.source.counters import Counter


def classes(case: Case) -> Iterator[Finding]:
    """Find classes that no clause names: slips, several that nothing tells apart; and units without one."""
    named = {
        use.name
        for clause, numbered in case.pairs()
        for use in uses(type(numbered.rule), clause.parameters)
        if use.role == "class"
    }
    first: dict[str, Counter] = {}
    for counter in case.game.counters:
        if counter.id in case.rules.units and counter.unit_class not in (None, *named):
            first.setdefault(str(counter.unit_class), counter)
    for name, counter in first.items():
        near = nearest(name, named)
        if near is not None:
            text = f"no clause names the class '{name}' of {counter.id}; did you mean '{near}'?"
            yield warning("RUL112", text, counter.place)
        elif len(first) > 1:
            others = ", ".join(sorted(first.keys() - {name}))
            text = f"no clause names the class '{name}' of {counter.id}; nothing tells it from {others}"
            yield Finding("RUL112", Severity.INFO, text, counter.place)

    bare = [u for u in case.game.counters if u.id in case.rules.units and u.unit_class is None]
    if named and bare:
        text = f"{bare[0].id} has no class (`unit_class`), and clauses speak of {', '.join(sorted(named))}"
        more = f"; nor have {len(bare) - 1} more" if len(bare) > 1 else ""
        yield Finding("RUL112", Severity.INFO, text + more, bare[0].place)


def everywhere(case: Case) -> Iterator[Finding]:
    """Find reinforcements that may enter anywhere on the map, as nothing says where."""
    coming = [unit for unit in case.rules.units.values() if unit.enters is not None and not unit.entry]
    for clause in case.rules.of(arrivals.Reinforcements):
        found = [unit.id for unit in coming if clause.rule.units.take(unit)]
        if found and clause.rule.places == ANYWHERE:
            text = f"{found[0]} may enter anywhere: neither `places` nor its counter (`entry`) says where"
            more = f"; nor where {len(found) - 1} more do" if len(found) > 1 else ""
            yield warning("RUL113", text + more, case.place(clause.number))


def losses(case: Case) -> Iterator[Finding]:
    """Find sides without a box for the units that they lose."""
    boxes = case.game.boxes
    for side in case.rules.sides if boxes else ():
        own = [counter for counter in case.game.counters if counter.side == side]
        if own and not any(box.kind == "eliminated" and box.side in (side, None) for box in boxes):
            text = f"no box of the kind 'eliminated' takes what {side} loses: its units have no key for it"
            yield error("RUL109", text, own[0].place)


def crowds(case: Case) -> Iterator[Finding]:
    """Find set-ups in which more units stand in a place than may."""
    for setup in case.game.setups:
        position = Position(case.rules)
        for unit, (place, steps) in case.rules.setups.get(setup.id, {}).items():
            position.arrive(unit, place, steps)
        for clause in case.rules.of(Stacking):
            for place in clause.rule.crowded(position):
                first = min(position.stack(place))
                text = f"the set-up {setup.id} lays more into {place} than clause {clause.number} lets stand"
                yield warning("RUL116", text, setup.where.get(first, Place()))


def entries(case: Case) -> Iterator[Finding]:
    """Find reinforcements that cannot come: no such place, no clause or phase for them, no turn."""
    places, taken = set(case.rules.board.places), case.rules.of(arrivals.Reinforcements)
    rebuilt = [c.rule for c in case.rules.of(arrivals.ReplacementUse) if c.rule.waiting and c.rule.rebuild]
    brought = {side for p in case.rules.sequence.phases if "reinforce" in p.does for side in p.sides}
    # Who is brought in as a replacement, and who attacks or supports from beside the map, need not enter it.
    comes = [rule.units for rule in rebuilt]
    comes += [c.rule.units for c in case.rules.of(combat.Attacks) if c.rule.reach == "anywhere"]
    comes += [c.rule.units for c in case.rules.of(support.Support) if c.rule.reach == "anywhere"]
    if not any(setup.empty for setup in case.game.setups):
        # That their set-up never comes is said of its phase.
        comes += [c.rule.units for c in case.rules.of(arrivals.SetUp)]
    boxes = {box.id: box.kind for box in case.game.boxes}
    for counter in case.game.counters:
        unit = case.rules.units.get(counter.id)
        if unit is None:
            continue
        for place in (*unit.entry, *filter(None, [unit.starts])):
            if place not in places:
                text = (
                    f"{unit.id} names the place '{place}', which is not on the map{suggestion(place, places)}"
                )
                yield error("RUL101", text, counter.place)
        if any(units.take(unit) for units in comes):
            continue
        if unit.enters is not None:
            if unit.side not in brought or not any(clause.rule.units.take(unit) for clause in taken):
                text = (
                    f"{unit.id} enters in turn {unit.enters}, but no clause of 'reinforcements' with a phase"
                )
                yield warning("RUL113", f"{text} that does 'reinforce' lets it", counter.place)
            continue
        if case.game.setups and not any(unit.id in setup.placements for setup in case.game.setups):
            text = f"{unit.id} stands in no set-up and has no turn (`enters`): it never comes"
            yield warning("RUL113", text, counter.place)
        for setup in case.game.setups:
            box = setup.placements.get(unit.id)
            if not setup.empty and box in boxes and boxes[box] not in ("eliminated", "exited"):
                text = f"{unit.id} waits in the box {box}, but its counter has no turn (`enters`)"
                yield warning("RUL113", text, setup.where.get(unit.id, counter.place))


def exits(case: Case) -> Iterator[Finding]:
    """Find ways off the map whose units have no box to go to."""
    boxes = {box.id for box in case.game.boxes if box.kind == "exited"}
    for clause in case.rules.of(movement.Exits):
        for index, way in enumerate(clause.rule.exits):
            if way.id not in boxes:
                text = f"no box '{way.id}' of the kind 'exited' takes who leaves{suggestion(way.id, boxes)}"
                yield error("RUL109", text, case.place(clause.number, "exits", index, "id"))
