"""8.7: who wins a battle, line by line; 9.2 and 9.3: whether a shot hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.games.rattenkrieg.rules.cards import colour, is_face, number
from toolkit.games.rattenkrieg.rules.data import KURGAN
from toolkit.games.rattenkrieg.rules.position import Battle, Position, Strike
from toolkit.games.rattenkrieg.rules.readings import controls
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.strength import strength, target_strength
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Comparison:
    """Who wins a battle, None for a tie, and the line of 8.7 that decided it."""

    winner: Side | None
    line: str


def compare(position: Position, battle: Battle, rulings: Rulings) -> Comparison:
    """Return who wins when all cards are open (8.7); the steps are the lines of the rule."""
    attacker = position.side(battle.attacker)
    cards = tuple(counted_card(position, battle, side, rulings) for side in Side)
    hits = tuple(
        hit(card, strength(position, battle, side, rulings)) for side, card in zip(Side, cards, strict=True)
    )
    return decide(cards, hits, attacker, position.data.cards.colours)


def decide(
    cards: Sequence[str], hits: Sequence[bool], attacker: Side, colours: tuple[str, str]
) -> Comparison:
    """Return who wins with these cards and hits, each the German's first (8.7.1 to 8.7.5)."""
    if both_missed(hits):
        return Comparison(attacker.enemy, "8.7.5")
    alone = only_hit(hits)
    if alone is not None:
        return Comparison(alone, "8.7.1")
    coloured = only_own_colour(cards, colours)
    if coloured is not None:
        return Comparison(coloured, "8.7.2")
    low = lower(cards)
    if low is not None:
        return Comparison(low, "8.7.3")
    return Comparison(None, "8.7.4")


def hit(card: str, strength: int) -> bool:
    """Return whether a card in a battle hits: a number, not above the strength (8.4, 8.7.1)."""
    value = number(card)
    return value is not None and value <= strength


def counted_card(position: Position, battle: Battle, side: Side, rulings: Rulings) -> str:
    """Return the card of a side that counts (U20): the last one, or the best of all it played."""
    played = [one.card for one in battle.of(side)]
    if not played:
        return "KS"  # nothing on the table hits nothing
    if len(played) == 1 or rulings.says("U20", "last"):
        return played[-1]
    limit, own = strength(position, battle, side, rulings), position.data.cards.colours
    return min(
        played,
        key=lambda card: (not hit(card, limit), colour(card) != own[side], number(card) or 0),
    )


@rule("8.7.1", "Who laid a card not above his unit's strength wins.", Kind.PROCEDURE)
def only_hit(hits: Sequence[bool]) -> Side | None:
    """Return the side that alone hits; None when both do or none does.

    Checks: Who suffers the damage of a battle; see 8.7.
    Legal: A panzer division (7) lays a 7, a Rifle (2) a 3: the Rifle is beaten.
    Illegal: The panzer division lays an 8, and the Rifle takes damage.
    Unclear: U20: which of several cards counts after raises. U22, settled: an ace is 1.
    """
    german, soviet = hits
    return None if german == soviet else Side.GERMAN if german else Side.SOVIET


@rule("8.7.2", "Where both hit, black wins for the Germans, red for the Soviets.", Kind.PROCEDURE)
def only_own_colour(cards: Sequence[str], colours: tuple[str, str]) -> Side | None:
    """Return the side that alone laid its own colour; None when both did or none did.

    Checks: Who suffers the damage of a battle; see 8.7.
    Legal: Both hit, the German with a black 5, the Soviet with a black ace: the German wins.
    Illegal: The ace wins because it is lower.
    """
    german, soviet = (colour(card) == own for card, own in zip(cards, colours, strict=True))
    return None if german == soviet else Side.GERMAN if german else Side.SOVIET


@rule("8.7.3", "Where the colour decides nothing, the smaller number wins.", Kind.PROCEDURE)
def lower(cards: Sequence[str]) -> Side | None:
    """Return the side with the smaller number; None when they are equal.

    Checks: Who suffers the damage of a battle; see 8.7.
    Legal: Black 5 against red ace, both hit: the ace wins.
    Illegal: The 5 wins because it is the attacker's.
    Unclear: U22, settled: an ace is 1.
    """
    german, soviet = (number(card) or 0 for card in cards)
    return None if german == soviet else Side.GERMAN if german < soviet else Side.SOVIET


@rule("8.7.5", "Where both bluffed, the defender wins.", Kind.PROCEDURE)
def both_missed(hits: Sequence[bool]) -> bool:
    """Return whether nobody hits, so that the defender wins.

    Checks: Who suffers the damage of a battle; see 8.7.
    Legal: Black 8 by a panzer division (7), red 3 by a Rifle (2): the panzer division takes damage.
    Illegal: The Rifle takes damage because the 8 is black.
    Unclear: U22, settled: colour and number are compared only where both hit.
    """
    return not any(hits)


def is_hit(position: Position, strike: Strike, rulings: Rulings) -> bool:
    """Return whether a shot does damage (9.2, 9.3)."""
    if is_face(strike.drawn):
        return face_hits(position, strike, rulings)
    value = number(strike.drawn)
    wanted = target_strength(position, strike.target, from_air=strike.from_air, rulings=rulings)
    return value is not None and value >= wanted


def face_hits(position: Position, strike: Strike, rulings: Rulings) -> bool:
    """Return whether a face card drawn hits: for guns of the side that holds Mamayev Kurgan (9.2, 9.3)."""
    return not strike.from_air and controls(position, strike.by, KURGAN, rulings)
