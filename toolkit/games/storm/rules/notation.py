"""Positions as JSON, there and back; what actions are read by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.position import Done, Foreign, Laid, Owed, Phase, Position, Shot, Toll
from toolkit.games.storm.rules.sides import SIDES, Side
from toolkit.rules.notation import Reader, fingerprint, write

READER: Reader[Action] = Reader.of(Action, SIDES, "side", "winner", "bidder", "soviet", "victim", "allotter")
V = TypeVar("V")


def position_to_json(position: Position) -> dict[str, Any]:
    """Return everything a position holds; `position_from_json` gives it back."""
    return {
        "turn": position.turn,
        "phase": position.phase.value,
        "last": write(position.last),
        "passes": position.passes,
        "out": sorted(side.id for side in position.out),
        "units": dict(position.where),
        "spent": sorted(position.spent),
        "control": dict(position.held),
        "markers": sorted([area, side.id] for area, side in position.markers),
        "hands": _by_side(position.hands),
        "decks": _by_side(position.decks),
        "piles": _by_side(position.piles),
        "bids": {side.id: target for side, target in sorted(position.bids.items())},
        "target": position.target,
        "drawn": list(position.drawn),
        "laid": write(position.laid),
        "shot": write(position.shot),
        "toll": write(position.toll),
        "owed": write(position.owed),
        "done": write(position.done),
        "foreign": write(position.foreign),
        "gone": sorted(position.gone),
        "winner": write(position.winner),
    }


def _by_side(cards: tuple[list[str], list[str]]) -> dict[str, list[str]]:
    return {side.id: list(cards[side]) for side in Side}


def position_from_json(data: RulesData, found: Mapping[str, Any]) -> Position:
    """Return the position that `position_to_json` wrote.

    Raises
    ------
    KeyError, TypeError, ValueError
        When the values describe none.
    """
    position = Position(data)
    for unit, area in found["units"].items():
        position.put(unit, area)
    position.turn = found["turn"]
    position.phase = Phase(found["phase"])
    position.last = READER.field("side", found["last"])
    position.passes = found["passes"]
    position.out = frozenset(SIDES[side] for side in found["out"])
    position.spent = set(found["spent"])
    position.held.update(found["control"])
    position.markers = {(area, SIDES[side]) for area, side in found["markers"]}
    for name in ("hands", "decks", "piles"):
        for side in Side:
            getattr(position, name)[side].extend(found[name][side.id])
    position.bids = {SIDES[side]: target for side, target in found["bids"].items()}
    position.target = found["target"]
    position.drawn = (found["drawn"][0], found["drawn"][1])
    position.laid = tuple(READER.frozen(Laid, laid) for laid in found["laid"])
    position.shot = _maybe(Shot, found["shot"])
    position.toll = _maybe(Toll, found["toll"])
    position.owed = _maybe(Owed, found["owed"])
    position.done = _maybe(Done, found["done"])
    position.foreign = _maybe(Foreign, found["foreign"])
    position.gone = frozenset(found["gone"])
    position.winner = READER.field("side", found["winner"])
    return position


def _maybe(kind: type[V], found: Mapping[str, Any] | None) -> V | None:
    return None if found is None else READER.frozen(kind, found)


def digest(position: Position) -> str:
    """Return a fingerprint of a position, the same on every machine, whatever the order of cards in hands."""
    found = position_to_json(position)
    for name in ("hands", "piles"):
        found[name] = {side: sorted(cards) for side, cards in found[name].items()}
    return fingerprint(found)
