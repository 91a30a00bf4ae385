"""What a player may not learn from a report: pieces that he never saw are exchanged in the bytes of a log.

The report of that log has to be the same for him in every form that ``toolkit audit`` writes.
"""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

from click.testing import CliRunner

from toolkit.audit.audit import audit_logs
from toolkit.audit.facts import constants
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.cli.audit import command
from toolkit.vassal.commands import AddPiece, ChangePiece, Command, Group, Logged, Null, encode_commands
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import Log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import game_entries
from toolkit.vassal.sequence import decode_nested, encode_nested
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Mask, trait_texts
from toolkit.vassal.traits.basic import Marker

Pieces = Mapping[str, str]
"""Piece → the piece whose identity it takes."""

_SECRET = ("card", "chit")
_COLOURED = ("text",)
_IN_FILES = ("text",)
_FORMS: Mapping[str, Sequence[str]] = {
    "text": (),
    "all": ("--all",),
    "json": ("--format", "json"),
    "sarif": ("--format", "sarif"),
    "github": ("--format", "github"),
    "html": ("--format", "html"),
}


# -- what a report says --------------------------------------------------------------------------------


class Reports:
    """Audits logs, and keeps what the command line writes of them.

    Every log is written under the same name in one folder: a report may say what its file is called.
    """

    def __init__(self, folder: Path, module: Path) -> None:
        self.folder = folder
        self.module = module
        self._known: dict[tuple[bytes, ...], Report] = {}

    def audit(self, logs: Sequence[bytes]) -> Report:
        """The referee's report of the bytes of logs, which lie in the folder afterwards: pages read them."""
        names = [Path(f"game-{number}.vlog") for number in range(1, len(logs) + 1)]
        with chdir(self.folder):
            for name, content in zip(names, logs, strict=True):
                name.write_bytes(content)
            key = tuple(logs)
            if key not in self._known:
                self._known[key] = audit_logs(names, self.module)
        return self._known[key]

    def written(self, report: Report, view: str) -> dict[str, bytes]:
        """All that the command writes of a report: form → exit status and bytes."""
        found = {}
        for form, options in _FORMS.items():
            found[form] = self._run(report, view, options)
            if form in _COLOURED:
                found[f"{form} in colour"] = self._run(report, view, options, colour=True)
            if form in _IN_FILES:
                found[f"{form} in a file"] = self._run(report, view, (*options, "-o", "report"))
        return found

    def _run(self, report: Report, view: str, options: Sequence[str], *, colour: bool = False) -> bytes:
        names = (log.name for log in report.logs)
        arguments = [*names, "--module", str(self.module), "--view", view, *options]
        environment = {"FORCE_COLOR": "1", "TERM": "xterm-256color"} if colour else {"FORCE_COLOR": None}
        with chdir(self.folder), patch("toolkit.cli.audit.audit_logs", return_value=report):
            result = CliRunner().invoke(command, arguments, env=environment, standalone_mode=False)
        assert result.exception is None, result.exception
        content = (self.folder / "report").read_bytes() if "-o" in options else b""
        return b"%d\n%s%s" % (result.return_value, result.stdout_bytes, content)


@dataclass(frozen=True)
class Told:
    """What exchanges showed.

    Attributes
    ----------
    leaks : tuple of (str, Pieces)
        Form of a report that tells a player of an exchange.
    referee : int
        Exchanges that the referee's report tells of: without any nothing was tried.
    """

    leaks: tuple[tuple[str, Pieces], ...]
    referee: int


def told(reports: Reports, logs: Sequence[Log], side: str, tried: Iterable[Pieces]) -> Told:
    """Exchange pieces in logs, and see whom the reports tell of it.

    Parameters
    ----------
    side : str
        Whose view it is, by its id.
    tried : iterable of Pieces
        Exchanges of pieces that this side never saw.
    """
    base = reports.audit([exchanged(log, {}) for log in logs])
    wanted, whole = reports.written(base, side), base.to_json()
    leaks: list[tuple[str, Pieces]] = []
    referee = 0
    for pieces in tried:
        report = reports.audit([exchanged(log, pieces) for log in logs])
        referee += report.to_json() != whole
        shown = reports.written(report, side)
        leaks += [(form, pieces) for form in wanted if shown[form] != wanted[form]]
    return Told(tuple(leaks), referee)


def hidden_well(reports: Reports, logs: Sequence[Log], sides: Mapping[str, str], seed: int) -> None:
    """Assert that a player is not told of pieces that he never saw.

    Parameters
    ----------
    sides : mapping of str to str
        Side → what the module calls it.
    """
    referee = 0
    for side, name in sides.items():
        found = told(reports, logs, side, exchanges(logs, reports.module, name, seed))
        assert found.leaks == ()
        referee += found.referee
    assert referee > 0, "nothing was tried: not even the referee is told"


# -- what a player sees --------------------------------------------------------------------------------


