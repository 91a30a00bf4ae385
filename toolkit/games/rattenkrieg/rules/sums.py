"""A battle or a shot as a sum: strengths, the cards that lie open, and the line of 8.7 that decides."""

from __future__ import annotations

from types import MappingProxyType

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.damage import open_cards
from toolkit.games.rattenkrieg.rules.position import Battle, Position, Strike
from toolkit.games.rattenkrieg.rules.readings import name
from toolkit.games.rattenkrieg.rules.results import compare, counted_card, hit, is_hit
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.strength import (
    assault_guns,
    engineers,
    molotov,
    strength,
    target_strength,
    urban_change,
)
from toolkit.rules.rulings import Rulings
from toolkit.rules.sums import Line, Sum, Term

_DECIDED = {
    "8.7.1": Term.ONLY_HIT,
    "8.7.2": Term.OWN_COLOUR,
    "8.7.3": Term.LOWER_CARD,
    "8.7.4": Term.TIE,
    "8.7.5": Term.BOTH_MISS,
}
_SHOTS = MappingProxyType({a.Bombard: False, a.AirSupport: True})
_AFTER = (a.Open, a.LoseStep, a.Retreat, a.Remove, a.FightOn, a.Stop, a.Isolate)


def sum_of(position: Position, action: a.Action) -> Sum | None:
    """Return the battle or the shot that an action settles as a sum; None for any other action.

    Parameters
    ----------
    position : Position
        Before the action.
    """
    rulings = Rulings(position.data.points)
    if isinstance(action, a.Bombard | a.AirSupport):
        if action.target not in position.where:
            return None
        by = position.side(action.target).enemy
        return _shot(position, Strike(action.target, action.drawn, by, _SHOTS[type(action)]), rulings)
    if isinstance(action, a.Open):
        position = position.copy()
        open_cards(position, action)
    battle = position.battle
    if not isinstance(action, _AFTER) or battle is None or battle.defender is None:
        return None
    return _battle(position, battle, rulings) if battle.opened >= frozenset(Side) else None


def _battle(position: Position, battle: Battle, rulings: Rulings) -> Sum | None:
    attacker = position.side(battle.attacker)
    counted = {side: counted_card(position, battle, side, rulings) for side in Side}
    open_cards = {played.card for played in battle.cards if played.face_up}
    # A card that was outbid and never opened may count (U20): then nothing is told.
    if not open_cards.issuperset(counted.values()):
        return None
    found = compare(position, battle, rulings)
    totals = {side: strength(position, battle, side, rulings) for side in Side}
    steps = [
        Line(term, counted[side], Term.HIT if hit(counted[side], totals[side]) else Term.MISS, "8.7.1")
        for term, side in ((Term.ATTACKERS_CARD, attacker), (Term.DEFENDERS_CARD, attacker.enemy))
    ]
    steps.append(Line(_DECIDED[found.line], rule=found.line))
    if found.winner is not None:
        steps.append(Line(Term.ATTACKER_WINS if found.winner is attacker else Term.DEFENDER_WINS))
    return Sum(
        tuple(_attack(position, battle, rulings)),
        tuple(_defence(position, battle, rulings)),
        (str(totals[attacker]), str(totals[attacker.enemy])),
        tuple(steps),
        open_points=tuple(rulings.asked),
    )


def _attack(position: Position, battle: Battle, rulings: Rulings) -> list[Line]:
    guns, bottles = assault_guns(position, battle, rulings), molotov(position, battle, rulings)
    return [
        *_unit(position, battle.attacker, supported=battle.attacker_support),
        *([Line(Term.ASSAULT_GUNS, f"{guns:+}", rule="9.4")] if guns else []),
        *([Line(Term.MOLOTOV, f"{bottles:+}", rule="9.7")] if bottles else []),
    ]


def _defence(position: Position, battle: Battle, rulings: Rulings) -> list[Line]:
    assert battle.defender is not None
    lines = _unit(position, battle.defender, supported=battle.defender_support)
    change = urban_change(position, battle.defender, battle.area, rulings)
    if change and engineers(position, battle, rulings):
        lines.append(Line(Term.ENGINEERS, "0", rule="9.5"))
    elif change:
        lines.append(Line(Term.URBAN, f"{change:+}", name(position, battle.area), "8.8"))
    return lines


def _unit(position: Position, unit: str, *, supported: bool) -> list[Line]:
    data = position.data
    lines = [Line(name(position, unit), str(data.units[unit].strength))]
    if supported:
        lines.append(Line(Term.TANK, f"{data.units[data.tank].strength:+}", rule="8.12"))
    return lines


def _shot(position: Position, strike: Strike, rulings: Rulings) -> Sum:
    wanted = target_strength(position, strike.target, from_air=strike.from_air, rulings=rulings)
    printed = position.data.units[strike.target].strength
    target = [Line(name(position, strike.target), str(printed))]
    if wanted != printed:
        target.append(Line(Term.URBAN, f"{wanted - printed:+}", rule="8.8"))
    hits = is_hit(position, strike, rulings)
    return Sum(
        (),
        tuple(target),
        ("", str(wanted)),
        (
            Line(Term.CARD_DRAWN, strike.drawn),
            Line(Term.SHOT_HITS if hits else Term.SHOT_MISSES, rule="9.3" if strike.from_air else "9.2"),
        ),
        open_points=tuple(rulings.asked),
    )
