"""Ways to break 8.9 to 8.12: damage, isolation, the fight that goes on, the T-34."""

from __future__ import annotations

from functools import partial

from tests.violations.rattenkrieg.mutators.base import Mutation, Mutator, Scene
from tests.violations.rattenkrieg.mutators.fighting import LOSSES, fighter, playable
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.sides import Side

_BATTLE = (a.PlayCard, a.TakeLoss)


def own_ground(scene: Scene, unit: str) -> list[str]:
    """Return the neighbouring areas that a unit's side controls, the Soviet rear left out."""
    side = scene.side(unit)
    near = scene.near(scene.here(unit))
    return [area for area in near if scene.holder(area) is side and area != scene.rear(Side.SOVIET)]


def hurt(scene: Scene) -> str | None:
    """Return the unit that bears the damage now, when the next action says so."""
    action, position = scene.action, scene.position
    if isinstance(action, a.LoseStep | a.Remove):
        return action.unit if not _leaving(scene) else None
    if isinstance(action, a.Retreat) and position.broken is None and not _leaving(scene):
        return action.unit
    return None


def _leaving(scene: Scene) -> bool:
    """Return whether a unit leaves the enemy of its own will (8.11)."""
    position = scene.position
    return position.battle is None and position.strike is None and position.broken is None


# 8.9 -----------------------------------------------------------------------------------------------


def _gives_up(scene: Scene) -> Mutation | None:
    """Remove a unit that could retreat or lose a step (8.9.3)."""
    unit = hurt(scene)
    if unit is None or isinstance(scene.action, a.Remove):
        return None
    return (a.Remove(unit),)


def _other_unit_suffers(scene: Scene) -> Mutation | None:
    """Let a comrade bear the damage (8.9)."""
    unit = hurt(scene)
    if unit is None:
        return None
    others = [u for u in scene.units(scene.side(unit)) if u != unit and scene.position.steps[u]]
    other = scene.one(others)
    return (a.LoseStep(other, scene.steps(other)[0]),) if other is not None else None


def _unharmed(scene: Scene) -> Mutation | None:
    """Go on as if nobody had to bear damage (8.9)."""
    unit, act = hurt(scene), scene.position.act
    if unit is None or act is None or not scene.position.on_map(act.unit):
        return None
    return (a.End((act.unit,)),)


# 8.10 ----------------------------------------------------------------------------------------------


def _isolated_moves(scene: Scene) -> Mutation | None:
    """Move an isolated unit (8.10)."""
    acting = scene.quiet()
    if acting is None or not scene.isolated(acting):
        return None
    area = scene.one(own_ground(scene, acting))
    return (a.MoveFriendly(acting, area),) if area is not None else None


def _called_and_moved(scene: Scene) -> Mutation | None:
    """Call an isolated unit and move it (8.10)."""
    position = scene.position
    if not scene.idle():
        return None
    found = [u for u in scene.units(position.actor) if scene.isolated(u) and scene.fresh(u)]
    unit = scene.one([u for u in found if own_ground(scene, u)])
    if unit is None:
        return None
    return (a.Activate(unit), a.MoveFriendly(unit, own_ground(scene, unit)[0]))


def _cut_off_instead(scene: Scene) -> Mutation | None:
    """Isolate a beaten unit instead of its damage (8.9)."""
    unit = hurt(scene)
    return (a.Isolate(unit),) if unit is not None and not scene.isolated(unit) else None


def _cut_off_elsewhere(scene: Scene) -> Mutation | None:
    """Isolate a unit that stands elsewhere (8.10.2)."""
    unit = _stranded(scene)
    if unit is None:
        return None
    others = [u for u in scene.units(scene.side(unit)) if scene.here(u) != scene.here(unit)]
    other = scene.one([u for u in others if not scene.isolated(u)])
    return (a.Isolate(other),) if other is not None else None


def _stranded_goes_on(scene: Scene, _action: a.Isolate | a.Retreat) -> Mutation | None:
    """Go on before the other defenders have chosen (8.10)."""
    act = scene.position.act
    if scene.position.broken is None or act is None:
        return None
    return (a.End((act.unit,)),)


def _stranded(scene: Scene) -> str | None:
    action = scene.action
    if scene.position.broken is None or not isinstance(action, a.Isolate | a.Retreat):
        return None
    return action.unit


def _stranded_far(scene: Scene) -> Mutation | None:
    """Retreat beside a beaten comrade to where one cannot (8.10.1)."""
    unit = _stranded(scene)
    if unit is None:
        return None
    side, city = scene.side(unit), scene.position.data.city
    near = [x for x in scene.near(scene.here(unit)) if x in city and scene.holder(x) is side.enemy]
    far = [x for x in scene.far(scene.here(unit)) if scene.holder(x) is side]
    area = scene.one([*near, *far])
    return (a.Retreat(unit, area),) if area is not None else None


