"""The second readings of the games in docs/examples agree with their declarations.

Black Coast has events and initiative by dice, transport by sea, units in disorder; Highpass leaders, wagons,
supply in movement points; Lindau zones that lock, horse that withdraws, units displaced, exits; The Narrows
support, dice of units, cards; Before Orel aircraft, hunger by turns, retreats at a price; Sedan overruns,
bombardment, pursuit; Two Crowns chits, hidden units, allies, points by season; Two Harbours impulses,
replacements, retreats towards a base.

``python -m tests.oracle.test_example_agreement GAME COUNT`` compares more games.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from tests.oracle import black_coast, highpass, lindau, narrows, orel, sedan, two_crowns, two_harbours
from tests.rules.declared.games import compiled, rules
from tests.rules.declared.probes import Prober
from toolkit.rules.mechanisms import forces

pytestmark = pytest.mark.whole

_READINGS: Mapping[str, Callable[[Any], Any]] = {
    "black_coast": black_coast.Oracle,
    "highpass": highpass.Oracle,
    "lindau": lindau.Oracle,
    "narrows": narrows.Oracle,
    "orel": orel.Oracle,
    "sedan": sedan.Oracle,
    "two_crowns": two_crowns.Oracle,
    "two_harbours": two_harbours.Oracle,
}
_OFF = {
    highpass.WAITING: forces.WAITING,
    highpass.GONE: forces.ELIMINATED,
    sedan.LEFT: forces.EXITED,
}
"""The readings' words for places beside the map, all three the same."""


def differing(name: str, seed: int, probes: int) -> tuple[list[str], int]:
    """Play a game by chance with made-up actions beside it; return what differs, and how many were asked."""
    game, reading = rules(name), _READINGS[name](compiled(name))
    position, rng = game.begin(compiled(name).setups[0].id, {}), Random(seed)
    found, asked = [], 0
    for action in game.play(position, seed):
        for one in (*(Prober(position, rng).action() for _ in range(probes)), action):
            verdict, asked = game.check(position, one), asked + 1
            if verdict.legal is not reading.legal(one):
                where = f"{seed} turn {position.turn} {position.phase.id}"
                found.append(f"{where}: {one}: {verdict.outcome} {verdict.rules} {verdict.reason}")
        game.apply(position, action)
        reading.apply(action)
        for unit, place in position.where.items():
            if place != _OFF.get(reading.at[unit], reading.at[unit]):
                found.append(f"{seed}: {unit} in {place}, this reading {reading.at[unit]}")
        if found:
            return found, asked
    if position.winner != reading.winner:
        found.append(f"{seed}: {position.winner} has won, this reading {reading.winner}")
    return found, asked


@pytest.mark.parametrize("name", _READINGS)
def test_games_and_made_up_actions_beside_them(name: str) -> None:
    results = [differing(name, seed, probes=6) for seed in range(5)]
    assert [found for found, _ in results] == [[]] * 5
    assert sum(asked for _, asked in results) > 2000


def main(name: str, count: int) -> int:
    """Compare games; status 1 when something differs."""
    asked, differ = 0, 0
    for seed in range(count):
        found, more = differing(name, seed, probes=10)
        asked, differ = asked + more, differ + len(found)
        sys.stdout.writelines(f"{line}\n" for line in found[:3])
    sys.stdout.write(f"{count} games, {asked} verdicts, {differ} differ\n")
    return int(bool(differ))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], int(sys.argv[2])))
