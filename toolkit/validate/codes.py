"""Codes of the checks in this package, as the list of all findings shows them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolkit.validate.catalog import CHECKS

__all__ = ["VALIDATE_CODES"]

VALIDATE_CODES: Mapping[str, str] = MappingProxyType(
    {
        "SRC060": "A waiver that nothing is found for any more; it would hide the next fault of its kind.",
        "SRC061": "No check begins with the letters that were to be selected or ignored.",
        **{code: check.summary for code, check in CHECKS.items() if check.run is not None},
    }
)
