"""Before Orel (docs/examples), read a second time: from the sentences of its clauses alone.

Everything is worked out in the plainest way, hex by hex.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from tests.oracle.example_table import GONE, WAITING, Unit
from tests.oracle.orel_table import ENEMY, PHASES, TURNS, Fight, Table
from toolkit.rules.declared import actions as a

TABLE = {
    2: "A2 A2 A1 A1 A1 A1/D1 D1 D1/DR1", 3: "AR2 A1 A1 A1 A1/D1 A1/D1 D1 D1/DR1",
    5: "A1 A1 A1 A1/D1 A1/D1 DR1 D1/DR1 D1/DR2", 7: "A1 A1 A1/D1 DR1 DR1 DR2 D1/DR2 D1/DR2",
    8: "A1 A1/D1 DR1 DR1 DR2 D1/DR2 D1/DR2 D2/DR2", 10: "AR1 - DR1 DR2 D1/DR2 D1/DR2 D2/DR2 D2/DR3",
    12: "- DR1 DR2 D1/DR2 D1/DR2 D2/DR3 D2/DR3 DE",
}  # fmt: skip
ODDS = [Fraction(1, 2), Fraction(1), Fraction(3, 2), *map(Fraction, (2, 3, 4, 5, 6))]
DOOR = {"axis": "0105", "soviet": "1405"}


class Oracle(Table):
    """What may be done at the table, and what comes of it."""

    # -- judging

    def legal(self, action: a.Action) -> bool:
        """Return whether an action is legal."""
        if self.over:
            return False
        if isinstance(action, a.Lose | a.Eliminate | a.Retreat):
            if self.does == "supply" and not isinstance(action, a.Retreat):
                steps = action.steps if isinstance(action, a.Lose) else self.steps[action.unit]
                own = self.units[action.unit].side == self.side
                return own and 1 <= steps <= self._to_lose(action.unit)
            return self.last is not None and self._answers(action)
        if self.owed()[0]:
            return False
        match action:
            case a.End(side):
                return side == self.side and self._may_end()
            case a.Place(unit, at, steps):
                return self.units[unit].side == self.side and self._comes(unit, at, steps)
            case a.Restore(unit):
                return self.does == "replace" and self.units[unit].side == self.side and self._restores(unit)
            case a.Move(unit, path):
                own = self.units[unit].side == self.side and self.at[unit] in self.near
                return own and self.does in ("rail", "move", "exploit") and self._moves(unit, path)
            case a.Attack(attackers, targets):
                return self.does == "fight" and self._attacks(attackers, targets)
            case a.Roll(targets, dice):
                waits = any((fight.target,) == targets and not fight.rolled for fight in self.fights)
                return waits and len(dice) == 2 and all(1 <= die <= 6 for die in dice)
            case a.Advance(unit, path):
                return self._advances(unit, path)
        return False

    def _may_end(self) -> bool:
        if not all(fight.rolled for fight in self.fights):
            return False
        if any(self.steps_in(place, side) > 4 for place in self.near for side in ENEMY):
            return False
        own = (unit for unit, one in self.units.items() if one.side == self.side)
        return self.does != "supply" or not any(self._to_lose(unit) for unit in own)

    def _left(self) -> int:
        return {"axis": 1, "soviet": 3}[self.side] + self.saved[self.side] - self.spent

    def _doors(self, unit: str) -> set[str]:
        """Return where a reinforcement may enter (1.6, 1.7), stacking apart."""
        one = self.units[unit]
        side, door = one.side, DOOR[one.side]

        def free(place: str) -> bool:
            return not self.there(place, ENEMY[side]) and not self.zone(place, side)

        assert one.enters is not None
        if free(door) or self.turn < one.enters + (side == "axis"):
            return {door} if free(door) else set()
        others = {place for place in self.edge[side] if free(place)}
        if side == "soviet" or not others:
            return others
        least = min(self.distance(door, place) for place in others)
        return {place for place in others if self.distance(door, place) == least}

    def _comes(self, unit: str, at: str, steps: int) -> bool:
        one = self.units[unit]
        if at not in self.near:
            return False
        if self.does == "move":
            waits = self.at[unit] == WAITING and one.enters is not None and one.enters <= self.turn
            return waits and steps == len(one.attack) and at in self._doors(unit)
        if self.does != "replace" or self.at[unit] != GONE or one.kind == "armour" or steps != 1:
            return False
        city = self.kind.get(at) == "city" and self.owner[at] == one.side
        empty = not any(place == at for place in self.at.values())
        return city and empty and self._left() >= 2 and self.fed(at, one.side)

    def _restores(self, unit: str) -> bool:
        one, place = self.units[unit], self.at[unit]
        if place not in self.near or self.steps[unit] == len(one.attack):
            return False
        room = self.steps_in(place, one.side) < 4
        return room and self._left() >= (2 if one.kind == "armour" else 1) and self.fed(place, one.side)

    # -- moves (chapters 2 and 3)

    def _allowance(self, unit: str) -> int:
        one = self.units[unit]
        points = one.movement
        if self.does == "rail":
            points = 10
        elif self.does == "exploit" or (self.weather == "mud" and one.kind == "armour"):
            points //= 2
        return points if self.fed(self.at[unit], one.side) else points // 2

    def _moves(self, unit: str, path: tuple[str, ...]) -> bool:
        one = self.units[unit]
        trail = self.trails.get(unit, [self.at[unit]])
        way = [*trail, *path]
        if not path or any(end not in self.near.get(start, ()) for start, end in pairwise(way)):
            return False
        if self.does == "exploit" and one.kind != "armour":
            return False
        if self.does == "rail":
            linked = any(frozenset((trail[0], near)) in self.rail for near in self.near[trail[0]])
            if not linked or set(self.trails) - {unit}:
                return False
        allowance, spent = self._allowance(unit), Fraction(0)
        if unit in self.entered:
            spent += {"clear": 1, "woods": 2, "swamp": 3}[self.ground[self.entered[unit]]]
        halted = False
        for index, (start, end) in enumerate(pairwise(way)):
            new = index >= len(trail) - 1
            if new and (halted or self._is_shut(one, start, end)):
                return False
            both = self.zone(start, one.side) and self.zone(end, one.side)
            if new and both and index:
                return False
            cost = self._cost(one, start, end)
            spent += min(cost, Fraction(allowance)) if index == 0 else cost
            halted = both
        if (
            one.kind == "infantry"
            and self.does == "move"
            and all(self._is_apart(place, one) for place in way)
        ):
            allowance = 3 * allowance // 2
        return spent <= allowance

    def _is_apart(self, place: str, one: Unit) -> bool:
        beside = any(self.there(near, ENEMY[one.side]) for near in (*self.near[place], place))
        return not beside and not self.zone(place, one.side)

    def _is_shut(self, one: Unit, start: str, end: str) -> bool:
        ground, way = self.ground[end], frozenset((start, end))
        along = way in self.road and self.does != "rail"
        if self.there(end, ENEMY[one.side]) or (self.does == "rail" and way not in self.rail):
            return True
        if along or self.does == "rail":
            return False
        return ground == "lake" or (ground == "swamp" and one.kind == "armour" and self.weather != "snow")

    def _cost(self, one: Unit, start: str, end: str) -> Fraction:
        way, ground = frozenset((start, end)), self.ground[end]
        toll = 2 if self.zone(end, one.side) else 0
        if self.does == "rail":
            return Fraction(1 + toll)
        if way in self.road:
            return Fraction(1, 2) + toll
        cost = 1 if ground == "clear" else 2 if ground == "woods" else 3
        if ground == "swamp" and self.weather == "snow":
            cost = 2
        wet = way in self.river and way not in self.rail and self.weather != "snow"
        return Fraction(cost + toll + wet)

    # -- battles (chapter 5)

    def _attacks(self, attackers: tuple[str, ...], targets: tuple[str, ...]) -> bool:
        if not attackers or len(set(attackers)) < len(attackers) or len(targets) != 1:
            return False
        if not all(fight.rolled for fight in self.fights):
            return False
        (target,) = targets
        busy = {unit for fight in self.fights for unit in fight.attackers}
        met = {unit for fight in self.fights for unit in fight.against}
        enemies = self.there(target, ENEMY[self.side])
        if not enemies or met.issuperset(enemies):
            return False
        if any(
            u in busy or self.units[u].side != self.side or not self._reaches(u, target) for u in attackers
        ):
            return False
        if all(self.units[unit].kind == "air" for unit in attackers):
            return False
        return self._column(attackers, target, enemies) >= 0

    def _reaches(self, unit: str, target: str) -> bool:
        kind, place = self.units[unit].kind, self.at[unit]
        if kind == "air":
            return self.weather == "dry" and place == WAITING
        if place not in self.near:
            return False
        far = 2 if kind == "artillery" and self.weather != "mud" else 1
        return 1 <= self.distance(place, target) <= far

    def _column(self, attackers: tuple[str, ...], target: str, enemies: list[str]) -> int:
        """Return the column after all shifts, below zero for less than 1:2."""
        units, attack = self.units, Fraction(0)
        for unit in attackers:
            value = Fraction(units[unit].attack[self.steps[unit] - 1])
            if self.at[unit] in self.near:
                across = target in self.near[self.at[unit]]
                value /= 2 if across and frozenset((self.at[unit], target)) in self.river else 1
                value /= 1 if self.fed(self.at[unit], units[unit].side) else 2
            attack += value
        defence = sum(units[unit].defence[self.steps[unit] - 1] for unit in enemies)
        start = sum(attack >= odds * defence for odds in ODDS) - 1
        if start < 0:
            return -1
        cover = 1 if self.ground[target] == "woods" or target in self.marks["fort"] else 0
        cover = 2 if self.kind.get(target) == "city" else cover
        kinds = [units[unit].kind for unit in attackers]
        axis = all(units[unit].side == "axis" for unit in attackers)
        start += ("armour" in kinds and "infantry" in kinds) + kinds.count("air") - cover
        return min(start - (self.weather == "snow" and axis), 7)

    def _roll(self, fight: Fight, total: int) -> None:
        fight.rolled, self.last = True, fight
        fight.attackers = tuple(u for u in fight.attackers if self.at[u] != GONE)
        enemies = self.there(fight.target, ENEMY[self.side])
        fight.against = tuple(enemies)
        near = {unit for unit in fight.attackers if fight.target in self.near.get(self.at[unit], ())}
        spared = {"air"} | ({"artillery"} if self.weather != "mud" else set())
        fight.hurt = tuple(u for u in fight.attackers if self.units[u].kind not in spared or u in near)
        fight.from_ = frozenset(self.at[unit] for unit in fight.attackers) & self.near.keys()
        column = self._column(fight.attackers, fight.target, enemies)
        if column < 0:
            return
        cell = TABLE[max(row for row in TABLE if row <= total)].split()[column]
        found = re.findall(r"(AR|DR|DE|A|D)(\d?)", cell)
        city = self.kind.get(fight.target) == "city"
        fight.results = [(code, int(n or 0)) for code, n in found if not (city and code == "DR")]

    # -- what follows a roll (chapter 6)

    def owed(self) -> tuple[str, list[str], int, int]:
        """Return what is asked for next: what, of whom, how many steps or hexes, steps in place of it."""
        fight = self.last
        for unit, steps in fight.tolls.items() if fight is not None else ():
            if steps > 0 and self.at[unit] in self.near:
                return "toll", [unit], steps, 0
        while fight is not None and fight.results:
            found = self._first(fight, *fight.results[0])
            if found is not None:
                return found
            fight.results.pop(0)
        return "", [], 0, 0

    def _first(self, fight: Fight, code: str, number: int) -> tuple[str, list[str], int, int] | None:
        group = fight.hurt if code[0] == "A" else fight.against
        alive = [unit for unit in group if self.at[unit] in self.near]
        if not alive or (number <= 0 and code != "DE"):
            return None
        if code == "DE":
            return "eliminate", alive, 0, 0
        if code in ("A", "D"):
            return "lose", alive, number, 0
        left = [unit for unit in alive if unit not in fight.retreated]
        begun = not fight.retreated.isdisjoint(group)
        able = [unit for unit in left if self._ways(unit, number)]
        if able:
            return "retreat", able, number, 0 if begun else number
        if not begun:
            return "instead", alive, number, 0
        stuck = [unit for unit in left if unit not in fight.stuck]
        return ("stuck", stuck, 1, 0) if stuck else None

    def _answers(self, action: a.Lose | a.Eliminate | a.Retreat) -> bool:
        what, who, number, choice = self.owed()
        unit = action.unit
        if unit not in who or getattr(action, "by", "") not in ("", self.units[unit].side):
            return False
        match action:
            case a.Lose(_, steps):
                return 1 <= steps <= (choice if what == "retreat" else number)
            case a.Eliminate():
                return what == "eliminate" or (what == "retreat" and self.steps[unit] <= choice)
            case a.Retreat(_, path):
                return what == "retreat" and path in self._ways(unit, number)

    def _ways(self, unit: str, length: int) -> set[tuple[str, ...]]:
        """Return the ways that a retreat may take."""
        side, start = self.units[unit].side, self.at[unit]
        ways: set[tuple[str, ...]] = {()}
        for far in range(1, length + 1):
            ways = {
                (*way, near)
                for way in ways
                for near in self.near[way[-1] if way else start]
                if self.distance(start, near) == far
                and self.ground[near] != "lake"
                and not self.there(near, ENEMY[side])
            }
        ways = {way for way in ways if self.steps_in(way[-1], side) + self.steps[unit] <= 4}
        clear = {way for way in ways if not any(self.zone(place, side) for place in way)}
        ways = clear or ways
        least = min((self._home(way[-1], side) for way in ways), default=0)
        return {way for way in ways if self._home(way[-1], side) == least}

    def _home(self, place: str, side: str) -> int:
        return min(self.distance(place, goal) for goal in self.edge[side])

    def _advances(self, unit: str, path: tuple[str, ...]) -> bool:
        fight = self.last
        if fight is None or self.does != "fight" or len(path) != 1 or self.at[unit] not in self.near:
            return False
        side, (place,) = self.units[unit].side, path
        left = (fight.target,) if unit in fight.attackers else fight.from_ if unit in fight.against else ()
        done = [other for other in fight.advanced if self.units[other].side == side]
        empty = place in left and not self.there(place, ENEMY[side])
        return empty and place in self.near[self.at[unit]] and len(done) < 2

    # -- carrying out

    def apply(self, action: a.Action) -> None:
        """Carry a legal action out."""
        match action:
            case a.Place(unit, at, steps):
                if self.does == "replace":
                    self.spent += 2
                else:
                    self.entered[unit] = at
                self.steps[unit] = steps
                self._go(unit, at)
            case a.Restore(unit):
                self.spent += 2 if self.units[unit].kind == "armour" else 1
                self.steps[unit] += 1
            case a.Move(unit, path):
                self.trails.setdefault(unit, [self.at[unit]]).extend(path)
                for place in path:
                    self._go(unit, place)
            case a.Attack(attackers, (target,)):
                self.fights.append(Fight(attackers, target))
            case a.Roll(targets, dice):
                waiting = (fight for fight in self.fights if (fight.target,) == targets and not fight.rolled)
                self._roll(next(waiting), sum(dice))
            case a.End():
                self._next()
            case a.Lose() | a.Eliminate() | a.Retreat() | a.Advance():
                self._follow(action)

    def _follow(self, action: a.Lose | a.Eliminate | a.Retreat | a.Advance) -> None:
        """Carry out what follows a roll, or want of supply."""
        match action:
            case a.Lose(unit, steps):
                self._pay(unit, steps)
                self._lose(unit, steps)
            case a.Eliminate(unit):
                self._pay(unit, self.steps[unit])
                self._lose(unit, self.steps[unit])
            case a.Retreat(unit, path):
                self._retreat(unit, path)
            case a.Advance(unit, path):
                assert self.last is not None
                self.last.advanced.append(unit)
                self._go(unit, path[-1])

    def _pay(self, unit: str, steps: int) -> None:
        """Note what a loss is for."""
        fight = self.last
        if fight is None:
            self.starved[unit] = self.starved.get(unit, 0) + steps
            return
        what = self.owed()[0]
        if what == "toll":
            fight.tolls[unit] -= steps
        elif what == "stuck":
            fight.stuck.add(unit)
        elif what != "eliminate":
            code, number = fight.results[0]
            # Who begins to lose steps in place of a retreat of attackers loses them all.
            fight.results[0] = ("A" if code == "AR" else code, number - steps)

    def _retreat(self, unit: str, path: tuple[str, ...]) -> None:
        side, fight = self.units[unit].side, self.last
        assert fight is not None
        bare = [place for place in path if self.zone(place, side) and not self.there(place, side)]
        fight.tolls[unit] = len(bare)
        fight.retreated.add(unit)
        for place in path:
            self._go(unit, place)

    def _go(self, unit: str, place: str) -> None:
        self.at[unit] = place
        self._take(unit)

    def _lose(self, unit: str, steps: int) -> None:
        self.steps[unit] -= min(steps, self.steps[unit])
        if self.steps[unit] == 0:
            self.at[unit] = GONE

    def _next(self) -> None:
        """Go on to the next phase."""
        if self.does == "replace":
            self.saved[self.side] = self._left()
        self.phase = (self.phase + 1) % len(PHASES)
        if self.phase == 0:
            self.turn += 1
            self._count()
        self._begin()

    def _count(self) -> None:
        """Score the turn, and see who has won."""
        for place, owner in self.owner.items():
            worth = 3 if self.kind[place] == "city" else 1
            self.score["soviet"] += worth if owner == "soviet" else 0
        dead = [one for unit, one in self.units.items() if self.at[unit] == GONE]
        soviet = self.score["soviet"] + sum(one.side == "axis" for one in dead)
        axis = sum(2 if one.kind == "armour" else 1 for one in dead if one.side == "soviet")
        if self.turn == 5 and soviet - axis >= 10:
            self.over, self.winner = True, "soviet"
        elif self.turn > TURNS:
            self.over, self.winner = True, "soviet" if soviet - axis >= 18 else "axis"
