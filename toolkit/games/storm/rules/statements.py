"""1.0, 2.0, 2.1, 2.1.1 and SEED 移動1: what the game is and is played with.  The data hold it."""

from __future__ import annotations

from toolkit.rules.registry import RuleEntry, stated

STATEMENTS: tuple[RuleEntry, ...] = (
    stated(
        "1.0",
        "A game for two, German and Soviet, on the battle for Stalingrad, in six turns.",
        place="The sides of counters/*.yaml; the turn table.",
        against="Units of a third side; seven turns.",
    ),
    stated(
        "2.0",
        "It is played with a map, counters, a deck of cards a side and two dice.",
        place="map/, counters/, action_cards.yaml, charts/figures.yaml.",
        against="A side without cards.",
    ),
    stated(
        "2.1",
        "Counters are units and markers.",
        place="The kind of each counter in counters/*.yaml.",
        against="A counter that is neither.",
    ),
    stated(
        "2.1.1",
        "A unit has a fresh and a spent side; black German counters are the ones that withdraw.",
        place="`fresh`, `spent_defence` and `withdraws` of each unit.",
        against="A unit without a spent side; a black Soviet unit.",
    ),
    stated(
        "SEED 移動1",
        "A unit shows attack, defence and movement, from left to right.",
        place="`fresh` of each unit: attack, defence, movement.",
        against="A unit without movement value.",
    ),
)
