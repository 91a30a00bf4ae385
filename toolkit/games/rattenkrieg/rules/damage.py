"""8.7: cards are opened; 8.9: damage."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.moments import Moment, chuikov, due
from toolkit.games.rattenkrieg.rules.position import GONE, Broken, Course, Position
from toolkit.games.rattenkrieg.rules.readings import group, has_playable, name
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.ways import retreats, wrong_goal
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("8.7", "Both open their cards and find the winner by the lines below.", Kind.PROCEDURE)
def cards_are_opened(position: Position, action: a.Open, _rulings: Rulings) -> str | None:
    """Judge the opening of cards.

    Checks: That each side opens its cards once. Damage that the wrong side takes, or none, is judged under
    the line that decided.
    Legal: Both sides open, the loser loses a step.
    Illegal: The cards are open, the attacker has won, and the attacker retreats.
    Unclear: U20: which of several cards counts.
    """
    battle = position.battle
    return "his cards are open" if battle is not None and action.side in battle.opened else None


@rule(
    "8.7.4",
    "A tie: the cards are piled and the battle is fought again; the defender wins if the attacker does not "
    "want to, or has no card.",
    Kind.PROCEDURE,
    unclear=("U17", "U23", "U24"),
)
def after_a_tie(position: Position, action: a.FightOn | a.Stop, rulings: Rulings) -> str | None:
    """Judge how a tie goes on, and that an attacker gives up only where he may.

    Checks: That whoever fights on has a card; that nobody gives up a battle who still has to lay his first
    card.
    Legal: Both laid a red 2: the attacker stops and takes damage.
    Illegal: The attacker fights on without any card.
    Unclear: U23 and U24, settled: the same units go on, and the attacker who cannot has lost.
    """
    battle = position.battle
    if battle is None:
        return None
    able = has_playable(position, battle.attacker, rulings)
    if isinstance(action, a.FightOn):
        return None if able else "there is no card to fight on with"
    waiting = due(position, rulings)
    if waiting.moment is Moment.TIE or (
        waiting.moment is Moment.ANSWER and chuikov(position, battle, rulings)
    ):
        return None
    mine = waiting.side is position.side(battle.attacker)
    return None if mine and not able else "the attack was begun: a card is due"


@rule(
    "8.9.1", "A retreat leads into a neighbouring own area, and the unit is turned face-down.", Kind.PROCEDURE
)
def how_to_retreat(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge where a unit retreats to, and that it is turned.

    Checks: The goal and the face of units that retreat, beaten ones and attackers that leave a fight (8.11).
    Legal: A beaten attacker retreats into any neighbouring own area, not only back.
    Illegal: It goes two areas back, into an enemy area, or stays face-up.
    Unclear: U30, settled: any neighbouring own area. U27, settled: the T-34 goes along.
    """
    return None if position.broken is not None else wrong_goal(position, action, rulings)


@rule("8.9.2", "Instead of retreating a unit loses one of its steps.", Kind.PROCEDURE)
def losing_a_step(position: Position, action: a.LoseStep, _rulings: Rulings) -> str | None:
    """Judge which card is lost.

    Checks: That the card is a step of the unit that was beaten.
    Legal: 13Gds gives up one of its two steps, unseen.
    Illegal: A card from hand is given up.
    Unclear: U28, settled: the owner chooses, and the card stays unseen.
    """
    there = action.card in position.steps.get(action.unit, ())
    return None if there else f"that is no step of {name(position, action.unit)}"


@rule("8.9.3", "A unit that can neither retreat nor lose a step is removed.", Kind.PROCEDURE)
def being_removed(position: Position, action: a.Remove, rulings: Rulings) -> str | None:
    """Judge that a unit is removed only as a last resort.

    Checks: Units that are removed although they have a step or a way to retreat.
    Legal: A Rifle without its step, all neighbouring areas German.
    Illegal: A Rifle is removed although Mamayev Kurgan beside it is Soviet.
    Unclear: U34: an attacker that can neither go on nor retreat; see 8.11.
    """
    if due(position, rulings).moment is not Moment.DAMAGE:
        return None
    if position.steps.get(action.unit):
        return f"{name(position, action.unit)} has a step to lose"
    ways = retreats(position, action.unit, rulings)
    return f"{name(position, action.unit)} can retreat to {name(position, ways[0])}" if ways else None


