"""Count what the audit names of violations planted in a declared game."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.violations.declared import planted, write_module


def main(name: str, seeds: int) -> None:
    """Plant violations in games with so many seeds; print what was named, by clause."""
    wanted: Counter[str] = Counter()
    named: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        module = write_module(name, Path(folder))
        for seed in range(1, seeds + 1):
            for one in planted(name, module, Path(folder, "x.vlog"), seed):
                wanted[one.rules[0]] += 1
                named[one.rules[0]] += one.named
                if not one.named:
                    sys.stdout.write(f"seed {seed}: {one.action} breaks {one.rules}, named {one.found}\n")
    for rule in sorted(wanted):
        sys.stdout.write(f"{rule}: {named[rule]} of {wanted[rule]}\n")
    sys.stdout.write(f"{name}: {sum(named.values())} of {sum(wanted.values())}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.violations.declared", description=__doc__)
    parser.add_argument("game", help="its name, or its folder")
    parser.add_argument("seeds", type=int, help="how many games violations are planted in")
    given = parser.parse_args()
    main(given.game, given.seeds)
