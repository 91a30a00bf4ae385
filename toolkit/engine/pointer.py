"""Mouse and keys at an engine that is played by hand, and what they find on its screen."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.screen import Point, Spot, Widget

Act = Sequence[object]
Found = TypeVar("Found")
LEFT, RIGHT = 1, 3
_SECONDS = 120.0
_LOOK_SECONDS = 0.05
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Pause:
    """The event thread served nothing for so long.

    Attributes
    ----------
    processor : int
        Milliseconds of it for which the thread had a processor.
    during : str
        What the hands were at.
    doing : str
        What the thread was at, the innermost method first.
    """

    millis: int
    processor: int
    during: str
    doing: str


class Unreached(EngineFailure):
    """The pointer did not come where it should: the window was on its way, or something lay over it."""


class Pointer:
    """A player's mouse and keyboard.

    An act is over when the engine has served its last event, however late that comes; what never comes, or
    meets something else, is an `EngineFailure`.

    Parameters
    ----------
    engine : Engine
        Made with ``played=True``.
    pictures : Path, optional
        Folder for pictures of the screen at named moments.
    words : mapping of str to str, optional
        What a client in another language says, by the English.

    Attributes
    ----------
    motions : Counter of str
        Clicks, drags, keys and turns of the wheel so far, by kind.  Notches one after the other in one
        direction are one turn.
    slips : list of str
        What the hands found amiss so far, whether they did it again or gave up.
    """

    def __init__(
        self,
        engine: Engine,
        pictures: Path | None = None,
        words: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.engine = engine
        self._words = words
        self.motions: Counter[str] = Counter()
        self.slips: list[str] = []
        self._turning: tuple[bool, bool] | None = None
        self._pictures = pictures
        self._moments = 0

    # -- what the player sees -----------------------------------------------------------------------------

    def widgets(self, *kinds: str) -> list[Widget]:
        """Return everything with words on it that shows, or what is of some kinds."""
        raw = cast("list[Mapping[str, Any]]", self.engine.call("widgets"))
        return [widget for widget in map(Widget.from_raw, raw) if not kinds or widget.kind in kinds]

    def says(self, written: str, text: str) -> bool:
        """Return whether a text is written somewhere, in English or in the words of the client."""
        return written in (text, self._words.get(text))

    def find(self, text: str, *kinds: str, window: str = "", seconds: float = 20.0) -> Widget:
        """Wait for a widget with a text or tooltip to lie still; return the last opened of several.

        Raises
        ------
        EngineFailure
            ``ENG080`` when there is none in time.
        """

        def fits(widget: Widget) -> bool:
            tip = widget.tip.partition(" [")[0]  # its key follows
            named = any(self.says(each, text) for each in (widget.text, widget.tip, tip))
            return named and window in {"", widget.window} and widget.enabled

        def look() -> Widget | None:
            return next((w for w in reversed(self.widgets(*kinds)) if fits(w)), None)

        def still() -> Widget | None:
            found = look()
            return found if found is not None and found == look() else None

        return self.wait(still, f"no {text!r} shows", seconds)

    def dialogs(self) -> list[str]:
        """Return the titles of the dialogs that wait for the player."""
        found = cast("list[Mapping[str, Any]]", self.engine.call("dialogs"))
        return [str(each["title"]) for each in found]

    def picture(self, moment: str) -> Path | None:
        """Keep a picture of the whole screen, numbered in the order they are taken."""
        if self._pictures is None:
            return None
        self._moments += 1
        return self.engine.screenshot(self._pictures / f"{self._moments:02}-{moment}.png")

    def wait(self, look: Callable[[], Found | None], missing: str, seconds: float = 20.0) -> Found:
        """Look again and again until there is something true; return it.

        Raises
        ------
        EngineFailure
            ``ENG080`` with the text `missing` when there is nothing in time.
        """
        end = time.monotonic() + seconds
        while not (found := look()):
            if time.monotonic() > end:
                raise self.lost(missing)
            time.sleep(_LOOK_SECONDS)
        return found

    def lost(self, what: str) -> EngineFailure:
        """Return the failure of hands that find something amiss, with a picture of the screen."""
        self.slips.append(what)
        return EngineFailure("ENG080", what, picture=self.picture("amiss"))

    # -- the pulse of the event thread --------------------------------------------------------------------

    def pulse(self) -> None:
        """Begin to feel the event thread's pulse."""
        self.engine.call("pulse")

    def note(self, text: str) -> None:
        """Say what is done next, for the list of pauses."""
        self.engine.call("pulse_note", text=text)

    def pauses(self) -> tuple[Pause, ...]:
        """Return the pauses of 100 ms and more since `pulse`, the longest first; end feeling it."""
        raw = cast("Mapping[str, Any]", self.engine.call("pulse_end"))
        found = [
            Pause(int(p["millis"]), int(p["processor"]), str(p["during"]), str(p["doing"]))
            for p in raw["pauses"]
        ]
        return tuple(sorted(found, key=lambda pause: -pause.millis))

    def reach(self, act: Callable[[], Found]) -> Found:
        """Do what looks for something and moves there, again where the pointer did not get there."""
        for _ in range(_TRIES):
            with contextlib.suppress(Unreached):
                return act()
        return act()

    # -- mouse and keys -----------------------------------------------------------------------------------

    def click(
        self,
        at: Spot | Widget,
        *,
        button: int = LEFT,
        times: int = 1,
        holding: str | None = None,
    ) -> None:
        """Click at a spot, or into a field or list."""
        self._click(at, button=button, times=times, holding=holding)

    def choose(self, text: str, *kinds: str, window: str = "", seconds: float = 20.0) -> None:
        """Click the button or entry with a text or tooltip: `find`, again where the click met nothing.

        A window that the desktop has just opened may still be moved by it.
        """
        for _ in range(_TRIES):
            widget, met = self.reach(
                lambda: self._find_and_click(text, *kinds, window=window, seconds=seconds)
            )
            if (met["text"], met["tip"]) == (widget.text, widget.tip):
                return
            if any(met.values()):
                break
        raise self.lost(f"a click on {text!r} meets {met['text'] or met['tip'] or 'nothing'!r}")

    def button(self, name: str) -> None:
        """Click a button where it stands on the toolbar, or open the menus that lead to it."""
        menu = self.engine.call("toolbar_menu", name=name)
        if menu is None:
            self.choose(name, "JButton")
        else:
            self.button(str(menu))
            self.choose(name, "JMenuItem", "JMenu")

    def _find_and_click(
        self, text: str, *kinds: str, window: str, seconds: float
    ) -> tuple[Widget, Mapping[str, str]]:
        widget = self.find(text, *kinds, window=window, seconds=seconds)
        return widget, self._click(widget)

    def _click(
        self, at: Spot | Widget, *, button: int = LEFT, times: int = 1, holding: str | None = None
    ) -> Mapping[str, str]:
        x, y = at.box.middle if isinstance(at, Widget) else at.point
        held: list[Act] = [] if holding is None else [("hold", holding)]
        freed: list[Act] = [] if holding is None else [("let", holding)]
        met = self._act(*held, ("click", x, y, at.window, button, times), *freed)
        self.motions["click" if times == 1 else "double click"] += 1
        return met

    def drag(self, begin: Spot, end: Spot) -> None:
        """Drag with the button held."""
        self._act(("drag", *begin.point, *end.point, begin.window))
        self.motions["drag"] += 1

    def wheel(self, over: Point, notches: int, window: str, *, horizontally: bool = False) -> None:
        """Turn the wheel over a point of a window."""
        turned: list[Act] = [("wheel", notches)]
        if horizontally:
            turned = [("hold", "SHIFT"), *turned, ("let", "SHIFT")]
        self._act(("move", *over, window), *turned)
        if self._turning != (horizontally, notches > 0):
            self.motions["wheel"] += 1
        self._turning = (horizontally, notches > 0)

    def rest(self, at: Spot) -> None:
        """Rest the mouse at a spot: what the module says of it comes up."""
        # A hand is never quite still; of a single motion the display may tell nobody.
        x, y = at.point
        self._act(("move", x + 1, y, at.window), ("move", x, y, at.window), ("rest", 1500))

    def press(self, stroke: str) -> None:
        """Press a key, ``"ctrl R"``."""
        self._act(("key", stroke))
        self.motions["key"] += 1

    def write(self, text: str) -> None:
        """Type letters."""
        self._act(("type", text))

    def _act(self, *acts: Act) -> Mapping[str, str]:
        if not any(act[0] == "wheel" for act in acts):
            self._turning = None
        try:
            met = self.engine.call("hands", seconds=_SECONDS, acts=[list(act) for act in acts])
        except EngineFailure as failure:
            if "unreached: " in str(failure):
                raise Unreached("ENG080", str(failure), picture=self.picture("unreached")) from failure
            raise self.lost(str(failure)) from failure
        return cast("Mapping[str, str]", met)
