"""From a log's table to the game's words: which counter went from which hex to which, and what was noted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from toolkit.audit.actor import Actor, Known, hand_of
from toolkit.audit.contradictions import Contradictions
from toolkit.audit.deleted import Execution
from toolkit.audit.ledger import Entry, Sums
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Notice
from toolkit.audit.undo import TakenBack, taken_back
from toolkit.audit.without_rules.rolls import Reports
from toolkit.games.gj47.audit.entries import entries_of
from toolkit.games.gj47.audit.events import Event, GlobalSet, Handled, Noted, Relocation, StepEvents, TurnSet
from toolkit.games.gj47.audit.table_state import (
    FACE,
    UNIT_KINDS,
    Places,
    Standing,
    TableState,
    turn_number,
)
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.vassal import events as e
from toolkit.vassal.log import Log
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing

CHIT_NUMBER = "ChitSeq"
ACTIVE_CHIT = "ActiveChit"
# Kinds of boxes that are empty while a game is being set up.
_PLAYED = ("eliminated", "withdrawn", "rail")
# Properties of pieces and of the module whose change shows that combat goes on.
_COMBAT_VALUES = ("AttackIn", "DefendIn", "LossIn", "Roll", "RollNo")
_COMBAT_PROPERTIES = ("Declared", "Mode", "CurTarget")
DIE = "_result"
# Values of an unclear point that nobody has settled.
_OPEN = ("", "open")


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A log in the words of its game.

    Attributes
    ----------
    steps : tuple of StepEvents
        What stood: steps that were taken back, and the undos, are left out.
    settings : dict of str to str
        Unclear points that the game fixed.
    setting_up : bool
        Whether the log begins while the game is being set up.
    chits : bool
        Whether the log draws chits at all.
    started : bool
        Whether a chit had been drawn before the log begins.
    initial : mapping of str to str
        Unclear points that were fixed when the log begins.
    chosen : mapping of int to mapping of str to str
        Step → unclear points that were set in it.
    entries : mapping of int to tuple of Entry
        Step → what it changes, for the ledger, but for what is neutral.
    sums : Sums
        What the ledger holds of it before anything is judged.
    doubts : tuple of Notice
        Steps that start from what never was so.
    table : Table or None
        As in `toolkit.audit.report.Report.tables`.
    """

    begin: TableState
    end: TableState
    steps: tuple[StepEvents, ...]
    taken_back: tuple[TakenBack, ...]
    settings: Mapping[str, str]
    setting_up: bool
    chits: bool
    started: bool
    initial: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    entries: Mapping[int, tuple[Entry, ...]] = field(default_factory=dict)
    sums: Sums = field(default_factory=Sums)
    doubts: tuple[Notice, ...] = ()
    table: Table | None = None

    @property
    def counters(self) -> bool:
        """Whether any unit of the game lies on its table."""
        return bool(self.begin.units)


_LEFT_OVER = 10
"""A set-up is taken as done when the first chit is drawn and one in so many units at most is left over."""


def _with_set_up(steps: Sequence[StepEvents], beside: Collection[str]) -> list[StepEvents]:
    """Mark the step that ends a set-up: the last unit lies on the map, or nearly all do when a chit is drawn.

    Parameters
    ----------
    beside : collection of str
        Units that start on the map and lie beside it when the log begins.
    """
    marked, left, last = list(steps), set(beside), 0
    for place, step in enumerate(steps):
        put = left & {v.unit for v in step.events if isinstance(v, Relocation) and v.target >= 0}
        left -= put
        last = place if put else last
        drawn = _draws(step)
        over = put and not left
        if over or (left and drawn and _LEFT_OVER * len(left) <= len(beside)):
            marked[last] = replace(marked[last], set_up=True)
            break
    return marked


def _draws(step: StepEvents) -> bool:
    """Return whether the module counts another chit."""
    sets = (v for v in step.events if isinstance(v, GlobalSet) and v.name == CHIT_NUMBER)
    return any(v.old != v.new for v in sets)


def read_game(log: Log, data: ModuleData, *, alone: bool = False) -> ReadGame:
    """Replay a log and say what happened in it; of a log that is `alone` nobody asks how it ends."""
    return _Reader(log, data, alone).read()


