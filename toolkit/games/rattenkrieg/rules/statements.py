"""Chapters 1 and 2: what the game is and what it is played with.  The data hold it."""

from __future__ import annotations

from toolkit.rules.registry import RuleEntry, stated

STATEMENTS: tuple[RuleEntry, ...] = (
    stated(
        "1.0",
        "A game for two, German and Soviet, on the battle for Stalingrad.",
        place="The sides of counters/*.yaml.",
        against="Units of a third side.",
    ),
    stated(
        "2.1",
        "The map has a German rear, a Soviet rear and twelve areas of Stalingrad, normal or urban.",
        place="map/: areas with their kinds; the rears are of kind rear.",
        against="An eleventh area left out, or a third kind of terrain in the city.",
        unclear=("U11",),
    ),
    stated(
        "2.2",
        "Any number of units may be in an area.",
        place="No chart limits it: charts/figures.yaml has no number for stacking.",
        against="A number called stacking_limit among the figures.",
    ),
    stated(
        "2.3",
        "Units show their name and their combat strength.",
        place="names, combat and steps in counters/*.yaml.",
        against="A division without a combat strength, or one with more steps than its class has.",
    ),
    stated(
        "2.4",
        "The game is played with 52 playing cards, without jokers.",
        place="cards.yaml.",
        against="A deck with a joker, or one in which diamonds are black.",
    ),
)
