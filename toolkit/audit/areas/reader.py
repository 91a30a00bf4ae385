"""From a log's table to the words of a game: what went where, and who wrote what.

The places of a game on hexes are its hexes, by their printed numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from toolkit.audit.actor import Actor, Known
from toolkit.audit.areas.entries import FACE, MASKED, Clerk
from toolkit.audit.areas.records import NOWHERE, Laid, Place, Shift, Step, Told
from toolkit.audit.deleted import Execution
from toolkit.audit.facts import number, properties
from toolkit.audit.ledger import KEYED, Entry, Sums, What, put_back
from toolkit.audit.module_data import ModuleData
from toolkit.audit.undo import TakenBack, taken_back
from toolkit.vassal import events as e
from toolkit.vassal import sequence
from toolkit.vassal.log import Log
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits.visual import Mask

_OPEN = ("", "open")
_DOWN = "2"
_TALK = "<"
"""What a line begins with that a player wrote; the engine's own begin with a star."""
UNIT, CARD = "unit", "card"
_SOON: Final = 5
_NEAR: Final = 12
"""So many steps around, a key or a turned face may belong to a drag."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How a game's module speaks.

    Attributes
    ----------
    phases : tuple of str
        Of the turn tracker, in their order.
    consequences : frozenset of str
        Words of pieces that a decision of another one dragged along.
    still : frozenset of str
        Words of keys by which a unit acts where it lies.
    markers : frozenset of str
        Kinds of markers whose places count.
    values : frozenset of str
        Properties of pieces that the audit asks for.
    begin : frozenset of str
        Those that it asks for where a log begins only.
    shuffles : frozenset of str
        Words of keys that shuffle a deck, whatever comes into it by that.
    decks : frozenset of str
        Boxes of the decks whose order counts; all of them where none is named.
    strangers : bool
        Whether pieces of other modules count, by their names.
    corrections : frozenset of str
        Words of keys that put something right and decide nothing.
    events : frozenset of str
        Boxes of cards that may let units be turned up.
    together : int
        So many steps with keys around a drag may say what it is.
    tired : bool
        Whether units may be turned over first, and dragged after that.
    neutral : mapping of str to str
        Values and properties that decide nothing → why.
    """

    phases: tuple[str, ...]
    consequences: frozenset[str]
    still: frozenset[str] = frozenset()
    markers: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    begin: frozenset[str] = frozenset()
    shuffles: frozenset[str] = frozenset()
    decks: frozenset[str] = frozenset()
    strangers: bool = True
    corrections: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    together: int = 1
    tired: bool = False
    neutral: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadLog:
    """A log in the words of its game; steps that come to nothing, undone or put back, are left out.

    Attributes
    ----------
    begin, end : Laid
    steps : tuple of Step
    taken_back : tuple of TakenBack
    settings : mapping of str to str
    talk : bool
        Whether a player wrote a line into the chat after the last of the steps.
    sums : Sums
        What the ledger holds of it before anything is judged.
    glimpses : tuple of (int, str)
        Step and card where a hidden card was shown for a moment.
    """

    begin: Laid
    end: Laid
    steps: tuple[Step, ...]
    taken_back: tuple[TakenBack, ...]
    settings: Mapping[str, str]
    talk: bool = False
    sums: Sums = field(default_factory=Sums)
    glimpses: tuple[tuple[int, str], ...] = ()


