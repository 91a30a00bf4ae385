"""Random hands at a module: real mouse and keys, drawn by a seed, by somebody who means no good.

    python -m tests.engine.monkey battle_for_moscow --seed 1 --acts 150 [--out FOLDER] [--shrink 20]

Every act draws its targets from its own number, so a run without some of its acts does the others alike as
far as the table is alike.  After each act: no complaint of the engine, no pause of its event thread in which
it worked for as long as a frozen expression, no dialog that cannot be closed, no piece lost or doubled (those
that lie beyond the boards are counted).  At the end the log is ended and the game saved; a fresh engine opens
the save and steps through the log, and both have to give the table that was left; audit, transcript and page
of the log have to end, for the referee and each side.  Exit status 1 with what failed; with ``--shrink`` the
acts that are needed for it, found in so many further runs at most.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import cast

from tests.audit.decisions.live import module_of
from toolkit.audit.audit import audit_logs
from toolkit.audit.view import REFEREE
from toolkit.cli.main import main as toolkit_command
from toolkit.engine.game import OpenModule
from toolkit.engine.hands import Hands
from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.provision import EngineHome, find_engine
from toolkit.engine.replay import Difference, differences, follow, keeps_order, reorders_decks
from toolkit.engine.screen import Box, Point, Spot, Widget
from toolkit.engine.table import EngineTable
from toolkit.vassal.log import read_log
from toolkit.vassal.sequence import decode_nested
from toolkit.vassal.table import Table
from toolkit.vassal.traits import Trail

_SIZE = (1280, 800)
_FROZEN = 5_000  # milliseconds of work on the event thread: as for expressions (ENG071)
_LOOKS = 12  # pieces that are looked for on the screen before an act gives up
_ROUNDS = 8  # clicks and keys at dialogs before one is called stuck
_WILD = 0.3  # of the seeds undo undos as well: what VASSAL then logs is not what it does
_PASSWORD = "pass-word-of-the-monkey"
_NO_WORD = "No Translation: Shuffle"  # the engine has no translation of its own word
# What ends the table, or leaves it for the network or another program.
_DENIED = {
    "Begin Logfile...", "End Logfile", "Close Game", "Quit", "New Game...", "Load Game...", "Edit Module",
    "Load and Continue Logging...", "Load Continuation...", "Import Deployments/Map/Scenarios...",
    "Show/Hide the server controls", "Step Forward through logfile", "Save Game", "Refresh Counters",
    "Refresh Counters...",
}  # fmt: skip
_KEYS_DENIED = {"alt F4", "ctrl Q", "ctrl W", "ctrl N", "ctrl O", "alt SPACE", "alt TAB", "alt ESCAPE",
    "ctrl Z",  # an act of its own
}  # fmt: skip
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"
_CHAT = (
    "<b>bold <i>and not closed", "&lt;&amp;&nbsp;", "日本語 한국어", "emoji 😀 \u202e turned",
    "a\x1bb\\;,/|\ttab",
    "<img src=x onerror=alert(1)>", "- <x> 1d6 = 6", "   ", "UNDO", '"quoted" {$x$} $name$ {1/0}', "x" * 300,
)  # fmt: skip
_MENU = ("JMenuItem", "JMenu", "JCheckBoxMenuItem", "JRadioButtonMenuItem")


@dataclass(frozen=True, slots=True)
class Fault:
    """What failed: a kind, after which act (0: at the end), and what is to be seen of it."""

    kind: str
    act: int
    text: str

    def __str__(self) -> str:
        return f"{self.kind} after act {self.act}: {self.text}"


@dataclass
class Run:
    """What a run came to."""

    side: str = ""
    acts: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    slips: Counter[str] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    worst: tuple[int, int, str] = (0, 0, "")
    steps: int = 0
    redone: bool = False
    off: int = 0
    facts: dict[str, object] = field(default_factory=dict)
    states: dict[str, dict[str, int]] = field(default_factory=dict)


class Monkey:
    """Random hands at an open table.

    Parameters
    ----------
    seed : int
        Together with the number of an act it draws all of that act.
    """

    def __init__(self, hands: Hands, game: OpenModule, seed: int, run: Run) -> None:
        self.hands, self.game, self.seed, self.run = hands, game, seed, run
        self.engine, self.pointer, self.desktop = hands.engine, hands.pointer, hands.desktop
        self.table = game.table(["CounterId"])
        self.maps = {each.id: each for each in game.maps()}
        self.rng = Random(0)
        self.wild = Random(f"{seed} wild").random() < _WILD
        self._made: set[str] = set()
        self._undone = 0
        self._deaf = 0

    # -- one act ------------------------------------------------------------------------------------------

    def act(self, number: int) -> None:
        """Do an act and check the table after it."""
        self.rng = Random(f"{self.seed} {number}")
        kinds = list(_ACTS)
        (kind,) = self.rng.choices(kinds, [_ACTS[each] for each in kinds])
        self.pointer.pulse()
        self.pointer.note(f"{number} {kind}")
        try:
            said = getattr(self, f"_{kind}")()
        except EngineFailure as failure:
            self._slipped(failure)
            said = "not done"
        self._settle(number)
        self.run.acts.append(f"{number} {kind}: {said}")
        self._check(number, palette=kind == "palette", undone=kind in {"undo", "menu", "key", "button"})

    def _slipped(self, failure: EngineFailure) -> None:
        code = failure.findings[0].code
        if code in {"ENG002", "ENG004"}:
            raise failure
        self.run.slips["".join(c for c in str(failure)[:90] if not c.isdigit())] += 1

    def do(self, *acts: Sequence[object]) -> bool:
        """Send motions to the display; return whether all were heard."""
        try:
            self.engine.call("hands", acts=[list(each) for each in acts])
        except EngineFailure as failure:
            self._slipped(failure)
            # A window that took the keyboard from the one that was clicked; nothing is wrong with that.
            self._deaf += "keyboard" not in str(failure)
            self.engine.call("put_away")
            return False
        self._deaf = 0
        return True

    # -- what there is to touch ---------------------------------------------------------------------------

    def _name(self, piece: str) -> str:
        found = self.table.pieces[piece]
        return found.properties.get("CounterId") or found.name

    def _pieces(self, *, stacked: bool = False) -> list[str]:
        """Return pieces that are on a map, in an order that does not hang on the clock."""
        stacks = self.table.stacks
        found = [
            each
            for each in self.table.pieces.values()
            if each.map and (not stacked or len(stacks[each.stack].pieces if each.stack else ()) > 1)
        ]
        found.sort(key=lambda each: (each.properties.get("CounterId", ""), each.name, each.place()))
        return [each.id for each in found]

    def _piece(self, *, stacked: bool = False) -> tuple[str, Spot] | None:
        """Draw a piece that shows; turn the wheel for one that does not, once in a while."""
        pieces = self._pieces(stacked=stacked)
        self.rng.shuffle(pieces)
        for piece in pieces[:_LOOKS]:
            spot = self.desktop.spot(piece)
            if spot.at is not None and spot.view is not None and spot.view.holds(spot.at):
                return piece, spot
        self._wheel()
        return None

    def _open_maps(self) -> list[tuple[str, Spot]]:
        spots = [(name, self.desktop.place(name, (0, 0))) for name in sorted(self.maps)]
        return [(name, spot) for name, spot in spots if spot.view is not None and spot.view.width > 0]

    def _in(self, box: Box) -> Point:
        return (
            self.rng.randrange(box.x, box.x + max(1, box.width)),
            self.rng.randrange(box.y, box.y + max(1, box.height)),
        )

    def _anywhere(self) -> Point:
        """Draw a point of a map that is open, the main one as often as all others."""
        maps = self._open_maps()
        main = self.desktop.main_map()
        others = [spot for name, spot in maps if name != main]
        first = next(spot for name, spot in maps if name == main)
        chosen = self.rng.choice(others) if others and self.rng.random() < 0.5 else first
        return self._in(chosen.window_view)

    def _decks(self) -> list[str]:
        return sorted({stack.deck for stack in self.table.stacks.values() if stack.deck and stack.map})

    def _deck(self) -> Point | None:
        decks = self._decks()
        if not decks:
            return None
        spot = self.desktop.deck(self.rng.choice(decks))
        return spot.at if spot.at is not None and spot.window_view.holds(spot.at) else None

    def _target(self) -> tuple[str, Point]:
        """Draw where something is dragged to."""
        where = self.rng.choice(["map", "map", "map", "piece", "piece", "deck", "edge", "toolbar", "corner"])
        if where == "piece" and (found := self._piece()) is not None:
            return self._name(found[0]), found[1].point
        if where == "deck" and (deck := self._deck()) is not None:
            return "a deck", deck
        if where == "edge":
            box = self.rng.choice(self._open_maps())[1].window_view
            x, y = self._in(box)
            edges = [(box.x + 2, y), (box.x + box.width - 3, y), (x, box.y + 2), (x, box.y + box.height - 3)]
            return "an edge", self.rng.choice(edges)
        if where == "toolbar":
            return "the toolbar", self.rng.choice(self._buttons()).box.middle
        if where == "corner":
            width, height = self.engine.screen
            return "outside", (self.rng.choice([1, width - 2]), self.rng.choice([1, height - 2]))
        return "the map", self._anywhere()

    def _buttons(self) -> list[Widget]:
        found = self.pointer.widgets("JButton")
        return [each for each in found if each.enabled and not _denied(each)]

    def _entries(self, before: Iterable[Widget]) -> list[Widget]:
        known = {(each.text, each.box) for each in before}
        return [each for each in self.pointer.widgets(*_MENU) if (each.text, each.box) not in known]

    # -- acts ---------------------------------------------------------------------------------------------

    def _click(self) -> str:
        what, at = self._somewhere()
        times, holding = (
            self.rng.choice([1, 1, 2]),
            self.rng.choice([None, None, None, "SHIFT", "CONTROL", "ALT"]),
        )
        held = [] if holding is None else [("hold", holding)]
        freed = [] if holding is None else [("let", holding)]
        self.do(*held, ("click", *at, "", 1, times), *freed)
        return f"{times} on {what} {at} holding {holding}"

    def _somewhere(self) -> tuple[str, Point]:
        where = self.rng.choice(["piece", "piece", "piece", "deck", "map"])
        if where == "piece" and (found := self._piece(stacked=self.rng.random() < 0.5)) is not None:
            return self._name(found[0]), found[1].point
        if where == "deck" and (deck := self._deck()) is not None:
            return "a deck", deck
        return "the map", self._anywhere()

    def _menu(self) -> str:
        """Right-click something, and choose an entry of the menu, a nested one as well; or leave it."""
        what, at = self._somewhere()
        before = self.pointer.widgets(*_MENU)
        self.do(("click", *at, "", 3, 1))
        return f"{what} {at}: {self._choose(before)}"

    def _choose(self, before: list[Widget]) -> str:
        words: list[str] = []
        for _ in range(3):
            entries = [each for each in self._entries(before) if not _denied(each)]
            if not entries or self.rng.random() < 0.1:
                break
            entry = self.rng.choice(entries)
            before = self.pointer.widgets(*_MENU)
            words.append(entry.text)
            self.do(("click", *entry.box.middle, "", 1, 1))
            if entry.kind != "JMenu":
                return " > ".join(words)
        if self.rng.random() < 0.5:
            self.do(("key", "ESCAPE"))
        return " > ".join(words) + " left"

    def _drag(self) -> str:
        found = self._piece()
        return self._carry(found)

    def _drag_stack(self) -> str:
        return self._carry(self._piece(stacked=True))

    def _drag_off_deck(self) -> str:
        deck = self._deck()
        if deck is None:
            return self._drag()
        to, end = self._target()
        self.do(("grab", *deck, ""), ("glide", *end), ("release",))
        return f"a deck {deck} to {to} {end}"

    def _drag_selected(self) -> str:
        chosen = self._select()
        return f"{chosen}; {self._carry(self._selected_piece())}"

    def _selected_piece(self) -> tuple[str, Spot] | None:
        selected = [each for each in self._selected() if each in self.table.pieces]
        for piece in sorted(selected, key=self._name):
            spot = self.desktop.spot(piece)
            if spot.at is not None and spot.view is not None and spot.view.holds(spot.at):
                return piece, spot
        return self._piece()

    def _selected(self) -> list[str]:
        return [str(each) for each in _many(self.engine.call("selected"))]

    def _carry(self, found: tuple[str, Spot] | None) -> str:
        if found is None:
            return "nothing shows"
        piece, _ = found
        to, end = self._target()
        begin = self.desktop.spot(piece)
        if begin.at is None:
            return "its window is closed"
        acts: list[Sequence[object]] = [("grab", *begin.point, "")]
        amid = ""
        if self.rng.random() < 0.35:
            acts.append(("glide", *self._anywhere()))
            for _ in range(self.rng.randint(1, 3)):
                what, value = self.rng.choice(
                    [("wheel", 3), ("wheel", -3), ("key", "ESCAPE"), ("key", "DELETE"), ("key", "PAGE_DOWN")]
                )
                acts.append(("meanwhile", what, value))
                amid += f" {what} {value}"
        self.do(*acts, ("glide", *end), ("release",))
        return f"{self._name(piece)} {begin.point} to {to} {end}{amid and ' amid' + amid}"

    def _rubber_band(self) -> str:
        begin, end = self._anywhere(), self._anywhere()
        self.do(("grab", *begin, ""), ("glide", *end), ("release",))
        return f"{begin} to {end}: {len(self._selected())} selected"

    def _select(self) -> str:
        if self.rng.random() < 0.4:
            return self._rubber_band()
        words = []
        for index in range(self.rng.randint(1, 4)):
            found = self._piece()
            if found is None:
                break
            held = [("hold", "SHIFT")] if index else []
            self.do(*held, ("click", *found[1].point, "", 1, 1), *([("let", "SHIFT")] if held else []))
            words.append(self._name(found[0]))
        return "+".join(words)

    def _key(self) -> str:
        """Press keys at what is selected: those it offers, and others."""
        chosen, strokes = self._select(), []
        for _ in range(self.rng.randint(1, 3)):
            stroke = (
                self.rng.choice(self._offered() or [""]) if self.rng.random() < 0.7 else self._any_stroke()
            )
            if stroke and stroke not in _KEYS_DENIED:
                strokes.append(stroke)
                self.do(("key", stroke))
        return f"{chosen}: {', '.join(strokes)}"

    def _offered(self) -> list[str]:
        pieces = [each for each in self._selected() if each in self.table.pieces]
        offered = _many(self.engine.call("menus", pieces=pieces)) if pieces else []
        keys = {str(entry["key"]) for entries in offered for entry in _many(entries) if entry["key"]}
        strokes = {each.replace("pressed ", "") for each in keys}
        return sorted(each for each in strokes if each.rpartition(" ")[2].isalnum() and each.isascii())

    def _any_stroke(self) -> str:
        modifiers = self.rng.choice(["ctrl", "alt", "ctrl shift", "alt shift", "ctrl alt", ""])
        last = self.rng.choice([*_LETTERS, "DELETE", "ESCAPE", "F1", "F5", "F9", "PAGE_UP", "UP", "ENTER"])
        return f"{modifiers} {last}".strip()

    def _button(self) -> str:
        buttons = self._buttons()
        if not buttons:
            return "no button"
        button = self.rng.choice(buttons)
        before = self.pointer.widgets(*_MENU)
        self.do(("click", *button.box.middle, "", 1, 1))
        said = button.text or button.tip
        return f"{said}: {self._choose(before)}" if self._entries(before) else said

    def _menu_bar(self) -> str:
        before = self.pointer.widgets(*_MENU)
        bars = [each for each in before if each.kind == "JMenu"]
        if not bars:
            return "no menu"
        bar = self.rng.choice(bars)
        self.do(("click", *bar.box.middle, "", 1, 1))
        return f"{bar.text}: {self._choose(before)}"

    def _turn(self) -> str:
        """Turn the tracker forward or back, by its key or in its window."""
        strokes = [self.rng.choice(["alt T", "alt T", "alt shift T"]) for _ in range(self.rng.randint(1, 4))]
        for stroke in strokes:
            self.do(("key", stroke))
        return ", ".join(strokes)

    def _undo(self) -> str:
        """Undo; mostly no more than what was done since the last undo: more would undo an undo."""
        new, times = self._written() - self._undone, self.rng.choice([1, 1, 2, 5, 20])
        if not self.wild:
            times = min(times, new)
        self.run.redone |= times > new
        for done in range(times):
            found = [each for each in self._buttons() if each.tip.startswith("Undo last move")]
            if not found:
                return f"{done} of {times}"
            self.do(("click", *found[0].box.middle, "", 1, 1))
            self._undone = self._written()
        return str(times)

    def _written(self) -> int:
        raw = cast("Mapping[str, int]", self.engine.call("written", pieces=[]))
        return raw["written"]

    def _wheel(self) -> str:
        at, turns = self._anywhere(), self.rng.choice([-9, -3, -1, 1, 3, 9])
        held = self.rng.choice([None, "SHIFT", "CONTROL"])
        hold, let = ([("hold", held)], [("let", held)]) if held else ([], [])
        self.do(("move", *at, ""), *hold, ("wheel", turns), *let)
        return f"{turns} at {at} holding {held}"

    def _zoom(self) -> str:
        words = []
        for _ in range(self.rng.randint(1, 4)):
            found = [each for each in self._buttons() if each.tip.startswith("Zoom ")]
            if found:
                chosen = self.rng.choice(found)
                words.append(chosen.tip)
                self.do(("click", *chosen.box.middle, "", 1, 1))
        return ", ".join(words)

    def _window(self) -> str:
        """Open the window of a map by its button, beside the main map; before it, close all others."""
        self.engine.call("put_away")
        others = sorted(self.maps.keys() - {self.desktop.main_map()})
        if not others:
            return "no other window"
        name = self.rng.choice(others)
        self.desktop.open(name)
        return name

    def _palette(self) -> str:
        """Drag a further piece out of the palette, where it shows one."""
        rows = self.pointer.widgets("row")
        if not rows:
            found = [each for each in self._buttons() if each.text == "Pieces" or each.tip == "All pieces"]
            if not found:
                return "no palette"
            self.do(("click", *found[0].box.middle, "", 1, 1))
            return "opened"
        row = self.rng.choice(rows)
        self.do(("click", *row.box.middle, "", 1, 1))
        aside = (row.box.x + row.box.width + 150, row.box.middle[1])
        end = self._anywhere()
        self.do(("grab", *aside, ""), ("glide", *end), ("release",))
        return f"{row.text} {aside} to {end}"

    def _chat(self) -> str:
        fields = [each for each in self.pointer.widgets("JTextField") if each.box.width > 300]
        if not fields:
            return "no field"
        text = self.rng.choice(_CHAT)
        self.do(
            ("click", *fields[0].box.middle, "", 1, 1), ("clip", text), ("key", "ctrl V"), ("key", "ENTER")
        )
        return repr(text)

    # -- after an act -------------------------------------------------------------------------------------

    def _settle(self, number: int) -> None:
        """Answer dialogs by chance, with Escape amid; close what then is still there."""
        for round_ in range(_ROUNDS):
            titles = self.pointer.dialogs()
            if not titles:
                return
            inside = [each for each in self.pointer.widgets("JButton", "Button") if each.window in titles]
            files = any(each.kind == "Button" for each in inside)
            closing = [each for each in inside if each.text in {"Cancel", "No", "Close", "OK", "Ok"}]
            usable = [each for each in inside if each.enabled and not _denied(each)]
            if files or round_ >= _ROUNDS // 2:
                usable = closing if closing and round_ % 2 == 0 else []
            if usable and self.rng.random() < 0.8:
                self.do(("click", *self.rng.choice(usable).box.middle, "", 1, 1))
            else:
                self.do(("key", "ESCAPE"))
        if titles := self.pointer.dialogs():
            self._fault("dialog", number, f"{titles} does not close")

    def _fault(self, kind: str, number: int, text: str) -> None:
        self.run.faults.append(Fault(kind, number, text))
        self.pointer.picture(kind)

    def _check(self, number: int, *, palette: bool, undone: bool) -> None:
        pauses = self.pointer.pauses()
        for pause in pauses:
            self.run.worst = max(
                self.run.worst, (pause.processor, pause.millis, f"{pause.during}: {pause.doing}")
            )
            if pause.processor > _FROZEN:
                self._fault("pause", number, f"{pause.millis} ms ({pause.processor}) at {pause.doing}")
        after = self.game.table(["CounterId"])
        self.run.warnings.update(each.message for each in self.engine.problems if each.kind == "warning")
        for fault in _complaints(self.engine, number):
            self._fault(fault.kind, number, fault.text)
        self._compare(number, after, palette=palette, undone=undone)
        self.table = after
        if self._deaf > 3:
            self._fault("deaf", number, f"nothing is heard any more: {self.run.slips.most_common(3)}")
            self._deaf = 0
        for piece, found in after.pieces.items():
            self.run.states.setdefault(piece, {}).setdefault(found.state, number)

    def _compare(self, number: int, after: EngineTable, *, palette: bool, undone: bool) -> None:
        before = self.table.pieces
        for piece in sorted(before.keys() - after.pieces.keys()):
            if not (undone and piece in self._made):
                self._fault("lost", number, self._name(piece))
        for piece in sorted(after.pieces.keys() - before.keys()):
            found = after.pieces[piece]
            if not (palette or (undone and piece in self._made)):
                self._fault("gained", number, found.properties.get("CounterId") or found.name)
            self._made.add(piece)
        for piece, found in after.pieces.items():
            old = before.get(piece)
            if old is not None and found.place() == old.place():
                continue
            if not self._on_board(found.place()) and (old is None or self._on_board(old.place())):
                self._fault(
                    "off", number, f"{found.properties.get('CounterId') or found.name} {found.place()}"
                )

    def _on_board(self, place: tuple[str | None, int, int]) -> bool:
        name, x, y = place
        boards = self.maps[name].boards if name in self.maps else ()
        return any(b.x <= x <= b.x + b.width and b.y <= y <= b.y + b.height for b in boards)


_ACTS: Mapping[str, int] = {
    "click": 8, "menu": 14, "drag": 16, "drag_stack": 8, "drag_selected": 6, "drag_off_deck": 5,
    "rubber_band": 3, "key": 16, "button": 10, "menu_bar": 3, "turn": 3, "undo": 6, "wheel": 4, "zoom": 2,
    "window": 6, "palette": 2, "chat": 3,
}  # fmt: skip


def _denied(widget: Widget) -> bool:
    """Return whether a button or entry ends the table or leaves it."""
    names = {widget.text, widget.text.partition("  ")[0], widget.tip, widget.tip.partition(" [")[0]}
    return not widget.enabled or bool(names & _DENIED)


def _many(value: object) -> list:  # type: ignore[type-arg]
    assert isinstance(value, list)
    return value


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run is: a module and an engine, and a folder for its log, save, acts and pictures."""

    module: Path
    home: EngineHome
    out: Path

    @property
    def log(self) -> Path:
        """Return the log."""
        return self.out / "monkey.vlog"

    @property
    def save(self) -> Path:
        """Return the save."""
        return self.out / "monkey.vsav"


