"""Data as YAML that a person edits: one entry a line where it is short, the same text for the same data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

_WIDTH = 118
# Text that every reader takes for text, without quotes.
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_+./-]*(?: [A-Za-z0-9_+./-]+)*")
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf", "none"})
_ODD = re.compile(
    r"[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\s$|^\s|[\u2028\u2029\ufeff\x85]"
)


# The one in C writes the same text, ten times as fast.
_BASE: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Line(dict[str, Any]):
    """A mapping that is written on one line."""


class _Row(list[Any]):
    """A list that is written on one line."""


class _Dumper(_BASE):  # type: ignore[misc]  # chosen when it runs
    """Quotes by rules of its own: readers of YAML differ in what they take for a number or a truth."""

    def ignore_aliases(self, _data: Any) -> bool:
        """Return True: every value is written out."""
        return True


def _text(dumper: Any, value: str) -> Any:
    if _ODD.search(value):
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style='"')
    plain = _PLAIN.fullmatch(value) is not None and value.lower() not in _WORDS
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=None if plain else "'")


def _line(dumper: Any, value: _Line) -> Any:
    return dumper.represent_mapping("tag:yaml.org,2002:map", dict(value), flow_style=True)


def _row(dumper: Any, value: _Row) -> Any:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", list(value), flow_style=True)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(_Line, _line)
_Dumper.add_representer(_Row, _row)


def to_yaml(data: Mapping[str, Any], comment: str = "") -> str:
    """Return data as YAML text, after a comment.

    Parameters
    ----------
    data : mapping
        JSON values.
    comment : str
        Without the signs that make it one.
    """
    head = "".join(f"# {line}\n" if line else "#\n" for line in comment.splitlines())
    laid = _laid_out(dict(data), 0)
    return head + yaml.dump(
        laid, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100_000, default_flow_style=False
    )


def _laid_out(value: Any, depth: int) -> Any:
    """Return a value whose short parts, from the second level on, are written on one line each."""
    if not isinstance(value, dict | list):
        return value
    if depth > 1 and _length(value) <= _WIDTH:
        return _flowing(value)
    if isinstance(value, dict):
        return {str(key): _laid_out(inner, depth + 1) for key, inner in value.items()}
    return [_laid_out(inner, depth + 1) for inner in value]


def _flowing(value: Any) -> Any:
    if isinstance(value, dict):
        return _Line({str(key): _flowing(inner) for key, inner in value.items()})
    return _Row([_flowing(inner) for inner in value]) if isinstance(value, list) else value


def _length(value: Any) -> int:
    """Return about how many characters a value takes on one line."""
    if isinstance(value, dict):
        return 2 + sum(len(str(key)) + 4 + _length(inner) for key, inner in value.items())
    if isinstance(value, list):
        return 2 + sum(2 + _length(inner) for inner in value)
    return len(str(value)) + 2
