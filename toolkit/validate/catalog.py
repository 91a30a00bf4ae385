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

__all__ = ["CHECKS", "MODULES"]

# Importing them is what fills the registry.
MODULES = (expressions, games, images, pieces, prototypes, setups, starts, targets, versions, zones)
