"""Markers of control and fire that say something else than what was done: notices, no offences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolkit.audit.decisions.records import Step
from toolkit.audit.report import Notice
from toolkit.games.storm.audit.story import SIDES, Table
from toolkit.games.storm.audit.wording import name_of
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sides import Side


class Markers:
    """Holds the markers of areas against what follows from the moves.

    Parameters
    ----------
    names : mapping of str to str
        What the module calls sides and areas → ids.
    """

    def __init__(self, position: Position, table: Table, names: Mapping[str, str]) -> None:
        self.position = position
        self.table = table
        self.names = names
        self._known: dict[tuple[str, str], tuple[str, str]] = {}
        self._by_hand: dict[str, tuple[int, int]] = {}

    def take(self, step: Step, moment: tuple[int, int]) -> None:
        """Note which markers a step turns without a key."""
        for counter in step.noted:
            if step.told:
                self._by_hand.pop(counter, None)
            else:
                self._by_hand[counter] = moment

    def differing(self) -> Iterator[Notice]:
        """Yield what differs and was not said yet, at the step in which it was turned by hand.

        Where none shows it the place of the notice is filled in by the referee.
        """
        yield from self._control()
        yield from self._fire()

    def _control(self) -> Iterator[Notice]:
        position = self.position
        for area in position.data.areas:
            shown = self.table.value(f"control-{area}", "Control")
            side = SIDES.get(self.names.get(shown, shown))
            # Where readings of the rules differ either marker is right.
            if side is None or position.held[area] not in (0, ALL):
                continue
            yield from self._said("control", area, (side.id, position.control(area).id), f"control-{area}")

    def _fire(self) -> Iterator[Notice]:
        position = self.position
        for area in position.data.areas if position.phase is Phase.IMPULSES else ():
            for side in Side:
                counter = f"fire-{area}-{side.id}"
                shown = self.table.value(counter, "Fire")
                if shown:
                    due = "1" if (area, side) in position.markers else "0"
                    yield from self._said(f"{side.id} fire", area, (shown, due), counter)

    def _said(self, what: str, area: str, values: tuple[str, str], counter: str) -> Iterator[Notice]:
        shown, due = values
        if shown == due:
            self._known.pop((what, area), None)
        elif self._known.get((what, area)) != (shown, due):
            self._known[what, area] = (shown, due)
            place = name_of(self.position, area)
            text = (
                f"the {what} marker of {place} says {shown}, by what was done it is {due}"
                if what == "control"
                else f"the {what} marker of {place} {'lies' if shown == '1' else 'does not lie'} there"
            )
            facts = {"marker": what, "area": area, "shown": shown, "derived": due}
            log, step = self._by_hand.get(counter, (0, None))
            yield Notice("AUD022", step, text, facts, log)
