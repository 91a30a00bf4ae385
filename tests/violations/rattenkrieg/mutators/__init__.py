"""Rattenkrieg: for each clause ways to break it, in any position of a legal game where that can be done."""

from tests.violations.rattenkrieg.mutators import events, fighting, losing, setting_up, turns, varied
from tests.violations.rattenkrieg.mutators.base import Mutation, Mutator, Scene

MUTATORS: tuple[Mutator, ...] = (
    *setting_up.MUTATORS,
    *turns.MUTATORS,
    *fighting.MUTATORS,
    *losing.MUTATORS,
    *events.MUTATORS,
    *varied.MUTATORS,
)

__all__ = ["MUTATORS", "Mutation", "Mutator", "Scene"]
