"""What is wrong in declared rules: names that nothing has, gaps, clauses that cannot both be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.rules.declared.case import Case, error, warning
from toolkit.rules.declared.checking_cards import cards_and_decks
from toolkit.rules.declared.checking_counters import classes, entries, everywhere, exits, losses
from toolkit.rules.declared.checking_opposites import opposites
from toolkit.rules.declared.checking_phases import sequence_of_play
from toolkit.rules.declared.checking_results import results
from toolkit.rules.declared.idle import idle, named_twice
from toolkit.rules.declared.names import uses
from toolkit.rules.declared.reading import MOST, attributes
from toolkit.rules.declared.rules import Rules
from toolkit.rules.declared.vocabulary import MECHANISMS
from toolkit.rules.mechanisms import (
    cards,
    lines,
    movement,
    sequence,
    status,
    victory,
)
from toolkit.source.schema import suggestion

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame

RULE_CODES: Mapping[str, str] = {
    "RUL101": "A clause names what the game does not have: a terrain, a layer, a side, a class, a phase.",
    "RUL102": "Units can come upon a terrain for which no clause states a cost.",
    "RUL103": "A phase that nobody can leave, that never comes, or in which nothing can be done.",
    "RUL104": "A unit that has no allowance in a phase in which it moves.",
    "RUL105": "A mechanism that a game states once stands twice.",
    "RUL106": "Two clauses say opposite things about the same case.",
    "RUL107": "A table of results with a hole, or headings that do not rise.",
    "RUL108": "A result of the table that no clause explains, or a clause for a result that the table lacks.",
    "RUL109": "A mechanism lacks another without which it means nothing.",
    "RUL110": "A clause's number, or the name of a phase, a line or a state, stands twice.",
    "RUL111": "An unclear point whose readings the clause does not give, or that its clause does not list.",
    "RUL112": "A class of units that no clause names, or a unit without one.",
    "RUL113": "A unit that waits beside the map and can never come, or a card that lies in no deck.",
    "RUL114": "A clause that can have no effect, or part of one: no such place or unit, no source, no bound.",
    "RUL115": "A turn that the game does not have, or more turns than anybody plays.",
    "RUL116": "A set-up with more units in a place than a clause of stacking lets stand.",
}


def _endless(case: Case) -> Iterator[Finding]:
    """Find games of more turns than can be gone through one by one, as the checks do."""
    for clause in case.rules.of(sequence.Turns):
        if clause.rule.count > MOST:
            text = f"{clause.rule.count:,} turns: {MOST:,} at most"
            yield error("RUL115", text, case.place(clause.number, "count"))


def check_declaration(game: CompiledGame, rules: Rules) -> Iterator[Finding]:
    """Yield everything that is wrong in a game's rules as data: `RULE_CODES`."""
    if not game.rules:
        yield error("RUL109", "no clause states anything of the game", Place())
        return
    case = Case(game, rules)
    unknown = [*named_twice(game, rules), *_points(case), *_repeated(case), *_endless(case)]
    # A name that stands twice hides another: who names that one is right.
    unknown += _names(case) if not unknown else []
    yield from unknown
    if not any(finding.severity is Severity.ERROR for finding in unknown):
        checks: Iterable[Callable[[Case], Iterator[Finding]]] = (
            _missing,
            _costs,
            sequence_of_play,
            _layers,
            opposites,
            results,
            classes,
            entries,
            everywhere,
            losses,
            exits,
            cards_and_decks,
        )
        for check in checks:
            yield from check(case)
        yield from idle(game, rules)


# Names ------------------------------------------------------------------------------------------


def known_names(case: Case) -> Mapping[str, tuple[str, set[str]]]:
    """Return role of a name → what it is called, and the names there are."""
    game, rules, board = case.game, case.rules, case.rules.board
    terrain = set(board.terrain.values())
    features = {name for names in board.features.values() for name in names}
    sides = {layer for layers in board.sides.values() for layer in layers}
    links = {layer for layers in board.links.values() for layer in layers}
    towns = {kind for kinds in board.towns.values() for kind in kinds}
    if game.hex_map is not None:
        terrain |= set(game.labels.get("terrain", ()))
        features |= set(game.labels.get("hex_layer", ()))
        sides |= set(game.labels.get("side_layer", ()))
        links |= set(game.labels.get("link_layer", ()))
        towns |= set(game.labels.get("town_class", ()))
    else:
        terrain |= set(game.labels.get("area_kind", ()))
        links |= set(game.labels.get("link_kind", ()))
        sides |= links
    kinds = {kind for clause in rules.of(sequence.TurnKinds) for kind in clause.rule.kinds}
    rolled = {kind for clause in rules.of(sequence.Weather) for kind in clause.rule.kinds}
    states = {clause.rule.id for clause in rules.of(victory.State)}
    states |= {clause.rule.id for clause in rules.of(cards.Card)}
    return {
        "terrain": ("terrain", terrain),
        "feature": ("feature of places", features),
        "property": ("property of areas that is a number", _numbers(features)),
        "side layer": ("layer of hexsides", sides),
        "link": ("layer of links", links),
        "town": ("class of towns", towns),
        "feature or town": ("feature or class of towns", features | towns),
        "place": ("place on the map", set(board.places)),
        "side": ("side", set(rules.sides)),
        "class": ("class of units among the counters", {u.unit_class for u in rules.units.values()} - {""}),
        "unit": ("unit", set(rules.units)),
        "phase": ("phase", {phase.id for phase in rules.sequence.phases}),
        "turn kind": ("kind of turns", kinds),
        "kind": ("kind of turns, of weather, state, or card", kinds | rolled | states),
        "card on a unit": ("card that is played on units", _cards_on(rules, "unit")),
        "card on a place": ("card that is played on places", _cards_on(rules, "place")),
        "status": ("status of units", {clause.rule.id for clause in rules.of(status.Status)}),
        "line": ("line", {clause.rule.id for clause in rules.of(lines.Line)}),
        "table": ("chart", {chart.id for chart in game.free_charts}),
        "point": ("unclear point", {option.id for option in game.options}),
    }


