"""What a mutator is: it breaks one clause in a position of a legal game.

Mutators are written from the rulebook's text.  They know areas, units, cards and actions, but none of the
functions that judge; the legal action that comes next in the game tells them what would have been right.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.violations import mutation
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Battle, Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side

Mutation = tuple[a.Action, ...]
"""Actions that take the place of the legal one; the last of them breaks the clause."""


@dataclass(frozen=True, slots=True)
class Scene(mutation.Moment[Position, a.Action]):
    """A moment of a legal game."""

    def side(self, unit: str) -> Side:
        """Return whose a unit is."""
        return self.position.data.units[unit].side

    def here(self, unit: str) -> str:
        """Return where a unit is."""
        return self.position.where[unit]

    def near(self, area: str) -> list[str]:
        """Return the neighbours of an area in a random order."""
        return self.mixed(sorted(self.position.data.neighbours.get(area, ())))

    def far(self, area: str) -> list[str]:
        """Return the areas of the city that are neither an area nor its neighbours, in a random order."""
        near = self.position.data.neighbours.get(area, frozenset())
        return self.mixed(other for other in self.position.data.city if other != area and other not in near)

    def holder(self, area: str) -> Side:
        """Return who controls an area."""
        return self.position.held[0][area]

    def rear(self, side: Side) -> str:
        """Return the rear of a side."""
        return self.position.data.rears[side]

    def there(self, area: str, side: Side | None = None) -> list[str]:
        """Return the units in an area in a random order."""
        return self.mixed(self.position.units_in(area, side))

    def units(self, side: Side | None = None) -> list[str]:
        """Return the units on the map, of one side or both, in a random order."""
        return self.mixed(
            u for u in self.position.data.units if self.position.on_map(u) and side in (None, self.side(u))
        )

    def isolated(self, unit: str) -> bool:
        """Return whether a unit is isolated under any reading."""
        return any(unit in cut for cut in self.position.cut_off)

    def fresh(self, unit: str) -> bool:
        """Return whether a unit lies face-up and has not acted in this turn."""
        return unit not in self.position.down and unit not in self.position.acted

    def hand(self, side: Side) -> list[str]:
        """Return a hand in a random order."""
        return self.mixed(self.position.hands[side])

    def steps(self, unit: str) -> list[str]:
        """Return the steps of a unit in a random order."""
        return self.mixed(self.position.steps[unit])

    def usable(self, unit: str) -> list[str]:
        """Return the cards in a unit's hand and steps."""
        return [*self.hand(self.side(unit)), *self.steps(unit)]

    def alien(self, unit: str, *, shown: bool = False) -> list[str]:
        """Return cards that a unit has no right to: the enemy's, other units', with `shown` of the pile."""
        side = self.side(unit)
        cards = [card for other in self.units() if other != unit for card in self.position.steps[other]]
        cards += self.position.hands[side.enemy]
        return self.mixed([*cards, *(self.position.pile if shown else ())])

    def idle(self) -> bool:
        """Return whether a player turn is about to begin."""
        position = self.position
        return (
            position.phase is Phase.OPERATIONS
            and position.act is None
            and not position.readied
            and not self.waiting()
            and not self.all_passed()
        )

    def all_passed(self) -> bool:
        """Return whether both players have just passed."""
        courses = self.position.courses
        return len(courses) == 2 and all(course.idle for course in courses)

    def waiting(self) -> bool:
        """Return whether a battle, damage or a beaten defence is on the table."""
        position = self.position
        return not (position.battle is None and position.strike is None and position.broken is None)

    def quiet(self) -> str | None:
        """Return the acting unit while nothing is asked of it."""
        act = self.position.act
        if act is None or self.waiting() or not self.position.on_map(act.unit):
            return None
        return None if self.facing(act.unit) else act.unit

    def facing(self, unit: str) -> list[str]:
        """Return enemies beside a unit that are not isolated, if it is not isolated itself (8.11)."""
        if self.isolated(unit):
            return []
        enemies = self.there(self.here(unit), self.side(unit).enemy)
        return [enemy for enemy in enemies if not self.isolated(enemy)]

    def battle(self) -> Battle | None:
        """Return the battle."""
        return self.position.battle


Mutator = mutation.Mutator[Scene, a.Action]
