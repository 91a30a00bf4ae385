"""What SARIF 2.1.0 demands of the parts that we write, as a strict schema of our own.

Property names, required ones and the words allowed are those of the standard (OASIS, SARIF 2.1.0 plus
errata 01, section 3); nothing else may stand there.  The official schema itself is OASIS's and is not kept
here: `test_sarif` takes it from the file that the environment variable SARIF_SCHEMA names.
"""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string", "minLength": 1}
_COUNT = {"type": "integer", "minimum": 1}


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], *, unique: bool = False) -> dict[str, Any]:
    return {"type": "array", "items": items, "uniqueItems": unique}


_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_MESSAGE = _object({"text": _TEXT}, "text")
_REGION = _object(
    {
        "startLine": _COUNT,
        "startColumn": _COUNT,
        "endColumn": _COUNT,
        "snippet": _object({"text": {"type": "string"}}, "text"),
    },
    "startLine",
)
_URI = {"type": "string", "format": "uri-reference", "pattern": r"^[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+$"}
_LOCATION = _object(
    {
        "physicalLocation": _object(
            {"artifactLocation": _object({"uri": _URI}, "uri"), "region": _REGION}, "artifactLocation"
        ),
        "logicalLocations": _list(
            _object({"name": _TEXT, "fullyQualifiedName": _TEXT, "kind": _TEXT}), unique=True
        ),
    }
)
_RESULT = _object(
    {
        "ruleId": _TEXT,
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": _LEVEL,
        "message": _MESSAGE,
        "locations": _list(_LOCATION),
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "suppressions": _list(
            _object(
                {
                    "kind": {"enum": ["inSource", "external"]},
                    "status": {"enum": ["accepted", "underReview", "rejected"]},
                    "justification": _TEXT,
                },
                "kind",
            ),
            unique=True,
        ),
        "properties": {"type": "object"},
    },
    "message",
)
_RULE = _object(
    {
        "id": _TEXT,
        "shortDescription": _MESSAGE,
        "fullDescription": _MESSAGE,
        "help": _MESSAGE,
        "defaultConfiguration": _object({"level": _LEVEL}),
    },
    "id",
)
_DRIVER = _object(
    {
        "name": _TEXT,
        "fullName": _TEXT,
        "version": _TEXT,
        "semanticVersion": {"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
        "rules": _list(_RULE, unique=True),
    },
    "name",
)
_RUN = _object(
    {
        "tool": _object({"driver": _DRIVER}, "driver"),
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": _list(_RESULT),
        "properties": {"type": "object"},
    },
    "tool",
)
SHAPE: dict[str, Any] = _object(
    {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": _list(_RUN),
    },
    "version",
    "runs",
)
