"""The second set: one table for all games."""

from __future__ import annotations

from tests.violations_apart.kinds import Kinds
from tests.violations_apart.second.disturbances import DISTURBANCES
from tests.violations_apart.second.offences import OFFENCES
from tests.violations_apart.second.scenes import fill
from tests.violations_apart.second.steps import STEPS


def kinds_of(game: str) -> Kinds:
    """Return the kinds of a game."""
    kinds = Kinds()
    for table in (OFFENCES, STEPS, DISTURBANCES):
        fill(kinds, game, table)
    return kinds
