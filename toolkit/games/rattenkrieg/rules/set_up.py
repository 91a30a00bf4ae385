"""Chapter 3, first half: what stands where at the start, steps, hands, the deck."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import DECK
from toolkit.games.rattenkrieg.rules.data import FACTORY, UnitClass
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.readings import name
from toolkit.games.rattenkrieg.rules.sequence import begin_player_turns
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, judges, rule
from toolkit.rules.rulings import Rulings

Drawing = a.DealSteps | a.DealHand | a.Replenish | a.Draw | a.Bombard | a.AirSupport


@rule(
    "3.1",
    "Soviet set-up: a Rifle in each normal area, 13Gds in the Soviet rear, the T-34 in the Tractor Factory.",
    Kind.SETUP,
)
def soviet_set_up(position: Position, action: a.Place | a.EndSetUp, _rulings: Rulings) -> str | None:
    """Judge where Soviet units are set up, and that none is missing.

    Checks: Each Soviet unit that is placed, and at the end of the set-up every normal area and every unit.
    Legal: A Rifle in the Airfield Settlement, where no other stands.
    Illegal: Two Rifles in Orlovka; 39Gds, which arrives in turn 3, in the rear.
    """
    data = position.data
    if isinstance(action, a.EndSetUp):
        return _missing(position, Side.SOVIET)
    unit = data.units.get(action.unit)
    if unit is None:
        return "no such unit"
    if unit.side is not Side.SOVIET:
        return None
    if unit.enters != 1:
        return f"{name(position, unit.id)} arrives in turn {unit.enters}"
    if unit.kind is not UnitClass.RIFLE:
        return (
            None
            if action.area == _start(position, unit.id)
            else f"{name(position, unit.id)} does not start there"
        )
    if action.area not in data.normal:
        return "a Rifle starts in a normal area"
    taken = any(
        data.units[other].kind is UnitClass.RIFLE
        for other in position.units_in(action.area, Side.SOVIET)
        if other != action.unit
    )
    return "a Rifle stands there already" if taken else None


@rule("3.2", "German set-up: all divisions but 16Pz and 100J in the German rear.", Kind.SETUP)
def german_set_up(position: Position, action: a.Place | a.EndSetUp, _rulings: Rulings) -> str | None:
    """Judge where German units are set up, and that none is missing.

    Checks: Each German unit that is placed, and at the end of the set-up that all are there.
    Legal: 14Pz in the German rear.
    Illegal: 16Pz, which arrives in turn 2, in the German rear.
    """
    if isinstance(action, a.EndSetUp):
        return _missing(position, Side.GERMAN)
    unit = position.data.units.get(action.unit)
    if unit is None or unit.side is not Side.GERMAN:
        return None
    if unit.enters != 1:
        return f"{name(position, unit.id)} arrives in turn {unit.enters}"
    return (
        None
        if action.area == _start(position, unit.id)
        else f"{name(position, unit.id)} does not start there"
    )


def _start(position: Position, unit: str) -> str:
    """Return where a unit that is no Rifle begins."""
    kind = position.data.units[unit]
    return FACTORY if kind.kind is UnitClass.TANK else position.data.rears[kind.side]


def _missing(position: Position, side: Side) -> str | None:
    for unit in position.data.units.values():
        if unit.side is side and unit.enters == 1 and not position.on_map(unit.id):
            return f"{name(position, unit.id)} is not set up"
    return None


@rule(
    "3.3",
    "Each unit is dealt its steps from the shuffled deck; who owns the unit may look at them.",
    Kind.SETUP,
)
def steps_are_dealt(
    position: Position, action: a.DealSteps | a.EndSetUp | a.Shuffle, _rulings: Rulings
) -> str | None:
    """Judge the shuffle before the first deal and the number of steps dealt.

    Checks: That all 52 cards are shuffled, that a unit of the set-up gets no more steps than it has, and that
    at the end of the set-up none lacks any. Who looked at which card no record shows.
    Legal: 13Gds is dealt three cards, a Rifle one, the T-34 none.
    Illegal: An infantry division is dealt three.
    """
    if isinstance(action, a.Shuffle):
        if position.phase is not Phase.SETUP:
            return None
        if any(position.steps.values()) or any(position.hands):
            return "cards are dealt already"
        return None if Counter(action.order) == Counter(DECK) else "not all 52 cards, each once"
    units = position.data.units
    if isinstance(action, a.EndSetUp):
        lacking = [
            u for u, cards in position.steps.items() if position.on_map(u) and len(cards) < units[u].steps
        ]
        return f"{name(position, lacking[0])} lacks steps" if lacking else None
    if position.phase is not Phase.SETUP:
        return None
    unit = units.get(action.unit)
    if unit is not None and unit.enters != 1:
        return f"{name(position, unit.id)} arrives in turn {unit.enters}"
    return too_many_steps(position, action)


def too_many_steps(position: Position, action: a.DealSteps) -> str | None:
    """Return what is wrong with the number of cards dealt to a unit (3.3, 6.1, 6.2)."""
    unit = position.data.units.get(action.unit)
    if unit is None:
        return "no such unit"
    dealt = len(position.steps[unit.id]) + len(action.cards)
    return f"{name(position, unit.id)} has {unit.steps} steps" if dealt > unit.steps else None


@rule(
    "3.4",
    "Hands: four cards for the Soviet, three for the German player; the rest is the deck, "
    "and when it is gone the used cards are shuffled into a new one.",
    Kind.SETUP,
)
def hands_are_dealt(
    position: Position, action: a.DealHand | a.EndSetUp | a.Shuffle, _rulings: Rulings
) -> str | None:
    """Judge the hands dealt, and when used cards become a deck again.

    Checks: The size of the first hands. A later shuffle: the deck is empty, and exactly the pile is shuffled.
    Every card drawn: it is the next one of the deck.
    Legal: The last card is drawn, the pile is shuffled and becomes the deck.
    Illegal: The pile is shuffled into a deck that still has five cards.
    Unclear: U54, settled: a deal that empties the deck goes on after the shuffle.
    """
    hands = position.data.figures.hands
    if isinstance(action, a.DealHand):
        dealt = len(position.hands[action.side]) + len(action.cards)
        return f"the first hand has {hands[action.side]} cards" if dealt > hands[action.side] else None
    if isinstance(action, a.EndSetUp):
        short = [side for side in Side if len(position.hands[side]) < hands[side]]
        return f"the {short[0].id} hand is not dealt" if short else None
    if position.phase is Phase.SETUP:
        return None
    if position.deck:
        return f"the deck still has {len(position.deck)} cards"
    return None if Counter(action.order) == Counter(position.pile) else "not the cards of the pile"


@judges("3.4")
def drawn_from_the_deck(position: Position, action: Drawing, _rulings: Rulings) -> str | None:
    """Judge that the cards drawn are the next ones of the deck."""
    if isinstance(action, a.Bombard | a.AirSupport):
        cards: tuple[str, ...] = (action.drawn,)
    else:
        cards = (action.card,) if isinstance(action, a.Replenish) else action.cards
    if not cards:
        return None
    if len(cards) > len(position.deck):
        return f"the deck has only {len(position.deck)} cards"
    return None if set(position.deck[-len(cards) :]) == set(cards) else "not the next cards of the deck"


def shuffle(position: Position, action: a.Shuffle) -> None:
    """Make a new deck: of all cards in the set-up, of the pile and what is left of the deck later.

    Cards that belong elsewhere and were shuffled in nevertheless are not there any more.
    """
    kept = set(action.order)
    for card in kept.difference(position.deck, position.pile):
        with suppress(KeyError):
            position.take(card)
    position.deck = [*(card for card in position.deck if card not in kept), *action.order]
    position.pile = [card for card in position.pile if card not in kept]
    position.covered = {card: side for card, side in position.covered.items() if card not in kept}


def place(position: Position, action: a.Place) -> None:
    """Put a unit into an area."""
    position.put(action.unit, action.area)


def deal_steps(position: Position, action: a.DealSteps) -> None:
    """Give a unit its cards."""
    for card in action.cards:
        position.give(card, action.unit)


def deal_hand(position: Position, action: a.DealHand) -> None:
    """Give a player his cards."""
    for card in action.cards:
        position.give(card, action.side.id)


def end_set_up(position: Position, _action: a.EndSetUp) -> None:
    """Begin turn 1."""
    begin_player_turns(position)
