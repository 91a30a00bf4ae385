"""Two Crowns (docs/examples), read a second time: from the sentences of its clauses alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tests.oracle.example_table import GONE, WAITING, Owing, kinds_of_areas, near_areas
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import actions as a

SEASONS = 5
OTHER = {"queen": "prince", "prince": "queen"}
CUP = ("court", "levies", "household", "household", "lords", "winter")
NAMED = {
    "court": {"q-guard", "q-marshal", "q-riders"},
    "levies": {"q-1", "q-2", "q-3", "q-marshal"},
    "household": {"p-1", "p-2", "p-3", "p-duke", "p-feint-1"},
    "lords": {"p-riders", "p-lords", "p-knights", "p-feint-2"},
    "winter": set(),
}
TABLE = {
    1: "A2 A1 A1 -", 2: "A1 A1 - R", 3: "A1 - R R", 4: "- R R D1", 5: "- R D1 D1", 6: "R D1 D1 D2",
}  # fmt: skip


@dataclass
class Fight:
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    rolled: bool = False
    result: str = ""
    stood: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    lost: dict[str, int] = field(default_factory=dict)
    retreated: set[str] = field(default_factory=set)


class Oracle(Owing):
    """A table of Two Crowns."""

    def __init__(self, game: CompiledGame) -> None:
        self.near, self.kind = near_areas(game), kinds_of_areas(game)
        self.lay_out(game)
        worth = {"castle", "minster", "vale", "fords", "downs", "abbey", "tower", "haven"}
        self.owner = {place: "prince" if place in ("haven", "downs", "tower") else "queen" for place in worth}
        for unit in self.units:
            self._take(unit)
        self.turn, self.phase = 1, 0
        self.drawn: list[str] = []
        self.chit = ""
        self.crowned = False
        self.hidden = {u for u, one in self.units.items() if one.side == "prince" and one.kind != "leader"}
        self.arrived: set[str] = set()
        self.score = {"queen": 0, "prince": 0}
        self.over, self.winner = False, ""
        self._begin()
        self._look()

    def _begin(self) -> None:
        self.trails: dict[str, list[str]] = {}
        self.fights: list[Fight] = []
        self.last: Fight | None = None

    def _look(self) -> None:
        there = [self.at[unit] for unit, one in self.units.items() if one.side == "prince"]
        self.crowned = self.crowned or "minster" in there or "castle" in there

    def room(self, place: str, unit: str) -> bool:
        """Return whether two units are kept in an area with a unit (2.5)."""
        here = {*self.there(place, self.units[unit].side), unit}
        return self.units[unit].kind == "leader" or sum(self.units[u].kind != "leader" for u in here) <= 2

    @property
    def side(self) -> str:
        """Who acts; "" where a chit is drawn next."""
        if self.phase < 2:
            return ("queen", "prince")[self.phase]
        return {"court": "queen", "levies": "queen", "": ""}.get(self.chit, "prince")

    # -- judging

    def legal(self, action: a.Action) -> bool:
        """Return whether an action is legal."""
        if self.over:
            return False
        if isinstance(action, a.Eliminate) and action.unit in self._found_out():
            return True
        if isinstance(action, a.Lose | a.Eliminate | a.Retreat):
            return self.last is not None and self._answers(action)
        if self.owed()[1]:
            return False
        open_ = any(not fight.rolled for fight in self.fights)
        match action:
            case a.End(side):
                return side == self.side and not open_ and not self._found_out()
            case a.Draw(chit):
                return self.phase == 2 and chit in CUP and not self.chit
            case a.Place(unit, at, steps):
                return self._enters(unit, at, steps)
            case a.Move(unit, path):
                return self._acts(unit) and self._moves(unit, path)
            case a.Attack(attackers, targets):
                return not open_ and self._attacks(attackers, targets)
            case a.Roll(targets, dice):
                waits = any(fight.targets == targets and not fight.rolled for fight in self.fights)
                seen = not self._found_out() and self.hidden.isdisjoint(self._fighting())
                return waits and seen and len(dice) == 1 and 1 <= dice[0] <= 6
            case a.Reveal(unit):
                return unit in self.hidden and unit in self._fighting()
        return False

    def _found_out(self) -> set[str]:
        """Return the feints that were shown and are still there (2.7)."""
        return {u for u, at in self.at.items() if "feint" in u and at in self.near and u not in self.hidden}

    def _fighting(self) -> set[str]:
        """Return who takes part in the battle that waits for its roll."""
        waiting = [fight for fight in self.fights if not fight.rolled]
        units = {unit for fight in waiting for unit in fight.attackers if self.at[unit] in self.near}
        for fight in waiting:
            side = OTHER[self.units[fight.attackers[0]].side]
            units |= {unit for place in fight.targets for unit in self.there(place, side)}
        return units

    def _acts(self, unit: str) -> bool:
        return self.phase == 2 and unit in NAMED.get(self.chit, set()) and self.at[unit] in self.near

    def _enters(self, unit: str, at: str, steps: int) -> bool:
        one = self.units[unit]
        if self.phase == 2 or one.side != self.side or self.at[unit] != WAITING or one.enters is None:
            return False
        if one.enters > self.turn or at not in one.entry or steps != len(one.attack):
            return False
        if one.side == "prince" and not self.crowned:
            return False
        return not self.there(at, OTHER[one.side]) and self.room(at, unit)

    def _moves(self, unit: str, path: tuple[str, ...]) -> bool:
        one = self.units[unit]
        if unit in self.arrived or not path:
            return False
        trail = self.trails.get(unit, [self.at[unit]])
        spent = 0
        for index, (start, place) in enumerate(pairwise([*trail, *path])):
            if place not in self.near.get(start, ()):
                return False
            spent += 2 if self.kind[place] in ("hills", "forest") else 1
            if index < len(trail) - 1:
                continue
            if one.kind == "horse" and self.kind[place] == "forest":
                return False
            if index > 0 and self.there(start, OTHER[one.side]):
                return False
        return spent <= one.movement and self.room(path[-1], unit)

    def _attacks(self, attackers: tuple[str, ...], targets: tuple[str, ...]) -> bool:
        if not attackers or not targets or len(set(attackers)) < len(attackers):
            return False
        busy = {unit for fight in self.fights for unit in fight.attackers}
        return all(
            self._acts(unit)
            and unit not in busy
            and all(self.at[unit] == place and self.there(place, OTHER[self.side]) for place in targets)
            for unit in attackers
        )

    def _owed(self) -> Iterator[tuple[str, list[str]]]:
        fight = self.last
        if fight is None or not fight.result:
            return
        group = fight.stood if fight.result[0] == "A" else fight.against
        alive = [unit for unit in group if self.at[unit] in self.near]
        if fight.result[0] in "AD" and alive and sum(fight.lost.values()) < int(fight.result[1]):
            yield "lose", alive
        left = [unit for unit in alive if unit not in fight.retreated]
        if fight.result == "R" and left:
            yield "retreat", left

    def _answers(self, action: a.Lose | a.Eliminate | a.Retreat) -> bool:
        what, who = self.owed()
        if action.unit not in who:
            return False
        unit, owner, fight = action.unit, self.units[action.unit].side, self.last
        assert fight is not None
        match action:
            case a.Lose(_, steps, by):
                due = int(fight.result[1]) - sum(fight.lost.values()) if what == "lose" else 0
                return 1 <= steps <= due and by in ("", owner)
            case a.Eliminate():
                return what == "retreat" and not self._ends(unit)
            case a.Retreat(_, path):
                return what == "retreat" and len(path) == 1 and path[0] in self._ends(unit)
        return False

    def _ends(self, unit: str) -> list[str]:
        side = self.units[unit].side
        near = self.near[self.at[unit]]
        return [place for place in near if not self.there(place, OTHER[side]) and self.room(place, unit)]

    # -- carrying out

    def apply(self, action: a.Action) -> None:
        """Carry a legal action out."""
        match action:
            case a.Draw(chit):
                self._draw(chit)
            case a.Place(unit, at):
                self.arrived.add(unit)
                self._go(unit, at)
            case a.Move(unit, path):
                self.trails.setdefault(unit, [self.at[unit]]).extend(path)
                self._go(unit, path[-1])
            case a.Attack(attackers, targets):
                self.fights.append(Fight(attackers, targets))
            case a.Roll(targets, dice):
                fight = next(f for f in self.fights if f.targets == targets and not f.rolled)
                self._roll(fight, dice[0])
            case a.Reveal(unit):
                self.hidden.discard(unit)
            case a.Lose() | a.Eliminate():
                self._remove(action)
            case a.Retreat(unit, path):
                if self.last is not None:
                    self.last.retreated.add(unit)
                self._go(unit, path[-1])
            case a.End():
                self.chit = ""
                self._begin()
                if self.phase < 2 or sorted(self.drawn) == sorted(CUP):
                    self._next()

    def _draw(self, chit: str) -> None:
        if self.drawn.count(chit) == CUP.count(chit):
            return
        self.drawn.append(chit)
        self._begin()
        if chit == "winter":
            self._next()
        else:
            self.chit = chit

    def _go(self, unit: str, place: str) -> None:
        self.at[unit] = place
        self._take(unit)

    def _lose(self, unit: str, steps: int) -> None:
        taken = min(steps, self.steps[unit])
        self.steps[unit] -= taken
        if self.last is not None:
            self.last.lost[unit] = self.last.lost.get(unit, 0) + taken
        if self.steps[unit] == 0:
            self.at[unit] = GONE
            self.hidden.discard(unit)

    def _remove(self, action: a.Lose | a.Eliminate) -> None:
        unit = action.unit
        if isinstance(action, a.Eliminate) and unit in self._found_out():
            self._vanish(unit)
        else:
            self._lose(unit, action.steps if isinstance(action, a.Lose) else self.steps[unit])

    def _vanish(self, unit: str) -> None:
        """Remove a feint; a battle without any attacker or defender is over."""
        self.at[unit], self.steps[unit] = GONE, 0
        for fight in self.fights:
            side = self.units[fight.attackers[0]].side
            attack = any(self.at[one] in self.near for one in fight.attackers)
            defence = any(self.there(place, OTHER[side]) for place in fight.targets)
            if not fight.rolled and not (attack and defence):
                fight.rolled, self.last = True, fight

    def _roll(self, fight: Fight, die: int) -> None:
        fight.rolled, self.last = True, fight
        side = self.units[fight.attackers[0]].side
        (place,) = set(fight.targets)
        fight.stood = tuple(unit for unit in fight.attackers if self.at[unit] in self.near)
        fight.against = tuple(self.there(place, OTHER[side]))
        attack = sum(self.units[u].attack[self.steps[u] - 1] for u in fight.stood)
        defence = sum(self.units[u].defence[self.steps[u] - 1] for u in fight.against)
        if self.kind[place] == "hills":
            defence += len(fight.against)
        column = sum(attack - defence >= least for least in (-1, 1, 3))
        column += any(self.units[u].kind == "leader" for u in fight.stood)
        column -= any(self.units[u].kind == "leader" for u in fight.against)
        fight.result = TABLE[die].split()[min(max(column, 0), 3)].replace("-", "")

    def _next(self) -> None:
        self.phase += 1
        if self.phase == 3:
            self.phase, self.turn = 0, self.turn + 1
            self.drawn, self.chit, self.arrived = [], "", set()
            self._count()
        if not self.over:
            self._look()

    def _count(self) -> None:
        for side in self.score:
            self.score[side] += sum(owner == side for owner in self.owner.values())
        castle = self.owner["castle"] == "prince"
        self.score["prince"] += 3 * castle
        if castle and self.at["q-guard"] == GONE:
            self.over, self.winner = True, "prince"
        elif self.turn > SEASONS:
            self.over, self.winner = True, "prince" if self.score["prince"] >= 20 else "queen"
