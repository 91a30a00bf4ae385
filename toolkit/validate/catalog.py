"""The one registry, filled: import `CHECKS` from here."""

from __future__ import annotations

from toolkit.validate.book import CHECKS
from toolkit.validate.checks import (
    expressions,
    games,
    images,
    pieces,
    prototypes,
    setups,
    starts,
    targets,
    versions,
    zones,
)
from toolkit.validate.readers import reader_checks

# Importing its modules is what fills the registry.
__all__ = [
    "CHECKS", "expressions", "games", "images", "pieces", "prototypes", "setups", "starts", "targets",
    "versions", "zones",
]  # fmt: skip

for _check in reader_checks():
    CHECKS.add(_check)
