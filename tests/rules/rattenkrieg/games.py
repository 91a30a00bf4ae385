"""``python -m tests.rules.rattenkrieg.games [N [FIRST]]``: N random whole games, judged.

Half of them are played under house rules drawn by chance, every fifth begins with units in place.  Exit
status 1 for a finding, for a rule whose function was asked fewer than 20 times in the first games, and for
a thing of the table seen fewer than 20 times (a corner: 3 times) in two thousand games; with ``--short``
before the number for a finding only.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from tests.rules.battery import Tally, counting, play_through
from tests.rules.rattenkrieg.deeds import CORNERS, WANTED, deeds
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.rules.rattenkrieg.chapters import RULE_BOOK
from toolkit.rules.rattenkrieg.points import READINGS
from toolkit.rules.rattenkrieg.whole import rules_of
from toolkit.source.game import load_game

SOURCES = Path(__file__).parents[3] / "source_data" / "rattenkrieg"
SETUP = "september_1942"
ENOUGH = 20
FEW = 3
THOUSANDS = 2000
_COUNTED = 60


def house_rules(seed: int) -> dict[str, str]:
    """Return a value for each unclear point: proposed ones for even seeds, drawn ones for odd."""
    rng = random.Random(seed)
    return {point: rng.choice(values) if seed % 2 else values[0] for point, values in READINGS.items()}


def run(data: CompiledGame, count: int, first: int = 0) -> Tally:
    """Play games and return what they showed; the rules' calls are counted in the first few."""
    game, tally = rules_of(data), Tally()
    for seed in range(first, first + count):
        position = game.begin(SETUP if seed % 5 == 4 else "", house_rules(seed))
        if seed - first < _COUNTED:
            with counting(game.book, tally):
                play_through(game, position, seed, tally, deeds=deeds)
        else:
            play_through(game, position, seed, tally, deeds=deeds)
        if sys.stderr.isatty():
            print(f"\r{tally.games}/{count}", end="", file=sys.stderr)
    return tally


def main(arguments: list[str]) -> int:
    """Run the games and print the table."""
    short = arguments[:1] == ["--short"]
    arguments = arguments[short:]
    count = int(arguments[0]) if arguments else THOUSANDS
    begun = time.monotonic()
    data = compile_game(load_game(SOURCES)[0])[0]
    tally = run(data, count, int(arguments[1]) if len(arguments) > 1 else 0)
    spent = time.monotonic() - begun
    print(f"{tally.games} games, {tally.actions} actions, {spent:.0f} s, {len(tally.findings)} findings")
    for line in tally.findings[:20]:
        print(line)
    for name in sorted({*WANTED, *CORNERS, *tally.deeds}):
        print(f"{tally.deeds[name]:9d}  {name}")
    asked = [e.number for e in RULE_BOOK if e.enforcement.value in ("checked", "embodied")]
    rare = [number for number in asked if tally.rules[number] < ENOUGH]
    print(f"rules asked fewer than {ENOUGH} times in the first {_COUNTED} games: {', '.join(rare) or 'none'}")
    wanted = [*((name, ENOUGH) for name in WANTED), *((name, FEW) for name in CORNERS)]
    thin = [name for name, enough in wanted if tally.deeds[name] < enough * count / THOUSANDS]
    print(f"things seen too seldom: {', '.join(thin) or 'none'}")
    return 1 if tally.findings or (not short and (rare or thin)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
