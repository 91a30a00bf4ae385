"""What a mutator is: it breaks one clause in a position of a legal game.

Mutators are written from the rulebook's text.  They know the board, the counters and the actions, but none of
the functions that judge; the legal action that comes next in the game tells them what would have been right.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.violations import mutation
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Battle
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner, UnitType

Mutation = tuple[a.Action, ...]
"""Actions that take the place of the legal one; the last of them breaks the clause."""


@dataclass(frozen=True, slots=True)
class Scene(mutation.Moment[Position, a.Action]):
    """A moment of a legal game."""

    @property
    def units(self) -> tuple[UnitType, ...]:
        """Every counter."""
        return self.position.data.units

    def here(self, unit: int) -> int:
        """Return the hex of a unit."""
        return self.position.hex_of[unit]

    def neighbours(self, h: int) -> list[int]:
        """Return the hexes around one, in a random order."""
        return self.mixed(n for n, _ in self.position.data.board.steps[h])

    def side(self, one: int, other: int) -> int:
        """Return what lies on a hexside, 0 for hexes apart."""
        return self.position.data.board.features(one, other) or 0

    def enemy_in(self, h: int, owner: Owner) -> bool:
        """Return whether an enemy of `owner` holds a hex."""
        return self.position.present[owner.enemy][h] > 0 or (owner is Owner.AXIS and h in self.position.forts)

    def room(self, h: int, owner: Owner) -> bool:
        """Return whether one more unit may stand in a hex (3.1(1))."""
        return h in self.position.forts or self.position.present[owner][h] < 2

    def battle(self, target: int) -> Battle | None:
        """Return the battle for a hex."""
        command = self.position.turn.command
        return command.battle(target) if command is not None else None

    def others(self, owner: Owner) -> list[int]:
        """Return the units of a side on the map in a random order."""
        return self.mixed(self.position.on_map(owner))


Mutator = mutation.Mutator[Scene, a.Action]