def play(place: Place, seed: int, acts: Iterable[int]) -> Run:
    """Let the monkey do some acts of a seed; keep its log and save, and judge both."""
    place.out.mkdir(parents=True, exist_ok=True)
    pictures = place.out / "pictures"
    engine = Engine(place.home, pictures, screen=_SIZE, played=True, seed=seed)
    hands = Hands(engine, pictures)
    run, begun = Run(), time.monotonic()
    end: EngineTable | None = None
    try:
        with engine:
            game = OpenModule.open(engine, place.module)
            rng = Random(f"{seed} begin")
            setup = rng.choice([each.name for each in game.setups if each.file])
            run.side = rng.choice(sorted({*game.sides, "<observer>"}))
            hands.sit_down("Monkey", _PASSWORD, setup, run.side)
            hands.begin_log(engine.work / place.log.name)
            engine.take_problems()
            monkey = Monkey(hands, game, seed, run)
            with (place.out / "acts.txt").open("w", encoding="utf-8") as told:
                for number in acts:
                    known = len(run.faults)
                    monkey.act(number)
                    print(run.acts[-1], *run.faults[known:], sep="\n  ", file=told, flush=True)
            run.seconds = time.monotonic() - begun
            end = _close(hands, game, place, run)
    except EngineFailure as failure:
        run.seconds = run.seconds or time.monotonic() - begun
        run.faults.append(Fault("engine", len(run.acts), str(failure)))
    if end is not None:
        run.faults += _opened(place, end, run)
        run.faults += judged(place, run)
    return run


