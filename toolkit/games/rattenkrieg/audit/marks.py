"""What the marks on the table say of control and isolation, where the rules leave it open (U13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolkit.audit.decisions.records import Laid, Step
from toolkit.games.rattenkrieg.audit.vocabulary import isolated_units, marks_of
from toolkit.games.rattenkrieg.rules.position import Position

CONTROL = "Control_"


@dataclass(slots=True)
class Marks:
    """Marks of the module that both players see.

    Attributes
    ----------
    control : dict of str to str
        Area → side as the module spells it.
    isolated : set of str
        Units that are marked as isolated.
    freed : set of str
        Units whose mark was taken off.
    """

    control: dict[str, str] = field(default_factory=dict)
    isolated: set[str] = field(default_factory=set)
    freed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, laid: Laid) -> Marks:
        """Return the marks of a table."""
        marks = cls(isolated=set(isolated_units(laid)))
        marks._read(laid.properties)
        return marks

    def copy(self) -> Marks:
        """Return independent marks."""
        return Marks(dict(self.control), set(self.isolated), set(self.freed))

    def take(self, step: Step) -> None:
        """Follow what a step changes."""
        self._read(step.settings)
        for unit, cut in marks_of(step).items():
            (self.isolated.add if cut else self.isolated.discard)(unit)
            (self.freed.discard if cut else self.freed.add)(unit)

    def _read(self, properties: Mapping[str, str]) -> None:
        for name, value in properties.items():
            if name.startswith(CONTROL):
                self.control[name.removeprefix(CONTROL)] = value

    def settle(self, position: Position, sides: Mapping[str, str]) -> None:
        """Let the marks decide whether an isolated unit that was left alone controls its area again.

        They do where the area's marker and the unit's own mark say the same; a unit that was never marked
        says nothing.
        """
        if len(position.data.points.values["U13"]) == 1 or position.held[0] == position.held[1]:
            return
        for area in position.data.city:
            if position.held[0][area] is position.held[1][area]:
                continue
            shown = self.control.get(area, "")
            cut = [unit for unit in position.units_in(area) if unit in position.cut_off[0]]
            if not cut:
                continue
            for reading, marked in enumerate((self.isolated, self.freed)):
                if marked.issuperset(cut) and position.held[reading][area].id == sides.get(shown, shown):
                    _follow(position, area, reading)


def _follow(position: Position, area: str, reading: int) -> None:
    """Let both readings have an area as one of them has it."""
    position.held[1 - reading][area] = position.held[reading][area]
    for unit in position.units_in(area):
        cut = unit in position.cut_off[reading]
        (position.cut_off[1 - reading].add if cut else position.cut_off[1 - reading].discard)(unit)
