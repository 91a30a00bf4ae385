"""``python -m tests.games.storm.rules.golden_game``: write the golden game anew, to be read and compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.games.storm.rules import world
from tests.games.storm.rules.table import CAREFUL, PROPOSED, WRITTEN
from tests.games.storm.rules.telling import picture, tell
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.whole import rules_over

FILE = Path(__file__).parent / "golden" / "whole_game.txt"
SEED = 7


def lines() -> Iterator[str]:
    """Yield the golden game, line by line; the hand-made world keeps it free of changes in the data."""
    game = rules_over(world.data())
    position = game.begin("", PROPOSED)
    for count, action in enumerate(play_on(position, SEED, tempers=(CAREFUL, CAREFUL)), start=1):
        yield f"{count:4} T{position.turn} {tell(position, action)}"
        if isinstance(action, a.EndTurn):
            yield from picture(position)
    yield f"digest {WRITTEN.digest(position)}"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
