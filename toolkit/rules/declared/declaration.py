"""From a compiled game to its typed rules, with everything that is wrong in what it declares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from toolkit.compile.fit import misfit
from toolkit.diagnostics import Finding, InputError, Severity, ToolkitError
from toolkit.rules.declared.case import Case
from toolkit.rules.declared.checking import check_declaration
from toolkit.rules.declared.checking_counters import crowds
from toolkit.rules.declared.reading import read
from toolkit.rules.declared.rules import Numbered, Rules
from toolkit.rules.declared.vocabulary import MECHANISMS
from toolkit.rules.mechanisms import arrivals, tables
from toolkit.rules.mechanisms.board import Board, board_of_areas, board_of_hexes
from toolkit.rules.mechanisms.cards import DECK, HeldCard
from toolkit.rules.mechanisms.forces import ABSENT, ELIMINATED, WAITING, Face, Unit
from toolkit.rules.mechanisms.sequence import overlapping
from toolkit.rules.mechanisms.settings import fixed
from toolkit.rules.rulings import Points

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.source.counters import Counter, Factors
    from toolkit.source.free_charts import FreeChart
    from toolkit.source.rules import Clause
    from toolkit.source.setups import Box, Setup

Placed = Mapping[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Declaration:
    """A game's typed rules, and what is wrong with them; `rules` is None when they cannot be used."""

    rules: Rules | None
    findings: tuple[Finding, ...]


def _numbered(clause: Clause) -> Numbered[Any]:
    """Return a clause with its rule.

    Raises
    ------
    InputError
        SRC010 where a module of others holds what no schema allows.
    """
    try:
        rule = read(MECHANISMS[clause.mechanism].type, clause.parameters)
        wrong = misfit(rule, type(rule), clause.mechanism)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        wrong = f"{clause.mechanism}: {error}"
    if wrong is not None:
        raise InputError.single("SRC010", f"clause {clause.number} cannot be read: {wrong}")
    return Numbered(clause.number, rule)


def declaration_of(game: CompiledGame) -> Declaration:
    """Return a game's rules as data with every finding about them."""
    charts: dict[str, tables.ResultTable] = {}
    findings: list[Finding] = []
    clauses = tuple(map(_numbered, game.rules))
    uses = {id: c.rule for c in clauses if isinstance(c.rule, tables.UseTable) for id in c.rule.table.every()}
    for chart in game.free_charts:
        use = uses.get(chart.id, tables.UseTable(fixed(chart.id)))
        table, wrong = _table(chart, _odds_of(use, clauses), use.bare)
        findings += wrong if chart.id in uses else []
        if table is not None:
            charts[chart.id] = table
    board = _board(game)
    units = {c.id: unit_of(c) for c in game.counters if c.kind in ("unit", "hq") and c.side is not None}
    cards = {
        c.id: HeldCard(c.id, c.side or "", c.unit_class or "", c.names.en)
        for c in game.counters
        if c.kind == "card"
    }
    readings = {o.id: (o.default, *(v.id for v in o.values if v.id != o.default)) for o in game.options}
    rules = Rules(
        game=game.id,
        sides=tuple(game.labels["side"]),
        board=board,
        units=units,
        clauses=clauses,
        tables=charts,
        points=Points.of(readings, (), game.options, {}),
        cards=cards,
    )
    findings += check_declaration(game, rules)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return Declaration(None, tuple(findings))
    rules = replace(
        rules,
        setups={setup.id: _placed(setup, rules, game.boxes) for setup in game.setups},
        empty=frozenset(setup.id for setup in game.setups if setup.empty),
        dealt={setup.id: _dealt(setup, rules, game.boxes) for setup in game.setups},
        names=_named(game, rules),
    )
    return Declaration(rules, (*findings, *crowds(Case(game, rules))))


def declared_rules(game: CompiledGame) -> Rules:
    """Return a game's typed rules.

    Raises
    ------
    ToolkitError
        ``RUL1xx`` with file, line and column where the game comes from its source.
    """
    found = declaration_of(game)
    if found.rules is None:
        raise ToolkitError(list(found.findings))
    return found.rules


