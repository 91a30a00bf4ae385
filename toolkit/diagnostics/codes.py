"""Finding codes of reports themselves."""

from __future__ import annotations

from collections.abc import Mapping

DIAGNOSTICS_CODES: Mapping[str, str] = {
    "LIM001": "Reading was ended: a file asks for more than its size explains; --budget allows more.",
    "LIM002": "More findings of one code than are listed; how many more is said exactly.",
    "OUT001": "A file or folder cannot be written where it was named.",
    "OUT002": "What is to be written is a file that is read, or one of a folder that is read.",
    "OUT003": "A file stands already where a new one is to be written; --force replaces it.",
}
