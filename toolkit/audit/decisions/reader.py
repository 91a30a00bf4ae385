"""From a log's table to the words of a game: what went where, and who wrote what.

The places of a game on hexes are its hexes, by their printed numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from toolkit.audit.actor import Actor, Known, hand_of
from toolkit.audit.contradictions import Contradiction, Contradictions
from toolkit.audit.decisions.corrections import Corrections
from toolkit.audit.decisions.entries import FACE, MASKED, Clerk
from toolkit.audit.decisions.records import CARD, NOWHERE, UNIT, UP, Laid, Place, Shift, Step, Told
from toolkit.audit.decisions.vocabulary import Vocabulary
from toolkit.audit.deleted import Execution
from toolkit.audit.facts import number, properties
from toolkit.audit.ledger import KEYED, Entry, Sums, What
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Notice
from toolkit.audit.undo import TakenBack, taken_back
from toolkit.vassal import events as e
from toolkit.vassal import sequence
from toolkit.vassal.commands import Command
from toolkit.vassal.log import Log
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits.visual import Mask

_OPEN = ("", "open")
_REPORT = "*"
_TALK = "<"
"""What a line begins with that a player wrote; the engine's own begin with a star."""


@dataclass(frozen=True, slots=True)
class ReadLog:
    """A log in the words of its game; steps that come to nothing, undone or put back, are left out.

    Attributes
    ----------
    talk : bool
        Whether a player wrote a line into the chat after the last of the steps.
    sums : Sums
        What the ledger holds of it before anything is judged.
    glimpses : tuple of (int, str)
        Step and card where a hidden card was shown for a moment.
    doubts : tuple of Notice
        Steps that start from what never was so.
    lacks : tuple of Contradiction
        The same, and what would make it so.
    table : Table or None
        As in `toolkit.audit.report.Report.tables`.
    """

    begin: Laid
    end: Laid
    steps: tuple[Step, ...]
    taken_back: tuple[TakenBack, ...]
    settings: Mapping[str, str]
    talk: bool = False
    sums: Sums = field(default_factory=Sums)
    glimpses: tuple[tuple[int, str], ...] = ()
    doubts: tuple[Notice, ...] = ()
    lacks: tuple[Contradiction, ...] = ()
    table: Table | None = None


def read_game(log: Log, data: ModuleData, words: Vocabulary) -> ReadLog:
    """Replay a log and say what happened in it."""
    return _Reader(log, data, words).read()


def table_before(log: Log, data: ModuleData, words: Vocabulary, step: int, mends: Iterable[Command]) -> Laid:
    """Return the table of a log before a step, as it is when something more was done."""
    return _Reader(log, data, words).before(step, mends)


@dataclass(slots=True)
class _Written:
    """What a step writes on pieces.

    Attributes
    ----------
    turned : dict of str to bool
        Units that show another face than before the step: whether it is the lower one.
    wrote : dict of str to int
        Pieces on which a key was pressed, with its number.
    noted : dict of str to dict of str to str
        Counter → values.
    """

    turned: dict[str, bool] = field(default_factory=dict)
    wrote: dict[str, int] = field(default_factory=dict)
    noted: dict[str, dict[str, str]] = field(default_factory=dict)
    _lay: dict[str, bool] = field(default_factory=dict)

    def turn(self, unit: str, lay: bool, *, down: bool) -> None:
        """Turn a unit that lay face-down, or did not."""
        self.turned[unit] = down
        if self._lay.setdefault(unit, lay) is down:
            del self.turned[unit]


