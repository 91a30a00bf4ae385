"""Ways to break chapter 9: pictures that mean something else, targets out of reach, luck told wrong."""

from __future__ import annotations

from functools import partial

from tests.violations.rattenkrieg.mutators.base import Mutation, Mutator, Scene
from tests.violations.rattenkrieg.mutators.fighting import chuikov
from tests.violations.rattenkrieg.mutators.score import number
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.data import KURGAN, Terrain, UnitClass
from toolkit.games.rattenkrieg.rules.position import Strike
from toolkit.games.rattenkrieg.rules.sides import Side

_MEANING = {
    Side.GERMAN: {"black": ("air", "gun", "engineers"), "red": ("bombard",) * 3},
    Side.SOVIET: {"red": ("sniper", "molotov", "chuikov"), "black": ("bombard",) * 3},
}
_FOOT = (UnitClass.INFANTRY, UnitClass.GUARDS, UnitClass.RIFLE)


def meaning(side: Side, card: str) -> str | None:
    """Return what a card does for a side (9.1), None for a numbered card."""
    if number(card) is not None:
        return None
    colour = "black" if card[-1] in "SC" else "red"
    return _MEANING[side][colour]["JQK".index(card[:-1])]


def plain(what: str | None, card: str) -> a.Action | None:
    """Return an event that names nothing but its card, None for another."""
    if what == "gun":
        return a.AssaultGun(card)
    if what == "engineers":
        return a.Engineers(card)
    return a.Molotov(card) if what == "molotov" else None


# 9.1 -----------------------------------------------------------------------------------------------


def _nobody_acts(scene: Scene) -> Mutation | None:
    """Play an event before a unit is called (7.1)."""
    side = scene.position.actor
    if not scene.idle():
        return None
    for card in scene.hand(side):
        event = plain(meaning(side, card), card)
        if event is not None:
            return (event,)
    return None


def _in_battle(scene: Scene, _action: a.PlayCard | a.Raise | a.Stand) -> Mutation | None:
    """Play an event while a battle is going on (8.3)."""
    battle, act = scene.battle(), scene.position.act
    if battle is None or act is None:
        return None
    side = scene.side(act.unit)
    for card in scene.usable(act.unit):
        event = plain(meaning(side, card), card)
        if event is not None:
            return (event,)
    return None


# 9.2, 9.3 ------------------------------------------------------------------------------------------


def strikes(scene: Scene, strike: Strike) -> bool:
    """Return whether the card that was drawn for a shot does damage (9.2, 9.3)."""
    n, known = number(strike.drawn), scene.position.data.units[strike.target]
    if n is None:
        return not strike.from_air and scene.holder(KURGAN) is strike.by
    strength = known.strength
    if not strike.from_air and scene.position.data.areas[scene.here(strike.target)].terrain is Terrain.URBAN:
        strength += 2 if known.kind in _FOOT else -2 if known.kind is UnitClass.PANZER else 0
    return n >= strength


def _harm(scene: Scene, unit: str) -> a.Action:
    card = scene.one(scene.steps(unit))
    if card is not None:
        return a.LoseStep(unit, card)
    side = scene.side(unit)
    near = [x for x in scene.near(scene.here(unit)) if scene.holder(x) is side]
    area = scene.one([x for x in near if x != scene.rear(Side.SOVIET)])
    return a.Retreat(unit, area) if area is not None else a.Remove(unit)


def _miss_hurts(what: str, scene: Scene) -> Mutation | None:
    """Bear damage after a shot that missed."""
    strike = scene.position.strike
    if strike is None or strike.from_air is (what == "bombard") or strikes(scene, strike):
        return None
    return (_harm(scene, strike.target),)


def _hit_ignored(what: str, scene: Scene) -> Mutation | None:
    """Go on after a shot that hit (8.9)."""
    strike, act = scene.position.strike, scene.position.act
    if strike is None or strike.from_air is (what == "bombard") or not strikes(scene, strike) or act is None:
        return None
    return (a.End((act.unit,)),)


# 9.6, 9.8 ------------------------------------------------------------------------------------------


def _soviet_first(scene: Scene, action: a.PlayCard | a.TakeLoss) -> Mutation | None:
    """Let the Soviet player go first in a battle of the General's (9.8)."""
    battle = scene.battle()
    if battle is None or battle.cards:
        return None
    if action.side is not Side.GERMAN or scene.side(battle.attacker) is not Side.SOVIET:
        return None
    card = scene.one(scene.usable(battle.attacker))
    return (a.PlayCard(Side.SOVIET, card),) if chuikov(scene) and card is not None else None


def _german_covers(scene: Scene, action: a.PlayCard) -> Mutation | None:
    """Put the German card down face-down in a battle of the General's (9.8)."""
    battle = scene.battle()
    if battle is None or not action.face_up:
        return None
    return (a.PlayCard(action.side, action.card),) if chuikov(scene) else None


_ACTING = (a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.End, a.Attack, a.Retreat, *a.Event.__args__)
_LOSSES = (a.Retreat, a.LoseStep, a.Remove)
_SHOTS = (("bombard", "9.2"), ("air", "9.3"))

MUTATORS: tuple[Mutator, ...] = (
    Mutator("7.1", (a.Activate, a.Pass, a.Replenish), _nobody_acts),
    Mutator("8.3", (a.PlayCard, a.Raise, a.Stand), _in_battle),
    *(Mutator(clause, _ACTING, partial(_miss_hurts, what)) for what, clause in _SHOTS),
    *(Mutator("8.9", _LOSSES, partial(_hit_ignored, what)) for what, _ in _SHOTS),
    Mutator("9.8", (a.PlayCard, a.TakeLoss), _soviet_first),
    Mutator("9.8", (a.PlayCard,), _german_covers),
)
