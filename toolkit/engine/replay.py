"""Step through a log in the real engine and compare the end with what our own reader makes of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.diagnostics import Severity
from toolkit.engine.game import OpenModule, version_key
from toolkit.engine.process import Engine
from toolkit.engine.table import EngineTable
from toolkit.vassal import sequence
from toolkit.vassal.buildfile import open_module
from toolkit.vassal.events import DeckChanged
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.merging import stacking_of
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Layer, SendTo

if TYPE_CHECKING:
    from toolkit.engine.provision import EngineHome
    from toolkit.engine.report import EngineReport

_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the engine and our reader see differently.

    Attributes
    ----------
    kind : str
        ``"piece"`` (only one has it), ``"place"``, ``"stack"`` (with whom, in which order), ``"state"``,
        ``"deck"``.
    id : str
        Piece or deck.
    """

    kind: str
    id: str
    engine: str
    ours: str


@dataclass(frozen=True, slots=True)
class Followed:
    """A log as our reader has it.

    Attributes
    ----------
    table : Table
        At the end.
    reordered : frozenset of str
        Ids of the decks that a step put in another order, as a shuffle does.
    """

    table: Table
    reordered: frozenset[str]


def follow(log: Log, module: Path | None = None) -> Followed:
    """Step through a log with our reader, stacks as the module has them."""
    stacking = None if module is None else stacking_of(open_module(str(module)))
    table = Table(people=people_of(log.script), stacking=stacking)
    table.apply(log.begin)
    events = (event for step in log.steps for event in table.apply(step.commands, step.number))
    reordered = {event.id for event in events if isinstance(event, DeckChanged) and event.shuffled}
    return Followed(table, frozenset(reordered))


def keeps_order(version: str) -> bool:
    """Return whether an engine puts replayed pieces into stacks where the logging one had them.

    3.6.0 and 3.6.1 put a piece that is moved inside its stack one too low, and one that is taken back on top;
    earlier and later ones do not.
    """
    return version_key(version)[:3] not in ((3, 6, 0), (3, 6, 1))


def reorders_decks(version: str) -> bool:
    """Return whether an engine replays a new order of a deck.

    The 3.6.0 of the registry, built between two betas, does not: a deck that is as the step found it stays
    as it is.  The released one, which calls itself the same, and all others do.
    """
    return version_key(version)[:3] != (3, 6, 0)


def differences(
    engine: EngineTable, ours: Table, *, ordered: bool = True, unsorted: Collection[str] = ()
) -> list[Difference]:
    """Return what differs between the engine's table and ours: pieces, places, stacks, states, decks.

    Player ids in the states are left out of the texts: a state that differs is named by its trait's number.

    Parameters
    ----------
    ordered : bool
        Whether pieces have to lie in stacks in the same order, not only together (`keeps_order`).
    unsorted : collection of str
        Decks that have to hold the same pieces in any order (`reorders_decks`).
    """
    counters = {thing.id: thing for thing in ours.counters()}
    found = [
        Difference("piece", key, str(key in engine.pieces), str(key in counters))
        for key in sorted(engine.pieces.keys() ^ counters.keys())
    ]
    for key in sorted(engine.pieces.keys() & counters.keys()):
        found += _of_piece(key, engine, ours, ordered=ordered)
    return [*found, *_of_decks(engine, ours, unsorted)]