@dataclass(slots=True)
class _Reader:
    log: Log
    data: ModuleData
    words: Vocabulary
    table: Table = field(init=False)
    _areas: dict[str, str] = field(init=False)
    _boxes: dict[tuple[str, str], str] = field(init=False)
    _places: dict[e.Spot, Place] = field(default_factory=dict)
    _names: dict[str, tuple[str, str]] = field(default_factory=dict)
    _sides: dict[str, str] = field(init=False)
    _seats: dict[str, str] = field(init=False)
    clerk: Clerk = field(init=False)

    def __post_init__(self) -> None:
        house_rules = dict.fromkeys((option.id for option in self.data.game.options), "a house rule")
        counters = self.data.game.counters
        turns = (counter.id for counter in counters if counter.role == "turn")
        shown = dict.fromkeys(turns, "the turn is the tracker's, wherever its marker lies")
        neutral = {**self.words.neutral, **house_rules, **shown}
        self.clerk = Clerk(self._who, self.place, self._turn, neutral, self._actor)
        commands = [*self.log.begin, *(c for step in self.log.steps for c in step.commands)]
        people = people_of(commands)
        self.table = Table(people, undoable=False)
        manifest = self.data.manifest
        self._areas = {name: area for area, name in manifest.get("areas", {}).items()}
        if self.data.game.hex_map is not None:
            grid = self.data.game.map.grid
            self._areas = {number: number for number in map(grid.number, range(len(grid)))}
        self._boxes = {
            (window, spot[0]): box
            for box, (window, spots) in manifest.get("slots", {}).items()
            for spot in spots
        }
        labels = self.data.game.labels.get("side", {})
        self._sides = {names.en: side for side, names in labels.items()}
        seats = {who.name: self._sides.get(who.side or "", "") for who in people.players}
        # A lone player has every side.
        self._seats = seats if len({*seats.values()} - {""}) > 1 else {}

    def before(self, number: int, mends: Iterable[Command]) -> Laid:
        self.table.apply(self.log.begin)
        for step in self.log.steps:
            if step.number < number:
                self.table.apply(step.commands, step.number)
        self.table.apply(mends, number)
        return self._laid()

    def read(self) -> ReadLog:
        self.table.apply(self.log.begin)
        begin = self._laid()
        raw: list[tuple[int, Sequence[e.Event]]] = []
        told: list[Step] = []
        doubts = Contradictions(self.data.windows)
        execution = Execution(self.table, self.log.steps, doubts)
        for step in self.log.steps:
            events = execution.apply(step)
            raw.append((step.number, events))
            told.append(self._tell(step.number, events))
        undone = taken_back(raw)
        # A piece dragged back is no undo yet: it may have gone there and back.  The narrator tells.
        drags = {step.number for step in told if step.dragged}
        marked = {step for step, events in raw if any(isinstance(event, e.UndoBegin) for event in events)}
        undone = tuple(b for b in undone if b.undo in marked or not {b.step, b.undo} <= drags)
        gone = {back.step for back in undone} | {back.undo for back in undone}
        shown = {step.number for step in told if any(map(_unmasks, step.entries))}
        undone = tuple(replace(b, seen=(*b.seen, "a hidden card")) if b.step in shown else b for b in undone)
        sides = frozenset(self._sides.values())
        corrected = Corrections(self.words, self.data.game.counters, sides).of(told, gone)
        steps, talk = _with_talk(told, gone | corrected)
        entries = sum(len(step.entries) for step in told)
        kept = sum(len(step.entries) for step in steps)
        neutral = self.clerk.neutral
        sums = Sums(entries + neutral, cancelled=entries - kept, neutral=neutral)
        glimpses = tuple(_glimpses(step for step in told if step.number in corrected))
        settings = self._settings(begin, steps)
        doubtful, lacks = tuple(doubts.notices()), tuple(doubts.found)
        end = self._laid()
        table = self.table if execution.as_written else None
        return ReadLog(begin, end, steps, undone, settings, talk, sums, glimpses, doubtful, lacks, table)

    def _settings(self, begin: Laid, steps: Iterable[Step]) -> dict[str, str]:
        """Return the unclear points that the players settled."""
        points = {option.id for option in self.data.game.options}
        found = {name: value for name, value in begin.properties.items() if name in points}
        for step in steps:
            found |= {name: value for name, value in step.settings.items() if name in points}
        return {point: value for point, value in found.items() if value not in _OPEN}

    # -- the table ---------------------------------------------------------------------------------

    def place(self, spot: e.Spot) -> Place:
        """Return where a spot is, by the names that the module's own boards give it."""
        found = self._places.get(spot)
        if found is None:
            found = self._places[spot] = self._find(spot)
        return found

    def _find(self, spot: e.Spot) -> Place:
        window = spot.map or ""
        maps = {} if self.data.windows is None else self.data.windows.maps
        name = None
        if window in maps:
            name = maps[window].location(spot.x, spot.y, self.table.boards.get(window))
        if window == self.data.map_name and name in self._areas:
            return Place(self._areas[name or ""])
        box = self._boxes.get((window, name or ""))
        if box is not None:
            return Place("", box, name or "")
        near = self.data.boxes.box(spot) if window else ""
        return Place("", near, name or "") if near else NOWHERE

    def _who(self, id_: str) -> tuple[str, str]:
        """Return counter id and kind of a piece."""
        known = self._names.get(id_)
        if known is None:
            thing = self.table.things.get(id_)
            if thing is None:
                return "", ""
            values = properties(thing)
            name = values.get("CounterId", "")
            if not name and self.words.strangers:
                name = thing.name
            known = self._names[id_] = (name, values.get("Kind", ""))
        return known

    def _laid(self) -> Laid:
        places: dict[str, dict[str, Place]] = {UNIT: {}, CARD: {}}
        markers: dict[str, Place] = {}
        down: set[str] = set()
        kept: dict[str, dict[str, str]] = {}
        asked = self.words.values | self.words.begin
        for thing in self.table.counters():
            name, kind = self._who(thing.id)
            if kind in places:
                places[kind][name] = self.place(self.table.spot(thing.id))
            elif kind in self.words.markers:
                markers[name] = self.place(self.table.spot(thing.id))
            values = properties(thing)
            if kind == UNIT and values.get(FACE, "") not in UP:
                down.add(name)
            found = {key: value for key, value in values.items() if key in asked}
            if MASKED in asked and kind in (CARD, UNIT):
                found[MASKED] = "somebody" if _masked(thing) else ""
            if found:
                kept[name] = found
        known = {name: value for (_, name), value in self.table.properties.items()}
        turn = max((self._turn(state) for state in self.table.turns.values()), default=(0, ""))
        decks = {
            box: self._cards(thing.members)
            for thing in self.table.things.values()
            if thing.is_deck and self._counts(box := self.place(self.table.spot(thing.id)).box)
        }
        return Laid(places[UNIT], places[CARD], markers, frozenset(down), decks, known, kept, turn)

    def _counts(self, box: str) -> bool:
        """Return whether the order of the deck in a box counts."""
        return not self.words.decks or box in self.words.decks

    def _cards(self, members: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._who(piece)[0] for piece in members)

    def _turn(self, state: str) -> tuple[int, str]:
        """Return turn and phase of a tracker's state.

        The engine writes the level in play, a bar, and the level's own state; the state of the level below
        comes last in it, and begins with the place of its value.
        """
        level = sequence.decode(state, "|")
        if len(level) < 2:
            return 0, ""
        own = sequence.decode(level[1], ";")
        below = sequence.decode(own[-1], ";") if own else []
        turn = number(own[0]) if own else 0
        place = number(below[0], -1) if len(own) > 1 and below else -1
        phases = self.words.phases
        return turn, phases[place] if 0 <= place < len(phases) else ""

    # -- a step ------------------------------------------------------------------------------------

    def _tell(self, number: int, events: Sequence[e.Event]) -> Step:
        way: dict[str, tuple[list[e.Spot], Actor | None]] = {}
        written = _Written()
        settings: dict[str, str] = {}
        decks: dict[str, tuple[str, ...]] = {}
        filled: dict[str, tuple[str, ...]] = {}
        turn: tuple[int, str] | None = None
        talk, thrower = False, ""
        for event in events:
            match event:
                case e.PieceMoved(pieces=pieces, start=start, end=end):
                    for piece in pieces:
                        spots, actor = way.setdefault(piece, ([start], None))
                        spots.append(end)
                        way[piece] = (spots, self._actor(event) or actor)
                case e.PieceChanged(id=id_, changes=changes):
                    self._changed(id_, changes, written)
                case e.PropertyChanged(name=name, new=new):
                    settings[name] = new
                case e.TurnChanged(new=new):
                    turn = self._turn(new)
                case e.ChatLine(text=text):
                    talk = talk or text.startswith(_TALK)
                    thrower = thrower or self._thrower(text)
                case e.DeckChanged(id=id_, before=before, after=after) if id_ in self.table.things:
                    box = self.place(self.table.spot(id_)).box
                    if not self._counts(box):
                        continue
                    filled[box] = self._cards(after)
                    # What comes to a deck after its shuffle lies in that order too.
                    grows = box in decks and set(decks[box]) < set(filled[box])
                    if grows or not before or _reordered(before, after):
                        decks[box] = filled[box]
                case _:
                    pass
        spoken = [
            (number, self._told(id_)) for id_, number in written.wrote.items() if id_ in self.table.things
        ]
        spoken.sort(key=lambda one: (one[0], one[1].act in self.words.consequences))
        told = tuple(one for _, one in spoken)
        if any(one.act in self.words.shuffles for one in told):
            decks = filled | decks
        entries = self.clerk.enter(events, keyed=bool(told))
        entries = self._keyed(entries, told) if told else entries
        shifts = (*self._shifts(way), *self._taken_off(events))
        rests = dict(self._rests(way))
        turned, noted = written.turned, written.noted
        return Step(number, told, shifts, turned, decks, noted, settings, turn, talk, entries, rests, thrower)

    def _thrower(self, report: str) -> str:
        """Return the side whose player a report of dice names at its end, "" for none."""
        name = report.rpartition("<")[2]
        return self._seats.get(name[:-1], "") if report.startswith(_REPORT) and name.endswith(">") else ""

    def _changed(self, id_: str, changes: Sequence[e.TraitChange], written: _Written) -> None:
        name, kind = self._who(id_)
        for change in changes:
            if change.name == FACE and kind == UNIT:
                written.turn(name, change.old not in UP, down=change.new not in UP)
            elif change.name == "Seq":
                written.wrote[id_] = number(change.new)
            if change.name in self.words.values:
                written.noted.setdefault(name, {})[change.name] = change.new

    def _told(self, id_: str) -> Told:
        thing = self.table.things[id_]
        values = properties(thing)
        name, kind = self._who(id_)
        return Told(name, kind, values.get("Act", ""), values.get("By", ""), values)

    def _shifts(self, way: Mapping[str, tuple[list[e.Spot], Actor | None]]) -> Iterable[Shift]:
        for piece, (spots, actor) in way.items():
            name, kind = self._who(piece)
            strange = not kind and self.words.strangers
            if not strange and kind not in (UNIT, CARD) and kind not in self.words.markers:
                continue
            if piece not in self.table.things:
                continue
            places = [self.place(spot) for spot in spots]
            between = tuple(place.area for place in places[1:-1] if place.area)
            # What lies again on the very same spot was only lifted.
            if places[0] != places[-1] or (between and spots[0] != spots[-1]):
                yield Shift(name, kind, places[0], places[-1], actor, between)

    def _rests(self, way: Mapping[str, tuple[list[e.Spot], Actor | None]]) -> Iterator[tuple[str, Place]]:
        for piece, (spots, _) in way.items():
            name, kind = self._who(piece)
            place = self.place(spots[-1])
            if kind == UNIT and place.area and place == self.place(spots[0]):
                yield name, place

    def _taken_off(self, events: Iterable[e.Event]) -> Iterator[Shift]:
        """Yield the units of the board of which no piece is left."""
        for event in events:
            if not isinstance(event, e.PieceRemoved) or self._who(event.id)[1] != UNIT:
                continue
            name, place = self._who(event.id)[0], self.place(event.spot)
            left = any(self._who(thing.id)[0] == name for thing in self.table.counters())
            if place.area and not left:
                yield Shift(name, UNIT, place, NOWHERE)

    def _keyed(self, entries: Sequence[Entry], told: Sequence[Told]) -> tuple[Entry, ...]:
        """Return the entries of a step in which keys were pressed: who did so changed the piece."""
        hands = {
            one.counter: Actor(self._sides[one.by], Known.DECLARED) for one in told if one.by in self._sides
        }
        return tuple(
            one._replace(kind=KEYED)
            if one.key.what is What.PROPERTY
            else one._replace(actor=one.actor or hands.get(one.key.subject))
            for one in entries
        )

    def _actor(self, event: e.PieceMoved) -> Actor | None:
        return None if event.actor is None else hand_of(event.actor.side, self._sides)


def _with_talk(told: Iterable[Step], gone: Collection[int]) -> tuple[tuple[Step, ...], bool]:
    """Return the steps that count, each with the talk before it, and whether talk is left over at the end."""
    found, talk = [], False
    for step in told:
        talk = talk or step.talk
        if not step.empty and step.number not in gone:
            found.append(replace(step, talk=talk) if talk else step)
            talk = False
    return tuple(found), talk


def _unmasks(entry: Entry) -> bool:
    """Return whether a change shows a hidden card."""
    return entry.key.what is What.MASK and bool(entry.before) and not entry.after


def _glimpses(steps: Iterable[Step]) -> Iterator[tuple[int, str]]:
    """Yield step and card where a mask was taken off that is put on again."""
    for step in steps:
        yield from ((step.number, entry.key.subject) for entry in step.entries if _unmasks(entry))


def _reordered(before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether cards lie in another order now, whatever came to them or went."""
    left, kept = set(after), set(before)
    return [card for card in before if card in left] != [card for card in after if card in kept]


def _masked(thing: Thing) -> bool:
    """Return whether somebody masks a card."""
    for trait, state in zip(thing.traits(), thing.states, strict=False):
        if isinstance(trait, Mask):
            return trait.owner(state) is not None
    return False