@dataclass(slots=True)
class _Reader:
    log: Log
    data: ModuleData
    alone: bool
    table: Table = field(init=False)
    places: Places = field(init=False)
    reports: Reports = field(default_factory=Reports)
    _points: frozenset[str] = frozenset()
    _sides: dict[str, str] = field(default_factory=dict)
    _keys: dict[str, tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        commands = [*self.log.begin, *(c for step in self.log.steps for c in step.commands)]
        self.table = Table(people_of(commands), undoable=False)
        self.places = Places(self.data, self.table)
        self._points = frozenset(option.id for option in self.data.game.options)
        labels = self.data.game.labels.get("side", {})
        self._sides = {names.en: side for side, names in labels.items()}

    def read(self) -> ReadGame:
        self.table.apply(self.log.begin)
        begin = self.places.state()
        beside = self._beside(begin.units)
        setting_up = bool(beside)
        settings = self._settings()
        raw: list[tuple[int, Sequence[e.Event]]] = []
        told: list[StepEvents] = []
        entries: dict[int, tuple[Entry, ...]] = {}
        neutral = 0
        doubts = Contradictions(self.data.windows)
        execution = Execution(self.table, self.log.steps, doubts)
        for step in self.log.steps:
            events = execution.apply(step)
            raw.append((step.number, events))
            shown = tuple(self._tell(events))
            told.append(StepEvents(step.number, shown, combat=any(map(_shows_combat, shown))))
            entries[step.number], count = entries_of(told[-1].events, events, self._who)
            neutral += count
        undone = taken_back(raw)
        gone = {back.step for back in undone} | {back.undo for back in undone}
        steps = _with_set_up(
            [step for step in told if (step.events or step.combat) and step.step not in gone], beside
        )
        initial = {point: value for point, value in settings.items() if value not in _OPEN}
        chosen = {n: made for n, done in raw if n not in gone and (made := self._chosen(done))}
        for made in chosen.values():
            settings |= made
        every = sum(map(len, entries.values()))
        entries = {step: made for step, made in entries.items() if made and step not in gone}
        kept = sum(map(len, entries.values()))
        settings = {point: value for point, value in settings.items() if value not in _OPEN}
        return ReadGame(
            begin=begin,
            end=begin if self.alone else self.places.state(),
            steps=tuple(steps),
            taken_back=undone,
            settings=settings,
            setting_up=setting_up,
            chits=any(map(_draws, steps)),
            initial=initial,
            chosen=chosen,
            entries=entries,
            sums=Sums(every + neutral, cancelled=every - kept, neutral=neutral),
            started=begin.properties.get(CHIT_NUMBER, "") not in ("", "0"),
            doubts=tuple(doubts.notices()),
            table=self.table if execution.as_written else None,
        )

    # -- the table ---------------------------------------------------------------------------------

    def _who(self, piece: str) -> tuple[str, str]:
        name = self.places.counter_of(piece)
        counter = self.places.counters.get(name)
        if self.places.is_unit(name):
            return name, "unit"
        return (name, "chit") if counter is not None and counter.kind == "chit" else ("", "")

    def _property(self, name: str) -> str:
        key = self._keys.get(name)
        if key is None:
            key = next((found for found in self.table.properties if found[1] == name), None)
            if key is None:
                return ""
            # Nothing ever comes before what was there first.
            self._keys[name] = key
        return self.table.properties[key]

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
        names = self._points
        changes = (v for v in events if isinstance(v, e.PropertyChanged))
        return {change.name: change.new for change in changes if change.name in names}

    def _beside(self, begin: Mapping[str, Standing]) -> set[str]:
        """Return the units that start on the map and still lie beside it, when the game is being set up.

        It is when most of them do, and no chit was drawn yet.
        """
        if self._property(CHIT_NUMBER) not in ("", "0"):
            return set()
        counters = self.places.counters.values()
        starters = {c.id for c in counters if c.assignment is not None and self.places.is_unit(c.id)}
        kinds = {box.id: box.kind for box in self.data.game.boxes}
        gone = {unit for unit, where in begin.items() if kinds.get(where.box) in _PLAYED}
        beside = {unit for unit in starters if unit in begin and begin[unit].hex < 0} - gone
        return beside if len(beside) * 2 > len(starters) else set()

    # -- a step ------------------------------------------------------------------------------------

    def _tell(self, events: Sequence[e.Event]) -> Iterator[Event]:
        """Yield what was set, what was moved, what was removed and what changed, each in order."""
        for event in events:
            if isinstance(event, e.PropertyChanged):
                yield GlobalSet(event.name, event.old, event.new)
            elif isinstance(event, e.TurnChanged) and turn_number(event.new):
                yield TurnSet(turn_number(event.new))
            elif isinstance(event, e.ChatLine) and (die := self._told_die(event, events)):
                yield die
        yield from self._moves(events)
        for event in events:
            if isinstance(event, e.PieceRemoved):
                yield from self._removed(event)
        for event in events:
            if isinstance(event, e.PieceChanged):
                yield from self._changes(event)

    def _told_die(self, line: e.ChatLine, events: Sequence[e.Event]) -> GlobalSet | None:
        """Return the one die that a report tells of, unless the die's property holds it as well."""
        found = self.reports.read(line.text)
        if found is None or len(found[1]) != 1:
            return None
        name = found[0].kind + DIE
        held = any(isinstance(event, e.PropertyChanged) and event.name == name for event in events)
        return None if held else GlobalSet(name, "", str(found[1][0]))

    def _moves(self, events: Iterable[e.Event]) -> Iterator[Event]:
        """Yield each piece that was moved, its places before and after the step, and who did it."""
        first: dict[str, tuple[e.Spot, Actor | None]] = {}
        for event in (moved for moved in events if isinstance(moved, e.PieceMoved)):
            for piece in event.pieces:
                start, actor = first.get(piece, (event.start, None))
                first[piece] = (start, self._actor(event) or actor)
        for piece, (start, actor) in first.items():
            thing = self.table.things.get(piece)
            if thing is not None:
                yield from self._moved(thing, start, self.table.spot(piece), actor)

    def _removed(self, event: e.PieceRemoved) -> Iterator[Event]:
        """Yield a unit that was deleted from the map: it has left the game, unless a copy of it is left."""
        name, origin = self.places.counter_of(event.id), self.places.hex(event.spot)
        if origin >= 0 and self.places.is_unit(name) and not self._is_there(name):
            yield Relocation(
                name, True, origin, OFF_MAP, Actor(self.places.counters[name].side, Known.INFERRED)
            )

    def _is_there(self, counter: str) -> bool:
        return any(self.places.counter_of(thing.id) == counter for thing in self.table.counters())

    def _moved(self, thing: Thing, start: e.Spot, end: e.Spot, actor: Actor | None) -> Iterator[Event]:
        name = self.places.counter_of(thing.id)
        if not name or start == end:
            return
        origin, target = self.places.hex(start), self.places.hex(end)
        before, after = self.places.box(start), self.places.box(end)
        if origin == target and before == after:
            return
        counter = self.places.counters.get(name)
        who = actor or Actor(None if counter is None else counter.side, Known.INFERRED)
        if self.places.is_unit(name):
            yield Relocation(name, True, origin, target, who, before, after)
            return
        kind = self.places.kind(thing)
        if counter is None and kind in ("", *UNIT_KINDS):
            yield Relocation(name, False, origin, target, who, before, after)
            return
        yield Handled(thing.id, name, kind, origin, target, before, after, who)

    def _actor(self, event: e.PieceMoved) -> Actor | None:
        """Return the mover's side as the log names it: the game's own id, else as it stands."""
        return None if event.actor is None else hand_of(event.actor.side, self._sides)

    def _changes(self, event: e.PieceChanged) -> Iterator[Event]:
        values = {c.name: (c.old, c.new) for c in event.changes if c.name}
        name = self.places.counter_of(event.id) if values else ""
        thing = self.table.things.get(event.id)
        if not name or thing is None:
            return
        unit = self.places.is_unit(name)
        h = self.places.hex(self.table.spot(event.id))
        counter = self.places.counters.get(name)
        kind = counter.kind if unit and counter is not None else self.places.kind(thing)
        yield Noted(event.id, name, kind, h, values)


def _shows_combat(event: Event) -> bool:
    match event:
        case GlobalSet(name=name, old=old, new=new):
            # A die may show the same number again.
            return (name.endswith(DIE) and bool(new)) or (name in _COMBAT_PROPERTIES and old != new)
        case Noted(values=values):
            return any(
                name == FACE or (name in _COMBAT_VALUES and new not in ("", "0"))
                for name, (_, new) in values.items()
            )
        case _:
            return False
