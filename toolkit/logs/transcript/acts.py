"""Acts: what a step shows that people would tell, in no language yet.

A step is moves, a flag, a roll and words together; an act is one of what remains when marks, notes of the
machine and what changes nothing are left aside.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from toolkit.audit.without_rules.history import History, Moment, speaker, undone_words
from toolkit.audit.without_rules.rolls import Reports, numbers
from toolkit.vassal import commands as c
from toolkit.vassal import events as e
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.events import Spot
from toolkit.vassal.log import Log
from toolkit.vassal.naming import Names
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Layer, Rotate, parse_trait, trait_texts
from toolkit.vassal.turns import Trackers

_PHASE = re.compile(
    r"(?:now|ok|okay|so|and|,|\s)*(?:begin\w*|start\w*|on to|moving on to|here begins|now for)\b[^?]{0,60}"
    r"\b(?:phase|turn|impulse|segment|round)\b[^?]{0,20}|[\w\s&'/-]{0,40}\b(?:phase|turn \d+)\s*[.:!]*",
    re.IGNORECASE,
)
"""What people write who have no turn tracker."""
_TAG = re.compile(
    r"</?(?:a|b|big|body|br|center|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|small|span|strike|strong"
    r"|sub|sup|table|tbody|td|th|tr|tt|u|ul)\b[^<>]*>",
    re.IGNORECASE,
)
_STYLE = re.compile(r"^\s*[|!?~`]+\s*(?=\S)")
_MARKS = frozenset({"Moved", "Trail", "Report", "SendTo", "Footprint", "Trigger", "GlobalKey", "Clone"})
_OVER = re.compile(
    r"(?:flip|turn|turn over|flip over|reverse|invert|other side)(?: (?:unit|counter|piece))?", re.IGNORECASE
)
"""What a layer is called whose picture is the other side of the counter."""
_COVERS = {"MaskedBy": "cover", "HiddenBy": "hide"}
_NOBODY = "a player"
_MACHINE = re.compile(
    r"(?:^|[a-z_])(?:seq|step|count|trigger|temp|tmp|flag|index|id|act|by|at|to)$|^_", re.IGNORECASE
)
"""Names that makers of modules give to what only the machine reads."""


class Kind(StrEnum):
    """What sort of act it is."""

    TURN = "turn"
    SAY = "say"
    REPORT = "report"
    ROLL = "roll"
    MOVE = "move"
    PLACE = "place"
    REMOVE = "remove"
    FACE = "face"
    COVER = "cover"
    SHOW = "show"
    DRAW = "draw"
    PUT = "put"
    SHUFFLE = "shuffle"
    VALUE = "value"
    PROPERTY = "property"
    SIT = "sit"
    LEAVE = "leave"
    UNDO = "undo"
    DEED = "deed"


class Where(NamedTuple):
    """A place: map, what it is called there ("" for pixels), and pixels."""

    map: str
    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Act:
    """One act.

    Attributes
    ----------
    log : int
        Place of its log in the order of play.
    first, last : int
        Steps.
    who : str
        A player or a side; "" where nothing says it.
    pieces : tuple of str
        Names.
    path : tuple of Where
        Where from, by way of, where to.
    text : str
        What was said, reported or changed: the name of a face, a value, a die, a deck.
    old, new : str
        Of a value.
    values : tuple of int
        Of a roll.
    hexes : int
        How far a move went; 0 where no grid says it.
    turn : str
        The heading under which it stands.
    aside : bool
        Whether it is plumbing, shown on demand only.
    ids : tuple of str
        Of the pieces; never shown.
    """

    kind: Kind
    log: int
    first: int
    last: int
    who: str = ""
    pieces: tuple[str, ...] = ()
    path: tuple[Where, ...] = ()
    text: str = ""
    old: str = ""
    new: str = ""
    values: tuple[int, ...] = ()
    hexes: int = 0
    turn: str = ""
    aside: bool = False
    ids: tuple[str, ...] = field(default=(), repr=False)


def plain_text(text: str) -> str:
    """Return a chat line without HTML and without the marks that choose its colour."""
    bare = html.unescape(_TAG.sub(" ", text))
    return re.sub(r"\s+", " ", _STYLE.sub("", bare)).strip()


@dataclass(slots=True)
class Teller:
    """Looks on while a log is played and notes its acts.

    Parameters
    ----------
    log : int
        Place of the log in the order of play.
    """

    log: int
    module: BuildFile | None
    names: Names
    reports: Reports
    source: InitVar[Log]
    acts: list[Act] = field(default_factory=list)
    turn: str = ""
    _tracked: bool = False
    _trackers: Trackers | None = None
    _said: dict[str, Spot] = field(default_factory=dict)

    def __post_init__(self, source: Log) -> None:
        for item in source.begin:
            if isinstance(item, c.SetTurn):
                self.turn = self._turn(item.id, item.state)

    def command(self, table: Table, command: c.Command, step: int) -> None:  # noqa: ARG002
        """Note where a move says that it begins: old engines leave pieces of a stack on no map."""
        for leaf in c.leaves(command):
            if not isinstance(leaf, c.MovePiece) or leaf.id not in table.things:
                continue
            if leaf.old_map is not None and table.spot(leaf.id).map is None:
                self._said[leaf.id] = Spot(leaf.old_map, leaf.old_x, leaf.old_y)

    def moment(self, table: Table, moment: Moment) -> None:
        """Note the acts of a step."""
        found = list(self._acts(table, moment))
        telling = {act.kind for act in found if not act.aside}
        told = {id_ for act in found if act.kind in _GREAT for id_ in act.ids}
        for act in found:
            quiet = (act.kind is Kind.PROPERTY and telling - {Kind.PROPERTY}) or (
                act.kind is Kind.VALUE and told & set(act.ids)
            )
            self.acts.append(
                replace(act, turn=self.turn, aside=True) if quiet else replace(act, turn=self.turn)
            )

    def _acts(self, table: Table, moment: Moment) -> Iterator[Act]:
        who = "" if moment.actor is None else moment.actor.name
        base = Act(Kind.SAY, self.log, moment.step, moment.step, who)
        for event in moment.events:
            match event:
                case e.ChatLine(text=text):
                    yield from self._spoken(base, text)
                case e.TurnChanged():
                    yield from self._turned(base, event)
                case e.PieceMoved() if event.start != event.end and event.pieces:
                    yield from self._moved(table, base, event)
                case e.PieceAdded() | e.PieceRemoved():
                    yield from self._came_or_went(table, base, event)
                case e.PieceChanged():
                    yield from self._changed(table, base, event)
                case e.DeckChanged():
                    yield from self._deck(base, event)
                case e.PropertyChanged(name=name, old=old, new=new) if old != new:
                    yield from self._property(base, *map(table.people.redact, (name, old, new)))
                case e.PlayerJoined(actor=actor):
                    yield replace(base, kind=Kind.SIT, who=actor.name, text=actor.side or "")
                case e.PlayerLeft(actor=actor):
                    yield replace(base, kind=Kind.LEAVE, who=actor.name)
                case _:
                    continue

    def _spoken(self, base: Act, text: str) -> Iterator[Act]:
        if undone_words(text) is not None:
            return
        roll = self.reports.read(text)
        if roll is not None:
            die, values, player = roll
            yield replace(
                base, kind=Kind.ROLL, who=player or base.who, text=plain_text(die.kind), values=values
            )
            return
        spoken = re.match(r"<([^<>]*)> - (.*)", text, re.DOTALL)
        if spoken is not None:
            said = plain_text(spoken[2])
            if said and not self._tracked and _PHASE.fullmatch(said):
                self.turn = said.rstrip(" .:!")
                yield replace(base, kind=Kind.TURN, who=spoken[1], text=self.turn)
            elif said:
                yield replace(base, kind=Kind.SAY, who=spoken[1], text=said)
            return
        said = plain_text(text).strip("* ")
        if said:
            yield replace(base, kind=Kind.REPORT, who=base.who if speaker(text) else "", text=said)

    def _turned(self, base: Act, event: e.TurnChanged) -> Iterator[Act]:
        self._tracked = True
        self.turn = self._turn(event.id, event.new)
        if self.turn:
            yield replace(base, kind=Kind.TURN, text=self.turn)

    def _turn(self, id_: str, state: str) -> str:
        """Return what a turn tracker shows, as a heading."""
        if self._trackers is None:
            self._trackers = Trackers(self.module)
        words = ", ".join(word for word in self._trackers.words(id_, state) if word.strip())
        name = self._trackers.name(id_) or "Turn"
        return f"{name} {words}" if words[:1].isdigit() else words

    def where(self, table: Table, spot: Spot) -> Where:
        """Return a place with what its map calls it."""
        known = None if self.module is None or spot.map is None else self.module.maps.get(spot.map)
        name = None if known is None else known.location(spot.x, spot.y, table.boards.get(spot.map or ""))
        return Where(table.people.redact(spot.map or ""), name or "", spot.x, spot.y)

    def _name(self, table: Table, id_: str) -> str:
        thing = table.things.get(id_) or table.removed.get(id_)
        return "" if thing is None else table.people.redact(self.names.of(thing))

    def _moved(self, table: Table, base: Act, event: e.PieceMoved) -> Iterator[Act]:
        begin = self._said.pop(event.id, event.start)
        start, end = self.where(table, begin), self.where(table, event.end)
        if not end.map or begin == event.end:
            return
        pieces = tuple(self._name(table, id_) for id_ in event.pieces)
        hexes = self._apart(table, begin, event.end)
        yield replace(
            base,
            kind=Kind.MOVE,
            who=event.actor.name if event.actor is not None else base.who,
            pieces=pieces,
            path=(start, end),
            hexes=hexes,
            ids=event.pieces,
        )

    def _apart(self, table: Table, start: Spot, end: Spot) -> int:
        if self.module is None or start.map is None or start.map != end.map:
            return 0
        known = self.module.maps.get(start.map)
        boards = table.boards.get(start.map)
        return 0 if known is None else known.hexes_apart(start[1:], end[1:], boards) or 0

    def _came_or_went(self, table: Table, base: Act, event: e.PieceAdded | e.PieceRemoved) -> Iterator[Act]:
        came = isinstance(event, e.PieceAdded)
        kind = Kind.PLACE if came else Kind.REMOVE
        spot = table.spot(event.id) if came and event.id in table.things else event.spot
        pieces = (self._name(table, event.id),)
        yield replace(base, kind=kind, pieces=pieces, path=(self.where(table, spot),), ids=(event.id,))

    def _changed(self, table: Table, base: Act, event: e.PieceChanged) -> Iterator[Act]:
        thing = table.things.get(event.id)
        if thing is None:
            return
        piece = replace(base, pieces=(self._name(table, event.id),), ids=(event.id,))
        layers: set[int] = set()
        for change in event.changes:
            if change.trait in _MARKS or change.old == change.new:
                continue
            if change.name in _COVERS:
                yield from self._covered(piece, change)
            elif change.trait == "Layer":
                if change.index not in layers:
                    layers.add(change.index)
                    yield from self._face(piece, thing, change.index, event.changes)
            elif change.trait == "Rotate":
                if change.index not in layers:
                    layers.add(change.index)
                    yield from self._turned_round(piece, thing, change.index)
            elif change.trait not in {"Mask", "Hide"}:
                named = plain_text(change.name or change.trait)
                aside = change.name is None or _MACHINE.search(named) is not None
                yield replace(
                    piece,
                    kind=Kind.VALUE,
                    text=named,
                    old=_short(change.old),
                    new=_short(change.new),
                    aside=aside,
                )

    def _covered(self, piece: Act, change: e.TraitChange) -> Iterator[Act]:
        if change.new and not change.old:
            yield replace(piece, kind=Kind.COVER, text="" if change.new == _NOBODY else change.new)
        elif change.old and not change.new:
            yield replace(piece, kind=Kind.SHOW, text="" if change.old == _NOBODY else change.old)

    def _face(self, piece: Act, thing: Thing, index: int, changes: Sequence[e.TraitChange]) -> Iterator[Act]:
        trait = parse_trait(trait_texts(thing.type)[index])
        if not isinstance(trait, Layer):
            return
        values = {change.name: (change.old, change.new) for change in changes if change.index == index}
        named = values.get(f"{trait.name}_Name", ("", ""))
        level = values.get(f"{trait.name}_Level", ("", ""))
        shown = trait.properties(thing.states[index])
        title = trait.name.strip() or trait.activate_menu.strip() or trait.increase_menu.strip()
        if _OVER.fullmatch(title):
            title = ""
        new = (named[1] or shown.get(f"{trait.name}_Name", "")).strip("+ ")
        on = shown.get(f"{trait.name}_Active") == "true"
        if not new and len(trait.images) > 1 and on:
            new = level[1] or shown.get(f"{trait.name}_Level", "")
        yield replace(piece, kind=Kind.FACE, text=title, old="on" if on else "off", new=new)

    def _turned_round(self, piece: Act, thing: Thing, index: int) -> Iterator[Act]:
        trait = parse_trait(trait_texts(thing.type)[index])
        if isinstance(trait, Rotate):
            degrees = trait.properties(thing.states[index]).get(f"{trait.name}_Degrees", "")
            yield replace(piece, kind=Kind.VALUE, text=trait.name or "facing", new=f"{degrees}°")

    def _deck(self, base: Act, event: e.DeckChanged) -> Iterator[Act]:
        name = event.name or "deck"
        before, after = set(event.before), set(event.after)
        taken, put = len(before - after), len(after - before)
        if event.shuffled:
            yield replace(base, kind=Kind.SHUFFLE, text=name)
        if taken:
            yield replace(base, kind=Kind.DRAW, text=name, values=(taken,), ids=tuple(before - after))
        if put:
            yield replace(base, kind=Kind.PUT, text=name, values=(put,), ids=tuple(after - before))

    def _property(self, base: Act, name: str, old: str, new: str) -> Iterator[Act]:
        if name.endswith("_result") and numbers(new):
            # The roll it belongs to is told by its report; without one this is all there is.
            yield replace(
                base, kind=Kind.ROLL, text=name.removesuffix("_result"), values=numbers(new), old="property"
            )
            return
        aside = _MACHINE.search(name) is not None
        yield replace(base, kind=Kind.PROPERTY, text=name, old=_short(old), new=_short(new), aside=aside)


_GREAT = frozenset({Kind.MOVE, Kind.PLACE, Kind.REMOVE, Kind.FACE, Kind.COVER, Kind.SHOW})


def _short(text: str) -> str:
    bare = plain_text(text)
    return bare if len(bare) <= 60 else f"{bare[:57]}…"


def standing(history: History, acts: Sequence[Act], *, undone: bool = False) -> Iterator[Act]:
    """Yield the acts that stand; a row of undos is told in one act, with the rolls that it took back.

    Parameters
    ----------
    history : History
        Their log.
    undone : bool
        Yield what was taken back as well.
    """
    by_step: dict[int, list[Act]] = {}
    for act in acts:
        by_step.setdefault(act.first, []).append(act)
    backs: Mapping[int, int] = {undo: step for step, undo in history.undone.items()}
    row: list[int] = []
    for moment in history.moments:
        step = moment.step
        own = by_step.get(step, [])
        if step in backs:
            row.append(backs[step])
            continue
        if row and own:
            yield from _took_back(row, by_step, step)
            row = []
        if undone or step not in history.undone:
            yield from own
    if row:
        yield from _took_back(row, by_step, history.moments[-1].step)


def _took_back(row: Sequence[int], by_step: Mapping[int, Sequence[Act]], at: int) -> Iterator[Act]:
    """Yield one act for steps that were taken back, where chance or cards had come out with them."""
    acts = [act for step in sorted(row) for act in by_step.get(step, [])]
    rolls = [act for act in acts if act.kind is Kind.ROLL and act.old != "property"]
    cards = [act for act in acts if act.kind in {Kind.DRAW, Kind.SHOW}]
    if not rolls and not cards:
        return
    first = (rolls or cards)[0]
    values = tuple(value for act in rolls for value in act.values)
    yield replace(
        first,
        kind=Kind.UNDO,
        first=at - 1,
        last=at - 1,
        pieces=(),
        path=(),
        text=first.text if rolls else "",
        values=values,
        old=str(len(rolls)),
        new="",
        ids=(),
    )
