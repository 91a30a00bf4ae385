"""Logs of GJ47 put in order: how two of its tables differ, and what that says.

The order itself is every game's: `toolkit.audit.joining`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.facts import number
from toolkit.audit.joining import Chain, Difference, Joints, Link, join
from toolkit.games.gj47.audit.events import Event, Handled, Relocation
from toolkit.games.gj47.audit.reader import CHIT_NUMBER, ReadGame
from toolkit.games.gj47.audit.table_state import Standing, TableState

_DERIVED = ("Chosen_", "Mode", "CurBattle", "CurTarget", "RiverSides", "ShiftTable")
_ANYBODY = Actor(None, Known.INFERRED)


def differences(one: TableState, other: TableState, hexes: Sequence[str] = ()) -> tuple[Difference, ...]:
    """Return what differs between two tables, nudged pieces and helps for players aside.

    `hexes` are printed numbers, for people.
    """
    found = list(_units(one, other, hexes))
    for chit in sorted(one.chits.keys() | other.chits.keys()):
        before, after = one.chits.get(chit, "-"), other.chits.get(chit, "-")
        if before != after:
            found.append(Difference("chit", chit, before, after))
    for piece in sorted(one.markers.keys() | other.markers.keys()):
        mine, theirs = one.markers.get(piece), other.markers.get(piece)
        places = [None if m is None else (m.hex, m.box, m.level) for m in (mine, theirs)]
        if places[0] != places[1]:
            marker = mine or theirs
            name = piece if marker is None else marker.counter
            found.append(Difference("marker", name, str(places[0]), str(places[1])))
    if one.turn != other.turn:
        found.append(Difference("turn", "turn", str(one.turn), str(other.turn)))
    for name in sorted(one.properties.keys() & other.properties.keys()):
        if not name.startswith(_DERIVED) and one.properties[name] != other.properties[name]:
            found.append(Difference("property", name, one.properties[name], other.properties[name]))
    return tuple(found)


def _units(one: TableState, other: TableState, hexes: Sequence[str]) -> Iterator[Difference]:
    for unit in sorted(one.units.keys() | other.units.keys()):
        mine, theirs = one.units.get(unit), other.units.get(unit)
        if mine != theirs:
            yield Difference("unit", unit, _standing(mine, hexes), _standing(theirs, hexes))


def _standing(where: Standing | None, hexes: Sequence[str]) -> str:
    if where is None:
        return "nowhere"
    place = where.box or "off the map"
    if where.hex >= 0:
        place = hexes[where.hex] if where.hex < len(hexes) else f"hex {where.hex}"
    return f"{place}, reduced" if where.reduced else place


def chain(games: Sequence[ReadGame], names: Sequence[str], hexes: Sequence[str]) -> Chain[ReadGame]:
    """Put logs in order and join them.

    Parameters
    ----------
    names : sequence of str
        What the logs are called.
    hexes : sequence of str
        Printed numbers.

    Returns
    -------
    Chain
    """
    joints: Joints[ReadGame, TableState] = Joints(
        changes=_key,
        tables=lambda game: (game.begin, game.end),
        differences=lambda one, other: differences(one, other, hexes),
        progress=_progress,
        is_gap=_is_gap,
        without=_without,
    )
    return join(games, names, joints)


def _without(game: ReadGame, steps: int, begin: TableState) -> ReadGame:
    return replace(game, steps=game.steps[steps:], begin=begin)


def _key(game: ReadGame) -> tuple[str, ...]:
    """Return what was done step by step; two logs of one session differ in numbers and in who is named."""
    return tuple(repr([_change(event) for event in step.events]) for step in game.steps)


def _change(event: Event) -> Event:
    return replace(event, actor=_ANYBODY) if isinstance(event, Handled | Relocation) else event


def _progress(state: TableState) -> tuple[int, int]:
    return state.turn, number(state.properties.get(CHIT_NUMBER, ""), 0)


def _is_gap(end: TableState, begin: TableState, found: Sequence[Difference]) -> bool:
    """Return whether differing tables mean that play is missing, and not that a start was edited.

    Play leaves traces: the turn, the number of chits, another chit in play, dice, marks of moved units.  A
    start that was edited differs in places of pieces only.
    """
    if _progress(end) != _progress(begin):
        return True
    if any(item.what in ("property", "turn", "chit") for item in found):
        return True
    units = [item.name for item in found if item.what == "unit"]
    traced = [unit for unit in units if _moved(begin, unit) and not _moved(end, unit)]
    return bool(traced) and len(traced) * 2 >= len(units)


def _moved(state: TableState, unit: str) -> bool:
    return "Moved" in state.pending.get(unit, {})


__all__ = ["Chain", "Difference", "Link", "chain", "differences"]
