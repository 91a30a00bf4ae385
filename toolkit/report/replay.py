"""Logs stepped through on a table: what eyes see of every piece, and what changes from step to step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from toolkit.audit.facts import constants
from toolkit.report.look import Look, look_of, name_of
from toolkit.report.sight import Seen, Sight
from toolkit.vassal import events as e
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.events import Spot
from toolkit.vassal.log import Log
from toolkit.vassal.merging import stacking_of
from toolkit.vassal.privacy import Actor, people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Mask, trait_texts

K = TypeVar("K")


class Standing(NamedTuple):
    """What eyes see of one piece, as numbers in the lists of a `Replay`.

    Attributes
    ----------
    level : int
        How high it lies where several pieces do; of a deck, how many pieces it holds.
    kind : int
        0 open, 1 a face that others do not see, 2 masked, 3 a deck.
    """

    place: int
    look: int
    name: int
    level: int
    kind: int


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a step.

    Attributes
    ----------
    log : int
        Place of its log in the list as given.
    step : int
        0 for what the log begins with.
    changes : tuple of (int, Standing or None)
        Piece → how it stands now, None where it is seen no more; pieces are counted as they are first seen.
    words : tuple of str
        Chat lines.
    actor : Actor or None
        Who moved, where the log says so.
    """

    log: int
    step: int
    changes: tuple[tuple[int, Standing | None], ...]
    words: tuple[str, ...] = ()
    actor: Actor | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """All frames of logs, and what their pieces refer to.

    Attributes
    ----------
    places : tuple of (str, int, int, str)
        Window, pixel, and what the window calls the place.
    names : tuple of (str, str)
        What a piece is called, and its counter's id, "" where it has none or is masked.
    players : tuple of Actor
        Everyone in the rosters.
    """

    places: tuple[tuple[str, int, int, str], ...]
    looks: tuple[Look, ...]
    names: tuple[tuple[str, str], ...]
    frames: tuple[Frame, ...]
    players: tuple[Actor, ...]


class _Numbers(Generic[K]):
    """Values numbered as they come."""

    def __init__(self) -> None:
        self.known: dict[K, int] = {}

    def of(self, value: K) -> int:
        return self.known.setdefault(value, len(self.known))


def replay(logs: Sequence[tuple[int, Log]], windows: BuildFile | None, sight: Sight) -> Replay:
    """Step through logs.

    Parameters
    ----------
    logs : sequence of (int, Log)
        In the order of play, each with its place in the list as given.
    windows : BuildFile or None
        The module's, which names the places.
    """
    return _Replayer(windows, sight).run(logs)


_Signature = tuple[tuple[str, ...], Spot, str | None, int]


@dataclass(slots=True)
class _Replayer:
    windows: BuildFile | None
    sight: Sight
    places: _Numbers[Spot] = field(default_factory=_Numbers[Spot])
    looks: _Numbers[Look] = field(default_factory=_Numbers[Look])
    names: _Numbers[tuple[str, str]] = field(default_factory=_Numbers[tuple[str, str]])
    shown: dict[str, tuple[int, Standing]] = field(default_factory=dict)
    count: int = 0
    players: dict[Actor, None] = field(default_factory=dict)
    labels: list[tuple[str, int, int, str]] = field(default_factory=list)

    def run(self, logs: Sequence[tuple[int, Log]]) -> Replay:
        frames: list[Frame] = []
        for number, log in logs:
            frames += self._log(number, log)
        return Replay(
            tuple(self.labels),
            tuple(self.looks.known),
            tuple(self.names.known),
            tuple(frames),
            tuple(self.players),
        )

    def _log(self, number: int, log: Log) -> Iterator[Frame]:
        stacking = None if self.windows is None else stacking_of(self.windows)
        people = people_of((*log.begin, *(command for step in log.steps for command in step.commands)))
        table = Table(people=people, stacking=stacking, undoable=False)
        table.apply(log.begin)
        eyes = _Eyes(self, table)
        yield Frame(number, 0, eyes.changes())
        for step in log.steps:
            events = table.apply(step.commands, step.number)
            words = tuple(event.text for event in events if isinstance(event, e.ChatLine))
            yield Frame(number, step.number, eyes.changes(), words, _mover(events))
        self.players |= dict.fromkeys(people.players)

    def place(self, spot: Spot, boards: Table) -> int:
        number = self.places.of(spot)
        if number == len(self.labels):
            self.labels.append((spot.map or "", spot.x, spot.y, self._name(spot, boards)))
        return number

    def _name(self, spot: Spot, table: Table) -> str:
        definition = None if self.windows is None else self.windows.maps.get(spot.map or "")
        if definition is None:
            return ""
        return definition.location(spot.x, spot.y, table.boards.get(spot.map or "")) or ""