def _numbers(features: set[str]) -> set[str]:
    """Return the properties of areas of which each value is a whole number."""
    stated = [feature.partition("=")[::2] for feature in features if "=" in feature]
    return {key for key, _ in stated} - {key for key, value in stated if not value.isdigit()}


def _cards_on(rules: Rules, on: str) -> set[str]:
    return {clause.rule.id for clause in rules.of(cards.Card) if clause.rule.played_on == on}


def _names(case: Case) -> Iterator[Finding]:
    known = known_names(case)
    for clause, numbered in case.pairs():
        for use in uses(type(numbered.rule), clause.parameters):
            word, names = known[use.role]
            if use.name not in names:
                text = f"the game has no {word} '{use.name}'{suggestion(use.name, names) or _some(names)}"
                yield error("RUL101", text, clause.at(*use.path))
        for point in clause.unclear:
            if point not in known["point"][1]:
                text = f"the register has no point '{point}'{suggestion(point, known['point'][1])}"
                yield error("RUL101", text, clause.at())


def _some(names: set[str]) -> str:
    shown = sorted(names)[:8]
    return f"; it has {', '.join(shown)}" if shown and len(names) <= 8 else ""


def _points(case: Case) -> Iterator[Finding]:
    """Judge values by readings of an unclear point: one for each reading, and the point on the clause."""
    readings = {option.id: {value.id for value in option.values} for option in case.game.options}
    for clause, numbered in case.pairs():
        for use in uses(type(numbered.rule), clause.parameters):
            if use.role != "point" or use.name not in readings:
                continue
            stated, wanted = set(use.readings), readings[use.name]
            for name in sorted(stated ^ wanted):
                verb = "is no reading" if name in stated else "is a reading that has no value here"
                text = f"'{name}' {verb} of {use.name}{suggestion(name, wanted) if name in stated else ''}"
                yield error("RUL111", text, clause.at(*use.path))
            if use.name not in clause.unclear:
                text = f"the value depends on {use.name}, which is not in `unclear` of the clause"
                yield warning("RUL111", text, clause.at(*use.path))


# What stands twice, lacks, or contradicts -------------------------------------------------------


def _repeated(case: Case) -> Iterator[Finding]:
    seen: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for clause, numbered in case.pairs():
        phases = getattr(numbered.rule, "phases", ()) if _is_scoped(numbered.rule) else ()
        known = seen.setdefault(clause.mechanism, [])
        for number, others in known if MECHANISMS[clause.mechanism].once else ():
            if sequence.overlapping(phases, others):
                where = (
                    "once" if not _is_scoped(numbered.rule) else "once in a phase (`phases` tells them apart)"
                )
                text = f"a game states '{clause.mechanism}' {where}; clause {number} does already"
                yield error("RUL105", text, clause.place)
                break
        known.append((clause.number, phases))


def _is_scoped(rule: Any) -> bool:
    """Return whether a mechanism may hold in some phases only."""
    return "phases" in attributes(type(rule)) and not isinstance(rule, sequence.Phases | sequence.Impulses)


