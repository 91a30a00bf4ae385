"""Actions made up from what is on the table, not from what the rules allow: most of them are nonsense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

from tests.oracle.storm.losing import ways_back
from tests.oracle.storm.turning import actor, coming, moment, owed, substitutes
from tests.oracle.storm.world import AWAY, GERMAN, GONE, SIDES, SOVIET, Paper, State, World, on_map, other
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.sides import Side

T = TypeVar("T")
SEAT = {GERMAN: Side.GERMAN, SOVIET: Side.SOVIET}


class Walk:
    """Makes up actions for a state."""

    def __init__(self, world: World, state: State, random: Random) -> None:
        self.world, self.state, self.random = world, state, random
        self.units = [unit for unit in world.pieces if on_map(world, state, unit)]
        self.areas = list(world.kinds)
        self.side, self.now = self._acting(), moment(world, state)

    def candidates(self) -> list[a.Action]:
        """Return actions of every kind, good and bad ones, in a random order."""
        found = list(self._of_this_phase())
        self.random.shuffle(found)
        return found

    def _of_this_phase(self) -> Iterator[a.Action]:
        now = self.now
        if now == "preparation":
            yield from self._preparing()
        elif now in ("draw", "hands", "owed"):
            yield from self._drawing()
        elif now == "losses":
            yield from self._losses()
            yield from self._cards(4)
        elif now == "shot":
            yield from self._rolls()
            yield from self._cards(12)
        elif now == "arrivals":
            yield from self._arrivals()
        else:
            yield from self._impulses()
            yield from self._cards(12)
            if self.state.fire is not None:
                yield from self._losses()
        if self.random.random() < 0.3:
            yield from self._anything()
        yield from self._shuffles()

    def _anything(self) -> Iterator[a.Action]:
        makers = (self._preparing, self._drawing, self._losses, self._rolls, self._arrivals, self._impulses)
        for _ in range(3):
            yield from self._some(list(self.random.choice(makers)()), 2)

    # -- helpers

    def _acting(self) -> str:
        state = self.state
        if state.fire is not None:
            return state.fire.allots
        return state.shot.side if state.shot is not None else actor(self.world, state)

    def _some(self, items: Iterable[T], most: int) -> tuple[T, ...]:
        pool = list(items)
        return tuple(self.random.sample(pool, min(len(pool), most)))

    def _one(self, items: Iterable[T], default: T) -> T:
        pool = list(items)
        return self.random.choice(pool) if pool else default

    def _seat(self, side: str | None = None) -> Side:
        wrong = self.random.random() < 0.06
        side = side or self.side
        return SEAT[other(side) if wrong else side]

    def _here(self, side: str) -> list[list[str]]:
        """Return the stacks of a side."""
        stacks: dict[str, list[str]] = {}
        for unit in self.units:
            if self.world.pieces[unit].side == side:
                stacks.setdefault(self.state.where[unit], []).append(unit)
        return list(stacks.values())

    def _group(self) -> tuple[str, ...]:
        """Return units of one stack, mostly fresh ones that may act together."""
        stack = self._one(self._here(self.side), [])
        fresh = [unit for unit in stack if unit not in self.state.spent]
        if self.random.random() < 0.9:
            stack = fresh or stack
        if self.side == GERMAN and self.random.random() < 0.8 and stack:
            division = self.world.pieces[self.random.choice(stack)].division
            stack = [u for u in stack if self.world.pieces[u].division in (division, None)]
        count = self.random.choice((1, 1, 2, 3, len(stack)))
        found = self._some(stack, count)
        if self.random.random() < 0.03:
            found += self._some(self.units, 1)
        return found

    def _path(self, start: str, most: int) -> tuple[str, ...]:
        path: tuple[str, ...] = ()
        here = start
        for _ in range(self.random.randint(1, most)):
            if here not in self.world.near:
                break
            here = self._one(sorted(self.world.near[here]), here)
            if self.random.random() < 0.03:
                here = self.random.choice(self.areas)
            path += (here,)
        return path

    def _around(self, area: str) -> list[str]:
        near = sorted(self.world.near.get(area, ()))
        return [area, *near, *self._some(self.areas, 1)]

    # -- one maker a moment

    def _preparing(self) -> Iterator[a.Action]:
        for seat in Side:
            yield a.Bid(seat, self.random.randint(-1, 8))
            yield a.Bid(seat, self.random.randint(2, 4))
            for bid in sorted({*self.state.bids.values(), 1, 2, 3}):
                yield a.OpenBids(seat, bid)
        yield a.Begin()

    def _shuffles(self) -> Iterator[a.Action]:
        for side in SIDES:
            if self.state.deck[side] and self.random.random() > 0.05:
                continue
            pack = [card for card, paper in self.world.cards.items() if paper.side == side]
            source = pack if self.state.phase == "preparation" else list(self.state.pile[side])
            self.random.shuffle(source)
            if source:
                yield a.Shuffle(SEAT[side], tuple(source))
                yield a.Shuffle(SEAT[side], tuple(source[1:]))

    def _drawing(self) -> Iterator[a.Action]:
        state = self.state
        for side in SIDES:
            for count in range(1, 7):
                top = tuple(state.deck[side][:count])
                if top:
                    yield a.Draw(SEAT[side], top)
            if len(state.deck[side]) > 1 and self.random.random() < 0.3:
                yield a.Draw(SEAT[side], tuple(state.deck[side][1:2]))
            for count in (0, 1, 2):
                yield a.Discard(SEAT[side], self._some(state.hand[side], count))
            yield a.Discard(SEAT[side], self._some(state.hand[other(side)], 1))
        yield a.EndDraw()
        yield a.EndHands()

    def _impulses(self) -> Iterator[a.Action]:
        state, done = self.state, self.state.done
        for _ in range(10):
            group = self._group()
            if not group:
                continue
            start = state.where[group[0]]
            yield a.Move(self._seat(), group, self._path(start, 3))
            yield a.Move(self._seat(), group, self._path(start, 1))
            yield a.Fire(self._seat(), self._armed(group), self._prey(start), self._aims(start))
        if done is not None and done.overrun:
            start = state.where[done.units[0]]
            for group in (done.units, self._armed(done.units), done.units[:1]):
                yield a.Fire(SEAT[done.side], group, self._prey(start))
        for side in Side:
            yield a.Pass(side)
        yield a.EndImpulses()

    def _armed(self, group: tuple[str, ...]) -> tuple[str, ...]:
        if self.random.random() < 0.1:
            return group
        return tuple(unit for unit in group if self.world.pieces[unit].attack > 0) or group

    def _prey(self, start: str) -> str:
        around = self._around(start) if start in self.world.kinds else self.areas
        held = [area for area in around if self._enemies(area)]
        return self._one(held if self.random.random() < 0.85 else around, start)

    def _enemies(self, area: str) -> list[str]:
        enemy = other(self.side)
        return [u for u in self.units if self.state.where[u] == area and self.world.pieces[u].side == enemy]

    def _aims(self, start: str) -> tuple[str, ...]:
        if self.random.random() < 0.8:
            return ()
        return self._some(self._enemies(self._prey(start)), self.random.randint(1, 2))

    def _rolls(self) -> Iterator[a.Action]:
        for _ in range(3):
            yield a.Roll((self.random.randint(1, 6), self.random.randint(1, 6)))
        yield a.Roll((self.random.randint(0, 7), self.random.randint(1, 6)))

    def _losses(self) -> Iterator[a.Action]:
        fire = self.state.fire
        shot = sorted(fire.shot) if fire is not None else []
        for unit in [*shot, *self._some(self.units, 1)]:
            side = self._seat()
            yield a.Spend(side, unit)
            yield a.Eliminate(side, unit)
            start = self.state.where[unit]
            for path in dict.fromkeys([*(self._path(start, most) for most in (1, 1, 1, 2, 3)), ()]):
                lost = self.random.random() < (0.7 if not path else 0.15)
                yield a.Retreat(side, unit, path, lost)
                yield a.Drive(side, unit, path, lost)
        # A unit may have one single way, which nobody makes up by chance.
        for unit in self._some(sorted(set(shot) & set(self.units)), 3):
            for path, lost in self._some(ways_back(self.world, self.state, unit), 2):
                yield a.Retreat(self._seat(), unit, path, lost)
                yield a.Drive(self._seat(), unit, path, lost)
        yield a.CloseLosses(self._seat())

    def _cards(self, most: int) -> Iterator[a.Action]:
        held = [card for side in SIDES for card in self.state.hand[side]]
        for card in self._some(held, most):
            paper = self.world.cards[card]
            for _ in range(3):
                yield self._play(paper)
        if self.random.random() < 0.2:
            yield self._play(self.world.cards[self._one(list(self.world.cards), "")])

    def _play(self, paper: Paper) -> a.Play:
        state, world = self.state, self.world
        own = [unit for unit in world.pieces if world.pieces[unit].side == paper.side]
        area, units = "", ()
        picked: tuple[str, ...] = units
        if paper.deed in ("bombard", "snipe"):
            enemies = sorted({state.where[u] for u in self.units if world.pieces[u].side != paper.side})
            area = self._one(enemies if self.random.random() < 0.8 else self.areas, self.areas[0])
        elif paper.deed == "rally":
            spent = [unit for unit in own if unit in state.spent]
            area = state.where[self._one(spent, own[0])]
            area = area if area in world.kinds else self.areas[0]
            here = [unit for unit in (spent or own) if state.where[unit] == area]
            picked = self._some(here, self.random.randint(1, paper.amount + 1))
        elif paper.deed == "replace":
            gone = [unit for unit in own if state.where[unit] == GONE]
            picked = self._some(gone or own, 1)
            homes = [spot for spot, kind in world.kinds.items() if kind == "ferry"] + sorted(world.entries)
            area = self._one(homes, self.areas[0])
        elif paper.deed == "unspent" and state.done is not None:
            picked = self._some(state.done.units, self.random.randint(1, paper.amount + 1))
        return a.Play(SEAT[paper.side], paper.id, area, picked, self._payment(paper))

    def _payment(self, paper: Paper) -> tuple[str, ...]:
        if self.random.random() < 0.1:
            return self._some([*self.state.hand[paper.side], *self.units], 1)
        if paper.discards:
            return self._some([c for c in self.state.hand[paper.side] if c != paper.id], paper.discards)
        if paper.spends:
            pieces = self.world.pieces
            fit = [u for u in self.units if pieces[u].side == paper.side and pieces[u].kind == paper.spends]
            return self._some([unit for unit in fit if unit not in self.state.spent] or fit, 1)
        return ()

    def _arrivals(self) -> Iterator[a.Action]:
        world, state = self.world, self.state
        due = [unit for side in SIDES for unit in coming(world, state, side)]
        later = [unit for unit in world.pieces if state.where[unit] == AWAY]
        for unit in [*due, *self._some(later, 1)]:
            for area in [*world.pieces[unit].entry, *self._some(self.areas, 1)]:
                yield a.Place(unit, area)
            yield a.Lost(unit)
        german = [unit for unit in world.pieces if world.pieces[unit].side == GERMAN]
        black = [unit for unit in german if world.pieces[unit].black]
        for unit in [*owed(world, state), *self._some(black, 1)]:
            yield a.Withdraw(unit, unit)
            for sub in dict.fromkeys(
                [*self._some(german, 4), *self._some(substitutes(world, state, unit), 2)]
            ):
                yield a.Withdraw(sub, unit)
        for winner in (None, Side.GERMAN, Side.SOVIET):
            yield a.EndTurn(winner)
