"""Ways to break what comes after impulses: arrivals, departures, victory."""

from __future__ import annotations

from functools import partial

from tests.violations.storm.mutators.base import Mutation, Mutator, Scene
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, Phase
from toolkit.games.storm.rules.sides import Side

_OF_WITHDRAWALS = 3
_IMPULSES = (a.Move, a.Fire)
_COMING = (a.Place, a.Lost, a.EndTurn)


# Arrivals -------------------------------------------------------------------------------------------


def _due(scene: Scene, side: Side) -> list[str]:
    position = scene.position
    if position.phase is not Phase.ARRIVALS:
        return []
    known = scene.data.units
    found = [u for u in known if known[u].enters == position.turn and position.where[u] == OFF_MAP]
    return scene.mixed(u for u in found if known[u].side is side)


def _open(scene: Scene, unit: str) -> list[str]:
    """Return where a unit may be placed."""
    side = scene.side(unit)
    entry = scene.data.units[unit].entry
    return [area for area in entry if area in scene.data.ferries or not scene.full(area, side)]


def _soviets_first(scene: Scene) -> Mutation | None:
    units = _due(scene, Side.SOVIET)
    if not units or not _due(scene, Side.GERMAN):
        return None
    areas = _open(scene, units[0])
    return (a.Place(units[0], areas[0]),) if areas else None


def _comes_early(scene: Scene) -> Mutation | None:
    """Place a unit of a later turn."""
    position, known = scene.position, scene.data.units
    if position.phase is not Phase.ARRIVALS or _due(scene, Side.GERMAN):
        return None
    later = [u for u in known if known[u].enters > position.turn and position.where[u] == OFF_MAP]
    for unit in scene.mixed(later):
        areas = _open(scene, unit)
        if areas:
            return (a.Place(unit, areas[0]),)
    return None


def _stays_out(scene: Scene) -> Mutation | None:
    """End the turn while a unit is still to be placed."""
    due = _due(scene, Side.GERMAN) or _due(scene, Side.SOVIET)
    if scene.position.turn == _OF_WITHDRAWALS or not due:
        return None
    return (a.EndTurn(),)


def _arrives_in_play(due: bool, scene: Scene) -> Mutation | None:
    """Place a unit of this turn, or of a later one, in the midst of the impulses."""
    position, known = scene.position, scene.data.units
    coming = [u for u in known if position.where[u] == OFF_MAP and known[u].enters]
    for unit in scene.mixed(u for u in coming if (known[u].enters <= position.turn) is due):
        areas = _open(scene, unit)
        if areas and scene.idle() is not None:
            return (a.Place(unit, areas[0]),)
    return None


def _crowded_entry(scene: Scene) -> Mutation | None:
    for unit in _due(scene, Side.GERMAN):
        full = [area for area in scene.data.units[unit].entry if area not in _open(scene, unit)]
        if full:
            return (a.Place(unit, full[0]),)
    return None


def _comes_again(scene: Scene) -> Mutation | None:
    """Place an eliminated unit once more as a reinforcement."""
    position = scene.position
    if position.phase is not Phase.ARRIVALS or _due(scene, Side.GERMAN):
        return None
    known = scene.data.units
    for unit in scene.mixed(u for u in known if known[u].entry and position.where[u] == ELIMINATED):
        areas = _open(scene, unit)
        if areas:
            return (a.Place(unit, areas[0]),)
    return None


def _given_up(scene: Scene) -> Mutation | None:
    """Call a unit lost though there is room for it."""
    for side in Side:
        for unit in _due(scene, side):
            if _open(scene, unit) and (side is Side.GERMAN or not _due(scene, Side.GERMAN)):
                return (a.Lost(unit),)
    return None


# Departures -----------------------------------------------------------------------------------------


def _leaving(scene: Scene, *, dead: bool) -> list[str]:
    """Return black units for which somebody has to leave now."""
    position = scene.position
    if position.phase is not Phase.ARRIVALS or position.turn != _OF_WITHDRAWALS:
        return []
    waiting = [unit for unit in scene.data.black if unit not in position.gone]
    return scene.mixed(u for u in waiting if (position.where[u] == ELIMINATED) is dead)


def _nobody_leaves(scene: Scene) -> Mutation | None:
    """End turn 3 while units still have to leave."""
    position = scene.position
    black = [u for u in _leaving(scene, dead=False) if position.on_map(u)]
    if not black or _due(scene, Side.GERMAN) or _due(scene, Side.SOVIET):
        return None
    return (a.EndTurn(),)


