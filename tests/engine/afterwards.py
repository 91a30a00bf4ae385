"""What is left of a run of random hands: a save that opens to the same table, a log that tells it, audits."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolkit.audit.audit import audit_logs
from toolkit.audit.view import REFEREE
from toolkit.cli.main import main as toolkit_command
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.engine.replay import differences, follow, keeps_order, reorders_decks
from toolkit.engine.table import EngineTable
from toolkit.vassal.log import read_log
from toolkit.vassal.sequence import decode_nested
from toolkit.vassal.table import Table
from toolkit.vassal.traits import Trail

PASSWORD = "pass-word-of-the-monkey"
_NO_WORD = "No Translation: Shuffle"  # the engine has no translation of its own word


@dataclass(frozen=True, slots=True)
class Fault:
    """What failed: a kind, after which act (0: at the end), and what is to be seen of it."""

    kind: str
    act: int
    text: str

    def __str__(self) -> str:
        return f"{self.kind} after act {self.act}: {self.text}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run is: a module and an engine, and a folder for its log, save, acts and pictures."""

    module: Path
    home: EngineHome
    out: Path

    @property
    def log(self) -> Path:
        """Return the log."""
        return self.out / "monkey.vlog"

    @property
    def save(self) -> Path:
        """Return the save."""
        return self.out / "monkey.vsav"


def complaints(engine: Engine, number: int) -> Iterator[Fault]:
    """Yield what the engine complained of since the last call."""
    for problem in engine.take_problems():
        # The engine that is fetched, and no released one, cannot sum where a masked card lies.
        summing = engine.home.version == "3.6.0" and "{SumLocation(" in problem.message
        if problem.kind != "warning" and problem.message != _NO_WORD and not summing:
            yield Fault("complaint", number, f"{problem.kind}: {problem.message} {problem.detail}")


def opened(place: Place, end: EngineTable, facts: dict[str, object], *, redone: bool) -> Iterator[Fault]:
    """Yield what is otherwise when the save is opened, and when the log was stepped through.

    An undo that was undone VASSAL logs otherwise than it does it: then the log need not give the table.
    """
    with Engine(place.home) as engine:
        game = OpenModule.open(engine, place.module)
        game.load(place.save)
        yield from (Fault("save", 0, each) for each in _apart(end, game.table(["CounterId"]), ordered=True))
        steps = game.load(place.log)
        game.step()
        stepped = game.table(["CounterId"])
        yield from complaints(engine, 0)
    log = read_log(place.log)
    ours = follow(log, place.module)
    facts["steps"] = steps
    if steps != len(log.steps):
        yield Fault("steps", 0, f"{steps} for the engine, {len(log.steps)} for our reader")
    ordered = keeps_order(place.home.version)
    unsorted = () if reorders_decks(place.home.version) else ours.reordered
    for each in differences(stepped, ours.table, ordered=ordered, unsorted=unsorted):
        yield Fault("reader", 0, f"{each.kind} of {each.id}: {each.engine} / {each.ours}")
    apart = [*_apart(end, stepped, ordered=ordered), *_untold(end, ours.table)]
    facts["log apart"] = len(apart)
    if not redone:
        yield from (Fault("log", 0, each) for each in apart)


def _apart(one: EngineTable, other: EngineTable, *, ordered: bool) -> Iterator[str]:
    """Yield the pieces that lie otherwise on two tables."""
    for piece in sorted(one.pieces.keys() | other.pieces.keys()):
        a, b = _lies(one, piece, ordered=ordered), _lies(other, piece, ordered=ordered)
        if a != b:
            yield f"{piece}: {a} / {b}"


def _lies(table: EngineTable, piece: str, *, ordered: bool) -> object:
    found = table.pieces.get(piece)
    if found is None:
        return None
    stack = table.stacks.get(found.stack or "")
    members = stack.pieces if stack is not None else (piece,)
    return (found.place(), members if ordered else sorted(members))


def _untold(end: EngineTable, ours: Table) -> Iterator[str]:
    """Yield the states at the end that the log does not tell."""
    for each in differences(end, ours, ordered=False):
        if each.kind != "state":
            continue
        thing = ours.things[each.id]
        states = decode_nested(end.pieces[each.id].state, "\t")
        for trait, a, b in list(zip(thing.traits(), states, thing.states, strict=False))[:-1]:
            # A trail notes where it begins when it is drawn, and tells no log.
            if a != b and not isinstance(trait, Trail):
                yield f"{each.id}: {type(trait).__name__} {a!r} / {b!r}"


def judged(place: Place, facts: dict[str, object]) -> Iterator[Fault]:
    """Yield what audit, transcript and page of a log make amiss, for the referee and for each side."""
    begun = time.process_time()
    try:
        report = audit_logs([place.log], place.module)
    except Exception as error:  # noqa: BLE001  (whatever it is, it is a fault of the audit)
        yield Fault("audit", 0, repr(error))
        return
    facts["audit"] = dict(report.counts)
    if not report.ledger.closed:
        yield Fault("ledger", 0, str(report.ledger))
    slowest = ("audit", time.process_time() - begun)
    for what, (command, file) in _commands(place, [REFEREE, *report.game.sides]).items():
        begun = time.process_time()
        status = toolkit_command([*command, "--module", str(place.module), "-o", str(file)])
        slowest = max(slowest, (what, time.process_time() - begun), key=lambda pair: pair[1])
        if status not in {0, 1}:
            yield Fault("command", 0, f"{what} ends with {status}")
        elif PASSWORD in file.read_text(encoding="utf-8"):
            yield Fault("password", 0, f"{what} shows it")
    facts["slowest"] = f"{slowest[0]}: {slowest[1]:.1f} s of the processor"


def _commands(place: Place, views: list[str]) -> Mapping[str, tuple[list[str], Path]]:
    """Return the commands that are tried at a log, each with the file that it writes."""
    log = str(place.log)
    return {"transcript": (["log", "transcript", log], place.out / "transcript.txt")} | {
        f"{form} of {view}": (
            ["audit", log, "--format", form, "--view", view],
            place.out / f"{view}.{form}",
        )
        for view in views
        for form in ("html", "json", "text")
    }
