"""From a log's table to the words of Rattenkrieg: which card and unit went where, and who wrote what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from toolkit.audit.events import Actor, Known
from toolkit.audit.facts import properties
from toolkit.audit.module_data import ModuleData
from toolkit.audit.rattenkrieg.records import DECK, HIDDEN, NOWHERE, PILE, Laid, Place, Shift, Step, Told
from toolkit.audit.undo import TakenBack, taken_back
from toolkit.vassal import events as e
from toolkit.vassal import sequence
from toolkit.vassal.log import Log
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits.visual import Mask

PHASES: Final = ("Reinforcements", "Operations", "Replenishment")
CONSEQUENCES = frozenset({"dealt", "drawn", "sniped", "cleared", "turned"})
"""What a piece writes that a decision of another one dragged along."""

_OPEN = ("", "open")
_PIECES = ("unit", "card")
_TELLING = frozenset({"Seq", "Face_Level", "Isolated", "MaskedBy"})


@dataclass(frozen=True, slots=True)
class ReadLog:
    """A log in the words of its game; steps that were taken back, and the undos, are left out."""

    begin: Laid
    end: Laid
    steps: tuple[Step, ...]
    taken_back: tuple[TakenBack, ...]
    settings: Mapping[str, str]


def read_game(log: Log, data: ModuleData) -> ReadLog:
    """Replay a log and say what happened in it."""
    return _Reader(log, data).read()


@dataclass(slots=True)
class _Reader:
    log: Log
    data: ModuleData
    table: Table = field(init=False)
    _areas: dict[str, str] = field(init=False)
    _boxes: dict[tuple[str, str], str] = field(init=False)
    _places: dict[e.Spot, Place] = field(default_factory=dict)
    _names: dict[str, tuple[str, str]] = field(default_factory=dict)
    _sides: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        commands = [*self.log.begin, *(c for step in self.log.steps for c in step.commands)]
        self.table = Table(people_of(commands), undoable=False)
        manifest = self.data.manifest
        self._areas = {name: area for area, name in manifest.get("areas", {}).items()}
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
        for step in self.log.steps:
            events = self.table.apply(step.commands, step.number)
            raw.append((step.number, events))
            told.append(self._tell(step.number, events))
        undone = taken_back(raw)
        # A unit dragged back is no undo yet: it may have gone there and back.  The narrator tells.
        drags = {step.number for step in told if step.dragged}
        undone = tuple(back for back in undone if not {back.step, back.undo} <= drags)
        gone = {back.step for back in undone} | {back.undo for back in undone}
        steps = tuple(step for step in told if not step.empty and step.number not in gone)
        return ReadLog(begin, self._laid(), steps, undone, self._settings(begin, steps))

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
            known = self._names[id_] = (values.get("CounterId", ""), values.get("Kind", ""))
        return known

    def _laid(self) -> Laid:
        units: dict[str, Place] = {}
        cards: dict[str, Place] = {}
        down, isolated, shown = set(), set(), set()
        gone, joined = 0, False
        for thing in self.table.counters():
            name, kind = self._who(thing.id)
            if kind == "unit":
                values = properties(thing)
                units[name] = self.place(self.table.spot(thing.id))
                down |= {name} if values.get("Face_Level") == "2" else set()
                isolated |= {name} if values.get("Isolated") == "1" else set()
                if values.get("Class") == "tank" and values.get("GoneTurn", "").isdigit():
                    gone = int(values["GoneTurn"])
                joined = joined or (values.get("Class") == "tank" and values.get("Joined") == "1")
            elif kind == "card":
                cards[name] = self.place(self.table.spot(thing.id))
                shown |= set() if _masked(thing) else {name}
        known = {name: value for (_, name), value in self.table.properties.items()}
        turn = max((_turn(state) for state in self.table.turns.values()), default=(0, ""))
        faces = frozenset(down), frozenset(isolated)
        return Laid(units, *faces, cards, frozenset(shown), self._deck(), known, gone, turn, joined)

    def _is_draw_deck(self, id_: str) -> bool:
        return id_ in self.table.things and self.place(self.table.spot(id_)).box == DECK

    def _deck(self) -> tuple[str, ...]:
        for thing in self.table.things.values():
            if thing.is_deck and self._is_draw_deck(thing.id):
                return tuple(self._who(piece)[0] for piece in thing.members)
        return ()

    # -- a step ------------------------------------------------------------------------------------

    def _tell(self, number: int, events: Sequence[e.Event]) -> Step:
        first: dict[str, tuple[e.Spot, Actor | None]] = {}
        changed: dict[str, dict[str, str]] = {}
        settings: dict[str, str] = {}
        turn: tuple[int, str] | None = None
        shuffled = False
        for event in events:
            match event:
                case e.PieceMoved(pieces=pieces, start=start):
                    for piece in pieces:
                        known, actor = first.get(piece, (start, None))
                        first[piece] = (known, self._actor(event) or actor)
                case e.PieceChanged(id=id_, changes=changes):
                    for change in changes:
                        if change.name in _TELLING:
                            changed.setdefault(change.name or "", {})[id_] = change.new
                case e.PropertyChanged(name=name, new=new):
                    settings[name] = new
                case e.TurnChanged(new=new):
                    turn = _turn(new)
                case e.DeckChanged(id=id_, before=before, after=after) if self._is_draw_deck(id_):
                    shuffled = shuffled or not before or _reordered(before, after)
                case _:
                    pass
        wrote = changed.get("Seq", {})
        told = sorted((self._told(id_) for id_ in wrote), key=lambda one: one.act in CONSEQUENCES)
        faces, marks = changed.get("Face_Level", {}), changed.get("Isolated", {})
        return Step(
            number,
            tuple(told),
            tuple(self._shifts(first)),
            {self._who(id_)[0]: new == "2" for id_, new in faces.items() if self._who(id_)[1] == "unit"},
            self._deck() if shuffled else None,
            settings,
            turn,
            {self._who(id_)[0]: new == "1" for id_, new in marks.items()},
            tuple(self._who(id_)[0] for id_, new in changed.get("MaskedBy", {}).items() if not new),
        )

    def _told(self, id_: str) -> Told:
        thing = self.table.things[id_]
        values = properties(thing)
        name, kind = self._who(id_)
        return Told(name, kind, values.get("Act", ""), values.get("By", ""), values)

    def _shifts(self, first: Mapping[str, tuple[e.Spot, Actor | None]]) -> Iterable[Shift]:
        for piece, (start, actor) in first.items():
            name, kind = self._who(piece)
            if kind not in _PIECES or piece not in self.table.things:
                continue
            origin, target = self.place(start), self.place(self.table.spot(piece))
            if origin != target:
                yield Shift(name, kind, origin, target, actor)

    def _actor(self, event: e.PieceMoved) -> Actor | None:
        if event.actor is None:
            return None
        side = event.actor.side
        return Actor(None if side is None else self._sides.get(side, side), Known.LOGGED)


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


def _turn(state: str) -> tuple[int, str]:
    """Return turn and phase of a tracker's state.

    The engine writes the level in play, a bar, and the level's own state; the state of the level below comes
    last in it, and begins with the place of its value.
    """
    level = sequence.decode(state, "|")
    if len(level) < 2:
        return 0, ""
    own = sequence.decode(level[1], ";")
    below = sequence.decode(own[-1], ";") if own else []
    turn = int(own[0]) if own and own[0].isdigit() else 0
    place = int(below[0]) if len(own) > 1 and below and below[0].isdigit() else -1
    return turn, PHASES[place] if 0 <= place < len(PHASES) else ""


__all__ = ["CONSEQUENCES", "HIDDEN", "PILE", "ReadLog", "read_game"]
