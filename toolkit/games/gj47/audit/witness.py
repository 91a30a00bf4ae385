"""From events to facts: what a step shows of units, markers and dice, and what is written on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from toolkit.audit.facts import number
from toolkit.games.gj47.audit.events import GlobalSet, Handled, Noted, Relocation, StepEvents
from toolkit.games.gj47.audit.reader import DIE
from toolkit.games.gj47.audit.records import (
    Activated,
    Aimed,
    BattleMarked,
    ColumnSet,
    ControlShown,
    Drag,
    Fact,
    FortSeen,
    Marched,
    Moment,
    Said,
    Stranger,
    Thrown,
    Turned,
)
from toolkit.games.gj47.audit.table_state import (
    CONTROL,
    CONTROL_FACE,
    FACE,
    FORT_LEVEL,
    MARCH,
    SHOWS,
    TableState,
)
from toolkit.source.setups import Box

_ROLLS: Mapping[str, str] = {
    "withdrawal-roll": "withdrawal",
    "axis-reinforcement-roll": "axis_reinforcement",
}
_NUMBER = "soviet_reinforcement"


@dataclass(slots=True)
class Witness:
    """Sees what happens to pieces, and keeps what is written on them.

    Attributes
    ----------
    index : mapping of str to int
        Counter id → unit.
    written : dict of str to dict of str to str
        Values of units by counter, of markers by piece.
    markers : dict of str to (str, int, int)
        Piece → kind, hex, level.
    """

    index: Mapping[str, int]
    boxes: Mapping[str, Box]
    written: dict[str, dict[str, str]] = field(default_factory=dict)
    markers: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    def take(self, state: TableState) -> None:
        """Take a table as it is."""
        self.written = {name: dict(values) for name, values in state.pending.items()}
        for piece, marker in state.markers.items():
            self.markers[piece] = (marker.kind, marker.hex, marker.level)
            self.written[piece] = dict(marker.values)

    def forts(self) -> dict[int, int]:
        """Return hex and level of the forts on the map."""
        return {h: level for kind, h, level in self.markers.values() if kind == "fort" and h >= 0}

    def facts(self, at: Moment, events: StepEvents) -> Iterable[Fact]:
        """Yield what a step shows, in order."""
        for event in events.events:
            if isinstance(event, Noted):
                self.written.setdefault(_key(event), {}).update(
                    {name: new for name, (_, new) in event.values.items()}
                )
        for event in events.events:
            match event:
                case Relocation():
                    yield from self._relocation(at, event)
                case Noted():
                    yield from self._noted(at, event)
                case Handled(kind=kind) if kind != "chit":
                    yield from self._handled(at, event)
                case GlobalSet(name=name, new=new):
                    if name in ("Declared", "Mode"):
                        yield Said(at, name, new)
                    elif name.endswith(DIE) and number(new, 0):
                        yield Thrown(at, number(new, 0))
                case _:
                    continue

    def _relocation(self, at: Moment, event: Relocation) -> Iterable[Fact]:
        unit = self.index.get(event.unit) if event.known else None
        if unit is None:
            yield Stranger(at, event.unit, event.origin, event.target, event.actor)
            return
        written = self.written.get(event.unit, {})
        yield Drag(
            at, unit, event.origin, event.target, event.origin_box, event.target_box, event.actor,
            written.get("LossIn", ""), written.get("Act", ""),
        )  # fmt: skip

    def _noted(self, at: Moment, event: Noted) -> Iterable[Fact]:
        values = event.values
        if event.kind in ("unit", "hq"):
            yield from self._unit_noted(at, event)
        elif event.kind == "battle":
            battle = battle_number(event.counter)
            if not values.keys().isdisjoint(("Roll", "RollNo")):
                written = self.written.get(event.piece, {})
                die, count = number(written.get("Roll", ""), 0), number(written.get("RollNo", ""), 1)
                if die:
                    by, edited = written.get("RolledBy", ""), not _thrown_anew(values)
                    yield Thrown(at, die, "battle", battle, max(count, 1), by, edited)
            if "Act" in values and values["Act"][1] in ("advance", "close"):
                yield Said(at, values["Act"][1], str(battle))
        elif event.kind in _ROLLS:
            written = self.written.get(event.piece, {})
            die = number(written.get("Roll", ""), 0)
            if die and _thrown_anew(values):
                yield Thrown(at, die, _ROLLS[event.kind], 0, number(written.get("RollNo", ""), 1))
        elif event.kind == CONTROL and CONTROL_FACE in values and event.hex >= 0:
            yield ControlShown(at, event.hex, SHOWS.get(number(values[CONTROL_FACE][1], 0)))
            self.markers[event.piece] = (CONTROL, event.hex, number(values[CONTROL_FACE][1], 1))
        elif event.kind == "fort" and FORT_LEVEL in values:
            before, after = (number(text, 1) for text in values[FORT_LEVEL])
            self.markers[event.piece] = ("fort", event.hex, after)
            if event.hex >= 0:
                written = self.written.get(event.piece, {})
                act, loss = written.get("Act", ""), written.get("LossIn", "")
                yield FortSeen(at, event.piece, event.hex, before, after, act, loss)

    def _unit_noted(self, at: Moment, event: Noted) -> Iterable[Fact]:
        unit = self.index.get(event.counter)
        if unit is None:
            return
        values = event.values
        if "ActIn" in values:
            # A headquarters has its number from its chit or its own key, never from another's range.
            yield Activated(at, unit, number(values["ActIn"][1], 0), event.kind == "hq")
        said = said_to_march(event)
        if said is not None:
            yield Marched(at, unit, said)
        if "AttackIn" in values:
            yield Aimed(at, unit, number(values["AttackIn"][1], 0))
        if FACE in values:
            loss = self.written.get(event.counter, {}).get("LossIn", "")
            yield Turned(at, unit, values[FACE][1] == "2", loss)

    def _handled(self, at: Moment, event: Handled) -> Iterable[Fact]:
        if event.kind == "battle":
            yield BattleMarked(at, battle_number(event.counter), event.target, event.actor)
        elif event.kind == CONTROL:
            level = self.markers.get(event.piece, (CONTROL, -1, 1))[2]
            self.markers[event.piece] = (CONTROL, event.target, level)
            if event.target >= 0:
                yield ControlShown(at, event.target, SHOWS.get(level))
            if event.origin >= 0:
                yield ControlShown(at, event.origin, None)
        elif event.kind == "fort":
            level = self.markers.get(event.piece, ("fort", -1, 1))[2]
            self.markers[event.piece] = ("fort", event.target, level)
            written = self.written.get(event.piece, {})
            act, loss = written.get("Act", ""), written.get("LossIn", "")
            if event.origin >= 0:
                yield FortSeen(at, event.piece, event.origin, level, 0, act, loss)
            if event.target >= 0:
                yield FortSeen(at, event.piece, event.target, 0, level, act, loss)
        elif event.kind == _NUMBER:
            box = self.boxes.get(event.target_box)
            if box is not None and box.kind == "reinforcement" and box.index:
                yield ColumnSet(at, box.index)


def _thrown_anew(values: Mapping[str, tuple[str, str]]) -> bool:
    """Return whether a die was thrown: one that shows another number, and was not counted, was changed."""
    if "RollNo" in values:
        return True
    old, _ = values.get("Roll", ("?", ""))
    return old in ("", "0")


def said_to_march(event: Noted) -> bool | None:
    """Return whether a key says that a unit marches, or that it does not after all; None for anything else.

    The end of a chit takes the mark off too; that takes nothing back.
    """
    if MARCH not in event.values:
        return None
    return {"1": True, "2": False}.get(event.values[MARCH][1])


def _key(event: Noted) -> str:
    """Return what a piece's values are kept under: units by counter, copies of markers by piece."""
    return event.counter if event.kind in ("unit", "hq") else event.piece


def battle_number(counter: str) -> int:
    """Return the number of a battle marker."""
    return number(counter.rpartition("-")[2], 0)
