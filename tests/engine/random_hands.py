"""What random hands do at an open table: an act a number, drawn by that number and a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

from toolkit.engine.game import OpenModule
from toolkit.engine.hands import Hands
from toolkit.engine.process import EngineFailure
from toolkit.engine.screen import Box, Point, Spot, Widget

_LOOKS = 12  # pieces that are looked for on the screen before the wheel is turned
_ROUNDS = 8  # clicks and keys at a dialog before it is called stuck
_WILD = 0.3  # of the seeds undo undos as well: what VASSAL then logs is not what it does
# What ends the table, or leaves it for the network or another program.
_DENIED = {
    "Begin Logfile...", "End Logfile", "Close Game", "Quit", "New Game...", "Load Game...", "Edit Module",
    "Load and Continue Logging...", "Load Continuation...", "Import Deployments/Map/Scenarios...",
    "Show/Hide the server controls", "Step Forward through logfile", "Save Game", "Refresh Counters",
    "Refresh Counters...",
}  # fmt: skip
_KEYS_DENIED = {"alt F4", "ctrl Q", "ctrl W", "ctrl N", "ctrl O", "alt ESCAPE", "ctrl Z"}  # undo is an act
_LAST = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890", "DELETE", "ESCAPE", "F1", "F5", "F9", "PAGE_UP", "UP"]
_CHAT = (
    "<b>bold <i>and not closed", "&lt;&amp;&nbsp;", "日本語 한국어", "emoji 😀 \u202e turned", "   ", "UNDO",
    "a\x1bb\\;,/|\ttab", "<img src=x onerror=alert(1)>", "- <x> 1d6 = 6", '"q" {$x$} $name$ {1/0}', "x" * 300,
)  # fmt: skip
_MENU = ("JMenuItem", "JMenu", "JCheckBoxMenuItem", "JRadioButtonMenuItem")
_AMID = (("wheel", 3), ("wheel", -3), ("key", "ESCAPE"), ("key", "DELETE"), ("key", "PAGE_DOWN"))
_ACTS: Mapping[str, int] = {
    "click": 8, "menu": 14, "drag": 16, "drag_stack": 8, "drag_selected": 6, "drag_off_deck": 5,
    "rubber_band": 3, "key": 16, "button": 10, "menu_bar": 3, "turn": 3, "undo": 6, "wheel": 4, "zoom": 2,
    "window": 6, "palette": 2, "chat": 3,
}  # fmt: skip


class RandomHands:
    """A player who means no good, by mouse and keys.

    Attributes
    ----------
    slips : Counter of str
        What was not heard, or not done.
    deaf : int
        How many motions in a row the engine did not hear.
    redone : bool
        Whether an undo was undone.
    """

    def __init__(self, hands: Hands, game: OpenModule, seed: int) -> None:
        self.table, self.maps = game.table(["CounterId"]), {each.id: each for each in game.maps()}
        self.slips: Counter[str] = Counter()
        self.deaf, self.redone = 0, False
        self._engine, self._pointer, self._desktop = hands.engine, hands.pointer, hands.desktop
        self._seed, self._rng = seed, Random(0)
        self._wild, self._undone = Random(f"{seed} wild").random() < _WILD, 0

    def act(self, number: int) -> tuple[str, str]:
        """Do an act; return its kind, and what was done in words."""
        self._rng = Random(f"{self._seed} {number}")
        (kind,) = self._rng.choices(list(_ACTS), list(_ACTS.values()))
        self._pointer.note(f"{number} {kind}")
        try:
            return kind, getattr(self, f"_{kind}")()
        except EngineFailure as failure:
            self._slipped(failure)
            return kind, "not done"

    def settle(self) -> list[str]:
        """Answer dialogs by chance, with Escape amid; return those that then are still there."""
        for each in range(_ROUNDS):
            titles = self._pointer.dialogs()
            inside = [w for w in self._pointer.widgets("JButton", "Button") if w.window in titles]
            usable = [w for w in inside if not _denied(w)]
            if each >= _ROUNDS // 2 or any(w.kind == "Button" for w in inside):  # nothing is written to files
                usable = [w for w in usable if w.text in {"Cancel", "No", "Close", "OK", "Ok"}] * (each % 2)
            if not titles:
                break
            if usable and self._rng.random() < 0.8:
                self._do(_press(self._rng.choice(usable).box.middle))
            else:
                self._do(("key", "ESCAPE"))
        return self._pointer.dialogs()

    def name(self, piece: str) -> str:
        """Return what a piece is called whenever the game is played."""
        found = self.table.pieces[piece]
        return found.properties.get("CounterId") or found.name

    def _slipped(self, failure: EngineFailure) -> None:
        if failure.findings[0].code in {"ENG002", "ENG004"}:
            raise failure
        self.slips["".join(c for c in str(failure)[:90] if not c.isdigit())] += 1

    def _do(self, *acts: Sequence[object]) -> None:
        """Send motions to the display."""
        try:
            self._engine.call("hands", acts=[list(each) for each in acts])
            self.deaf = 0
        except EngineFailure as failure:
            self._slipped(failure)
            # A window that took the keyboard from the one that was clicked; nothing is wrong with that.
            self.deaf += "keyboard" not in str(failure)
            self._engine.call("put_away")

    # -- what there is to touch ---------------------------------------------------------------------------

    def _showing(self, pieces: Sequence[str]) -> tuple[str, Spot] | None:
        for piece in pieces:
            spot = self._desktop.spot(piece)
            if _shows(spot):
                return piece, spot
        return None

    def _piece(self, *, stacked: bool = False) -> tuple[str, Spot] | None:
        """Draw a piece that shows; where none is found so soon turn the wheel."""
        stacks = self.table.stacks
        found = [
            each
            for each in self.table.pieces.values()
            if each.map and (not stacked or len(stacks[each.stack].pieces if each.stack else ()) > 1)
        ]
        found.sort(key=lambda each: (self.name(each.id), each.place()))  # ids are the clock's
        self._rng.shuffle(found)
        shown = self._showing([each.id for each in found[:_LOOKS]])
        if shown is None:
            self._wheel()
        return shown

    def _selected(self) -> list[str]:
        chosen = cast("list[str]", self._engine.call("selected"))
        return sorted((each for each in chosen if each in self.table.pieces), key=self.name)

    def _views(self) -> list[Box]:
        """Return what windows show of their maps, the main one first."""
        main = self._desktop.main_map()
        spots = [
            self._desktop.place(name, (0, 0)) for name in sorted(self.maps, key=lambda n: (n != main, n))
        ]
        return [spot.view for spot in spots if spot.view is not None and spot.view.width > 0]

    def _within(self, box: Box) -> Point:
        draw = self._rng.randrange
        return draw(box.x, box.x + max(1, box.width)), draw(box.y, box.y + max(1, box.height))

    def _anywhere(self) -> Point:
        """Draw a point of a map that is open, the main one as often as all others."""
        main, *others = self._views()
        return self._within(self._rng.choice(others) if others and self._rng.random() < 0.5 else main)

    def _somewhere(self, *, more: Sequence[str] = ()) -> tuple[str, Point]:
        """Draw a piece, a deck or a point of a map; or an edge, the toolbar, a corner of the screen."""
        where = self._rng.choice(["piece", "piece", "map", "deck", *more])
        if where == "piece" and (found := self._piece(stacked=self._rng.random() < 0.5)) is not None:
            return self.name(found[0]), found[1].point
        if where == "deck" and (deck := self._deck()) is not None:
            return "a deck", deck
        if where == "edge":
            box = self._rng.choice(self._views())
            x, y = self._within(box)
            return "an edge", self._rng.choice([(box.x + 2, y), (box.x + box.width - 3, y), (x, box.y + 2)])
        if where == "toolbar":
            return "the toolbar", self._rng.choice(self._buttons()).box.middle
        if where == "corner":
            width, height = self._engine.screen
            return "outside", (self._rng.choice([1, width - 2]), self._rng.choice([1, height - 2]))
        return "the map", self._anywhere()

    def _deck(self) -> Point | None:
        decks = sorted({stack.deck for stack in self.table.stacks.values() if stack.deck and stack.map})
        spot = self._desktop.deck(self._rng.choice(decks)) if decks else None
        return spot.point if spot is not None and _shows(spot) else None

    def _buttons(self, start: str = "") -> list[Widget]:
        found = self._pointer.widgets("JButton")
        return [each for each in found if not _denied(each) and each.tip.startswith(start)]

    # -- acts ---------------------------------------------------------------------------------------------

    def _click(self) -> str:
        (what, at), times = self._somewhere(), self._rng.choice([1, 1, 2])
        held = self._rng.choice(["", "", "", "SHIFT", "CONTROL", "ALT"])
        self._do(*_holding(held, _press(at, times=times)))
        return f"{times} on {what} {at} {held}"

    def _menu(self) -> str:
        """Right-click something, and choose an entry of the menu, a nested one as well; or leave it."""
        (what, at), before = self._somewhere(), self._pointer.widgets(*_MENU)
        self._do(_press(at, button=3))
        return f"{what} {at}: {self._choose(before)}"

    def _choose(self, before: list[Widget]) -> str:
        said = ""
        for _ in range(3):
            known = {(each.text, each.box) for each in before}
            before = self._pointer.widgets(*_MENU)
            entries = [each for each in before if (each.text, each.box) not in known and not _denied(each)]
            if not entries or self._rng.random() < 0.1:
                break
            entry = self._rng.choice(entries)
            said += f" > {entry.text}"
            self._do(_press(entry.box.middle))
            if entry.kind != "JMenu":
                return said
        if self._rng.random() < 0.5:
            self._do(("key", "ESCAPE"))
        return f"{said} left"

    def _drag(self) -> str:
        return self._carry(self._piece())

    def _drag_stack(self) -> str:
        return self._carry(self._piece(stacked=True))

    def _drag_selected(self) -> str:
        chosen = self._select()
        return f"{chosen}; {self._carry(self._showing(self._selected()) or self._piece())}"

    def _drag_off_deck(self) -> str:
        deck, (to, end) = self._deck(), self._somewhere()
        self._do(*_pull(deck or self._anywhere(), end))
        return f"{deck} to {to} {end}"

    def _carry(self, found: tuple[str, Spot] | None) -> str:
        """Drag a piece, with the wheel turned or keys pressed amid."""
        if found is None:
            return "nothing shows"
        to, end = self._somewhere(more=["map", "map", "edge", "toolbar", "corner"])
        begin = self._desktop.spot(found[0])
        if not _shows(begin):
            return "it is scrolled away"
        amid = self._rng.choices(_AMID, k=self._rng.randint(1, 3)) if self._rng.random() < 0.35 else []
        between = [("glide", *self._anywhere()), *(("meanwhile", *each) for each in amid)] if amid else []
        self._do(*_pull(begin.point, end, between))
        return f"{self.name(found[0])} {begin.point} to {to} {end} amid {amid}"

    def _rubber_band(self) -> str:
        begin, end = self._anywhere(), self._anywhere()
        self._do(*_pull(begin, end))
        return f"{begin} to {end}: {len(self._selected())} selected"

    def _select(self) -> str:
        """Select counters by a box, or by clicks with Shift held."""
        if self._rng.random() < 0.4:
            return self._rubber_band()
        words = []
        for _ in range(self._rng.randint(1, 4)):
            if (found := self._piece()) is not None:
                self._do(*_holding("SHIFT" if words else "", _press(found[1].point)))
                words.append(self.name(found[0]))
        return "+".join(words)

    def _key(self) -> str:
        """Press keys at what is selected: those it offers, and others."""
        chosen, strokes = self._select(), []
        for _ in range(self._rng.randint(1, 3)):
            modifiers = self._rng.choice(["ctrl ", "alt ", "ctrl shift ", "alt shift ", "ctrl alt ", ""])
            stroke = f"{modifiers}{self._rng.choice(_LAST)}"
            if self._rng.random() < 0.7 and (offered := self._offered()):
                stroke = self._rng.choice(offered)
            if stroke not in _KEYS_DENIED:
                strokes.append(stroke)
                self._do(("key", stroke))
        return f"{chosen}: {', '.join(strokes)}"

    def _offered(self) -> list[str]:
        menus: Any = self._engine.call("menus", pieces=self._selected())
        keys = {str(entry["key"]).replace("pressed ", "") for entries in menus for entry in entries}
        return sorted(each for each in keys if each.isascii() and each.rpartition(" ")[2] in _LAST)

    def _button(self) -> str:
        button, before = self._rng.choice(self._buttons()), self._pointer.widgets(*_MENU)
        self._do(_press(button.box.middle))
        return f"{button.text or button.tip}: {self._choose(before)}"

    def _menu_bar(self) -> str:
        before = self._pointer.widgets(*_MENU)
        menu = self._rng.choice([each for each in before if each.kind == "JMenu"])
        self._do(_press(menu.box.middle))
        return f"{menu.text}: {self._choose(before)}"

    def _turn(self) -> str:
        """Turn the tracker forward or back by its keys."""
        strokes = self._rng.choices(["alt T", "alt T", "alt shift T"], k=self._rng.randint(1, 4))
        self._do(*(("key", stroke) for stroke in strokes))
        return ", ".join(strokes)

    def _undo(self) -> str:
        """Undo; mostly no more than what was done since the last undo: more would undo an undo."""
        new, times = self._written() - self._undone, self._rng.choice([1, 1, 2, 5, 20])
        if not self._wild:
            times = min(times, new)
        self.redone |= times > new
        for done in range(times):
            if not (found := self._buttons("Undo last move")):
                return f"{done} of {times}"
            self._do(_press(found[0].box.middle))
            self._undone = self._written()
        return str(times)

    def _written(self) -> int:
        return cast("Mapping[str, int]", self._engine.call("written", pieces=[]))["written"]

    def _wheel(self) -> str:
        at, turns = self._anywhere(), self._rng.choice([-9, -3, -1, 1, 3, 9])
        held = self._rng.choice(["", "SHIFT", "CONTROL"])
        self._do(("move", *at, ""), *_holding(held, ("wheel", turns)))
        return f"{turns} at {at} {held}"

    def _zoom(self) -> str:
        chosen = self._rng.choices(self._buttons("Zoom "), k=self._rng.randint(1, 4))
        self._do(*(_press(each.box.middle) for each in chosen))
        return ", ".join(each.tip for each in chosen)

    def _window(self) -> str:
        """Close all windows but the main one, and open one by its button."""
        self._engine.call("put_away")
        name = self._rng.choice(sorted(self.maps))
        self._desktop.open(name)
        return name

    def _palette(self) -> str:
        """Open the palette, or drag a further piece out of it."""
        rows, found = self._pointer.widgets("row"), self._buttons("All pieces")
        if not rows:
            self._do(*(_press(each.box.middle) for each in found))
            return "opened" if found else "none"
        row, end = self._rng.choice(rows), self._anywhere()
        aside = (row.box.x + row.box.width + 150, row.box.middle[1])
        self._do(_press(row.box.middle), *_pull(aside, end))
        return f"{row.text} {aside} to {end}"

    def _chat(self) -> str:
        text = self._rng.choice(_CHAT)
        field = max(self._pointer.widgets("JTextField"), key=lambda each: each.box.width)
        self._do(_press(field.box.middle), ("clip", text), ("key", "ctrl V"), ("key", "ENTER"))
        return repr(text)


def _shows(spot: Spot) -> bool:
    return spot.at is not None and spot.view is not None and spot.view.holds(spot.at)


def _denied(widget: Widget) -> bool:
    """Return whether a button or entry cannot be used, ends the table or leaves it."""
    names = {widget.text, widget.text.partition("  ")[0], widget.tip.partition(" [")[0]}
    return not widget.enabled or bool(names & _DENIED)


def _press(at: Point, *, button: int = 1, times: int = 1) -> Sequence[object]:
    return ("click", *at, "", button, times)


def _holding(key: str, act: Sequence[object]) -> list[Sequence[object]]:
    return [("hold", key), act, ("let", key)] if key else [act]


def _pull(begin: Point, end: Point, between: Sequence[Sequence[object]] = ()) -> list[Sequence[object]]:
    return [("grab", *begin, ""), *between, ("glide", *end), ("release",)]
