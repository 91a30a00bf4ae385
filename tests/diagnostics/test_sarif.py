"""SARIF: its shape, its places, and what it says of waived findings."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator

from tests.diagnostics.samples import CODES, FINDINGS, SECTIONS, findings
from tests.diagnostics.sarif_shape import SHAPE
from toolkit.diagnostics import Finding
from toolkit.diagnostics.sarif import to_sarif

SHAPED = Draft202012Validator(SHAPE)
OFFICIAL = os.environ.get("SARIF_SCHEMA")


def results(found: list[Finding]) -> list[dict[str, Any]]:
    log = json.loads(to_sarif(found, codes=CODES, sections=SECTIONS))
    return list(log["runs"][0]["results"])


def test_it_has_the_shape_of_the_standard(tmp_path: Path) -> None:
    for found in ([], findings(tmp_path)):
        log = json.loads(to_sarif(found, codes=CODES, sections=SECTIONS))
        assert [error.message for error in SHAPED.iter_errors(log)] == []


@given(st.lists(FINDINGS, max_size=3))
@settings(max_examples=40)
def test_whatever_a_finding_says_the_shape_holds(found: list[Finding]) -> None:
    log = json.loads(to_sarif(found, codes=CODES))
    assert [error.message for error in SHAPED.iter_errors(log)] == []


@pytest.mark.slow
def test_the_official_schema_accepts_it(tmp_path: Path) -> None:
    assert OFFICIAL is not None, "make sarif SARIF_SCHEMA=… names a copy of the official schema"
    schema = json.loads(Path(OFFICIAL).read_text(encoding="utf-8"))
    official = Draft7Validator(schema, format_checker=Draft7Validator.FORMAT_CHECKER)
    log = json.loads(to_sarif(findings(tmp_path), codes=CODES, sections=SECTIONS))
    assert [error.message for error in official.iter_errors(log)] == []
    # The schema can refuse: a result needs its message.
    del log["runs"][0]["results"][0]["message"]
    assert list(official.iter_errors(log)) != []


def test_a_place_in_a_text_file_is_a_region_with_its_line(tmp_path: Path) -> None:
    first = results(findings(tmp_path))[0]["locations"][0]
    region = first["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (2, 17, 23)
    assert region["snippet"]["text"].startswith("  ставка:")
    uri = first["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.startswith("file:///")
    assert uri.endswith("/map%2C%201%20%C3%BC.yaml")


def test_a_place_inside_an_archive_is_no_line_of_the_archive(tmp_path: Path) -> None:
    inside = results(findings(tmp_path))[4]["locations"][0]
    assert inside["physicalLocation"] == {"artifactLocation": {"uri": "M.vmod"}}
    assert inside["logicalLocations"][0]["fullyQualifiedName"] == "buildFile.xml:4:2"


def test_a_waived_finding_is_suppressed_with_its_reason(tmp_path: Path) -> None:
    found = results(findings(tmp_path))
    assert [item.get("suppressions", [{}])[0].get("justification") for item in found] == [
        *[None] * 5,
        "the printed map has it <so>",
        None,
    ]


def test_each_result_points_at_its_rule(tmp_path: Path) -> None:
    log = json.loads(to_sarif(findings(tmp_path), codes=CODES))
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[item["ruleIndex"]]["id"] for item in run["results"]] == [
        item["ruleId"] for item in run["results"]
    ]


def test_a_fingerprint_outlives_a_shifted_line(tmp_path: Path) -> None:
    from dataclasses import replace

    finding = findings(tmp_path)[0]
    moved = replace(finding, place=replace(finding.place, line=1))
    other = replace(finding, place=replace(finding.place, hex="1420"))
    prints = [item["partialFingerprints"]["findingKey/v1"] for item in results([finding, moved, other])]
    assert prints[0] == prints[1] != prints[2]
