"""Numbers that nothing can reach, or that change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from toolkit.rules.declared.rules import Rules
from toolkit.rules.mechanisms import (
    arrivals,
    cards,
    combat,
    control,
    lines,
    modifiers,
    movement,
    stacking,
    tables,
    victory,
    zones,
)
from toolkit.rules.mechanisms.board import ANYWHERE, Places
from toolkit.rules.mechanisms.forces import ALL, Unit

Path = tuple[str | int, ...]


def unreachable(rules: Rules, rule: Any) -> Iterator[tuple[Path, str]]:
    """Yield conditions that are never met, or always: the keys that lead there, and why."""
    match rule:
        case victory.Victory():
            yield from _never(rules, rule.needs)
            if rule.hold is not None:
                yield from _held(rules, rule.hold, rule.count)
        case victory.State():
            yield from _never(rules, rule.needs)
            if rule.lasts and not rule.when and all(map(_holds_from_the_start, rule.needs)):
                yield ("lasts",), "it holds from the start and stays so: 'lasts: false' lets it end"
        case victory.Points() if rule.hold is not None:
            yield from _held(rules, rule.hold, 1)
        case arrivals.Replacements():
            for side, points in rule.points.items():
                if points and not any("replace" in p.does and side in p.sides for p in rules.sequence.phases):
                    yield ("points", side), f"{side} has none: no phase of its own does 'replace'"
                elif points:
                    yield from _homeless(rules, side)
        case _:
            return


def _homeless(rules: Rules, side: str) -> Iterator[tuple[Path, str]]:
    """Yield that a side has units that could come back, and no place for any of them."""
    uses = [clause.rule for clause in rules.of(arrivals.ReplacementUse) if clause.rule.rebuild is not None]
    bases = [base.units for clause in rules.of(arrivals.RebuildAt) for base in clause.rule.any_of]
    own = [unit for unit in rules.units.values() if unit.side == side]
    back = [unit for unit in own if any(use.units.take(unit) for use in uses)]
    if back and bases and not any(units.take(unit) for units in bases for unit in back):
        yield ("points", side), f"no unit of {side} comes back: no clause of 'rebuild_at' is for one"


def _never(rules: Rules, needs: tuple[victory.Need, ...]) -> Iterator[tuple[Path, str]]:
    for index, need in enumerate(needs):
        if need.points_of:
            continue
        units = (unit for unit in rules.units.values() if _counts(rules, need, unit))
        most = sum(unit.face(unit.most).attack if need.strength else 1 for unit in units)
        if need.held_by:
            most += sum(rules.board.worth(p, need.worth) for p in _holdable(rules, need.places))
        if need.at_least is not None and need.at_least > most:
            yield ("needs", index, "at_least"), f"never so many: it counts {most} at most"


def _counts(rules: Rules, need: victory.Need, unit: Unit) -> bool:
    ways = [way for clause in rules.of(movement.Exits) for way in clause.rule.exits]
    leaves = any(way.units.take(unit) for way in ways)
    chosen = (need.eliminated, need.standing, need.exited if leaves else None)
    return any(units is not None and units.take(unit) for units in chosen)


def _holds_from_the_start(need: victory.Need) -> bool:
    """Return whether a number of units lost or gone is small enough as long as there are none."""
    counts = need.exited is not None or need.eliminated is not None
    return counts and not (need.at_least or need.points_of or need.held_by or need.standing)


def _holdable(rules: Rules, places: Places) -> frozenset[str]:
    """Return the places among some that a side can hold."""
    board = rules.board
    return board.chosen(places).intersection(
        *(board.chosen(c.rule.places) for c in rules.of(control.Control))
    )


def _held(rules: Rules, places: Places, count: int | None) -> Iterator[tuple[Path, str]]:
    if not rules.of(control.Control):
        return
    chosen, holdable = rules.board.chosen(places), _holdable(rules, places)
    if not chosen:
        return
    if count is not None and count > len(holdable):
        yield ("hold",), f"of these places {len(holdable)} can be held, by the clause of 'control'"
    elif count is None and chosen != holdable:
        name = sorted(chosen - holdable)[0]
        yield ("hold",), f"nobody holds {name}: it is none of the places of the clause of 'control'"


def neutral(rule: Any) -> Iterator[tuple[Path, str]]:
    """Yield clauses that change nothing, and parameters that cannot count: the keys, and why."""
    match rule:
        case modifiers.Shift(columns=0):
            yield ("columns",), "a shift of 0 columns changes nothing"
        case modifiers.DieModifier(add=0):
            yield ("add",), "0 added to the dice changes nothing"
        case modifiers.Strength(times=1, add=0):
            yield (), "it changes no strength: neither 'times' nor 'add'"
        case lines.OutOfLine() if replace(rule, line="", units=ALL, asked=()) == lines.OutOfLine(""):
            yield (), "nobody suffers by it: neither 'moves', 'attacks', 'movement', 'attack' nor 'defence'"
        case zones.ZoneMovement(enter="free", leave="free", within="free"):
            yield (), "zones do nothing by it: neither 'enter', 'leave' nor 'within'"
        case movement.Gone(links=(), sides=()):
            yield (), "nothing is gone: neither 'links' nor 'sides'"
        case combat.Attacks() if rule.reach != "adjacent" and _far(rule):
            yield (
                (_far(rule),),
                f"'{_far(rule)}' is for attacks on neighbouring places, not 'reach: {rule.reach}'",
            )
        case combat.Attacks(range=1) if rule.hidden_by is not None or rule.undisturbed:
            key = "undisturbed" if rule.hidden_by is None else "hidden_by"
            yield (key,), f"'{key}' is for attacks from afar, and the 'range' is 1"
        case cards.Cards() if (rule.draw or 0) > rule.hand:
            yield ("draw",), f"it draws no further than to a hand of {rule.hand}"
        case stacking.Stacking(limit=0) if rule.places == ANYWHERE:
            yield ("limit",), "nobody could stand anywhere: a limit of 0 is for some 'places'"
        case _:
            yield from _in_vain(rule)


def _far(rule: combat.Attacks) -> str:
    """Return a parameter that is for attacks from neighbouring places and from afar; "" for none stated."""
    stated = {"range": rule.range > 1, "hidden_by": rule.hidden_by, "undisturbed": rule.undisturbed}
    return next((key for key, value in stated.items() if value), "")


def _in_vain(rule: Any) -> Iterator[tuple[Path, str]]:
    """Yield parts of a clause that others of its parts make idle."""
    match rule:
        case control.ControlStart():
            for index, held in enumerate(rule.held[:-1]):
                if held.places == ANYWHERE:
                    yield ("held", index + 1), f"it never counts: {held.side} above holds all places"
                    break
        case tables.Result():
            for index, effect in enumerate(rule.does):
                if effect.lose == "matching" and all(other.lose is None for other in rule.does[:index]):
                    yield ("does", index, "lose"), "nothing is lost before it that it could match"
        case _:
            return
