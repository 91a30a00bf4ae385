"""A log played on a table: what each step did, who did it, and which steps were taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple, Protocol

from toolkit.audit.contradictions import Contradictions
from toolkit.audit.undo import taken_back
from toolkit.vassal import commands as c
from toolkit.vassal import events as e
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.events import Spot
from toolkit.vassal.log import Log
from toolkit.vassal.merging import stacking_of
from toolkit.vassal.naming import Names
from toolkit.vassal.privacy import Actor, People, people_of
from toolkit.vassal.table import Table

_UNDO = "* UNDO: "
_SPEAKER = re.compile(r"(?:<(?P<first>[^<>]+)> - |.*<(?P<last>[^<>/]+)>\s*$)", re.DOTALL)


class Stand(NamedTuple):
    """How a piece stands.

    Attributes
    ----------
    deck : str or None
        The deck it lies in.
    values : tuple of str
        States of its traits, outermost first, without its place.
    """

    name: str
    type: str
    spot: Spot
    deck: str | None
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A table at one moment.

    Attributes
    ----------
    decks : mapping of str to (str, tuple of str)
        Id of a deck → its name, and its pieces from the bottom.
    properties : mapping of (str, str) to str
        As in `Table.properties`.
    turns : mapping of str to str
        As in `Table.turns`.
    """

    pieces: Mapping[str, Stand]
    decks: Mapping[str, tuple[str, tuple[str, ...]]]
    properties: Mapping[tuple[str, str], str]
    turns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Moment:
    """A step, when it was played.

    Attributes
    ----------
    step : int
        As VASSAL's Step button counts.
    actor : Actor or None
        Who moved or spoke; None where the step does not say.
    """

    step: int
    events: tuple[e.Event, ...]
    actor: Actor | None


@dataclass(frozen=True)
class History:
    """A log, played.

    Attributes
    ----------
    place : int
        Of the log in the list as given.
    undone : mapping of int to int
        Step that was taken back → the step that took it back.
    boards : mapping of str to sequence of Board
        Map → the boards on it, at the end.
    """

    log: Log
    place: int
    people: People
    moments: tuple[Moment, ...]
    begin: State
    end: State
    undone: Mapping[int, int]
    boards: Mapping[str, Sequence[c.Board]]

    @property
    def name(self) -> str:
        """What the log is called, without its folder."""
        return PurePath(self.log.name).name

    def marked(self, step: int) -> bool:
        """Return whether a step says itself that it takes another one back, as engines since 3.7 have it."""
        return any(isinstance(event, e.UndoBegin) for event in self.moments[step - 1].events)

    @cached_property
    def undoing(self) -> frozenset[int]:
        """The steps that take another one back."""
        return frozenset(self.undone.values())

    def stands(self, step: int) -> bool:
        """Return whether a step neither was taken back nor takes one back."""
        return step not in self.undone and step not in self.undoing


class Witness(Protocol):
    """Looks on while a log is played."""

    def command(self, table: Table, command: c.Command, step: int) -> None:
        """See a command before it is executed."""

    def moment(self, table: Table, moment: Moment) -> None:
        """See what a step has done."""


def play(
    log: Log,
    place: int = 0,
    module: BuildFile | None = None,
    witnesses: Sequence[Witness] = (),
    doubts: Contradictions | None = None,
) -> History:
    """Play a log.

    Parameters
    ----------
    place : int
        Of the log in a list.
    module : BuildFile, optional
        What it was played with; says what may be stacked.
    doubts : Contradictions, optional
        Notes what steps start from that never was so.
    """
    people = people_of((*log.begin, *(command for step in log.steps for command in step.commands)))
    stacking = None if module is None else stacking_of(module)
    table = Table(people, stacking=stacking, undoable=False)
    table.apply(log.begin)
    names = Names(module)
    begin = state_of_table(table, names)
    speakers = _Speakers(people)
    moments = []
    for step in log.steps:
        events: list[e.Event] = []
        for command in step.commands:
            if doubts is not None:
                doubts.command(table, command, step.number)
            for witness in witnesses:
                witness.command(table, command, step.number)
            events += table.apply((command,), step.number)
        moment = Moment(step.number, tuple(events), speakers.of(events))
        moments.append(moment)
        for witness in witnesses:
            witness.moment(table, moment)
    undone = dict(_undone(moments))
    return History(
        log, place, people, tuple(moments), begin, state_of_table(table, names), undone, table.boards
    )


def state_of_table(table: Table, names: Names) -> State:
    """Return how a table stands."""
    pieces: dict[str, Stand] = {}
    decks: dict[str, tuple[str, tuple[str, ...]]] = {}
    for id_, thing in table.things.items():
        if thing.is_deck:
            decks[id_] = (thing.name, thing.members)
        elif not thing.is_stack:
            parent = table.things.get(thing.parent or "")
            deck = thing.parent if parent is not None and parent.is_deck else None
            pieces[id_] = Stand(names.of(thing), thing.type, table.spot(id_), deck, thing.states[:-1])
    return State(pieces, decks, dict(table.properties), dict(table.turns))


class _Speakers:
    """Says who did a step: the mover, else who spoke or rolled."""

    def __init__(self, people: People) -> None:
        self._people = people

    def of(self, events: Sequence[e.Event]) -> Actor | None:
        for event in events:
            if isinstance(event, e.PieceMoved) and event.actor is not None:
                return event.actor
        for event in events:
            if isinstance(event, e.ChatLine) and (name := speaker(event.text)):
                return self._named(name)
        return None

    def _named(self, name: str) -> Actor:
        return next((actor for actor in self._people.players if actor.name == name), Actor(name))


def speaker(text: str) -> str:
    """Return whose name a chat line has, at its beginning or, as reports of dice have it, at its end."""
    found = _SPEAKER.match(text)
    return "" if found is None else (found["first"] or found["last"] or "").strip()


def _undone(moments: Sequence[Moment]) -> Iterator[tuple[int, int]]:
    """Yield the steps taken back with the step that did it: what changed the table, then mere words."""
    found = {back.step: back.undo for back in taken_back([(m.step, m.events) for m in moments])}
    yield from found.items()
    known: set[int] = {*found, *found.values()}
    said: dict[str, list[int]] = {}
    for moment in moments:
        for event in moment.events:
            if not isinstance(event, e.ChatLine):
                continue
            back = undone_words(event.text)
            if back is None:
                said.setdefault(_bare(event.text), []).append(moment.step)
            elif moment.step not in known and (steps := said.get(back)):
                last = steps.pop()
                if last not in known and last != moment.step:
                    known.add(last)
                    yield last, moment.step


def undone_words(text: str) -> str | None:
    """Return the line that a chat line takes back, without its marks; None for a line that does not."""
    return _bare(text[len(_UNDO) :]) if text.startswith(_UNDO) else None


def _bare(text: str) -> str:
    return text.lstrip("*- ")
