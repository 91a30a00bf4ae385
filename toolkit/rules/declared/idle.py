"""Clauses without effect: no such places or units, turns that never come, numbers without a bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from typing import Any

from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.rules.declared.bounds import neutral, unreachable
from toolkit.rules.declared.reading import key_of
from toolkit.rules.declared.rules import Numbered, Rules
from toolkit.rules.mechanisms import (
    arrivals,
    combat,
    hidden,
    lines,
    movement,
    retreats,
    sequence,
    support,
    tables,
    unit_dice,
    victory,
)
from toolkit.rules.mechanisms.board import ANYWHERE, Places
from toolkit.rules.mechanisms.forces import ALL, Unit, Units
from toolkit.source.rules import Clause

Path = tuple[str | int, ...]


def idle(game: CompiledGame, rules: Rules) -> Iterator[Finding]:
    """Yield what is stated and can have no effect; the names in it are known."""
    for clause, numbered in zip(game.rules, rules.clauses, strict=True):
        for path, part in _parts(numbered.rule, ()):
            yield from _nobody(rules, clause, path, part)
        said = chain(_said(game, rules, numbered.rule), _impossible_faces(numbered.rule))
        far = chain(unreachable(rules, numbered.rule), neutral(numbered.rule))
        for path, text in (*said, *_partless(rules, numbered.rule), *far):
            yield Finding("RUL114", Severity.ERROR, text, clause.at(*path))
        for path, text in _unheard(rules, numbered):
            yield Finding("RUL114", Severity.ERROR, text, clause.at(*path))
    yield from _too_late(game, rules)


def _parts(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield a mechanism and every value that it is made of, with the keys that lead there."""
    if is_dataclass(value):
        yield path, value
        for field in fields(value):
            yield from _parts(getattr(value, field.name), (*path, key_of(field.name)))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _parts(item, (*path, index))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _parts(item, (*path, key))


def _nobody(rules: Rules, clause: Clause, path: Path, part: Any) -> Iterator[Finding]:
    """Find choices of places or units that choose none."""
    if isinstance(part, Places | Units) and part.cards:
        # What is played on none of them yet may be played on any that fits otherwise.
        part = replace(part, cards=())
    if isinstance(part, Places) and part != ANYWHERE and not rules.board.chosen(part):
        text = "no place of the map is all that is stated here"
        yield Finding("RUL114", Severity.WARNING, text, clause.at(*path))
    if isinstance(part, Units) and part != ALL and not any(map(part.take, rules.units.values())):
        text = "no unit is all that is stated here"
        yield Finding("RUL114", Severity.WARNING, text, clause.at(*path))


def _said(game: CompiledGame, rules: Rules, rule: Any) -> Iterator[tuple[Path, str]]:
    """Yield what one clause says in vain: the keys that lead there, and why."""
    match rule:
        case lines.Line():
            yield from _lines(rules, rule)
        case tables.Result():
            for index, effect in enumerate(rule.does):
                if effect.lose is None and effect.retreat is None and not effect.becomes:
                    text = f"nothing is asked of the {effect.to}: neither 'lose', 'retreat' nor 'becomes'"
                    yield ("does", index), text
        case sequence.Impulses() | sequence.FirstPhase() | sequence.Weather():
            yield from _moments(rules, rule)
        case victory.State():
            yield from _needs(rule.needs)
        case victory.Victory():
            yield from _needs(rule.needs)
            if rule.turns and rule.at == "end":
                yield ("turns",), "'turns' is for what is asked 'at: turn' or 'at: phase'"
        case movement.EnemyStops() if rules.of(movement.EnemyBlocks):
            block = rules.of(movement.EnemyBlocks)[0]
            if any(rule.units.take(unit) and block.rule.units.take(unit) for unit in rules.units.values()):
                yield (), f"clause {block.number} lets no unit into a place with enemies, so none stops there"
        case movement.Exits():
            yield from _exits(game, rule)
        case _:
            return


