"""The independent readings against the checkers: ``python -m tests.oracle.compare [GAME] [SECONDS] [SEED]``.

GAME is ``gj47``, ``rattenkrieg``, ``storm``, ``battle_for_moscow`` or ``all``.  Every verdict and every
resulting position is compared; what differs is written out with its seed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tests.oracle import battle_for_moscow_comparing as battle_for_moscow
from tests.oracle.gj47 import comparing as gj47
from tests.oracle.rattenkrieg import comparing as rattenkrieg
from tests.oracle.storm import comparing as storm
from tests.oracle.tally import Tally
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data"
GAMES: dict[str, Callable[[CompiledGame, float, int], Tally]] = {
    "gj47": gj47.compared,
    "rattenkrieg": rattenkrieg.compared,
    "storm": storm.compared,
    "battle_for_moscow": battle_for_moscow.compared,
}


def main(arguments: list[str]) -> int:
    """Compare for some seconds and write what differs."""
    named = arguments.pop(0) if arguments and not arguments[0][0].isdigit() else "all"
    if named not in (*GAMES, "all"):
        raise SystemExit(f"there is no second reading of {named}; of {', '.join(GAMES)} there is, or all")
    chosen = tuple(GAMES) if named == "all" else (named,)
    seconds = float(arguments[0]) if arguments else 120.0
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    differ = False
    for name in chosen:
        source, _ = load_game(DATA / name)
        game, _ = compile_game(source)
        tally = GAMES[name](game, seconds / len(chosen), seed)
        sys.stdout.write(f"{name}\n{tally.told()}")
        differ |= bool(tally.differing)
    return int(differ)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
