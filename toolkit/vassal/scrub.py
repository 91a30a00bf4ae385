"""Copies of saves and logs that can be published: no player's id, which is a password, is left in them.

Each id becomes ``player-1``, ``player-2`` … in the order of appearance, the same everywhere, so that the copy
opens as the original does and a masked piece still belongs to whom it belonged to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.vassal import commands as c
from toolkit.vassal import sequence
from toolkit.vassal.codecs import encode_saved_game
from toolkit.vassal.containers import SAVED_GAME, Container, open_container
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.owners import NOBODY, rename_in_state
from toolkit.vassal.privacy import People, as_words, people_of
from toolkit.vassal.traits import UnknownTrait, is_deck, is_stack, parse_trait, trait_texts

# Families whose broken commands may hold an id in a place where nobody can tell it from other words.
# A field, whatever separates it from the next.
_FIELD = re.compile(r"[^\t\x1b;,|/\\]+")
_NAMING = ("PLAYER", "PYREMOVE", "PNOTE", "SNOTE", "UNMASK", "CLOCK", "LOCKSPOTAB", "M/", "D/", "+/")


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A copy.

    Attributes
    ----------
    entries : mapping of str to bytes
        For `toolkit.vassal.packing.write_container`.
    players : int
        How many ids were replaced.
    findings : tuple of Finding
        LOG030 what cannot be judged and is worth a look, LOG031 broken commands emptied.
    """

    entries: Mapping[str, bytes]
    players: int
    findings: tuple[Finding, ...]


def _fake_ids(people: People, taken: str) -> dict[str, str]:
    """Return what stands for each id: words that the file does not hold yet."""
    found: dict[str, str] = {}
    number = 0
    for id_ in (*people.roster, *people.strangers):
        if id_ in NOBODY:
            continue
        number += 1
        while f"player-{number}" in taken:
            number += 1
        found[id_] = f"player-{number}"
    return found


def _distinct(id_: str) -> bool:
    """Return whether an id is no everyday text, so that it can be looked for in chat and values."""
    return len(id_) > 3 or (len(id_) > 1 and not id_.isdigit())


def _pattern(ids: Iterable[str]) -> re.Pattern[str] | None:
    wanted = sorted((id_ for id_ in ids if _distinct(id_)), key=len, reverse=True)
    if not wanted:
        return None
    return as_words(wanted)


def _module_words(script: Iterable[c.Command], ids: Iterable[str]) -> frozenset[str]:
    """Return those ids that are also words of the module: of a piece's type, a board, a side, a map."""
    known = frozenset(ids)
    pattern = _pattern(known)
    if pattern is None:
        return frozenset()
    found: set[str] = set()
    types: set[str] = set()
    for command in script:
        for leaf in c.leaves(command):
            match leaf:
                case c.AddPiece(type=type_):
                    types.add(type_)
                case c.SetBoards() | c.SetTurn():
                    found.update(pattern.findall(leaf.encode()))
                case c.AddPlayer(side=side):
                    found.update(pattern.findall(side))
                case c.ChangeProperty(name=name) | c.GlobalPropertyState(name=name):
                    found.update(pattern.findall(name))
    fields = _fields(known)
    for text in {text for type_ in types for text in trait_texts(type_)}:
        found.update(
            pattern.findall(_without_ids(text, fields, lambda field: "" if field in known else field))
        )
    return frozenset(found)


def _fields(ids: Iterable[str]) -> re.Pattern[str]:
    """Return what finds the fields of a trait: ids that hold separators themselves, and what lies between."""
    whole = [id_ for id_ in ids if _distinct(id_) and not _FIELD.fullmatch(id_)]
    if not whole:
        return _FIELD
    return re.compile(f"{as_words(sorted(whole, key=len, reverse=True)).pattern}|{_FIELD.pattern}")


def _without_ids(text: str, fields: re.Pattern[str], rename: Callable[[str], str]) -> str:
    """Return a trait's text; in one of a class that nobody knows, each field that is an id is renamed."""
    if not isinstance(parse_trait(text), UnknownTrait):
        return text
    return fields.sub(lambda found: rename(found[0]), text)


_G = TypeVar("_G", c.Group, c.Script)