def read_game(log: Log, data: ModuleData, words: Vocabulary) -> ReadLog:
    """Replay a log and say what happened in it."""
    return _Reader(log, data, words).read()


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
    clerk: Clerk = field(init=False)

    def __post_init__(self) -> None:
        house_rules = dict.fromkeys((option.id for option in self.data.game.options), "a house rule")
        neutral = {**self.words.neutral, **house_rules}
        self.clerk = Clerk(self._who, self.place, self._turn, neutral, self._actor)
        commands = [*self.log.begin, *(c for step in self.log.steps for c in step.commands)]
        self.table = Table(people_of(commands), undoable=False)
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

    def read(self) -> ReadLog:
        self.table.apply(self.log.begin)
        begin = self._laid()
        raw: list[tuple[int, Sequence[e.Event]]] = []
        told: list[Step] = []
        execution = Execution(self.table, self.log.steps)
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
        corrected = self._corrected(told, gone)
        steps, talk = _with_talk(told, gone | corrected)
        entries = sum(len(step.entries) for step in told)
        kept = sum(len(step.entries) for step in steps)
        neutral = self.clerk.neutral
        sums = Sums(entries + neutral, cancelled=entries - kept, neutral=neutral)
        glimpses = tuple(_glimpses(step for step in told if step.number in corrected))
        settings = self._settings(begin, steps)
        return ReadLog(begin, self._laid(), steps, undone, settings, talk, sums, glimpses)

    def _corrected(self, told: Sequence[Step], gone: Collection[int]) -> frozenset[int]:
        """Return the steps that come to nothing together although nobody called them an undo."""
        steps = [step for step in told if step.number not in gone]
        rows = [(place, step.entries) for place, step in enumerate(steps) if step.told or step.entries]

        def free(place: int) -> bool:
            return all(one.act in self.words.corrections for one in steps[place].told)

        runs = (run for run in put_back(rows, free) if not self._meant(steps, run))
        return frozenset(steps[place].number for run in runs for place in run)

    def _meant(self, steps: Sequence[Step], run: Sequence[int]) -> bool:
        """Return whether a unit that is dragged away and back acts thereby: a key or its face says so.

        A unit that lay beside the board in between did not, nor one whose later key has a drag of its own.
        One that is turned up soon after a card was laid that lets units be turned up is what the card is for.
        """
        entries = [one for place in run for one in steps[place].entries]
        faces = {one.key: one.before for one in reversed(entries) if one.key.what is What.FACE}
        risen = [key.subject for key, before in faces.items() if before == _DOWN]
        if any(self._readies(step, risen) for step in steps[max(0, run[0] - _SOON) : run[0]]):
            return True
        moves = [one for one in entries if one.key.what is What.PLACE]
        first = {one.key.subject: one.before for one in reversed(moves)}
        away = {one.key.subject for one in moves if not _on_board(one.after)}
        beside = {piece for piece in away if _on_board(first[piece])}
        dragged = {one.key.subject for one in moves} - beside
        for way in (range(run[0] - 1, -1, -1), range(run[-1] + 1, len(steps))) if dragged else ():
            keys = 0
            for near in way[:_NEAR]:
                acting = set(self._acting(steps[near], before=near < run[0]))
                if near > run[-1]:
                    acting -= {shift.counter for step in steps[near : near + 2] for shift in step.shifts}
                if not dragged.isdisjoint(acting):
                    return True
                keys += bool(acting)
                if keys == self.words.together or steps[near].turn is not None:
                    break
        return False

    def _readies(self, step: Step, units: Sequence[str]) -> bool:
        """Return whether a card is laid that may let one of the units be turned up: a card of its side."""
        owned = {counter.id: counter.side for counter in self.data.game.counters if counter.id in units}
        sides = set(self._sides.values())
        for shift in step.shifts:
            if shift.kind == CARD and shift.target.box in self.words.events:
                own = shift.target.box.rpartition("-")[2]
                if units and (own not in sides or own in owned.values()):
                    return True
        return False

    def _acting(self, step: Step, *, before: bool) -> Iterator[str]:
        """Yield the pieces that act by drags and say so in a step: by a key of their own, or turned over.

        Who acts where it lies needs no drag.  Where a unit that lies face-down has acted, one that was turned
        over before does not act again.
        """
        idle = self.words.consequences | self.words.still
        yield from (one.counter for one in step.told if one.act not in idle)
        if not before or self.words.tired:
            still = {one.counter for one in step.told if one.act in self.words.still}
            yield from (unit for unit, down in step.turned.items() if down and unit not in still)

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
            if kind == UNIT and values.get(FACE) == _DOWN:
                down.add(name)
            found = {key: value for key, value in values.items() if key in asked}
            if MASKED in asked and kind == CARD:
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
        turned: dict[str, bool] = {}
        lay: dict[str, bool] = {}
        wrote: dict[str, int] = {}
        noted: dict[str, dict[str, str]] = {}
        settings: dict[str, str] = {}
        decks: dict[str, tuple[str, ...]] = {}
        filled: dict[str, tuple[str, ...]] = {}
        turn: tuple[int, str] | None = None
        talk = False
        for event in events:
            match event:
                case e.PieceMoved(pieces=pieces, start=start, end=end):
                    for piece in pieces:
                        spots, actor = way.setdefault(piece, ([start], None))
                        spots.append(end)
                        way[piece] = (spots, self._actor(event) or actor)
                case e.PieceChanged(id=id_, changes=changes):
                    self._changed(id_, changes, (turned, lay, wrote, noted))
                case e.PropertyChanged(name=name, new=new):
                    settings[name] = new
                case e.TurnChanged(new=new):
                    turn = self._turn(new)
                case e.ChatLine(text=text):
                    talk = talk or text.startswith(_TALK)
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
        spoken = [(number, self._told(id_)) for id_, number in wrote.items() if id_ in self.table.things]
        spoken.sort(key=lambda one: (one[0], one[1].act in self.words.consequences))
        told = tuple(one for _, one in spoken)
        if any(one.act in self.words.shuffles for one in told):
            decks = filled | decks
        entries = _keyed(self.clerk.enter(events)) if told else self.clerk.enter(events)
        shifts = (*self._shifts(way), *self._taken_off(events))
        rests = dict(self._rests(way))
        return Step(number, told, shifts, turned, decks, noted, settings, turn, talk, entries, rests)

    def _changed(
        self,
        id_: str,
        changes: Sequence[e.TraitChange],
        found: tuple[dict[str, bool], dict[str, bool], dict[str, int], dict[str, dict[str, str]]],
    ) -> None:
        turned, lay, wrote, noted = found
        for change in changes:
            if change.name == FACE and self._who(id_)[1] == UNIT:
                unit = self._who(id_)[0]
                turned[unit] = change.new == _DOWN
                if lay.setdefault(unit, change.old == _DOWN) is turned[unit]:
                    del turned[unit]
            elif change.name == "Seq":
                wrote[id_] = number(change.new)
            elif change.name in self.words.values:
                noted.setdefault(self._who(id_)[0], {})[change.name] = change.new

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
            if places[0] != places[-1] or between:
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

    def _actor(self, event: e.PieceMoved) -> Actor | None:
        if event.actor is None:
            return None
        side = event.actor.side
        return Actor(None if side is None else self._sides.get(side, side), Known.LOGGED)


def _with_talk(told: Iterable[Step], gone: Collection[int]) -> tuple[tuple[Step, ...], bool]:
    """Return the steps that count, each with the talk before it, and whether talk is left over at the end."""
    found, talk = [], False
    for step in told:
        talk = talk or step.talk
        if not step.empty and step.number not in gone:
            found.append(replace(step, talk=talk) if talk else step)
            talk = False
    return tuple(found), talk


def _on_board(place: object) -> bool:
    return isinstance(place, Place) and bool(place.area)


def _keyed(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries of a step in which a key was pressed."""
    return tuple(one._replace(kind=KEYED) if one.key.what is What.PROPERTY else one for one in entries)


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


__all__ = ["CARD", "MASKED", "UNIT", "ReadLog", "Vocabulary", "read_game"]
