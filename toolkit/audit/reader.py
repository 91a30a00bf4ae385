"""From a log's table to the game's words: which counter went from which hex to which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from toolkit.audit.events import (
    OFF_MAP,
    Actor,
    Event,
    Flip,
    FortChange,
    Known,
    Mark,
    Marked,
    Relocation,
    StepEvents,
)
from toolkit.audit.module_data import ModuleData
from toolkit.audit.undo import TakenBack, taken_back
from toolkit.source.counters import Counter
from toolkit.vassal import events as e
from toolkit.vassal.log import Log, Step
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing

COUNTER_ID = "CounterId"
CHIT_NUMBER = "ChitSeq"
ACTIVE_CHIT = "ActiveChit"
FACE = "Step_Level"
FORT_LEVEL = "Fort_Level"
_UNIT_KINDS = ("unit", "hq")
# Kinds of boxes that are empty while a game is being set up.
_PLAYED = ("eliminated", "withdrawn", "rail")
# Properties of pieces and of the module whose change shows that combat goes on.
_COMBAT_VALUES = ("AttackIn", "DefendIn", "LossIn", "Roll", "RollNo")
_COMBAT_PROPERTIES = ("Declared", "Mode", "CurTarget")
_DIE = "_result"
# Values of an unclear point that nobody has settled.
_OPEN = ("", "open")


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A log in the words of its game.

    Attributes
    ----------
    hexes : dict of str to int
        Units on the map at the beginning: counter id → hex.
    reduced : tuple of str
        Units that show their reduced face at the beginning.
    forts : dict of int to int
        Hex → level at the beginning.
    steps : tuple of StepEvents
        What stood: steps that were taken back, and the undos, are left out.
    taken_back : tuple of TakenBack
    settings : dict of str to str
        Unclear points that the game fixed.
    setting_up : bool
        Whether the log begins while the game is being set up.
    chits : bool
        Whether the log draws chits at all.
    started : bool
        Whether a chit had been drawn before the log begins.
    counters : bool
        Whether any unit of the game lies on its table.
    """

    hexes: Mapping[str, int]
    reduced: tuple[str, ...]
    forts: Mapping[int, int]
    steps: tuple[StepEvents, ...]
    taken_back: tuple[TakenBack, ...]
    settings: Mapping[str, str]
    setting_up: bool
    chits: bool
    started: bool
    counters: bool


def read_game(log: Log, data: ModuleData) -> ReadGame:
    """Replay a log and say what happened in it."""
    return _Reader(log, data).read()