def _stranded_up(scene: Scene, action: a.Retreat) -> Mutation | None:
    if _stranded(scene) is None:
        return None
    return (a.Retreat(action.unit, action.area, down=False),)


def _stranded_removed(scene: Scene) -> Mutation | None:
    """Remove a unit that may retreat or stay (8.10)."""
    unit = _stranded(scene)
    return (a.Remove(unit),) if unit is not None else None


def _stranded_loses(scene: Scene) -> Mutation | None:
    """Lose a step instead of a choice (8.10)."""
    unit = _stranded(scene)
    card = scene.one(scene.steps(unit)) if unit is not None else None
    return (a.LoseStep(unit, card),) if unit is not None and card is not None else None


def _facing(scene: Scene) -> str | None:
    """Return the acting unit when it must attack again or retreat."""
    act = scene.position.act
    if act is None or scene.waiting() or not scene.position.on_map(act.unit):
        return None
    return act.unit if scene.facing(act.unit) else None


def _advances(scene: Scene) -> Mutation | None:
    """Enter the next enemy area with enemies behind (8.11)."""
    unit = _facing(scene)
    card = scene.one(scene.usable(unit)) if unit is not None else None
    if unit is None or card is None:
        return None
    side, city = scene.side(unit), scene.position.data.city
    near = [x for x in scene.near(scene.here(unit)) if x in city and scene.holder(x) is side.enemy]
    area = scene.one([x for x in near if not scene.there(x, side.enemy)])
    return (a.EnterEmpty(unit, area, card),) if area is not None else None


# 8.11 ----------------------------------------------------------------------------------------------


def _leaves_face_up(scene: Scene, action: a.Retreat) -> Mutation | None:
    if not _leaving(scene):
        return None
    return (a.Retreat(action.unit, action.area, action.with_t34, down=False),)


def _tank_elsewhere(scene: Scene) -> Mutation | None:
    """Let the T-34 add its strength from another area (8.12)."""
    action, position = scene.action, scene.position
    tank = position.data.tank
    if isinstance(action, a.NameDefender) and action.unit != tank:
        away = scene.here(tank) != scene.here(action.unit) or action.side is Side.GERMAN
        return (a.NameDefender(action.side, action.unit, support=True),) if away else None
    if isinstance(action, a.EnterBattle) and not action.with_t34 and scene.here(tank) != action.area:
        return (a.EnterBattle(action.unit, action.area, support=True),)
    return None


# 8.12 ----------------------------------------------------------------------------------------------


def _shot_tank(defends: bool, scene: Scene, action: a.PlayCard | a.TakeLoss) -> Mutation | None:
    """Play a card of a comrade for the T-34, which has none of its own (8.4, 8.5, 8.12)."""
    battle, tank = scene.battle(), scene.position.data.tank
    if battle is None:
        return None
    if fighter(scene, battle, action.side) != tank or (tank == battle.defender) is not defends:
        return None
    others = [u for u in scene.there(battle.area, Side.SOVIET) if u != tank and scene.position.steps[u]]
    other = scene.one(others)
    if other is None or scene.steps(other)[0] in playable(scene, battle, action.side):
        return None
    return (a.PlayCard(action.side, scene.steps(other)[0]),)


_IDLE = (a.Activate, a.Pass, a.Replenish)
_QUIET = (a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.End, *a.Event.__args__)
_STRANDED = (a.Isolate, a.Retreat)
_AFTER = (a.Attack, a.Retreat, a.Remove, *a.Event.__args__)

MUTATORS: tuple[Mutator, ...] = (
    Mutator("8.11", _AFTER, _advances),
    Mutator("8.12", (a.NameDefender, a.EnterBattle), _tank_elsewhere),
    Mutator("8.9", LOSSES, _other_unit_suffers),
    Mutator("8.9.3", LOSSES, _gives_up),
    Mutator("8.9", LOSSES, _unharmed),
    Mutator("8.10", _QUIET, _isolated_moves),
    Mutator("8.10", _IDLE, _called_and_moved),
    Mutator("8.10", _STRANDED, _stranded_goes_on),
    Mutator("8.10.1", _STRANDED, _stranded_far),
    Mutator("8.10.1", (a.Retreat,), _stranded_up),
    Mutator("8.9", LOSSES, _cut_off_instead),
    Mutator("8.10", _STRANDED, _stranded_removed),
    Mutator("8.10", _STRANDED, _stranded_loses),
    Mutator("8.10.2", _STRANDED, _cut_off_elsewhere),
    Mutator("8.9.1", (a.Retreat,), _leaves_face_up),
    Mutator("8.4", _BATTLE, partial(_shot_tank, False)),
    Mutator("8.5", _BATTLE, partial(_shot_tank, True)),
)