def _close(hands: Hands, game: OpenModule, place: Place, run: Run) -> EngineTable:
    """End the log as a player does, and save the game; return the table."""
    engine = hands.engine
    engine.call("hands", acts=[["key", "ESCAPE"], ["key", "ESCAPE"]])
    engine.call("put_away")
    end = game.table(["CounterId"])
    hands.end_log()
    game.save(engine.work / place.save.name)
    for file in (place.log, place.save):
        shutil.copyfile(engine.work / file.name, file)
    run.faults += _complaints(engine, 0)
    return end


def _complaints(engine: Engine, number: int) -> Iterator[Fault]:
    for problem in engine.take_problems():
        known = problem.message == _NO_WORD or (
            # The engine that is fetched, and no released one, cannot sum where a masked card lies.
            engine.home.version == "3.6.0" and "{SumLocation(" in problem.message
        )
        if problem.kind != "warning" and not known:
            yield Fault("complaint", number, f"{problem.kind}: {problem.message} {problem.detail}")


def _opened(place: Place, end: EngineTable, run: Run) -> Iterator[Fault]:
    """Yield what is otherwise when the save is opened again, and when the log was stepped through."""
    with Engine(place.home) as engine:
        game = OpenModule.open(engine, place.module)
        game.load(place.save)
        yield from (Fault("save", 0, each) for each in _apart(end, game.table(["CounterId"]), ordered=True))
        run.steps = game.load(place.log)
        game.step()
        stepped = game.table(["CounterId"])
        yield from _complaints(engine, 0)
    log = read_log(place.log)
    ours = follow(log, place.module)
    if run.steps != len(log.steps):
        yield Fault("steps", 0, f"{run.steps} for the engine, {len(log.steps)} for our reader")
    ordered = keeps_order(place.home.version)
    unsorted = () if reorders_decks(place.home.version) else ours.reordered
    found = differences(stepped, ours.table, ordered=ordered, unsorted=unsorted)
    yield from _read("stepped", stepped, ours.table, found)
    found = differences(end, ours.table, ordered=ordered, unsorted=unsorted)
    apart = [
        *_read("played", end, ours.table, found, run.states),
        *(Fault("log", 0, each) for each in _apart(end, stepped, ordered=ordered)),
    ]
    if run.redone:
        run.facts["apart after undone undos"] = len(apart)
    else:
        yield from apart


