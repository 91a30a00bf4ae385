"""What every look at a game without rules starts from: its logs, played, and how things are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from toolkit.audit.report import Notice
from toolkit.audit.without_rules.history import History
from toolkit.audit.without_rules.rolls import Reports, Roll, rolls_of, with_sides
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.events import Spot
from toolkit.vassal.naming import Names


@dataclass(frozen=True)
class Case:
    """A game: one log or several.

    Attributes
    ----------
    histories : sequence of History
        As the logs were given.
    """

    histories: Sequence[History]
    module: BuildFile | None = None
    names: Names = field(default_factory=Names)
    _places: dict[tuple[int, Spot], str] = field(default_factory=dict, repr=False)

    @cached_property
    def reports(self) -> Reports:
        """The reports of dice that the module knows."""
        return Reports(self.module)

    @cached_property
    def rolls(self) -> list[Roll]:
        """All rolls of all logs, in their order."""
        return with_sides(roll for history in self.histories for roll in rolls_of(history, self.reports))

    @cached_property
    def sides(self) -> frozenset[str]:
        """Sides that players of the logs have, or that the module offers."""
        taken = {actor.side for history in self.histories for actor in history.people.players if actor.side}
        return frozenset(taken | set(self.module.sides if self.module is not None else ()))

    @cached_property
    def seated(self) -> frozenset[str]:
        """Sides that some player of the logs has taken."""
        return frozenset(a.side for h in self.histories for a in h.people.players if a.side)

    def place(self, history: History, spot: Spot) -> str:
        """Return what a place is called: map and printed number, else pixels."""
        if spot.map is None:
            return "off the maps"
        key = (history.place, spot)
        if key not in self._places:
            self._places[key] = self._place(history, spot)
        return self._places[key]

    def _place(self, history: History, spot: Spot) -> str:
        known = None if self.module is None else self.module.maps.get(spot.map or "")
        name = None if known is None else known.location(spot.x, spot.y, history.boards.get(spot.map or ""))
        return f"{spot.map} {name or f'({spot.x}, {spot.y})'}"


def notice(
    code: str, history: History, step: int | None, message: str, data: Mapping[str, object] | None = None
) -> Notice:
    """Return a notice about a log, with nobody's id in it."""
    return Notice(code, step, history.people.redact(message), data or {}, history.place)
