"""Highpass (docs/examples), read a second time: from the sentences of its clauses alone, without mechanisms.

Everything is worked out in the plainest way: every hex looked at, every road walked until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor, inf

from tests.oracle.example_table import GONE, WAITING, Ground, Owing
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import actions as a

PHASES = (("red", "dawn"), ("red", "move"), ("red", "fight"), ("blue", "move"), ("blue", "fight"))
TURNS = 6
TROOPS = frozenset({"foot", "horse", "guns"})
LEAST = (-2, 0, 2, 4, 6)
TABLE = {
    1: "AE AE AR AR EX DR", 2: "AE AR AR EX DR DR", 3: "AR AR AR DR DR EX",
    4: "AR AR EX DR EX DE", 5: "AR EX DR DR DE DE", 6: "EX DR DR DE DE DE",
}  # fmt: skip


@dataclass
class Fight:
    attackers: tuple[str, ...]
    target: tuple[str, ...]
    rolled: bool = False
    result: str = ""
    against: tuple[str, ...] = ()
    retreated: set[str] = field(default_factory=set)
    lost: list[str] = field(default_factory=list)
    followed: int = 0


class Oracle(Owing):
    """A table of Highpass."""

    def __init__(self, game: CompiledGame) -> None:
        ground = Ground(game)
        self.near, self.terrain, self.river, self.road = (
            ground.near, ground.terrain, ground.sides("river"), ground.sides("road"),
        )  # fmt: skip
        self.edge = {side: ground.marked(f"{side}_edge") for side in ("red", "blue")}
        self.lay_out(game)
        self.owner = dict.fromkeys(ground.kind, "blue")
        self.turn, self.phase = 1, 0
        self.trails: dict[str, list[str]] = {}
        self.fights: list[Fight] = []
        self.last: Fight | None = None
        self.hungry: dict[str, frozenset[str]] = {"red": frozenset(), "blue": frozenset()}
        self.stores: dict[str, frozenset[str]] = {}
        self.over, self.winner = False, ""
        self.rain, self.dawned = False, False
        self.passed: set[str] = set()
        self.present: frozenset[str] = frozenset()
        self._find_supply()

    # -- facts

    def other(self, side: str) -> str:
        return "blue" if side == "red" else "red"

    def zone(self, place: str, side: str) -> bool:
        """Return whether a hex lies in a zone of the enemies of a side (3.1)."""
        return any(
            self.units[enemy].kind in TROOPS and frozenset((place, near)) not in self.river
            for near in self.near[place]
            for enemy in self.there(near, self.other(side))
        )

    def held(self, place: str, side: str) -> bool:
        """Return whether troops of a side stand in a hex (4.9, 4.10)."""
        return any(self.units[unit].kind in TROOPS for unit in self.there(place, side))

    def caught(self, unit: str) -> bool:
        """Return whether a leader or wagons have to go: found alone, or passed."""
        one, place = self.units[unit], self.at[unit]
        if one.kind in TROOPS or not self.on_map(unit):
            return False
        found = self.held(place, self.other(one.side)) and not self.held(place, one.side)
        return found or unit in self.passed

    def _refuges(self, unit: str) -> set[str]:
        """Return where a leader goes who is caught; none for wagons."""
        one, start = self.units[unit], self.at[unit]
        own = {place for place in self.near if place != start and self.held(place, one.side)}
        seen = {start}
        while own and one.kind == "leader":
            if seen & own:
                return seen & own
            seen |= {near for place in seen for near in self.near[place]}
        return set()

    def _goes(self, action: a.Eliminate | a.Retreat) -> bool:
        refuges = self._refuges(action.unit)
        if isinstance(action, a.Eliminate):
            return not refuges
        return len(action.path) == 1 and action.path[0] in refuges

    def room(self, place: str, unit: str) -> bool:
        """Return whether stacking lets a unit end in a hex (2.7)."""
        here = {*self.there(place, self.units[unit].side), unit}
        return sum(self.units[one].kind in TROOPS for one in here) <= 2

    def open(self, place: str, side: str) -> bool:
        """Return whether a line of a side passes a hex (4.3, 4.5)."""
        if self.there(place, self.other(side)):
            return False
        return not self.zone(place, side) or bool(self.there(place, side))

    def _based(self, place: str, side: str) -> bool:
        """Return whether an open way leads to the side's edge."""
        if not self.open(place, side):
            return False
        seen = {place}
        while True:
            more = {n for here in seen for n in self.near[here] if n not in seen and self.open(n, side)}
            if not more:
                return bool(seen & self.edge[side])
            seen |= more

    def _stored(self, side: str) -> frozenset[str]:
        """Return the hexes that supply reaches within five points (4.4)."""
        wagons = {self.at[u] for u, one in self.units.items() if one.side == side and one.kind == "wagon"}
        sources = (self.edge[side] | wagons) & self.near.keys()
        far = {place: 0.0 if place in sources and self.open(place, side) else inf for place in self.near}
        changed = True
        while changed:
            changed = False
            for place, others in self.near.items():
                for near in others if self.open(place, side) else ():
                    reached = far[near] + self._store_cost(near, place)
                    if reached < far[place]:
                        far[place], changed = reached, True
        return frozenset(place for place, points in far.items() if points <= 5)

    def _store_cost(self, start: str, place: str) -> float:
        pair = frozenset((start, place))
        if pair in self.road:
            return 0.5
        return {"clear": 1, "woods": 2, "mountain": 3}[self.terrain[place]] + (pair in self.river)

    def _find_supply(self) -> None:
        side, does = PHASES[self.phase]
        if does != "move":
            return
        self.stores[side] = self._stored(side)
        self.hungry[side] = frozenset(
            unit
            for unit, one in self.units.items()
            if one.side == side and self.on_map(unit) and self.at[unit] not in self.stores[side]
        )
        self.present = frozenset(unit for unit in self.units if self.on_map(unit))

    def supplied(self, unit: str) -> bool:
        """Return whether a unit was supplied when its side's movement began (4.6, 4.7)."""
        side = self.units[unit].side
        if unit in self.present:
            return unit not in self.hungry[side]
        return self.at[unit] in self.stores[side]

    def commanded(self, unit: str) -> bool:
        """Return whether a leader is at most three hexes away (4.1)."""
        seen = {self.at[unit]}
        for _ in range(3):
            seen |= {near for place in seen for near in self.near[place]}
        side = self.units[unit].side
        return any(
            one.kind == "leader" and one.side == side and self.at[u] in seen for u, one in self.units.items()
        )

    # -- judging

    def legal(self, action: a.Action) -> bool:
        """Return whether an action is legal."""
        if self.over:
            return False
        if isinstance(action, a.Eliminate | a.Retreat) and self.caught(action.unit):
            return self._goes(action)
        return self._fits(action)

    def _fits(self, action: a.Action) -> bool:
        side, does = PHASES[self.phase]
        if isinstance(action, a.End):
            fled = not any(self.caught(unit) for unit in self.units)
            return action.side == side and fled and not self.owed()[1] and self._may_end(side, does)
        if isinstance(action, a.Lose | a.Eliminate | a.Retreat):
            if does != "fight" or self.last is None or self.units[action.unit].side not in ("red", "blue"):
                return False
            return self._answers(action)
        if self.owed()[1]:
            return False
        match action:
            case a.Weather(who, dice):
                fair = len(dice) == 1 and 1 <= dice[0] <= 6
                return does == "dawn" and who == side and not self.dawned and fair
            case a.Place(unit, at, steps):
                return does == "move" and side == "blue" and self._enters(unit, at, steps)
            case a.Move(unit, path):
                return does == "move" and self.units[unit].side == side and self._moves(unit, path)
            case a.Attack(attackers, targets):
                return does == "fight" and self._attacks(attackers, targets, side)
            case a.Roll(targets, dice):
                waits = any(f.target == targets and not f.rolled for f in self.fights)
                return does == "fight" and waits and len(dice) == 1 and 1 <= dice[0] <= 6
            case a.Advance(unit, path):
                return does == "fight" and self._follows(unit, path)
        return False

    def _enters(self, unit: str, at: str, steps: int) -> bool:
        one = self.units[unit]
        ready = one.side == "blue" and self.at[unit] == WAITING and one.enters is not None
        if not ready or one.enters is None or one.enters > self.turn or steps != 1:
            return False
        free = not self.there(at, "red") and not self.zone(at, "blue")
        return at in self.edge["blue"] and free and self.room(at, unit)

    def _moves(self, unit: str, path: tuple[str, ...]) -> bool:
        one = self.units[unit]
        if not self.on_map(unit) or not path or path[-1] not in self.near:
            return False
        if one.kind == "wagon" and not self._based(self.at[unit], one.side):
            return False
        allowance = one.movement
        if one.kind in TROOPS and not self.commanded(unit):
            allowance = floor(one.movement / 2)
        trail = self.trails.get(unit, [self.at[unit]])
        way = [*trail, *path]
        spent = 0.0
        for index, (start, place) in enumerate(pairwise(way)):
            new = index >= len(trail) - 1
            if place not in self.near.get(start, ()):
                return False
            pair = frozenset((start, place))
            if pair in self.road:
                spent += 0.5
            else:
                heavy = one.kind in ("guns", "wagon")
                if new and heavy and self.terrain[place] == "mountain":
                    return False
                clear = 2 if heavy and self.rain else 1
                spent += {"clear": clear, "woods": 2, "mountain": 3}[self.terrain[place]]
                spent += pair in self.river
            if not new:
                continue
            enemies = self.there(place, self.other(one.side))
            if enemies and (one.kind not in TROOPS or self.held(place, self.other(one.side))):
                return False
            if self.zone(start, one.side) and (one.kind in ("foot", "guns") or index > 0):
                return False
        return spent <= allowance and self.room(path[-1], unit)

    def _attacks(self, attackers: tuple[str, ...], targets: tuple[str, ...], side: str) -> bool:
        if len(targets) != 1 or not attackers or len(set(attackers)) < len(attackers):
            return False
        (place,) = targets
        enemies = self.there(place, self.other(side)) if place in self.near else []
        if not any(self.units[unit].kind in TROOPS for unit in enemies):
            return False
        if any(not fight.rolled for fight in self.fights):
            return False
        if set(enemies) <= self._attacked():
            return False
        busy = {unit for fight in self.fights for unit in fight.attackers}
        return all(
            self.units[unit].side == side
            and self.units[unit].kind != "wagon"
            and self.on_map(unit)
            and place in self.near[self.at[unit]]
            and unit not in busy
            for unit in attackers
        )

    def _attacked(self) -> set[str]:
        found: set[str] = set()
        for fight in self.fights:
            side = self.units[fight.attackers[0]].side if fight.attackers else ""
            now = [u for place in fight.target for u in self.there(place, self.other(side))]
            found.update(fight.against if fight.rolled else now)
        return found

    def _may_end(self, side: str, does: str) -> bool:
        if does != "fight":
            return does == "move" or self.dawned
        if any(not fight.rolled for fight in self.fights):
            return False
        busy = {unit for fight in self.fights for unit in fight.attackers}
        attacked = self._attacked()
        for unit, one in self.units.items():
            if one.side != side or one.kind not in ("foot", "guns") or unit in busy or not self.on_map(unit):
                continue
            for near in self.near[self.at[unit]]:
                enemies = self.there(near, self.other(side))
                if self.held(near, self.other(side)) and not set(enemies) <= attacked:
                    return False
        return True

    def _owed(self) -> Iterator[tuple[str, list[str]]]:
        fight = self.last
        if fight is None:
            return
        own = [unit for unit in fight.attackers if self.on_map(unit)]
        other = [unit for unit in fight.against if self.on_map(unit)]
        if fight.result in ("DE", "EX") and other:
            yield "eliminate", other
        if fight.result == "AE" and own:
            yield "eliminate", own
        if fight.result == "EX" and own:
            killed = sum(self.units[u].defence[-1] for u in fight.lost if u in fight.against)
            paid = sum(self.units[u].attack[-1] for u in fight.lost if u in fight.attackers)
            if paid < killed:
                yield "lose", own
        for code, group in (("AR", own), ("DR", other)):
            left = [unit for unit in group if unit not in fight.retreated]
            if fight.result == code and left:
                yield "retreat", left

    def _answers(self, action: a.Lose | a.Eliminate | a.Retreat) -> bool:
        what, who = self.owed()
        if action.unit not in who:
            return False
        owner = self.units[action.unit].side
        match action:
            case a.Lose(_, steps, by):
                return what == "lose" and steps == 1 and by in ("", owner)
            case a.Eliminate(unit):
                return what == "eliminate" or (what == "retreat" and not any(self._ends(unit)))
            case a.Retreat(unit, path, by):
                return (
                    what == "retreat" and by in ("", owner) and len(path) == 1 and path[0] in self._ends(unit)
                )

    def _ends(self, unit: str) -> list[str]:
        """Return where a unit can retreat (6.10, 3.4)."""
        side, start = self.units[unit].side, self.at[unit]
        return [
            place
            for place in self.near[start]
            if not self.there(place, self.other(side))
            and not self.zone(place, side)
            and (frozenset((start, place)) not in self.river or frozenset((start, place)) in self.road)
            and self.room(place, unit)
        ]

    def _follows(self, unit: str, path: tuple[str, ...]) -> bool:
        fight = self.last
        if fight is None or unit not in fight.attackers or not self.on_map(unit) or fight.followed:
            return False
        if self.units[unit].side != PHASES[self.phase][0] or path != fight.target:
            return False
        (place,) = fight.target
        enemies = self.held(place, self.other(self.units[unit].side))
        return not enemies and place in self.near[self.at[unit]] and self.room(place, unit)

    # -- carrying out

    def apply(self, action: a.Action) -> None:
        """Carry a legal action out."""
        match action:
            case a.Weather(_, dice):
                self.rain, self.dawned = dice[0] >= 5, True
            case a.Place(unit, at):
                self._go(unit, (at,))
            case a.Move(unit, path):
                self.trails.setdefault(unit, [self.at[unit]]).extend(path)
                self._go(unit, path)
            case a.Attack(attackers, targets):
                self.fights.append(Fight(attackers, targets))
            case a.Roll(targets, dice):
                self._roll(next(f for f in self.fights if f.target == targets and not f.rolled), dice[0])
            case a.Lose() | a.Eliminate() | a.Retreat():
                self._answer(action)
            case a.Advance(unit, path):
                if self.last is not None:
                    self.last.followed += 1
                self._go(unit, path)
            case a.End():
                self._end()

    def _answer(self, action: a.Lose | a.Eliminate | a.Retreat) -> None:
        unit, fight = action.unit, self.last
        path = action.path if isinstance(action, a.Retreat) else (GONE,)
        if self.caught(unit):
            self.passed.discard(unit)
        elif fight is not None and isinstance(action, a.Retreat):
            fight.retreated.add(unit)
        elif fight is not None:
            fight.lost.append(unit)
        self._go(unit, path)

    def _go(self, unit: str, path: tuple[str, ...]) -> None:
        one = self.units[unit]
        for place in path:
            self.at[unit] = place
            if one.kind in TROOPS and place != GONE and not self.held(place, self.other(one.side)):
                self.passed |= set(self.there(place, self.other(one.side)))
            if place in self.owner:
                self.owner[place] = self.units[unit].side

    def _roll(self, fight: Fight, die: int) -> None:
        side = self.units[fight.attackers[0]].side
        (place,) = fight.target
        fight.against = tuple(self.there(place, self.other(side)))
        attack = sum(self.units[u].attack[-1] * (1 if self._whole(u) else 0.5) for u in fight.attackers)
        defence: float = sum(self.units[unit].defence[-1] for unit in fight.against)
        if self.terrain[place] in ("woods", "mountain"):
            defence += 2
        column = sum(attack - defence >= least for least in LEAST)
        kinds = {self.units[unit].kind for unit in fight.attackers}
        column += "leader" in kinds or {"horse", "guns"} <= kinds
        column -= self.rain
        column -= any(self.units[unit].kind == "leader" for unit in fight.against)
        fight.result = TABLE[die].split()[min(max(column, 0), 5)]
        fight.rolled, self.last = True, fight

    def _whole(self, unit: str) -> bool:
        return self.units[unit].kind not in TROOPS or self.supplied(unit)

    def _end(self) -> None:
        self.trails, self.fights, self.last, self.dawned = {}, [], None, False
        self.phase += 1
        if self.phase == len(PHASES):
            self.phase, self.turn = 0, self.turn + 1
        if set(self.owner.values()) == {"red"}:
            self.over, self.winner = True, "red"
        elif self.turn > TURNS:
            self.over, self.winner = True, "blue"
        else:
            self._find_supply()
