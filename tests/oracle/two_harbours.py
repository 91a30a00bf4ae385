"""Two Harbours (docs/examples), read a second time: from the sentences of its clauses alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tests.oracle.example_table import GONE, WAITING, Owing, kinds_of_areas, near_areas
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import actions as a

DAYS, STORM, IMPULSES = 5, 3, 12
OTHER = {"landing": "garrison", "garrison": "landing"}
COSTS = {"plain": 1, "town": 1, "hills": 2, "marsh": 2}
WORKS = ("battery", "depot")
VALUES = ("old_harbour", "battery", "abbey", "crossroads", "new_harbour")
PORTS = {"landing": ("old_harbour",), "garrison": ("new_harbour", "depot")}
TOWARDS = {"landing": "old_harbour", "garrison": "depot"}
REPLACED = {"landing": 1, "garrison": 2}
TABLE = {
    1: "A2 A1 A1 A1 - R", 2: "A1 A1 A1 - R R", 3: "A1 A1 - R R D1R",
    4: "A1 - R R D1R D1R", 5: "- R D1 D1R D1R D2", 6: "R D1 D1R D1R D2 D2",
}  # fmt: skip


@dataclass
class Fight:
    attackers: tuple[str, ...]
    place: str
    rolled: bool = False
    result: str = ""
    stood: tuple[str, ...] = ()
    """Of the attackers those whom the result can touch."""
    against: tuple[str, ...] = ()
    lost: Counter[str] = field(default_factory=Counter)
    retreated: set[str] = field(default_factory=set)


class Oracle(Owing):
    """A table of Two Harbours."""

    def __init__(self, game: CompiledGame) -> None:
        areas = game.areas
        self.boats = {frozenset((areas.ids[way.start], areas.ids[way.end])) for way in areas.links}
        by_boat = {
            area: [other for way in self.boats if area in way for other in way - {area}] for area in areas.ids
        }
        self.near = {area: (*near, *by_boat[area]) for area, near in near_areas(game).items()}
        self.kind = kinds_of_areas(game)
        self.lay_out(game)
        self.owner = {
            place: "landing" if place == "old_harbour" else "garrison" for place in (*VALUES, "depot")
        }
        self.turn, self.day = 1, False
        self.replacements = dict(REPLACED)
        self.ended: set[str] = set()
        self.shaken, self.score = False, 0
        self.over, self.winner = False, ""
        self._dawn()

    def _dawn(self) -> None:
        self.side = "landing"
        self.impulses, self.passed = 0, 0
        self.acted: set[str] = set()
        self.attacked: set[str] = set()
        self._begin()

    def _begin(self) -> None:
        """Begin an impulse: nobody has done anything in it."""
        self.began: dict[str, str] = {}
        self.trails: dict[str, list[str]] = {}
        self.fights: list[Fight] = []
        self.last: Fight | None = None

    def room(self, place: str, unit: str) -> bool:
        """Return whether four units are kept in an area with a unit (2.8)."""
        return len({*self.there(place, self.units[unit].side), unit}) <= 4

    # -- judging

    def legal(self, action: a.Action) -> bool:
        """Return whether an action is legal."""
        if self.over:
            return False
        what, who = self.owed()
        if isinstance(action, a.Lose | a.Eliminate | a.Retreat):
            return action.unit in who and self._answers(action, what)
        if what:
            return False
        match action:
            case a.End(side):
                return side == self.side and not self._open() if self.day else side not in self.ended
            case a.Place(unit, at, steps):
                return self._arrives(unit) and self._enters(unit, at, steps)
            case a.Restore(unit):
                return self._arrives(unit) and self._restores(unit)
            case a.Move(unit, path):
                return self._act((unit,)) and self._moves(unit, path)
            case a.Attack(attackers, targets):
                return self._act(attackers) and not self._open() and self._attacks(attackers, targets)
            case a.Roll(targets, dice):
                waits = any((fight.place,) == targets for fight in self._open())
                return waits and len(dice) == 1 and 1 <= dice[0] <= 6
        return False

    def _open(self) -> list[Fight]:
        return [fight for fight in self.fights if not fight.rolled]

    def _arrives(self, unit: str) -> bool:
        return not self.day and self.units[unit].side not in self.ended

    def _enters(self, unit: str, at: str, steps: int) -> bool:
        one = self.units[unit]
        if at not in self.near or not self.room(at, unit):
            return False
        if self.at[unit] == WAITING:
            due = one.enters is not None and one.enters <= self.turn
            free = at in one.entry and not self.there(at, OTHER[one.side])
            return due and free and steps == len(one.attack)
        if self.at[unit] != GONE or one.kind == "tanks" or self.replacements[one.side] < 2:
            return False
        return steps == 1 and at in PORTS[one.side] and self.owner[at] == one.side

    def _restores(self, unit: str) -> bool:
        one = self.units[unit]
        hurt = self.on_map(unit) and self.steps[unit] < len(one.attack)
        return hurt and self.replacements[one.side] >= self._price(unit)

    def _price(self, unit: str) -> int:
        return 2 if self.units[unit].kind == "tanks" else 1

    def _act(self, units: tuple[str, ...]) -> bool:
        """Return whether units may act together in the impulse (1.4)."""
        begun = {self.began.get(unit, self.at[unit]) for unit in units} | set(self.began.values())
        return (
            self.day
            and len(begun) == 1
            and all(
                self.units[unit].side == self.side and self.on_map(unit) and unit not in self.acted
                for unit in units
            )
        )

    def _moves(self, unit: str, path: tuple[str, ...]) -> bool:
        one = self.units[unit]
        trail = self.trails.get(unit, [self.at[unit]])
        spent = 0
        for index, (start, place) in enumerate(pairwise([*trail, *path])):
            if place not in self.near.get(start, ()):
                return False
            boat = frozenset((start, place)) in self.boats
            spent += COSTS[self.kind[place]] + boat
            if index < len(trail) - 1:
                continue
            if (one.kind == "tanks" and self.kind[place] == "marsh") or (boat and self.turn == STORM):
                return False
            if index > 0 and self.there(start, OTHER[one.side]):
                return False
        far = len(trail) - 1 + len(path)
        enough = far <= 1 if self.turn == STORM else spent <= one.pace[self.steps[unit] - 1]
        return bool(path) and enough and self.room(path[-1], unit)

    def _attacks(self, attackers: tuple[str, ...], targets: tuple[str, ...]) -> bool:
        if len(targets) != 1 or not attackers or len(set(attackers)) < len(attackers):
            return False
        able = all(self._reaches(unit, targets[0]) and unit not in self.attacked for unit in attackers)
        return able and bool(self.there(targets[0], OTHER[self.side]))

    def _reaches(self, unit: str, place: str) -> bool:
        at = self.at[unit]
        return at == place or (self.units[unit].kind == "guns" and place in self.near.get(at, ()))

    def _owed(self) -> Iterator[tuple[str, list[str]]]:
        fight = self.last
        if fight is None:
            return
        for letter, group in (("A", fight.stood), ("D", fight.against)):
            alive = [unit for unit in group if self.on_map(unit)]
            if letter in fight.result and alive and self._due(group) > 0:
                yield "lose", alive
        left = [unit for unit in fight.against if self.on_map(unit) and unit not in fight.retreated]
        if "R" in fight.result and left and fight.place not in WORKS:
            yield "retreat", left

    def _due(self, group: tuple[str, ...]) -> int:
        """Return how many steps units still lose; only one side of a battle does."""
        assert self.last is not None
        return int(self.last.result[1]) - sum(self.last.lost[unit] for unit in group)

    def _answers(self, action: a.Lose | a.Eliminate | a.Retreat, what: str) -> bool:
        assert self.last is not None
        unit, side = action.unit, self.units[action.unit].side
        match action:
            case a.Lose(_, steps, by):
                group = self.last.stood if unit in self.last.stood else self.last.against
                return what == "lose" and 1 <= steps <= self._due(group) and by in ("", side)
            case a.Eliminate():
                return what == "retreat" and not self._ends(unit)
            case a.Retreat(_, path):
                return what == "retreat" and len(path) == 1 and path[0] in self._ends(unit)

    def _ends(self, unit: str) -> list[str]:
        """Return where a unit may retreat to (4.8 to 4.10)."""
        side, at = self.units[unit].side, self.at[unit]
        free = [
            place
            for place in self.near[at]
            if frozenset((at, place)) not in self.boats
            and not self.there(place, OTHER[side])
            and self.room(place, unit)
        ]
        far = {place: self.distance(place, TOWARDS[side]) for place in free}
        return [place for place in free if far[place] == min(far.values())]

    # -- carrying out

    def apply(self, action: a.Action) -> None:
        """Carry a legal action out."""
        match action:
            case a.Place(unit, at, steps):
                if self.at[unit] == GONE:
                    self.replacements[self.units[unit].side] -= 2
                self.steps[unit] = steps
                self._go(unit, at)
            case a.Restore(unit):
                self.replacements[self.units[unit].side] -= self._price(unit)
                self.steps[unit] += 1
            case a.Move(unit, path):
                self.began.setdefault(unit, self.at[unit])
                self.trails.setdefault(unit, [self.at[unit]]).extend(path)
                self._go(unit, path[-1])
            case a.Attack(attackers, targets):
                for unit in attackers:
                    self.began.setdefault(unit, self.at[unit])
                self.attacked |= set(attackers)
                self.fights.append(Fight(attackers, targets[0]))
            case a.Roll(_, dice):
                self._roll(self._open()[0], dice[0])
            case a.Lose(unit, steps):
                self._lose(unit, steps)
            case a.Eliminate(unit):
                self._lose(unit, self.steps[unit])
            case a.Retreat(unit, path):
                assert self.last is not None
                self.last.retreated.add(unit)
                self._go(unit, path[-1])
            case a.End(side):
                self._end(side)

    def _go(self, unit: str, place: str) -> None:
        self.at[unit] = place
        self._take(unit)

    def _lose(self, unit: str, steps: int) -> None:
        assert self.last is not None
        taken = min(steps, self.steps[unit])
        self.steps[unit] -= taken
        self.last.lost[unit] += taken
        if self.steps[unit] == 0:
            self.at[unit] = GONE

    def _roll(self, fight: Fight, die: int) -> None:
        fight.rolled, self.last = True, fight
        place = fight.place
        fight.against = tuple(self.there(place, OTHER[self.side]))
        fighting = [unit for unit in fight.attackers if self._reaches(unit, place)]
        fight.stood = tuple(unit for unit in fighting if self.at[unit] == place)
        if not fighting or not fight.against:
            return
        cover = 3 if place in WORKS else 1 if self.kind[place] == "town" else 0
        attack = sum(self.units[u].attack[self.steps[u] - 1] for u in fighting)
        defence = sum(self.units[u].defence[self.steps[u] - 1] + cover for u in fight.against)
        column = sum(attack - defence >= least for least in (-1, 0, 1, 3, 5))
        column += {"foot", "tanks"} <= {self.units[unit].kind for unit in fighting}
        column -= self.shaken and self.side == "landing"
        fight.result = TABLE[die].split()[min(max(column, 0), 5)]

    def _end(self, side: str) -> None:
        if not self.day:
            self.ended.add(side)
            if self.ended == set(OTHER):
                self.ended, self.day = set(), True
                self._dawn()
                self._look()
            return
        self.passed = 0 if self.began else self.passed + 1
        self.impulses += 1
        self.acted |= set(self.began)
        self.side = OTHER[side]
        self._begin()
        if self.passed == 2 or self.impulses == IMPULSES:
            self._night()

    def _look(self) -> None:
        lost = sum(self.at[unit] == GONE for unit, one in self.units.items() if one.side == "landing")
        self.shaken = self.shaken or lost >= 3

    def _night(self) -> None:
        self.day = False
        held = [place for place in VALUES if self.owner[place] == "landing"]
        self.score += len(held) + ("new_harbour" in held)
        if (self.turn == 2 and self.score >= 5) or self.turn == DAYS:
            self.over = True
            self.winner = "landing" if self.score >= (5 if self.turn == 2 else 11) else "garrison"
            return
        self.turn += 1
        for side, count in REPLACED.items():
            self.replacements[side] += count
        self._look()
