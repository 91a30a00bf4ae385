"""Battle for Moscow read once more, from the reference alone: slow, plain, without the mechanisms.

Hexes are ``(column, row)``, units and sides are words, the table is one dictionary after another.  Nothing is
taken from the game's declarations; of its map only what the reference calls invented (rivers, the railway in
the east) comes from outside.  Written before the mechanisms were; where the two differed and what settled it
stands in docs/battle_for_moscow.md.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from tests.oracle.readings import Point, Readings, every_reading

Hex = tuple[int, int]

GERMAN, SOVIET = "german", "soviet"
INFANTRY = {
    "v": (6, 3), "vi": (5, 2), "vii": (7, 4), "viii": (7, 4), "ix": (7, 4), "xii": (5, 2), "xiii": (6, 3),
    "xx": (6, 3), "xxii": (8, 4), "xxvii": (6, 3), "xxxiv": (4, 2), "xxxv": (8, 4), "xlii": (4, 2),
    "liii": (6, 3),
}  # fmt: skip
PANZER = {
    "xxiv": (12, 6), "xl": (8, 4), "xli": (12, 6), "xlvi": (10, 5), "xlvii": (9, 4), "xlviii": (8, 4),
    "lvi": (9, 4), "lvii": (12, 6),
}  # fmt: skip
ARMIES = (3, 5, 10, 13, 16, 19, 20, 24, 29, 30, 32, 33, 40, 43, 49, 50)
FULL_HALF: dict[str, tuple[int, int]] = {
    **{f"ger-{name}": pair for name, pair in {**INFANTRY, **PANZER}.items()},
    **{f"sov-{number}": (8, 4) for number in ARMIES},
    "sov-1s": (10, 5),
}
SHOCK = "sov-1s"
PANZERS = {f"ger-{name}" for name in PANZER}


def _hexes(text: str) -> frozenset[Hex]:
    return frozenset((int(word[:2]), int(word[2:])) for word in text.split())


FOREST = _hexes(
    "0201 0202 0207 0208 0301 0308 0401 0405 0408 0409 0510 0604 0701 0702 0703 0704 0708 0806 0901 0902 "
    "0905 0906 1201 1303 1404"
)
FORTS = _hexes(
    "0501 0502 0503 0504 0505 0506 0507 0801 0802 0803 0804 0805 1001 1002 1003 1004 1102 1104 1105 1106 "
    "1107 1203"
)
MOSCOW = (11, 3)
CITIES = _hexes("0204 0307 0509 0601 0603 0803 0805 0809 1107 1405") | {MOSCOW}
GERMAN_START = _hexes(
    "0103 0104 0106 0107 0201 0202 0203 0204 0205 0206 0209 0210 0305 0306 0307 0309 0310 0406 0407 0408 "
    "0409 0410"
)
SOVIET_START = _hexes("0301 0302 0303 0304 0405 0504 0505 0506 0507 0508 0509 0510 0803")
RAIL_TEXT = """
0102 NE NW · 0105 NE NW · 0110 NE NW · 0201 SE SW · 0204 S SE SW · 0205 N SE · 0209 SE SW · 0302 NE NW ·
0305 NE NW · 0306 S NW · 0307 N SE · 0310 NE NW · 0401 SE SW · 0404 NE SW · 0407 SE NW · 0409 NE SW ·
0502 NE NW · 0504 NE SW · 0508 S NW · 0509 N NE SE S SW · 0510 N S · 0601 SE S SW · 0602 N S · 0603 N SE
SW · 0608 NE SW · 0609 SE NW · 0702 SE NW · 0704 NE NW · 0707 NE S · 0708 N SW · 0710 NE NW · 0802 SE NW
· 0803 NE SW · 0805 NE S · 0806 N SW · 0809 NE S SW · 0810 N S
"""
EXITS = {((1, 2), "NW"), ((1, 5), "NW"), ((1, 10), "NW"), ((5, 10), "S"), ((8, 10), "S")}
CRT = {
    1: "AL AL AL NE NE DR", 2: "AL AL NE NE DR DR", 3: "AL NE NE DR DR DRL",
    4: "NE NE DR DR DRL DRL", 5: "NE DR DR DRL DRL DE", 6: "DR DRL DRL DE DE DE",
}  # fmt: skip
# The other reading of U-03: the last AL of a row is an exchange.
EXCHANGES = {(1, 3), (2, 2), (3, 1)}
POINTS = {
    "U-01": ("before", "after"),
    "U-02": ("stands", "lifted"),
    "U-03": ("none", "low"),
    "U-04": ("away", "any"),
    "U-05": ("counts", "free"),
}
REGISTER = {id: Point(id, values, values[0], open=True) for id, values in POINTS.items()}
ORDER = (
    ("german_replacement", GERMAN, "replace"),
    ("panzer_movement", GERMAN, "move"),
    ("german_combat", GERMAN, "fight"),
    ("german_movement", GERMAN, "move"),
    ("soviet_replacement", SOVIET, "replace"),
    ("rail_movement", SOVIET, "move"),
    ("soviet_combat", SOVIET, "fight"),
    ("soviet_movement", SOVIET, "move"),
)
MUD = (3, 4)
LAST_TURN = 7
RATE = {GERMAN: 1, SOVIET: 5}
EDGE = {GERMAN: 1, SOVIET: 14}
WAITING, GONE = "waiting", "gone"


def number(at: Hex) -> str:
    return f"{at[0]:02d}{at[1]:02d}"


def hexagon(text: str) -> Hex:
    return int(text[:2]), int(text[2:])


def step(at: Hex, way: str) -> Hex:
    """Return the neighbour in a direction; even columns lie half a hex lower."""
    column, row = at
    low = column % 2 == 0
    moves = {
        "N": (0, -1), "S": (0, 1),
        "NE": (1, 0 if low else -1), "SE": (1, 1 if low else 0),
        "NW": (-1, 0 if low else -1), "SW": (-1, 1 if low else 0),
    }  # fmt: skip
    return column + moves[way][0], row + moves[way][1]


def on_map(at: Hex) -> bool:
    return 1 <= at[0] <= 14 and 1 <= at[1] <= 10


def around(at: Hex) -> list[Hex]:
    return [to for way in ("N", "NE", "SE", "S", "SW", "NW") if on_map(to := step(at, way))]


def apart(a: Hex, b: Hex) -> int:
    """Return the distance in hexes, by cube coordinates."""
    dx = a[0] - b[0]
    dz = a[1] - (a[0] - 1) // 2 - b[1] + (b[0] - 1) // 2
    return max(abs(dx), abs(dz), abs(dx + dz))


def sourced_rail() -> frozenset[frozenset[Hex]]:
    """Return the rail links of the reference."""
    links = set()
    for part in RAIL_TEXT.replace("\n", " ").split("·"):
        at, *ways = part.split()
        for way in ways:
            if (hexagon(at), way) not in EXITS:
                links.add(frozenset((hexagon(at), step(hexagon(at), way))))
    return frozenset(links)


def enemy(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


def side_of(unit: str) -> str:
    return GERMAN if unit.startswith("ger-") else SOVIET


@dataclass
class Fight:
    """A battle as it stands."""

    attackers: tuple[str, ...]
    target: Hex
    die: int | None = None
    attack: dict[str, tuple[Hex, int]] = field(default_factory=dict)
    defence: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)  # strength lost
    steps_lost: dict[str, int] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    advanced: bool = False


@dataclass
class Oracle:
    """A table of Battle for Moscow, and what may be done at it.

    Parameters
    ----------
    rivers, rail : frozenset of pairs of hexes
    placed : mapping of unit to (printed hex, steps), or None
        None: the players set up themselves.
    """

    rivers: frozenset[frozenset[Hex]]
    rail: frozenset[frozenset[Hex]]
    placed: Mapping[str, tuple[str, int]] | None = None
    fixed: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.at: dict[str, Hex | str] = dict.fromkeys(FULL_HALF, WAITING)
        self.steps: dict[str, int] = dict.fromkeys(FULL_HALF, 0)
        self.owner: dict[Hex, str] = {}
        for city in CITIES:
            self.owner[city] = GERMAN if city in GERMAN_START else SOVIET
        self.turn, self.phase = (0, 0) if self.placed is None else (1, 1)
        self.ready: set[str] = set()
        for unit, (at, steps) in (self.placed or {}).items():
            self._put(unit, hexagon(at))
            self.steps[unit] = steps
        self._new_phase()

    def _new_phase(self) -> None:
        self.way: dict[str, list[Hex]] = {}
        self.fights: list[Fight] = []
        self.current: Fight | None = None
        self.raised: list[str] = []
        self.filled: list[Hex] = []

    # -- who stands where

    def _put(self, unit: str, at: Hex) -> None:
        self.at[unit] = at
        if at in CITIES:
            self.owner[at] = side_of(unit)

    def units_in(self, at: Hex, side: str | None = None) -> list[str]:
        return [u for u, where in self.at.items() if where == at and side in (None, side_of(u))]

    def zone(self, at: Hex, of: str) -> bool:
        return any(self.units_in(near, of) for near in around(at))

    def strength(self, unit: str) -> int:
        return {2: FULL_HALF[unit][0], 1: FULL_HALF[unit][1]}.get(self.steps[unit], 0)

    @property
    def now(self) -> tuple[str, str, str]:
        return ORDER[self.phase]

    @property
    def over(self) -> bool:
        return self.turn > LAST_TURN

    @property
    def winner(self) -> str:
        return self.owner[MOSCOW]

    # -- verdicts

    def outcome(self, action: Any) -> tuple[str, frozenset[str]]:
        """Return ``legal``, ``illegal`` or ``unclear``, and the clauses broken under some reading."""
        judged = every_reading(REGISTER, self.fixed, lambda reading: frozenset(self.broken(action, reading)))
        results = [result for _, result in judged]
        named = frozenset().union(*results)
        if all(results):
            return "illegal", named
        return ("unclear" if any(results) else "legal"), named

    def broken(self, action: Any, reading: Readings) -> set[str]:
        """Return the clauses that an action breaks under one reading."""
        kind = type(action).__name__
        if self.over or not self._has_place(kind, action):
            return {"0.2"}
        if self.turn > 0 and kind not in ("Lose", "Eliminate", "Retreat"):
            owed = self._owed(reading)
            if owed is not None:
                return {owed[0]}
        found: set[str] = getattr(self, f"_{kind.lower()}")(action, reading)
        return found

    def _has_place(self, kind: str, action: Any) -> bool:
        if self.turn == 0:
            if kind == "Place":
                return side_of(action.unit) not in self.ready
            return kind == "End" and action.side not in self.ready
        _, side, does = self.now
        if kind == "End":
            return bool(action.side == side)
        if kind in ("Place", "Restore"):
            return does == "replace" and side_of(action.unit) == side
        if kind == "Move":
            return does == "move" and side_of(action.unit) == side
        if kind == "Attack":
            return does == "fight" and all(side_of(unit) == side for unit in action.attackers)
        if kind == "Roll":
            return does == "fight"
        return does == "fight" and self.current is not None

    # Set-up and replacements

    def _place(self, action: Any, reading: Readings) -> set[str]:
        at, unit = hexagon(action.at), action.unit
        if self.turn == 0:
            clause, start, steps = (
                ("0.6b", GERMAN_START, 2) if side_of(unit) == GERMAN else ("0.6a", SOVIET_START, 1)
            )
            fits = (
                at in start
                and not self.units_in(at)
                and action.steps == steps
                and self.at[unit] == WAITING
                and unit != SHOCK
            )
            return set() if fits else {clause}
        side, wrong = side_of(unit), set()
        if len(self.raised) >= RATE[side]:
            wrong.add("5.1a")
        if self.at[unit] not in (WAITING, GONE) or action.steps != 1:
            wrong.add("5.1b")
        if unit in self.raised:
            wrong.add("5.1c")
        if unit == SHOCK and self.turn < 4:
            wrong.add("5.4")
        if at in self.filled and at in CITIES:
            wrong.add("5.1e")
        if at[0] == EDGE[side]:
            if self.units_in(at):
                wrong.add("5.1d")
            return wrong
        if (
            at not in CITIES
            or self.units_in(at)
            or self.owner[at] != side
            or (not (at == MOSCOW and side == SOVIET) and not self.in_touch(at, side, reading))
        ):
            wrong.add("5.1d")
        return wrong

    def _restore(self, action: Any, reading: Readings) -> set[str]:
        unit, side = action.unit, side_of(action.unit)
        wrong = set()
        if len(self.raised) >= RATE[side]:
            wrong.add("5.1a")
        if unit in self.raised:
            wrong.add("5.1c")
        at = self.at[unit]
        if isinstance(at, str) or self.steps[unit] != 1:
            return wrong | {"5.1b"}
        if not (at == MOSCOW and side == SOVIET) and not self.in_touch(at, side, reading):
            wrong.add("5.1f")
        return wrong

    def in_touch(self, at: Hex, side: str, reading: Readings) -> bool:
        """Whether a path leads from a hex to the side's own edge."""
        foe = enemy(side)

        def closed(where: Hex) -> bool:
            if self.units_in(where, foe):
                return True
            if reading["U-02"] == "lifted" and self.units_in(where, side):
                return False
            return self.zone(where, foe)

        if closed(at) and not (reading["U-05"] == "free" and not self.units_in(at, foe)):
            return False
        seen, waiting = {at}, [at]
        while waiting:
            here = waiting.pop()
            if here[0] == EDGE[side]:
                return True
            for near in around(here):
                if near not in seen and not closed(near):
                    seen.add(near)
                    waiting.append(near)
        return False

    # Movement

    def _move(self, action: Any, reading: Readings) -> set[str]:
        unit, side = action.unit, side_of(action.unit)
        phase = self.now[0]
        wrong: set[str] = set()
        if phase == "panzer_movement" and unit not in PANZERS:
            wrong.add("0.3")
        start = self.at[unit]
        if isinstance(start, str) or not action.path:
            return wrong | {"2.1a"}
        by_rail = phase == "rail_movement"
        before = self.way.get(unit, [start])
        if by_rail and not any(before[0] in link for link in self.rail):
            wrong.add("2.2a")
        way = before + [hexagon(text) for text in action.path]
        spent = 0
        stopped = False
        for index, (here, there) in enumerate(itertools.pairwise(way), 1):
            new = index >= len(before)
            if there not in around(here):
                return wrong | {"2.1a"}
            if new and stopped:
                wrong.add("1.1b")
            if new and self.units_in(there, enemy(side)):
                wrong.add("2.1c")
            if new and by_rail and frozenset((here, there)) not in self.rail:
                wrong.add("2.2b")
            along = by_rail and frozenset((here, there)) in self.rail
            spent += 2 if there in FOREST and not along else 1
            stopped = stopped or self.zone(there, enemy(side))
        if self.turn in MUD and not by_rail:
            if len(way) - 1 > 1:
                wrong.add("4.1a")
        elif spent > (6 if unit in PANZERS else 4):
            wrong.add("2.1a")
        return wrong

    # Combat

    def _attack(self, action: Any, reading: Readings) -> set[str]:
        wrong = set()
        if len(action.targets) != 1:
            wrong.add("3.1d")
        side = self.now[1]
        busy = [unit for fight in self.fights for unit in fight.attackers]
        for text in action.targets:
            target = hexagon(text)
            near = all(
                not isinstance(self.at[unit], str) and self.at[unit] in around(target)
                for unit in action.attackers
            )
            if not near or not self.units_in(target, enemy(side)):
                wrong.add("3.1a")
            # It is the enemy that is attacked once, wherever he has retreated to.
            attacked = {
                unit
                for fight in self.fights
                for unit in (self.units_in(fight.target, enemy(side)) if fight.die is None else fight.defence)
            }
            there = set(self.units_in(target, enemy(side)))
            if there and there <= attacked:
                wrong.add("3.1c")
        if not action.attackers or len(set(action.attackers)) < len(action.attackers):
            wrong.add("3.1a")
        if any(unit in busy for unit in action.attackers):
            wrong.add("3.1b")
        if any(fight.die is not None for fight in self.fights):
            wrong.add("3.1e")
        return wrong

    def _roll(self, action: Any, reading: Readings) -> set[str]:
        wrong = set()
        if self._declared(action) is None:
            wrong.add("3.1e")
        if len(action.dice) != 1 or not 1 <= action.dice[0] <= 6:
            wrong.add("3.3")
        return wrong

    def _declared(self, action: Any) -> Fight | None:
        wanted = [hexagon(text) for text in action.targets]
        for fight in self.fights:
            if [fight.target] == wanted and fight.die is None:
                return fight
        return None

    def result(self, fight: Fight, reading: Readings) -> str:
        """Return the cell of a rolled battle, ``""`` below 1:1."""
        attack = Fraction(sum(strength for _, strength in fight.attack.values()))
        if self.turn in MUD:
            attack /= 2
        defence = sum(fight.defence.values())
        ratio = attack / defence if defence else Fraction(6)
        column = int(ratio) if ratio >= 1 else 0
        if reading["U-01"] == "before":
            column = min(column, 6)
        if fight.target in FOREST:
            column -= 1
        if fight.target == MOSCOW:
            column -= 1
        if fight.target in FORTS and all(side_of(unit) == SOVIET for unit in fight.defence):
            column -= 1
        across = [frozenset((at, fight.target)) in self.rivers for at, _ in fight.attack.values()]
        if across and all(across):
            column -= 1
        column = min(column, 6)
        if column < 1 or fight.die is None:
            return ""
        if reading["U-03"] == "low" and (fight.die, column) in EXCHANGES:
            return "EX"
        return CRT[fight.die].split()[column - 1]

    CLAUSE: ClassVar = {
        "": "3.1f",
        "NE": "3.4a",
        "DR": "3.4b",
        "DRL": "3.4f",
        "AL": "3.4g",
        "DE": "3.4i",
        "EX": "3.4h",
    }

    def _owed(self, reading: Readings) -> tuple[str, str, list[str]] | None:
        """Return the clause, what is owed, and the units of whom one has to do it."""
        fight = self.current
        if fight is None:
            return None
        result = self.result(fight, reading)
        clause = self.CLAUSE[result]
        attackers = [u for u in fight.attack if self.steps[u]]
        defenders = [u for u in fight.defence if self.steps[u]]

        def taken(units: Mapping[str, Any]) -> int:
            return sum(fight.steps_lost.get(u, 0) for u in units)

        if result == "AL" and not taken(fight.attack) and attackers:
            return clause, "lose", attackers
        if result in ("DRL", "EX") and not taken(fight.defence) and defenders:
            return clause, "lose", defenders
        if result == "EX":
            theirs = sum(fight.lost.get(u, 0) for u in fight.defence)
            ours = sum(fight.lost.get(u, 0) for u in fight.attack)
            if ours < theirs and attackers:
                return clause, "lose", attackers
        if result == "DE" and defenders:
            return clause, "eliminate", defenders
        if result in ("DR", "DRL", "EX"):
            left = [u for u in defenders if u not in fight.moved]
            if left:
                return clause, "retreat", left
        return None

    def _answer(self, action: Any, wanted: str, reading: Readings) -> set[str]:
        """Judge a loss, elimination or retreat against what is owed."""
        assert self.current is not None
        owed = self._owed(reading)
        if owed is None:
            return {self.CLAUSE[self.result(self.current, reading)]}
        clause, what, units = owed
        return set() if what == wanted and action.unit in units else {clause}

    def _lose(self, action: Any, reading: Readings) -> set[str]:
        wrong = self._answer(action, "lose", reading)
        if wrong:
            return wrong
        assert self.current is not None
        clause = self.CLAUSE[self.result(self.current, reading)]
        if action.steps != 1:
            wrong.add(clause)
        if action.by not in ("", side_of(action.unit)):
            wrong.add("3.4j")
        return wrong

    def _eliminate(self, action: Any, reading: Readings) -> set[str]:
        assert self.current is not None
        owed = self._owed(reading)
        if owed is not None and owed[1] == "retreat" and action.unit in owed[2]:
            return set() if not self._retreats(action.unit, reading) else {"3.4e"}
        return self._answer(action, "eliminate", reading)

    def _retreats(self, unit: str, reading: Readings) -> int:
        """Return how long the shortest lawful retreat is, 0 when there is none."""
        start = self.at[unit]
        assert not isinstance(start, str)
        side = side_of(unit)
        ends = {start}
        for length in range(1, 40):
            ends = {
                near
                for here in ends
                for near in around(here)
                if self._open(near, side) and (reading["U-04"] == "any" or apart(start, near) == length)
            }
            if length >= 2 and any(self._ends(start, end) for end in ends):
                return length
            if not ends:
                return 0
        return 0

    def _open(self, at: Hex, side: str) -> bool:
        return not self.units_in(at, enemy(side)) and not self.zone(at, enemy(side))

    def _ends(self, start: Hex, end: Hex) -> bool:
        return apart(start, end) >= 2 and not self.units_in(end)

    def _retreat(self, action: Any, reading: Readings) -> set[str]:
        wrong = self._answer(action, "retreat", reading)
        if wrong:
            return wrong
        side = side_of(action.unit)
        if action.by not in ("", enemy(side)):
            wrong.add("3.4d")
        start = self.at[action.unit]
        assert not isinstance(start, str)
        way = [start, *map(hexagon, action.path)]
        for index, (here, there) in enumerate(itertools.pairwise(way), 1):
            if there not in around(here):
                return wrong | {"3.4c"}
            if self.zone(there, enemy(side)):
                wrong.add("1.1c")
            if self.units_in(there, enemy(side)):
                wrong.add("3.4c")
            if reading["U-04"] == "away" and apart(start, there) != index:
                wrong.add("3.4c")
        if len(way) < 3 or not self._ends(start, way[-1]):
            wrong.add("3.4c")
        else:
            shortest = self._retreats(action.unit, reading)
            if shortest and len(way) - 1 > shortest:
                wrong.add("3.4c")
        return wrong

    def _advance(self, action: Any, reading: Readings) -> set[str]:
        fight = self.current
        assert fight is not None
        fits = (
            not self.units_in(fight.target)
            and not fight.advanced
            and action.unit in fight.attackers
            and self.steps[action.unit] > 0
            and list(map(hexagon, action.path)) == [fight.target]
        )
        return set() if fits else {"3.6"}

    # The end of a phase

    def _end(self, action: Any, reading: Readings) -> set[str]:
        if self.turn == 0:
            start, clause = (GERMAN_START, "0.6b") if action.side == GERMAN else (SOVIET_START, "0.6a")
            return set() if all(self.units_in(at) for at in start) else {clause}
        wrong = set()
        if any(fight.die is None for fight in self.fights):
            wrong.add("3.1e")
        stacks = [at for at in self.at.values() if not isinstance(at, str)]
        if len(stacks) != len(set(stacks)):
            wrong.add("2.1d")
        return wrong

    # -- what an action makes of the table

    def apply(self, action: Any) -> None:
        """Carry an action out, lawful or not."""
        kind = type(action).__name__
        if kind == "Place":
            self._put(action.unit, hexagon(action.at))
            self.steps[action.unit] = action.steps
            if self.turn:
                self.raised.append(action.unit)
                self.filled.append(hexagon(action.at))
        elif kind == "Restore":
            self.steps[action.unit] += 1
            self.raised.append(action.unit)
        elif kind in ("Move", "Retreat", "Advance"):
            self._go(kind, action)
        elif kind == "Attack":
            self.fights.append(Fight(action.attackers, hexagon(action.targets[0])))
        elif kind == "Roll":
            self._rolled(action)
        elif kind == "Lose":
            self._take(action.unit, action.steps)
        elif kind == "Eliminate":
            self._take(action.unit, self.steps[action.unit])
        elif kind == "End":
            self._ended(action.side)

    def _go(self, kind: str, action: Any) -> None:
        if kind == "Move":
            start = self.at[action.unit]
            assert not isinstance(start, str)
            self.way.setdefault(action.unit, [start]).extend(map(hexagon, action.path))
        elif kind == "Retreat" and self.current is not None:
            self.current.moved.add(action.unit)
        elif self.current is not None:
            self.current.advanced = True
        for text in action.path:
            self._put(action.unit, hexagon(text))

    def _rolled(self, action: Any) -> None:
        fight = self._declared(action)
        if fight is None:
            return
        fight.die = action.dice[0]
        side = self.now[1]
        for unit in fight.attackers:
            at = self.at[unit]
            if not isinstance(at, str):
                fight.attack[unit] = (at, self.strength(unit))
        fight.defence = {u: self.strength(u) for u in self.units_in(fight.target, enemy(side))}
        self.current = fight

    def _take(self, unit: str, steps: int) -> None:
        before = self.strength(unit)
        taken = min(steps, self.steps[unit])
        self.steps[unit] -= taken
        if self.steps[unit] == 0:
            self.at[unit] = GONE
        if self.current is not None:
            fight = self.current
            fight.lost[unit] = fight.lost.get(unit, 0) + before - self.strength(unit)
            fight.steps_lost[unit] = fight.steps_lost.get(unit, 0) + taken

    def _ended(self, side: str) -> None:
        if self.turn == 0:
            self.ready.add(side)
            if len(self.ready) == 2:
                self.turn, self.phase = 1, 1
                self._new_phase()
            return
        self.phase += 1
        if self.phase == len(ORDER):
            self.turn, self.phase = self.turn + 1, 0
        self._new_phase()

    def copy(self) -> Oracle:
        """Return a table to be played on apart."""
        other = replace(self)
        for name in ("at", "steps", "owner", "turn", "phase", "ready", "way", "fights", "raised", "filled"):
            setattr(other, name, _copied(getattr(self, name)))
        other.current = None if self.current is None else other.fights[self.fights.index(self.current)]
        return other


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(item) for item in value]
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, set):
        return set(value)
    if isinstance(value, Fight):
        return replace(
            value,
            attack=dict(value.attack),
            defence=dict(value.defence),
            lost=dict(value.lost),
            steps_lost=dict(value.steps_lost),
            moved=set(value.moved),
        )
    return value
