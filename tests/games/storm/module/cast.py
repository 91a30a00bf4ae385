"""Who acts in the plays of these tests: chosen from the set-up by what they are, whatever their values."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from toolkit.compile.compiled import CompiledGame
from toolkit.source.counters import Counter


@dataclass(frozen=True, slots=True)
class Cast:
    """Units and areas of the first set-up.

    Attributes
    ----------
    firers : tuple of Counter
        Two Germans of one division and area that can fire.
    base : str
        Their area.
    third : Counter
        A German of another area.
    pair : tuple of Counter
        Two Soviets that alone stand in an area.
    goal : str
        Their area.
    witness : Counter
        A Soviet elsewhere.
    black : tuple of Counter
        Germans that withdraw.
    arrival : Counter
        A Soviet reinforcement of turn 1.
    """

    game: CompiledGame
    firers: tuple[Counter, Counter]
    base: str
    third: Counter
    pair: tuple[Counter, Counter]
    goal: str
    witness: Counter
    black: tuple[Counter, ...]
    arrival: Counter

    @classmethod
    def of(cls, game: CompiledGame) -> Cast:
        """Choose them."""
        units = {unit.id: unit for unit in game.counters if unit.kind == "unit"}
        standing = {area: [units[id] for id in ids] for area, ids in game.setups[0].by_area().items()}
        base, firers = next(
            (area, (one, two))
            for area, found in standing.items()
            for one, two in pairwise(found)
            if one.side == "german" and one.division == two.division and _attack(one) and _attack(two)
        )
        goal, pair = next(
            (area, (found[0], found[1]))
            for area, found in standing.items()
            if [unit.side for unit in found] == ["soviet", "soviet"]
        )
        return cls(
            game, firers, base,
            next(u for area, found in standing.items() for u in found if u.side == "german" and area != base),
            pair, goal,
            next(u for area, found in standing.items() for u in found if u.side == "soviet" and area != goal),
            tuple(unit for unit in units.values() if unit.withdraws),
            next(unit for unit in units.values() if unit.side == "soviet" and unit.enters == 1),
        )  # fmt: skip

    def name(self, area: str) -> str:
        """Return an area's name on the map."""
        return self.game.areas.names[self.game.areas.index(area)]["en"]

    def terrain(self, area: str) -> int:
        """Return an area's terrain value."""
        return int(self.game.areas.properties[self.game.areas.index(area)].get("terrain", "0"))

    def card(self, side: str, effect: str) -> tuple[str, int]:
        """Return a card of a side with that effect, and the effect's number."""
        for card in self.game.action_cards:
            if card.side == side and card.effect is not None and card.effect.kind == effect:
                values = card.effect.values.values()
                numbers = [v for v in values if isinstance(v, int) and not isinstance(v, bool)]
                return card.id, numbers[0] if numbers else 0
        raise LookupError(f"{side} has no card with {effect}")

    @property
    def best_defence(self) -> int:
        """Return the best defence of the pair, fresh."""
        return max(unit.fresh.defence for unit in self.pair if unit.fresh is not None)


def _attack(unit: Counter) -> int:
    return unit.fresh.attack if unit.fresh is not None else 0
