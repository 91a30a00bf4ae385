"""Control markers as careful players keep them: one on each town, showing who holds it."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolkit.games.gj47.rules.control import holds
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.play.desk import COUNTER_ID, Desk
from toolkit.rules.rulings import Rulings

_CONTROL = "control"
_FACES = {Owner.AXIS: 1, Owner.SOVIET: 2}


@dataclass(slots=True)
class ControlMarkers:
    """The markers of a table and what they show."""

    desk: Desk
    _shown: dict[int, Owner] = field(default_factory=dict)
    _names: dict[int, str] = field(default_factory=dict)

    def lay(self, position: Position) -> None:
        """Put markers where none lie, and turn those that show another holder."""
        free = iter(self._free())
        rulings = Rulings(position.data.points)
        for h in position.control[0]:
            owner = next(side for side in Owner if holds(position, side, h, rulings))
            if self._shown.get(h) is owner:
                continue
            name = self._names.get(h) or next(free, "")
            if not name:
                return
            if h not in self._names:
                self._names[h] = name
                self.desk.move(name, self.desk.hex_pixel(position.data.board.numbers[h]), None)
            self.desk.change(name, {"Face_Level": _FACES[owner]})
            self._shown[h] = owner

    def _free(self) -> list[str]:
        """Return names for the markers that lie nowhere yet: all have one counter id."""
        found = [t.id for t in self.desk.table.counters() if t.properties().get(COUNTER_ID) == _CONTROL]
        names = {f"{_CONTROL} {number}": piece for number, piece in enumerate(found, 1)}
        self.desk.pieces.update(names)
        return [name for name in names if name not in self._names.values()]
