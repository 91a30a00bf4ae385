"""What cards do to a fire, between its declaration and the roll: one function for each effect."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.storm.rules.data import Effect, Use
from toolkit.games.storm.rules.position import Shot
from toolkit.rules.registry import Kind, rule


def on_fire(shot: Shot, effect: Effect) -> Shot:
    """Return a fire as a card leaves it."""
    return replace(
        shot,
        bonus=shot.bonus + extra_attack(effect) - attack_taken(effect),
        bare=shot.bare or takes_terrain(effect),
        factor=shot.factor * times_terrain(effect),
        dug=shot.dug + extra_defence(effect),
        allots=shot.allots or lets_attacker_allot(effect),
    )


@rule("CARD fire_bonus", "An own fire has so much more attack.", Kind.EFFECT)
def extra_attack(effect: Effect) -> int:
    """Return what a card adds to the attack total.

    Checks: Nothing of its own: loss points follow from it.
    Legal: Attack 9, a card of 3 and a roll of 7: 19.
    Illegal: The 3 count for the next fire as well.
    """
    return effect.amount if effect.use is Use.FIRE_BONUS else 0


@rule("CARD no_terrain", "The area fired on counts no terrain.", Kind.EFFECT)
def takes_terrain(effect: Effect) -> bool:
    """Return whether a card takes the terrain away.

    Checks: Nothing of its own: loss points follow from it.
    Legal: 16 against a defence of 8 in the Silo: 8 points.
    Illegal: The 3 of the Silo count.
    """
    return effect.use is Use.NO_TERRAIN


@rule("CARD attacker_allots", "He who fires allots the loss points.", Kind.EFFECT)
def lets_attacker_allot(effect: Effect) -> bool:
    """Return whether a card gives the allotment to the attacker.

    Checks: Nothing of its own: 損傷1 asks who allots.
    Legal: The German eliminates the best Soviet unit with 3 points.
    Illegal: The Soviet player allots them.
    """
    return effect.use is Use.ATTACKER_ALLOTS


@rule("CARD rubble", "The terrain counts so many times in an enemy fire.", Kind.EFFECT)
def times_terrain(effect: Effect) -> int:
    """Return how many times the terrain counts.

    Checks: Nothing of its own: loss points follow from it.
    Legal: The Silo counts 6.
    Illegal: It counts 6 where it is lost.
    """
    return effect.amount if effect.use is Use.RUBBLE else 1


@rule("CARD dig_in", "The defence total is so much higher in an enemy fire.", Kind.EFFECT)
def extra_defence(effect: Effect) -> int:
    """Return what a card adds to the defence total.

    Checks: Nothing of its own: loss points follow from it.
    Legal: A defence of 8 counts 11, also where the terrain is lost.
    Illegal: It counts 11 in the next fire as well.
    """
    return effect.amount if effect.use is Use.DIG_IN else 0


@rule("CARD weaken", "The attack total of an enemy fire is so much lower.", Kind.EFFECT)
def attack_taken(effect: Effect) -> int:
    """Return what a card takes off the attack total.

    Checks: Nothing of its own: loss points follow from it.
    Legal: 16 become 12.
    Illegal: The 16 count.
    """
    return effect.amount if effect.use is Use.WEAKEN else 0
