"""Black Coast (docs/examples), read a second time: from its rules as written down before its clauses.

Everything is worked out in the plainest way, hex by hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tests.oracle.example_table import GONE, WAITING, Ground, Owing, Unit
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import actions as a

TURNS = 6
ENEMY = {"white": "red", "red": "white"}
TABLE = {
    1: "A2 A1 A1 AR AR", 2: "A1 A1 AR AR DR", 3: "A1 AR AR DR D",
    4: "AR AR DR D L1", 5: "AR DR D L1 L2", 6: "DR D L1 L2 DE",
}  # fmt: skip
COSTS = {"clear": 1, "beach": 1, "forest": 2, "mountain": 3, "swamp": 2}
RED_BASE = "0101"


@dataclass
class Fight:
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    rolled: bool = False
    result: str = ""
    against: tuple[str, ...] = ()
    lost: int = 0
    retreated: set[str] = field(default_factory=set)
    advanced: list[str] = field(default_factory=list)


class Oracle(Owing):
    """A table of Black Coast."""

    def __init__(self, game: CompiledGame) -> None:
        ground = Ground(game)
        self.near = ground.near
        self.ground = ground.terrain
        self.river = ground.sides("river")
        self.rail = ground.sides("rail")
        self.beaches = {place for place, ground in self.ground.items() if ground == "beach"}
        self.kind = ground.kind
        self.ports = {place for place, kind in self.kind.items() if kind == "port"}
        self.owner = {place: "white" if place in self.ports else "red" for place in self.kind}
        self.lay_out(game)
        for unit in self.units:
            self._take(unit)
        self.turn = 1
        self.phases: list[tuple[str, str]] = [("white", "fates")]
        self.dice: dict[str, int] = {}
        self.status: dict[str, str] = {}
        self.moved: set[str] = set()
        self.score = {"white": 0, "red": 0}
        self.own_coast = self._owns_coast()
        self.over, self.winner = False, ""
        self._begin()

    def _begin(self) -> None:
        self.trails: dict[str, list[str]] = {}
        self.fights: list[Fight] = []
        self.last: Fight | None = None
        self.spent = 0

    # -- facts

    @property
    def side(self) -> str:
        return self.phases[0][0]

    @property
    def does(self) -> str:
        return self.phases[0][1]

    @property
    def weather(self) -> str:
        die = self.dice.get("", 0)
        if self.turn <= 3:
            return "storm" if die == 6 else "fair"
        return "fair" if die <= 2 else "storm" if die <= 4 else "frost"

    def room(self, place: str, unit: str) -> bool:
        """Return whether two units are kept in a hex with a unit (2.6)."""
        here = {*self.there(place, self.units[unit].side), unit}
        return self.units[unit].kind == "leader" or sum(self.units[u].kind != "leader" for u in here) <= 2

    def zone(self, place: str, side: str) -> bool:
        """Return whether a hex lies in a zone of the enemies of a side (2.7)."""
        return self.ground[place] != "mountain" and any(
            self.units[enemy].kind != "leader"
            for near in self.near[place]
            for enemy in self.there(near, ENEMY[side])
        )

    def wet(self, start: str, end: str) -> bool:
        """Return whether the river lies between two hexes without a bridge."""
        way = frozenset((start, end))
        return way in self.river and way not in self.rail

    # -- judging

    def legal(self, action: a.Action) -> bool:
        """Return whether an action is legal."""
        if self.over:
            return False
        what, who = self.owed()
        if isinstance(action, a.Lose | a.Eliminate | a.Retreat):
            return self.last is not None and action.unit in who and self._answers(action, what)
        if isinstance(action, a.Change) and what == "disorder":
            return action.unit in who and action.status == "disorder"
        if what:
            return False
        if isinstance(action, a.Advance):
            return self._advances(action.unit, action.path)
        return not self._has_to_follow() and self._does(action)

    def _does(self, action: a.Action) -> bool:
        match action:
            case a.End(side):
                done = self.does != "fates" or self._to_roll() <= self.dice.keys()
                return side == self.side and done and all(fight.rolled for fight in self.fights)
            case a.Weather(side, dice, of):
                fits = self.does == "fates" and side == "white" and of in self._to_roll()
                return fits and of not in self.dice and len(dice) == 1 and 1 <= dice[0] <= 6
            case a.Place(unit, at, steps):
                return self._acts(unit, "move") and self._comes(unit, at, steps)
            case a.Restore(unit):
                hurt = self.at[unit] in self.near and self.steps[unit] < len(self.units[unit].attack)
                return self._acts(unit, "move") and hurt and self._replaces(unit)
            case a.Move(unit, path):
                return self._acts(unit, "move") and self.at[unit] in self.near and self._moves(unit, path)
            case a.Change(unit, status):
                return self._acts(unit, "move") and self.at[unit] in self.near and self._digs(unit, status)
            case a.Attack(attackers, targets):
                return self._attacks(attackers, targets)
            case a.Roll(targets, dice):
                waits = any(fight.targets == targets and not fight.rolled for fight in self.fights)
                return waits and len(dice) == 1 and 1 <= dice[0] <= 6
        return False

    def _to_roll(self) -> set[str]:
        return {"", "event", "initiative"} | ({"landing"} if self.turn > 1 else set())

    def _acts(self, unit: str, does: str) -> bool:
        return self.does == does and self.units[unit].side == self.side

    def _replaces(self, unit: str) -> bool:
        """Return whether a replacement is left for a unit (4.1)."""
        more = {"white": 6, "red": 2}[self.side] == self.dice["event"]
        most = {"white": 1, "red": 2}[self.side] + (2 if more else 0)
        if self.side == "red":
            most += sum(self.owner[town] == "red" for town in self.owner if town not in self.ports) // 2
        elif self.own_coast:
            most += 1
        return self.units[unit].kind == "foot" and self.spent < most

    def _owns_coast(self) -> bool:
        return all(self.owner[port] == "white" for port in self.ports)

    def _comes(self, unit: str, at: str, steps: int) -> bool:
        one = self.units[unit]
        if at not in self.near or not self.room(at, unit):
            return False
        if self.at[unit] == GONE:
            return self._replaces(unit) and steps == 1 and self.owner.get(at) == one.side
        if self.at[unit] != WAITING or one.enters is None or one.enters > self.turn:
            return False
        if unit == "w-kornev" and self.dice.get("landing", 0) < 4:
            return False
        places = self.ports if one.side == "white" else {RED_BASE}
        free = not self.there(at, ENEMY[one.side]) and not self.zone(at, one.side)
        return at in places and free and steps == len(one.attack)

    def _moves(self, unit: str, path: tuple[str, ...]) -> bool:
        one = self.units[unit]
        if self.status.get(unit) == "disorder" or not path or not self.room_at_end(path, unit):
            return False
        trail = self.trails.get(unit, [self.at[unit]])
        if any(end not in self.near[start] for start, end in pairwise(trail)):
            return False
        if path[0] not in self.near[trail[-1]]:
            return len(trail) == 1 and len(path) == 1 and self._is_carried(unit, path[0])
        if any(end not in self.near.get(start, ()) for start, end in pairwise([trail[-1], *path])):
            return False
        if any(self.there(place, ENEMY[one.side]) for place in path):
            return False
        spent = sum(self._cost(one, start, end) for start, end in pairwise([*trail, *path]))
        return spent <= (one.movement // 2 if self.weather == "storm" else one.movement)

    def room_at_end(self, path: tuple[str, ...], unit: str) -> bool:
        return path[-1] in self.near and self.room(path[-1], unit)

    def _cost(self, one: Unit, start: str, end: str) -> float:
        tolls = self.zone(start, one.side) + self.zone(end, one.side)
        if frozenset((start, end)) in self.rail and self.dice["event"] != 1:
            return 0.5 + tolls
        ground = self.ground[end]
        if ground == "sea" or (one.kind == "tanks" and ground == "mountain"):
            return 99
        cost = 1 if ground == "swamp" and self.weather == "frost" else COSTS[ground]
        return cost + tolls + (self.wet(start, end) and self.weather != "frost")

    def _is_carried(self, unit: str, end: str) -> bool:
        one, start = self.units[unit], self.at[unit]
        if one.side != "white" or one.kind != "foot" or self.weather == "storm" or start not in self.ports:
            return False
        carried = [t for u, t in self.trails.items() if len(t) == 2 and t[1] not in self.near[t[0]]]
        held = end in self.ports and self.owner[end] == "white"
        if end == start:
            return False
        return (held or end in self.beaches) and not self.there(end, "red") and len(carried) < 2

    def _digs(self, unit: str, status: str) -> bool:
        now = self.status.get(unit, "")
        if status == "":
            return now == "dug_in"
        can = self.units[unit].kind in ("foot", "tanks")
        return status == "dug_in" and not now and can and unit not in self.moved

    def _attacks(self, attackers: tuple[str, ...], targets: tuple[str, ...]) -> bool:
        if not attackers or len(set(attackers)) < len(attackers) or len(targets) != 1:
            return False
        if not all(fight.rolled for fight in self.fights):
            return False
        busy = {unit for fight in self.fights for unit in fight.attackers}
        met = {unit for fight in self.fights for unit in fight.against}
        enemies = self.there(targets[0], ENEMY[self.side])
        if not enemies or met.issuperset(enemies):
            return False
        return all(
            self._acts(unit, "fight")
            and targets[0] in self.near.get(self.at[unit], ())
            and unit not in busy
            and self.status.get(unit) != "disorder"
            for unit in attackers
        )

    # -- what follows a roll

    def _owed(self) -> Iterator[tuple[str, list[str]]]:
        fight = self.last
        if fight is None:
            return
        group = fight.attackers if fight.result[:1] == "A" else fight.against
        alive = [unit for unit in group if self.at[unit] in self.near]
        left = [unit for unit in alive if unit not in fight.retreated]
        if fight.result[-1:].isdigit() and alive and fight.lost < int(fight.result[-1]):
            yield "lose", alive
        if fight.result == "DE" and alive:
            yield "eliminate", alive
        if fight.result == "D":
            fresh = [unit for unit in alive if self.status.get(unit) != "disorder"]
            if fresh:
                yield "disorder", fresh
        if fight.result in ("AR", "DR", "L1", "L2") and left:
            yield "retreat", left

    def _answers(self, action: a.Lose | a.Eliminate | a.Retreat, what: str) -> bool:
        unit, fight = action.unit, self.last
        assert fight is not None
        by = getattr(action, "by", "")
        if by not in ("", self.units[unit].side):
            return False
        match action:
            case a.Lose(_, steps):
                return what == "lose" and 1 <= steps <= int(fight.result[-1]) - fight.lost
            case a.Eliminate():
                return what == "eliminate" or (what == "retreat" and not self._ends(unit))
            case a.Retreat(_, path):
                return what == "retreat" and len(path) == 1 and path[0] in self._ends(unit)

    def _ends(self, unit: str) -> list[str]:
        side, start = self.units[unit].side, self.at[unit]
        return [
            place
            for place in self.near[start]
            if self.ground[place] != "sea"
            and not self.wet(start, place)
            and not self.there(place, ENEMY[side])
            and not self.zone(place, side)
            and self.room(place, unit)
        ]

    def _followers(self) -> list[str]:
        """Return the attackers who may enter the hex that they attacked."""
        fight = self.last
        if fight is None or self.there(fight.targets[0], ENEMY[self.side]):
            return []
        return [
            unit
            for unit in fight.attackers
            if self.units[unit].kind != "leader" and fight.targets[0] in self.near.get(self.at[unit], ())
        ]

    def _has_to_follow(self) -> bool:
        fight = self.last
        if fight is None or fight.advanced or self.there(fight.targets[0], self.side):
            return False
        return bool(self._followers())

    def _advances(self, unit: str, path: tuple[str, ...]) -> bool:
        fight = self.last
        if fight is None or len(fight.advanced) >= 2 or unit not in self._followers():
            return False
        return path == fight.targets and self.room(path[0], unit)

    # -- carrying out

    def apply(self, action: a.Action) -> None:
        """Carry a legal action out."""
        match action:
            case a.Weather(_, dice, of):
                self.dice[of] = dice[0]
            case a.Place(unit, at, steps):
                self.spent += self.at[unit] == GONE
                self.steps[unit] = steps
                self._go(unit, at)
            case a.Restore(unit):
                self.spent += 1
                self.steps[unit] += 1
            case a.Move(unit, path):
                self._stir(unit)
                self.moved.add(unit)
                self.trails.setdefault(unit, [self.at[unit]]).extend(path)
                for place in path:
                    self._go(unit, place)
            case a.Change(unit, status):
                self.status[unit] = status
            case a.Attack(attackers, targets):
                for unit in attackers:
                    self._stir(unit)
                self.fights.append(Fight(attackers, targets))
            case a.Roll(targets, dice):
                self._roll(next(f for f in self.fights if f.targets == targets and not f.rolled), dice[0])
            case a.End():
                self._next()
            case a.Lose() | a.Eliminate() | a.Retreat() | a.Advance():
                self._follow(action)

    def _follow(self, action: a.Lose | a.Eliminate | a.Retreat | a.Advance) -> None:
        """Carry out what follows a roll."""
        assert self.last is not None
        match action:
            case a.Lose(unit, steps):
                self._lose(unit, steps)
            case a.Eliminate(unit):
                self._lose(unit, self.steps[unit])
            case a.Retreat(unit, path) | a.Advance(unit, path):
                self._stir(unit)
                self.last.retreated.add(unit)
                self.last.advanced += [unit] if isinstance(action, a.Advance) else []
                self._go(unit, path[-1])

    def _stir(self, unit: str) -> None:
        if self.status.get(unit) == "dug_in":
            del self.status[unit]

    def _go(self, unit: str, place: str) -> None:
        self.at[unit] = place
        self._take(unit)

    def _lose(self, unit: str, steps: int) -> None:
        taken = min(steps, self.steps[unit])
        self.steps[unit] -= taken
        if self.last is not None:
            self.last.lost += taken
        if self.steps[unit] == 0:
            self.at[unit] = GONE
            self.status.pop(unit, None)

    def _roll(self, fight: Fight, die: int) -> None:
        fight.rolled, self.last = True, fight
        (place,) = fight.targets
        fight.against = tuple(self.there(place, ENEMY[self.side]))
        attack, defence = (
            sum(self.units[unit].attack[self.steps[unit] - 1] for unit in group)
            for group in (fight.attackers, fight.against)
        )
        column = 4 if defence == 0 else sum(attack >= times * defence for times in (1, 2, 3, 4))
        dug_in = all(self.status.get(unit) == "dug_in" for unit in fight.against)
        column -= self.ground[place] in ("forest", "mountain")
        column -= place in self.kind
        column -= dug_in
        column -= self.weather != "frost" and all(self.wet(self.at[u], place) for u in fight.attackers)
        column += any(self.units[unit].kind == "leader" for unit in fight.attackers)
        column -= any(self.units[unit].kind == "leader" for unit in fight.against)
        fight.result = TABLE[die].split()[min(max(column, 0), 4)]
        if fight.result == "DR" and dug_in:
            fight.result = ""

    def _next(self) -> None:
        """Go on to the next phase."""
        side, does = self.phases.pop(0)
        if does == "fates":
            sides = ("red", "white") if self.dice["initiative"] <= 3 else ("white", "red")
            self.phases = [(one, what) for one in sides for what in ("move", "fight")]
        if does == "fight":
            for unit in [u for u, word in self.status.items() if word == "disorder"]:
                if self.units[unit].side == side:
                    del self.status[unit]
        self._begin()
        if not self.phases:
            self.phases = [("white", "fates")]
            self.dice, self.moved = {}, set()
            self._count()
            self.turn += 1
            self._decide()
        self.own_coast = self._owns_coast()

    def _count(self) -> None:
        for place, owner in self.owner.items():
            self.score["white"] += owner == "white" and (place not in self.ports or self.turn > 3)
            self.score["red"] += owner == "red"

    def _decide(self) -> None:
        if self.owner["0302"] == self.owner["0803"] == "white":
            self.over, self.winner = True, "white"
        elif self.turn > TURNS:
            self.over, self.winner = True, "white" if self.score["white"] > self.score["red"] else "red"
