"""Finding codes of reports themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

DIAGNOSTICS_CODES: Mapping[str, str] = MappingProxyType(
    {
        "OUT001": "A report cannot be written to the file that was named.",
    }
)
