"""8.10: what becomes of the units beside a beaten defender."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.readings import attacks_on, free_units, name
from toolkit.games.rattenkrieg.rules.ways import is_cut_off, wrong_goal
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "8.10",
    "When a defender is removed or retreats, each of the others retreats or stays isolated; isolated units "
    "neither move nor retreat, fight with their own steps only, and are free when the area is theirs again.",
    Kind.EFFECT,
)
def isolated_do_not_retreat(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge that isolated units stay where they are.

    Checks: Retreats of isolated units; under this number as well their movement and the cards they fight
    with, and whatever else is done before the others have chosen.
    Legal: An isolated Rifle answers an attack with its step.
    Illegal: An isolated Rifle moves, or plays a card from hand; Rifles beside one that only lost a step are
    isolated.
    Unclear: U13: whether one that is left alone gets its area back. U63: whether it retreats when a shot hits
    it, which is no battle. U18, U32, U33 and U41 are settled.
    """
    if not position.on_map(action.unit):
        return None
    return (
        f"{name(position, action.unit)} is isolated" if is_cut_off(position, action.unit, rulings) else None
    )


@rule(
    "8.10.1",
    "Beside a beaten comrade a unit may retreat into a neighbouring own area and is turned face-down.",
    Kind.PROCEDURE,
)
def others_retreat(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge where the others retreat to.

    Checks: The goal and the face of units beside a defender that was beaten.
    Legal: Rifle-1 retreats to Mamayev Kurgan after Rifle-3 beside it was beaten, and is turned.
    Illegal: It stays face-up.
    Unclear: U31: whether each of the others may choose for itself.
    """
    if position.broken is None:
        return None
    if not _is_stranded(position, action.unit, rulings):
        return f"{name(position, action.unit)} stands beside no beaten unit"
    return wrong_goal(position, action, rulings) or _alike(position, rulings, isolated=False)


@rule(
    "8.10.2", "Or it stays and is isolated; that is the only choice where no retreat is open.", Kind.PROCEDURE
)
def others_stay(position: Position, action: a.Isolate, rulings: Rulings) -> str | None:
    """Judge who is isolated.

    Checks: That the unit stands beside a defender that was just beaten.
    Legal: All neighbouring areas are German: the second Rifle is isolated.
    Illegal: A unit in another area is isolated.
    Unclear: U31: whether each of the others may choose for itself.
    """
    if position.broken is None and attacks_on(position, action.unit, rulings):
        return None  # 8.11
    if not _is_stranded(position, action.unit, rulings):
        return f"{name(position, action.unit)} stands beside no beaten unit"
    return _alike(position, rulings, isolated=True)


def _alike(position: Position, rulings: Rulings, *, isolated: bool) -> str | None:
    """Return what is wrong where all of the others have to choose alike (U31)."""
    broken = position.broken
    if broken is None or not broken.chosen or broken.chosen == (isolated,) * len(broken.chosen):
        return None
    return "the others chose differently" if rulings.says("U31", "together") else None


def _is_stranded(position: Position, unit: str, rulings: Rulings) -> bool:
    """Return whether a unit stands beside a comrade that was just beaten (8.10)."""
    broken = position.broken
    return broken is not None and unit in free_units(position, broken.area, broken.side, rulings)


def isolate(position: Position, action: a.Isolate) -> None:
    """Leave a unit behind."""
    if position.broken is not None:
        position.broken = replace(position.broken, chosen=(*position.broken.chosen, True))
    position.isolate(action.unit)
