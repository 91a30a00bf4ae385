"""Common dice and what came of them, where players did not throw and resolve one battle after the other.

The die may come before the marker that says what is attacked, and several dice may be thrown before the first
result is carried out.  Which die meant which hex is then open, and the reading with least against it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.fights import Fight, Fights
from toolkit.games.gj47.audit.records import Drag, FortSeen, Turned
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner

Effect = Turned | Drag | FortSeen
Effects = list[Effect]

_MOST_LOST = 4
"""Attackers with losses that are given to any die each; more are kept together."""

_MOST_TRIED = 400
"""Battles judged to find out which die was for what."""


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


def by_hexes(position: Position, fight: Fight, owner: Owner) -> Iterator[Fight]:
    """Yield the battles of each hex where no die in the log tells one from the next.

    What attackers lost is a battle of its own for each of them: no result costs both sides something.
    """
    if fight.aimed or fight.rolled:
        yield fight
        return
    groups = _groups(position, fight.effects, owner)
    lost = _by_unit(groups.pop(OFF_MAP, []))
    for effects in (*groups.values(), *lost.values()):
        yield replace(fight, effects=effects, begun=effects[0].at)


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
                found.append(row)
            row = []
    return found


def deal(
    bench: Bench,
    row: Sequence[Fight],
    owner: Owner,
    judged: Callable[[Bench, Fight], tuple[int, Bench]],
) -> bool:
    """Give each die of a row what came of it: the way with least against it, one battle after the other.

    Parameters
    ----------
    bench : Bench
        Before the first of these battles.
    row : sequence of Fight
        As of `rows`; changed.
    owner : Owner
        The attacker.
    judged : callable
        What stands against a battle after those before it, and what there is after it.

    Returns
    -------
    bool
        Whether nothing stands against it, or all ways were tried.
    """
    tried: dict[tuple[tuple[int, ...], ...], tuple[int, Bench]] = {(): (0, bench)}
    best: tuple[int, list[Effects]] | None = None
    for shared in _ways(bench.position, row[-1].effects, owner, len(row)):
        key: tuple[tuple[int, ...], ...] = ()
        for fight, part in zip(row, shared, strict=True):
            against, state = tried[key]
            if best is not None and against >= best[0]:
                break
            key = (*key, tuple(map(id, part)))
            if key not in tried:
                more, after = judged(state, replace(fight, effects=part))
                tried[key] = against + more, after
        else:
            if best is None or tried[key][0] < best[0]:
                best = tried[key][0], shared
        if best is not None and (not best[0] or len(tried) > _MOST_TRIED):
            break
    for fight, part in zip(row, best[1] if best else (), strict=False):
        fight.effects = part
    return best is None or not best[0] or len(tried) <= _MOST_TRIED


def _ways(position: Position, effects: Effects, owner: Owner, dice: int) -> Iterator[list[Effects]]:
    """Yield the results of each die: the last dice in the order of the results first.

    What attackers lose may all be of one battle that does the other side no harm, or each unit's of any.
    """
    groups = _groups(position, effects, owner)
    alone, lost = list(groups.values()), groups.pop(OFF_MAP, [])
    for chosen in _orders(len(alone), dice):
        yield _dealt(alone, chosen, dice)
    whose = _by_unit(lost)
    if len(whose) <= _MOST_LOST:
        for chosen in _orders(len(groups), dice):
            for others in product(range(dice), repeat=len(whose)):
                yield _dealt([*groups.values(), *whose.values()], (*chosen, *others), dice)


def _by_unit(effects: Effects) -> dict[int, Effects]:
    whose: dict[int, Effects] = {}
    for effect in effects:
        if not isinstance(effect, FortSeen):
            whose.setdefault(effect.unit, []).append(effect)
    return whose


def _dealt(groups: Sequence[Effects], chosen: Sequence[int], dice: int) -> list[Effects]:
    shared: list[Effects] = [[] for _ in range(dice)]
    for place, group in zip(chosen, groups, strict=True):
        shared[place] += group
    return shared


def _orders(groups: int, dice: int) -> list[tuple[int, ...]]:
    orders = permutations(range(dice), groups)
    return sorted(orders, key=lambda chosen: (_crossed(chosen), _back(chosen)))


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
