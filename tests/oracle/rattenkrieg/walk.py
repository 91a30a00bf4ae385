"""Actions made up from what is on the table, not from what the rules allow: most of them are nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.oracle.rattenkrieg.ch03_setup import HANDS, arrivals, full_steps
from tests.oracle.rattenkrieg.ch07_operations import lead
from tests.oracle.rattenkrieg.world import AWAY, REAR, TANK, TRACTOR, State, World
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.sides import Side

PICTURE_EVENTS = (a.AssaultGun, a.Engineers, a.Molotov, a.ChuikovBattle)


class Walk:
    """Makes up actions for a state."""

    def __init__(self, world: World, state: State, random: Random) -> None:
        self.world, self.state, self.random = world, state, random
        self.units = [unit for unit, spot in state.where.items() if spot in world.kinds]
        self.areas = list(world.kinds)
        self.unit = lead(world, state) or random.choice(list(world.pieces))

    def candidates(self) -> list[a.Action]:
        """Return actions of every kind, good and bad ones, in a random order."""
        found = list(self._of_this_phase())
        self.random.shuffle(found)
        return found

    def _of_this_phase(self) -> Iterator[a.Action]:
        phase = self.state.phase
        if phase == "setup":
            yield from self._set_up()
        elif phase == "reinforcement":
            yield from self._arrivals()
        elif phase == "replenishment":
            yield from self._ending()
        else:
            yield from self._idle()
            yield from self._moves()
            yield from self._battle()
            yield from self._losses()
            yield from self._events()
        yield from self._shuffles()

    # -- helpers

    def _some(self, items: list[str], most: int) -> tuple[str, ...]:
        return tuple(self.random.sample(items, min(len(items), self.random.randint(0, most))))

    def _cards(self) -> list[str]:
        """Return cards that somebody holds, those of the active unit and the hands first."""
        state = self.state
        near = [*state.hand["german"], *state.hand["soviet"], *state.steps.get(self.unit, [])]
        others = [card for unit in self.units for card in state.steps.get(unit, [])]
        return near + self.random.sample(others, min(3, len(others)))

    def _near(self, unit: str) -> list[str]:
        beside = sorted(self.world.near.get(self.state.where.get(unit, ""), ()))
        return beside + self.random.sample(self.areas, 2)

    def _top(self, count: int) -> tuple[str, ...]:
        if self.random.random() < 0.05:
            return tuple(self.state.deck[1 : count + 1])
        return tuple(self.state.deck[:count])

    # -- one maker a phase

    def _shuffles(self) -> Iterator[a.Action]:
        source = list(self.state.pile)
        if self.state.phase == "setup" and not self.state.deck:
            source = [
                rank + suit
                for suit in "SHDC"
                for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
            ]
        if source and (not self.state.deck or self.random.random() < 0.2):
            self.random.shuffle(source)
            yield a.Shuffle(tuple(source))
            yield a.Shuffle(tuple(source[1:]))

    def _set_up(self) -> Iterator[a.Action]:
        for unit, piece in self.world.pieces.items():
            yield a.Place(unit, self.random.choice(self.areas))
            if piece.kind == "rifle":
                for area in self.world.areas:
                    yield a.Place(unit, area)
            else:
                yield a.Place(unit, TRACTOR if unit == TANK else REAR[piece.side])
            missing = full_steps(self.world, unit) - len(self.state.steps.get(unit, []))
            for count in {max(0, missing), missing + 1, 1}:
                if 0 < count <= len(self.state.deck) - 1:
                    yield a.DealSteps(unit, self._top(count))
        for side in Side:
            missing = HANDS[side.id] - len(self.state.hand[side.id])
            for count in (missing, missing + 1, 1):
                if count > 0:
                    yield a.DealHand(side, self._top(count))
        yield a.EndSetUp()

    def _arrivals(self) -> Iterator[a.Action]:
        for unit in self.random.sample(list(self.world.pieces), 4):
            yield a.Reinforce(unit, self.random.choice(self.areas))
            yield a.DealSteps(unit, self._top(1))
        away = [unit for unit, spot in self.state.where.items() if spot == AWAY]
        for unit in [*arrivals(self.state.turn), *away]:
            yield a.Reinforce(unit, REAR[self.world.pieces[unit].side])
            missing = full_steps(self.world, unit) - len(self.state.steps.get(unit, []))
            for count in {missing, missing + 1}:
                if count > 0:
                    yield a.DealSteps(unit, self._top(count))
        yield a.ReturnT34(TRACTOR)
        yield a.ReturnT34(self.random.choice(self.areas))
        yield a.EndReinforcement()

    def _idle(self) -> Iterator[a.Action]:
        state = self.state
        for unit in self.random.sample(list(self.world.pieces), 8):
            yield a.Activate(unit)
            yield a.Activate(unit, with_t34=True)
        for unit in self.random.sample(list(self.world.pieces), 4):
            yield a.Pass(self.random.choice(tuple(Side)), unit)
            yield a.Replenish(unit, (self._top(1) or ("AS",))[0], self.random.random() < 0.9)
        yield a.Pass(Side[state.actor.upper()], state.active)
        yield a.Pass(self.random.choice(tuple(Side)))
        own = (state.active,) if state.active else ()
        yield a.End(own)
        yield a.End((*own, TANK) if state.tank_along else ())
        yield a.End((self.unit, *self._some(self.units, 1)))
        yield a.EndOperations()

    def _moves(self) -> Iterator[a.Action]:
        state = self.state
        movers = [self.unit] * 9 + [self.random.choice(self.units or [self.unit])]
        for _ in range(12):
            unit = self.random.choice(movers)
            tank = (state.tank_along and self.random.random() < 0.7) or self.random.random() < 0.05
            yield a.MoveFriendly(unit, self.random.choice(self.areas), tank)
            area = self.random.choice(self._near(unit))
            card = self.random.choice([*self._cards(), None])
            yield a.EnterEmpty(unit, area, card, tank)
            help_ = self.random.random() < (0.5 if tank else 0.05)
            surplus = card if self.random.random() < 0.05 else None
            yield a.EnterBattle(unit, area, tank, help_, surplus)
            yield a.EnterBattle(unit, self.random.choice(self._near(unit)), tank, help_)

    def _battle(self) -> Iterator[a.Action]:
        fight = self.state.fight
        yield a.Attack(self.unit, self.random.random() < 0.3)
        yield a.Attack(self.random.choice(self.units or [self.unit]))
        here = [u for u in self.units if fight is not None and self.state.where[u] == fight.area]
        for unit in [*here, *self._some(self.units, 1)]:
            for side in Side:
                yield a.NameDefender(side, unit, TANK in here and self.random.random() < 0.5)
        cards = self._cards()
        if fight is not None:
            cards += self.state.steps.get(fight.defender or "", [])
            for side in Side:
                for card in fight.played[side.id]:
                    yield a.TakeBack(side, card)
        for card in cards:
            side = self.random.choice(tuple(Side))
            shown = self.random.random() < (0.5 if fight is not None and fight.chuikov else 0.05)
            yield a.PlayCard(side, card, shown)
            yield a.Raise(side, card, shown)
            yield a.PlayCard(Side(1 - side), card, shown)
        for side in Side:
            yield a.TakeLoss(side, self.random.choice(("hidden", "hidden", "hidden", "shown", "returned")))
            yield a.Stand(side)
            yield a.Open(side)
        yield a.FightOn()
        yield a.Stop()

    def _losses(self) -> Iterator[a.Action]:
        state = self.state
        due = [unit for unit in (state.hurt, state.active, *state.stranded) if unit]
        for unit in [*due, *self._some(self.units, 2)]:
            for area in self._near(unit):
                for tank in (False, state.tank_along):
                    yield a.Retreat(unit, area, tank, self.random.random() < 0.9)
            for card in [*state.steps.get(unit, []), *self._cards()[:2]]:
                yield a.LoseStep(unit, card)
            yield a.Remove(unit)
            yield a.Isolate(unit)
        yield a.T34Out()

    def _events(self) -> Iterator[a.Action]:
        cards = self._cards()
        pictures = [card for card in cards if card[0] in "JQK"] or cards[:1]
        top = (self._top(1) or ("AS",))[0]
        for card in pictures:
            for target in self.random.sample(self.units, min(3, len(self.units))):
                yield a.Bombard(card, target, top)
                yield a.AirSupport(card, target, top)
                yield a.ChuikovReady(card, target)
            for event in PICTURE_EVENTS:
                yield event(card)
            hand = self.state.hand["german"]
            yield a.Sniper(card, self.random.choice([*hand, *cards[:1], None]))
        if cards:
            yield self.random.choice(PICTURE_EVENTS)(self.random.choice(cards))

    def _ending(self) -> Iterator[a.Action]:
        state = self.state
        for side in Side:
            hand = state.hand[side.id]
            yield a.Discard(side, self._some(hand, 2))
            yield a.Discard(side, self._some(self._cards(), 1))
            for count in (1, 3 - len(hand), 4 - len(hand)):
                if count > 0:
                    yield a.Draw(side, self._top(count))
        yield a.FlipUp(tuple(sorted(state.down)))
        yield a.FlipUp(self._some(self.units, 2))
        yield a.FlipUp(tuple(sorted(state.down))[1:])
        yield a.EndTurn()
        yield a.EndTurn(Side.GERMAN)
        yield a.EndTurn(Side.SOVIET)
