"""What is wrong between the codes of tables and dice and the clauses that explain them."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.diagnostics import Finding
from toolkit.rules.declared.case import Case, error, warning
from toolkit.rules.mechanisms import tables, unit_dice
from toolkit.source.schema import suggestion


def results(case: Case) -> Iterator[Finding]:
    """Find codes of a table that no clause explains, and clauses for codes that no table has."""
    charts = {chart.id: chart for chart in case.game.free_charts}
    used: set[tuple[str, str]] = set()
    missing: set[str] = set()
    for use in case.rules.of(tables.UseTable):
        for id in use.rule.table.every():
            known = {c.rule.code: c.rule for c in case.rules.of(tables.Result) if c.rule.explains(id)}
            chart = charts.get(id)
            if chart is None:
                continue  # a table that no chart has is said where it is named
            for head, cells in chart.rows.items():
                for index, shown in enumerate(cells):
                    cell = tables.lettered(shown, use.rule.bare)
                    used |= {(id, code) for code in _codes(cell)}
                    for code in sorted(_bare(cell) & known.keys()):
                        if any(effect.printed for effect in known[code].does[:1]):
                            text = f"'{code}' prints no number here, but its clause takes the printed one"
                            yield error("RUL108", text, chart.at("rows", head, index))
                    for code in sorted(_codes(cell) - known.keys() - missing):
                        missing.add(code)
                        text = f"no clause of 'result' explains '{code}'{suggestion(code, known)}"
                        yield error("RUL108", text, chart.at("rows", head, index))
    for dice in case.rules.of(unit_dice.UnitDice):
        known = {c.rule.code: c.rule for c in case.rules.of(tables.Result) if c.rule.explains("")}
        used |= {("", code) for code in dice.rule.codes}
        for code in sorted(dice.rule.codes.keys() - known.keys()):
            text = f"no clause of 'result' explains '{code}'{suggestion(code, known)}"
            yield error("RUL108", text, case.place(dice.number, "codes", code))
    codes = {code for _, code in used}
    for clause in case.rules.of(tables.Result):
        if not any(clause.rule.code == code and clause.rule.explains(id) for id, code in used):
            text = f"no table or die gives '{clause.rule.code}'{suggestion(clause.rule.code, codes)}"
            yield warning("RUL108", text, case.place(clause.number, "code"))


def _bare(cell: str) -> set[str]:
    """Return the codes of a cell that have no number."""
    try:
        return {code for code, number in tables.parts(cell) if number is None}
    except ValueError:
        return set()


def _codes(cell: str) -> set[str]:
    try:
        return {code for code, _ in tables.parts(cell)}
    except ValueError:
        return set()
