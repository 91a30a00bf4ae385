"""Battle for Moscow read once more, from the reference alone: slow, plain, without the mechanisms.

Hexes are ``(column, row)``, units and sides are words, the table is one dictionary after another.  Nothing is
taken from the game's declarations; of its map only what the reference calls invented (rivers, the railway in
the east) comes from outside.  Written before the mechanisms were; where the two differed and what settled it
stands in docs/battle_for_moscow.md.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from tests.oracle.battle_for_moscow_facts import (
    CITIES,
    CRT,
    EDGE,
    EXCHANGES,
    FOREST,
    FORTS,
    GERMAN,
    GERMAN_START,
    GONE,
    MOSCOW,
    MUD,
    PANZERS,
    RATE,
    REGISTER,
    SHOCK,
    SOVIET,
    SOVIET_START,
    WAITING,
    Hex,
    apart,
    around,
    enemy,
    hexagon,
    side_of,
)
from tests.oracle.battle_for_moscow_table import Fight, Table
from tests.oracle.readings import Readings, every_reading


class Oracle(Table):
    """A table, and what may be done at it."""

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