def _impossible_faces(rule: Any) -> Iterator[tuple[Path, str]]:
    """Yield faces that a die does not have."""
    for code, faces in rule.codes.items() if isinstance(rule, unit_dice.UnitDice) else ():
        beyond = [face for face in faces if isinstance(face, int) and face > rule.faces]
        if beyond:
            yield ("codes", code), f"a die of {rule.faces} faces never shows {beyond[0]}"


def _partless(rules: Rules, rule: Any) -> Iterator[tuple[Path, str]]:
    """Yield parameters that mean nothing without another: the keys that lead there, and why."""
    match rule:
        case tables.Result():
            for index, effect in enumerate(rule.does):
                if effect.retreat is None and effect.or_lose is not None:
                    yield (
                        ("does", index, "or_lose"),
                        "'or_lose' is for a 'retreat', which is not asked",
                    )
                if effect.lose == "all" and effect.retreat is not None:
                    yield ("does", index, "retreat"), "who is eliminated does not retreat"
                if effect.retreat is None and effect.mixed:
                    yield ("does", index, "mixed"), "'mixed' is for a 'retreat', which is not asked"
        case support.Support() if rule.reach == "anywhere" and (rule.range != 1 or rule.hidden_by):
            yield ("reach",), "from anywhere: neither 'range' nor 'hidden_by' count"
        case hidden.Hidden() if rule.blanks is not None and not _lies_hidden(rules, rule.blanks):
            yield ("blanks",), "no unit that lies hidden is one of these: 'blanks' are among the 'units'"
        case movement.March() if rule.more(10) <= 0:
            yield (), "nobody goes further by it: neither 'points' nor 'times'"
        case retreats.RetreatFails() if rule.steps != 1 and rule.then != "loses":
            yield ("steps",), "'steps' is for 'then: loses'"
        case arrivals.Reinforcements() if rule.otherwise is None and (rule.nearest or rule.delay):
            yield ("nearest" if rule.nearest else "delay",), "it is for 'otherwise', which is not stated"
        case combat.Attacks() if not any(clause.rule.alone for clause in rules.of(combat.Attacks)):
            yield ("alone",), "nobody attacks: no clause of 'attacks' lets units attack alone"
        case _:
            return


def _lies_hidden(rules: Rules, units: Units) -> bool:
    found = [clause.rule.units for clause in rules.of(hidden.Hidden)]
    return any(units.take(u) and any(one.take(u) for one in found) for u in rules.units.values())


def _unheard(rules: Rules, numbered: Numbered[Any]) -> Iterator[tuple[Path, str]]:
    """Find clauses that others always overrule, and what nobody among the attackers can be."""
    cases = overruled = frozenset[Case]()
    if isinstance(numbered.rule, _LAST_COUNTS):
        cases = _cases(rules, numbered.rule)
        later = rules.clauses[rules.clauses.index(numbered) + 1 :]
        over = [c for c in later if type(c.rule) is type(numbered.rule) and _covers(c.rule, numbered.rule)]
        overruled = cases.intersection(*[frozenset().union(*(_cases(rules, c.rule) for c in over))])
    if cases and cases == overruled:
        numbers = ", ".join(c.number for c in over if _cases(rules, c.rule) & cases)
        text = (
            f"it never counts: of clauses that fit the last does, and {numbers} below fits in all its cases"
        )
        yield (), f"{text}; put the exception after the rule"
    if isinstance(numbered.rule, victory.Victory) and numbered.rule.at == "end":
        for other in rules.of(victory.Victory):
            if other.number == numbered.number:
                break
            if replace(other.rule, side="", level="") == victory.Victory():
                yield (), f"it never counts: {other.number} above is asked first, and decides in every case"
                break
    for path, part in _parts(numbered.rule, ()):
        if isinstance(part, combat.Condition):
            fighting = [unit for unit in rules.units.values() if _attacks(rules, unit)]
            for name in part.with_classes:
                if not any(unit.unit_class == name for unit in fighting):
                    text = f"no clause of 'attacks' lets units of the class {name} attack: none is among the"
                    yield (*path, "with_classes"), f"{text} attackers"


