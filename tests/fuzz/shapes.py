"""Data of another shape than expected: JSON whose values are left out, exchanged or made huge."""

from __future__ import annotations

import copy
import random
from typing import Any

_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 1e308, "", [], {}, "x" * 50, 10**30, [[]], {"a": {}}, [None], "nan"),
    *(2**31, 10**9, "9" * 5_000, {"": 0}, [[[[]]]], "\ud800", "../x", "\x1b[2J"),
)


def reshaped(document: Any, source: random.Random) -> Any:
    """Return a document with one or two of its values changed; shallow ones as often as deep ones."""
    found = copy.deepcopy(document)
    for _ in range(source.choice((1, 1, 2))):
        _change(found, source)
    return found


def _change(document: Any, source: random.Random) -> None:
    parent: Any = None
    key: Any = None
    value = document
    while isinstance(value, dict | list) and value and (parent is None or source.random() < 0.8):
        parent = value
        key = source.choice(list(value)) if isinstance(value, dict) else source.randrange(len(value))
        value = value[key]
    if parent is None:
        return
    how = source.random()
    if how < 0.15:
        del parent[key]
    elif how < 0.25 and isinstance(parent, dict):
        parent["unheard of"] = value
    elif how < 0.35 and isinstance(value, list):
        parent[key] = value + value
    elif how < 0.45 and isinstance(value, int | float):
        parent[key] = value + source.choice((1, -1, 1000, -1000))
    else:
        parent[key] = copy.deepcopy(source.choice(_VALUES))
