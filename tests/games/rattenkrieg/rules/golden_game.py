"""``python -m tests.games.rattenkrieg.rules.golden_game``: write the golden game anew, to be compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.games.rattenkrieg.rules import world
from tests.games.rattenkrieg.rules.table import PROPOSED, WRITTEN
from tests.games.rattenkrieg.rules.telling import picture, tell
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.whole import rules_over

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
    yield f"digest {WRITTEN.digest(position)}"


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
