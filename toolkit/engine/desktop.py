"""The windows of a module on a player's screen: opened, laid beside each other, scrolled to a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import dist
from typing import Any, cast

from toolkit.engine.pointer import Pointer, Unreached
from toolkit.engine.screen import Box, Point, Spot

_TRAY_SHARE = 0.42  # of the screen's width that is left to windows beside the main map
_MARGIN = 90  # pixels between what is to be used and the edge of its window
_EDGE = 64  # pixels: the engine scrolls while something is dragged within 60 of an edge (Map.SCROLL_ZONE)
_NEAR = 40  # pixels from the middle of a window that still are its middle
_BARE = 120  # pixels around a bare place in which nothing lies
_NOTCHES = 60
_ZOOMS = 4

Look = Callable[[], Spot]


class Desktop:
    """Windows of maps: the main one, and one beside it at a time, or two while a drag goes between them."""

    def __init__(self, pointer: Pointer) -> None:
        self._pointer = pointer
        self._engine = pointer.engine
        self._main = ""
        self._beside = self._second = ""
        self._left = False

    # -- places -------------------------------------------------------------------------------------------

    def place(self, map_id: str, pixel: tuple[float, float]) -> Spot:
        """Return where a pixel of a map is on the screen."""
        raw = cast("Mapping[str, Any]", self._engine.call("place", map=map_id, to=list(pixel)))
        return Spot.from_raw(raw, map_id)

    def spot(self, piece: str) -> Spot:
        """Return where a piece is on the screen."""
        return Spot.from_raw(cast("Mapping[str, Any]", self._engine.call("spot", piece=piece)), "")

    def deck(self, deck: str) -> Spot:
        """Return where a deck is on the screen."""
        return Spot.from_raw(cast("Mapping[str, Any]", self._engine.call("deck_spot", deck=deck)), "")

    def taken(self, map_id: str) -> list[Point]:
        """Return where on a map something lies, in map pixels."""
        return [(x, y) for x, y in cast("list[list[int]]", self._engine.call("taken", map=map_id))]

    def bare(self, map_id: str) -> Spot:
        """Return a spot that shows and where nothing lies near."""
        taken = self.taken(map_id)
        size = next(m for m in self._maps() if m["id"] == map_id)
        for y in range(_BARE, size["height"], _BARE):
            for x in range(_BARE, size["width"], _BARE):
                if all(dist((x, y), other) > _BARE for other in taken):
                    spot = self.place(map_id, (x, y))
                    if self.shows(spot):
                        return spot
        raise self._pointer.lost("nothing bare shows")

    def main_map(self) -> str:
        """Return the id of the map inside the player window: the one that shows from the start."""
        if not self._main:
            shown = [m for m in self._maps() if self.is_open(str(m["id"]))]
            self._main = str(max(shown, key=lambda m: m["width"] * m["height"])["id"])
        return self._main

    # -- windows ------------------------------------------------------------------------------------------

    def is_open(self, map_id: str) -> bool:
        """Return whether the window of a map shows."""
        return self.place(map_id, (0, 0)).at is not None

    def open(self, map_id: str, *, left: bool = False) -> None:
        """Open the window of a map by its button, beside the main map; what stood there is closed first.

        The window goes to the right of the screen, or to its left where the main map is not needed: that is
        a player's own desktop, and no motion in the game.
        """
        lies = map_id == self._beside and left is self._left
        if map_id in (self.main_map(), self._second) or lies:
            return
        if map_id != self._beside:
            if left:
                self._second = map_id
            else:
                self.close(self._beside)
                self._beside = map_id
        if map_id == self._beside:
            self._left = left
        if not self.is_open(map_id):
            self._toggle(map_id)
        width, height = self._engine.screen
        edge = round(width * (1 - _TRAY_SHARE))
        box = [[0, height // 3], [edge, height - 10]] if left else [[edge, height // 3], [width, height - 10]]
        self._engine.call("arrange", map=map_id, box=box)

    def close(self, map_id: str) -> None:
        """Close the window of a map by its button, where it is open."""
        if map_id and self.is_open(map_id):
            self._toggle(map_id)
        if map_id == self._beside:
            self._beside = ""
        if map_id == self._second:
            self._second = ""

    def clear(self) -> None:
        """Close the window beside the main map."""
        self.close(self._beside)

    def _toggle(self, map_id: str) -> None:
        shown = self.is_open(map_id)
        self._pointer.button(self._map_name(map_id))
        what = f"the window of {map_id!r} does not {'close' if shown else 'open'}"
        self._pointer.wait(lambda: self.is_open(map_id) is not shown, what)

    def _maps(self) -> list[Mapping[str, Any]]:
        return cast("list[Mapping[str, Any]]", self._engine.call("maps"))

    def _map_name(self, map_id: str) -> str:
        return next(str(m["name"]) for m in self._maps() if map_id in (m["id"], m["name"]))

    # -- scrolling ----------------------------------------------------------------------------------------

    def shows(self, spot: Spot) -> bool:
        """Return whether a spot can be used: near an edge where its map goes on, a drag makes it scroll."""
        view = spot.window_view
        quiet = view.narrowed(_EDGE, spot.whole or view)
        return quiet.holds(spot.point) and self._free(view, spot.map).holds(spot.point)

    def _free(self, view: Box, map_id: str) -> Box:
        """Return the part of a view that no other window covers: trays stand at its right."""
        if map_id != self.main_map() or not self._beside:
            return view
        edge = round(self._engine.screen[0] * (1 - _TRAY_SHARE))
        if self._left:
            return Box(edge, view.y, view.x + view.width - edge, view.height)
        return Box(view.x, view.y, min(view.x + view.width, edge) - view.x, view.height)

    def bring(self, look: Look, *, middle: bool = False, keep: bool = False) -> Spot:
        """Open the window of a spot and turn the wheel until it shows, or until it is in the middle.

        A tray that covers it is closed; with `keep` it goes to the other side of the screen.
        """
        self.open(look().map)
        for horizontally in (False, True):
            self._scroll(look, middle=middle, horizontally=horizontally)
        spot = look()
        if not self.shows(spot) and spot.map == self.main_map() and self._beside:
            if keep:
                self.open(self._beside, left=True)
            else:
                self.clear()
            spot = look()
        if not spot.window_view.holds(spot.point):
            raise self._pointer.lost(f"{spot.point} cannot be scrolled to in {spot.window!r}")
        return spot

    def _scroll(self, look: Look, *, middle: bool, horizontally: bool) -> None:
        axis, step, before, spot = int(not horizontally), 0, 0, look()
        for _ in range(_NOTCHES):
            free = self._free(spot.window_view, spot.map)
            where, low, size = spot.point[axis], free.corner[axis], free.size[axis]
            margin = size // 2 - _NEAR if middle else min(_MARGIN, size // 4)
            if low + margin <= where < low + size - margin:
                return
            off = where - (low + size // 2)
            if off * before < 0 and low <= where < low + size:
                return  # a notch is more than there is room for: no other turn brings it nearer
            before = off
            if spot.whole is not None and not _goes_on(spot, axis, forward=off > 0):
                return
            notches = (abs(off) // step if step else 0) or 1
            try:
                turn = notches if off > 0 else -notches
                self._pointer.wheel(free.middle, turn, spot.window, horizontally=horizontally)
            except Unreached:
                spot = look()  # its window was on its way
                continue
            spot = look()
            came = abs(spot.point[axis] - where)
            if came:
                step = step or max(1, came // notches)
            elif not _goes_on(spot, axis, forward=off > 0):
                return

    def bring_both(self, begin: Look, end: Look) -> int:
        """Scroll, and zoom out where that does not do, until both ends of a drag on one map show.

        Returns
        -------
        int
            How often it was zoomed out, for `zoom_in`: far out nothing is dropped exactly.
        """

        def halfway() -> Spot:
            (x, y), (to_x, to_y) = begin().point, end().point
            return replace(begin(), at=((x + to_x) // 2, (y + to_y) // 2))

        def both() -> bool:
            return self.shows(begin()) and self.shows(end())

        self.bring(begin)
        for zoomed in range(_ZOOMS):
            if both():
                return zoomed
            self._scroll(halfway, middle=True, horizontally=False)
            if both():
                return zoomed
            self.bring(halfway, middle=True)
            if both():
                return zoomed
            self._zoom("Zoom out", begin().window)
        return _ZOOMS

    def zoom_in(self, map_id: str, times: int) -> None:
        """Click the button that zooms in."""
        for _ in range(times):
            self._zoom("Zoom in", self.place(map_id, (0, 0)).window)

    def _zoom(self, name: str, window: str) -> None:
        self._pointer.choose(name, "JButton", window=window)


def _goes_on(spot: Spot, axis: int, *, forward: bool) -> bool:
    """Return whether a map goes on beyond what its window shows; a window just opened may not scroll yet."""
    view, whole = spot.window_view, spot.whole or spot.window_view
    if forward:
        return whole.corner[axis] + whole.size[axis] > view.corner[axis] + view.size[axis]
    return whole.corner[axis] < view.corner[axis]
