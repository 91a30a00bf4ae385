"""A player at the screen: mouse and keys alone, in the real windows of the engine.

Where `toolkit.engine.record.Session` asks the engine's classes to move a piece, hands move the pointer, hold
the button, press keys, open menus and windows.  What a player cannot reach, they cannot either.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from toolkit.engine.process import Engine, EngineFailure

Act = Sequence[object]
Point = tuple[int, int]
_SECONDS = 60.0
_LEFT, _RIGHT = 1, 3
_TRAY_SHARE = 0.42  # of the screen's width that is left to windows beside the main map
_MARGIN = 60  # pixels between what is to be used and the edge of its window
_EDGE = 32  # pixels: the engine scrolls while something is dragged so near to an edge
_NEAR = 40  # pixels from the middle of a window that still are its middle
_TRIES = 3
_LOOKS = 20
_LOOK_SECONDS = 0.1
_NOTCHES = 60
_ZOOMS = 4


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
    enabled : bool
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
class Pause:
    """The event thread served nothing for so long.

    Attributes
    ----------
    millis : int
    during : str
        What the hands were at.
    doing : str
        What the thread was at, the innermost method first.
    """

    millis: int
    during: str
    doing: str


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


class Hands:
    """A player's mouse and keyboard at an engine that was started to be played.

    Parameters
    ----------
    engine : Engine
        Made with ``played=True``.
    pictures : Path, optional
        Folder for pictures of the screen at named moments.

    Attributes
    ----------
    motions : Counter of str
        Clicks, drags, keys and turns of the wheel so far, by kind.
    """

    def __init__(self, engine: Engine, pictures: Path | None = None) -> None:
        self.engine = engine
        self.pictures = pictures
        self.motions: Counter[str] = Counter()
        self._main = ""
        self._beside = ""
        self._left = False
        self._moments = 0

    # -- what the player sees -----------------------------------------------------------------------------

    def widgets(self) -> tuple[Widget, ...]:
        """Return everything with words on it that shows."""
        raw = cast("list[Mapping[str, Any]]", self.engine.call("widgets"))
        return tuple(map(Widget.from_raw, raw))

    def find(self, text: str, *kinds: str, window: str = "", seconds: float = 10.0) -> Widget:
        """Wait for a widget with a text or tooltip; return the one that opened last of several.

        Raises
        ------
        EngineFailure
            ``ENG080`` when there is none in time.
        """

        def fits(widget: Widget) -> bool:
            named = text in (widget.text, widget.tip) or widget.tip.startswith(f"{text} [")
            placed = window in {"", widget.window}
            return named and placed and widget.enabled and (not kinds or widget.kind in kinds)

        found = self._wait(lambda: [w for w in self.widgets() if fits(w)], f"no {text!r} shows", seconds)
        return cast("Widget", found[-1])

    def picture(self, moment: str) -> Path | None:
        """Keep a picture of the whole screen, numbered in the order they are taken."""
        if self.pictures is None:
            return None
        self._moments += 1
        return self.engine.screenshot(self.pictures / f"{self._moments:02}-{moment}.png")

    def pulse(self) -> None:
        """Begin to feel the event thread's pulse."""
        self.engine.call("pulse")

    def note(self, text: str) -> None:
        """Say what is done next, for the list of pauses."""
        self.engine.call("pulse_note", text=text)

    def pauses(self) -> tuple[Pause, ...]:
        """Return the pauses of 100 ms and more since `pulse`, the longest first; end feeling it."""
        raw = cast("Mapping[str, Any]", self.engine.call("pulse_end"))
        found = [Pause(int(p["millis"]), str(p["during"]), str(p["doing"])) for p in raw["pauses"]]
        return tuple(sorted(found, key=lambda pause: -pause.millis))

    # -- mouse and keys -----------------------------------------------------------------------------------

    def click(
        self, at: Point | Widget, *, button: int = _LEFT, times: int = 1, holding: str | None = None
    ) -> None:
        """Click at a point of the screen or on a widget."""
        x, y = at.box.middle if isinstance(at, Widget) else at
        held: list[Act] = [] if holding is None else [("hold", holding)]
        freed: list[Act] = [] if holding is None else [("let", holding)]
        self._act(*held, ("click", x, y, button, times), *freed)
        self.motions["click" if times == 1 else "double click"] += 1

    def rest(self, at: Point, millis: int = 1500) -> None:
        """Rest the mouse at a point: what the module says of it comes up."""
        x, y = at
        self._act(("move", x - 3, y - 3), ("move", x, y), ("rest", millis))

    def press(self, stroke: str) -> None:
        """Press a key, ``"ctrl R"``."""
        self._act(("key", stroke))
        self.motions["key"] += 1

    def write(self, text: str) -> None:
        """Type letters."""
        self._act(("type", text))

    def _act(self, *acts: Act) -> None:
        self.engine.call("hands", seconds=_SECONDS, acts=[list(act) for act in acts])

    def _wait(self, look: Callable[[], Any], missing: str, seconds: float = 10.0) -> Any:
        end = time.monotonic() + seconds
        while not (found := look()):
            if time.monotonic() > end:
                picture = self.picture("missing")
                raise EngineFailure("ENG080", missing, picture=picture)
            time.sleep(_LOOK_SECONDS)
        return found

    # -- sitting down -------------------------------------------------------------------------------------

    def sit_down(self, name: str, password: str, setup: str, side: str) -> None:
        """Go through the start wizard: new game offline, name and password, a set-up, a side."""
        self.engine.call("welcome")
        self.find("Start new game offline", "JRadioButton")
        self.picture("wizard")
        self.click(self.find("Next >", "JButton"))
        fields = self._wait(lambda: self._fields("JTextField", "JPasswordField"), "no field for a name")
        for field, text in zip(fields, (name, password, password), strict=False):
            self.click(field)
            self.write(text)
        self.click(self.find("Next >", "JButton"))
        self._choose_in_list(setup)
        self.click(self.find("Next >", "JButton", seconds=60.0))
        self._choose_in_list(side)
        self.picture("side")
        self.click(self.find("Finish", "JButton"))
        self._wait(lambda: not self._dialogs(), "the wizard does not close", 60.0)

    def _fields(self, *kinds: str) -> list[Widget]:
        dialog = self._dialogs()
        return [w for w in self.widgets() if w.kind in kinds and w.window in dialog]

    def change_side(self, side: str) -> None:
        """Change sides by the toolbar; a private window is closed first, while it is one's own."""
        self._close(self._beside)
        self.click(self.find("Sides", "JButton"))
        self.answer(side)

    def say(self, text: str) -> None:
        """Write a line into the chat."""
        player_window = self.place(self.main_map(), (0, 0)).window
        self.click(next(w for w in self.widgets() if w.kind == "JTextField" and w.window == player_window))
        self.write(text)
        self.press("ENTER")

    def _dialogs(self) -> list[str]:
        found = cast("list[Mapping[str, Any]]", self.engine.call("dialogs"))
        return [str(each["title"]) for each in found]

    def _choose_row(self, text: str) -> None:
        """Click a row of the list that is open; turn the wheel over it while it does not show."""
        for _ in range(_NOTCHES):
            rows = [w for w in self.widgets() if w.kind == "row"]
            fitting = [w for w in rows if w.text == text]
            if fitting:
                self.click(fitting[-1])
                return
            if rows:
                self._wheel(rows[-1].box.middle, 1, horizontally=False)
            else:
                time.sleep(_LOOK_SECONDS)
        raise EngineFailure("ENG080", f"no row {text!r} shows", picture=self.picture("missing"))

    def _choose_in_list(self, text: str) -> None:
        """Choose an entry of the drop-down list of the dialog that is open."""
        box = self._wait(lambda: self._fields("JComboBox"), f"no list to choose {text!r} from")[0]
        self.click(box)
        self._choose_row(text)
        self._wait(
            lambda: [w for w in self._fields("JComboBox") if w.text == text], f"{text!r} is not chosen"
        )

    def begin_log(self, file: Path) -> None:
        """Begin a log by the File menu."""
        self._file_menu("Begin Logfile...", file)

    def end_log(self) -> None:
        """End the log by the File menu."""
        self.click(self.find("File", "JMenu"))
        self.click(self.find("End Logfile", "JMenuItem"))
        self._wait(lambda: not self._dialogs(), "a dialog stays open at the end of the log", 60.0)

    def _file_menu(self, entry: str, file: Path) -> None:
        self.click(self.find("File", "JMenu"))
        self.click(self.find(entry, "JMenuItem"))
        field = self._wait(lambda: self._fields("TextField"), "no field for a file")[-1]
        self.click(field, times=2)
        self.write(str(file))
        self.click(self.find("Save", "Button"))
        self._wait(lambda: not self._dialogs(), "the file dialog stays open", 60.0)

    # -- windows and places -------------------------------------------------------------------------------

    def _screen(self) -> Box:
        return Box(0, 0, *self.engine.screen)

    def open(self, map_id: str, *, left: bool = False) -> None:
        """Open the window of a map by its button, beside the main map; what stood there is closed first.

        The window goes to the right of the screen, or to its left where the main map is not needed: that is
        a player's own desktop, and no motion in the game.
        """
        if map_id == self.main_map() or (map_id == self._beside and left is self._left):
            return
        if map_id != self._beside and not left:
            self._close(self._beside)
            self._beside = map_id
        if map_id == self._beside:
            self._left = left
        if self.place(map_id, (0, 0)).at is None:
            self._toggle(map_id)
        width, height = self.engine.screen
        edge = round(width * (1 - _TRAY_SHARE))
        box = [[0, height // 3], [edge, height - 10]] if left else [[edge, height // 3], [width, height - 10]]
        self.engine.call("arrange", map=map_id, box=box)

    def _close(self, map_id: str) -> None:
        if map_id and self.place(map_id, (0, 0)).at is not None:
            self._toggle(map_id)
        if map_id == self._beside:
            self._beside = ""

    def _toggle(self, map_id: str) -> None:
        shown = self.place(map_id, (0, 0)).at is not None
        self.click(self.find(self._map_name(map_id), "JButton"))
        what = f"the window of {map_id!r} does not {'close' if shown else 'open'}"
        self._wait(lambda: (self.place(map_id, (0, 0)).at is None) is shown, what)

    def _map_name(self, map_id: str) -> str:
        maps = cast("list[Mapping[str, Any]]", self.engine.call("maps"))
        return next(str(m["name"]) for m in maps if map_id in (m["id"], m["name"]))

    def place(self, map_id: str, pixel: tuple[float, float]) -> Spot:
        """Return where a pixel of a map is on the screen."""
        raw = cast("Mapping[str, Any]", self.engine.call("place", map=map_id, to=list(pixel)))
        return Spot.from_raw(raw, map_id)

    def taken(self, map_id: str) -> list[Point]:
        """Return where on a map something lies, in map pixels."""
        return [(x, y) for x, y in cast("list[list[int]]", self.engine.call("taken", map=map_id))]

    def spot(self, piece: str) -> Spot:
        """Return where a piece is on the screen."""
        return Spot.from_raw(cast("Mapping[str, Any]", self.engine.call("spot", piece=piece)), "")

    def deck(self, deck: str) -> Spot:
        """Return where a deck is on the screen."""
        return Spot.from_raw(cast("Mapping[str, Any]", self.engine.call("deck_spot", deck=deck)), "")

    def _free(self, view: Box, map_id: str) -> Box:
        """Return the part of a view that no other window covers: trays stand at its right."""
        if map_id != self.main_map() or not self._beside:
            return view
        edge = round(self.engine.screen[0] * (1 - _TRAY_SHARE))
        if self._left:
            return Box(edge, view.y, view.x + view.width - edge, view.height)
        return Box(view.x, view.y, min(view.x + view.width, edge) - view.x, view.height)

    def main_map(self) -> str:
        """Return the id of the map inside the player window: the one that shows from the start."""
        if not self._main:
            maps = cast("list[Mapping[str, Any]]", self.engine.call("maps"))
            shown = [m for m in maps if self.place(str(m["id"]), (0, 0)).at is not None]
            self._main = str(max(shown, key=lambda m: m["width"] * m["height"])["id"])
        return self._main

    def bring(self, look: Callable[[], Spot], *, middle: bool = False, keep: bool = False) -> Spot:
        """Open the window of a spot and turn the wheel until it shows, or until it is in the middle.

        A tray that covers it is closed; with `keep` it goes to the other side of the screen.
        """
        self.open(look().map)
        spot = look()
        for horizontally in (False, True):
            step = 0
            for _ in range(_NOTCHES):
                free = self._free(spot.window_view, spot.map)
                axis = 0 if horizontally else 1
                where, low, size = spot.point[axis], free.corner[axis], free.size[axis]
                margin = size // 2 - _NEAR if middle else min(_MARGIN, size // 4)
                if low + margin <= where < low + size - margin:
                    break
                off = where - (low + size // 2)
                notches = (abs(off) // step if step else 0) or 1
                self._wheel(free.middle, notches if off > 0 else -notches, horizontally)
                moved = look()
                came = abs(moved.point[axis] - where)
                if not came:
                    break  # the map's edge
                step = step or max(1, came // notches)
                spot = moved
        if not self._shows(spot) and spot.map == self.main_map() and self._beside:
            if keep:
                self.open(self._beside, left=True)
            else:
                self._close(self._beside)
            spot = look()
        if not spot.window_view.holds(spot.point):
            picture = self.picture("out-of-sight")
            raise EngineFailure(
                "ENG080", f"{spot.point} cannot be scrolled to in {spot.window!r}", picture=picture
            )
        return spot

    def _wheel(self, over: Point, notches: int, horizontally: bool) -> None:
        acts: list[Act] = [("move", *over)]
        if horizontally:
            acts += [("hold", "SHIFT"), ("wheel", notches), ("let", "SHIFT")]
        else:
            acts.append(("wheel", notches))
        self._act(*acts)
        self.motions["wheel"] += 1

    # -- pieces -------------------------------------------------------------------------------------------

    def meet(self, piece: str) -> Spot:
        """Bring a piece where a click meets it alone; its stack is spread out where it has to be."""
        spot = self.bring(lambda: self.spot(piece))
        if len(spot.stack) > 1 and not spot.expanded:
            self._spread_out(piece, spot.point)
            spot = self.bring(lambda: self.spot(piece))
        if not spot.met:
            raise EngineFailure("ENG080", f"no click meets the piece {piece}", picture=self.picture("hidden"))
        return spot

    def _spread_out(self, piece: str, at: Point) -> None:
        """Double-click a stack, once more where the engine was busy and took that for two clicks."""
        for _ in range(_TRIES):
            self.click(at, times=2)
            for _ in range(_LOOKS):
                if self.spot(piece).expanded:
                    return
                time.sleep(_LOOK_SECONDS)
        picture = self.picture("not-spread")
        raise EngineFailure("ENG080", f"the stack of {piece} is not spread out", picture=picture)

    def select(self, pieces: Sequence[str]) -> None:
        """Click pieces, all after the first with Shift held."""
        for index, piece in enumerate(pieces):
            self.click(self.meet(piece).point, holding="SHIFT" if index else None)

    def key(self, pieces: Sequence[str], stroke: str) -> None:
        """Click pieces and press a key."""
        self.select(pieces)
        self.press(stroke)

    def menu(self, piece: str, name: str) -> None:
        """Choose an entry of the menu that a right click on a piece opens."""
        self.click(self.meet(piece).point, button=_RIGHT)
        self.click(self.find(name, "JMenuItem"))

    def drag(self, pieces: Sequence[str], map_id: str, pixel: tuple[float, float]) -> None:
        """Drag pieces with the button held to a pixel of a map."""
        whole = self.spot(pieces[0])
        if whole.map == map_id and whole.lies == (round(pixel[0]), round(pixel[1])):
            return  # it lies there: the engine would take it for a click
        if len(pieces) > 1 and set(whole.stack) == set(pieces) and not whole.expanded:
            self._drag(lambda: self.spot(whole.stack[-1]), map_id, pixel)
            return
        if len(pieces) > 1:
            self.select(pieces)
        else:
            self.meet(pieces[0])
        self._drag(lambda: self.spot(pieces[-1]), map_id, pixel)

    def draw(self, deck: str, map_id: str, pixel: tuple[float, float]) -> None:
        """Drag the top card off a deck."""
        self._drag(lambda: self.deck(deck), map_id, pixel)

    def deck_menu(self, deck: str, name: str) -> None:
        """Choose an entry of the menu that a right click on a deck opens."""
        self.click(self.bring(lambda: self.deck(deck)).point, button=_RIGHT)
        self.click(self.find(name, "JMenuItem"))

    def _drag(self, begin: Callable[[], Spot], map_id: str, pixel: tuple[float, float]) -> None:
        def end() -> Spot:
            return self.place(map_id, (pixel[0] + begin().grip[0], pixel[1] + begin().grip[1]))

        source, trays = begin().map, {begin().map, map_id} - {self.main_map()}
        if source == map_id:
            self._bring_both(begin, end)
        else:
            self.open(map_id)
            self.open(source, left=len(trays) > 1)
            self.bring(begin)
            self.bring(end, keep=True)
        if not (self._shows(begin()) and self._shows(end())):
            raise EngineFailure("ENG080", "no drag reaches so far", picture=self.picture("too-far"))
        before = begin()
        if not before.met:
            raise EngineFailure("ENG080", "no drag takes the piece alone", picture=self.picture("hidden"))
        self._act(("drag", *before.point, *end().point))
        self.motions["drag"] += 1
        # The drop is served after the drag has ended for its source.
        self._wait(lambda: begin().taken != before.taken, "the drop is refused")
        if len(trays) > 1:
            self._close(source)

    def _shows(self, spot: Spot) -> bool:
        """Return whether a spot can be used: near an edge where its map goes on, a drag makes it scroll."""
        view = spot.window_view
        quiet = view.narrowed(_EDGE, spot.whole or view)
        return quiet.holds(spot.point) and self._free(view, spot.map).holds(spot.point)

    def _bring_both(self, begin: Callable[[], Spot], end: Callable[[], Spot]) -> None:
        """Scroll, and zoom out where that does not do, until both ends of a drag on one map show."""

        def halfway() -> Spot:
            (x, y), (to_x, to_y) = begin().point, end().point
            return replace(begin(), at=((x + to_x) // 2, (y + to_y) // 2))

        self.bring(begin)
        for _ in range(_ZOOMS):
            if self._shows(begin()) and self._shows(end()):
                return
            self.bring(halfway, middle=True)
            if self._shows(begin()) and self._shows(end()):
                return
            self.click(self.find("Zoom out", "JButton", window=begin().window))

    # -- toolbar ------------------------------------------------------------------------------------------

    def button(self, name: str, answer: str | None = None) -> None:
        """Click a toolbar button, or an entry of a toolbar menu; choose `answer` in the dialog that opens."""
        self._reach(name)
        if answer is not None:
            self.answer(answer)

    def _reach(self, name: str) -> None:
        """Click a button where it stands on the toolbar, or open the menus that lead to it."""
        menu = self.engine.call("toolbar_menu", name=name)
        if menu is None:
            self.click(self.find(name, "JButton"))
        else:
            self._reach(str(menu))
            self.click(self.find(name, "JMenuItem", "JMenu"))

    def answer(self, text: str) -> None:
        """Choose a row or an entry in the dialog that is open, and press OK."""
        self._wait(self._dialogs, f"no dialog asks for {text!r}")
        if self._fields("JComboBox"):
            self._choose_in_list(text)
        else:
            self._choose_row(text)
        self.click(self.find("OK", "JButton"))
        self._wait(lambda: not self._dialogs(), "the dialog stays open")
