"""Finding codes of reports themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

DIAGNOSTICS_CODES: Mapping[str, str] = MappingProxyType(
    {
        "OUT001": "A file or folder cannot be written where it was named.",
        "OUT002": "What is to be written is a file that is read, or one of a folder that is read.",
        "OUT003": "A file stands already where a new one is to be written; --force replaces it.",
    }
)
