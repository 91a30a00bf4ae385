"""Schemas for editors: ids that stay, and a catalogue of the files they are for."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

import jsonschema
import pytest

from toolkit.resources import SCHEMA_HOME, schemas
from toolkit.source.shared_schemas import shared

FILES = sorted(schemas().glob("*.schema.json"))
SOURCES = sorted((schemas().parent / "source_data").rglob("*.yaml"))


def load(path: Path) -> dict[str, Any]:
    content = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def references(value: object) -> set[str]:
    if isinstance(value, list):
        return {found for item in value for found in references(item)}
    if isinstance(value, dict):
        own = {str(value["$ref"])} if "$ref" in value else set()
        return own | {found for item in value.values() for found in references(item)}
    return set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_schema_has_a_lasting_id_and_needs_no_other(path: Path) -> None:
    content = load(path)
    assert content["$id"] == SCHEMA_HOME + path.name
    for reference in references(content):
        assert reference.removeprefix("#/$defs/") in content["$defs"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_definitions_that_several_share_are_the_shared_ones(path: Path) -> None:
    own = load(path).get("$defs", {})
    for name in own:
        home, dot, part = name.partition(".")
        if dot:
            assert {name: own[name]} == shared(home, part)


CATALOGUE: list[dict[str, Any]] = load(schemas() / "catalogue.json")["schemas"]

# What the form of such catalogues asks for.
FORM = {
    "type": "object",
    "required": ["$schema", "version", "schemas"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"const": "https://json.schemastore.org/schema-catalog.json"},
        "version": {"const": 1},
        "schemas": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "description", "fileMatch", "url"],
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string", "minLength": 1},
                    "description": {"type": "string", "minLength": 1},
                    "fileMatch": {"type": "array", "minItems": 1, "uniqueItems": True},
                    "url": {"type": "string", "pattern": "^https://"},
                },
            },
        },
    },
}


def test_the_catalogue_has_the_form_and_names_schemas_by_id() -> None:
    jsonschema.Draft202012Validator(FORM).validate(load(schemas() / "catalogue.json"))
    known = {load(path)["$id"]: load(path)["title"] for path in FILES}
    assert {entry["url"]: entry["description"] for entry in CATALOGUE}.items() <= known.items()
    assert len({entry["url"] for entry in CATALOGUE}) == len(CATALOGUE)


def matched(path: PurePosixPath) -> list[str]:
    """Return the schemas that the catalogue gives a file, as editors read it: what is left out, is."""

    def fits(pattern: str) -> bool:
        return path.match(pattern.removeprefix("**/"))

    return [
        entry["url"].rpartition("/")[2]
        for entry in CATALOGUE
        if any(fits(one) for one in entry["fileMatch"] if not one.startswith("!"))
        and not any(fits(one[1:]) for one in entry["fileMatch"] if one.startswith("!"))
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_each_source_file_gets_the_schema_that_it_names(path: Path) -> None:
    named = path.read_text(encoding="utf-8").splitlines()[0].rpartition("/")[2]
    found = matched(PurePosixPath(path.relative_to(schemas().parent).as_posix()))
    # Where two kinds of file share a name, the first line alone says which it is.
    assert found == ([] if path.parts[-3:] == ("gj47", "map", "areas.yaml") else [named])


def test_every_entry_has_files() -> None:
    used = {name for path in SOURCES for name in matched(PurePosixPath(path.as_posix()))}
    others = {entry["url"].rpartition("/")[2] for entry in CATALOGUE} - used
    # What no game of ours has: extensions, imported modules, scans, waivers.
    assert others <= {"extension.schema.json", "imported.schema.json", "imported_boards.schema.json",
                      "imported_pieces.schema.json", "scan.schema.json", "waivers.schema.json"}  # fmt: skip
