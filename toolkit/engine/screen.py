"""What a player sees on the screen: rectangles, things with words on them, places of pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the screen, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def corner(self) -> Point:
        """Return its upper left corner."""
        return (self.x, self.y)

    @property
    def size(self) -> Point:
        """Return width and height."""
        return (self.width, self.height)

    @property
    def middle(self) -> Point:
        """Return its centre."""
        return (self.x + self.width // 2, self.y + self.height // 2)

    def holds(self, point: Point) -> bool:
        """Return whether a point lies inside."""
        x, y = point
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def narrowed(self, edge: int, whole: Box) -> Box:
        """Return this without `edge` pixels at each side beyond which `whole` goes on."""
        left, top = (edge * (whole.x < self.x), edge * (whole.y < self.y))
        right = edge * (whole.x + whole.width > self.x + self.width)
        bottom = edge * (whole.y + whole.height > self.y + self.height)
        return Box(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)


@dataclass(frozen=True, slots=True)
class Widget:
    """Something with words on it: a button, a label, a menu entry, a row of a list, a field.

    Attributes
    ----------
    kind : str
        The Swing class, e.g. ``"JButton"``; ``"row"`` for a row of a list.
    text, tip : str
        What is written on it, and what it says when the mouse rests on it.
    window : str
        Title of its window.
    box : Box
        The part of it that can be seen.
    """

    kind: str
    text: str
    tip: str
    window: str
    enabled: bool
    box: Box

    @classmethod
    def from_raw(cls, raw: Mapping[str, Any]) -> Widget:
        """Return the widget of the driver's answer."""
        return cls(raw["kind"], raw["text"], raw["tip"], raw["window"], raw["enabled"], Box(*raw["box"]))


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a place, piece or deck is on the screen.

    Attributes
    ----------
    map : str
        Id of its map.
    window : str
        Title of the window of the map.
    at : Point or None
        None while that window is closed.
    view, whole : Box or None
        The part of the map that its window shows, and all of it.
    met : bool
        Whether a click there meets this piece and no other.
    stack : tuple of str
        Ids of the pieces it lies with, from the bottom up.
    expanded : bool
        Whether these are spread out.
    lies : Point or None
        Where on the map a piece lies, in map pixels.
    grip : Point
        How far from it the pointer takes it, in map pixels: it is dropped as far from the pointer.
    """

    map: str
    window: str
    at: Point | None
    view: Box | None
    whole: Box | None
    met: bool
    stack: tuple[str, ...]
    expanded: bool
    lies: Point | None
    grip: Point

    @property
    def taken(self) -> tuple[object, ...]:
        """Return what changes when a piece is dragged away from here, or a card drawn from here."""
        return (self.map, self.lies, len(self.stack))

    @property
    def point(self) -> Point:
        """Return where it is, in a window that is open."""
        assert self.at is not None, f"the window {self.window!r} is closed"
        return self.at

    @property
    def window_view(self) -> Box:
        """Return what its window shows of the map, in a window that is open."""
        assert self.view is not None, f"the window {self.window!r} is closed"
        return self.view

    @classmethod
    def from_raw(cls, raw: Mapping[str, Any], map_id: str) -> Spot:
        """Return the spot of the driver's answer."""
        at, view, whole, lies = (raw.get(name) for name in ("at", "view", "whole", "lies"))
        right, down = raw.get("grip", (0, 0))
        return cls(
            str(raw.get("map", map_id)),
            str(raw["window"]),
            (int(at[0]), int(at[1])) if at else None,
            Box(*view) if view else None,
            Box(*whole) if whole else None,
            bool(raw.get("met", True)),
            tuple(raw.get("stack", ())),
            bool(raw.get("expanded", False)),
            (int(lies[0]), int(lies[1])) if lies else None,
            (int(right), int(down)),
        )
