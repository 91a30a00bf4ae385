"""Lines of supply and communication in a position."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.mechanisms.forces import Unit
from toolkit.rules.mechanisms.lines import Attrition, Line, OutOfLine
from toolkit.rules.mechanisms.zones import ZoneLines, felt
from toolkit.rules.rulings import Rulings


def in_touch(position: Position, place: str, line: str, side: str, rulings: Rulings) -> bool:
    """Return whether a side has a line of this id from a place.

    Raises
    ------
    KeyError
        For a line that the rules do not declare.
    """
    rules = position.rules
    declared = next((clause.rule for clause in rules.of(Line) if clause.rule.id == line), None)
    if declared is None:
        raise KeyError(line)
    zones = position.zoned(side)
    cutting = [c.rule for c in rules.of(ZoneLines) if line in (c.rule.lines or (line,))]

    def cut(here: str) -> bool:
        for rule in cutting:
            inside = felt(position, here, side, zones, lifted=rule.friends_lift, rulings=rulings)
            if inside and (here != place or rule.own_place.under(rulings)):
                return True
        return False

    def joins(here: str) -> bool:
        return bool(declared.onto) and in_touch(position, here, declared.onto, side, rulings)

    return declared.leads(position, place, side, cut, joins)


def lacking(position: Position, unit: Unit, rulings: Rulings) -> Iterator[Numbered[OutOfLine]]:
    """Yield the clauses under which a unit on the map suffers for want of a line."""
    for clause in position.rules.of(OutOfLine):
        if clause.rule.units.take(unit) and position.on_map(unit.id):
            (*_, seen) = position.scenes.get((clause.number, ""), (position,))
            place = seen.where[unit.id] if seen.on_map(unit.id) else position.where[unit.id]
            if not in_touch(seen, place, clause.rule.line, unit.side, rulings):
                yield clause


def find_lines(position: Position) -> None:
    """Keep the position for the clauses by which it is found out now who has no line."""
    for clause in position.rules.of(OutOfLine):
        if position.phase.id in clause.rule.asked:
            position.scenes[clause.number, ""] = (position.snapshot(),)
    for counting in _counting(position):
        if "supply" in position.phase.does:
            for side in position.phase.sides:
                before = position.scenes.get((counting.number, side), ())
                position.scenes[counting.number, side] = (*before, position.snapshot())[
                    -counting.rule.after - 1 :
                ]


def _counting(position: Position) -> list[Numbered[Attrition]]:
    """Return the clauses for which it counts how long a unit has had no line, as far as they hold now."""
    return [clause for clause in position.holding(Attrition) if clause.rule.after]


def has_lacked(position: Position, unit: Unit, clause: Numbered[Attrition], rulings: Rulings) -> bool:
    """Return whether a unit has had no line for so long that it suffers from it now."""
    if not clause.rule.after:
        return True
    *before, _ = position.scenes.get((clause.number, unit.side), (position,))
    return len(before) == clause.rule.after and all(
        scene.on_map(unit.id)
        and not in_touch(scene, scene.where[unit.id], clause.rule.line, unit.side, rulings)
        for scene in before
    )


def is_found_out(position: Position) -> bool:
    """Return whether everything is known that was found out in earlier phases about lines."""
    asked = {(clause.number, "") for clause in position.rules.of(OutOfLine) if clause.rule.asked}
    counted = all(
        len(position.scenes.get((clause.number, side), ())) > clause.rule.after
        for clause in _counting(position)
        for side in position.phase.sides
    )
    return counted and asked <= position.scenes.keys()