def _mover(events: Iterable[e.Event]) -> Actor | None:
    return next((event.actor for event in events if isinstance(event, e.PieceMoved) and event.actor), None)


class _Eyes:
    """What is seen of one table, compared with what was seen before."""

    def __init__(self, replayer: _Replayer, table: Table) -> None:
        self.all, self.table = replayer, table
        self.known: dict[str, tuple[_Signature, Standing | None]] = {}

    def changes(self) -> tuple[tuple[int, Standing | None], ...]:
        """Return what changed since this was asked last."""
        shown = self.all.shown
        found: list[tuple[int, Standing | None]] = []
        now: dict[str, Standing] = {}
        for id_, standing in self._standings():
            if standing is not None:
                now[id_] = standing
        for id_ in [id_ for id_ in shown if id_ not in now]:
            found.append((shown.pop(id_)[0], None))
        for id_, standing in now.items():
            before = shown.get(id_)
            if before is None:
                shown[id_] = (self.all.count, standing)
                self.all.count += 1
            elif before[1] == standing:
                continue
            else:
                shown[id_] = (before[0], standing)
            found.append((shown[id_][0], standing))
        return tuple(found)

    def _standings(self) -> Iterator[tuple[str, Standing | None]]:
        things = self.table.things
        for id_, thing in things.items():
            if thing.is_deck:
                yield id_, self._deck(thing)
            elif thing.is_stack:
                continue
            else:
                parent = None if thing.parent is None else things.get(thing.parent)
                if parent is not None and parent.is_deck:
                    yield id_, None
                    continue
                spot = thing.spot if parent is None else parent.spot
                level = 0 if parent is None or len(parent.members) < 2 else parent.members.index(id_)
                yield id_, self._piece(thing, spot, level)

    def _piece(self, thing: Thing, spot: Spot, level: int) -> Standing | None:
        signature = (thing.states, spot, thing.type, level)
        known = self.known.get(thing.id)
        # The states of a piece stay the same object until they change.
        if known is not None and known[0][0] is thing.states and known[0][1:] == signature[1:]:
            return known[1]
        standing = self._look_at(thing, spot, level)
        self.known[thing.id] = (signature, standing)
        return standing

    def _look_at(self, thing: Thing, spot: Spot, level: int) -> Standing | None:
        if spot.map is None or not self.all.sight.sees_window(spot.map):
            return None
        seen, mask = self.all.sight.sees(thing, self.table.people)
        if seen is Seen.NOT:
            return None
        hidden = mask if seen is Seen.MASKED else None
        look = self.all.looks.of(look_of(thing, hidden, spot.map))
        counter = "" if hidden is not None else constants(thing).get("CounterId", "")
        name = self.all.names.of((self.table.people.redact(name_of(thing, hidden)), counter))
        kind = {Seen.OPEN: 0, Seen.SECRET: 1}.get(seen, 2)
        return Standing(self.all.place(spot, self.table), look, name, level, kind)

    def _deck(self, deck: Thing) -> Standing | None:
        """Return how a deck stands: face up its top piece, face down that piece's back."""
        spot = deck.spot
        if spot.map is None or not self.all.sight.sees_window(spot.map):
            return None
        top = self.table.things.get(deck.members[-1]) if deck.members else None
        look: Look = ()
        if top is not None:
            mask = next(
                (i for i, trait in enumerate(trait_texts(top.type)) if trait.startswith(Mask.ID)), None
            )
            if not deck.face_down:
                seen, cover = self.all.sight.sees(top, self.table.people)
                look = look_of(top, cover if seen is Seen.MASKED else None, spot.map)
            elif mask is not None:
                look = look_of(top, mask, spot.map)
        name = self.all.names.of((deck.name, ""))
        number = self.all.looks.of(look)
        return Standing(self.all.place(spot, self.table), number, name, len(deck.members), 3)


def pictures_of(replay: Replay) -> tuple[str, ...]:
    """Return the names of the pictures that are seen, in the order in which they are."""
    shown: dict[str, None] = {}
    for look in replay.looks:
        shown |= {image.picture: None for image in look}
    return tuple(shown)


def busiest(replay: Replay) -> str:
    """Return the window in which most changes from step to step; "" where nothing does."""
    moved = Counter(
        replay.places[now.place][0]
        for frame in replay.frames
        if frame.step
        for _, now in frame.changes
        if now is not None
    )
    return moved.most_common(1)[0][0] if moved else ""
