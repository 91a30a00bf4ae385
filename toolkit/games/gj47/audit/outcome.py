"""What came of a battle: steps lost, retreats, advances, in every way the log leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise, permutations, product

from toolkit.audit.actor import Actor, Known
from toolkit.games.gj47.audit.bench import NOBODY, Bench, Told
from toolkit.games.gj47.audit.fights import Fight
from toolkit.games.gj47.audit.records import Drag, FortSeen, Moment, Turned
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.retreat import choices
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings

_PATHS = 24
_LONGEST = 5
_MOST_ORDERED = 4
_LONGEST_RETREAT = 2
_REMOVED = "eliminate"


@dataclass(frozen=True, slots=True)
class Token:
    """One step lost by a unit.

    `gone`: it left the map with it.  `moved`: it had gone somewhere before, or the module notes that it was
    removed, not that it paid for the result.
    """

    at: Moment
    unit: int
    gone: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """Losses of one side, as an action."""

    action: a.Lose
    told: Told


@dataclass(frozen=True, slots=True)
class BattleOutcome:
    """One way to sort what came of a battle.

    Attributes
    ----------
    owner : Owner
        The attacker.
    own, theirs : tuple of Token
        Steps lost to the result.
    on_the_way : tuple of Token
        Steps lost in retreats.
    drags : mapping of int to tuple of Drag
        Unit → where it went.
    levels, converted : int
        What the fort lost, and hexes of retreat taken as steps.
    """

    owner: Owner
    own: tuple[Token, ...]
    theirs: tuple[Token, ...]
    on_the_way: tuple[Token, ...]
    drags: dict[int, tuple[Drag, ...]]
    retreating: tuple[int, ...]
    advancing: tuple[int, ...]
    levels: int = 0
    converted: int = 0
    fort_steps: tuple[Moment, ...] = ()
    last: Moment = field(default_factory=lambda: Moment(0, 0))

    def losses(self, target: int) -> Iterator[Lost]:
        """Yield the losses of both sides as actions, the attacker's first."""
        if self.own:
            told = Told(_moments(self.own), _whose(self.owner), "loss", self.own[0].unit, end=target)
            yield Lost(a.Lose(target, self.owner, _units(self.own)), told)
        if self.theirs or self.levels or self.converted:
            unit = self.theirs[0].unit if self.theirs else None
            moments = tuple(sorted({*_moments(self.theirs), *self.fort_steps})) or (self.last,)
            told = Told(
                moments,
                _whose(self.owner.enemy),
                "loss",
                unit,
                end=target,
                detail="fort" if self.levels else "",
            )
            lose = a.Lose(target, self.owner.enemy, _units(self.theirs), self.levels, self.converted)
            yield Lost(lose, told)


def _whose(owner: Owner) -> Actor:
    return Actor(owner.id, Known.INFERRED)


def _moments(tokens: Iterable[Token]) -> tuple[Moment, ...]:
    return tuple(sorted({token.at for token in tokens}))


def _units(tokens: Iterable[Token]) -> tuple[int, ...]:
    return tuple(token.unit for token in tokens)


def outcomes(
    bench: Bench, fight: Fight, target: int, owner: Owner, *, each: bool = False
) -> Iterator[BattleOutcome]:
    """Yield the ways to sort what came of a battle, the likeliest first.

    By their order steps lost before a unit moved belong to the result, later ones to its retreat.  Players
    also move first and flip then, so every other split of the same steps is tried as well; with `each`, for
    each unit by itself: who retreats last may have paid for the result.
    """
    position = bench.position
    tokens = list(_tokens(position, fight))
    units = position.data.units
    own = tuple(token for token in tokens if units[token.unit].owner is owner)
    theirs = [token for token in tokens if units[token.unit].owner is not owner]
    drags = _drags(fight)
    levels, converted, fort_steps = _fort(fight)
    first = BattleOutcome(
        owner, own, (), (), drags,
        retreating=(),
        advancing=tuple(unit for unit in drags if units[unit].owner is owner),
        levels=levels, converted=converted, fort_steps=fort_steps, last=_last(fight),
    )  # fmt: skip
    before = tuple(token for token in theirs if not token.moved)
    after = tuple(token for token in theirs if token.moved)
    splits = [(before, after)]
    splits += [(tuple(theirs[:k]), tuple(theirs[k:])) for k in range(len(theirs), -1, -1)]
    if each:
        splits = list(unit_by_unit(theirs))
    for lost, on_the_way in dict.fromkeys(splits):
        made = replace(first, theirs=lost, on_the_way=on_the_way)
        made = replace(made, retreating=_retreating(position, made, theirs))
        if any(token.unit not in made.retreating for token in on_the_way):
            # Who neither went nor left the map lost nothing on a way.
            continue
        yield made
        if target in position.forts:
            for hexes in (0, 1, 2):
                if hexes != converted:
                    yield replace(made, converted=hexes)
        elif lost and not made.retreating and len(lost) <= _LONGEST_RETREAT:
            # Nobody may take a retreat as steps here; it may be what was done all the same (14.2(5)).
            yield replace(made, converted=len(lost))


