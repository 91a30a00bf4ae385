"""Clauses and free charts are read with their places and go through JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolkit.diagnostics import InputError
from toolkit.source.document import parse_yaml
from toolkit.source.free_charts import FreeChart, load_free_charts
from toolkit.source.rules import Clause, read_rules

TEXT = """
provenance: {kind: published, source: book}
sources: {book: "the rulebook, second printing"}
clauses:
  - number: "1.1"
    says: The game lasts three turns.
    mechanism: turns
    count: 3
  - number: "2.1"
    says: Woods cost two.
    mechanism: terrain_cost
    costs: {clear: 1, woods: 2}
    unclear: [U-01]
    provenance: {kind: invented}
"""


def test_a_clause_knows_where_it_stands() -> None:
    (turns, cost), findings = read_rules(parse_yaml(TEXT, "rules.yaml"))
    assert findings == []
    assert (turns.number, turns.mechanism, turns.parameters) == ("1.1", "turns", {"count": 3})
    assert str(turns.provenance.source) == "the rulebook, second printing"
    assert (turns.place.line, turns.at("count").line) == (5, 8)
    assert (cost.at("costs", "woods").line, cost.at("costs", "woods").column) == (12, 30)
    assert cost.at("nowhere") == cost.place
    assert cost.unclear == ("U-01",)


def test_clauses_go_through_json() -> None:
    clauses, _ = read_rules(parse_yaml(TEXT, "rules.yaml"))
    for clause in clauses:
        assert Clause.from_json(json.loads(json.dumps(clause.to_json()))) == clause


def chart(folder: Path, text: str) -> FreeChart:
    (folder / "charts").mkdir(exist_ok=True)
    (folder / "charts" / "crt.yaml").write_text(text, encoding="utf-8")
    (found,), _ = load_free_charts(folder)
    return found


HEAD = "provenance: {kind: invented}\nnames: {en: Results}\n"


def test_a_table_keeps_the_order_of_its_rows(tmp_path: Path) -> None:
    found = chart(
        tmp_path, HEAD + "chart: table\ndice: 1d6\ncolumns: [b, a]\nrows:\n  2: [x, 1]\n  1: [y, 2]\n"
    )
    assert (found.id, found.columns, list(found.rows)) == ("crt", ("b", "a"), ["2", "1"])
    assert found.at("rows", "1").line == 8
    again = FreeChart.from_json(json.loads(json.dumps(found.to_json(), sort_keys=True)))
    assert (again, list(again.rows)) == (found, ["2", "1"])


def test_a_track_has_labels(tmp_path: Path) -> None:
    found = chart(tmp_path, HEAD + "chart: track\nlabels: [Noon, 1 pm]\n")
    assert (found.kind, found.labels) == ("track", ("Noon", "1 pm"))


def test_a_row_of_another_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        chart(tmp_path, HEAD + "chart: table\ncolumns: [b, a]\nrows:\n  1: [y]\n")
    assert [(finding.code, finding.place.line) for finding in caught.value.findings] == [("CHT001", 6)]


@pytest.mark.parametrize(
    "text", ["chart: table\ncolumns: [a]\n", "chart: track\n", "chart: pie\nlabels: [a]\n"]
)
def test_a_chart_that_is_neither_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError):
        chart(tmp_path, HEAD + text)
