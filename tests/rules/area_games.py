"""Random whole games of a game on areas, judged, and what they must show: ``tests.rules.<game>.games``.

Half of them are played under house rules drawn by chance.  Exit status 1 for a finding, for a rule whose
function was asked fewer than 20 times in the first games, and for a thing of the table seen fewer than 20
times (a corner: 3 times) in two thousand games; with ``--short`` before the number for a finding only.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.real_area_games import compiled
from tests.rules.battery import Occurrences, Tally, counting, play_through
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.protocol import Game

ENOUGH = 20
FEW = 3
THOUSANDS = 2000


def house_rules(readings: Mapping[str, Sequence[str]], seed: int) -> dict[str, str]:
    """Return a value for each unclear point: proposed ones for even seeds, drawn ones for odd."""
    rng = random.Random(seed)
    return {point: rng.choice(values) if seed % 2 else values[0] for point, values in readings.items()}


@dataclass(frozen=True, slots=True)
class Games:
    """The games of one ruleset.

    Attributes
    ----------
    rules_of : callable
        Its rules over a compiled game.
    begun : callable
        Rules and seed → the table on which a game begins.
    occurrences : callable
        What an action is an example of.
    wanted, corners : collection of str
        What has to be seen often, and what at least a few times.
    counted : int
        In how many games the calls of the rules are counted, which is slow.
    """

    sources: Path
    rules_of: Callable[[CompiledGame], Game[Any, Any]]
    begun: Callable[[Game[Any, Any], int], Any]
    occurrences: Occurrences
    wanted: Collection[str]
    corners: Collection[str]
    counted: int

    def run(self, game: Game[Any, Any], count: int, first: int = 0, counted: int = 0) -> Tally:
        """Play games and return what they showed; the rules' calls are counted in the first few."""
        tally = Tally()
        for seed in range(first, first + count):
            position = self.begun(game, seed)
            if seed - first < counted:
                with counting(game.book, tally):
                    play_through(game, position, seed, tally, occurrences=self.occurrences)
            else:
                play_through(game, position, seed, tally, occurrences=self.occurrences)
            if sys.stderr.isatty():
                print(f"\r{tally.games}/{count}", end="", file=sys.stderr)
        return tally

    def main(self, arguments: list[str]) -> int:
        """Run the games and print the table."""
        short = arguments[:1] == ["--short"]
        arguments = arguments[short:]
        count = int(arguments[0]) if arguments else THOUSANDS
        counted = 0 if short else self.counted
        begun, game = time.monotonic(), self.rules_of(compiled(self.sources)[0])
        tally = self.run(game, count, int(arguments[1]) if len(arguments) > 1 else 0, counted)
        spent = time.monotonic() - begun
        print(f"{tally.games} games, {tally.actions} actions, {spent:.0f} s, {len(tally.findings)} findings")
        for line in tally.findings[:20]:
            print(line)
        for name in sorted({*self.wanted, *self.corners, *tally.occurrences}):
            print(f"{tally.occurrences[name]:9d}  {name}")
        if short:
            return 1 if tally.findings else 0
        asked = [entry.number for entry in game.book if entry.enforcement.value in ("checked", "embodied")]
        rare = [number for number in asked if tally.rules[number] < ENOUGH]
        print(
            f"rules asked fewer than {ENOUGH} times in the first {counted} games: {', '.join(rare) or 'none'}"
        )
        wanted = [*((name, ENOUGH) for name in self.wanted), *((name, FEW) for name in self.corners)]
        thin = [name for name, enough in wanted if tally.occurrences[name] < enough * count / THOUSANDS]
        print(f"things seen too seldom: {', '.join(thin) or 'none'}")
        return 1 if tally.findings or rare or thin else 0