def unit_by_unit(tokens: Sequence[Token]) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """Yield the splits of steps into those lost to the result and on the way, each unit's in their order."""
    units = {unit: [t for t in tokens if t.unit == unit] for unit in dict.fromkeys(t.unit for t in tokens)}
    for counts in islice(product(*(range(len(own) + 1) for own in units.values())), _PATHS):
        parts = list(zip(units.values(), counts, strict=True))
        lost = tuple(token for own, count in parts for token in own[:count])
        yield lost, tuple(token for own, count in parts for token in own[count:])


def reordered(outcome: BattleOutcome) -> Iterator[BattleOutcome]:
    """Yield what came of a battle with its retreats in every other order."""
    if len(outcome.retreating) <= _MOST_ORDERED:
        for order in permutations(outcome.retreating):
            if order != outcome.retreating:
                yield replace(outcome, retreating=order)


def _last(fight: Fight) -> Moment:
    found = [effect.at for effect in fight.effects] + [die.at for die in fight.dice]
    found += [moment for moment in (fight.begun,) if moment is not None]
    return max(found)


def _tokens(position: Position, fight: Fight) -> Iterator[Token]:
    left = {}
    moved: set[int] = set()
    for effect in fight.effects:
        if isinstance(effect, FortSeen):
            continue
        unit = effect.unit
        if unit not in left:
            full = position.data.units[unit].steps > 1 and not position.reduced[unit]
            left[unit] = 2 if full else 1
        if isinstance(effect, Turned):
            left[unit] -= 1
            yield Token(effect.at, unit, False, unit in moved)
        elif effect.target < 0:
            for rest in range(left[unit], 0, -1):
                yield Token(effect.at, unit, rest == 1, unit in moved or effect.act == _REMOVED)
            left[unit] = 0
        else:
            moved.add(unit)


def _drags(fight: Fight) -> dict[int, tuple[Drag, ...]]:
    """Return where each unit went over the map; one that came back did not go."""
    found: dict[int, list[Drag]] = {}
    for effect in fight.effects:
        if isinstance(effect, Drag) and effect.target >= 0:
            found.setdefault(effect.unit, []).append(effect)
    return {unit: tuple(drags) for unit, drags in found.items() if drags[0].origin != drags[-1].target}


def _fort(fight: Fight) -> tuple[int, int, tuple[Moment, ...]]:
    levels = converted = 0
    moments = []
    for effect in fight.effects:
        if isinstance(effect, FortSeen) and effect.after < effect.before:
            lost = effect.before - effect.after
            levels += lost
            converted += lost if effect.act == "convert" else 0
            moments.append(effect.at)
    return levels, converted, tuple(moments)


def _retreating(position: Position, outcome: BattleOutcome, tokens: Sequence[Token]) -> tuple[int, ...]:
    """Return the defenders that went away or were removed on their way, in order."""
    units = position.data.units
    order = [token.unit for token in outcome.on_the_way if token.gone]
    order = [unit for unit in outcome.drags if units[unit].owner is not outcome.owner] + order
    removed = {token.unit for token in tokens if token.gone} - {t.unit for t in outcome.on_the_way}
    return tuple(unit for unit in dict.fromkeys(order) if unit not in removed)