def _read(
    what: str,
    engine: EngineTable,
    ours: Table,
    found: Iterable[Difference],
    states: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
) -> Iterator[Fault]:
    """Yield what our reader has otherwise than an engine, and the act after which that first was so."""
    for each in found:
        state = each.kind == "state"
        detail = _states(engine, ours, each.id) if state else f"{each.engine} / {each.ours}"
        if not detail:
            continue
        since = states.get(each.id, {}).get(engine.pieces[each.id].state, 0) if state else 0
        yield Fault(f"reader/{what}", since, f"{each.kind} of {each.id}: {detail}")


def _states(engine: EngineTable, ours: Table, piece: str) -> str:
    """Return the traits of a piece whose state the engine and our reader hold otherwise.

    A trail notes on which map it began when it is drawn, and tells no log.
    """
    thing = ours.things[piece]
    pairs = list(
        zip(thing.traits(), decode_nested(engine.pieces[piece].state, "\t"), thing.states, strict=False)
    )
    return "; ".join(
        f"{type(trait).__name__} {a!r} / {b!r}"
        for trait, a, b in pairs[:-1]
        if a != b and not (isinstance(trait, Trail) and _points(a) == _points(b))
    )


def _points(trail: str) -> tuple[str, ...]:
    """Return the points of a trail's state; none where it has not begun."""
    visible, _, count, *points = trail.split(";")
    return (visible, *points[: int(count)]) if int(count) > 1 else (visible,)


