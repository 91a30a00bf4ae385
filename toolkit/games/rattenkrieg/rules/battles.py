"""8.1 to 8.6: who fights whom, and the cards that are laid."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.moments import Moment, chuikov, due
from toolkit.games.rattenkrieg.rules.position import Did, Played, Position
from toolkit.games.rattenkrieg.rules.readings import controls, has_playable, is_isolated, name
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, judges, rule
from toolkit.rules.rulings import Rulings


@rule(
    "8.1",
    "Units of both sides in one area fight; who enters an enemy area with enemies has to.",
    Kind.PROCEDURE,
)
def who_has_to_fight(
    position: Position, action: a.MoveFriendly | a.EnterEmpty | a.Attack, rulings: Rulings
) -> str | None:
    """Judge that a unit which enters an area with enemies fights, and that an attack finds an enemy.

    Checks: Enemy areas entered without a battle although an enemy is there, and attacks where none is.
    Legal: 14Pz enters the Airfield Settlement, where a Rifle stands: a battle begins.
    Illegal: It pays a card and stands beside the Rifle.
    Unclear: U18, settled: an isolated unit attacks with its own steps. U55, settled: isolated enemies in an
    own area need not be fought.
    """
    unit = position.data.units.get(action.unit)
    if unit is None or not position.on_map(unit.id):
        return None
    if isinstance(action, a.Attack):
        there = position.units_in(position.where[unit.id], unit.side.enemy)
        return None if there else "no enemy is in the area"
    if action.area not in position.data.areas or controls(position, unit.side, action.area, rulings):
        return None
    enemies = position.units_in(action.area, unit.side.enemy)
    return f"{name(position, enemies[0])} is there: a battle begins" if enemies else None


@rule(
    "8.2",
    "One unit fights one: the acting unit against a unit that the defender names; neither changes.",
    Kind.PROCEDURE,
)
def defender_names(position: Position, action: a.NameDefender, _rulings: Rulings) -> str | None:
    """Judge who defends, and who said so.

    Checks: That the defending player names one of his units in the area.
    Legal: Rifle-1 and Rifle-3 are attacked; the Soviet player names Rifle-3.
    Illegal: The German player picks Rifle-1; a unit in the next area is named.
    Unclear: U59, settled: the T-34 may be named.
    """
    battle = position.battle
    if battle is None:
        return None
    defender = position.side(battle.attacker).enemy
    if action.side is not defender:
        return "the defender names his unit"
    there = action.unit in position.units_in(battle.area, defender)
    return None if there else f"{name(position, action.unit)} is no defender in {name(position, battle.area)}"


@rule(
    "8.4",
    "The attacker declares with one card, face-down, from hand or his unit's steps; any card may bluff.",
    Kind.PROCEDURE,
)
def attack_declaration(position: Position, action: a.PlayCard | a.Attack, rulings: Rulings) -> str | None:
    """Judge the attacker's first card.

    Checks: That the attacker has a card, and where the one he lays comes from; that it lies face-down.
    Legal: A panzer division lays one of its steps; a jack is laid as a bluff.
    Illegal: A card of another division's steps is laid.
    Unclear: U18 and U58, settled: an isolated unit has its steps only, the T-34 the hand only.
    """
    if isinstance(action, a.Attack):
        if action.unit not in position.where or has_playable(position, action.unit, rulings):
            return None
        return "there is no card to attack with"
    battle = position.battle
    if battle is None or action.side is not position.side(battle.attacker):
        return None
    waiting = due(position, rulings)
    if waiting.side is not action.side:
        return None if waiting.moment is Moment.DECLARE else "the attack is declared with one card"  # 9.8
    return _source(position, battle.attacker, action.card) or ("it lies face-up" if action.face_up else None)


@rule("8.5", "The defender answers with a card in the same way, or takes the damage.", Kind.PROCEDURE)
def defence_declaration(position: Position, action: a.PlayCard | a.TakeLoss, rulings: Rulings) -> str | None:
    """Judge the defender's first card, or that he gives in.

    Checks: Whose card it is and where it comes from; who gives in and when; what becomes of the attacker's
    card.
    Legal: A Rifle without cards takes the damage; the attacker's card is piled unseen.
    Illegal: The attacker takes the damage instead of laying a card; the defender gives in when the cards are
    open.
    Unclear: U19: whether the attacker may show or take back the card nobody answered. U21: whether the
    defender may give in after a raise.
    """
    battle = position.battle
    if battle is None or battle.defender is None:
        return None
    defender = position.side(battle.attacker).enemy
    if isinstance(action, a.TakeLoss):
        return _gives_in(position, action, defender, rulings)
    if action.side is not defender:
        return None
    waiting = due(position, rulings)
    if waiting.side is not defender:
        first = waiting.moment is Moment.DECLARE
        return "the attacker's card comes first" if first else "the defence is declared with one card"
    openly = chuikov(position, battle, rulings)
    down = openly or not action.face_up
    return _source(position, battle.defender, action.card) or (None if down else "it lies face-up")


def _gives_in(position: Position, action: a.TakeLoss, defender: Side, rulings: Rulings) -> str | None:
    if action.side is not defender:
        return "only the defender may take the damage"
    waiting = due(position, rulings)
    if waiting.side is not defender:
        return "it is the attacker's move"
    if waiting.moment in (Moment.RAISE, Moment.ANSWER_RAISE) and rulings.says("U21", "answer-only"):
        return "the defender has answered already"
    if action.folded == "hidden" or rulings.says("U19", action.folded):
        return None
    return f"the attacker's card is {action.folded}"


@rule(
    "8.6",
    "The attacker may raise with another card, the defender may answer a raise with one; no card comes back.",
    Kind.PROCEDURE,
)
def raising(position: Position, action: a.Raise | a.Stand | a.TakeBack, rulings: Rulings) -> str | None:
    """Judge raises.

    Checks: Whose move it is and where the card comes from; that it lies face-down; that no card is taken
    back.
    Legal: The attacker raises, the defender raises, the attacker stands.
    Illegal: The attacker stands, and the defender lays another card; a card is taken back to hand.
    Unclear: U20: which of the cards counts. U21: whether the defender may give in after a raise. U48: raises
    under General Chuikov.
    """
    if isinstance(action, a.TakeBack):
        return "cards that were laid stay"
    battle = position.battle
    if battle is None or battle.defender is None:
        return None
    waiting = due(position, rulings)
    if action.side is not waiting.side:
        return "it is the other side's move"
    if isinstance(action, a.Stand):
        return None
    unit = battle.attacker if action.side is position.side(battle.attacker) else battle.defender
    openly = action.side is Side.GERMAN and chuikov(position, battle, rulings)
    down = openly or not action.face_up
    return _source(position, unit, action.card) or (None if down else "it lies face-up")


def _source(position: Position, unit: str, card: str) -> str | None:
    """Return what is wrong with where a card for a battle comes from; the hand of isolated units is 8.10."""
    if card in position.steps[unit] or card in position.hands[position.side(unit)]:
        return None
    return f"the card is neither in hand nor a step of {name(position, unit)}"


@judges("8.10")
def isolated_fight_alone(position: Position, action: a.PlayCard | a.Raise, rulings: Rulings) -> str | None:
    """Judge that isolated units fight with their own steps only."""
    battle = position.battle
    if battle is None or battle.defender is None or action.card not in position.hands[action.side]:
        return None
    unit = battle.attacker if action.side is position.side(battle.attacker) else battle.defender
    return (
        f"{name(position, unit)} is isolated: no card from hand"
        if is_isolated(position, unit, rulings)
        else None
    )


def name_defender(position: Position, action: a.NameDefender) -> None:
    """Fix the defender."""
    if position.battle is not None:
        position.battle = replace(position.battle, defender=action.unit, defender_support=action.support)


def play_card(position: Position, action: a.PlayCard) -> None:
    """Lay the first card."""
    _lay(position, action, Did.PLAY)


def raise_(position: Position, action: a.Raise) -> None:
    """Lay another card."""
    _lay(position, action, Did.RAISE)


def _lay(position: Position, action: a.PlayCard | a.Raise, did: Did) -> None:
    if position.battle is None:
        position.lay(action.card, None if action.face_up else action.side)
        return
    source = position.take(action.card)
    battle = position.battle
    opened = battle.opened - {action.side}
    position.battle = replace(
        battle,
        cards=(*battle.cards, Played(action.side, action.card, source, action.face_up)),
        calls=(*battle.calls, (action.side, did)),
        opened=opened | {action.side} if action.face_up else opened,
    )


def take_back(position: Position, action: a.TakeBack) -> None:
    """Take a card back to where it came from."""
    battle = position.battle
    if battle is None:
        return
    found = next((played for played in battle.cards if played.card == action.card), None)
    if found is not None:
        position.give(found.card, found.source)


def stand(position: Position, action: a.Stand) -> None:
    """Lay no further card."""
    if position.battle is not None:
        calls = (*position.battle.calls, (action.side, Did.STAND))
        position.battle = replace(position.battle, calls=calls)


def take_loss(position: Position, action: a.TakeLoss) -> None:
    """Give in; the attacker's cards are shown or taken back where that is what happened."""
    battle = position.battle
    if battle is None:
        return
    cards = battle.cards
    if action.folded == "shown":
        cards = tuple(replace(played, face_up=True) for played in cards)
    position.battle = replace(battle, beaten=action.side, cards=cards)
    if action.folded == "returned":
        for played in battle.of(action.side.enemy):
            position.give(played.card, played.source)