# -- paths -------------------------------------------------------------------------------------------


def retreats(
    trial: Position, outcome: BattleOutcome, unit: int, target: int
) -> Iterator[tuple[Action, Told]]:
    """Yield the retreats that a unit's drags may have been."""
    lost = [token for token in outcome.on_the_way if token.unit == unit]
    gone = any(token.gone for token in lost)
    drags = outcome.drags.get(unit, ())
    moments = tuple(sorted({d.at for d in drags} | {t.at for t in lost})) or (outcome.last,)
    actor = drags[-1].actor if drags else NOBODY
    end = drags[-1].target if drags and not gone else OFF_MAP
    told = Told(
        moments, actor, "retreat", unit, start=target, end=end, via=tuple(d.target for d in drags[:-1])
    )
    for path in paths(trial.data.board, target, drags)[0]:
        yield a.Retreat(target, unit, path, len(lost), gone), told
    if gone:
        rulings = Rulings(trial.data.points)
        for option in choices(trial, target, unit, rulings):
            if option.eliminated:
                yield option, told
        yield a.Retreat(target, unit, (), 0, True), told


def advances(
    trial: Position, outcome: BattleOutcome, unit: int, target: int
) -> Iterator[tuple[Action, Told]]:
    """Yield the advances that a unit's drags may have been."""
    drags = outcome.drags[unit]
    moments = tuple(drag.at for drag in drags)
    actor: Actor = drags[-1].actor
    via = tuple(drag.target for drag in drags[:-1])
    start, end = drags[0].origin, drags[-1].target
    told = Told(moments, actor, "advance", unit, start=start, end=end, via=via)
    found, shown = paths(trial.data.board, start, drags)
    order = {path: place >= shown for place, path in enumerate(found)}
    for path in sorted(found, key=lambda path: (order[path], path[:1] != (target,), len(path))):
        yield a.Advance(target, unit, path), told


def possible_ways(position: Position, action: a.Retreat | a.Advance) -> Iterator[tuple[int, ...]]:
    """Yield the rows of hexes that a unit may have taken if its way is not shown, the one supposed first."""
    yield action.path
    if isinstance(action, a.Advance):
        yield from _ways(position.data.board, position.hex_of[action.unit], action.path[-1], 0)
        return
    end = action.path[-1:]
    for option in choices(position, action.target, action.unit, Rulings(position.data.points)):
        if option.eliminated is action.eliminated and (option.eliminated or option.path[-1:] == end):
            yield option.path


def paths(board: Board, start: int, drags: Sequence[Drag]) -> tuple[list[tuple[int, ...]], int]:
    """Return the rows of hexes that drags may stand for, those shown first, and how many these are."""
    if not drags:
        return [()], 1
    stops = [start, *(drag.target for drag in drags)]
    shown = [_ways(board, one, two, 0) for one, two in pairwise(stops) if one != two]
    found = list(dict.fromkeys(tuple(h for leg in legs for h in leg) for legs in _few(product(*shown))))
    number = len(found)
    end = stops[-1]
    found += _ways(board, start, end, 0)
    found += _ways(board, start, end, 1)
    return list(dict.fromkeys(found)), number


def _few(combinations: Iterable[tuple[tuple[int, ...], ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    for count, combination in enumerate(combinations):
        if count >= _PATHS:
            return
        yield combination


def _ways(board: Board, start: int, end: int, more: int) -> list[tuple[int, ...]]:
    """Return the rows of neighbouring hexes from one hex to another, `more` longer than the shortest."""
    distance = board.distances(end)
    length = distance[start] + more
    if length > _LONGEST:
        return [(end,)] if not more else []
    found: list[tuple[int, ...]] = []

    def walk(path: tuple[int, ...], here: int) -> None:
        rest = length - len(path)
        if rest == 0:
            if here == end:
                found.append(path)
            return
        for n, _ in board.steps[here]:
            if distance[n] < rest and n != start and n not in path and (n != end or rest == 1):
                walk((*path, n), n)

    walk((), start)
    return found