Case = tuple[str, str, str]
"""Unit, phase, and terrain or feature."""
_LAST_COUNTS = (movement.Allowance, movement.TerrainCost, movement.FeatureCost, arrivals.ReplacementUse)


def _cases(rules: Rules, rule: Any) -> frozenset[Case]:
    """Return the cases of which a clause speaks, kinds of turns apart."""
    units = [unit for unit in rules.units.values() if rule.units.take(unit)]
    keys: Iterable[str] = getattr(rule, "costs", ("",))
    phases: Iterable[str] = ("",)
    if isinstance(rule, movement.Allowance):
        moving = [phase.id for phase in rules.sequence.phases if "move" in phase.does]
        phases = [id for id in rule.phases or moving if id not in rule.not_phases]
    return frozenset((unit.id, phase, key) for unit in units for phase in phases for key in keys)


def _covers(later: Any, rule: Any) -> bool:
    """Return whether a clause holds in all turns in which another does."""
    if getattr(later, "beside", None) not in (None, getattr(rule, "beside", None)):
        return False
    stated: tuple[str, ...] = getattr(rule, "when", ())
    other: tuple[str, ...] = getattr(later, "when", ())
    return not other or (bool(stated) and set(stated) <= set(other))


def _attacks(rules: Rules, unit: Unit) -> bool:
    return any(clause.rule.units.take(unit) for clause in rules.of(combat.Attacks))


def _weather(rules: Rules, rule: sequence.Weather) -> Iterator[tuple[Path, str]]:
    first = next(clause.rule for clause in rules.of(sequence.Weather) if clause.rule.id == rule.id)
    if rule.dice != first.dice:
        yield ("dice",), f"what has one id is rolled for with the same dice: {first.dice}"
    try:
        totals = tables.Dice.of(rule.dice).totals
    except ValueError as error:
        yield ("dice",), str(error)
        return
    for kind, sums in rule.kinds.items():
        for total in sums:
            if total not in totals:
                yield ("kinds", kind), f"{rule.dice} never show {total}"


def _moments(
    rules: Rules, rule: sequence.Impulses | sequence.FirstPhase | sequence.Weather
) -> Iterator[tuple[Path, str]]:
    if isinstance(rule, sequence.Weather):
        yield from _weather(rules, rule)
        return
    phases = {phase.id: phase for phase in rules.sequence.phases}
    if isinstance(rule, sequence.FirstPhase):
        if "set_up" in phases[rule.begins].does:
            yield ("begins",), f"{rule.begins} is a set-up, which comes before the first turn anyway"
        return
    for index, id in enumerate(rule.phases):
        if len(phases[id].sides) < 2:
            yield ("phases", index), f"only {phases[id].sides[0]} acts in {id}: nobody alternates"


def _lines(rules: Rules, rule: lines.Line) -> Iterator[tuple[Path, str]]:
    if not rule.to and not rule.onto and rule.to_units is None:
        yield ("id",), f"the line {rule.id} leads nowhere: it has neither 'to', 'to_units' nor 'onto'"
        return
    if rule.points is not None and rule.length is not None:
        yield ("length",), "a line has a length in places or in points, not both"
    if rule.points is None:
        for key in ("costs", "side_costs", "link_costs"):
            if getattr(rule, key):
                yield (key,), f"'{key}' count for 'points', which the line {rule.id} does not have"
    ways = {clause.rule.id: clause.rule.onto for clause in rules.of(lines.Line)}
    if ways[_onto(ways, rule.id)[-1]] == rule.id:
        yield ("onto",), f"the line {rule.id} leads onto itself"
    needs = {id for id in ways if rule.id in _onto(ways, id)}
    needy: list[Units] = [c.rule.units for c in rules.of(lines.OutOfLine) if c.rule.line in needs]
    needy += [c.rule.units for c in rules.of(lines.Attrition) if c.rule.line in needs]
    for side in rules.sides:
        own = [unit for unit in rules.units.values() if unit.side == side]
        bound = any(units.take(unit) for units in needy for unit in own)
        if bound and not (rule.onto or side in rule.to or _has_source(rule, own)):
            yield ("to",), f"{side} has no source of the line {rule.id}, and its units suffer without one"


