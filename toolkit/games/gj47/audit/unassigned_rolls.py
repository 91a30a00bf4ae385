"""Common dice and what came of them, where players did not throw and resolve one battle after the other.

The die may come before the marker that says what is attacked, and several dice may be thrown before the first
result is carried out.  Which die meant which hex is then open, and the reading with least against it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from toolkit.games.gj47.audit.fights import Fight, Fights
from toolkit.games.gj47.audit.records import Drag, FortSeen, Turned
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner

Effect = Turned | Drag | FortSeen
Effects = list[Effect]

_MOST = 4
"""Dice in a row of which all assignments are tried."""


def named_afterwards(position: Position, found: Fights, owner: Owner) -> None:
    """Give battles that were announced after their die was thrown that die, and what came of it.

    The toolbar's die is thrown, the marker is put down and the attackers are pointed at.
    """
    for fight in [fight for fight in found.fights if fight.aimed and not fight.rolled]:
        for other in reversed(found.fights):
            before = fight.begun is not None and other.rolled and other.dice[-1].at < fight.begun
            if not before or other.number or other.aimed:
                continue
            hexes = set(_hexes(position, other.effects, owner))
            if hexes <= {fight.target}:
                fight.dice, fight.effects = other.dice, [*fight.early, *other.effects, *fight.effects]
                fight.early, fight.dropped, fight.begun = [], False, other.begun
                found.fights.remove(other)
                break


def rows(fights: Sequence[Fight]) -> list[list[Fight]]:
    """Return the rows of common dice of which only the last has results, of two dice and more."""
    found: list[list[Fight]] = []
    row: list[Fight] = []
    for fight in fights:
        if fight.number or fight.aimed or not fight.rolled:
            row = []
            continue
        row.append(fight)
        if fight.effects:
            if len(row) > 1:
                found.append(row[-_MOST:])
            row = []
    return found


def deal(position: Position, row: Sequence[Fight], owner: Owner, against: Callable[[Fight], int]) -> None:
    """Give each die of a row what came of it: the way with least against it.

    Parameters
    ----------
    position : Position
        Before the first of these battles.
    row : sequence of Fight
        As of `rows`; changed.
    owner : Owner
        The attacker.
    against : callable
        What stands against a battle as it is shown.
    """
    effects, known = row[-1].effects, dict[tuple[int, tuple[int, ...]], int]()

    def cost(place: int, part: Effects) -> int:
        key = (place, tuple(map(id, part)))
        if key not in known:
            known[key] = against(replace(row[place], effects=part)) if part else 0
        return known[key]

    best: tuple[int, list[Effects]] | None = None
    for shared in _ways(position, effects, owner, len(row)):
        found = sum(cost(place, part) for place, part in enumerate(shared))
        if best is None or found < best[0]:
            best = found, shared
        if not found:
            break
    if best is not None:
        for fight, part in zip(row, best[1], strict=True):
            fight.effects = part


def _ways(position: Position, effects: Effects, owner: Owner, dice: int) -> Iterator[list[Effects]]:
    """Yield the results of each die: the last dice in the order of the results first.

    What attackers lose may all be of one battle that does the other side no harm, or each of any.
    """
    groups = _groups(position, effects, owner)
    alone, lost = list(groups.values()), groups.pop(OFF_MAP, [])
    for chosen in _orders(len(alone), dice):
        yield _dealt(alone, chosen, dice)
    if len(lost) <= _MOST:
        for chosen in _orders(len(groups), dice):
            for others in product(range(dice), repeat=len(lost)):
                parts = [*groups.values(), *([effect] for effect in lost)]
                yield _dealt(parts, (*chosen, *others), dice)


def _orders(groups: int, dice: int) -> list[tuple[int, ...]]:
    orders = permutations(range(dice), groups)
    return sorted(orders, key=lambda chosen: (_crossed(chosen), _back(chosen)))


def _dealt(groups: Sequence[Effects], chosen: Sequence[int], dice: int) -> list[Effects]:
    shared: list[Effects] = [[] for _ in range(dice)]
    for place, group in zip(chosen, groups, strict=True):
        shared[place] += group
    return shared


def _crossed(chosen: Sequence[int]) -> bool:
    return list(chosen) != sorted(chosen)


def _back(chosen: Sequence[int]) -> list[int]:
    return [-place for place in reversed(chosen)]


def _groups(position: Position, effects: Sequence[Effect], owner: Owner) -> dict[int, Effects]:
    """Sort results by the hex that was attacked; what attackers lose makes a group of its own."""
    units, board = position.data.units, position.data.board
    groups: dict[int, Effects] = {}
    for effect in effects:
        if isinstance(effect, FortSeen):
            h = effect.hex
        elif units[effect.unit].owner is not owner:
            h = position.hex_of[effect.unit]
        elif isinstance(effect, Drag) and effect.target >= 0:
            near = [g for g in groups if g >= 0 and board.distances(effect.target)[g] <= 1]
            near.sort(key=lambda g: board.features(effect.origin, g) is None)
            h = effect.target if effect.target in groups else near[0] if near else OFF_MAP
        else:
            h = OFF_MAP
        groups.setdefault(h, []).append(effect)
    return groups


def _hexes(position: Position, effects: Sequence[Effect], owner: Owner) -> Iterator[int]:
    units = position.data.units
    for effect in effects:
        if isinstance(effect, FortSeen):
            yield effect.hex
        elif units[effect.unit].owner is not owner:
            yield position.hex_of[effect.unit]