@rule("8.9.4", "Soviet units do not retreat into their rear.", Kind.RESTRICTION)
def not_over_the_volga(position: Position, action: a.Retreat, _rulings: Rulings) -> str | None:
    """Judge that no Soviet unit retreats into the Soviet rear.

    Checks: Every retreat of Soviet units.
    Legal: A Rifle beaten in the Tennis Racket retreats into the Factory District.
    Illegal: It retreats over the Volga.
    Unclear: U29, settled: that holds for a unit that attacked out of the rear as well.
    """
    unit = position.data.units.get(action.unit)
    if unit is None or unit.side is not Side.SOVIET:
        return None
    return "it retreats over the Volga" if action.area == position.data.rears[Side.SOVIET] else None


def open_cards(position: Position, action: a.Open) -> None:
    """Turn a side's last card."""
    battle = position.battle
    if battle is None:
        return
    cards = list(battle.cards)
    for index in reversed(range(len(cards))):
        if cards[index].side is action.side:
            cards[index] = replace(cards[index], face_up=True)
            break
    position.battle = replace(battle, cards=tuple(cards), opened=battle.opened | {action.side})


def fight_on(position: Position, _action: a.FightOn) -> None:
    """Pile the cards and begin anew with the same units."""
    position.clear_battle()
    if position.battle is not None:
        position.battle = replace(position.battle, cards=(), calls=(), opened=frozenset())


def stop(position: Position, _action: a.Stop) -> None:
    """Give the battle to the defender."""
    battle = position.battle
    if battle is not None:
        position.battle = replace(battle, beaten=position.side(battle.attacker))


def _close(position: Position, unit: str) -> None:
    """End the battle or the shot that a unit suffers from; note a defender that is about to leave."""
    battle = position.battle
    position.strike = None
    if battle is None:
        return
    position.clear_battle()
    if unit == battle.defender:
        position.broken = Broken(battle.area, position.side(unit))
    position.battle = None


def retreat(position: Position, action: a.Retreat) -> None:
    """Go back; an acting unit that retreats ends the player turn."""
    unit = action.unit
    broken = position.broken
    if broken is not None and position.side(unit) is broken.side:
        position.broken = replace(broken, chosen=(*broken.chosen, False))
    _close(position, unit)
    moved = (unit, position.data.tank) if action.with_t34 else (unit,)
    for each in moved:
        position.put(each, action.area)
        if action.down:
            position.down.add(each)
    if position.act is not None and position.act.unit == unit:
        position.end_player_turn(Course.RETREATED, position.actor)


def lose_step(position: Position, action: a.LoseStep) -> None:
    """Give up a step, unseen."""
    _stay(position)
    position.lay(action.card, position.side(action.unit))


def _stay(position: Position) -> None:
    """End a battle, or a shot, whose loser stays where it is."""
    position.clear_battle()
    position.battle = None
    position.strike = None


def t34_out(position: Position, _action: a.T34Out) -> None:
    """Take the T-34 off the map instead of another loss."""
    battle, tank = position.battle, position.data.tank
    if battle is not None and tank in (battle.attacker, battle.defender):
        _leave(position, tank)
        return
    _stay(position)
    take_off(position, tank)


def remove(position: Position, action: a.Remove) -> None:
    """Take a unit off the map."""
    _leave(position, action.unit)


def _leave(position: Position, unit: str) -> None:
    """Take a fighting unit off the map; its partner acts on, or the player turn is over."""
    _close(position, unit)
    acting = group(position)
    take_off(position, unit)
    if not acting or acting[0] != unit:
        return
    if len(acting) > 1 and position.act is not None:
        position.act = replace(position.act, unit=acting[1], with_t34=False)
    else:
        position.end_player_turn(Course.ACTED, position.actor)


def take_off(position: Position, unit: str) -> None:
    """Take a unit off the map for good, or until it returns (6.3)."""
    for card in list(position.steps[unit]):
        position.lay(card, position.side(unit))
    position.put(unit, GONE)
    position.down.discard(unit)
    if unit == position.data.tank:
        position.t34_gone = position.turn
