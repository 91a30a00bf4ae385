"""GJ47: for each clause a way to break it, in any position of a legal game where that can be done."""

from tests.violations.gj47.mutators import chits, fighting, moving, retreating, setting_up, supplying, varied
from tests.violations.gj47.mutators.base import Mutation, Mutator, Scene

MUTATORS: tuple[Mutator, ...] = (
    *setting_up.MUTATORS,
    *chits.MUTATORS,
    *moving.MUTATORS,
    *fighting.MUTATORS,
    *retreating.MUTATORS,
    *supplying.MUTATORS,
    *varied.MUTATORS,
)

__all__ = ["MUTATORS", "Mutation", "Mutator", "Scene"]
