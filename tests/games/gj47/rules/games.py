"""``python -m tests.games.gj47.rules.games [N [FIRST]]``: N random whole games, judged, and what they showed.

Half of them are played under house rules drawn by chance, every fifth begins with its own set-up, another
fifth after a disaster of the Soviets, so that the Axis wins some by points.  Exit status 1 for a finding, or
for a rule or a rare thing seen fewer than 20 times in a thousand games; with ``--short`` before the number
for a finding only.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.games.gj47.rules.occurrences import WANTED, occurrences, wrong_choice
from tests.games.gj47.rules.shown import OTHERWISE, shown
from tests.rules.battery import Tally, counting, play_through
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.chapters import RULE_BOOK
from toolkit.games.gj47.rules.course import OFF_MAP, Cause
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.whole import rules_of
from toolkit.source.game import load_game

SOURCES = Path(__file__).parents[4] / "source_data" / "gj47"
ENOUGH = 20
_COUNTED = 200


def house_rules(data: CompiledGame, seed: int) -> dict[str, str]:
    """Return a value for each unclear point: proposed ones for even seeds, drawn ones for odd."""
    rng = random.Random(seed)
    return {
        o.id: rng.choice([v.id for v in o.values]) if seed % 2 and o.support == "open" else o.default
        for o in data.options
    }


def disaster(position: Position, seed: int) -> None:
    """Take nine Soviet units of ten off the map and give every VP hex to the Axis."""
    rng = random.Random(seed)
    for h in sorted(position.data.board.vp_hexes):
        position.take_control(Owner.AXIS, h, moving=True)
    for unit, h in enumerate(position.hex_of):
        if h != OFF_MAP and position.data.units[unit].owner is Owner.SOVIET and rng.random() < 0.9:
            position.remove(unit, Cause.COMBAT)


def told(position: Position, action: Action) -> Iterator[str]:
    """Yield what an action is an example of: its kind, rare things, rules that no function decides."""
    yield from occurrences(position, action)
    yield from map("rule {}".format, shown(position, action))


def run(count: int, first: int = 0) -> Tally:
    """Play games and return what they showed; the rules' calls are counted in the first few."""
    data = compile_game(load_game(SOURCES)[0])[0]
    game, tally = rules_of(data), Tally()
    for seed in range(first, first + count):
        position = game.begin("empty" if seed % 5 == 4 else "june-28-1942", house_rules(data, seed))
        if seed % 5 == 3:
            disaster(position, seed)
        if seed - first < _COUNTED:
            with counting(game.book, tally):
                play_through(
                    game, position, seed, tally, occurrences=told, deliberate=wrong_choice, plain=True
                )
        else:
            play_through(game, position, seed, tally, occurrences=told, deliberate=wrong_choice)
        if sys.stderr.isatty():
            print(f"\r{tally.games}/{count}", end="", file=sys.stderr)
    return tally


def main(arguments: list[str]) -> int:
    """Run the games and print the table."""
    short = arguments[:1] == ["--short"]
    arguments = arguments[short:]
    count = int(arguments[0]) if arguments else 1000
    begun = time.monotonic()
    tally = run(count, int(arguments[1]) if len(arguments) > 1 else 0)
    spent = time.monotonic() - begun
    print(f"{tally.games} games, {tally.actions} actions, {spent:.0f} s, {len(tally.findings)} findings")
    print(f"wrong on purpose: {sum(tally.expected.values())} ({dict(tally.expected)})")
    for line in tally.findings[:20]:
        print(line)
    for number in OTHERWISE:
        tally.rules[number] += tally.occurrences.pop(f"rule {number}", 0)
    for name in sorted({*WANTED, *tally.occurrences}):
        print(f"{tally.occurrences[name]:9d}  {name}")
    rare = [
        f"{e.number} ({tally.rules[e.number]})"
        for e in RULE_BOOK
        if e.enforcement.value in ("checked", "embodied") and tally.rules[e.number] < ENOUGH
    ]
    print(f"rules asked fewer than {ENOUGH} times in the first {_COUNTED} games: {', '.join(rare) or 'none'}")
    thin = [name for name in WANTED if tally.occurrences[name] < ENOUGH * count / 1000]
    print(f"rare things seen too seldom: {', '.join(thin) or 'none'}")
    return 1 if tally.findings or (not short and (rare or thin)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
