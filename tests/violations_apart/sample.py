"""Record the log of the sample report: the first chits of a game of GJ47 with six mistakes in them.

``python -m tests.violations_apart.sample docs/examples/gj47_mistakes.vlog``
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.violations_apart.gj47 import KINDS
from tests.violations_apart.judging import plant
from tests.violations_apart.played import Game, play, write

SEED = 1
STEPS = 260
MISTAKES = (
    "three_in_a_hex",
    "unit_not_activated_moves",
    "loss_not_taken",
    "activated_out_of_range",
    "foot_advances_two_hexes",
    "draw_undone",
)


def record(out: Path) -> Path:
    """Write the log.

    Raises
    ------
    ValueError
        When the game has no room for one of the mistakes; another seed may have.
    """
    game = play("gj47", SEED)
    steps = game.steps[:STEPS]
    for name in MISTAKES:
        game = Game.read("gj47", SEED, write(game, steps, out))
        planted = plant(KINDS.all[name], game)
        if planted is None:
            raise ValueError(f"no room for {name} in the game of seed {SEED}")
        steps = planted.steps
    return write(game, steps, out)


if __name__ == "__main__":
    record(Path(sys.argv[1]))