@dataclass(slots=True)
class _Reader:
    log: Log
    data: ModuleData
    table: Table = field(init=False)
    counters: dict[str, Counter] = field(init=False)
    pieces: dict[str, str] = field(default_factory=dict)
    _chit_before: str = ""

    def __post_init__(self) -> None:
        commands = [*self.log.begin, *(c for step in self.log.steps for c in step.commands)]
        self.table = Table(people_of(commands))
        self.counters = {counter.id: counter for counter in self.data.game.counters}

    def read(self) -> ReadGame:
        self.table.apply(self.log.begin)
        begin = self._standing()
        hexes = {unit: h for unit, (h, _) in begin.items() if h >= 0}
        reduced = tuple(unit for unit, (_, down) in begin.items() if down)
        forts = dict(self._forts())
        number = self._property(CHIT_NUMBER)
        beside = self._beside(begin)
        setting_up = bool(beside)
        settings = self._settings()
        raw: list[tuple[int, Sequence[e.Event]]] = []
        told: list[StepEvents] = []
        for step in self.log.steps:
            events = self._apply(step)
            raw.append((step.number, events))
            tale = list(self._tell(events))
            if beside:
                beside -= {v.unit for v in tale if isinstance(v, Relocation) and v.target >= 0}
                tale += [] if beside else [Marked(Mark.SETUP_OVER)]
            told.append(StepEvents(step.number, tuple(tale)))
        undone = taken_back(raw)
        gone = {back.step for back in undone} | {back.undo for back in undone}
        steps = [step for step in told if step.events and step.step not in gone]
        for n, done in raw:
            settings |= self._chosen(done) if n not in gone else {}
        settings = {point: value for point, value in settings.items() if value not in _OPEN}
        return ReadGame(
            hexes=hexes,
            reduced=reduced,
            forts=forts,
            steps=tuple(steps),
            taken_back=undone,
            settings=settings,
            setting_up=setting_up,
            chits=any(isinstance(v, Marked) and v.mark is Mark.CHIT for s in steps for v in s.events),
            started=number not in ("", "0"),
            counters=bool(begin),
        )

    # -- the table ---------------------------------------------------------------------------------

    def _counter_of(self, piece: str) -> str | None:
        """Return the counter id that a piece carries; None for pieces without one."""
        known = self.pieces.get(piece)
        if known is None:
            thing = self.table.things.get(piece)
            known = "" if thing is None or thing.is_stack else thing.properties().get(COUNTER_ID, "")
            if thing is not None:
                self.pieces[piece] = known
        return known or None

    def _is_unit(self, counter_id: str) -> bool:
        counter = self.counters.get(counter_id)
        return counter is not None and counter.kind in _UNIT_KINDS and counter.full is not None

    def _hex(self, spot: e.Spot) -> int:
        """Return the hex of a place on the main map; -1 elsewhere."""
        if spot.map != self.data.map_name:
            return OFF_MAP
        plane = self.data.layout.to_plane(np.array([[spot.x, spot.y]], dtype=np.float64))
        return int(self.data.game.map.grid.nearest(plane)[0])

    def _standing(self) -> dict[str, tuple[int, bool]]:
        """Return hex and reduced face of each unit on the table."""
        found = {}
        for thing in self.table.counters():
            properties = thing.properties()
            unit = self.pieces[thing.id] = properties.get(COUNTER_ID, "")
            if self._is_unit(unit):
                found[unit] = (self._hex(self.table.spot(thing.id)), properties.get(FACE) == "2")
        return found

    def _forts(self) -> Iterator[tuple[int, int]]:
        for thing in self.table.counters():
            counter = self.counters.get(self._counter_of(thing.id) or "")
            if counter is not None and counter.role == "fort":
                h = self._hex(self.table.spot(thing.id))
                if h >= 0:
                    yield h, _level(thing)

    def _property(self, name: str) -> str:
        return next((value for (_, key), value in self.table.properties.items() if key == name), "")

    def _settings(self) -> dict[str, str]:
        """Return the points that the saved game fixed.

        A module that writes each default into a new game does not say whether the players chose it: such a
        value counts as open.  One whose manifest says ``"options": "open"`` writes only what was chosen.
        """
        chosen = self.data.manifest.get("options") == "open"
        found = {}
        for option in self.data.game.options:
            value = self._property(option.id)
            if value not in _OPEN and (chosen or value != option.default):
                found[option.id] = value
        return found

    def _chosen(self, events: Sequence[e.Event]) -> dict[str, str]:
        names = {option.id for option in self.data.game.options}
        changes = [v for v in events if isinstance(v, e.PropertyChanged) and v.name in names]
        return {change.name: change.new for change in changes}

    def _beside(self, begin: Mapping[str, tuple[int, bool]]) -> set[str]:
        """Return the units that start on the map and still lie beside it, when the game is being set up.

        It is when most of them do, and no chit was drawn yet.
        """
        if self._property(CHIT_NUMBER) not in ("", "0"):
            return set()
        starters = {c.id for c in self.counters.values() if c.assignment is not None and self._is_unit(c.id)}
        gone = self._out_of_play()
        beside = {unit for unit in starters if unit in begin and begin[unit][0] < 0} - gone
        return beside if len(beside) * 2 > len(starters) else set()

    def _out_of_play(self) -> set[str]:
        """Return the units in windows to which only play sends a unit: losses, withdrawn, rail transport."""
        boxes = self.data.manifest.get("boxes", {})
        kinds = {box.id: box.kind for box in self.data.game.boxes}
        windows = {place[0] for box, place in boxes.items() if kinds.get(box) in _PLAYED}
        units = (thing for thing in self.table.counters() if self.table.spot(thing.id).map in windows)
        return {self._counter_of(thing.id) or "" for thing in units}

    # -- a step ------------------------------------------------------------------------------------

    def _apply(self, step: Step) -> tuple[e.Event, ...]:
        self._chit_before = self._property(ACTIVE_CHIT)
        return self.table.apply(step.commands, step.number)

    def _moved(self, events: Sequence[e.Event]) -> Iterator[tuple[str, int, int, Actor]]:
        """Yield each piece that was moved, its hexes before and after the step, and who did it."""
        first: dict[str, tuple[e.Spot, Actor | None]] = {}
        for event in events:
            if isinstance(event, e.PieceMoved):
                for piece in event.pieces:
                    start, actor = first.get(piece, (event.start, None))
                    first[piece] = (start, self._actor(event) or actor)
        for piece, (start, actor) in first.items():
            if piece in self.table.things:
                inferred = Actor(self._side_of(piece), Known.INFERRED)
                yield piece, self._hex(start), self._hex(self.table.spot(piece)), actor or inferred

    def _actor(self, event: e.PieceMoved) -> Actor | None:
        """Return the mover's side as the log names it."""
        if event.actor is None:
            return None
        return Actor(self._side(event.actor.side), Known.LOGGED)

    def _side(self, name: str | None) -> str | None:
        """Return a roster's side as the game's own id, else as it stands."""
        if name is None:
            return None
        labels = self.data.game.labels.get("side", {})
        return next((side for side, names in labels.items() if names.en == name), name)

    def _side_of(self, piece: str) -> str | None:
        counter = self.counters.get(self._counter_of(piece) or "")
        return None if counter is None else counter.side

    def _tell(self, events: Sequence[e.Event]) -> Iterator[Event]:
        yield from self._marks(events)
        for piece, origin, target, actor in self._moved(events):
            yield from self._relocation(piece, origin, target, actor)
        for event in events:
            if isinstance(event, e.PieceChanged):
                yield from self._faces(event)

    def _relocation(self, piece: str, origin: int, target: int, actor: Actor) -> Iterator[Event]:
        if origin == target:
            return
        name = self._counter_of(piece)
        if name is None:
            return
        counter = self.counters.get(name)
        if counter is None:
            if self.table.things[piece].properties().get("Kind", "unit") in _UNIT_KINDS:
                yield Relocation(name, False, origin, target, actor)
        elif counter.role == "fort":
            if origin >= 0:
                yield FortChange(origin, 0)
            if target >= 0:
                yield FortChange(target, _level(self.table.things[piece]))
        elif self._is_unit(name):
            yield Relocation(name, True, origin, target, actor)

    def _faces(self, event: e.PieceChanged) -> Iterator[Event]:
        name = self._counter_of(event.id) or ""
        for change in event.changes:
            if change.name == FACE and self._is_unit(name):
                yield Flip(name, change.new == "2")
            elif change.name == FORT_LEVEL and event.id in self.table.things:
                h = self._hex(self.table.spot(event.id))
                if h >= 0:
                    yield FortChange(h, _number(change.new, 1))

    def _marks(self, events: Sequence[e.Event]) -> Iterator[Event]:
        properties = {v.name: v for v in events if isinstance(v, e.PropertyChanged)}
        drawn = properties.get(CHIT_NUMBER)
        if any(isinstance(v, e.TurnChanged) for v in events):
            yield Marked(Mark.TURN)
        if drawn is not None and drawn.old != drawn.new:
            chit = properties[ACTIVE_CHIT].new if ACTIVE_CHIT in properties else ""
            counter = self.counters.get(chit)
            yield Marked(Mark.CHIT, chit or f"chit {drawn.new}", None if counter is None else counter.side)
        elif self._chit_before and any(self._leaves_play(event) for event in events):
            yield Marked(Mark.CHIT_END, self._chit_before)
        sign = self._combat_sign(events)
        if sign:
            yield Marked(Mark.COMBAT, sign)

    def _leaves_play(self, event: e.Event) -> bool:
        """Return whether the chit in play was moved: it goes to the used ones when its command is over."""
        return isinstance(event, e.PieceMoved) and any(
            event.start != event.end and self._counter_of(piece) == self._chit_before
            for piece in event.pieces
        )

    def _combat_sign(self, events: Sequence[e.Event]) -> str:
        for event in events:
            match event:
                case e.PropertyChanged(name=name, old=old, new=new) if old != new:
                    if name in _COMBAT_PROPERTIES or name.endswith(_DIE):
                        return name
                case e.PieceChanged(changes=changes):
                    for change in changes:
                        if change.name in _COMBAT_VALUES and change.new not in ("", "0"):
                            return change.name
                        if change.name == FACE:
                            return change.name
                case _:
                    continue
        return ""


def _level(thing: Thing) -> int:
    return _number(thing.properties().get(FORT_LEVEL, ""), 1)


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() else default
