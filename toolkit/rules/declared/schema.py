"""``schema/rules.schema.json``: written from the mechanisms, so that file and code cannot disagree."""

from __future__ import annotations

import json
from typing import Any

from toolkit.resources import SCHEMA_HOME
from toolkit.rules.declared.reading import parts_of, says, schema
from toolkit.rules.declared.vocabulary import MECHANISMS, OTHER_WORDS, Mechanism
from toolkit.source.shared_schemas import shared

_REF = "#/$defs/common."


def rules_schema() -> dict[str, Any]:
    """Return the JSON Schema of a ``rules.yaml``."""
    own = {
        "number": {
            "type": "string",
            "minLength": 1,
            "title": 'a clause\'s number in quotes, e.g. "3.1a"',
            "description": "As printed",
        },
        "says": {"type": "string", "minLength": 1, "description": "The clause in own words"},
        "mechanism": {"enum": list(MECHANISMS), "description": "What it is made of", "x-also": OTHER_WORDS},
        "unclear": {
            "type": "array",
            "minItems": 1,
            "items": {"type": "string"},
            "description": "Numbers in unclear.yaml that concern it",
        },
        "legal": {"type": "string", "minLength": 1, "description": "An example, in own words"},
        "illegal": {"type": "string", "minLength": 1, "description": "An example, in own words"},
        "provenance": {"$ref": f"{_REF}provenance"},
    }
    parts: dict[str, Any] = {}
    for mechanism in MECHANISMS.values():
        parts |= {name: schema(kind) for name, kind in parts_of(mechanism.type).items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{SCHEMA_HOME}rules.schema.json",
        "title": "Rules of a game as data: its clauses, each with a mechanism and parameters",
        "type": "object",
        "additionalProperties": False,
        "required": ["provenance", "clauses"],
        "properties": {
            "provenance": {"$ref": f"{_REF}provenance"},
            "sources": {"$ref": f"{_REF}sources"},
            "clauses": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "required": ["number", "says", "mechanism"],
                    "properties": own,
                    "allOf": [_branch(mechanism, own) for mechanism in MECHANISMS.values()],
                },
            },
        },
        "$defs": {**parts, **shared("common", "provenance", "provenance_kind", "sources", "id")},
    }


def _branch(mechanism: Mechanism, own: dict[str, Any]) -> dict[str, Any]:
    """Return what a clause of one mechanism must be like."""
    stated = schema(mechanism.type)
    then: dict[str, Any] = {
        "description": says(mechanism.type),
        "properties": {**dict.fromkeys(own, True), **stated["properties"]},
        "additionalProperties": False,
    }
    if stated["required"]:
        then["required"] = stated["required"]
    known = {"properties": {"mechanism": {"const": mechanism.name}}, "required": ["mechanism"]}
    return {"if": known, "then": then}


def schema_text() -> str:
    """Return the schema as it stands in its file."""
    return json.dumps(rules_schema(), indent=1, ensure_ascii=False) + "\n"