def _has_source(rule: lines.Line, own: Iterable[Unit]) -> bool:
    """Return whether a line may lead to some unit of a side."""
    return rule.to_units is not None and any(map(rule.to_units.take, own))


def _onto(ways: Mapping[str, str], id: str) -> list[str]:
    """Return a line and those that it leads onto."""
    found: list[str] = []
    while id in ways and id not in found:
        found.append(id)
        id = ways[id]
    return found


def _needs(needs: tuple[victory.Need, ...]) -> Iterator[tuple[Path, str]]:
    for index, need in enumerate(needs):
        if not (need.points_of or need.held_by or need.exited or need.eliminated or need.standing):
            text = "nothing is counted: neither 'points_of', 'held_by', 'standing', 'exited' nor 'eliminated'"
            yield ("needs", index), text
        if (need.at_least or 0) <= 0 and need.at_most is None:
            yield ("needs", index), "any number fulfils this: neither 'at_least' nor 'at_most' bounds it"


def _exits(game: CompiledGame, rule: movement.Exits) -> Iterator[tuple[Path, str]]:
    boxes = {box.id for box in game.boxes if box.kind == "exited"}
    if not boxes or (len(boxes) == 1 and len(rule.exits) == 1):
        # A game without a module needs no boxes; one box is for the one exit.
        return
    for index, way in enumerate(rule.exits):
        if way.id not in boxes:
            text = f"no box of the kind 'exited' is called {way.id}; there are {', '.join(sorted(boxes))}"
            yield ("exits", index, "id"), text


def named_twice(game: CompiledGame, rules: Rules) -> Iterator[Finding]:
    """Find names that two things of one kind have."""
    for phases in rules.of(sequence.Phases):
        clause = next(stated for stated in game.rules if stated.number == phases.number)
        ids = [phase.id for phase in phases.rule.phases]
        for index, id in enumerate(ids):
            if id in ids[index + 1 :]:
                yield _named_twice(f"two phases are called {id}", clause.at("phases", index, "id"))
    kinds = set(rules.sequence.kinds.kinds)
    kinds |= {kind for clause in rules.of(sequence.Weather) for kind in clause.rule.kinds}
    lines_ = [(clause.number, clause.rule.id) for clause in rules.of(lines.Line)]
    states = [(clause.number, clause.rule.id) for clause in rules.of(victory.State)]
    for found, taken, what in ((lines_, set[str](), "line"), (states, kinds, "state or kind of turns")):
        for number, id in found:
            clause = next(c for c in game.rules if c.number == number)
            if id in taken:
                yield _named_twice(f"another {what} is called {id}", clause.at("id"))
            taken.add(id)


def _named_twice(text: str, place: Place) -> Finding:
    return Finding("RUL110", Severity.ERROR, text, place)


def _too_late(game: CompiledGame, rules: Rules) -> Iterator[Finding]:
    """Find turns that the game does not have."""
    last = rules.sequence.turns
    if not rules.of(sequence.Turns):
        return

    def late(turn: int, place: Place) -> Iterator[Finding]:
        if turn > last:
            text = f"there is no turn {turn}: the game lasts {last}"
            yield Finding("RUL115", Severity.WARNING, text, place)

    for clause, numbered in zip(game.rules, rules.clauses, strict=True):
        match numbered.rule:
            case sequence.TurnKinds(kinds):
                for kind, turns in kinds.items():
                    yield from late(max(turns, default=0), clause.at("kinds", kind))
            case sequence.FirstPhase(_, turn) | arrivals.NotBefore(_, turn):
                yield from late(turn, clause.at("turn"))
            case victory.Victory(turns=turns):
                yield from late(max(turns, default=0), clause.at("turns"))
            case _:
                continue
    for counter in game.counters:
        if counter.id in rules.units and counter.enters is not None:
            yield from late(counter.enters, counter.place)