def _free_to_go(scene: Scene) -> list[str]:
    """Return the German units that are not black themselves."""
    return [unit for unit in scene.units(Side.GERMAN) if unit not in scene.data.black]


def _unlike(scene: Scene) -> Mutation | None:
    """Replace an eliminated black unit by one of another class though one of its own is there."""
    kinds = {unit: scene.data.units[unit].kind for unit in scene.data.units}
    for black in _leaving(scene, dead=True):
        others = _free_to_go(scene)
        alike = [unit for unit in others if kinds[unit] == kinds[black]]
        unlike = [unit for unit in others if kinds[unit] != kinds[black]]
        if alike and unlike:
            return (a.Withdraw(unlike[0], black),)
    return None


def _soviet_leaves(scene: Scene) -> Mutation | None:
    """Let a unit go that is no German one on the map, for an eliminated black unit."""
    for black in _leaving(scene, dead=True):
        dead = [u for u in scene.data.units if scene.position.where[u] == ELIMINATED]
        unit = scene.one([*scene.units(Side.SOVIET)[:2], *dead])
        if unit is not None:
            return (a.Withdraw(unit, black),)
    return None


def _black_for_black(scene: Scene) -> Mutation | None:
    """Let no other unit at all leave for an eliminated black one."""
    dead = _leaving(scene, dead=True)
    owed = len([unit for unit in scene.data.black if unit not in scene.position.gone])
    too_few = len(scene.units(Side.GERMAN)) < owed
    if not dead or too_few or _due(scene, Side.GERMAN) or _due(scene, Side.SOVIET):
        return None
    return (a.EndTurn(),)


def _lost_too_soon(scene: Scene) -> Mutation | None:
    """Say that the Germans have lost because too few can leave, though enough can."""
    position = scene.position
    if position.phase is not Phase.ARRIVALS or position.turn != _OF_WITHDRAWALS:
        return None
    return (a.EndTurn(Side.SOVIET),) if len(_free_to_go(scene)) > len(scene.data.black) else None


def _plays_on(scene: Scene) -> Mutation | None:
    """Go on though the Germans cannot withdraw enough units."""
    action = scene.action
    lost = (
        isinstance(action, a.EndTurn)
        and action.winner is Side.SOVIET
        and scene.position.turn == _OF_WITHDRAWALS
    )
    return (a.EndTurn(scene.rng.choice((None, Side.GERMAN))),) if lost else None


# Victory --------------------------------------------------------------------------------------------


def _other_winner(scene: Scene, action: a.EndTurn) -> Mutation | None:
    if action.winner is None or scene.position.turn == _OF_WITHDRAWALS:
        return None
    return (a.EndTurn(scene.rng.choice((action.winner.enemy, None))),)


def _won_early(scene: Scene, action: a.EndTurn) -> Mutation | None:
    if action.winner is not None or scene.position.turn == _OF_WITHDRAWALS:
        return None
    return (a.EndTurn(scene.rng.choice(tuple(Side))),)


MUTATORS: tuple[Mutator, ...] = (
    Mutator("SEED 增援1", _COMING, _soviets_first),
    Mutator("SEED 增援1", _COMING, _comes_early),
    Mutator("SEED 增援1", _COMING, _comes_again),
    Mutator("SEED 流程3(4)", _COMING, _stays_out),
    Mutator("SEED 增援2", _COMING, _crowded_entry, rare=True),
    Mutator("SEED 增援3", _COMING, _given_up),
    Mutator("SEED 撤離1", (*_COMING, a.Withdraw), _nobody_leaves),
    Mutator("SEED 流程3(4)", _IMPULSES, partial(_arrives_in_play, True)),
    Mutator("SEED 流程3(4)", _IMPULSES, partial(_arrives_in_play, False)),
    Mutator("SEED 撤離2", (a.Withdraw,), _unlike),
    Mutator("SEED 撤離1", (a.Withdraw,), _black_for_black),
    Mutator("SEED 撤離3", (a.Withdraw,), _soviet_leaves),
    Mutator("SEED 勝利", (*_COMING, a.Withdraw), _lost_too_soon),
    Mutator("SEED 撤離4", (a.EndTurn,), _plays_on),
    Mutator("SEED 勝利", (a.EndTurn,), _other_winner),
    Mutator("SEED 勝利", (a.EndTurn,), _won_early),
)
