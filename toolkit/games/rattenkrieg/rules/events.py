"""Chapter 9: events."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import EVENTS
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.moments import chuikov
from toolkit.games.rattenkrieg.rules.position import Effect, Position, Strike, Support
from toolkit.games.rattenkrieg.rules.readings import name
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

# 9.1: what an event of the data is to the rules.
_EVENTS: Mapping[str, tuple[type, ...]] = dict(
    zip(
        EVENTS,
        (
            (a.AirSupport,),
            (a.AssaultGun,),
            (a.Engineers,),
            (a.Bombard,),
            (a.Sniper,),
            (a.Molotov,),
            (a.ChuikovBattle, a.ChuikovReady),
            (a.Bombard,),
        ),
        strict=True,
    )
)


def uses(data: RulesData, card: str, side: Side) -> tuple[type, ...]:
    """Return the kinds of events a card can be for a side; () for a number (9.1)."""
    return _EVENTS.get(data.cards.events.get((side, card), ""), ())


@rule("9.1", "Face cards are events, by suit and rank and different for the two sides.", Kind.PROCEDURE)
def the_card_allows_it(position: Position, action: a.Event, rulings: Rulings) -> str | None:
    """Judge that a card is the event it is played as, and where it comes from.

    Checks: Suit and rank against the event, for the acting side; that the card is in hand or a step of the
    acting unit.
    Legal: The German player plays a red queen as bombardment.
    Illegal: The Soviet player plays the queen of hearts as bombardment: it is a Molotov cocktail.
    Unclear: U39: whether a step of the acting unit may be an event. U50 and U60, settled: every event is
    piled and is an operation.
    """
    side = position.actor
    if type(action) not in uses(position.data, action.card, side):
        return f"{action.card} is no such event for the {side.name.title()} player"
    if action.card in position.hands[side]:
        return None
    unit = position.act.unit if position.act is not None else ""
    if action.card not in position.steps.get(unit, ()):
        return "the card is neither in hand nor a step of the acting unit"
    return None if rulings.says("U39", "both") else "events come from the hand"


@rule(
    "9.2",
    "Bombardment of an enemy unit in the same or a neighbouring area: a drawn number that reaches its "
    "modified strength hits; a face card hits for who holds Mamayev Kurgan. Not in rear areas, not the T-34.",
    Kind.PROCEDURE,
)
def bombardment(position: Position, action: a.Bombard, _rulings: Rulings) -> str | None:
    """Judge the target of a bombardment.

    Checks: Whose unit it is, where it stands, and that Germans do not shoot at the T-34. Damage that the card
    did not do is judged under this number as well, damage not taken under 8.9.
    Legal: A division in the Airfield Settlement bombards a Rifle (2) on Mamayev Kurgan; a 10 is drawn:
    damage.
    Illegal: The target is two areas away, in the rear, or the T-34.
    Unclear: U26, settled by the text: a target in an urban area defends. U40, U41 and U42 are settled: the
    T-34 adds nothing, nobody is isolated, control stays.
    """
    if action.target == position.data.tank and position.actor is Side.GERMAN:
        return "German guns do not fire at the T-34"
    return _target(position, action.target)


@rule(
    "9.3",
    "Air support: like bombardment, but terrain does not protect, face cards miss, and the T-34 is a target.",
    Kind.PROCEDURE,
)
def air_support(position: Position, action: a.AirSupport, _rulings: Rulings) -> str | None:
    """Judge the target of air support.

    Checks: Whose unit it is and where it stands. Damage that the card did not do is judged under this number
    as well, damage not taken under 8.9.
    Legal: A Rifle (2) in the Tractor Factory; a 2 is drawn: damage.
    Illegal: Guards in the Soviet rear are the target.
    Unclear: U43, settled: not into the rear.
    """
    return _target(position, action.target)


def _target(position: Position, target: str) -> str | None:
    data = position.data
    if not position.on_map(target) or position.side(target) is position.actor:
        return "no enemy unit on the map"
    area = position.where[target]
    if data.areas[area].owner is not None:
        return "the target is in the rear"
    if position.act is None or not position.on_map(position.act.unit):
        return None  # 7.1
    start = position.where[position.act.unit]
    near = area == start or area in data.neighbours[start]
    return None if near else f"{name(position, area)} is no neighbour"


@rule("9.6", "A sniper: one card of the German hand, picked by chance, is piled.", Kind.EFFECT)
def sniper(position: Position, action: a.Sniper, rulings: Rulings) -> str | None:
    """Judge which card a sniper takes.

    Checks: That a card of the German hand is piled, one and no more; the one that chance has picked where a
    record shows it.
    Legal: The German player has three cards in hand; one of them is piled.
    Illegal: A step of a German division is piled.
    Unclear: U47: whether the card may be played against an empty hand.
    """
    hand = position.hands[Side.GERMAN]
    if action.taken is None:
        if hand:
            return "a card of the German hand is due"
        return "the German hand is empty" if rulings.says("U47", "not-playable") else None
    if action.taken not in hand:
        return "that card is not in the German hand"
    return "chance has picked another card" if action.named not in ("", action.taken) else None


@rule(
    "9.8",
    "General Chuikov: in the next battle of the acting unit the German player plays first and openly; or any "
    "Soviet unit is turned face-up.",
    Kind.EFFECT,
)
def general_chuikov(
    position: Position, action: a.PlayCard | a.Raise | a.ChuikovReady, rulings: Rulings
) -> str | None:
    """Judge a battle under General Chuikov, and the unit he turns face-up.

    Checks: That the German cards come first and lie face-up; that the unit turned is Soviet and lies
    face-down.
    Legal: The German player lays a 3 openly, the Soviet player answers with an ace.
    Illegal: The German card lies face-down; the Soviet player plays first.
    Unclear: U48: how raises go. U49: whether the second use needs an acting unit. U50, settled: both uses
    pile the card.
    """
    if isinstance(action, a.ChuikovReady):
        return _readied(position, action, rulings)
    battle = position.battle
    if battle is None or not chuikov(position, battle, rulings):
        return None
    if action.side is Side.GERMAN:
        return None if action.face_up else "the German card lies face-down"
    first = isinstance(action, a.PlayCard) and not battle.of(Side.GERMAN)
    return "the German player plays first" if first else None


def _readied(position: Position, action: a.ChuikovReady, rulings: Rulings) -> str | None:
    own = position.on_map(action.unit) and position.side(action.unit) is Side.SOVIET
    if not own or action.unit not in position.down:
        return "no Soviet unit that lies face-down"
    if position.act is not None:
        return None
    for unit in position.data.units.values():
        if unit.side is Side.SOVIET and position.on_map(unit.id) and unit.id not in position.down:
            return f"{name(position, unit.id)} lies face-up: a unit is named first"
    return None if rulings.says("U49", "allowed") else "no unit acts"


def _play(position: Position, card: str, support: Support | None = None) -> None:
    """Pile the card of an event and count the operation."""
    position.lay(card)
    act = position.act
    if act is None or support is None:
        position.add_operation()
    else:
        position.add_operation(effects=(*act.effects, Effect(support, len(act.fights))))


def bombard(position: Position, action: a.Bombard) -> None:
    """Fire."""
    _play(position, action.card)
    position.lay(action.drawn)
    position.strike = Strike(action.target, action.drawn, position.actor, from_air=False)


def fly(position: Position, action: a.AirSupport) -> None:
    """Fire from the air."""
    _play(position, action.card)
    position.lay(action.drawn)
    position.strike = Strike(action.target, action.drawn, position.actor, from_air=True)


def assault_gun(position: Position, action: a.AssaultGun) -> None:
    """Add assault guns."""
    _play(position, action.card, Support.ASSAULT_GUN)


def engineers(position: Position, action: a.Engineers) -> None:
    """Add engineers."""
    _play(position, action.card, Support.ENGINEERS)


def snipe(position: Position, action: a.Sniper) -> None:
    """Pile a German card."""
    _play(position, action.card)
    if action.taken is not None:
        position.lay(action.taken)


def molotov(position: Position, action: a.Molotov) -> None:
    """Add Molotov cocktails."""
    _play(position, action.card, Support.MOLOTOV)


def chuikov_battle(position: Position, action: a.ChuikovBattle) -> None:
    """Let the general lead the next battle."""
    _play(position, action.card, Support.CHUIKOV)


def chuikov_ready(position: Position, action: a.ChuikovReady) -> None:
    """Turn a unit face-up; it may act again."""
    _play(position, action.card)
    position.down.discard(action.unit)
    position.acted.discard(action.unit)
