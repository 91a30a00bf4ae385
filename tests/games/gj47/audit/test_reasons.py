"""What a report says of an illegal move: the barrier by its place and name, as a sentence and as data."""

from __future__ import annotations

import json

import jsonschema

from tests.games.gj47.audit.evenings import open_with_6a
from tests.games.gj47.audit.human_table import HumanTable
from tests.games.gj47.audit.test_command import SCHEMA
from toolkit.audit.presentation import findings_of
from toolkit.audit.report import JudgedAction, Report


def only(report: Report) -> JudgedAction:
    """Return the one action that a reader is shown."""
    (action,) = report.shown
    return action


def sixth_army_at(table: HumanTable, unit: str, headquarters: str) -> None:
    """Let the chit of Sixth Army act with a unit somewhere else on the map."""
    table.put("ger-inf-44", unit)
    table.put("ger-hq-6a", headquarters)
    open_with_6a(table)


def test_a_strait_is_named_in_sentence_and_data(table: HumanTable) -> None:
    sixth_army_at(table, "0233", "0232")
    table.drag("ger-inf-44", "0333")
    table.done("chit-6a")
    report = table.audited()
    action = only(report)
    assert action.rules[0] == "9.2(1)2"
    assert action.reason == "hexside 0233/0333 is impassable (Kerch strait)"
    barrier = {"kind": "impassable", "place": "0233/0333", "name": "Kerch strait"}
    written = report.to_json()
    assert [a["barrier"] for a in written["actions"] if a["outcome"] == "illegal"] == [barrier]
    (finding,) = [found for found in findings_of(report) if found.code == "9.2(1)2"]
    assert finding.data["barrier"] == barrier
    assert finding.message.endswith("illegal: hexside 0233/0333 is impassable (Kerch strait)")
    jsonschema.validate(written, json.loads(SCHEMA.read_text()), jsonschema.Draft202012Validator)


def test_a_way_of_many_hexes_is_told_shortly(table: HumanTable) -> None:
    """All of it stands in the data; the sentence gives its cost, the line its dear steps."""
    sixth_army_at(table, "0334", "0434")
    table.drag("ger-inf-44", "0128")
    table.done("chit-6a")
    report = table.audited()
    action = only(report)
    assert action.reason.startswith(
        "hexside 0233/0334 is impassable (Kerch strait); the cheapest legal way costs"
    )
    assert action.trail is not None
    assert len(action.trail.steps) > 20
    (finding,) = [found for found in findings_of(report) if found.code == action.rules[0]]
    assert str(finding.data["way"]).count("·") <= 8
    assert f"{len(action.trail.steps)} hexes" in str(finding.data["way"])


def test_a_full_hex_is_named(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-mot-29", "0215")
    table.done("chit-6a")
    action = only(table.audited())
    assert action.rules[0] == "3.1(1)"
    assert action.reason == "0215 (Kharkov) is full: 3 units, two are allowed"
    assert action.barrier is not None
