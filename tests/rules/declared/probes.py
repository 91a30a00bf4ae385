"""Actions made up for a position of a declared game: good, bad and absurd ones, for readings and changes."""

from __future__ import annotations

from random import Random

from toolkit.rules.declared import Position, due
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.hands import lying
from toolkit.rules.mechanisms.cards import HAND, PLAYED
from toolkit.rules.mechanisms.combat import Attacks
from toolkit.rules.mechanisms.hidden import Hidden
from toolkit.rules.mechanisms.movement import Exits, Transport
from toolkit.rules.mechanisms.retreats import Withdrawal
from toolkit.rules.mechanisms.sequence import Chits, Weather
from toolkit.rules.mechanisms.status import Status
from toolkit.rules.mechanisms.support import Support
from toolkit.rules.mechanisms.tables import UseTable
from toolkit.rules.mechanisms.unit_dice import UnitDice


class Prober:
    """Makes up actions; the same for the same position and seed."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.position, self.rng = position, rng
        self.places = list(position.board.places)
        self.units = list(position.units)
        self.there = [unit for unit in self.units if position.on_map(unit)] or self.units
        self.active = () if position.over else position.phase.sides
        if len(self.active) > 1 and rng.random() < 0.8:
            self.active = due(position).sides
        self.own = [unit for unit in self.there if position.units[unit].side in self.active] or self.there
        self.exits = [
            (way.id, position.board.chosen(way.places))
            for c in position.rules.of(Exits)
            for way in c.rule.exits
        ]

    def action(self) -> a.Action:
        """Return an action, most often of a kind that the phase is for."""
        rng = self.rng
        does = rng.choice(self.position.phase.does)
        cup = [chit for clause in self.position.rules.of(Chits) for chit in clause.rule.drawn_from]
        if rng.random() < 0.06:
            does = rng.choice(["set_up", "replace", "move", "fight"])
        if rng.random() < 0.04:
            return a.End(rng.choice(self.position.rules.sides))
        if self.position.rules.of(Hidden) and rng.random() < 0.08:
            return rng.choice((a.Reveal, a.Eliminate))(self.unit())
        if does == "deal" or (self.position.cards and rng.random() < 0.1):
            return self.card()
        if does == "weather":
            tables = [clause.rule.id for clause in self.position.rules.of(Weather)]
            return a.Weather(rng.choice(self.position.rules.sides), (rng.randint(1, 7),), rng.choice(tables))
        if does == "draw" or (cup and rng.random() < 0.1):
            return a.Draw(rng.choice([*cup, "nobody"]))
        if does == "move":
            return self.move()
        if does == "change":
            return self.change()
        if does in ("set_up", "replace", "reinforce"):
            return self.arrival()
        return self.answer() if self.position.battle is not None and rng.random() < 0.6 else self.battle()

    def unit(self) -> str:
        return self.rng.choice(self.own if self.rng.random() < 0.88 else self.units)

    def near(self, place: str) -> str:
        around = self.position.board.neighbours.get(place, ())
        return (
            self.rng.choice(around) if around and self.rng.random() < 0.98 else self.rng.choice(self.places)
        )

    def path(self, start: str, length: int) -> tuple[str, ...]:
        found: list[str] = []
        for _ in range(length):
            start = self.near(start)
            found.append(start)
        for exit, places in self.exits:
            if self.rng.random() < (0.5 if start in places else 0.1):
                found.append(exit)
        return tuple(found)

    def move(self) -> a.Action:
        unit = self.unit()
        ports = [p for c in self.position.rules.of(Transport) for p in self.position.board.chosen(c.rule.to)]
        if ports and self.rng.random() < 0.15:
            return a.Move(unit, (self.rng.choice(sorted(ports)),))
        return a.Move(
            unit, self.path(self.position.where[unit], self.rng.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 7)))
        )

    def card(self) -> a.Action:
        card, kind = self.rng.choice([*self.position.cards, "nothing"]), self.rng.random()
        if kind < 0.3:
            return a.Deal(card)
        if kind < 0.5:
            return a.Discard(card)
        if kind < 0.6:
            side, pile = self.rng.choice(self.position.rules.sides), self.rng.choice((PLAYED, HAND))
            return a.Reshuffle(side, tuple(lying(self.position, side, pile)))
        waiting = [battle.targets for battle in self.position.battles]
        on = self.rng.choice(("", "", self.unit(), self.rng.choice(self.places)))
        return a.Play(card, self.rng.choice([(), *waiting]), on)

    def change(self) -> a.Action:
        words = [clause.rule.id for clause in self.position.rules.of(Status)]
        return a.Change(self.unit(), self.rng.choice(["", *words]))

    def arrival(self) -> a.Action:
        rng, position = self.rng, self.position
        gone = [unit for unit in self.units if not position.on_map(unit)]
        if rng.random() < 0.35:
            return a.Restore(self.unit())
        unit = rng.choice(gone) if gone and rng.random() < 0.9 else self.unit()
        likely = [*position.control, *(p for p in self.places if len(position.board.neighbours[p]) < 6)]
        place = rng.choice(likely if likely and rng.random() < 0.8 else self.places)
        if position.replaced and rng.random() < 0.2:
            place = rng.choice(position.replaced)[1]
        if position.phase.does == ("set_up",) and rng.random() < 0.5:
            place = rng.choice(self.places)
        return a.Place(unit, place, rng.choice((1, 1, 2)))

    def battle(self) -> a.Action:
        rng, position = self.rng, self.position
        if position.rules.of(Support) and rng.random() < 0.2:
            return self.support()
        if position.battles and rng.random() < 0.5:
            targets = rng.choice(position.battles).targets
            if position.rules.of(Withdrawal) and rng.random() < 0.5:
                return self.withdrawal(targets)
            if rng.random() < 0.1:
                targets = (rng.choice(self.places),)
            thrower = self.rng.choice(self.there) if position.rules.of(UnitDice) else ""
            return a.Roll(targets, self.dice(), thrower)
        enemies = [u for u in self.there if position.units[u].side not in self.active]
        if not enemies:
            return a.Roll((rng.choice(self.places),), self.dice())
        place = position.where[rng.choice(enemies)] if rng.random() < 0.95 else rng.choice(self.places)
        there = [u for u in self.own if position.where[u] == place]
        beside = [u for u in self.own if position.board.touch(position.where[u], place)]
        far = max((clause.rule.range for clause in position.rules.of(Attacks)), default=1)
        afar = [u for u in self.own if far > 1 and position.board.distance(position.where[u], place) <= far]
        group = rng.choice([some for some in (there, beside, there + beside, afar) if some] or [self.own])
        group = group if rng.random() < 0.9 else self.own
        attackers = tuple(rng.sample(group, min(len(group), rng.randint(1, 4))))
        targets = (place,) if rng.random() < 0.95 else (place, self.near(place))
        return a.Attack(attackers, targets)

    def withdrawal(self, targets: tuple[str, ...]) -> a.Retreat:
        """Return a retreat of somebody who is attacked, before the roll or after it."""
        attacked = [unit for unit in self.there if self.position.where[unit] in targets] or self.there
        unit = self.rng.choice(attacked)
        return a.Retreat(unit, self.path(self.position.where[unit], self.rng.choice((1, 2, 2, 2))))

    def support(self) -> a.Action:
        """Return support in some battle, by one on the map or beside it."""
        places = [*(battle.targets for battle in self.position.battles), (self.rng.choice(self.places),)]
        return a.Support(self.rng.choice(self.units), self.rng.choice(places))

    def dice(self) -> tuple[int, ...]:
        use = self.position.rules.of(UseTable)
        if not use:
            return tuple(self.rng.randint(0, 7) for _ in range(self.rng.randint(0, 3)))
        dice = self.position.rules.tables[next(use[0].rule.table.every())].dice
        shown = tuple(self.rng.randint(1, dice.faces) for _ in range(dice.count))
        return shown if self.rng.random() < 0.85 else self.rng.choice([(0,), (7,), (1, 2), (3, 8), (1, 1, 1)])

    def answer(self) -> a.Action:
        rng, position = self.rng, self.position
        battle = position.battle
        assert battle is not None
        engaged = battle.engagement
        units = [*battle.attackers, *((u for u, _, _ in engaged.defenders) if engaged else ())]
        unit = rng.choice(units) if units and rng.random() < 0.95 else self.unit()
        by = rng.choice(("", "", *position.rules.sides))
        kind = rng.random()
        if kind < 0.1 and position.rules.of(Status):
            return self.change()
        if kind < 0.2:
            return a.Lose(unit, rng.choice((1, 1, 1, 2)), by)
        if kind < 0.35:
            return a.Eliminate(unit)
        if kind < 0.75:
            length = rng.choice((1, 1, 2, 2, 2, 3, 3, 4))
            return a.Retreat(unit, self.path(position.where[unit], length), by)
        to = battle.targets if rng.random() < 0.7 else (self.near(battle.targets[0]),)
        if rng.random() < 0.3:
            to = (*to, self.near(to[-1]))
        return a.Advance(unit, to)