def _apart(one: EngineTable, other: EngineTable, *, ordered: bool) -> Iterator[str]:
    """Yield the pieces that lie otherwise on two tables."""
    for piece in sorted(one.pieces.keys() | other.pieces.keys()):
        a, b = _lies(one, piece, ordered=ordered), _lies(other, piece, ordered=ordered)
        if a != b:
            yield f"{piece}: {a} / {b}"


def _lies(table: EngineTable, piece: str, *, ordered: bool) -> object:
    found = table.pieces.get(piece)
    if found is None:
        return None
    stack = table.stacks.get(found.stack or "")
    members = stack.pieces if stack is not None else (piece,)
    return (found.place(), members if ordered else sorted(members))


def judged(place: Place, run: Run) -> Iterator[Fault]:
    """Yield what audit, transcript and page of a log make amiss, for the referee and for each side."""
    begun = time.process_time()
    try:
        report = audit_logs([place.log], place.module)
    except Exception as error:  # noqa: BLE001  (whatever it is, it is a fault of the audit)
        yield Fault("audit", 0, repr(error))
        return
    run.facts |= {"audit": dict(report.counts), "audit seconds": round(time.process_time() - begun, 1)}
    if not report.ledger.closed:
        yield Fault("ledger", 0, str(report.ledger))
    log, module, out = str(place.log), str(place.module), place.out
    commands = {
        "transcript": ["log", "transcript", log, "--module", module, "-o", str(out / "transcript.txt")]
    }
    for view in (REFEREE, *report.game.sides):
        for form in ("html", "json", "text"):
            options = ["--module", module, "--format", form, "--view", view]
            commands[f"{form} of {view}"] = ["audit", log, *options, "-o", str(out / f"{view}.{form}")]
    for what, command in commands.items():
        begun = time.process_time()
        status = toolkit_command(command)
        run.facts[f"{what} seconds"] = round(time.process_time() - begun, 1)
        if status not in {0, 1}:
            yield Fault("command", 0, f"{what} ends with {status}")
        elif _PASSWORD in Path(command[-1]).read_text(encoding="utf-8"):
            yield Fault("password", 0, f"{what} shows it")


