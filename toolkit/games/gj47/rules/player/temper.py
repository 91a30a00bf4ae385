"""How a player likes to play: drawn once a game, so that games differ."""

from __future__ import annotations

import random
from dataclasses import dataclass

_ASLEEP = 0.9


@dataclass(frozen=True, slots=True)
class Temper:
    """Likings of one side, each between 0 and 1.

    Attributes
    ----------
    drive : float
        How strongly its units go for the enemy's victory hexes and headquarters.
    hold : float
        How often a unit stays where it is.
    attack : float
        How readily a possible attack is made.
    boldness : float
        How poor the odds of an attack may be: 0 asks for three to one, 1 takes one to one.
    carelessness : float
        How often chits are chosen against the numbers.
    caution : float
        How far headquarters keep from the enemy.
    hunt : float
        How often the units of a chit go for a headquarters or a fort.
    """

    drive: float
    hold: float
    attack: float
    boldness: float
    carelessness: float
    caution: float
    hunt: float

    @property
    def asleep(self) -> bool:
        """Whether the side does next to nothing."""
        return self.hold > _ASLEEP

    @classmethod
    def drawn(cls, rng: random.Random) -> Temper:
        """Return a temper by chance."""
        # Now and then a side sleeps: the other one then gets far, and wins by points.
        asleep = rng.random() < 0.2
        return cls(
            drive=rng.choice((1.0, rng.random())),
            hold=0.97 if asleep else rng.uniform(0.02, 0.5),
            attack=0.1 if asleep else rng.uniform(0.5, 1.0),
            boldness=rng.random(),
            carelessness=rng.choice((0.0, 0.0, 0.05, 0.2)),
            caution=rng.random(),
            hunt=rng.uniform(0.0, 0.6),
        )
