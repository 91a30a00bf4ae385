"""``python -m tests.datum GAME [--each] [--sample] [--only TEXT] [--sort SORT]``: what each datum governs.

Every datum of the game's folder is changed in turn to other values that it could have, and the table says
what came of it: a verdict, a refusal by ``validate``, another map, a finding, another module.  Exit status 1
where a datum has no effect of the kind that it claims.

--each prints every datum, --sample changes one of each kind, --only those whose name holds TEXT, --sort those
that claim to govern one thing.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from tests.datum import areas, gj47
from tests.datum.sorts import Sort, sort_of
from tests.datum.walk import Battery, Outcome, Walk
from toolkit.compile.game import compile_game
from toolkit.source.game import load_game

SOURCES = Path(__file__).resolve().parents[2] / "source_data"


def battery_of(folder: Path) -> Battery:
    """Return what a game's rules are asked."""
    game = compile_game(load_game(folder)[0])[0]
    return (areas.battery if game.hex_map is None else gj47.battery)(game, folder)


def walked(name: str, *, sample: bool = False, only: str = "", sort: Sort | None = None) -> list[Outcome]:
    """Change the data of a game in turn and return what came of each."""
    folder = SOURCES / name
    found: list[Outcome] = []
    with Walk.of(folder, battery_of(folder)) as walk:
        leaves = [leaf for leaf in walk.all if only in leaf.name and sort in (None, sort_of(leaf))]
        if sample:
            groups = {leaf.group: leaf for leaf in reversed(leaves)}
            leaves = [leaf for leaf in leaves if groups[leaf.group] is leaf]
        for done, leaf in enumerate(leaves, start=1):
            found.append(walk.look(leaf))
            if sys.stderr.isatty():
                print(f"\r{name} {done}/{len(leaves)}", end="", file=sys.stderr)
    return found


def table(found: list[Outcome]) -> list[str]:
    """Return a line for each kind of datum: how many, what it claims to govern, what came of it."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in found:
        groups.setdefault(outcome.leaf.group, []).append(outcome)
    lines = []
    for group, outcomes in groups.items():
        effects = Counter(outcome.effect.value for outcome in outcomes)
        told = ", ".join(f"{effect} {count}" for effect, count in sorted(effects.items()))
        lines.append(f"{len(outcomes):5d}  {outcomes[0].sort.value:7s}  {group}  ->  {told}")
    return lines


def main(arguments: list[str]) -> int:
    """Walk through a game and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.datum")
    parser.add_argument("game")
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--sort", choices=list(Sort), type=Sort)
    options = parser.parse_args(arguments)
    found = walked(options.game, sample=options.sample, only=options.only, sort=options.sort)
    if options.each:
        lines = [f"{o.sort.value:7s} {o.effect.value:8s} {o.leaf.name}  {o.why}"[:160] for o in found]
    else:
        lines = table(found)
    print("\n".join(lines))
    idle = [outcome for outcome in found if not outcome.enough]
    apart = sum(outcome.sort is Sort.APART for outcome in found)
    print(f"{len(found)} data, {apart} of them with no need to; without effect: {len(idle)}")
    for outcome in idle:
        leaf = outcome.leaf
        text = f"  {outcome.sort} {leaf.name} {leaf.value!r}: {outcome.effect} {outcome.why}"
        print(text[:300])
    return 1 if idle else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
