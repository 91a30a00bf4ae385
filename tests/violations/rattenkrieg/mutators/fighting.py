"""Ways to break 8.2 to 8.8: who fights, in which order cards come, and who has won."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product

from tests.violations.rattenkrieg.mutators.base import Mutation, Mutator, Scene
from tests.violations.rattenkrieg.mutators.score import score
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Act, Battle, Effect, Played, Support
from toolkit.games.rattenkrieg.rules.sides import Side

_PICTURES: dict[tuple[str, str], tuple[type, Side]] = {
    ("black", "Q"): (a.AssaultGun, Side.GERMAN),
    ("black", "K"): (a.Engineers, Side.GERMAN),
    ("red", "Q"): (a.Molotov, Side.SOVIET),
}
_LASTING: dict[type, Support] = {
    a.AssaultGun: Support.ASSAULT_GUN,
    a.Engineers: Support.ENGINEERS,
    a.Molotov: Support.MOLOTOV,
}
LOSSES = (a.Retreat, a.LoseStep, a.T34Out, a.Remove)


def _picture(card: str) -> tuple[str, str]:
    return ("black" if card[-1] in "SC" else "red"), card[:-1]


def sides(scene: Scene, battle: Battle) -> tuple[Side, Side]:
    """Return the attacking and the defending side."""
    attacker = scene.side(battle.attacker)
    return attacker, attacker.enemy


def fighter(scene: Scene, battle: Battle, side: Side) -> str:
    """Return the unit of a side in a battle."""
    return battle.attacker if scene.side(battle.attacker) is side else battle.defender or ""


def playable(scene: Scene, battle: Battle, side: Side) -> list[str]:
    """Return the cards that a side may put down."""
    unit = fighter(scene, battle, side)
    return scene.steps(unit) if scene.isolated(unit) else scene.usable(unit)


def chuikov(scene: Scene) -> bool:
    """Return whether the General is in play."""
    act = scene.position.act
    return act is not None and any(effect.kind is Support.CHUIKOV for effect in act.effects)


def _changed(scene: Scene, _action: a.PlayCard | a.Raise | a.Stand | a.Open) -> Mutation | None:
    """Name another defender while the battle is going on (8.2)."""
    battle = scene.battle()
    if battle is None:
        return None
    side = sides(scene, battle)[1]
    unit = scene.one([u for u in scene.there(battle.area, side) if u != battle.defender])
    return (a.NameDefender(side, unit),) if unit is not None else None


# 8.2, 8.3 ------------------------------------------------------------------------------------------


def _defender_first(scene: Scene, _action: a.PlayCard) -> Mutation | None:
    """Answer before the attack is declared (8.5)."""
    battle = scene.battle()
    if battle is None or battle.cards or chuikov(scene):
        return None
    side = sides(scene, battle)[1]
    card = scene.one(playable(scene, battle, side))
    return (a.PlayCard(side, card),) if card is not None else None


def _opens_early(scene: Scene, _action: a.PlayCard | a.TakeLoss) -> Mutation | None:
    """Open before the defence is declared (8.7)."""
    battle = scene.battle()
    if battle is None or len(battle.cards) != 1:
        return None
    return (a.Open(sides(scene, battle)[0]),)


def _breaks_off(scene: Scene, _action: a.PlayCard | a.Raise | a.Stand | a.Open) -> Mutation | None:
    """Leave in the middle of the battle (8.3)."""
    battle = scene.battle()
    if battle is None or not battle.cards:
        return None
    return (a.End((battle.attacker,)),)


def _no_defender(scene: Scene, _action: a.NameDefender) -> Mutation | None:
    """Declare the attack before a defender is named (8.4)."""
    battle = scene.battle()
    if battle is None:
        return None
    side = sides(scene, battle)[0]
    card = scene.one(playable(scene, battle, side))
    return (a.PlayCard(side, card),) if card is not None else None


def _second_card(scene: Scene, _action: a.PlayCard | a.TakeLoss) -> Mutation | None:
    """Put a second card down before the answer (8.4, 8.6)."""
    battle = scene.battle()
    if battle is None:
        return None
    if len(battle.cards) != 1 or chuikov(scene):
        return None
    side = sides(scene, battle)[0]
    card = scene.one(playable(scene, battle, side))
    return (a.Raise(side, card),) if card is not None else None


def _taken_back(scene: Scene, _action: a.Raise | a.Stand | a.Open) -> Mutation | None:
    battle = scene.battle()
    if battle is None:
        return None
    played = scene.one([played for played in battle.cards if played.side is scene.rng.choice(tuple(Side))])
    return (a.TakeBack(played.side, played.card),) if played is not None else None


# 8.4, 8.5, 8.6 -------------------------------------------------------------------------------------


# 8.7, 8.8 and what changes strengths ------------------------------------------------------------------


def _other_loses(wanted: str, scene: Scene) -> Mutation | None:
    """Let the winner of a battle bear the damage."""
    action, battle = scene.action, scene.battle()
    if not isinstance(action, LOSSES) or battle is None or battle.defender is None:
        return None
    if battle.beaten is not None or len(battle.opened) < 2:
        return None
    found = score(scene.position, battle)
    if wanted not in found.clauses or found.winner is None:
        return None
    return _damage(scene, fighter(scene, battle, found.winner))


def _damage(scene: Scene, unit: str) -> Mutation | None:
    """Return some damage to a unit."""
    card = scene.one(scene.steps(unit))
    if card is not None:
        return (a.LoseStep(unit, card),)
    side = scene.side(unit)
    own = [x for x in scene.near(scene.here(unit)) if scene.holder(x) is side]
    area = scene.one([x for x in own if x != scene.rear(Side.SOVIET)])
    return (a.Retreat(unit, area),) if area is not None else (a.Remove(unit),)


def _event_ignored(clause: str, kind: type, scene: Scene) -> Mutation | None:
    """Fight a battle that an event decides, and let the winner bear the damage as if there were none."""
    unit, act = scene.quiet(), scene.position.act
    if unit is None or act is None or act.effects or act.with_t34 or scene.isolated(unit):
        return None
    side = scene.side(unit)
    events = [card for card in scene.usable(unit) if _PICTURES.get(_picture(card)) == (kind, side)]
    targets = [u for area in scene.near(scene.here(unit)) for u in _defenders(scene, unit, area)]
    scored = replace(act, effects=(Effect(_LASTING[kind], 0),))
    for event, defender in product(events, targets):
        area, cards = scene.here(defender), _decisive(scene, clause, scored, defender, event)
        harm = _harm(scene, unit, area, (event, cards[0])) if cards is not None else None
        if cards is not None and harm is not None:
            begins = (kind(event), a.EnterBattle(unit, area), a.NameDefender(side.enemy, defender))
            played = (a.PlayCard(side, cards[0]), a.PlayCard(side.enemy, cards[1]), a.Stand(side))
            return (*begins, *played, a.Open(side), a.Open(side.enemy), harm)
    return None


def _defenders(scene: Scene, unit: str, area: str) -> list[str]:
    """Return the enemies in an area, when they hold it."""
    enemy = scene.side(unit).enemy
    city = area in scene.position.data.city and scene.holder(area) is enemy
    return scene.there(area, enemy) if city else []


def _decisive(scene: Scene, clause: str, act: Act, defender: str, event: str) -> tuple[str, str] | None:
    """Return cards with which the acting unit wins by its event alone."""
    side = scene.side(act.unit)
    for mine in scene.usable(act.unit):
        for theirs in scene.usable(defender):
            cards = (Played(side, mine, ""), Played(side.enemy, theirs, ""))
            battle = Battle(scene.here(defender), act.unit, defender, cards=cards)
            found = score(scene.position, battle, act)
            if mine != event and found.winner is side and clause in found.clauses:
                return mine, theirs
    return None


def _harm(scene: Scene, unit: str, area: str, used: tuple[str, ...]) -> a.Action | None:
    """Return damage to a unit that has just entered an area."""
    step = next((card for card in scene.steps(unit) if card not in used), None)
    if step is not None:
        return a.LoseStep(unit, step)
    back = [x for x in scene.near(area) if scene.holder(x) is scene.side(unit)]
    goal = next((x for x in back if x != scene.rear(Side.SOVIET)), None)
    return a.Retreat(unit, goal) if goal is not None else None


def _no_tie(wanted: str, scene: Scene) -> Mutation | None:
    """Fight on, or stop, as if a battle with a winner had ended in a tie."""
    action, battle = scene.action, scene.battle()
    if (
        not isinstance(action, LOSSES)
        or battle is None
        or len(battle.opened) < 2
        or battle.beaten is not None
    ):
        return None
    if wanted not in score(scene.position, battle).clauses:
        return None
    return (scene.rng.choice((a.FightOn(), a.Stop())),)


def _tie_hurts(scene: Scene, _action: a.FightOn | a.Stop) -> Mutation | None:
    """Let somebody bear damage after a tie (8.7.4)."""
    battle = scene.battle()
    if battle is None or len(battle.opened) < 2:
        return None
    return _damage(scene, scene.rng.choice((battle.attacker, battle.defender or battle.attacker)))


def _closed(scene: Scene, _action: a.Open) -> Mutation | None:
    """Bear damage before both have opened (8.9)."""
    battle = scene.battle()
    if battle is None or battle.defender is None:
        return None
    return _damage(scene, scene.rng.choice((battle.attacker, battle.defender)))


CARD = (a.PlayCard,)
_QUIET = (a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.End)

MUTATORS: tuple[Mutator, ...] = (
    Mutator("8.7", (a.PlayCard, a.TakeLoss), _opens_early),
    Mutator("8.6", (a.Raise, a.Stand, a.Open), _taken_back),
    Mutator("8.2", (a.PlayCard, a.Raise, a.Stand, a.Open), _changed),
    Mutator("8.6", (a.PlayCard, a.TakeLoss), _second_card),
    Mutator("8.9", (a.Open,), _closed),
    Mutator("8.5", CARD, _defender_first),
    Mutator("8.3", (a.PlayCard, a.Raise, a.Stand, a.Open), _breaks_off),
    Mutator("8.4", (a.NameDefender,), _no_defender),
    *(Mutator(clause, LOSSES, partial(_no_tie, clause)) for clause in ("8.7.1", "8.7.2", "8.7.3", "8.7.5")),
    Mutator("8.7.4", (a.FightOn, a.Stop), _tie_hurts),
    *(
        Mutator(clause, LOSSES, partial(_other_loses, clause))
        for clause in ("8.7.1", "8.7.2", "8.7.3", "8.7.5", "8.8", "8.12")
    ),
    *(
        Mutator(clause, _QUIET, partial(_event_ignored, clause, kind), rare=True)
        for clause, kind in (("9.4", a.AssaultGun), ("9.5", a.Engineers), ("9.7", a.Molotov))
    ),
)
