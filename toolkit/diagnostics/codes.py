"""The register of finding codes: ``codes.yaml``.  Codes are never reused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from toolkit.resources import own_table


@cache
def code_meanings() -> Mapping[str, str]:
    """Return what each code means to the person who gets it, by code."""
    found: Mapping[str, str] = own_table(Path(__file__).with_suffix(".yaml"))
    return found
