"""The Bridges of Lindau (docs/examples), read a second time: from the sentences of its clauses alone.

What U-01 leaves open is asked both ways: legal is what both allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tests.oracle.example_table import GONE, WAITING, Ground, Owing, Unit
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import actions as a

LEFT = "left"
PHASES = tuple((side, does) for side in ("french", "austrian") for does in ("move", "fight"))
TURNS = 8
ENEMY = {"french": "austrian", "austrian": "french"}
ENTRY = {"french": ("A4",), "austrian": ("L3", "L7")}
GATES = ("L3", "L7")
CRT = {
    1: "AE AR AR EX DR DR", 2: "AE AR EX DR DR DR", 3: "AR AR DR DR DR EX",
    4: "AR EX DR DR EX DE", 5: "AR DR DR EX DE DE", 6: "EX DR EX DE DE DE",
}  # fmt: skip


@dataclass
class Fight:
    attackers: tuple[str, ...]
    place: str
    rolled: bool = False
    result: str = ""
    touched: tuple[str, ...] = ()
    """Of the attackers those whom the result touches."""
    against: tuple[str, ...] = ()
    weaker: str = ""
    lost: list[str] = field(default_factory=list)
    retreated: set[str] = field(default_factory=set)
    displaced: list[str] = field(default_factory=list)
    """Who has to go on because another took the place."""
    advanced: list[str] = field(default_factory=list)


class Oracle(Owing):
    """A table of the Bridges of Lindau."""

    def __init__(self, game: CompiledGame) -> None:
        ground = Ground(game)
        self.near, self.ground = ground.near, ground.terrain
        self.woods = {place for place, kind in self.ground.items() if kind == "forest"}
        self.road = ground.sides("road")
        self.stream = ground.sides("river") - self.road
        self.lay_out(game)
        self.owner = {place: "french" if place == "C4" else "austrian" for place in ground.kind}
        self.turn, self.phase = 1, 0
        self.over, self.winner = False, ""
        self._begin()

    def _begin(self) -> None:
        self.trails: dict[str, list[str]] = {}
        self.fights: list[Fight] = []
        self.last: Fight | None = None

    # -- facts

    @property
    def side(self) -> str:
        """Who acts."""
        return PHASES[self.phase][0]

    def zone(self, place: str, side: str) -> bool:
        """Return whether a hex lies in a zone of the enemies of a side (3.1)."""
        return place not in self.woods and any(
            self.there(near, ENEMY[side]) and frozenset((place, near)) not in self.stream
            for near in self.near[place]
        )

    def room(self, place: str, unit: str) -> bool:
        """Return whether a unit would stand alone with itself in a hex (2.8)."""
        return not {*self.there(place, self.units[unit].side)} - {unit}

    # -- judging

    def legal(self, action: a.Action) -> bool:
        """Return whether an action is legal, however U-01 is read."""
        return not self.over and all(self._judge(action, lifted) for lifted in (True, False))

    def _judge(self, action: a.Action, lifted: bool) -> bool:
        what, who = self.owed()
        waits = self._waiting()
        if isinstance(action, a.Retreat) and waits is not None:
            return self._withdraws(waits, action, lifted)
        if isinstance(action, a.Lose | a.Eliminate | a.Retreat):
            return action.unit in who and self._answers(action, what, lifted)
        if what:
            return False
        moves = PHASES[self.phase][1] == "move"
        match action:
            case a.End(side):
                return side == self.side and waits is None and (moves or not self._left_out())
            case a.Place(unit, at, steps):
                return moves and self._enters(unit, at, steps)
            case a.Move(unit, path):
                mine = self.units[unit].side == self.side and self.on_map(unit)
                return moves and mine and bool(path) and self._moves(unit, path)
            case a.Attack(attackers, targets):
                return not moves and waits is None and self._attacks(attackers, targets)
            case a.Roll(targets, dice):
                there = waits is not None and (waits.place,) == targets
                return there and len(dice) == 1 and 1 <= dice[0] <= 6
            case a.Advance(unit, path):
                return self._follows(unit, path)
        return False

    def _waiting(self) -> Fight | None:
        return next((fight for fight in self.fights if not fight.rolled), None)

    def _enters(self, unit: str, at: str, steps: int) -> bool:
        one = self.units[unit]
        due = self.at[unit] == WAITING and one.enters is not None and one.enters <= self.turn
        if one.side != self.side or not due or at not in ENTRY[one.side] or steps != 1:
            return False
        return not self.there(at, ENEMY[one.side]) and not self.zone(at, one.side) and self.room(at, unit)

    def _moves(self, unit: str, path: tuple[str, ...]) -> bool:
        one = self.units[unit]
        trail = self.trails.get(unit, [self.at[unit]])
        way, spent = [*trail, *path], 0.0
        for index, (start, place) in enumerate(pairwise(way)):
            leaves = place == "vienna" and one.side == "french" and start in GATES
            if not leaves and place not in self.near.get(start, ()):
                return False
            spent += 1 if leaves else self._price(one, start, place)
            if index < len(trail) - 1:
                continue
            if self.zone(start, one.side):
                return False
            if leaves:
                continue
            if self.there(place, ENEMY[one.side]):
                return False
            if one.kind == "horse" and self.ground[place] == "marsh":
                return False
        enough = spent <= one.movement + self._marches(one, way)
        return (enough or len(way) == 2) and (path[-1] == "vienna" or self.room(path[-1], unit))

    def _price(self, one: Unit, start: str, place: str) -> float:
        pair = frozenset((start, place))
        if pair in self.road:
            return 0.5
        ground = {"clear": 1, "forest": 3 if one.kind == "horse" else 2, "marsh": one.movement}
        return ground[self.ground[place]] + 2 * (pair in self.stream)

    def _marches(self, one: Unit, way: list[str]) -> int:
        """Return what a move gains that keeps to roads, out of enemy zones (2.5a)."""
        along = all(frozenset(step) in self.road for step in pairwise(way))
        return one.kind in ("foot", "guard") and along and not any(self.zone(p, one.side) for p in way)

    def _attacks(self, attackers: tuple[str, ...], targets: tuple[str, ...]) -> bool:
        if len(targets) != 1 or not 1 <= len(attackers) <= 3 or len(set(attackers)) < len(attackers):
            return False
        enemies = self.there(targets[0], ENEMY[self.side])
        busy = {unit for fight in self.fights for unit in fight.attackers}
        return (
            bool(enemies)
            and not self._attacked() & set(enemies)
            and all(
                self.units[unit].side == self.side
                and self.on_map(unit)
                and unit not in busy
                and (self._beside(unit, targets[0]) or self._fires(unit, targets[0]))
                for unit in attackers
            )
        )

    def _beside(self, unit: str, place: str) -> bool:
        at = self.at[unit]
        return place in self.near[at] and frozenset((at, place)) not in self.stream

    def _fires(self, unit: str, place: str) -> bool:
        """Return whether guns reach a hex from afar (4.1a)."""
        at, one = self.at[unit], self.units[unit]
        between = set(self.near[at]) & set(self.near.get(place, ()))
        return (
            one.kind == "guns"
            and at != place
            and place not in self.near[at]
            and bool(between - self.woods)
            and not any(self.there(near, ENEMY[one.side]) for near in self.near[at])
        )

    def _attacked(self) -> set[str]:
        found: set[str] = set()
        for fight in self.fights:
            found.update(fight.against if fight.rolled else self.there(fight.place, ENEMY[self.side]))
        return found

    def _left_out(self) -> bool:
        """Return whether somebody has not attacked, or was not attacked, who has to (4.2, 4.3)."""
        attacked = self._attacked()
        lone = {fight.attackers[0] for fight in self.fights if len(fight.attackers) == 1}
        shifted = {unit for fight in self.fights for unit in (*fight.retreated, *fight.advanced)}
        moved = {u for fight in self.fights if shifted & set(fight.attackers) for u in fight.attackers}
        for unit, one in self.units.items():
            if one.side != self.side or not self.on_map(unit):
                continue
            has = any(unit in fight.attackers for fight in self.fights)
            for enemy in self.units:
                if self.units[enemy].side == self.side or enemy in attacked or not self.on_map(enemy):
                    continue
                if self._beside(unit, self.at[enemy]) and not (
                    has and (unit in lone or unit in moved or enemy in shifted)
                ):
                    return True
        return False

    def _owed(self) -> Iterator[tuple[str, list[str]]]:
        fight = self.last
        if fight is None:
            return
        if fight.displaced:
            yield "retreat", fight.displaced
        own = [unit for unit in fight.touched if self.on_map(unit)]
        other = [unit for unit in fight.against if self.on_map(unit)]
        if fight.result == "AE" and own:
            yield "eliminate", own
        if fight.result == "DE" and other:
            yield "eliminate", other
        if fight.result == "EX":
            weak, strong = (own, other) if fight.weaker == "attacker" else (other, own)
            if weak:
                yield "eliminate", weak
            attack = sum(self.units[u].attack[-1] for u in fight.lost if u in fight.attackers)
            defence = sum(self.units[u].defence[-1] for u in fight.lost if u in fight.against)
            if strong and (defence < attack if fight.weaker == "attacker" else attack < defence):
                yield "lose", strong
        for code, group in (("AR", own), ("DR", other)):
            left = [unit for unit in group if unit not in fight.retreated]
            if fight.result == code and left:
                yield "retreat", left

    def _answers(self, action: a.Lose | a.Eliminate | a.Retreat, what: str, lifted: bool) -> bool:
        owner = self.units[action.unit].side
        assert self.last is not None
        busy = {*self.last.attackers, *self.last.against, *self.last.retreated}
        match action:
            case a.Lose(_, steps, by):
                return what == "lose" and steps == 1 and by in ("", owner)
            case a.Eliminate(unit):
                return what == "eliminate" or (what == "retreat" and not self._ends(unit, busy, lifted))
            case a.Retreat(unit, path, by):
                ends = self._ends(unit, busy, lifted) if what == "retreat" else []
                return len(path) == 1 and path[0] in ends and by in ("", owner)

    def _open(self, unit: str, start: str, lifted: bool) -> list[str]:
        """Return the hexes that a retreating unit may enter from a hex, whoever of its side is there."""
        side = self.units[unit].side
        return [
            place
            for place in self.near[start]
            if frozenset((start, place)) not in self.stream
            and not self.there(place, ENEMY[side])
            and (not self.zone(place, side) or (lifted and self.there(place, side)))
        ]

    def _ends(self, unit: str, busy: set[str], lifted: bool) -> list[str]:
        """Return where a unit may retreat to: empty hexes, or else those of friends (5.8)."""
        side = self.units[unit].side
        near = self._open(unit, self.at[unit], lifted)
        free = [place for place in near if not self.there(place, side)]
        return self._towards(side, free or [p for p in near if self._yields(unit, p, busy, lifted)])

    def _yields(self, unit: str, place: str, busy: set[str], lifted: bool) -> bool:
        """Return whether a friend in a hex can go on when a unit takes its place."""
        was, friends = self.at[unit], self.there(place, self.units[unit].side)
        if busy & set(friends):
            return False
        self.at[unit] = place
        able = all(self._ends(friend, {*busy, unit, *friends}, lifted) for friend in friends)
        self.at[unit] = was
        return able

    def _towards(self, side: str, ends: list[str]) -> list[str]:
        """Return the ends that the French may choose from (5.9)."""
        if side == "austrian":
            return ends
        far = {place: self.distance(place, "A4") for place in ends}
        return [place for place in ends if far[place] == min(far.values())]

    def _withdraws(self, fight: Fight, action: a.Retreat, lifted: bool) -> bool:
        unit, one = action.unit, self.units[action.unit]
        if one.kind != "horse" or unit not in self.there(fight.place, ENEMY[self.side]):
            return False
        if any(self.units[other].kind == "horse" for other in fight.attackers):
            return False
        ways = [
            (first, last)
            for first in self._open(unit, self.at[unit], lifted)
            for last in self._open(unit, first, lifted)
            if not self.there(last, one.side) and self.distance(self.at[unit], last) == 2
        ]
        best = self._towards(one.side, [last for _, last in ways])
        fits = action.path in ways and action.path[-1] in best
        return fits and action.by in ("", one.side)

    def _follows(self, unit: str, path: tuple[str, ...]) -> bool:
        fight = self.last
        if fight is None or unit not in fight.attackers or not self.on_map(unit) or fight.advanced:
            return False
        one = self.units[unit]
        if not path or path[0] != fight.place or len(path) > (2 if one.kind == "horse" else 1):
            return False
        steps = pairwise((self.at[unit], *path))
        return all(
            place in self.near.get(start, ()) and not self.there(place, ENEMY[one.side])
            for start, place in steps
        ) and self.room(path[-1], unit)

    # -- carrying out

    def apply(self, action: a.Action) -> None:
        """Carry a legal action out."""
        fight = self.last
        match action:
            case a.Place(unit, at):
                self._go(unit, (at,))
            case a.Move(unit, path):
                self.trails.setdefault(unit, [self.at[unit]]).extend(path)
                self._go(unit, path)
            case a.Attack(attackers, targets):
                self.fights.append(Fight(attackers, targets[0]))
            case a.Roll(_, dice):
                self._roll(dice[0])
            case a.Lose(unit) | a.Eliminate(unit) if fight is not None:
                self.at[unit] = GONE
                fight.lost.append(unit)
                fight.displaced = [other for other in fight.displaced if other != unit]
            case a.Retreat(unit, path):
                self._retreat(unit, path)
            case a.Advance(unit, path) if fight is not None:
                fight.advanced.append(unit)
                self._go(unit, path)
            case a.End():
                self._end()

    def _go(self, unit: str, path: tuple[str, ...]) -> None:
        for place in path:
            self.at[unit] = LEFT if place == "vienna" else place
            self._take(unit)

    def _retreat(self, unit: str, path: tuple[str, ...]) -> None:
        fight = self._waiting()
        if fight is not None:
            # Withdrawn: nobody is left, and there is no roll.
            fight.rolled, self.last, fight.against = True, fight, (unit,)
        fight = self.last
        assert fight is not None
        friends = self.there(path[-1], self.units[unit].side)
        fight.displaced = [other for other in (*fight.displaced, *friends) if other != unit]
        fight.retreated.add(unit)
        self._go(unit, path)

    def _roll(self, die: int) -> None:
        fight = self._waiting()
        assert fight is not None
        fight.rolled, self.last = True, fight
        place, units = fight.place, [self.units[unit] for unit in fight.attackers]
        fight.against = tuple(self.there(place, ENEMY[self.side]))
        fight.touched = tuple(unit for unit in fight.attackers if self._beside(unit, place))
        against = [self.units[unit].defence[-1] for unit in fight.against]
        printed = sum(one.attack[-1] for one in units)
        fight.weaker = "attacker" if printed < sum(against) else "defender"
        halved = place in self.woods
        attack = sum((o.attack[-1] + 1) // 2 if halved and o.kind == "horse" else o.attack[-1] for o in units)
        kinds = {one.kind for one in units}
        column = sum(attack - sum(against) >= least for least in (-2, 0, 2, 4, 7))
        column += ({"foot", "horse"} <= kinds) + (len({self.at[unit] for unit in fight.attackers}) >= 3)
        column -= halved + (place in self.owner)
        row = CRT[min(die + ("guard" in kinds), 6)].split()
        fight.result = row[min(max(column, 0), 5)]

    def _end(self) -> None:
        self._begin()
        self.phase = (self.phase + 1) % len(PHASES)
        self.turn += self.phase == 0
        lost = {side: self._all(side, GONE) for side in ENEMY}
        left = self._all("french", LEFT)
        strength = {side: sum(self.units[u].attack[-1] for u in lost[side]) for side in ENEMY}
        french = strength["austrian"] + sum(self.units[u].attack[-1] for u in left)
        austrian = strength["french"] + 5 * sum(side == "austrian" for side in self.owner.values())
        if french >= 25 or (len(left) >= 3 and len(lost["french"]) <= 2):
            self.over, self.winner = True, "french"
        elif self.turn > TURNS:
            lead = french - austrian
            self.over, self.winner = True, "french" if lead >= 5 else "austrian" if lead <= -5 else ""

    def _all(self, side: str, where: str) -> list[str]:
        return [unit for unit, at in self.at.items() if at == where and self.units[unit].side == side]
