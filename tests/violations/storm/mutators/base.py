"""What a mutator is: it breaks one clause in a position of a legal game.

Mutators are written from the rules' text.  They know areas, units, cards and actions, but none of the
functions that judge; the legal action that comes next in the game tells them what would have been right.
They count on the proposed value of every unclear point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.violations import mutation
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Card, RulesData, Timing, Use
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sides import Side

Mutation = tuple[a.Action, ...]
"""Actions that take the place of the legal one; the last of them breaks the clause."""

STACKING = 10


@dataclass(frozen=True, slots=True)
class Scene(mutation.Moment[Position, a.Action]):
    """A moment of a legal game."""

    @property
    def data(self) -> RulesData:
        """Areas, units and cards."""
        return self.position.data

    # Units and areas ---------------------------------------------------------------------------

    def side(self, unit: str) -> Side:
        """Return whose a unit is."""
        return self.data.units[unit].side

    def here(self, unit: str) -> str:
        """Return where a unit is."""
        return self.position.where[unit]

    def fresh(self, unit: str) -> bool:
        """Return whether a unit shows its fresh face."""
        return unit not in self.position.spent

    def units(self, side: Side | None = None) -> list[str]:
        """Return the units on the map, of one side or both, in a random order."""
        placed = [u for u in self.data.units if self.position.on_map(u)]
        return self.mixed(u for u in placed if side in (None, self.side(u)))

    def there(self, area: str, side: Side) -> list[str]:
        """Return a side's units in an area in a random order."""
        return self.mixed(self.position.units_in(area, side))

    def stacks(self, side: Side) -> list[list[str]]:
        """Return the fresh units of a side, area by area, in a random order."""
        found = [[u for u in self.there(area, side) if self.fresh(u)] for area in self.data.areas]
        return self.mixed(stack for stack in found if stack)

    def near(self, area: str) -> list[str]:
        """Return where one may go from an area, in a random order."""
        return self.mixed(self.data.neighbours[area])

    def city(self) -> list[str]:
        """Return all areas but the ferry boxes in a random order."""
        return self.mixed(area for area in self.data.areas if area not in self.data.ferries)

    def far(self, area: str) -> list[str]:
        """Return the areas that are neither an area nor its neighbours, in a random order."""
        near = self.data.neighbours[area]
        return [other for other in self.city() if other != area and other not in near]

    def holds(self, side: Side, area: str) -> bool:
        """Return whether a side controls an area."""
        return area not in self.data.ferries and self.position.control(area) is side

    def full(self, area: str, side: Side, more: int = 1) -> bool:
        """Return whether so many more units of a side find no room in an area."""
        return len(self.position.units_in(area, side)) + more > STACKING

    def hostile(self, area: str, side: Side) -> bool:
        """Return whether an area costs a side more: enemy units, or enemy control."""
        if area in self.data.ferries:
            return False
        return bool(self.position.units_in(area, side.enemy)) or self.holds(side.enemy, area)

    def cost(self, side: Side, start: str, path: Sequence[str]) -> int:
        """Return what a way costs; an empty area of the enemy is taken when it is gone through."""
        points = len(path)
        for step, (here, there) in enumerate(pairwise((start, *path))):
            taken = step > 0 and not self.position.units_in(here, side.enemy)
            points += int(not taken and self.hostile(here, side)) + int(self.hostile(there, side))
        return points

    def paths(self, start: str, length: int) -> list[tuple[str, ...]]:
        """Return the ways of so many steps that never meet an area twice, in a random order."""
        found: list[tuple[str, ...]] = [()]
        for _ in range(length):
            found = [
                (*way, area)
                for way in found
                for area in self.data.neighbours[way[-1] if way else start]
                if area != start and area not in way
            ]
        return self.mixed(found)

    def steps(self, start: str, goal: str) -> int:
        """Return how many areas one enters on the shortest way."""
        reached, front, number = {start}, {start}, 0
        while goal not in reached and front:
            front = {near for area in front for near in self.data.neighbours[area]} - reached
            reached, number = reached | front, number + 1
        return number

    def fits(self, side: Side, path: Sequence[str], count: int) -> bool:
        """Return whether a group of so many finds room on the whole of a way."""
        return not any(self.full(area, side, count) for area in path)

    def allowance(self, units: Iterable[str]) -> int:
        """Return the movement of the slowest of some units."""
        return min(self.data.units[unit].movement for unit in units)

    # Cards -------------------------------------------------------------------------------------

    def hand(self, side: Side) -> list[Card]:
        """Return a hand in a random order."""
        return self.mixed(self.data.cards[card] for card in self.position.hands[side])

    def held(self, side: Side, *uses: Use, timing: Timing | None = None) -> Card | None:
        """Return a card of a hand that does one of these."""
        found = [card for card in self.hand(side) if card.does(*uses)]
        return self.one([card for card in found if timing in (None, card.timing)])

    def payment(self, card: Card, area: str, acting: Iterable[str] = ()) -> tuple[str, ...] | None:
        """Return a right payment for a card that is about an area; None where there is none."""
        if card.discards:
            others = [other.id for other in self.hand(card.side) if other.id != card.id]
            return tuple(others[: card.discards]) if len(others) >= card.discards else None
        if not card.spends:
            return ()
        for unit in self.units(card.side):
            spot = self.here(unit)
            beside = spot == area or area in self.data.neighbours[spot] or spot in self.data.neighbours[area]
            kind = self.data.units[unit].kind == card.spends
            if kind and beside and self.fresh(unit) and unit not in acting:
                return (unit,)
        return None

    # The moment --------------------------------------------------------------------------------

    def idle(self) -> Side | None:
        """Return whose impulse is about to begin, None where nobody's is."""
        position = self.position
        waits = position.shot or position.toll or position.laid or position.owed
        over = position.passes > 1
        overrun = position.done is not None and position.done.overrun
        if position.phase is not Phase.IMPULSES or waits or over or overrun or position.foreign:
            return None
        return Side.GERMAN if position.last is None else position.last.enemy

    def left(self) -> int:
        """Return the loss points that are left."""
        toll = self.position.toll
        if toll is None:
            return 0
        holds = toll.held & 1 == toll.victim
        ground = 0 if toll.bare or not holds else toll.terrain
        return max(0, toll.attack - toll.defence - ground - toll.spared - toll.paid)

    def suffering(self) -> list[str]:
        """Return the units that can still take loss points, in a random order."""
        toll = self.position.toll
        if toll is None or not self.left():
            return []
        back = {unit for unit, _ in toll.retreats}
        return self.mixed(u for u in toll.pool if self.position.on_map(u) and u not in back)


Mutator = mutation.Mutator[Scene, a.Action]
