"""Set-ups against the map, the counters and the set-up symbols: what chapter 4 asks of a start.

The checks read the data only (assignments, symbols, boxes); a map without set-up symbols has no such rules,
and then only the places themselves are checked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.geometry.map import Map
from toolkit.source.counters import Counter
from toolkit.source.schema import suggestion
from toolkit.source.setups import Box, Setup, SetupHex

STACK_LIMIT = 2
# A front-line hex farther from every start hex of the other side does not face him.
FRONT_DISTANCE = 2


@dataclass(frozen=True, slots=True)
class SetupRules:
    """What every set-up of a game is judged by.

    Attributes
    ----------
    counters : mapping of str to Counter
        By id.
    boxes : mapping of str to Box
        By id.
    symbols : sequence of SetupHex
    map : Map
    sea : frozenset of str
        Terrain kinds that no counter may stand in.
    """

    counters: Mapping[str, Counter]
    boxes: Mapping[str, Box]
    symbols: Sequence[SetupHex]
    map: Map
    sea: frozenset[str]

    def armies(self, number: str, kinds: Iterable[str]) -> set[str]:
        """Return whose symbols of the given kinds stand in a hex."""
        wanted = set(kinds)
        return {symbol.army for symbol in self.symbols if symbol.hex == number and symbol.kind in wanted}

    def hexes(self, kind: str, army: str | None = None) -> list[str]:
        """Return the hexes with symbols of a kind, of one army if given, in file order."""
        return [s.hex for s in self.symbols if s.kind == kind and army in (None, s.army)]


def check_setups(
    setups: Sequence[Setup],
    symbols: Sequence[SetupHex],
    counters: Sequence[Counter],
    boxes: Sequence[Box],
    game_map: Map,
    *,
    sea: Iterable[str] = ("sea",),
) -> list[Finding]:
    """Return everything wrong with a game's set-up symbols and set-ups.

    Returns
    -------
    list of Finding
        Symbols: ``SET040`` hex not on the map, ``SET041`` in the sea, ``SET042`` on the wrong side of the
        start line, ``SET043`` (warning) a front-line hex that faces nobody.
        Places: ``SET010`` unknown counter, ``SET011`` unknown hex or box, ``SET012`` counter without a place,
        ``SET013`` hex in the sea.
        Chapter 4: ``SET020`` headquarters off its place, ``SET021`` outside its army's hexes, ``SET022`` more
        than two in a hex, ``SET023`` set-up hex left empty, ``SET024`` nations mixed, ``SET025`` German
        mechanised unit off the panzer symbols, ``SET026`` not one front-line unit in a front-line hex,
        ``SET027`` second line stacked or not in an own town, ``SET028`` unit without a mark not in its pool,
        ``SET029`` both sides in a hex, ``SET030`` marked unit left in a box.
    """
    rules = SetupRules(
        {counter.id: counter for counter in counters},
        {box.id: box for box in boxes},
        tuple(symbols),
        game_map,
        frozenset(sea),
    )
    findings = list(_check_symbols(rules))
    for setup in setups:
        findings += check_setup(setup, rules)
    return findings


def check_setup(setup: Setup, rules: SetupRules) -> list[Finding]:
    """Return what is wrong with one set-up; see `check_setups` for the codes."""
    findings = list(_check_places(setup, rules))
    if findings:
        return findings  # with an unknown counter or hex the rest would only repeat it
    checks = [_check_stacks, _check_headquarters]
    if rules.symbols:
        checks.append(_check_axis_armies)
        checks.append(_check_lines)
    if rules.symbols and not setup.empty:
        checks.append(_check_complete)
    return [finding for check in checks for finding in check(setup, rules)]


def _check_symbols(rules: SetupRules) -> Iterator[Finding]:
    known = []
    for symbol in rules.symbols:
        number = symbol.hex
        try:
            h = rules.map.grid.hex(number)
        except ValueError as error:
            yield _finding(
                "SET040", f"set-up hex {number} of {symbol.army} is not on the map: {error}", symbol.place
            )
            continue
        known.append((symbol, h))
        if _terrain(rules, h) in rules.sea:
            text = f"set-up hex {number} of {symbol.army} lies in the sea"
            yield _finding("SET041", text, symbol.place)
        if not _on_side(rules, h, symbol.side):
            text = f"set-up hex {number} of {symbol.army} lies on the enemy's side of the start line"
            yield _finding("SET042", text, symbol.place, "3.4(1)")
    enemies = [(symbol.side, h) for symbol, h in known if symbol.kind != "hq"]
    for symbol, h in known:
        if symbol.kind != "front":
            continue
        distances = [rules.map.grid.distance(h, other) for side, other in enemies if side != symbol.side]
        if distances and min(distances) > FRONT_DISTANCE:
            text = f"front-line hex {symbol.hex} is {min(distances)} hexes from the nearest enemy set-up hex"
            yield _finding("SET043", text, symbol.place, severity=Severity.WARNING, distance=min(distances))


def _check_places(setup: Setup, rules: SetupRules) -> Iterator[Finding]:
    for name, number in setup.placements.items():
        place = _where(setup, name)
        if name not in rules.counters:
            text = f"there is no counter {name}{suggestion(name, rules.counters)}"
            yield _finding("SET010", text, place, counter=name)
        if name in setup.in_boxes:
            if number not in rules.boxes:
                text = f"there is no box {number}{suggestion(number, rules.boxes)}"
                yield _finding("SET011", text, place, counter=name)
            continue
        try:
            h = rules.map.grid.hex(number)
        except ValueError as error:
            yield _finding("SET011", f"{name}: {error}", place, counter=name)
            continue
        if _terrain(rules, h) in rules.sea:
            yield _finding("SET013", f"{name} stands in the sea hex {number}", place, "9.0", counter=name)
    missing = [name for name in rules.counters if name not in setup.placements]
    for name in missing:
        text = f"set-up {setup.id} has no place for {name}"
        yield _finding("SET012", text, _where(setup, ""), "4.0", counter=name)


def _check_stacks(setup: Setup, rules: SetupRules) -> Iterator[Finding]:
    for number, names in setup.by_hex().items():
        units = [rules.counters[name] for name in names if rules.counters[name].kind in ("unit", "hq")]
        if not units:
            continue
        place = _where(setup, units[-1].id)
        if len(units) > STACK_LIMIT:
            text = f"{len(units)} units stand in {number}; at most {STACK_LIMIT} may"
            yield _finding("SET022", text, place, "4.0(3)", units=[unit.id for unit in units])
        if len({unit.side for unit in units}) > 1:
            yield _finding("SET029", f"both sides stand in {number}", place, "3.1(2)", units=_ids(units))
        nations = {unit.nationality for unit in units}
        if rules.symbols and len(nations) > 1 and units[0].side == units[-1].side:
            text = f"units of {' and '.join(sorted(map(str, nations)))} stand together in {number}"
            yield _finding("SET024", text, place, "4.0(3)", units=_ids(units))


def _check_headquarters(setup: Setup, rules: SetupRules) -> Iterator[Finding]:
    for counter in rules.counters.values():
        if counter.kind != "hq" or counter.assignment is None:
            continue
        printed = rules.hexes("hq", counter.assignment)
        where = setup.placements[counter.id]
        if printed and where not in printed:
            text = f"{counter.id} stands in {where}; its printed place is {', '.join(printed)}"
            yield _finding("SET020", text, _where(setup, counter.id), "4.0(2)", counter=counter.id)


def _check_axis_armies(setup: Setup, rules: SetupRules) -> Iterator[Finding]:
    """Judge the units whose assignment is an army with set-up hexes of its own."""
    armies = {symbol.army for symbol in rules.symbols if symbol.kind in ("army", "panzer")}
    for counter, number in _units_on_map(setup, rules):
        if counter.kind != "unit" or counter.assignment not in armies:
            continue
        place = _where(setup, counter.id)
        if counter.assignment not in rules.armies(number, ("army", "panzer")):
            text = f"{counter.id} of {counter.assignment} stands in {number}, no set-up hex of that army"
            yield _finding("SET021", text, place, "4.0(3)", counter=counter.id)
        elif counter.mechanised and counter.nationality == "german" and not rules.armies(number, ("panzer",)):
            text = f"{counter.id} is mechanised and stands in {number}, which has no panzer symbol"
            yield _finding("SET025", text, place, "4.0(3)", counter=counter.id)


def _check_lines(setup: Setup, rules: SetupRules) -> Iterator[Finding]:
    """Judge front-line and second-line units, and units that have no place on the map."""
    front = set(rules.hexes("front"))
    stacks = setup.by_hex()
    for counter, number in _units_on_map(setup, rules):
        place = _where(setup, counter.id)
        if counter.assignment == "front" and number not in front:
            text = f"front-line unit {counter.id} stands in {number}, no front-line hex"
            yield _finding("SET026", text, place, "4.0(4)1", counter=counter.id)
        if counter.assignment == "second":
            if not _own_town(rules, number, counter.side):
                text = f"second-line unit {counter.id} stands in {number}, no town that its side controls"
                yield _finding("SET027", text, place, "4.0(4)2", counter=counter.id)
            if len(stacks[number]) > 1:
                text = f"second-line unit {counter.id} is stacked in {number}"
                yield _finding("SET027", text, place, "4.0(4)2", counter=counter.id)
        if counter.assignment is None:
            text = f"{counter.id} has no set-up mark and belongs in the pool, not in {number}"
            yield _finding("SET028", text, place, "4.0(5)", counter=counter.id)


def _check_complete(setup: Setup, rules: SetupRules) -> Iterator[Finding]:
    """Judge what a finished set-up must fill: every set-up hex, and no marked unit left over."""
    standing: dict[str, list[Counter]] = defaultdict(list)
    for counter, number in _units_on_map(setup, rules):
        standing[number].append(counter)
    for symbol in rules.symbols:
        units = standing[symbol.hex]
        if symbol.kind in ("army", "panzer") and not any(unit.assignment == symbol.army for unit in units):
            text = f"set-up hex {symbol.hex} of {symbol.army} is empty"
            yield _finding("SET023", text, replace(_where(setup, ""), hex=symbol.hex), "4.0(3)")
        if symbol.kind == "front":
            count = sum(unit.assignment == "front" for unit in units)
            if count != 1:
                text = f"front-line hex {symbol.hex} has {count} front-line units; it takes exactly one"
                place = replace(_where(setup, ""), hex=symbol.hex)
                yield _finding("SET026", text, place, "4.0(4)1", units=_ids(units))
    for name, box in setup.in_boxes.items():
        counter = rules.counters[name]
        if counter.kind not in ("unit", "hq"):
            continue
        if counter.assignment is not None:
            text = f"{name} is marked {counter.assignment} and stands in the box {box}, not on the map"
            yield _finding("SET030", text, _where(setup, name), "4.0(3)", counter=name)
        elif rules.boxes[box].kind != "pool" or rules.boxes[box].side != counter.side:
            text = f"{name} has no set-up mark and belongs in its side's pool, not in {box}"
            yield _finding("SET028", text, _where(setup, name), "4.0(5)", counter=name)


def _units_on_map(setup: Setup, rules: SetupRules) -> Iterator[tuple[Counter, str]]:
    for name, number in setup.on_map.items():
        counter = rules.counters[name]
        if counter.kind in ("unit", "hq"):
            yield counter, number


def _terrain(rules: SetupRules, h: int) -> str:
    return rules.map.terrain_kinds[int(rules.map.terrain[h])]


def _on_side(rules: SetupRules, h: int, side: str) -> bool:
    """Whether a hex is not on the enemy's side of the start line; True where the map has no such line.

    The line may cut a hex whose centre lies beyond it: a town there shows whose it is.
    """
    if any(place.hex == h and place.control == side for place in rules.map.places):
        return True
    own = rules.map.hex_features.get(f"start_{side}")
    others = [flags for name, flags in rules.map.hex_features.items() if name.startswith("start_")]
    return own is None or bool(own[h]) or not any(bool(flags[h]) for flags in others)


def _own_town(rules: SetupRules, number: str, side: str | None) -> bool:
    h = rules.map.grid.hex(number)
    return any(place.hex == h and place.control == side for place in rules.map.places)


def _where(setup: Setup, name: str) -> Place:
    place = setup.where.get(name, Place())
    number = setup.on_map.get(name)
    return place if number is None else replace(place, hex=number)


def _ids(units: Iterable[Counter]) -> list[str]:
    return [unit.id for unit in units]


def _finding(
    code: str,
    message: str,
    place: Place,
    citation: str | None = None,
    severity: Severity = Severity.ERROR,
    **data: object,
) -> Finding:
    return Finding(code, severity, message, place, citation, data)