_NEEDS: Mapping[str, tuple[str, ...]] = {
    "zone_movement": ("zones",),
    "zone_retreat": ("zones",),
    "zone_lines": ("zones", "line"),
    "odds": ("use_table",),
    "use_table": ("odds", "attacks"),
    "unit_dice": ("result", "attacks"),
    "support": ("attacks",),
    "cards": ("card",),
    "card": ("cards",),
    "discard": ("cards",),
    "shift": ("use_table",),
    "die_modifier": ("use_table",),
    "result": ("use_table|unit_dice",),
    "replacements": ("replacement_use",),
    "impulses": ("phases",),
    "replacement_use": ("replacements",),
    "control_start": ("control",),
    "without_line": ("line",),
    "attrition": ("line",),
}
_TASKS: Mapping[str, tuple[str, ...]] = {
    "set_up": ("set_up",),
    "reinforce": ("reinforcements",),
    "replace": ("replacements",),
    "move": ("allowance",),
    "fight": ("attacks", "use_table|unit_dice", "odds|unit_dice"),
    "supply": ("attrition",),
    "weather": ("weather",),
    "draw": ("chits",),
    "deal": ("cards",),
    "change": ("status",),
}


def _either(names: str) -> str:
    """Return mechanisms of which one is enough, as people read them."""
    return " or ".join(f"'{name}'" for name in names.split("|"))


def _unheld(case: Case) -> Iterator[Finding]:
    """Find clauses about places that are held, in a game in which none can be."""
    if any(clause.mechanism == "control" for clause in case.game.rules):
        return
    for clause in case.game.rules:
        bases = clause.parameters.get("any_of", ()) if clause.mechanism == "rebuild_at" else ()
        asked = clause.mechanism in ("points", "victory") and "hold" in clause.parameters
        asked |= bool(clause.mechanism == "line" and clause.parameters.get("held"))
        asked |= "for_each" in clause.parameters
        asked |= any("held_by" in need for need in clause.parameters.get("needs", ()))
        if asked or any(base.get("held") for base in bases):
            text = "no place is held by anybody without a clause of 'control', which says which places can be"
            yield error("RUL109", text, clause.place)


def _missing(case: Case) -> Iterator[Finding]:
    yield from _unheld(case)
    stated = {clause.mechanism for clause in case.game.rules}
    for name in ("phases", "turns"):
        if name not in stated:
            yield error("RUL109", f"no clause states the {name} of the game", case.game.rules[0].place)
    if "victory" not in stated:
        text = "no clause of 'victory' says who wins: every game is a draw"
        yield warning("RUL109", text, case.game.rules[-1].place)
    for clause in case.game.rules:
        for needed in _NEEDS.get(clause.mechanism, ()):
            if stated.isdisjoint(needed.split("|")):
                text = f"'{clause.mechanism}' means nothing without a clause of {_either(needed)}"
                yield error("RUL109", text, clause.place)
    for numbered in case.rules.of(sequence.Phases):
        for index, phase in enumerate(numbered.rule.phases):
            for task in phase.does:
                for needed in _TASKS[task]:
                    ways = needed.split("|")
                    if not any(_holds_in(case, way, phase.id) for way in ways):
                        text = f"nothing can be done in phase {phase.id}: no clause of {_either(needed)}"
                        more = "" if stated.isdisjoint(ways) else " holds in it"
                        yield error("RUL103", text + more, case.place(numbered.number, "phases", index))


def _holds_in(case: Case, mechanism: str, phase: str) -> bool:
    """Return whether some clause of a mechanism holds in a phase."""
    return any(
        sequence.overlapping(getattr(clause.rule, "phases", ()) if _is_scoped(clause.rule) else (), (phase,))
        for clause in case.rules.of(MECHANISMS[mechanism].type)
    )


# Gaps -------------------------------------------------------------------------------------------


def _costs(case: Case) -> Iterator[Finding]:
    board = case.rules.board
    costs = case.rules.of(movement.TerrainCost)
    if not costs:
        return
    features = case.rules.of(movement.FeatureCost)
    lacking: dict[str, Finding] = {}
    for place in board.places:
        terrain = board.terrain[place]
        if terrain in lacking:
            continue
        for unit in case.rules.units.values():
            by_terrain = any(terrain in c.rule.costs and c.rule.units.take(unit) for c in costs)
            by_feature = any(
                c.rule.units.take(unit) and c.rule.of(board, place) is not None for c in features
            )
            if not (by_terrain or by_feature):
                own = [clause for clause in costs if clause.rule.units.take(unit)] or costs
                text = f"terrain '{terrain}' ({place}) has no cost for {unit.id}"
                lacking[terrain] = error("RUL102", text, case.place(own[-1].number, "costs"))
                break
    yield from lacking.values()


def _layers(case: Case) -> Iterator[Finding]:
    """Find layers of hexsides, or links that alone join areas, of which the map has none."""
    drawn = {layer for layers in case.rules.board.sides.values() for layer in layers}
    for clause, numbered in case.pairs():
        for use in uses(type(numbered.rule), clause.parameters):
            if use.role == "side layer" and use.name not in drawn:
                text = f"the map has no hexside of '{use.name}'"
                if case.game.hex_map is None:
                    text = (
                        f"no areas are joined by '{use.name}' alone: areas that touch need no link; "
                        "`separate` of the map parts them"
                    )
                yield warning("RUL114", text, clause.at(*use.path))
