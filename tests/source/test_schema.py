"""Schemas and their messages: every schema is sound, every source file names its own."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from toolkit.diagnostics import InputError
from toolkit.resources import SCHEMA_HOME, schemas
from toolkit.source.document import parse_yaml
from toolkit.source.schema import MAX_FAULTS, check_schema, nearest

SCHEMAS = sorted(path.name for path in schemas().glob("*.schema.json"))
SOURCES = sorted((schemas().parent / "source_data").rglob("*.yaml"))


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_schema_is_a_schema(name: str) -> None:
    content = json.loads((schemas() / name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(content)
    assert content["$id"] == SCHEMA_HOME + name
    assert content["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_each_source_file_names_a_schema_that_exists(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    prefix = "# yaml-language-server: $schema="
    assert first.startswith(prefix)
    assert (path.parent / first.removeprefix(prefix)).resolve().parent == schemas()
    assert (path.parent / first.removeprefix(prefix)).is_file()


def faults(text: str, schema: str = "map.schema.json") -> list[tuple[str | None, str]]:
    with pytest.raises(InputError) as caught:
        check_schema(parse_yaml(text, "f.yaml"), schema)
    return [(finding.place.pointer, finding.message) for finding in caught.value.findings]


HEAD = "provenance: {kind: invented}\n"


def test_all_faults_of_a_file_are_shown() -> None:
    text = HEAD + "towns:\n  a: {name: A, lat: x, lon: 200, class: town, colour: red, size: 2}\n"
    assert [pointer for pointer, _ in faults(text)] == [
        "/towns/a/colour",
        "/towns/a/size",
        "/towns/a/lat",
        "/towns/a/lon",
    ]


def test_a_point_of_no_form_names_the_forms() -> None:
    text = HEAD + "rivers: {r: {name: R, kind: river, ends: off_map, course: [{lat: 1}, {lat: 1, lon: 2}]}}"
    ((pointer, message),) = faults(text)
    assert pointer == "/rivers/r/course/0"
    assert "vertex" in message or "lon" in message


def test_a_reason_is_asked_for() -> None:
    text = HEAD + "towns: {a: {name: A, lat: 1, lon: 2, class: town, control: axis}}"
    ((pointer, message),) = faults(text)
    assert pointer == "/towns/a"
    assert "reason" in message


def test_a_bad_id_is_found_at_the_key() -> None:
    ((pointer, message),) = faults(HEAD + "towns:\n  Big Town: {name: A, lat: 1, lon: 2, class: town}\n")
    assert pointer == "/towns/Big Town"
    assert "lower-case" in message


def test_truncation_is_counted() -> None:
    rows = "".join(f"  t{i}: {{name: T, lat: x, lon: 0, class: town}}\n" for i in range(MAX_FAULTS + 7))
    found = faults(HEAD + "towns:\n" + rows)
    assert len(found) == MAX_FAULTS + 1
    assert found[-1][1].startswith("7 more")


def test_the_nearest_name_is_near_or_none() -> None:
    assert nearest("rial", ["road", "rail"]) == "rail"
    assert nearest("zzz", ["road", "rail"]) is None