def _named(game: CompiledGame, rules: Rules) -> Mapping[str, str]:
    areas = {} if game.hex_map is not None else rules.board.names
    sides = {side: names.en for side, names in game.labels["side"].items()}
    phases = {phase.id: f"the {phase.name or phase.id} phase" for phase in rules.sequence.phases}
    units = {unit.id: unit.name for unit in rules.units.values() if unit.name}
    cards = {card.id: card.name for card in rules.cards.values()}
    return {**areas, **phases, **sides, **units, **cards}


# Board and units --------------------------------------------------------------------------------


def _board(game: CompiledGame) -> Board:
    return board_of_hexes(game.hex_map) if game.hex_map is not None else board_of_areas(game.areas)


def unit_of(counter: Counter) -> Unit:
    """Return a counter as a unit: a face for each step, the last ones first."""
    return Unit(
        id=counter.id,
        side=counter.side or "",
        unit_class=counter.unit_class or "",
        faces=_faces(counter),
        enters=counter.enters,
        entry=counter.entry,
        starts=counter.starts,
        name=counter.names.en,
    )


def _faces(counter: Counter) -> tuple[Face, ...]:
    if counter.faces:
        return tuple(map(_face, reversed(counter.faces)))
    if counter.fresh is not None:
        return (_face(counter.fresh),)
    value = counter.combat or 0
    return (Face(value, value, 0),) * max(1, counter.own_steps or 1)


def _face(factors: Factors) -> Face:
    return Face(factors.attack, factors.defence, factors.movement)


# Tables and set-ups -----------------------------------------------------------------------------


def _odds_of(use: tables.UseTable, clauses: tuple[Numbered[Any], ...]) -> tables.Odds:
    """Return how strengths give a column in the phases in which a table is used."""
    odds = [c.rule for c in clauses if isinstance(c.rule, tables.Odds)]
    return next((rule for rule in odds if overlapping(rule.phases, use.phases)), tables.Odds())


def _table(
    chart: FreeChart, odds: tables.Odds, bare: tuple[str, ...]
) -> tuple[tables.ResultTable | None, list[Finding]]:
    """Return a chart as a table of results, with what is wrong if it is to be one."""
    if chart.kind != "table":
        return None, [_fault("RUL107", f"chart {chart.id} is a track, no table", chart, "chart")]
    if not chart.dice:
        return None, [_fault("RUL107", f"chart {chart.id} does not say its dice", chart, "rows")]
    if not chart.columns:
        example = _EXAMPLES[odds.compare].partition(",")[0]
        text = f"chart {chart.id} has no columns; one reads {example}"
        return None, [_fault("RUL107", text, chart, "columns")]
    least = [tables.heading(text, odds.compare) for text in chart.columns]
    if odds.below == "lowest":
        # Whatever is less than the second column is in the first, whatever that is called.
        least[0] = -Fraction(10**6)
    dice = tables.Dice.of(chart.dice)
    cells = {head: tuple(tables.lettered(cell, bare) for cell in row) for head, row in chart.rows.items()}
    chart = replace(chart, rows=cells)
    found = [*_headings(chart, odds.compare, least), *_rows(chart, dice)]
    if found:
        return None, found
    rows = {total: cells for head, cells in chart.rows.items() for total in tables.row_sums(head, dice) or ()}
    known = tuple(value for value in least if value is not None)
    return tables.ResultTable(chart.id, dice, chart.columns, known, rows), []


_EXAMPLES: Mapping[str, str] = {
    "ratio": "3:1, 1:2 or 6:1+",
    "difference": "-2, +1 to +3, 4-5 or 6 or more",
    "attack": "3, 4-7 or 8 or more",
}


