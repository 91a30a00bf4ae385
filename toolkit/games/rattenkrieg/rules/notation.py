"""Positions as JSON, there and back; what actions are read by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.position import (
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
from toolkit.games.rattenkrieg.rules.sides import SIDES, Side
from toolkit.rules.notation import Reader, fingerprint, write

READER: Reader[Action] = Reader.of(Action, SIDES, "side", "winner")


def position_to_json(position: Position) -> dict[str, Any]:
    """Return everything a position holds; `position_from_json` gives it back."""
    return {
        "turn": position.turn,
        "phase": position.phase.value,
        "actor": position.actor.id,
        "courses": write(position.courses),
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
        "act": write(position.act),
        "readied": position.readied,
        "battle": write(position.battle),
        "strike": write(position.strike),
        "broken": write(position.broken),
        "served": write(position.served),
        "drew": write(position.drew),
        "winner": write(position.winner),
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
    position.actor = SIDES[found["actor"]]
    position.courses = tuple(map(Course, found["courses"]))
    position.where.update(found["units"])
    position.down = set(found["down"])
    position.acted = set(found["acted"])
    for held, read in zip(position.held, found["control"], strict=True):
        held.update({area: SIDES[side] for area, side in read.items()})
    for cut, units in zip(position.cut_off, found["isolated"], strict=True):
        cut.update(units)
    for unit, cards in found["steps"].items():
        position.steps[unit] = list(cards)
    position.hands = (list(found["hands"]["german"]), list(found["hands"]["soviet"]))
    position.deck = list(found["deck"])
    position.pile = list(found["pile"])
    position.covered = {card: SIDES[side] for card, side in found["covered"].items()}
    position.t34_gone = found["t34_gone"]
    position.act = _act(found["act"])
    position.readied = found["readied"]
    position.battle = _battle(found["battle"])
    if found["strike"] is not None:
        position.strike = Strike(**{**found["strike"], "by": SIDES[found["strike"]["by"]]})
    if found["broken"] is not None:
        read = found["broken"]
        position.broken = Broken(read["area"], SIDES[read["side"]], tuple(read["chosen"]))
    position.served = tuple(SIDES[side] for side in found["served"])
    position.drew = frozenset(SIDES[side] for side in found["drew"])
    position.winner = None if found["winner"] is None else SIDES[found["winner"]]
    return position


def digest(position: Position) -> str:
    """Return a fingerprint of a position, the same on every machine, whatever the order of cards in hands."""
    found = position_to_json(position)
    found["steps"] = {unit: sorted(cards) for unit, cards in sorted(found["steps"].items())}
    found["hands"] = {side: sorted(cards) for side, cards in found["hands"].items()}
    found["pile"] = sorted(found["pile"])
    return fingerprint(found)


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
            "cards": tuple(Played(**{**card, "side": SIDES[card["side"]]}) for card in found["cards"]),
            "calls": tuple((SIDES[side], Did(did)) for side, did in found["calls"]),
            "opened": frozenset(SIDES[side] for side in found["opened"]),
            "beaten": None if found["beaten"] is None else SIDES[found["beaten"]],
        }
    )
