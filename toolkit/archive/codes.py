"""Finding codes of archives."""

from __future__ import annotations

ARCHIVE_CODES = {
    "ARC001": "The file cannot be used: it is no archive, or one of another version of the toolkit.",
    "ARC002": "A package is missing that only archives need.",
    "ARC003": "The archive's salt is missing, so players of new logs could not be known again.",
    "ARC004": "There is nothing to read: no such folder, or no file in it.",
    "ARC005": "There is no such question.",
}
