"""Battle for Moscow: the second reading held against the declared game, verdict by verdict."""

from __future__ import annotations

import time
from collections.abc import Iterable
from random import Random

import numpy as np

from tests.oracle.battle_for_moscow import Oracle
from tests.oracle.battle_for_moscow_facts import GONE, POINTS, WAITING, hexagon, number
from tests.oracle.tally import Tally
from tests.rules.declared.probes import Prober
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import Position, rules_of
from toolkit.rules.mechanisms import forces

OFF = {WAITING: forces.WAITING, GONE: forces.ELIMINATED}
Pairs = frozenset[frozenset[tuple[int, int]]]


def pairs(game: CompiledGame, mask: np.ndarray) -> Pairs:
    """Return the hexsides of a layer as pairs of hexes."""
    numbers = [game.map.grid.number(h) for h in range(len(game.map.grid))]
    ends = game.map.sides[mask].tolist()
    return frozenset(frozenset((hexagon(numbers[a]), hexagon(numbers[b]))) for a, b in ends)


def oracle(game: CompiledGame, setup: str, fixed: dict[str, str]) -> Oracle:
    """Return the reading's table for a set-up of the game."""
    found = next(one for one in game.setups if one.id == setup)
    placed = {unit: (at, 2 if unit.startswith("ger-") else 1) for unit, at in found.on_map.items()}
    rivers = pairs(game, game.map.side_features["river"])
    rail = pairs(game, game.map.links["rail"])
    return Oracle(rivers, rail, None if found.empty else placed, fixed)


def compared(game: CompiledGame, seconds: float, seed: int) -> Tally:
    """Compare for some seconds."""
    tally = Tally()
    end = time.monotonic() + seconds
    while time.monotonic() < end and len(tally.differing) < 20:
        compare_game(game, seed, tally)
        seed += 1
    return tally


def compare_game(game: CompiledGame, seed: int, tally: Tally, probes: int = 2) -> None:
    """Play a game by chance; compare each verdict, those on made-up actions beside it, and each position."""
    rules, rng = rules_of(game), Random(seed)
    fixed = {point: rng.choice(values) for point, values in POINTS.items() if rng.random() < 0.75}
    setup = rng.choice(("october-1941", "empty"))
    position, reading = rules.begin(setup, fixed), oracle(game, setup, fixed)
    prober_seed = Random(seed + 1)
    for action in rules.play(position, seed):
        made_up = [Prober(position, prober_seed).action() for _ in range(probes)]
        for asked in (*made_up, action):
            verdict = rules.check(position, asked)
            outcome, named = reading.outcome(asked)
            mine = f"{outcome} {' '.join(sorted(named))}"
            theirs = f"{verdict.outcome.value} {' '.join(sorted(verdict.rules))}"
            if theirs == mine:
                # What differs in the clauses alone differs as well, but agreement is counted by outcome.
                theirs = mine = outcome
            tally.verdict(asked, theirs, mine, verdict.rules, f"{seed} turn {position.turn}")
        rules.apply(position, action)
        reading.apply(action)
        tally.result(action, list(differences(position, reading)), str(seed))
    if position.winner != reading.winner:
        tally.result("the end", [f"{position.winner} has won, this reading {reading.winner}"], str(seed))


def differences(position: Position, reading: Oracle) -> Iterable[str]:
    """Yield where the two have a unit, its steps or a city differently."""
    for unit, where in position.where.items():
        at = reading.at[unit]
        mine = OFF[at] if isinstance(at, str) else number(at)
        if where != mine:
            yield f"{unit} in {where}, this reading {mine}"
        elif position.on_map(unit) and position.steps[unit] != reading.steps[unit]:
            yield f"{unit} has {position.steps[unit]} steps, this reading {reading.steps[unit]}"
    for place, side in position.control.items():
        if side != reading.owner[hexagon(place)]:
            yield f"{place} of {side}, this reading {reading.owner[hexagon(place)]}"
