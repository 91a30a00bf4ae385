"""What a step of a game on hexes changes, as entries of the ledger: from the events that an audit hears."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from toolkit.audit.facts import number
from toolkit.audit.ledger import Entry, Key, What
from toolkit.games.gj47.audit.events import Event, GlobalSet, Handled, Noted, Relocation, TurnSet
from toolkit.games.gj47.audit.table_state import CONTROL, CONTROL_FACE, FACE, FORT_LEVEL, UNIT_KINDS
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.module.identity import DIGEST
from toolkit.vassal import events as e

ROLL = "Roll"
_COUNT = "RollNo"
DICE = "dice"
"""Sort of a die that shows something else than was thrown."""
_MARKS = frozenset({"battle", "march", "void", "retreated", "out-of-supply", CONTROL})
"""Markers whose places say what other entries do, or remind people."""


def entries_of(
    events: Sequence[Event], raw: Iterable[e.Event], who: Callable[[str], tuple[str, str]]
) -> tuple[tuple[Entry, ...], int]:
    """Return the entries of a step, and how many neutral changes there are besides.

    Parameters
    ----------
    events : sequence of Event
        What the step did, in the words of the game.
    raw : iterable of Event
        The same as the table has it: pieces that come and go.
    who : callable
        Piece → counter id and kind of the unit or chit that it is, "" for any other.
    """
    found: list[Entry] = []
    neutral = 0
    gone = {who(change.id)[0] for change in raw if isinstance(change, e.PieceRemoved)}
    for event in events:
        match event:
            case Relocation() if event.known and (event.unit not in gone or event.target != OFF_MAP):
                places = (event.origin, event.origin_box), (event.target, event.target_box)
                found.append(Entry(Key(What.PLACE, event.unit), *places, "unit", event.actor))
            case Handled() if event.kind in _MARKS:
                neutral += 1
            case Handled():
                places = (event.origin, event.origin_box), (event.target, event.target_box)
                subject = event.piece if event.kind == "fort" else event.counter
                found.append(Entry(Key(What.PLACE, subject), *places, event.kind, event.actor))
            case Noted():
                made = list(_noted(event))
                found += made
                neutral += sum(old != new for old, new in event.values.values()) - len(made)
            case GlobalSet() if event.name == DIGEST and event.old != event.new:
                found.append(Entry(Key(What.PROPERTY, DIGEST), event.old, event.new))
            case GlobalSet() | TurnSet():
                neutral += not (isinstance(event, GlobalSet) and event.old == event.new)
            case _:
                pass
    for change in raw:
        if isinstance(change, e.PieceAdded | e.PieceRemoved):
            here, (counter, kind) = isinstance(change, e.PieceAdded), who(change.id)
            if kind:
                found.append(Entry(Key(What.PIECE, counter, change.id), not here, here, kind))
            else:
                neutral += 1
    return tuple(found), neutral


def _noted(event: Noted) -> Iterable[Entry]:
    values = event.values

    def changed(name: str) -> tuple[Hashable, Hashable] | None:
        old, new = values.get(name, ("", ""))
        return None if old == new else (old, new)

    if event.kind in UNIT_KINDS and (faces := changed(FACE)) is not None:
        yield Entry(Key(What.FACE, event.counter), *faces, "unit")
    if event.kind == "fort" and (levels := changed(FORT_LEVEL)) is not None:
        yield Entry(Key(What.FACE, event.piece), *levels, "fort")
    if event.kind == CONTROL and (sides := changed(CONTROL_FACE)) is not None:
        yield Entry(Key(What.VALUE, event.piece, CONTROL), *sides, CONTROL)
    if (rolls := changed(ROLL)) is not None:
        old, new = (number(text, 0) for text in values.get(_COUNT, ("", "")))
        sort = "" if new > old or not number(str(rolls[1]), 0) else DICE
        yield Entry(Key(What.VALUE, event.counter, ROLL), *rolls, sort)
