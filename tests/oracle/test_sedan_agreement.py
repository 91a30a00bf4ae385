"""The second reading of Sedan agrees with its declaration: overruns, bombardment, pursuit.

``python -m tests.oracle.test_sedan_agreement COUNT`` compares more games.
"""

from __future__ import annotations

import sys
from random import Random

from tests.oracle.sedan import GONE, LEFT, WAITING, Oracle
from tests.rules.declared.games import compiled, rules
from tests.rules.declared.probes import Prober
from toolkit.rules.mechanisms import forces

_OFF = {WAITING: forces.WAITING, GONE: forces.ELIMINATED, LEFT: forces.EXITED}


def differing(seed: int, probes: int) -> tuple[list[str], int]:
    """Play a game by chance with made-up actions beside it; return what differs, and how many were asked."""
    game, reading = rules("sedan"), Oracle(compiled("sedan"))
    position, rng = game.begin("start", {}), Random(seed)
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


def test_games_and_made_up_actions_beside_them() -> None:
    results = [differing(seed, probes=6) for seed in range(6)]
    assert [found for found, _ in results] == [[]] * 6
    assert sum(asked for _, asked in results) > 2000


def main(count: int) -> int:
    """Compare games; status 1 when something differs."""
    asked, differ = 0, 0
    for seed in range(count):
        found, more = differing(seed, probes=10)
        asked, differ = asked + more, differ + len(found)
        sys.stdout.writelines(f"{line}\n" for line in found[:3])
    sys.stdout.write(f"{count} games, {asked} verdicts, {differ} differ\n")
    return int(bool(differ))


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1])))
