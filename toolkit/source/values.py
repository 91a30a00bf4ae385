"""Small steps between checked documents and typed values."""

from __future__ import annotations

from typing import Any

from toolkit.source.document import Document


def mapping(document: Document) -> dict[str, Any]:
    """Return the content of a document that its schema has shown to be a mapping."""
    assert isinstance(document.data, dict)
    return document.data


def compact(**values: object) -> dict[str, object]:
    """Return the named values that are not None."""
    return {name: value for name, value in values.items() if value is not None}