def _spelt(made: _G) -> _G:
    """Return `made`, spelt so that it is read back: an element that ends in a backslash needs quotes."""
    tokens = [command.encode() for command in made.commands]
    if sequence.decode(sequence.encode(tokens, c.ESC), c.ESC) != tokens:
        lossless = sequence.encode(tokens, c.ESC, sequence.Quoting.LOSSLESS)
        object.__setattr__(made, "source", lossless)
    return made


class _Scrubber:
    """Rewrites commands, one after the other: a change is read by the type of the piece it changes."""

    def __init__(self, fake: Mapping[str, str], module_words: frozenset[str]) -> None:
        self._fake = fake
        self._fields = _fields(fake)
        self._pattern = _pattern(id_ for id_ in fake if id_ not in module_words)
        self._types: dict[str | None, list[str]] = {}
        self._known: dict[str, list[str]] = {}
        self.emptied = 0

    def id(self, id_: str) -> str:
        """Return what stands for an id."""
        return self._fake.get(id_, id_)

    def free(self, text: str) -> str:
        """Return free text with ids that stand in it as words replaced."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._fake[found.group()], text)

    def _maybe(self, text: str | None) -> str | None:
        return None if text is None else self.free(text)

    def finds(self, text: str) -> bool:
        """Return whether an id stands in a text as a word, those aside that are words of the module."""
        return self._pattern is not None and self._pattern.search(text) is not None

    def state(self, types: list[str] | None, state: str) -> str:
        """Return a piece's state; with no known type as free text."""
        if types is None:
            return self.free(state)
        own = sequence.decode_nested(state, "\t")
        now = []
        for index, item in enumerate(own):
            trait = types[index] if index < len(types) else ""
            # The innermost state is the place on the table; words of the module stand there.
            inner = trait.startswith("piece;")
            now.append(item if inner else self.free(rename_in_state(trait, item, self.id)))
        return state if now == own else sequence.encode_like(now, "\t", state)

    def _split(self, type_: str) -> list[str] | None:
        if is_stack(type_) or is_deck(type_):
            return None
        found = self._known.get(type_)
        if found is None:
            found = self._known[type_] = sequence.decode_nested(type_, "\t")
        return found

    def command(self, command: c.Command) -> c.Command:
        """Return a command without ids; the same object where it holds none."""
        new = self._new(command)
        return command if new == command else new

    def _new(self, command: c.Command) -> c.Command:
        match command:
            case c.Group(commands=inner):
                return _spelt(c.Group(tuple(map(self.command, inner))))
            case c.Logged(command=wrapped):
                return c.Logged(self.command(wrapped))
            case c.AddPiece():
                types = self._split(command.type)
                if types is None:
                    return command
                self._types[command.id] = types
                now = [_without_ids(text, self._fields, self.id) for text in types]
                type_ = command.type if now == types else sequence.encode_like(now, "\t", command.type)
                return replace(command, type=type_, state=self.state(types, command.state))
            case c.ChangePiece():
                types = self._types.get(command.id)
                old = None if command.old is None else self.state(types, command.old)
                return replace(command, state=self.state(types, command.state), old=old)
            case c.MovePiece(player=str(id_)):
                return replace(command, player=self.id(id_))
            case c.Raw():
                return self._raw(command)
            case c.DiceMail():
                return replace(command, address="")
            case c.WakeUp():
                return replace(command, sender="")
            case _:
                return self._rest(command)

    def _rest(self, command: c.Command) -> c.Command:
        match command:
            case c.AddPlayer(id=id_):
                return replace(command, id=self.id(id_), name=self.free(command.name))
            case c.RemovePlayer(id=id_):
                return replace(command, id=self.id(id_))
            case c.Unmaskers(ids=ids):
                return replace(command, ids=tuple(map(self.id, ids)))
            case c.Clock(who=id_):
                return replace(command, who=self.id(id_))
            case c.LockOptions(password=id_):
                return replace(command, by=self.free(command.by), password=self.id(id_))
            case c.PrivateNote(owner=id_):
                return replace(command, owner=self.id(id_), text=self.free(command.text))
            case c.SecretNote(owner=id_):
                return replace(
                    command, name=self.free(command.name), owner=self.id(id_), text=self.free(command.text)
                )
            case c.ScenarioNote() | c.PublicNote() | c.Chat() | c.Events():
                return replace(command, text=self.free(command.text))
            case c.ChangeProperty():
                old, new = self.free(command.old), self.free(command.new)
                return replace(command, old=old, new=new, container=self._maybe(command.container))
            case c.GlobalPropertyState():
                return replace(
                    command, value=self.free(command.value), container=self._maybe(command.container)
                )
            case c.Extension() | c.Plugin():
                return replace(command, name=self.free(command.name), version=self.free(command.version))
            case _:
                return command

    def _raw(self, command: c.Raw) -> c.Raw:
        naming = next((prefix for prefix in _NAMING if command.text.startswith(prefix)), None)
        if command.reason is not None and naming is not None:
            self.emptied += 1
            return replace(command, text=naming)
        return replace(command, text=self.free(command.text))


