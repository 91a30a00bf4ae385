"""``python -m tests.games.rattenkrieg.rules.golden_game``: write the golden game anew, to be compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.games.rattenkrieg.rules import world
from tests.games.rattenkrieg.rules.table import PROPOSED, WRITTEN
from tests.rules.telling import tell
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.whole import rules_over

FILE = Path(__file__).parent / "golden" / "whole_game.txt"
SEED = 7


def lines() -> Iterator[str]:
    """Yield the golden game, line by line; the hand-made world keeps it free of changes in the data."""
    game = rules_over(world.data())
    position = game.begin("", PROPOSED)
    for count, action in enumerate(game.play(position, SEED), start=1):
        actor = position.actor.id[0].upper()
        yield f"{count:4} T{position.turn} {actor} {tell(action)}"
        if isinstance(action, a.EndTurn):
            yield from picture(position)
    yield f"digest {WRITTEN.digest(position)}"


def picture(position: Position) -> Iterator[str]:
    """Yield the table in lines: who holds which area and stands there, the hands, how many cards are left.

    A unit shows its steps; ``v`` lies face-down, ``!`` is isolated.
    """
    for area in position.data.areas:
        units = []
        for unit in position.units_in(area):
            marks = ("v" if unit in position.down else "") + ("!" if unit in position.cut_off[0] else "")
            units.append(f"{unit}{marks}({','.join(position.steps[unit])})")
        holder = position.held[0][area].id
        yield f"  {area:18} {holder:7} {' '.join(units)}".rstrip()
    for side in Side:
        yield f"  hand {side.id}: {' '.join(position.hands[side]) or '-'}"
    yield f"  deck {len(position.deck)}, pile {len(position.pile)}"


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
