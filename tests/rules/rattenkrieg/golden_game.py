"""``python -m tests.rules.rattenkrieg.golden_game``: write the golden game anew, to be read and compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.rules.rattenkrieg import world
from tests.rules.rattenkrieg.table import PROPOSED
from tests.rules.rattenkrieg.telling import picture, tell
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg.notation import digest
from toolkit.rules.rattenkrieg.whole import rules_over

FILE = Path(__file__).parent / "golden" / "whole_game.txt"
SEED = 7


def lines() -> Iterator[str]:
    """Yield the golden game, line by line; the hand-made world keeps it free of changes in the data."""
    game = rules_over(world.data())
    position = game.begin("", PROPOSED)
    for count, action in enumerate(game.play(position, SEED), start=1):
        actor = position.actor.id[0].upper()
        yield f"{count:4} T{position.turn} {actor} {tell(position, action)}"
        if isinstance(action, a.EndTurn):
            yield from picture(position)
    yield f"digest {digest(position)}"


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