def _scrub(script: c.Script) -> tuple[c.Script, _Scrubber, dict[str, str], frozenset[str]]:
    people = people_of(script)
    fake = _fake_ids(people, script.encode())
    words = _module_words(script, fake)
    scrubber = _Scrubber(fake, words)
    return _spelt(c.Script(tuple(map(scrubber.command, script)))), scrubber, fake, words


def _left(script: c.Script, fake: Mapping[str, str]) -> set[str]:
    """Return ids that still name somebody: none, if all is well."""
    people = people_of(script)
    return {id_ for id_ in (*people.roster, *people.strangers) if id_ in fake and id_ not in fake.values()}


def _metadata(found: Metadata, free: Callable[[str], str]) -> Metadata:
    texts = {key: free(text) for key, text in found.descriptions.items()}
    return replace(
        found,
        description=free(found.description),
        extra1=free(found.extra1),
        extra2=free(found.extra2),
        descriptions=texts,
    )


def scrub_game(source: Container | str | bytes) -> Scrubbed:
    """Return a copy of a save or log without players' ids.

    Names, sides, chat and notes stay, but for ids that stand in them as words.  So are those in other
    entries of the archive.

    Raises
    ------
    InputError
        When it is no save or log, or its wrapping is broken.
    """
    container = source if isinstance(source, Container) else open_container(source)
    decoded = container.saved_game()
    script, scrubber, fake, words = _scrub(c.decode_commands(decoded.text))
    text = script.encode()
    place = Place(file=container.name)
    again = c.decode_commands(text)
    unlike = [item.encode() for item in again] != [item.encode() for item in script]
    if unlike or _left(again, fake):
        # Never seen; better no copy than one that gives a password away.
        raise InputError.single("LOG032", "cannot be rewritten without an id in it: no copy", place)
    for number, command in enumerate(script, start=1):
        if scrubber.finds(command.encode()):
            message = f"an id is left in command {number} ({type(command).__name__}): no copy"
            raise InputError.single("LOG032", message, place)
    kept = (name for name in container.names if name not in (SAVED_GAME, "savedata"))
    entries = {name: _entry(content, scrubber) for name, content in container.contents(kept)}
    if any(scrubber.finds(name) for name in entries):
        raise InputError.single("LOG032", "an id is the name of an entry: no copy", place)
    entries[SAVED_GAME] = encode_saved_game(text, decoded.codec, decoded.key)
    if container.save is not None:
        entries["savedata"] = _metadata(container.save, scrubber.free).to_xml()
    return Scrubbed(entries, len(fake), tuple(_findings(script, scrubber, words, place)))


def _entry(content: bytes, scrubber: _Scrubber) -> bytes:
    """Return another entry of the archive with ids that stand in it as words replaced."""
    text = content.decode("latin-1")
    if not scrubber.finds(text):
        return content
    return scrubber.free(text).encode("latin-1")


def _findings(
    script: c.Script, scrubber: _Scrubber, words: frozenset[str], place: Place
) -> Iterable[Finding]:
    leaves = [leaf for command in script for leaf in c.leaves(command)]
    custom = sorted({leaf.prefix for leaf in leaves if isinstance(leaf, c.Raw) and leaf.reason is None})
    if custom:
        message = f"commands of the module's own classes may name players: {', '.join(custom)}"
        yield Finding("LOG030", Severity.INFO, message, place, data={"prefixes": custom})
    if words:
        message = f"{len(words)} of the ids are words of the module too: replaced where they name players"
        yield Finding("LOG030", Severity.WARNING, message, place)
    if scrubber.emptied:
        message = f"{scrubber.emptied} broken commands that may name players are emptied"
        yield Finding("LOG031", Severity.WARNING, message, place)
