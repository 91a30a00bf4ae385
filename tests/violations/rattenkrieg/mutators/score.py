"""Who has won a battle, and which printed sentences decided it; reckoned here once more for the mutators."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.games.rattenkrieg.rules.data import Terrain, UnitClass
from toolkit.games.rattenkrieg.rules.position import Act, Battle, Position, Support
from toolkit.games.rattenkrieg.rules.sides import Side

_FOOT = (UnitClass.INFANTRY, UnitClass.GUARDS, UnitClass.RIFLE)
_BLACK = "SC"


@dataclass(frozen=True, slots=True)
class Score:
    """Who won (None after a tie) and the clauses without which another would have."""

    winner: Side | None
    clauses: frozenset[str]


def number(card: str) -> int | None:
    """Return the number of a card, None for a picture."""
    rank = card[:-1]
    return 1 if rank == "A" else int(rank) if rank.isdigit() else None


def _of_next_battle(act: Act | None, battle: Battle, kind: Support) -> int:
    if act is None:
        return 0
    return sum(effect.kind is kind and effect.before + 1 == battle.number for effect in act.effects)


def parts(position: Position, battle: Battle, unit: str, act: Act | None) -> dict[str, int]:
    """Return what a unit's strength consists of, by the clause that grants it."""
    known = position.data.units[unit]
    found = {"2.3": known.strength}
    attacks = unit == battle.attacker
    if not attacks and position.data.areas[battle.area].terrain is Terrain.URBAN:
        town = 2 if known.kind in _FOOT else -2 if known.kind is UnitClass.PANZER else 0
        found["8.8"] = town
        if town > 0 and _of_next_battle(act, battle, Support.ENGINEERS):
            found["9.5"] = -town
    if attacks and act is not None and known.side is Side.GERMAN and known.kind is not UnitClass.PANZER:
        found["9.4"] = 2 * sum(effect.kind is Support.ASSAULT_GUN for effect in act.effects)
    if attacks and known.side is Side.SOVIET:
        found["9.7"] = 2 * _of_next_battle(act, battle, Support.MOLOTOV)
    if battle.attacker_support if attacks else battle.defender_support:
        found["8.12"] = position.data.units[position.data.tank].strength
    return found


def _compare(battle: Battle, attacker: Side, strengths: tuple[int, int]) -> tuple[Side | None, str]:
    cards = (battle.of(attacker)[-1].card, battle.of(attacker.enemy)[-1].card)
    numbers = [number(card) for card in cards]
    hit = [n is not None and n <= strength for n, strength in zip(numbers, strengths, strict=True)]
    if hit[0] != hit[1]:
        return (attacker if hit[0] else attacker.enemy), "8.7.1"
    if not hit[0]:
        return attacker.enemy, "8.7.5"
    own = [
        (card[-1] in _BLACK) == (side is Side.GERMAN)
        for card, side in zip(cards, (attacker, attacker.enemy), strict=True)
    ]
    if own[0] != own[1]:
        return (attacker if own[0] else attacker.enemy), "8.7.2"
    first, second = numbers[0] or 0, numbers[1] or 0
    if first != second:
        return (attacker if first < second else attacker.enemy), "8.7.3"
    return None, "8.7.4"


def score(position: Position, battle: Battle, act: Act | None = None) -> Score:
    """Return who won an opened battle, and why; `act` in place of the position's."""
    assert battle.defender is not None
    act = act or position.act
    attacker = position.side(battle.attacker)
    one, other = (parts(position, battle, unit, act) for unit in (battle.attacker, battle.defender))
    winner, clause = _compare(battle, attacker, (sum(one.values()), sum(other.values())))
    clauses = {clause}
    for name in sorted({*one, *other} - {"2.3"}):
        # 9.5 takes away what 8.8 grants: without 8.8 neither counts.
        dropped = {name, "9.5"} if name == "8.8" else {name}
        left = tuple(sum(v for key, v in side.items() if key not in dropped) for side in (one, other))
        if _compare(battle, attacker, (left[0], left[1]))[0] is not winner:
            clauses.add(name)
    return Score(winner, frozenset(clauses))
