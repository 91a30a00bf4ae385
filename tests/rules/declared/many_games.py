"""``python -m tests.rules.declared.many_games NAME COUNT [SEED]``: whole games by chance, judged."""

from __future__ import annotations

import sys
from collections import Counter

from tests.rules.declared.games import begin, compiled, rules


def main(name: str, count: int, seed: int = 0) -> int:
    """Play, write what was found and how the games ended; status 1 for findings."""
    game = rules(name)
    setups = [setup.id for setup in compiled(name).setups]
    found: list[str] = []
    ends: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for number in range(seed, seed + count):
        position = begin(name, setups[number % len(setups)])
        try:
            for action in game.play(position, number):
                verdict = game.check(position, action)
                if not verdict.legal:
                    found.append(f"{number}: {action}: {verdict}")
                game.apply(position, action)
                found += [f"{number}: {fault}" for fault in game.faults(position)]
                kinds[type(action).__name__] += 1
        except LookupError as error:
            found.append(f"{number}: dead end: {error}")
        ends[f"{position.winner or 'draw'} {position.level}".strip()] += 1
    sys.stdout.write(f"{name}: {count} games, {sum(kinds.values())} actions, {len(found)} findings\n")
    sys.stdout.write(f"  {dict(kinds)}\n  {dict(ends)}\n" + "".join(f"  {line}\n" for line in found[:20]))
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], *map(int, sys.argv[2:])))
