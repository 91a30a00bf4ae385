"""Storm over Stalingrad: for each clause ways to break it, wherever a legal game gives the chance."""

from tests.violations.storm.mutators import effects, hands, impulses, losing, moving, playing, turns, varied
from tests.violations.storm.mutators.base import Mutation, Mutator, Scene

MUTATORS: tuple[Mutator, ...] = (
    *hands.MUTATORS,
    *turns.MUTATORS,
    *impulses.MUTATORS,
    *moving.MUTATORS,
    *losing.MUTATORS,
    *playing.MUTATORS,
    *effects.MUTATORS,
    *varied.MUTATORS,
)

__all__ = ["MUTATORS", "Mutation", "Mutator", "Scene"]