def _of_piece(key: str, engine: EngineTable, ours: Table, *, ordered: bool) -> Iterator[Difference]:
    """Yield what differs in a piece that both have: its place, its stack, its state."""
    piece, thing, spot = engine.pieces[key], ours.things[key], ours.spot(key)
    if piece.place() != (spot.map, spot.x, spot.y):
        yield Difference("place", key, str(piece.place()), str((spot.map, spot.x, spot.y)))
    # A stack of one is no stack: the engine makes one without a word where a piece comes to lie alone.
    parent = engine.stacks.get(piece.stack or "")
    stacked = parent.pieces if parent is not None else (key,)
    members = ours.things[thing.parent].members if thing.parent is not None else (key,)
    # Inside one deck for both: the deck is compared as a whole.
    apart = parent is None or parent.deck is None or parent.id != thing.parent
    if apart and stacked != members and (ordered or set(stacked) != set(members)):
        yield Difference("stack", key, " ".join(stacked), " ".join(members))
    states = tuple(sequence.decode_nested(piece.state, "\t"))
    # The last one is the place, compared above.
    wrong = [n for n, (a, b) in enumerate(zip(states, thing.states, strict=False)) if not _same(a, b)]
    if wrong:
        wrong = [n for n in wrong if n not in _derived(thing)]
    if len(states) != len(thing.states) or wrong[:1] not in ([], [len(states) - 1]):
        yield Difference("state", key, f"{len(states)} traits", f"differs in traits {wrong}")


def _of_decks(engine: EngineTable, ours: Table, unsorted: Collection[str]) -> Iterator[Difference]:
    """Yield the decks whose pieces or order differ."""
    for key, stack in sorted(engine.stacks.items()):
        if stack.deck is None:
            continue
        pieces, members = stack.pieces, ours.things[key].members if key in ours.things else ()
        same = sorted(pieces) == sorted(members) if key in unsorted else pieces == members
        if not same:
            yield Difference("deck", key, " ".join(pieces), " ".join(members))


def _derived(thing: Thing) -> set[int]:
    """Return which traits' states the engine has from itself: layers that follow a property, and where a
    piece was sent from, which the engine keeps when an undo takes that back.
    """
    return {
        n
        for n, (trait, state) in enumerate(zip(thing.traits(), thing.states, strict=False))
        if (isinstance(trait, Layer) and trait.follow_property)
        or (isinstance(trait, SendTo) and state == SendTo.INITIAL_STATE)
    }


def _same(a: str, b: str) -> bool:
    """Return whether two states are the same but for last fields that only one engine version writes."""
    shorter, longer = sorted((a, b), key=len)
    return longer == shorter or longer.startswith(shorter + ";")


def check_logs(
    report: EngineReport, home: EngineHome, logs: Sequence[Path], out: Path | None = None
) -> dict[Path, EngineTable]:
    """Load and step through logs or saves, add what is wrong to the report, return their end tables.

    No player id, which is a password, is left in these tables.  `out` is the folder for pictures of dialogs.

    Raises
    ------
    InputError
        When a file is no VASSAL file.
    """
    ends: dict[Path, EngineTable] = {}
    figures: dict[str, object] = {}
    for number, file in enumerate(logs, start=1):
        log = read_log(file)
        with Engine(home, out / f"log-{number}" if out else None) as engine:
            game = OpenModule.open(engine, report.module)
            waiting = game.load(file)
            report.take(engine.take_problems(), f"loading {file.name}")
            game.step()
            report.take(engine.take_problems(), f"stepping through {file.name}")
            end = game.table(["*"])
        ours = follow(log, report.module)
        ends[file] = end.redacted(ours.table.people.redact)
        unsorted = () if reorders_decks(home.version) else ours.reordered
        wrong = differences(end, ours.table, ordered=keeps_order(home.version), unsorted=unsorted)
        figures[file.name] = {"steps": waiting, "pieces": len(ends[file].pieces), "differences": len(wrong)}
        if waiting != len(log.steps):
            message = f"{file.name} has {waiting} steps for the engine, {len(log.steps)} for our reader"
            report.add("ENG061", Severity.ERROR, message)
        for each in wrong[:_SHOWN]:
            message = f"{file.name}: {each.kind} of {each.id}: engine {each.engine}, our reader {each.ours}"
            report.add("ENG062", Severity.ERROR, message, kind=each.kind, id=each.id)
    report.facts["logs"] = figures
    return ends