def unseen(logs: Sequence[Log], module: Path, side: str) -> dict[str, list[str]]:
    """The cards and chits that a player never saw in a game: what kind they are → their pieces.

    A piece is seen when it lies face up, or under the player's own mask, in a window that is not closed to
    him.

    Parameters
    ----------
    side : str
        As the module spells it.
    """
    closed = _closed_windows(module, side)
    secret: dict[str, str] = {}
    seen: set[str] = set()
    for log in logs:
        table = Table()
        table.apply(log.begin)
        secret |= {thing.id: kind for thing in table.counters() if (kind := _kind(thing))}
        seen |= {id_ for id_ in secret if _is_seen(table, id_, side, closed)}
        for step in log.steps:
            table.apply(step.commands, step.number)
            # Whatever is not touched lies as it lay.
            touched = {id_ for id_ in map(_piece_of, step.commands) if id_ in secret}
            for deck in (table.things.get(_piece_of(c)) for c in step.commands):
                touched |= {id_ for id_ in (() if deck is None else deck.members) if id_ in secret}
            seen |= {id_ for id_ in touched - seen if _is_seen(table, id_, side, closed)}
    found: dict[str, list[str]] = {}
    for id_, kind in secret.items():
        if id_ not in seen:
            found.setdefault(kind, []).append(id_)
    return found


def _piece_of(command: Command) -> str:
    return str(getattr(command, "id", ""))


def _kind(thing: Thing) -> str:
    fixed = constants(thing)
    return f"{fixed['Kind']} {fixed.get('Side', '')}" if fixed.get("Kind") in _SECRET else ""


def _is_seen(table: Table, id_: str, side: str, closed: frozenset[str]) -> bool:
    thing = table.things.get(id_)
    if thing is None:
        return False
    parent = table.things.get(thing.parent or "")
    if parent is not None and parent.is_deck:
        return not parent.face_down
    if (table.spot(id_).map or "") in closed:
        return False
    for trait, state in zip(thing.traits(), thing.states, strict=True):
        if isinstance(trait, Mask):
            return trait.owner(state) in {None, side}
    return True


def _closed_windows(module: Path, side: str) -> frozenset[str]:
    tree = ElementTree.fromstring(open_container(module).read("buildFile.xml"))
    windows = tree.iter("VASSAL.build.module.PrivateMap")
    return frozenset(
        window.get("mapName", "")
        for window in windows
        if window.get("visible") == "false" and side not in window.get("side", "").split(",")
    )


def exchanges(logs: Sequence[Log], module: Path, side: str, seed: int) -> list[Pieces]:
    """Exchanges of pieces that a player never saw: one of each hidden place with any other, and all at once.

    Parameters
    ----------
    side : str
        As the module spells it.
    """
    chance = random.Random(seed)
    places = _places(logs[-1], module)
    some: dict[str, str] = {}
    everything: dict[str, str] = {}
    for pieces in unseen(logs, module, side).values():
        left = chance.sample(pieces, len(pieces))
        everything |= dict(zip(pieces, left, strict=True))
        for place in {places.get(piece, ""): None for piece in pieces}:
            one = next((piece for piece in left if places.get(piece, "") == place), None)
            other = next((piece for piece in left if piece != one), None)
            if one is not None and other is not None:
                some |= {one: other, other: one}
                left = [piece for piece in left if piece not in some]
    return [some, everything]


def _places(log: Log, module: Path) -> dict[str, str]:
    """Where pieces lie when a log ends: a hand, the steps of a unit, a deck."""
    windows = read_module(module).windows
    assert windows is not None
    table = Table()
    for commands in (log.begin, *(step.commands for step in log.steps)):
        table.apply(commands)
    found = {}
    for thing in table.counters():
        spot = table.spot(thing.id)
        window = spot.map or ""
        if window in windows.maps:
            place = windows.maps[window].location(spot.x, spot.y, table.boards.get(window))
            found[thing.id] = (place or "").partition("-")[0]
    return found


# -- exchanging ----------------------------------------------------------------------------------------


def exchanged(log: Log, pieces: Pieces) -> bytes:
    """The bytes of a log in which pieces have what others are, all along: type, name and constants."""
    everything = (*log.begin, *(one for step in log.steps for one in step.commands))
    added = {one.id: one for one in everything if isinstance(one, AddPiece) and one.id in pieces}
    fixed = {id_: _marks(piece) for id_, piece in added.items()}

    def change(one: Command) -> Command:
        match one:
            case AddPiece(id=str(id_)) if id_ in added:
                other = pieces[id_]
                return replace(one, type=added[other].type, state=_with(one.state, fixed[other]))
            case ChangePiece(id=str(id_)) if id_ in added:
                marks = fixed[pieces[id_]]
                old = None if one.old is None else _with(one.old, marks)
                return replace(one, state=_with(one.state, marks), old=old)
            case _:
                return one

    begin = Group(tuple(map(change, log.begin)))
    # The engine logs a step as a command with consequences, each of them marked as logged.
    steps = (Group((Logged(Null()), *(Logged(change(one)) for one in step.commands))) for step in log.steps)
    text = encode_commands([begin, *steps])
    save = log.metadata or Metadata(vassal_version="3.6.0")
    return _packed(game_entries(text, save=save, module=log.module))


def _packed(entries: Mapping[str, bytes]) -> bytes:
    """A zip archive whose entries are stored as they are: to press them takes longer than the audit."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def _marks(piece: AddPiece) -> dict[int, str]:
    states = decode_nested(piece.state, "\t")
    traits = trait_texts(piece.type)
    return {place: states[place] for place, text in enumerate(traits) if text.startswith(Marker.ID)}


def _with(state: str, marks: Mapping[int, str]) -> str:
    states = decode_nested(state, "\t")
    for place, text in marks.items():
        states[place] = text
    return encode_nested(states, "\t")