def shrunk(acts: Sequence[int], fails: Callable[[Sequence[int]], bool], tries: int) -> list[int]:
    """Return as few acts as still fail: parts are left out, ever smaller ones, in so many tries at most."""
    left, size = list(acts), max(1, len(acts) // 2)
    while tries > 0:
        for at in range(0, len(left), size):
            without = left[:at] + left[at + size :]
            tries -= 1
            if without and fails(without):
                left = without
                break
            if tries <= 0:
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
    return left


def lines_of(run: Run) -> list[str]:
    """Return a run in words."""
    processor, millis, during = run.worst
    return [
        f"side {run.side}: {len(run.acts)} acts in {run.seconds:.0f} s, {run.steps} steps",
        f"worst pause {millis} ms (processor {processor} ms) during {during}",
        f"not heard: {dict(run.slips)}",
        f"warnings: {dict(run.warnings)}",
        f"beyond the boards: {run.off}; judged: {run.facts}",
        *map(str, run.faults),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Play, print, shrink."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acts", type=int, default=150)
    parser.add_argument("--only", type=lambda text: [int(each) for each in text.split(",")])
    parser.add_argument("--shrink", type=int, default=0)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    place = Place(module_of(given.game, parser, given.module), find_engine(), given.out)
    acts = given.only or range(1, given.acts + 1)
    run = play(place, given.seed, acts)
    title = f"VASSAL {place.home.version}, {given.game}, seed {given.seed}"
    sys.stdout.write("\n".join([title, *lines_of(run)]) + "\n")
    if run.faults and given.shrink:
        first = run.faults[0]
        until = [each for each in acts if first.act == 0 or each <= first.act]

        def fails(some: Sequence[int]) -> bool:
            again = play(replace(place, out=given.out / "shrunk"), given.seed, some)
            return any(fault.kind == first.kind for fault in again.faults)

        few = shrunk(until, fails, given.shrink)
        sys.stdout.write(f"{first.kind}: --only {','.join(map(str, few))}\n")
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
