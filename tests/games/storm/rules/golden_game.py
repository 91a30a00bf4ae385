"""``python -m tests.games.storm.rules.golden_game``: write the golden game anew, to be read and compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.games.storm.rules import world
from tests.games.storm.rules.table import CAREFUL, PROPOSED, WRITTEN
from tests.rules.telling import tell
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.whole import rules_over

FILE = Path(__file__).parent / "golden" / "whole_game.txt"
SEED = 7


def lines() -> Iterator[str]:
    """Yield the golden game, line by line; the hand-made world keeps it free of changes in the data."""
    game = rules_over(world.data())
    position = game.begin("", PROPOSED)
    for count, action in enumerate(play_on(position, SEED, tempers=(CAREFUL, CAREFUL)), start=1):
        yield f"{count:4} T{position.turn} {tell(action)}"
        if isinstance(action, a.EndTurn):
            yield from picture(position)
    yield f"digest {WRITTEN.digest(position)}"


def picture(position: Position) -> Iterator[str]:
    """Yield the table in lines: who holds which area and stands there, the hands, how many cards are left.

    A spent unit is in brackets; ``*`` is a fire marker of the side whose units follow.
    """
    for area in position.data.areas:
        stacks = []
        for side in Side:
            there = position.units_in(area, side)
            mark = "*" if (area, side) in position.markers else ""
            shown = " ".join(f"({unit})" if unit in position.spent else unit for unit in there)
            if shown or mark:
                stacks.append(f"{side.id[0]}{mark}: {shown}".rstrip())
        yield f"  {area:20} {position.control(area).id:7} {' | '.join(stacks)}".rstrip()
    for side in Side:
        counts = f"deck {len(position.decks[side])}, pile {len(position.piles[side])}"
        yield f"  {side.id}: hand {' '.join(position.hands[side]) or '-'}; {counts}"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
