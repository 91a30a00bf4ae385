"""A player at the screen: mouse and keys alone, in the real windows of the engine.

Where `toolkit.engine.record.Session` asks the engine's classes to move a piece, hands move the pointer, hold
the button, press keys, open menus and windows.  What a player cannot reach, they cannot either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import cast

from toolkit.engine.desktop import Desktop
from toolkit.engine.pointer import LEFT, RIGHT, Pointer
from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.screen import Spot, Widget

_TRIES = 3
_NOTCHES = 60
_SLOW = 60.0  # seconds for what reads or writes a whole game, or moves pieces on a busy machine
_SOON = 3.0


class Hands:
    """A player's mouse and keyboard at an engine that was started to be played.

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
    pointer : Pointer
    desktop : Desktop
    """

    def __init__(
        self,
        engine: Engine,
        pictures: Path | None = None,
        words: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.engine = engine
        self.pointer = Pointer(engine, pictures, words)
        self.desktop = Desktop(self.pointer)

    # -- sitting down -------------------------------------------------------------------------------------

    def sit_down(self, name: str, password: str, setup: str, side: str) -> None:
        """Go through the start wizard: new game offline, name and password, a set-up, a side."""
        self.engine.call("welcome")
        self.pointer.find("Start new game offline", "JRadioButton")
        self.pointer.picture("wizard")
        self.pointer.choose("Next >", "JButton")
        fields = self.pointer.wait(
            lambda: self._fields("JTextField", "JPasswordField"), "no field for a name"
        )
        for field, text in zip(fields, (name, password, password), strict=False):
            self.pointer.click(field)
            self.pointer.write(text)
        self.pointer.choose("Next >", "JButton")
        self._choose_in_list(setup)
        self.pointer.choose("Next >", "JButton", seconds=_SLOW)
        self._choose_in_list(side)
        self.pointer.picture("side")
        self.pointer.choose("Finish", "JButton")
        self._no_dialog("the wizard does not close", _SLOW)

    def change_side(self, side: str) -> None:
        """Change sides by the toolbar; a private window is closed first, while it is one's own."""
        self.desktop.clear()
        self.pointer.button("Sides")
        self.answer(side)

    def say(self, text: str) -> None:
        """Write a line into the chat."""
        player_window = self.desktop.place(self.desktop.main_map(), (0, 0)).window
        field = next(w for w in self.pointer.widgets("JTextField") if w.window == player_window)
        self.pointer.click(field)
        self.pointer.write(text)
        self.pointer.press("ENTER")

    def begin_log(self, file: Path) -> None:
        """Begin a log by the File menu."""
        self.pointer.choose("File", "JMenu")
        self.pointer.choose("Begin Logfile...", "JMenuItem")
        field = self.pointer.wait(lambda: self._fields("TextField"), "no field for a file")[-1]
        self._again(lambda: self.pointer.click(field, times=2))
        self.pointer.write(str(file))
        self.pointer.choose("Save", "Button")
        self._no_dialog("the file dialog stays open", _SLOW)

    def end_log(self) -> None:
        """End the log by the File menu."""
        self.pointer.choose("File", "JMenu")
        self.pointer.choose("End Logfile", "JMenuItem")
        self._no_dialog("a dialog stays open at the end of the log", _SLOW)

    # -- dialogs ------------------------------------------------------------------------------------------

    def _no_dialog(self, missing: str, seconds: float = 20.0) -> None:
        self.pointer.wait(lambda: not self.pointer.dialogs(), missing, seconds)

    def _fields(self, *kinds: str) -> list[Widget]:
        dialog = self.pointer.dialogs()
        return [widget for widget in self.pointer.widgets(*kinds) if widget.window in dialog]

    def _choose_row(self, text: str, *, seconds: float = 20.0) -> None:
        """Click a row of the list that is open; turn the wheel over it while it does not show."""
        for _ in range(_NOTCHES):
            rows = self.pointer.wait(lambda: self.pointer.widgets("row"), f"no list has {text!r}", seconds)
            fitting = [row for row in rows if self.pointer.says(row.text, text)]
            if fitting:
                self.pointer.click(fitting[-1])
                return
            self.pointer.wheel(rows[-1].box.middle, 1, rows[-1].window)
        raise self.pointer.lost(f"no row {text!r} shows")

    def _choose_in_list(self, text: str) -> None:
        """Choose an entry of the drop-down list of the dialog that is open."""

        def chosen() -> bool:
            return any(self.pointer.says(box.text, text) for box in self._fields("JComboBox"))

        def choose() -> None:
            if not chosen():
                self.pointer.click(self._fields("JComboBox")[0])
                self._choose_row(text, seconds=_SOON)
                self.pointer.wait(chosen, f"{text!r} is not chosen")

        self.pointer.wait(lambda: self._fields("JComboBox"), f"no list to choose {text!r} from")
        self._again(choose)  # a dialog that comes to the front closes its list

    def _again(self, act: Callable[[], None]) -> None:
        """Do what harms nobody when it is done twice, until it does what it should."""
        for left in reversed(range(_TRIES)):
            try:
                act()
            except EngineFailure:
                if not left:
                    raise
            else:
                return

    def answer(self, text: str) -> None:
        """Choose a row or an entry in the dialog that is open, and press OK."""
        self.pointer.wait(self.pointer.dialogs, f"no dialog asks for {text!r}")
        self.pointer.find("OK", "JButton")  # it lies still
        if self._fields("JComboBox"):
            self._choose_in_list(text)
        else:
            self._choose_row(text)
        self.pointer.choose("OK", "JButton")
        self._no_dialog("the dialog stays open")

    # -- pieces -------------------------------------------------------------------------------------------

    def meet(self, piece: str) -> Spot:
        """Bring a piece where a click meets it alone; its stack is spread out where it has to be."""

        def look() -> Spot:
            return self.desktop.spot(piece)

        spot = self.desktop.bring(look)
        if len(spot.stack) > 1 and not spot.expanded:
            self._spread_out(look)
            spot = self.desktop.bring(look)
        if not spot.met:
            where = f"{spot.lies} of {spot.map!r}"
            raise self.pointer.lost(f"no click meets the piece {piece}: others cover it at {where}")
        return spot

    def _spread_out(self, look: Callable[[], Spot]) -> None:
        """Double-click a stack, once more where the engine took that for two clicks."""

        def spread() -> None:
            self.pointer.click(look(), times=2)
            self.pointer.wait(lambda: look().expanded, "the stack is not spread out", _SOON)

        self._again(spread)

    def select(self, pieces: Sequence[str]) -> None:
        """Click pieces, all after the first with Shift held, until they and no others are selected.

        A click on a stack that is not spread out selects the whole of it; what was just dragged still is.
        """
        if self._selected() == set(pieces):
            return
        for _ in range(_TRIES):
            whole = self.desktop.spot(pieces[0])
            if len(pieces) > 1 and set(whole.stack) == set(pieces) and not whole.expanded:
                self.pointer.reach(partial(self._click_stack, whole.stack[-1]))
            else:
                for index, piece in enumerate(pieces):
                    self._click_piece(piece, holding="SHIFT" if index else None)
            if self._selected() == set(pieces):
                return
        raise self.pointer.lost(f"clicks on {', '.join(pieces)} select {', '.join(sorted(self._selected()))}")

    def _click_piece(self, piece: str, *, button: int = LEFT, holding: str | None = None) -> None:
        self.pointer.reach(lambda: self.pointer.click(self.meet(piece), button=button, holding=holding))

    def _click_stack(self, top: str) -> None:
        self.pointer.click(self.desktop.bring(lambda: self.desktop.spot(top)))

    def _selected(self) -> set[str]:
        return set(cast("list[str]", self.engine.call("selected")))

    def key(self, pieces: Sequence[str], stroke: str) -> None:
        """Click pieces and press a key."""
        self.select(pieces)
        self.pointer.press(stroke)

    def menu(self, piece: str, name: str) -> None:
        """Choose an entry of the menu that a right click on a piece opens."""
        self._click_piece(piece, button=RIGHT)
        if piece not in self._selected():
            raise self.pointer.lost(f"a right click on {piece} selects {', '.join(sorted(self._selected()))}")
        self.pointer.choose(name, "JMenuItem")

    def drag(self, pieces: Sequence[str], map_id: str, pixel: tuple[float, float]) -> None:
        """Drag pieces with the button held to a pixel of a map."""
        whole = self.desktop.spot(pieces[0])
        if whole.map == map_id and whole.lies == (round(pixel[0]), round(pixel[1])):
            return  # it lies there: the engine would take it for a click
        if len(pieces) > 1 and set(whole.stack) == set(pieces) and not whole.expanded:
            self._drag(lambda: self.desktop.spot(whole.stack[-1]), map_id, pixel)
            return
        if len(pieces) > 1:
            self.select(pieces)
        else:
            self._leave_others(pieces[0])
            self.meet(pieces[0])
        self._drag(lambda: self.desktop.spot(pieces[-1]), map_id, pixel)

    def _leave_others(self, piece: str) -> None:
        """Click the bare map where others are selected with a piece: a drag takes all that is selected."""
        if piece in self._selected() and self._selected() != {piece}:
            self.pointer.reach(lambda: self.pointer.click(self.desktop.bare(self.desktop.main_map())))

    def draw(self, deck: str, map_id: str, pixel: tuple[float, float]) -> None:
        """Drag the top card off a deck."""
        self._drag(lambda: self.desktop.deck(deck), map_id, pixel)

    def deck_menu(self, deck: str, name: str) -> None:
        """Choose an entry of the menu that a right click on a deck opens."""

        def look() -> Spot:
            return self.desktop.deck(deck)

        self.pointer.reach(lambda: self.pointer.click(self.desktop.bring(look), button=RIGHT))
        self.pointer.choose(name, "JMenuItem")

    def _drag(self, begin: Callable[[], Spot], map_id: str, pixel: tuple[float, float]) -> None:
        def end() -> Spot:
            right, down = begin().grip
            return self.desktop.place(map_id, (pixel[0] + right, pixel[1] + down))

        desktop, source = self.desktop, begin().map
        trays, zoomed = {source, map_id} - {desktop.main_map()}, 0
        if source == map_id:
            zoomed = desktop.bring_both(begin, end)
        else:
            desktop.open(map_id)
            desktop.open(source, left=len(trays) > 1)
            desktop.bring(begin)
            desktop.bring(end, keep=True)
        if not (desktop.shows(begin()) and desktop.shows(end())):
            raise self.pointer.lost("no drag reaches so far")
        before = begin()
        if not before.met:
            raise self.pointer.lost("no drag takes the piece alone")

        def carry() -> None:
            if begin().taken == before.taken:
                lay = desktop.place(map_id, pixel).point
                self.pointer.drag(begin(), end())
                # The drop is served after the drag has ended for its source.
                self.pointer.wait(lambda: begin().taken != before.taken, "the drop is refused", _SLOW)
                if desktop.place(map_id, pixel).point != lay:
                    raise self.pointer.lost("the map was scrolled while something was dragged over it")

        self._again(carry)
        desktop.zoom_in(map_id, zoomed)
        if len(trays) > 1:
            desktop.close(source)

    # -- toolbar ------------------------------------------------------------------------------------------

    def button(self, name: str, answer: str | None = None) -> None:
        """Click a toolbar button, or an entry of a toolbar menu; choose `answer` in the dialog that opens."""
        self.pointer.button(name)
        if answer is not None:
            self.answer(answer)
