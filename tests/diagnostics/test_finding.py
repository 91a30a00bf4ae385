"""Findings: their places, order and renderings."""

import json

import pytest

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.diagnostics.render import summary, to_json, to_text

RIVER = Finding(
    "MAP012",
    Severity.WARNING,
    "the river ends in nothing",
    Place(file="map/rivers.yaml", line=12, column=5, hex="0812"),
    "2.1(3)",
    {"river": "don"},
)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place(), ""),
        (Place(file="a.yaml"), "a.yaml"),
        (Place(file="a.yaml", line=3, column=7), "a.yaml:3:7"),
        (Place(file="a.vlog", step=12, hex="1419"), "a.vlog step 12 hex 1419"),
    ],
)
def test_a_place_reads_as_editors_expect(place: Place, text: str) -> None:
    assert str(place) == text


def test_a_key_prefers_the_hex_over_the_pointer() -> None:
    assert RIVER.key() == ("MAP012", "0812", None)
    assert Finding("SRC001", Severity.ERROR, "", Place(pointer="/towns/3")).key() == (
        "SRC001",
        "/towns/3",
        None,
    )


def test_text_and_json_tell_the_same() -> None:
    assert (
        to_text(RIVER) == "map/rivers.yaml:12:5 hex 0812: warning MAP012 the river ends in nothing (2.1(3))"
    )
    assert json.loads(to_json([RIVER])) == [
        {
            "code": "MAP012",
            "severity": "warning",
            "message": "the river ends in nothing",
            "place": {"file": "map/rivers.yaml", "line": 12, "column": 5, "hex": "0812"},
            "citation": "2.1(3)",
            "data": {"river": "don"},
        }
    ]
    assert json.loads(to_json([])) == []


def test_an_input_error_has_its_own_exit_status() -> None:
    assert InputError.single("SRC001", "not YAML").exit_status == 2


def test_a_summary_counts_in_words() -> None:
    assert summary([]) == "no findings"
    assert summary([RIVER, RIVER]) == "2 warnings"
