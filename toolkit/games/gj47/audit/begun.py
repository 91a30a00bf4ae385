"""What the table says of a turn that a log begins in the middle of: its number, and the chit in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.audit.actor import Actor, Known
from toolkit.audit.facts import number
from toolkit.games.gj47.audit.reader import ACTIVE_CHIT, CHIT_NUMBER
from toolkit.games.gj47.audit.records import (
    Activated,
    Aimed,
    BattleMarked,
    ChitRecord,
    Marched,
    Moment,
    Thrown,
)
from toolkit.games.gj47.audit.table_state import MARCH, TableState
from toolkit.games.gj47.audit.witness import battle_number
from toolkit.games.gj47.rules.data import RulesData
from toolkit.source.setups import Box

TURN = "turn"
_NOBODY = Actor(None, Known.INFERRED)


def marked_turn(state: TableState, boxes: Mapping[str, Box]) -> int:
    """Return the turn by the box in which the turn marker lies, 0 for none."""
    for marker in state.markers.values():
        box = boxes.get(marker.box)
        if marker.kind == TURN and box is not None and box.kind == "turn":
            return box.index or 0
    return 0


def in_play(state: TableState, lying: Sequence[str], data: RulesData) -> str:
    """Return the chit that is in play, "" for none: it lies in its place, or units show its number."""
    named = state.properties.get(ACTIVE_CHIT, "")
    if lying:
        return named if named in lying else lying[0]
    acting = any("ActIn" in values for values in state.pending.values())
    return named if acting and named in data.chits else ""


def running(state: TableState, chit: str, moment: Moment, data: RulesData) -> ChitRecord:
    """Return the record of a chit that is in play when a log begins, with what the table shows of it."""
    count = number(state.properties.get(CHIT_NUMBER, ""), 0)
    record = ChitRecord(moment, chit=chit, number=count, partial=True, known=Known.DECLARED)
    battles = [m for m in state.markers.values() if m.kind == "battle" and m.hex >= 0]
    for marker in battles:
        record.facts.append(BattleMarked(moment, battle_number(marker.counter), marker.hex, _NOBODY))
    for name, values in state.pending.items():
        unit = data.index.get(name)
        if unit is not None and "ActIn" in values:
            record.facts.append(Activated(moment, unit, number(values["ActIn"], 0)))
        if unit is not None and values.get(MARCH) == "1":
            record.facts.append(Marched(moment, unit, on=True))
        if unit is not None and "AttackIn" in values:
            record.facts.append(Aimed(moment, unit, number(values["AttackIn"], 0)))
    for marker in battles:
        die = number(marker.values.get("Roll", ""), 0)
        if die:
            record.facts.append(Thrown(moment, die, "battle", battle_number(marker.counter)))
    return record
