"""SEED 攻擊: targets, totals, loss points."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import follows_overrun, start_of
from toolkit.games.storm.rules.card_fire import on_fire
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.impulses import begin_impulse
from toolkit.games.storm.rules.position import JustDone, Position, Shot, Toll
from toolkit.games.storm.rules.readings import is_held, name
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, judges, rule
from toolkit.rules.rulings import Rulings

DIE = range(1, 7)


@rule("REF 3.7", "Only units with an attack value of 1 or more may fire.", Kind.RESTRICTION)
def able_to_fire(position: Position, action: a.Fire, _rulings: Rulings) -> str | None:
    """Judge the attack value of each unit that fires.

    Checks: The printed attack value.
    Legal: A unit with attack 1 fires beside one with 5.
    Illegal: Militia with attack 0 join the fire.
    """
    least = position.data.figures.least_attack
    weak = [unit for unit in action.units if position.data.units[unit].attack < least]
    return f"{name(position, weak[0])} has no attack value" if weak else None


@rule("SEED 攻擊1", "Enemy units in the same or an adjacent area can be attacked.", Kind.RESTRICTION)
def same_or_adjacent(position: Position, action: a.Fire, rulings: Rulings) -> str | None:
    """Judge the target of a fire.

    Checks: That it is the own area or a neighbour, with enemy units in it, and that all of them are fired on.
    Legal: Units in the House fire on Soviets in the House.
    Illegal: They fire on an area two away, or on an empty one.
    Unclear: St-5: whether some of the enemy units may be picked. St-11: whether units in a ferry box may
    fire.
    """
    start = start_of(position, action)
    if action.target in position.data.ferries or not start:
        return None  # SEED 渡口1, SEED 流程2(1)
    if start in position.data.ferries and rulings.says("St-11", "no"):
        return "units in a ferry box do not fire"
    if action.target != start and action.target not in position.data.neighbours[start]:
        return f"{name(position, action.target)} is no neighbour"
    enemies = position.units_in(action.target, action.side.enemy)
    if not enemies:
        return f"no enemy is in {name(position, action.target)}"
    if not action.aimed or set(action.aimed) == set(enemies):
        return None
    if not set(action.aimed) <= set(enemies):
        return "not all units aimed at are there"
    return "all units of the area are the target" if rulings.says("St-5", "all") else None


@rule("SEED 攻擊2", "The attack total is the sum of the attack values and two dice.", Kind.PROCEDURE)
def attack_total(position: Position, shot: Shot, dice: tuple[int, int]) -> int:
    """Return the attack total of a fire, with what cards add or take.

    Checks: That a declared fire is rolled before anything else happens, with two dice.
    Legal: Attack 5 and 4 with a roll of 7: 16.
    Illegal: A fire is declared, and the other side moves.
    """
    card = position.data.cards.get(shot.card)
    by_card = card.effect.amount if card is not None and card.effect is not None else 0
    return sum(position.data.units[unit].attack for unit in shot.units) + by_card + shot.bonus + sum(dice)


@judges("SEED 攻擊2")
def two_dice(_position: Position, action: a.Roll, _rulings: Rulings) -> str | None:
    """Judge that a roll is one of two dice."""
    return None if all(die in DIE for die in action.dice) else "two dice of six are rolled"


@rule(
    "SEED 攻擊3",
    "The defence total is the highest defence of the units fired on and the terrain of their area.",
    Kind.PROCEDURE,
)
def highest_defence(position: Position, shot: Shot) -> int:
    """Return the defence of the units fired on, terrain apart, with what cards add.

    Checks: Nothing of its own: loss points follow from it.
    Legal: A fresh unit of 8 beside a spent one of 5, in terrain of 3: 11.
    Illegal: Both defences are added.
    """
    there = [position.defence(unit) for unit in shot.pool if position.on_map(unit)]
    return max(there, default=0) + shot.dug


@rule("SEED 攻擊3(1)", "The terrain is lost against fire from the same area.", Kind.EFFECT)
def from_same_area(shot: Shot) -> bool:
    """Return whether a fire comes from the area that it hits.

    Checks: Nothing of its own: loss points follow from it.
    Legal: Germans in the Silo fire on Soviets in the Silo: its 3 do not count.
    Illegal: They count.
    Unclear: St-31: whether an enemy unit in the area is enough, wherever the fire comes from.
    """
    return shot.start == shot.target


def stands_among_enemies(toll: Toll, rulings: Rulings) -> bool:
    """Return whether the terrain is lost to an enemy unit in the area that did not fire (St-31)."""
    return toll.mixed and rulings.says("St-31", "any-enemy")


@rule("SEED 攻擊3(2)", "The terrain is lost where the side fired on does not control the area.", Kind.EFFECT)
def not_their_own(toll: Toll, rulings: Rulings) -> bool:
    """Return whether the side fired on did not control its area at the roll.

    Checks: Nothing of its own: loss points follow from it.
    Legal: Germans in a Soviet area with Soviets are fired on from the next one: no terrain.
    Illegal: It counts for them.
    Unclear: St-21, St-14: by control alone.
    """
    return not is_held(toll.held, toll.victim, rulings)


@rule(
    "SEED 攻擊3(3)",
    "The terrain is lost where a marker shows that the side fired on has fired out of the area.",
    Kind.EFFECT,
)
def has_fired(position: Position, shot: Shot) -> bool:
    """Return whether the area fired on has a fire marker of the side fired on.

    Checks: Nothing of its own: loss points follow from it.
    Legal: Soviets fired out of the Station; a fire on the Station counts no terrain for the rest of the turn.
    Illegal: It counts.
    """
    return (shot.target, shot.side.enemy) in position.markers


@rule("SEED 攻擊4", "Loss points are what the attack total exceeds the defence total by.", Kind.PROCEDURE)
def points_of(toll: Toll, rulings: Rulings) -> int:
    """Return the loss points of a fire, or of a card without a roll.

    Checks: Nothing of its own: the losses are judged by it.
    Legal: 16 against 11: 5 points.
    Illegal: A loss is taken for 10 against 11.
    Unclear: St-21, St-14: by control alone. St-31: by an enemy unit in the area that did not fire.
    """
    return max(0, toll.attack - toll.defence - terrain_of(toll, rulings))


def terrain_of(toll: Toll, rulings: Rulings) -> int:
    """Return what the terrain adds to the defence: nothing where it is lost."""
    lost = (
        toll.bare or not toll.terrain or not_their_own(toll, rulings) or stands_among_enemies(toll, rulings)
    )
    return 0 if lost else toll.terrain


def points_left(toll: Toll, rulings: Rulings) -> int:
    """Return the loss points that are still to be allotted."""
    return points_of(toll, rulings) - toll.spared - toll.paid


def most_left(toll: Toll) -> int:
    """Return the points that are left under the reading with the most: a fact of the table."""
    sure = toll.held == (ALL if toll.victim is Side.SOVIET else 0) and not toll.mixed
    terrain = toll.terrain if sure and not toll.bare else 0
    return max(0, toll.attack - toll.defence - terrain) - toll.spared - toll.paid


def close_if_done(position: Position) -> None:
    """End the losses where no point is left, or nobody who could take one, under any reading."""
    toll = position.toll
    if toll is not None and (most_left(toll) <= 0 or not any(map(position.on_map, toll.pool))):
        position.toll = None


@rule(
    "2.1.2",
    "Control markers, fire markers that show which side fired out of an area into another, a turn marker.",
    Kind.DEFINITION,
)
def fire_marker(shot: Shot) -> tuple[str, Side] | None:
    """Return the fire marker that a fire leaves: none within an area, none for a card.

    Checks: Nothing of its own: it is placed with the roll.
    Legal: After a fire out of the House into the Silo a German marker lies in the House.
    Illegal: One lies in the Silo.
    """
    if not shot.units or from_same_area(shot):
        return None
    return shot.start, shot.side


def fire(position: Position, action: a.Fire) -> None:
    """Declare a fire: its units are spent."""
    overrun = follows_overrun(position, action)
    cards = position.done.cards if overrun and position.done is not None else ()
    laid = position.laid
    begin_impulse(position, action.side)
    # Units of several areas: the marker lies where the last of them stands, as the module has it.
    start = start_of(position, action) or next((position.where[unit] for unit in reversed(action.units)), "")
    pool = action.aimed or tuple(position.units_in(action.target, action.side.enemy))
    shot = Shot(action.side, action.units, start, action.target, pool, cards=cards)
    for card in laid:
        shot = with_card(position, shot, card.card)
    position.shot = shot
    position.spent.update(unit for unit in action.units if position.on_map(unit))


def with_card(position: Position, shot: Shot, card: str) -> Shot:
    """Return a fire with what a card does to it."""
    effect = position.data.cards[card].effect if card in position.data.cards else None
    changed = shot if effect is None else on_fire(shot, effect)
    return replace(changed, cards=(*shot.cards, card))


def roll(position: Position, action: a.Roll) -> None:
    """Roll for a declared fire: place the marker, count the points."""
    shot = position.shot
    if shot is None:
        return
    position.toll = toll_of(position, shot, action.dice)
    marker = fire_marker(shot)
    if marker is not None:
        position.markers.add(marker)
    end_shot(position)
    close_if_done(position)


def toll_of(position: Position, shot: Shot, dice: tuple[int, int]) -> Toll:
    """Return what a roll for a fire leads to."""
    return Toll(
        victim=shot.side.enemy,
        allotter=shot.side if shot.allots else shot.side.enemy,
        pool=shot.pool,
        area=shot.target,
        attack=attack_total(position, shot, dice),
        defence=highest_defence(position, shot),
        terrain=position.data.areas[shot.target].terrain * shot.factor,
        bare=shot.bare or from_same_area(shot) or has_fired(position, shot),
        mixed=bool(position.units_in(shot.target, shot.side)),
        held=position.held[shot.target],
        rolled=True,
        cards=shot.cards,
    )


def end_shot(position: Position) -> None:
    """End a declared fire, rolled or cancelled; units that fired are what was just done."""
    shot = position.shot
    position.shot = None
    if shot is not None and shot.units:
        position.done = JustDone(shot.side, shot.units, shot.start, goal=shot.target, cards=shot.cards)
