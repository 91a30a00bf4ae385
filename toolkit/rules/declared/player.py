"""The random player: plays all sides by chance, but with some sense, from wherever a game stands.

Only legal actions are played, so a game that gets stuck shows a dead end of the rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.advancing import advance_due
from toolkit.rules.declared.attrition import starving
from toolkit.rules.declared.battles import column_of, engaged, opponents, table_of
from toolkit.rules.declared.changing import changes
from toolkit.rules.declared.chits import left
from toolkit.rules.declared.choices import advances, answers, arrivals, set_ups, settled, targets, withdrawals
from toolkit.rules.declared.fighting import is_beside, was_attacked
from toolkit.rules.declared.game import breaches
from toolkit.rules.declared.hands import deals, discards, plays
from toolkit.rules.declared.lone import escapes
from toolkit.rules.declared.moving import Mover
from toolkit.rules.declared.obliged import open_attacks
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.showing import showing
from toolkit.rules.declared.supporting import supports
from toolkit.rules.declared.throwing import decides_itself, open_throws
from toolkit.rules.mechanisms.combat import BattleOrder, BattleSize, MustAttack
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.mechanisms.tables import Dice
from toolkit.rules.mechanisms.unit_dice import UnitDice
from toolkit.rules.mechanisms.victory import Points, Victory


class Player:
    """Plays all sides of a game.

    Parameters
    ----------
    position : Position
        Its unclear points are taken at their proposed values; changed by the caller with what is chosen.
    """

    def __init__(self, position: Position, seed: int) -> None:
        self.position = position
        self.rng = random.Random(seed)
        self.rulings = settled(position)
        self.boldness = {side: self.rng.uniform(0.3, 1.0) for side in position.rules.sides}
        self.goals = _goals(position)
        self._moment: tuple[int, str, int] = (-1, "", 0)
        self._seen: set[str] = set()

    def next(self) -> a.Action:
        """Return the next action.

        Raises
        ------
        LookupError
            When nothing is legal: the rules have a dead end.
        """
        position = self.position
        moment = (position.turn, position.phase.id, position.impulse)
        if moment != self._moment:
            self._moment, self._seen = moment, set()
        found = owed(position, position.battle, self.rulings)
        if found is not None and found.what == "roll" and position.battle is not None:
            return self._throw(position.battle)
        if found is not None:
            return self._legal(list(answers(position, found, self.rulings)))
        gone = self._some(list(escapes(position)))
        if gone is not None:
            return gone
        active = [side for side in position.phase.sides if side not in position.ended]
        if not active:
            return a.Draw(self.rng.choice(left(position)))
        for task in position.phase.does:
            action = self._task(task, active)
            if action is not None:
                return action
        ends: list[a.Action] = [a.End(side) for side in active]
        # A hand that is too large keeps a phase from ending.
        return self._some(ends) or self._legal([*discards(position, active), *ends])

    def _task(self, task: str, sides: list[str]) -> a.Action | None:
        if task == "deal":
            return self._some(list(deals(self.position, sides)))
        if self.position.cards and self.rng.random() < 0.1:
            played = self._some([*plays(self.position), *discards(self.position, sides)])
            if played is not None:
                return played
        if task == "set_up":
            return self._some(list(set_ups(self.position, sides)))
        if task in ("reinforce", "replace"):
            arriving = list(arrivals(self.position, sides))
            return self._some(arriving) if self.rng.random() < 0.9 else None
        if task == "move":
            return self._move(sides)
        if task == "draw":
            return None
        if task == "change":
            return self._some(list(changes(self.position, sides))) if self.rng.random() < 0.4 else None
        if task == "weather":
            return self._weather(sides)
        if task == "supply":
            return self._some(list(starving(self.position, sides, self.rulings)))
        return self._fight(sides)

    def _weather(self, sides: list[str]) -> a.Action | None:
        for id, clause in self.position.tables().items():
            if id not in self.position.rolled:
                dice = Dice.of(clause.rule.dice)
                return a.Weather(sides[0], self._dice(dice.count, dice.faces), id)
        return None

    # -- choosing

    def _is_legal(self, action: a.Action) -> bool:
        return not breaches(self.position, action, self.rulings)

    def _some(self, actions: Sequence[a.Action]) -> a.Action | None:
        """Return one of these that is legal, None when none is."""
        order = self.rng.sample(range(len(actions)), len(actions))
        return next((actions[index] for index in order if self._is_legal(actions[index])), None)

    def _legal(self, actions: Sequence[a.Action]) -> a.Action:
        found = self._some(actions)
        if found is None:
            wrong = [breach for action in actions for breach in breaches(self.position, action, self.rulings)]
            why = f": clause {wrong[0].rule} says '{wrong[0].reason}'" if wrong else ""
            raise LookupError(f"nothing is legal in turn {self.position.turn}, {self.position.phase.id}{why}")
        return found

    # -- moves

    def _move(self, sides: list[str]) -> a.Action | None:
        units = [
            id
            for id, unit in self.position.units.items()
            if unit.side in sides and self.position.on_map(id) and id not in self._seen
        ]
        self.rng.shuffle(units)
        for unit in units:
            self._seen.add(unit)
            action = self._step(unit)
            if action is not None and self._is_legal(action):
                return action
        return None

    def _step(self, unit: str) -> a.Action | None:
        if self.rng.random() < 0.15:
            return None
        side = self.position.units[unit].side
        weighted = [
            (self._worth(place, side), path)
            for place, path in Mover(self.position, unit, self.rulings).ways().items()
            if self._room(unit, place)
        ]
        if not weighted:
            return None
        weights = [weight for weight, _ in weighted]
        return a.Move(unit, self.rng.choices([path for _, path in weighted], weights)[0])

    def _room(self, unit: str, place: str) -> bool:
        if not self.position.stack(place):
            return True
        side = self.position.units[unit].side
        return all(s.rule.holds(self.position, place, side, unit) for s in self.position.rules.of(Stacking))

    def _worth(self, place: str, side: str) -> float:
        """Return how much a unit wants to be in a place: near enemies and what wins the game."""
        if place not in self.position.board.places:
            return 40.0
        board = self.position.board
        goals = self.goals.get(side, ())
        worth = 1.0
        if goals:
            worth += 20.0 / (1 + min(board.distance(place, goal) for goal in goals)) ** 2
        near = place in self.position.zoned(side)
        return worth * (3.0 if near and self.rng.random() < self.boldness[side] else 1.0)

    # -- battles

    def _fight(self, sides: list[str]) -> a.Action | None:
        position = self.position
        follow = list(advances(position))
        if follow and (self.rng.random() < 0.7 or advance_due(position) is not None):
            action = self._some(follow)
            if action is not None:
                return action
        order = position.rule(BattleOrder, BattleOrder()).declared
        pending = [battle for battle in position.battles if battle.waits]
        leaving = list(withdrawals(position, self.rulings)) if pending else []
        if leaving and self.rng.random() < 0.5:
            action = self._some(leaving)
            if action is not None:
                return action
        if not pending or order == "together":
            action = self._attack(sides)
            if action is not None:
                return action
        joining = list(supports(position))
        joined = self._some(joining) if joining and self.rng.random() < 0.5 else None
        if joined is not None:
            return joined
        shown = next(showing(position), None)
        if shown is not None:
            return shown
        pending = [b for b in position.battles if b.waits and not decides_itself(position, b, self.rulings)]
        return self._roll(pending[0]) if pending else None

    def _roll(self, battle: Battle) -> a.Action:
        if self.position.holding(UnitDice):
            return self._throw(battle)
        dice = table_of(self.position, self.rulings).dice
        return a.Roll(battle.targets, self._dice(dice.count, dice.faces))

    def _throw(self, battle: Battle) -> a.Action:
        """Return the dice of a unit that throws next in a battle."""
        throw, missing = self.rng.choice(open_throws(self.position, battle, self.rulings))
        return a.Roll(battle.targets, self._dice(missing, throw.clause.rule.faces), throw.unit)

    def _dice(self, count: int, faces: int) -> tuple[int, ...]:
        return tuple(self.rng.randint(1, faces) for _ in range(count))

    def _attack(self, sides: list[str]) -> a.Action | None:
        for place, attackers in sorted(targets(self.position, sides, self.rulings).items()):
            if place in self._seen:
                continue
            self._seen.add(place)
            action = self._against(place, attackers)
            if action is not None:
                return action
        for side in sides:
            if not self._is_legal(a.End(side)):
                # What must be attacked is attacked with all that is left.
                for _, place in open_attacks(self.position, side, self.rulings):
                    action = self._against(
                        place, targets(self.position, sides, self.rulings).get(place, []), must=True
                    )
                    if action is not None:
                        return action
        return None

    def _against(self, place: str, attackers: list[str], *, must: bool = False) -> a.Action | None:
        most = self.position.rule(BattleSize, BattleSize()).attackers or len(attackers)
        spare = self._spare(attackers, place)
        group = self.rng.sample(spare, min(most, len(spare)))
        group = [u for u in group if self._fights(u, place) == self._fights(group[0], place)]
        if not must and len(group) > 1 and self.rng.random() < 0.3:
            group = group[: self.rng.randint(1, len(group))]
        against = (place, *self._as_well(group, place)) if group else (place,)
        action = a.Attack(tuple(sorted(group)), against)
        if must and group and not self._is_legal(action):
            # All of them may be too many, or come from too many sides; who is left may only help others.
            single = [a.Attack((unit,), (place,)) for unit in attackers]
            return self._some(single)
        if not group or not self._is_legal(action):
            return None
        if must:
            return action
        eager = self.boldness[self.position.units[group[0]].side]
        if self.position.holding(UnitDice):
            return action if self.rng.random() < eager else None
        column = column_of(self.position, engaged(self.position, action.attackers, against), self.rulings)
        return action if self.rng.random() < eager * (0.25 + 0.2 * max(column, 0)) else None

    def _fights(self, unit: str, place: str) -> list[str]:
        return opponents(self.position, (unit,), place)

    def _as_well(self, group: list[str], place: str) -> list[str]:
        """Return what else a group attacks in one battle, where all enemies must be attacked."""
        position = self.position
        if not any(must.rule.who == "enemies" for must in position.holding(MustAttack)):
            return []
        size = position.rule(BattleSize, BattleSize()).targets
        more = [
            other
            for other in position.board.neighbours.get(position.where[group[0]], ())
            if other != place
            and all(is_beside(position, unit, other) for unit in group)
            and not was_attacked(position, other, group)
        ]
        return more if size is None else more[: size - 1]

    def _spare(self, attackers: list[str], place: str) -> list[str]:
        """Return who may attack a place: where all enemies must be attacked, who is not needed elsewhere."""
        musts = self.position.holding(MustAttack)
        if not attackers or not any(must.rule.who == "enemies" for must in musts):
            return attackers
        side = self.position.units[attackers[0]].side
        needed = Counter(u for u, other in open_attacks(self.position, side, self.rulings) if other != place)
        free = [unit for unit in attackers if not needed[unit]]
        return free or [min(attackers, key=lambda unit: (needed[unit], unit))]


def _goals(position: Position) -> dict[str, tuple[str, ...]]:
    """Return what each side wants to hold: places that win, or count points, for anybody."""
    found: set[str] = set()
    for victory in position.rules.of(Victory):
        if victory.rule.hold is not None:
            found |= position.board.chosen(victory.rule.hold)
    for points in position.rules.of(Points):
        if points.rule.hold is not None:
            found |= position.board.chosen(points.rule.hold)
    return {side: tuple(sorted(found)) for side in position.rules.sides}


def play_on(position: Position, seed: int) -> Iterator[a.Action]:
    """Yield the actions of a legal game by chance; each is carried out by the caller before the next."""
    player = Player(position, seed)
    while not position.over:
        yield player.next()
