"""The Crossing at Sedan (docs/examples), read a second time: from the sentences of its clauses alone.

Everything is worked out in the plainest way: every hex looked at, every way walked step by step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tests.oracle.example_table import GONE, WAITING, Ground, Owing, Unit
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import actions as a

LEFT = "left"
PHASES = tuple(
    (side, does) for side in ("german", "french") for does in ("move", "bombard", "fight", "pursue")
)
TURNS, FOG = 5, 1
DRIVEN = ("tanks", "motorised")
POINTS = {"tanks": 2, "foot": 2}
"""What units count in a hex (2.7); others one."""
ENEMY = {"german": "french", "french": "german"}
CRT = {
    1: "AE AR EX DR DE", 2: "AE AR AR EX DR", 3: "AE AE AR DR DR",
    4: "AR AR DR DR DR", 5: "AR EX DR DR DE", 6: "AR DR DR DE DE",
}  # fmt: skip
BARRAGE = {1: "- - -", 2: "- - R", 3: "- - R", 4: "- - R", 5: "- R R", 6: "R R E"}
OVERRUN = {1: "AR S", 2: "S DE", 3: "S DE", 4: "DE DE", 5: "DE DE", 6: "DE DE"}


@dataclass
class Fight:
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    rolled: bool = False
    result: str = ""
    stood: dict[str, str] = field(default_factory=dict)
    against: tuple[str, ...] = ()
    weaker: str = ""
    lost: list[str] = field(default_factory=list)
    retreated: set[str] = field(default_factory=set)
    advanced: list[str] = field(default_factory=list)


class Oracle(Owing):
    """A table of the Crossing at Sedan."""

    def __init__(self, game: CompiledGame) -> None:
        ground = Ground(game)
        self.near = ground.near
        self.woods = {n for n, kind in ground.terrain.items() if kind == "woods"}
        self.meuse = ground.sides("meuse")
        self.road = ground.sides("road")
        self.west = ground.marked("west_edge")
        self.lay_out(game)
        self.owner = dict.fromkeys(ground.kind, "french")
        self.turn, self.phase = 1, 0
        self.trails: dict[str, list[str]] = {}
        self.fights: list[Fight] = []
        self.last: Fight | None = None
        self.moved: set[str] = set()
        self.bombarded: set[str] = set()
        self.fought: set[str] = set()
        self.over, self.winner = False, ""

    # -- facts

    def zone(self, place: str, side: str) -> bool:
        """Return whether a hex lies in a zone of the enemies of a side (3.1)."""
        return any(
            self.units[enemy].kind != "artillery" and frozenset((place, near)) not in self.meuse
            for near in self.near[place]
            for enemy in self.there(near, ENEMY[side])
        )

    def room(self, place: str, unit: str) -> bool:
        """Return whether three points are kept in a hex with a unit (2.7)."""
        here = {*self.there(place, self.units[unit].side), unit}
        return sum(POINTS.get(self.units[one].kind, 1) for one in here) <= 3

    # -- judging

    def legal(self, action: a.Action) -> bool:
        """Return whether an action is legal."""
        if self.over:
            return False
        side, does = PHASES[self.phase]
        fights = does in ("bombard", "fight") or (side, does) == ("german", "move")
        if isinstance(action, a.End):
            return action.side == side and not self.owed()[1] and self._may_end(side, does)
        if isinstance(action, a.Lose | a.Eliminate | a.Retreat):
            return fights and self.last is not None and self._answers(action)
        if self.owed()[1]:
            return False
        match action:
            case a.Place(unit, at, steps):
                return (side, does) == ("french", "move") and self._enters(unit, at, steps)
            case a.Move(unit, path):
                return (
                    does in ("move", "pursue") and self.units[unit].side == side and self._moves(unit, path)
                )
            case a.Attack(attackers, targets):
                return fights and self._attacks(attackers, targets, side, does)
            case a.Roll(targets, dice):
                waits = any(f.targets == targets and not f.rolled for f in self.fights)
                return fights and waits and len(dice) == 1 and 1 <= dice[0] <= 6
            case a.Advance(unit, path):
                return does == "fight" and self._follows(unit, path)
        return False

    def _enters(self, unit: str, at: str, steps: int) -> bool:
        one = self.units[unit]
        ready = one.side == "french" and self.at[unit] == WAITING and one.enters is not None
        if not ready or one.enters is None or one.enters > self.turn or steps != 1:
            return False
        free = not self.there(at, "german") and not self.zone(at, "french") if at in self.near else False
        return at in self.west and free and self.room(at, unit)

    def _moves(self, unit: str, path: tuple[str, ...]) -> bool:
        one, pursues = self.units[unit], PHASES[self.phase][1] == "pursue"
        if not self.on_map(unit) or not path:
            return False
        if pursues and (one.kind not in DRIVEN or unit in self.fought):
            return False
        trail = self.trails.get(unit, [self.at[unit]])
        spent = self._overran(unit)
        for index, (start, place) in enumerate(pairwise([*trail, *path])):
            new = index >= len(trail) - 1
            leaves = place == "channel" and one.side == "german" and start in self.west
            if not leaves and place not in self.near.get(start, ()):
                return False
            spent += 1 if leaves else self._price(one, start, place)
            if new and self.zone(start, one.side):
                return False
            if new and not leaves and self.there(place, ENEMY[one.side]):
                return False
            if new and not leaves and pursues and self.zone(place, one.side):
                return False
        end = path[-1]
        return spent <= (one.movement // 2 if pursues else one.movement) and (
            end == "channel" or self.room(end, unit)
        )

    def _price(self, one: Unit, start: str, place: str) -> float:
        pair = frozenset((start, place))
        if pair in self.road:
            return 0.5
        ground = 1 if place not in self.woods else 3 if one.kind in DRIVEN else 2
        return ground + 2 * (pair in self.meuse)

    def _overran(self, unit: str) -> float:
        """Return what overruns of the phase have cost a unit (4.1)."""
        if PHASES[self.phase] != ("german", "move") or self.units[unit].kind != "tanks":
            return 0
        return 2 * sum(unit in fight.attackers for fight in self.fights)

    def _left(self, unit: str) -> float:
        trail = self.trails.get(unit, [self.at[unit]])
        one = self.units[unit]
        return one.movement - self._overran(unit) - sum(self._price(one, *step) for step in pairwise(trail))

    def _attacks(self, attackers: tuple[str, ...], targets: tuple[str, ...], side: str, does: str) -> bool:
        if not targets or not attackers or len(set(attackers)) < len(attackers):
            return False
        if does != "fight" and len(targets) != 1:
            return False
        if any(not fight.rolled for fight in self.fights):
            return False
        busy = {unit for fight in self.fights for unit in fight.attackers}
        for place in targets:
            enemies = self.there(place, ENEMY[side]) if place in self.near else []
            if not enemies or set(enemies) <= self._attacked():
                return False
        for unit in attackers:
            if self.units[unit].side != side or not self.on_map(unit) or unit in busy:
                return False
            if not all(self._reaches(unit, place, does) for place in targets):
                return False
            if self.units[unit].kind == "artillery":
                fires_twice = does == "fight" and unit in self.bombarded
                if unit in self.moved or fires_twice:
                    return False
            if does == "move" and self._left(unit) < 2:
                return False
        if does != "move":
            return True
        strength = sum(self.units[unit].attack[-1] for unit in attackers)
        enemies = self.there(targets[0], ENEMY[side])
        return strength >= 3 * sum(self.units[enemy].defence[-1] for enemy in enemies)

    def _reaches(self, unit: str, place: str, does: str) -> bool:
        kind = self.units[unit].kind
        if does == "bombard":
            return kind == "artillery" and 1 <= self.distance(self.at[unit], place) <= 3
        return place in self.near[self.at[unit]] and (does == "fight" or kind == "tanks")

    def _attacked(self) -> set[str]:
        found: set[str] = set()
        for fight in self.fights:
            side = self.units[fight.attackers[0]].side
            now = [u for place in fight.targets for u in self.there(place, ENEMY[side])]
            found.update(fight.against if fight.rolled else now)
        return found

    def _able(self, unit: str) -> bool:
        """Return whether a unit may attack in a combat phase (5.2, 5.3)."""
        return self.units[unit].kind != "artillery" or not (unit in self.moved or unit in self.bombarded)

    def _may_end(self, side: str, does: str) -> bool:
        if any(not fight.rolled for fight in self.fights):
            return False
        if does != "fight":
            return True
        busy = {unit for fight in self.fights for unit in fight.attackers}
        attacked = self._attacked()
        for unit, one in self.units.items():
            if one.side != side or not self.on_map(unit) or unit in busy or not self._able(unit):
                continue
            for near in self.near[self.at[unit]]:
                enemies = self.there(near, ENEMY[side])
                if enemies and not set(enemies) <= attacked:
                    return False
        return not any(self._spared(fight, side, attacked) for fight in self.fights)

    def _spared(self, fight: Fight, side: str, attacked: set[str]) -> bool:
        """Return whether attackers left an enemy out whom one of them, or all, could have attacked."""
        shifted = {unit for one in self.fights for unit in (*one.retreated, *one.advanced)}
        here = [u for u in fight.attackers if self.on_map(u) and self.units[u].side == side]
        if not here or shifted & set(here):
            return False
        for place in {near for unit in here for near in self.near[self.at[unit]]}:
            enemies = self.there(place, ENEMY[side])
            beside = [unit for unit in here if place in self.near[self.at[unit]]]
            if not enemies or set(enemies) <= attacked or shifted & set(enemies):
                continue
            if len(fight.attackers) > 1 or len(beside) == len(here) == len(fight.attackers):
                return True
        return False

    def _owed(self) -> Iterator[tuple[str, list[str]]]:
        fight = self.last
        if fight is None:
            return
        own = [unit for unit in fight.stood if self.on_map(unit)]
        other = [unit for unit in fight.against if self.on_map(unit)]
        result, barrage = fight.result, PHASES[self.phase][1] == "bombard"
        if result == "E" and other and not fight.lost:
            yield "lose", other
        if result == "AE" and own and not barrage:
            yield "eliminate", own
        if result == "DE" and other:
            yield "eliminate", other
        if result == "EX":
            attacks = fight.weaker == "attacker"
            weak, strong = (own, other) if attacks else (other, own)
            if weak:
                yield "eliminate", weak
            attack = sum(self.units[u].attack[-1] for u in fight.lost if u in fight.stood)
            defence = sum(self.units[u].defence[-1] for u in fight.lost if u in fight.against)
            if strong and ((defence < attack) if attacks else (attack < defence)):
                yield "lose", strong
        for codes, group in ((("AR",), own), (("DR", "R"), other)):
            left = [unit for unit in group if unit not in fight.retreated]
            if result in codes and left:
                yield "retreat", left

    def _answers(self, action: a.Lose | a.Eliminate | a.Retreat) -> bool:
        what, who = self.owed()
        if action.unit not in who:
            return False
        owner, unit = self.units[action.unit].side, action.unit
        length = 2 if self.last is not None and self.last.result == "DR" else 1
        match action:
            case a.Lose(_, steps, by):
                return what == "lose" and steps == 1 and by in ("", owner)
            case a.Eliminate():
                return what == "eliminate" or (what == "retreat" and not any(self._retreats(unit, length)))
            case a.Retreat(_, path, by):
                return what == "retreat" and by in ("", owner) and path in self._retreats(unit, length)
        return False

    def _retreats(self, unit: str, length: int) -> list[tuple[str, ...]]:
        """Return every way that a unit can retreat (6.15, 3.5, 2.7)."""
        side = self.units[unit].side
        ways: list[tuple[str, ...]] = [(self.at[unit],)]
        for _ in range(length):
            ways = [
                (*way, near)
                for way in ways
                for near in self.near[way[-1]]
                if not self.there(near, ENEMY[side]) and not self.zone(near, side)
            ]
        return [
            way[1:] for way in ways if self.distance(way[0], way[-1]) == length and self.room(way[-1], unit)
        ]

    def _follows(self, unit: str, path: tuple[str, ...]) -> bool:
        fight = self.last
        if fight is None or unit not in fight.attackers or not self.on_map(unit) or not path:
            return False
        one = self.units[unit]
        if one.side != PHASES[self.phase][0] or len(fight.advanced) >= 2:
            return False
        if path[0] not in fight.targets or len(path) > (2 if one.kind == "tanks" else 1):
            return False
        if any(self.there(place, ENEMY[one.side]) for place in (*fight.targets, *path) if place in self.near):
            return False
        way = pairwise((self.at[unit], *path))
        return all(place in self.near.get(start, ()) for start, place in way) and self.room(path[-1], unit)

    # -- carrying out

    def apply(self, action: a.Action) -> None:
        """Carry a legal action out."""
        does = PHASES[self.phase][1]
        match action:
            case a.Place(unit, at):
                self._go(unit, (at,))
            case a.Move(unit, path):
                self.trails.setdefault(unit, [self.at[unit]]).extend(path)
                self.moved.add(unit)
                self._go(unit, path)
            case a.Attack(attackers, targets):
                self.fights.append(Fight(attackers, targets))
                self.bombarded |= set(attackers) if does == "bombard" else set()
                self.fought |= set(attackers) if does == "fight" else set()
            case a.Roll(targets, dice):
                fight = next(f for f in self.fights if f.targets == targets and not f.rolled)
                self._roll(fight, dice[0], does)
            case a.Lose(unit) | a.Eliminate(unit):
                self.at[unit] = GONE
                if self.last is not None:
                    self.last.lost.append(unit)
            case a.Retreat(unit, path):
                if self.last is not None:
                    self.last.retreated.add(unit)
                self._go(unit, path)
            case a.Advance(unit, path):
                if self.last is not None:
                    self.last.advanced.append(unit)
                self._go(unit, path)
            case a.End():
                self._end()

    def _go(self, unit: str, path: tuple[str, ...]) -> None:
        for place in path:
            self.at[unit] = LEFT if place == "channel" else place
            if place in self.owner:
                self.owner[place] = self.units[unit].side

    def _roll(self, fight: Fight, die: int, does: str) -> None:
        fight.rolled, self.last = True, fight
        side = self.units[fight.attackers[0]].side
        fight.against = tuple(u for place in fight.targets for u in self.there(place, ENEMY[side]))
        moved = {unit for other in self.fights for unit in other.retreated}
        fight.stood = {
            u: self.at[u]
            for u in fight.attackers
            if self.on_map(u) and (u not in moved or any(self._reaches(u, t, does) for t in fight.targets))
        }
        if not fight.stood or not fight.against:
            return
        attack = sum(self.units[u].attack[-1] for u in fight.stood)
        defence = sum(self.units[u].defence[-1] for u in fight.against)
        fight.weaker = "attacker" if attack < defence else "defender"
        if does == "bombard":
            die = max(die - all(place in self.woods for place in fight.targets), 1)
            fight.result = BARRAGE[die].split()[(attack >= 3) + (attack >= 6)]
            # Nothing happens to who bombards.
            fight.stood = {}
        elif does == "move":
            fight.result = OVERRUN[die].split()[attack >= 5 * defence]
        else:
            column = sum(attack - defence >= least for least in (-1, 2, 5, 8))
            wet = all(
                frozenset((at, place)) in self.meuse
                for at in fight.stood.values()
                for place in fight.targets
                if place in self.near[at]
            )
            fight.result = CRT[die].split()[max(column - wet, 0)]

    def _end(self) -> None:
        self.trails, self.fights, self.last = {}, [], None
        self._next()
        if self.over:
            exited = sum(2 if self.units[u].kind == "tanks" else 1 for u, at in self.at.items() if at == LEFT)
            points = exited + sum(side == "german" for side in self.owner.values())
            self.winner = "german" if points >= 6 else "" if points >= 4 else "french"

    def _next(self) -> None:
        self.phase += 1
        if self.phase == len(PHASES):
            self.phase, self.turn = 0, self.turn + 1
            self.moved, self.bombarded, self.fought = set(), set(), set()
        self.over = self.turn > TURNS
        if PHASES[self.phase][1] == "bombard" and self.turn == FOG:
            self._next()
