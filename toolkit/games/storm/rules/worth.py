"""What things are worth to a player: areas, fires, moves, losses.  Guesses of the players, no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import KURGAN, RulesData, Use
from toolkit.games.storm.rules.losses import price
from toolkit.games.storm.rules.position import Position, Shot
from toolkit.games.storm.rules.readings import controls
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Rulings

FAR = 9
_ROLLS = [one + two for one in range(1, 7) for two in range(1, 7)]


@cache
def expected(margin: int) -> float:
    """Return the loss points to expect when the attack exceeds the defence by so much before the roll."""
    return sum(max(0, margin + roll) for roll in _ROLLS) / len(_ROLLS)


@cache
def distances(data: RulesData) -> dict[str, int]:
    """Return how many steps each area is from the nearest victory area."""
    found = dict.fromkeys(data.victory_areas, 0)
    edge = list(found)
    while edge:
        near = [n for n in data.areas if n not in found and any(e in data.neighbours[n] for e in edge)]
        found.update((area, found[edge[0]] + 1) for area in near)
        edge = near
    return {area: found.get(area, FAR) for area in data.areas}


@cache
def worth(data: RulesData, area: str) -> float:
    """Return what an area is worth."""
    if data.areas[area].victory:
        return 6.0
    beside = sum(data.areas[near].victory for near in data.neighbours[area])
    return 1.0 + beside + 1.5 * (area == KURGAN) + 0.3 * data.areas[area].terrain


class Eye:
    """Looks at one position for both players."""

    def __init__(self, position: Position, rulings: Rulings) -> None:
        self.position = position
        self.rulings = rulings
        self.data = position.data

    # Fire --------------------------------------------------------------------------------------

    def _margin(self, side: Side, attack: int, start: str, target: str) -> int:
        """Return attack less defence, terrain counted as far as it will count."""
        position = self.position
        there = position.units_in(target, side.enemy)
        defence = max((position.defence(unit) for unit in there), default=0)
        kept = start != target and (target, side.enemy) not in position.markers
        if kept and controls(position, side.enemy, target, self.rulings):
            defence += self.data.areas[target].terrain
        return attack - defence

    def fire(self, side: Side, units: Sequence[str], start: str, target: str, more: int = 0) -> float:
        """Return what a fire is worth; `more` is added to its attack."""
        attack = sum(self.data.units[unit].attack for unit in units) + more
        position = self.position
        most = sum(2 if unit in position.spent else 3 for unit in position.units_in(target, side.enemy))
        points = min(expected(self._margin(side, attack, start, target)), most)
        held = controls(position, side.enemy, target, self.rulings)
        value = points * (0.7 + 0.1 * worth(self.data, target) * (1.0 if held else 0.5))
        exposed = start != target and start in self.data.areas and (start, side) not in position.markers
        if exposed and units and controls(position, side, start, self.rulings):
            threat = sum(bool(position.units_in(near, side.enemy)) for near in self.data.neighbours[start])
            value -= 0.3 * self.data.areas[start].terrain * min(threat, 2)
        return value - 0.12 * len(units)

    def points_to_come(self, shot: Shot) -> float:
        """Return the points that a declared fire will give."""
        card = self.data.cards.get(shot.card)
        attack = sum(self.data.units[unit].attack for unit in shot.units) + shot.bonus
        attack += card.effect.amount if card is not None and card.effect is not None else 0
        margin = self._margin(shot.side, attack, shot.start, shot.target) - shot.dug
        return expected(margin - (shot.factor - 1) * self.data.areas[shot.target].terrain)

    # Moves -------------------------------------------------------------------------------------

    def move(self, side: Side, units: Sequence[str], path: Sequence[str]) -> float:
        """Return what a move is worth."""
        start, goal = self.position.where[units[0]], path[-1]
        value = self._german(units, path) if side is Side.GERMAN else self._soviet(units, start, goal)
        return value + self._left(side, units, start) - 0.05 * len(path)

    def _left(self, side: Side, units: Sequence[str], start: str) -> float:
        """Return what leaving an area costs: it may be taken."""
        position = self.position
        if start in self.data.ferries or len(position.units_in(start, side)) > len(units):
            return 0.0
        near = any(position.units_in(area, side.enemy) for area in (start, *self.data.neighbours[start]))
        mine = controls(position, side, start, self.rulings)
        return -0.8 * worth(self.data, start) if near and mine else 0.0

    def _german(self, units: Sequence[str], path: Sequence[str]) -> float:
        position, goal, side = self.position, path[-1], Side.GERMAN
        start = position.where[units[0]]
        value = 0.0
        for area in dict.fromkeys(path):
            if not position.units_in(area, side.enemy) and controls(position, side.enemy, area, self.rulings):
                value += worth(self.data, area) * (1.4 if area == goal else 0.9)
        if position.units_in(goal, side.enemy):
            ours = len(position.units_in(goal, side)) + len(units)
            theirs = len(position.units_in(goal, side.enemy))
            value += 0.12 * worth(self.data, goal) * min(ours / theirs, 2.0) - 0.3
        nearer = self._way(start) - self._way(goal)
        return value + 0.35 * nearer * float(len(units) ** 0.5) - 0.1 * len(units)

    def _way(self, area: str) -> float:
        """Return how far the German is from a victory area that he lacks."""
        return float(distances(self.data)[area])

    def _soviet(self, units: Sequence[str], start: str, goal: str) -> float:
        position, side = self.position, Side.SOVIET
        value = 0.6 if start in self.data.ferries else 0.0
        mine = controls(position, side, goal, self.rulings)
        enemies = len(position.units_in(goal, side.enemy))
        if not mine and not enemies:
            value += 1.1 * worth(self.data, goal)
        threat = enemies + sum(len(position.units_in(n, side.enemy)) for n in self.data.neighbours[goal])
        own = len(position.units_in(goal, side))
        if mine and threat:
            need = worth(self.data, goal) * (1.5 if not own else 1.0 / (own + 1))
            value += 0.5 * need * float(min(len(units), 3) ** 0.5)
        elif not mine and enemies:
            value -= 1.0
        return value - 0.15 * len(units)

    # Losses ------------------------------------------------------------------------------------

    def harm(self, action: a.Loss) -> float:
        """Return how much a loss hurts the owner, for each point that it takes."""
        position, unit = self.position, self.data.units[action.unit]
        at = position.where[action.unit]
        value = 1.0 + 0.4 * unit.attack + 0.15 * unit.defence
        dies = isinstance(action, a.Eliminate) or getattr(action, "lost", False)
        hurt = value if dies else 0.35 * value if isinstance(action, a.Spend | a.Drive) else 0.1
        if not isinstance(action, a.Spend) and at in self.data.areas and at not in self.data.ferries:
            last = len(position.units_in(at, unit.side)) == 1
            if last and controls(position, unit.side, at, self.rulings):
                hurt += 0.8 * worth(self.data, at)
        return hurt / price(position, action)

    # Cards -------------------------------------------------------------------------------------

    def card(self, action: a.Play) -> float:
        """Return what a card is worth that is an action of its own."""
        card, side = self.data.cards[action.card], action.side
        effect = card.effect
        if effect is None:
            return 0.0
        cost = 0.6 * card.discards
        match effect.use:
            case Use.BOMBARD:
                return self.fire(side, (), "", action.area, effect.amount) - cost
            case Use.SNIPE:
                return effect.amount * (0.8 + 0.4 * effect.by_attacker) - cost
            case Use.RALLY:
                fire = sum(1.0 + 0.5 * self.data.units[unit].attack for unit in action.units)
                return 0.6 * fire - cost
            case Use.REPLACE:
                return 1.8 + 0.3 * self.data.units[action.units[0]].attack - cost
            case Use.DRAW:
                return 1.6 - cost
            case _:
                return 0.0
