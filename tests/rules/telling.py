"""An action of any game as a line that a person can read."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any


def tell(action: Any) -> str:
    """Return the kind of an action and what it is about; fields with their usual value are left out."""
    values = {field: getattr(action, field.name) for field in fields(action)}
    about = (_said(field.name, value) for field, value in values.items() if value != field.default)
    return " ".join([type(action).__name__, *about])


def _said(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name if value else f"not {name}"
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "-"
    return "-" if value is None else str(value)
