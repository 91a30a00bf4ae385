"""``python -m tests.rules.storm.games [N [FIRST]]``: N random whole games, judged.

Half of them are played under house rules drawn by chance; every tenth begins with the German's fast units
worn out, so that others leave in place of black ones.  Exit status 1 for a finding, for a rule whose
function was asked fewer than 20 times in the first games, and for a thing of the table seen fewer than 20
times (a corner: 3 times) in two thousand games; with ``--short`` before the number for a finding only.

``--balance N``: N games of two careful players under the proposed readings, and how many either side won.
Exit status 1 where a side wins less than 30 of 100.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

from tests.rules.battery import Tally, counting, play_through
from tests.rules.storm.deeds import CORNERS, WANTED, deeds
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.rules.protocol import Game
from toolkit.rules.storm.actions import Action
from toolkit.rules.storm.chapters import RULE_BOOK
from toolkit.rules.storm.data import Side
from toolkit.rules.storm.player import CAREFUL, play_on
from toolkit.rules.storm.points import READINGS
from toolkit.rules.storm.position import ELIMINATED, Position
from toolkit.rules.storm.whole import rules_of
from toolkit.source.game import load_game

SOURCES = Path(__file__).parents[3] / "source_data" / "storm"
SETUP = "autumn_1942"
ENOUGH = 20
FEW = 3
THOUSANDS = 2000
LEAST_WON = 0.3
_COUNTED = 40


def house_rules(seed: int) -> dict[str, str]:
    """Return a value for each unclear point: proposed ones for even seeds, drawn ones for odd."""
    rng = random.Random(seed)
    return {point: rng.choice(values) if seed % 2 else values[0] for point, values in READINGS.items()}


def begun(game: Game[Position, Action], seed: int) -> Position:
    """Return the table on which a game begins."""
    position = game.begin(SETUP, house_rules(seed))
    if seed % 10 == 9:
        black = [position.data.units[unit] for unit in position.data.black]
        position.put(random.Random(seed).choice(black).id, ELIMINATED)
        kinds = {unit.kind for unit in black}
        for unit in position.data.units.values():
            if unit.side is Side.GERMAN and unit.kind in kinds and not unit.withdraws:
                position.put(unit.id, ELIMINATED)
    return position


def run(data: CompiledGame, count: int, first: int = 0, counted: int = _COUNTED) -> Tally:
    """Play games and return what they showed; the rules' calls, slow to count, in the first few."""
    game, tally = rules_of(data), Tally()
    for seed in range(first, first + count):
        position = begun(game, seed)
        if seed - first < counted:
            with counting(game.book, tally):
                play_through(game, position, seed, tally, deeds=deeds)
        else:
            play_through(game, position, seed, tally, deeds=deeds)
        if sys.stderr.isatty():
            print(f"\r{tally.games}/{count}", end="", file=sys.stderr)
    return tally


def balance(data: CompiledGame, count: int) -> Counter[str]:
    """Play games of careful players and return who won, and how many victory areas the Soviets held."""
    game, found = rules_of(data), Counter[str]()
    for seed in range(count):
        position = game.begin(SETUP, house_rules(0))
        for _ in play_on(position, seed, tempers=(CAREFUL, CAREFUL)):
            pass
        held = sum(position.control(area) is Side.SOVIET for area in position.data.victory_areas)
        assert position.winner is not None
        found.update((position.winner.id, f"{held} areas"))
    return found


def _print_balance(count: int) -> int:
    found = balance(compile_game(load_game(SOURCES)[0])[0], count)
    for name, number in sorted(found.items()):
        print(f"{number:6d}  {100 * number / count:5.1f} %  {name}")
    return 0 if min(found[side.id] for side in Side) >= LEAST_WON * count else 1


def main(arguments: list[str]) -> int:
    """Run the games and print the table."""
    if arguments[:1] == ["--balance"]:
        return _print_balance(int(arguments[1]))
    short = arguments[:1] == ["--short"]
    arguments = arguments[short:]
    count = int(arguments[0]) if arguments else THOUSANDS
    begun = time.monotonic()
    data = compile_game(load_game(SOURCES)[0])[0]
    tally = run(data, count, int(arguments[1]) if len(arguments) > 1 else 0, 0 if short else _COUNTED)
    spent = time.monotonic() - begun
    print(f"{tally.games} games, {tally.actions} actions, {spent:.0f} s, {len(tally.findings)} findings")
    for line in tally.findings[:20]:
        print(line)
    for name in sorted({*WANTED, *CORNERS, *tally.deeds}):
        print(f"{tally.deeds[name]:9d}  {name}")
    asked = [e.number for e in RULE_BOOK if e.enforcement.value in ("checked", "embodied")]
    rare = [number for number in asked if tally.rules[number] < ENOUGH and not short]
    print(f"rules asked fewer than {ENOUGH} times in the first {_COUNTED} games: {', '.join(rare) or 'none'}")
    wanted = [*((name, ENOUGH) for name in WANTED), *((name, FEW) for name in CORNERS)]
    thin = [name for name, enough in wanted if tally.deeds[name] < enough * count / THOUSANDS]
    print(f"things seen too seldom: {', '.join(thin) or 'none'}")
    return 1 if tally.findings or (not short and (rare or thin)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
