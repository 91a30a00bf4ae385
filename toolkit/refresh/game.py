"""A save or log rewritten with the counters of another module; nothing on the table is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.refresh.carry import Carrying, carrying
from toolkit.refresh.palette import Definition, Palette
from toolkit.vassal import commands as c
from toolkit.vassal import sequence
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.codecs import encode_saved_game
from toolkit.vassal.containers import SAVED_GAME, Container, open_container
from toolkit.vassal.table import Table
from toolkit.vassal.traits import BasicPiece, BasicState, is_deck, is_stack, parse_trait

MODULE_DATA = "moduledata"
_SETUP = "VASSAL.build.module.PredefinedSetup"


class Match(StrEnum):
    """How a counter of the game was found in the module."""

    ID = "id"
    NAME = "name"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class RefreshedPiece:
    """One counter of the game.

    Attributes
    ----------
    name : str
        As the game had it.
    gpid : str
        As the game had it.
    changed : bool
        Whether its traits or constants are others now.
    """

    id: str
    name: str
    gpid: str
    match: Match
    changed: bool


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What became of a game.

    Attributes
    ----------
    script : Script
        The commands of the new game.
    pieces : tuple of RefreshedPiece
        Every counter that ever was on the table, in the order in which they came.
    entries : mapping of str to bytes
        The new file, for `toolkit.vassal.packing.write_container`.
    """

    script: c.Script
    pieces: tuple[RefreshedPiece, ...]
    findings: tuple[Finding, ...]
    entries: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    @property
    def counts(self) -> dict[str, int]:
        """Return how many counters matched in each way, and how many of them changed."""
        found = Counter(piece.match for piece in self.pieces)
        changed = sum(piece.changed for piece in self.pieces)
        return {match.value: found[match] for match in Match} | {"changed": changed}


@dataclass(frozen=True, slots=True)
class NewModule:
    """The module whose counters games get, read once for however many of them.

    Attributes
    ----------
    files : tuple of BuildFile
        Of the module and of its extensions.
    metadata : bytes or None
        What the module says of itself, for the games.
    """

    files: tuple[BuildFile, ...]
    metadata: bytes | None

    @classmethod
    def open(cls, module: Path | Container, extensions: Sequence[Path | Container] = ()) -> NewModule:
        """Read a module, and the extensions that the game is played with beside it.

        Raises
        ------
        InputError
            When one of the files is none of VASSAL's, or broken.
        """
        opened = _opened(module)
        files = tuple(open_module(_opened(item)) for item in (opened, *extensions))
        return cls(files, opened.read(MODULE_DATA) if MODULE_DATA in opened else None)

    def game(self, container: Container) -> Refreshed:
        """Return a save or log with the counters of the module; raises as `open`."""
        decoded = container.saved_game()
        made = refresh_script(c.decode_commands(decoded.text), self.files, container.name)
        entries = dict(container.contents(name for name in container.names if name != SAVED_GAME))
        entries[SAVED_GAME] = encode_saved_game(made.script.encode(), decoded.codec, decoded.key)
        if self.metadata is not None:
            entries[MODULE_DATA] = self.metadata
        return replace(made, entries=entries)

    def setups(self, container: Container) -> dict[str, Refreshed]:
        """Return the predefined set-ups inside a module, by their entries; raises as `open`."""
        named = dict.fromkeys(element.get("file", "") for element in open_module(container).root.iter(_SETUP))
        return {
            entry: self.game(open_container(container.read(entry), name=f"{container.name}:{entry}"))
            for entry in named
            if entry in container
        }


def _opened(source: Path | Container) -> Container:
    return source if isinstance(source, Container) else open_container(source, name=str(source))


def refresh_script(script: c.Script, files: Sequence[BuildFile], name: str = "") -> Refreshed:
    """Return a game's commands with the counters of a module (the first file) and its extensions.

    Ids of pieces, stacks and decks, places and the order of stacks stay; so do decks' own definitions.
    Later steps of a log change the same traits as before, wherever these stand now.
    """
    refresher = _Refresher(Palette(files), name)
    new = _spelt(c.Script(tuple(map(refresher.command, script))))
    findings = [*refresher.findings(), *_places(new, files, name)]
    return Refreshed(new, tuple(refresher.pieces.values()), tuple(findings))


def _spelt(made: c.Script) -> c.Script:
    """Return a script, spelt so that it is read back."""
    tokens = [command.encode() for command in made.commands]
    if sequence.decode(sequence.encode(tokens, c.ESC), c.ESC) != tokens:
        object.__setattr__(made, "source", sequence.encode(tokens, c.ESC, sequence.Quoting.LOSSLESS))
    return made


