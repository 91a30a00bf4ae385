"""Actions and positions as JSON, there and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, get_args

from toolkit.rules.rattenkrieg.actions import Action
from toolkit.rules.rattenkrieg.data import RulesData, Side
from toolkit.rules.rattenkrieg.position import (
    Act,
    Battle,
    Broken,
    Course,
    Did,
    Effect,
    Phase,
    Played,
    Position,
    Strike,
    Support,
)

KINDS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Action)}
_SIDES = frozenset({"side", "winner"})


def write_action(action: Action) -> dict[str, Any]:
    """Return an action as a JSON object; `read_action` gives it back."""
    return {"action": type(action).__name__, **_values(action)}


def read_action(found: Mapping[str, Any]) -> Action:
    """Return the action that `write_action` wrote.

    Raises
    ------
    KeyError
        For an unknown kind of action or side.
    TypeError
        When a value of the action is missing.
    """
    kind = KINDS[found["action"]]
    values = {f.name: _in(f.name, found[f.name]) for f in fields(kind) if f.name in found}
    action: Action = kind(**values)
    return action


def _values(value: Any) -> dict[str, Any]:
    return {field.name: _out(getattr(value, field.name)) for field in fields(value)}


def _out(value: Any) -> Any:
    if isinstance(value, Side):
        return value.id
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return _values(value)
    if isinstance(value, tuple | list):
        return [_out(item) for item in value]
    return sorted(_out(item) for item in value) if isinstance(value, set | frozenset) else value


def _in(name: str, value: Any) -> Any:
    if name in _SIDES and value is not None:
        return Side[value.upper()]
    return tuple(value) if isinstance(value, list) else value


def position_to_json(position: Position) -> dict[str, Any]:
    """Return everything a position holds; `position_from_json` gives it back."""
    return {
        "turn": position.turn,
        "phase": position.phase.value,
        "actor": position.actor.id,
        "courses": _out(position.courses),
        "units": dict(position.where),
        "down": sorted(position.down),
        "acted": sorted(position.acted),
        "control": [{area: side.id for area, side in held.items()} for held in position.held],
        "isolated": [sorted(cut) for cut in position.cut_off],
        "steps": {unit: list(cards) for unit, cards in position.steps.items() if cards},
        "hands": {side.id: list(position.hands[side]) for side in Side},
        "deck": list(position.deck),
        "pile": list(position.pile),
        "covered": {card: side.id for card, side in sorted(position.covered.items())},
        "t34_gone": position.t34_gone,
        "act": _out(position.act),
        "readied": position.readied,
        "battle": _out(position.battle),
        "strike": _out(position.strike),
        "broken": _out(position.broken),
        "served": _out(position.served),
        "drew": _out(position.drew),
        "winner": _out(position.winner),
    }


def position_from_json(data: RulesData, found: Mapping[str, Any]) -> Position:
    """Return the position that `position_to_json` wrote.

    Raises
    ------
    KeyError, TypeError, ValueError
        When the values describe none.
    """
    position = Position(data)
    position.turn = found["turn"]
    position.phase = Phase(found["phase"])
    position.actor = _side(found["actor"])
    position.courses = tuple(map(Course, found["courses"]))
    position.where.update(found["units"])
    position.down = set(found["down"])
    position.acted = set(found["acted"])
    for held, read in zip(position.held, found["control"], strict=True):
        held.update({area: _side(side) for area, side in read.items()})
    for cut, units in zip(position.cut_off, found["isolated"], strict=True):
        cut.update(units)
    for unit, cards in found["steps"].items():
        position.steps[unit] = list(cards)
    position.hands = (list(found["hands"]["german"]), list(found["hands"]["soviet"]))
    position.deck = list(found["deck"])
    position.pile = list(found["pile"])
    position.covered = {card: _side(side) for card, side in found["covered"].items()}
    position.t34_gone = found["t34_gone"]
    position.act = _act(found["act"])
    position.readied = found["readied"]
    position.battle = _battle(found["battle"])
    if found["strike"] is not None:
        position.strike = Strike(**{**found["strike"], "by": _side(found["strike"]["by"])})
    if found["broken"] is not None:
        read = found["broken"]
        position.broken = Broken(read["area"], _side(read["side"]), tuple(read["chosen"]))
    position.served = tuple(map(_side, found["served"]))
    position.drew = frozenset(map(_side, found["drew"]))
    position.winner = None if found["winner"] is None else _side(found["winner"])
    return position


def digest(position: Position) -> str:
    """Return a fingerprint of a position, the same on every machine, whatever the order of cards in hands."""
    found = position_to_json(position)
    found["steps"] = {unit: sorted(cards) for unit, cards in sorted(found["steps"].items())}
    found["hands"] = {side: sorted(cards) for side, cards in found["hands"].items()}
    found["pile"] = sorted(found["pile"])
    return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


def _side(id: str) -> Side:
    return Side[id.upper()]


def _act(found: Mapping[str, Any] | None) -> Act | None:
    if found is None:
        return None
    effects = tuple(Effect(Support(effect["kind"]), effect["before"]) for effect in found["effects"])
    return Act(found["unit"], found["with_t34"], found["operations"], effects, tuple(found["fights"]))


def _battle(found: Mapping[str, Any] | None) -> Battle | None:
    if found is None:
        return None
    return Battle(
        **{
            **found,
            "cards": tuple(Played(**{**card, "side": _side(card["side"])}) for card in found["cards"]),
            "calls": tuple((_side(side), Did(did)) for side, did in found["calls"]),
            "opened": frozenset(map(_side, found["opened"])),
            "beaten": None if found["beaten"] is None else _side(found["beaten"]),
        }
    )