def _headings(chart: FreeChart, compare: str, least: Sequence[Fraction | None]) -> Iterator[Finding]:
    """Yield headings that are no odds, or do not rise."""
    other = "difference" if compare == "ratio" else "ratio"
    wrong = compare != "attack" and None in least
    if wrong and None not in [tables.heading(text, other) for text in chart.columns[1:]]:
        words = f"the columns are {other}s, and the clause of 'odds' compares a {compare}: 'compare: {other}'"
        yield _fault("RUL107", words, chart, "columns")
        return
    for index, (text, value) in enumerate(zip(chart.columns, least, strict=True)):
        before = least[index - 1] if index else None
        if value is None:
            words = f"column '{text}' is no {compare}; columns read {_EXAMPLES[compare]}"
            yield _fault("RUL107", words, chart, "columns", index)
        elif before is not None and value <= before:
            words = f"column '{text}' does not rise above '{chart.columns[index - 1]}'"
            yield _fault("RUL107", words, chart, "columns", index)
        elif index and compare != "ratio":
            last = tables.greatest(chart.columns[index - 1])
            if last is not None and value <= last:
                words = f"columns '{chart.columns[index - 1]}' and '{text}' both stand for {value}"
                yield _fault("RUL107", words, chart, "columns", index)
            elif last is not None and value > last + 1:
                words = f"no column for {last + 1}: '{chart.columns[index - 1]}' goes up to {last}"
                yield _fault("RUL107", words, chart, "columns", index)
            elif last is not None and value <= last:
                words = f"column '{text}' and column '{chart.columns[index - 1]}' both stand for {value}"
                yield _fault("RUL107", words, chart, "columns", index)


def _rows(chart: FreeChart, dice: tables.Dice) -> Iterator[Finding]:
    """Yield rows that are no sum of the dice, sums without a row, cells that cannot be read."""
    stated: dict[int, str] = {}
    for head in chart.rows:
        sums = tables.row_sums(head, dice)
        if sums is None:
            text = f"row '{head}' is no sum of {chart.dice}; rows read 4, 2-3, 12+ or 0 or less"
            yield _fault("RUL107", text, chart, "rows", head)
        for total in sums or ():
            if total in stated:
                text = f"row '{head}' and row '{stated[total]}' both stand for {total}"
                yield _fault("RUL107", text, chart, "rows", head)
                break
        stated |= dict.fromkeys(sums or (), head)
    # Modifiers reach beyond the dice; every sum of the dice themselves has a row.
    missing = [str(total) for total in dice.totals if total not in stated]
    if missing:
        yield _fault("RUL107", f"no row for {', '.join(missing)} of {chart.dice}", chart, "rows")
    unread: set[str] = set()
    for head, cells in chart.rows.items():
        if len(cells) != len(chart.columns):
            text = f"row '{head}' has {len(cells)} cells for {len(chart.columns)} columns"
            yield _fault("RUL107", text, chart, "rows", head)
        for index, cell in enumerate(cells):
            try:
                tables.parts(cell)
            except ValueError as error:
                # What stands in many cells is one mistake.
                if cell not in unread:
                    yield _fault("RUL107", str(error), chart, "rows", head, index)
                unread.add(cell)


def _fault(code: str, text: str, chart: FreeChart, *path: str | int) -> Finding:
    return Finding(code, Severity.ERROR, text, chart.at(*path))


def _placed(setup: Setup, rules: Rules, boxes: tuple[Box, ...]) -> Placed:
    """Return where a set-up has each unit, and with how many steps."""
    kinds = {box.id: box.kind for box in boxes}
    found: dict[str, tuple[str, int]] = {}
    for id, unit in rules.units.items():
        place = setup.placements.get(id)
        if place in rules.board.places and place is not None:
            found[id] = (place, _steps(rules, unit))
        elif place is None:
            found[id] = (ABSENT, unit.most)
        else:
            gone = kinds.get(place) == "eliminated"
            found[id] = (ELIMINATED, 0) if gone else (WAITING, unit.most)
    return found


def _dealt(setup: Setup, rules: Rules, boxes: tuple[Box, ...]) -> Mapping[str, tuple[str, str]]:
    """Return in which pile a set-up has each card, and whose."""
    known = {box.id: (str(box.kind), box.side or "") for box in boxes}
    return {card: known.get(setup.placements.get(card, ""), (DECK, "")) for card in rules.cards}


def _steps(rules: Rules, unit: Unit) -> int:
    clause = next((c for c in rules.of(arrivals.SetUp) if c.rule.units.take(unit)), None)
    return unit.most if clause is None else clause.rule.steps(unit)
