"""Areas of which the log does not show who is cut off there, because it was guessed which unit had defended.

Who fought decides who stays isolated (8.10), and that decides control (3.6); so nothing that rests on such an
area is held against anybody, until the units in question have left it and one side is alone there.
"""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side

_CHAIN = "7.2"
_ON_NO_AREA = ("5.", "8.9.4")
"""Whose player turn it is, and the way over the Volga."""


class UncertainAreas:
    """Keeps these areas, with the units that may be cut off in each."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._areas: dict[str, frozenset[str]] = {}

    def fork(self, position: Position) -> UncertainAreas:
        """Return the same areas of another position."""
        other = UncertainAreas(position)
        other._areas = dict(self._areas)
        return other

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self._areas)

    def guessed(self) -> None:
        """Note the area of the battle whose defender was guessed."""
        battle = self.position.battle
        if battle is not None:
            side = self.position.side(battle.attacker).enemy
            self._areas[battle.area] = frozenset(self.position.units_in(battle.area, side))

    def look(self) -> None:
        """Drop areas that are clear again."""
        for area, units in list(self._areas.items()):
            left = any(self.position.where.get(unit) == area for unit in units)
            alone = sum(bool(self.position.units_in(area, side)) for side in Side) == 1
            if not left and alone:
                del self._areas[area]

    def touched(self, action: a.Action, rules: tuple[str, ...]) -> bool:
        """Return whether what is said against an action may rest on such an area."""
        rule = rules[0] if rules else ""
        # What a card is, and where its target stands, does not ask who is cut off.
        if not self._areas or rule.startswith(_ON_NO_AREA) or (isinstance(action, a.EVENTS) and rule > "9."):
            return False
        if rule.startswith(_CHAIN):
            return True
        act = self.position.act
        units = {getattr(action, name, "") for name in ("unit", "target")}
        units |= set() if act is None else {act.unit}
        areas = {getattr(action, "area", ""), *(self.position.where.get(unit, "") for unit in units if unit)}
        return not areas.isdisjoint(self._areas)
