"""Finding codes of archives."""

from __future__ import annotations

ARCHIVE_CODES = {
    "ARC001": "the archive's file cannot be used: no archive, or one of another version of the toolkit",
    "ARC002": "an optional package is missing",
    "ARC003": "the archive's salt is missing: players could no longer be told to be the same",
    "ARC004": "there is nothing to read: no such folder, or no file in it",
    "ARC005": "no such question",
}
