"""Names in place of player ids, which are passwords.

An id stands in the roster, at the end of every move, in masks and hidden pieces under player access, in
private and secret notes, in the lists of unmaskers, on chess clocks and on locked options.  No output shows
one: a player appears by name and side, one who is in no roster as "player 1", "player 2" in the order of
appearance.  A hash would be no help: ids are short words that anyone can hash and compare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from toolkit.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Chat,
    Clock,
    Command,
    Group,
    LockOptions,
    Logged,
    MovePiece,
    Null,
    PrivateNote,
    RemovePlayer,
    SecretNote,
    Unmaskers,
    leaves,
)
from toolkit.vassal.owners import NOBODY, ids_in_state, may_hold_ids
from toolkit.vassal.sequence import NestedReader


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did something.

    Attributes
    ----------
    name : str
        The player's name, or "player N" for one who is in no roster.
    """

    name: str
    side: str | None = None

    def __str__(self) -> str:
        return self.name if self.side is None else f"{self.name} ({self.side})"


@dataclass(slots=True)
class People:
    """All player ids seen in a file, and who they are.

    Attributes
    ----------
    roster : dict
        Id to actor, in the order of joining.
    strangers : dict
        Id to actor for ids in no roster.
    """

    roster: dict[str, Actor] = field(default_factory=dict, repr=False)
    strangers: dict[str, Actor] = field(default_factory=dict, repr=False)
    # All known ids, the longest first; None when one has come since they were asked for.
    _ids: tuple[str, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def join(self, command: AddPlayer) -> Actor:
        """Enter a player, or a player's new name and side."""
        actor = Actor(command.name, command.side)
        self.roster[command.id] = actor
        self._ids = None
        return actor

    def actor(self, id_: str | None) -> Actor | None:
        """Return who has this id; None for no id and for what engines write where nobody is meant."""
        if id_ is None or id_ in NOBODY:
            return None
        known = self.roster.get(id_)
        if known is not None:
            return known
        stranger = self.strangers.get(id_)
        if stranger is None:
            stranger = self.strangers[id_] = Actor(f"player {len(self.strangers) + 1}")
            self._ids = None
        return stranger

    def copy(self) -> People:
        """Return the same people, to be joined by others apart."""
        return People(dict(self.roster), dict(self.strangers))

    @property
    def players(self) -> tuple[Actor, ...]:
        """The roster, without ids."""
        return tuple(self.roster.values())

    def redact(self, text: str) -> str:
        """Return `text` with every known id that stands as a word of its own replaced by the player's
        name.
        """
        ids = self._ids
        if ids is None:
            found = [id_ for id_ in (*self.roster, *self.strangers) if id_]
            ids = self._ids = tuple(sorted(found, key=len, reverse=True))
        for id_ in ids:
            if id_ in text:
                break
        else:
            return text
        return as_words(ids).sub(lambda found: str((self.actor(found.group()) or Actor("player")).name), text)


def as_words(ids: Iterable[str]) -> re.Pattern[str]:
    """Return what finds ids, the longest first, as words; a part of a word with a hyphen is none."""
    return re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, ids)) + r")(?![\w-])")


# Half of a log; nobody's id stands in them.
_NAMELESS = (Null, Chat, ChangeProperty)


def _leaves(commands: Iterable[Command]) -> Iterator[Command]:
    """Yield the single commands that may name somebody."""
    for command in commands:
        if isinstance(command, Group | Logged):
            yield from leaves(command)
        elif not isinstance(command, _NAMELESS):
            yield command


def _ids(command: Command, types: dict[str | None, str], reader: NestedReader) -> Iterable[str]:
    match command:
        case MovePiece(player=id_):
            if id_ is not None:
                yield id_
        case AddPlayer(id=id_) | RemovePlayer(id=id_):
            yield id_
        case PrivateNote(owner=id_) | SecretNote(owner=id_):
            yield id_
        case Unmaskers(ids=ids):
            yield from ids
        case Clock(who=id_):
            yield id_
        case AddPiece():
            types[command.id] = command.type
            yield from ids_in_state(command.type, command.state, reader)
        case ChangePiece():
            type_ = types.get(command.id, "")
            if may_hold_ids(type_):
                yield from ids_in_state(type_, command.state)
                yield from ids_in_state(type_, command.old or "")
        case LockOptions(password=password):
            yield password
        case _:
            return


def people_of(commands: Iterable[Command]) -> People:
    """Collect everyone a save or log names: the roster first, then the strangers in the order of appearance.

    Parameters
    ----------
    commands : iterable of Command
        `Log.script`, or `Log.begin` and each `Step.commands`.
    """
    people = People()
    types: dict[str | None, str] = {}
    reader = NestedReader("\t")
    seen: dict[str, None] = {}
    for command in _leaves(commands):
        if isinstance(command, AddPlayer):
            people.join(command)
        for id_ in _ids(command, types, reader):
            seen[id_] = None
    sides = {actor.side for actor in people.players}
    for id_ in seen:
        # Engines write a side's name where a clock belongs to no player.
        if id_ not in sides:
            people.actor(id_)
    return people
