"""The Storm module on paper: what its keys do, as the log of the real one shows it.

Only what a log keeps is done here: properties, faces, masks and places, in the words of
``docs/storm_log.md``.  Source: ``toolkit.games.storm.module``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

from toolkit.play.desk import Desk
from toolkit.play.paper import AreaPaper

PHASES = ("Draw", "Impulses", "Hands", "Arrivals")
FIRE_DESK, PHASE_DESK, TARGET_DESK, ATTACK = "fire-desk", "phase-desk", "target-desk", "attack"
_Spots = tuple[tuple[str, int, int], ...]


class Paper(AreaPaper):
    """Hands at a `Desk` with the Storm module; `side` is who presses the keys."""

    side = "German"
    phases = PHASES

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        manifest = desk.data.manifest
        self._areas: Mapping[str, _Spots] = {
            area: tuple((str(number), int(x), int(y)) for number, (x, y) in enumerate(spots))
            for area, spots in manifest["spots"].items()
        }
        self.names: Mapping[str, str] = manifest["areas"]
        self._ids: dict[str, str] = {name: area for area, name in self.names.items()}
        self._sides = {counter: desk.value(counter, "Side") for counter in desk.pieces}
        self._units = [counter for counter in desk.pieces if desk.value(counter, "Kind") == "unit"]

    # -- places -------------------------------------------------------------------------------------------

    def area(self, counter: str) -> str:
        """Return the area in which a piece lies, "" for none."""
        return self._ids.get(self._place[counter], "")

    def lying(self, box: str) -> list[str]:
        """Return the pieces that lie in a box."""
        names = {spot[0] for spot in self._slots[box][1]}
        return [counter for counter, place in self._place.items() if place in names]

    def send(self, counter: str, box: str, *, dragged: bool = False, number: int = 0) -> None:
        """Send a piece into a box, as a key does, or drag it there."""
        window, spots = self._slots[box]
        taken = set(self._place.values())
        free = [spot for spot in spots[number:] if spot[0] not in taken] or list(spots[number : number + 1])
        name, x, y = free[0]
        self._place[counter] = name
        self.desk.move(counter, (window, x, y), self.side if dragged else None)

    def put(self, counters: Sequence[str], area: str, *, dragged: bool = True) -> None:
        """Put pieces into an area, as a drag or a key does; control of both areas is looked at."""
        before = {self.area(counter) for counter in counters}
        spots = cycle(self._areas[area])
        for counter in counters:
            _, x, y = next(spots)
            self._place[counter] = self.names[area]
            self.desk.move(counter, (self.desk.data.map_name, x, y), self.side if dragged else None)
        for known in sorted({*before, area} - {""}):
            self.look(known)

    def leave(self, counter: str, box: str, *, dragged: bool = False) -> None:
        """Send a unit off the map, and look at the control of its area."""
        area = self.area(counter)
        self.send(counter, box, dragged=dragged)
        if area:
            self.look(area)

    def look(self, area: str) -> None:
        """Turn the marker of control of an area where one side alone has units in it."""
        marker = f"control-{area}"
        if marker not in self.desk.pieces:
            return
        here = {self._sides[unit] for unit in self._units if self._place[unit] == self.names[area]}
        if len(here) == 1 and self.desk.value(marker, "Control") != (side := next(iter(here))):
            self.desk.change(marker, {"Control": side})
            self.desk.set_global(f"Control_{area}", side)

    # -- decisions ----------------------------------------------------------------------------------------

    def set(self, **values: str | int) -> None:
        """Write globals that are not what they shall be."""
        for name, value in values.items():
            if self.desk.global_value(name) != str(value):
                self.desk.set_global(name, value)

    def number(self, name: str) -> int:
        """Return a global as a number, 0 for none."""
        text = self.desk.global_value(name)
        return int(text) if text.lstrip("-").isdigit() else 0

    # -- cards --------------------------------------------------------------------------------------------

    def deal(self, card: str, side: str) -> None:
        """Give the top card of a deck to its side's hand, masked for it."""
        self.send(card, f"hand-{side}")
        self.desk.mask(card, self.side)

    def shuffle(self, side: str, order: Sequence[str]) -> None:
        """Give a deck its order, from the bottom; the cards come from wherever they lie."""
        window, ((name, _, _),) = self._slots[f"deck-{side}"]
        del window
        for card in order:
            if self._place[card] != name:
                self.desk.mask(card, None)
                self.send(card, f"deck-{side}")
        self.desk.stack_deck(name, order)