class _Refresher:
    """Rewrites commands one after the other; a change is read by the traits of the piece it changes."""

    def __init__(self, palette: Palette, name: str) -> None:
        self._palette = palette
        self._name = name
        self._of: dict[str | None, Carrying] = {}
        self._lost: Counter[tuple[str, str]] = Counter()
        self._misfits = 0
        self.pieces: dict[str, RefreshedPiece] = {}

    def command(self, command: c.Command) -> c.Command:
        """Return a command for the new counters; the same object where nothing changes."""
        new = self._new(command)
        return command if new == command else new

    def _new(self, command: c.Command) -> c.Command:
        match command:
            case c.Group(commands=inner):
                return c.Group(tuple(map(self.command, inner)))
            case c.Logged(command=wrapped):
                return c.Logged(self.command(wrapped))
            case c.AddPiece(type=type_) if not is_stack(type_) and not is_deck(type_):
                return self._add(command)
            case c.ChangePiece(id=id_) if id_ in self._of:
                return self._change(command, self._of[id_])
            case _:
                return command

    def _add(self, command: c.AddPiece) -> c.AddPiece:
        types = tuple(sequence.decode_nested(command.type, "\t"))
        states = sequence.decode_nested(command.state, "\t")
        basic = parse_trait(types[-1]) if types else None
        if not isinstance(basic, BasicPiece) or len(states) != len(types):
            self._note(command.id, "", "", Match.NONE, changed=False)
            return command
        place = BasicState.parse(states[-1])
        definition, match = self._find(place.gpid, basic.name, types)
        if definition is None:
            self._note(command.id, basic.name, place.gpid, Match.NONE, changed=False)
            return command
        plan = carrying(types, definition.types, definition.states)
        self._of[command.id] = plan
        for text in plan.lost(states):
            self._lost[text.partition(";")[0], basic.name] += 1
        made = list(plan.states(states))
        if match is Match.NAME:
            made[-1] = replace(place, gpid=definition.gpid).encode()
        new_type = sequence.encode_nested(plan.new, "\t")
        changed = plan.new != types or made[:-1] != states[:-1]
        self._note(command.id, basic.name, place.gpid, match, changed=changed)
        if not changed and made == states:
            return command
        return c.AddPiece(command.id, new_type, sequence.encode_nested(made, "\t"))

    def _find(self, gpid: str, name: str, types: Sequence[str]) -> tuple[Definition | None, Match]:
        found = self._palette.by_gpid(gpid, name)
        if found is not None:
            return found, Match.ID
        found = self._palette.by_name(name, types)
        return (found, Match.NONE if found is None else Match.NAME)

    def _note(self, id_: str | None, name: str, gpid: str, match: Match, *, changed: bool) -> None:
        key = id_ or f"#{len(self.pieces)}"
        self.pieces.setdefault(key, RefreshedPiece(key, name, gpid, match, changed))

    def _change(self, command: c.ChangePiece, plan: Carrying) -> c.ChangePiece:
        if plan.is_identity:
            return command
        state = self._state(command.state, plan)
        old = None if command.old is None else self._state(command.old, plan)
        if state is None or (command.old is not None and old is None):
            self._misfits += 1
            return command
        return c.ChangePiece(command.id, state, old)

    def _state(self, state: str, plan: Carrying) -> str | None:
        states = sequence.decode_nested(state, "\t")
        if len(states) != len(plan.old):
            return None
        return sequence.encode_nested(plan.states(states), "\t")

    def findings(self) -> Iterator[Finding]:
        """Yield what a user should know of, counters of one name together."""
        place = Place(file=self._name or None)
        for match, code, severity, words in (
            (Match.NONE, "REF001", Severity.WARNING, "is not found in the new module and stays as it was"),
            (Match.NAME, "REF002", Severity.INFO, "is found in the new module by its name only"),
        ):
            found = Counter((p.name, p.gpid) for p in self.pieces.values() if p.match is match)
            for (name, gpid), count in found.items():
                text = f"'{name}' (number {gpid or 'none'}, {count} on the table) {words}"
                data = {"name": name, "gpid": gpid, "count": count}
                yield Finding(code, severity, text, place, data=data)
        for (kind, name), count in self._lost.items():
            text = f"'{name}': its trait '{kind}' is gone or another; states lost: {count}"
            data = {"name": name, "trait": kind, "count": count}
            yield Finding("REF003", Severity.WARNING, text, place, data=data)
        if self._misfits:
            text = f"{self._misfits} logged changes do not fit the traits of their counters"
            yield Finding("REF006", Severity.WARNING, text, place, data={"count": self._misfits})


def _places(script: c.Script, files: Sequence[BuildFile], name: str) -> Iterator[Finding]:
    """Yield maps and boards of the game that the module does not have."""
    place = Place(file=name or None)
    maps = {key: item for file in files for key, item in file.maps.items()}
    table = Table()
    table.apply(command for command in _begin(script))
    off = Counter(spot.map for thing in table.counters() if (spot := table.spot(thing.id)).map is not None)
    for map_, count in sorted(off.items()):
        # Saved games name a map by its name, whatever its window is called.
        if map_ not in maps:
            text = f"{count} counters lie on '{map_}', a map that the new module does not have"
            data = {"map": map_, "count": count}
            yield Finding("REF004", Severity.ERROR, text, place, data=data)
    for map_, boards in table.boards.items():
        for board in boards:
            if map_ in maps and board.name not in maps[map_].boards:
                text = f"the game uses board '{board.name}' of '{map_}', which the new module does not have"
                yield Finding("REF005", Severity.WARNING, text, place, data={"board": board.name})


def _begin(script: Iterable[c.Command]) -> Iterator[c.Command]:
    for command in script:
        if isinstance(command, c.Logged):
            continue
        yield from (leaf for leaf in c.leaves(command))
