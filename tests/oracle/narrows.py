"""The Narrows (docs/examples), read a second time: from the sentences of its clauses alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tests.oracle.example_table import GONE, WAITING, Owing, kinds_of_areas, near_areas
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared import actions as a

DAYS = 6
OTHER = {"red": "blue", "blue": "red"}
HELD, DRAWS = {"red": 3, "blue": 2}, {"red": 1, "blue": 99}
PORTS = ("northport", "southport")
MOVING = {0: "red", 2: "blue"}
FIGHTING = {1: "red", 3: "blue"}


@dataclass
class Fight:
    attackers: tuple[str, ...]
    place: str
    side: str
    supporters: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    pinned: str = ""
    defenders: tuple[str, ...] = ()
    thrown: dict[str, list[int]] = field(default_factory=dict)
    begun: bool = False
    over: bool = False
    # What has been carried out: of which throwers the hits are counted, steps lost and units gone back.
    hits: Counter[str] = field(default_factory=Counter)
    shaken: set[str] = field(default_factory=set)
    lost: Counter[str] = field(default_factory=Counter)
    back: set[str] = field(default_factory=set)


class Oracle(Owing):
    """A table of The Narrows."""

    def __init__(self, game: CompiledGame) -> None:
        self.near = near_areas(game)
        self.kinds = kinds_of_areas(game)
        self.hills = {area for area, kind in self.kinds.items() if kind == "hills"}
        self.lay_out(game)
        values = {"camp", "mill", "narrows", *PORTS}
        self.owner = {place: "red" if place in ("camp", "mill") else "blue" for place in values}
        self.cards = {c.id: (str(c.side), str(c.unit_class)) for c in game.counters if c.kind == "card"}
        self.pile = dict.fromkeys(self.cards, "deck")
        self.turn, self.phase = 1, 0
        self.over, self.winner = False, ""
        self._begin()

    def _begin(self) -> None:
        self.trails: dict[str, list[str]] = {}
        self.fights: list[Fight] = []
        self.last: Fight | None = None
        self.veterans, self.smoke = "", ""
        self.drawn, self.dropped, self.marching, self.marched = 0, 0, False, False

    # -- judging

    def legal(self, action: a.Action) -> bool:
        """Return whether an action is legal."""
        if self.over:
            return False
        what, who = self.owed()
        match action:
            case a.Roll(targets, dice, unit):
                return self._throws(targets, dice, unit)
            case a.Lose(unit, steps, by):
                return what == "lose" and unit in who and self._loses(unit, steps, by)
            case a.Retreat(unit, path):
                goes = len(path) == 1 and path[0] in self._ends(unit)
                return what == "retreat" and unit in who and goes
        if what or isinstance(action, a.Eliminate | a.Advance):
            return False
        match action:
            case a.End(side):
                waits = any(not fight.over for fight in self.fights)
                keeps = side == "blue" and self.phase == 3 and len(self._hand(side, "hand")) > 1
                return side == self.side and not (
                    waits or keeps or (self.phase in MOVING and self._draws(side))
                )
            case a.Deal() | a.Reshuffle() | a.Discard() | a.Play():
                return self._handles(action)
            case a.Move(unit, path):
                return self._moves(unit, path)
            case a.Attack(attackers, targets):
                return self._attacks(attackers, targets)
            case a.Support(unit, targets):
                return self._supports(unit, targets)
        return False

    def _handles(self, action: a.Deal | a.Reshuffle | a.Discard | a.Play) -> bool:
        match action:
            case a.Deal(card):
                return card in self.cards and self._deals(card)
            case a.Reshuffle("red", cards):
                used, empty = set(self._hand("red", "played")), not self._hand("red", "deck")
                return self.phase == 0 and empty and self._draws("red") and set(cards) == used
            case a.Discard(card):
                return self.pile.get(card) == "hand" and self._discards(self.cards[card][0])
            case a.Play(card, targets, on):
                return self.pile.get(card) == "hand" and self._plays(card, targets, on)
        return False

    @property
    def side(self) -> str:
        """Who acts."""
        return {**MOVING, **FIGHTING}[self.phase]

    def _hand(self, side: str, pile: str) -> list[str]:
        return [card for card, where in self.pile.items() if where == pile and self.cards[card][0] == side]

    def _draws(self, side: str) -> bool:
        more = self.drawn < DRAWS[side] and len(self._hand(side, "hand")) < HELD[side]
        again = self._hand(side, "played") if side == "red" else []
        return more and bool(self._hand(side, "deck") or again)

    def _discards(self, side: str) -> bool:
        if side == "red":
            return self.phase == 0 and not self.dropped
        return self.phase == 3 and len(self._hand(side, "hand")) > 1

    def _deals(self, card: str) -> bool:
        side = self.cards[card][0]
        return MOVING.get(self.phase) == side and self.pile[card] == "deck" and self._draws(side)

    def _plays(self, card: str, targets: tuple[str, ...], on: str) -> bool:
        side, kind = self.cards[card]
        if kind == "veterans":
            known = on in self.units and self.units[on].side == side and self.on_map(on)
            fit = known and self.units[on].kind in ("foot", "horse")
            return FIGHTING.get(self.phase) == side and not self.marched and fit
        if kind == "smoke":
            laid = self.kinds.get(on) in ("plain", "hills")
            return FIGHTING.get(self.phase) == side and not self.marched and laid
        if on and kind != "snipers":
            return False
        if kind == "forced_march":
            return MOVING.get(self.phase) == side and not self.marched
        fight = self._open(targets)
        if fight is None or any(self.cards[other][0] == side for other in fight.cards):
            return False
        if kind == "snipers":
            part = (*fight.attackers, *self.there(fight.place, OTHER[fight.side]), *fight.supporters)
            return on in part and self.units[on].side != side and self.units[on].kind != "fort"
        return (fight.side == side) is (kind == "barrage")

    def _open(self, targets: tuple[str, ...]) -> Fight | None:
        return next((f for f in self.fights if (f.place,) == targets and not f.begun and not f.over), None)

    def _moves(self, unit: str, path: tuple[str, ...]) -> bool:
        one = self.units[unit]
        if MOVING.get(self.phase) != one.side or one.kind == "fort" or not self.on_map(unit) or not path:
            return False
        trail = self.trails.get(unit, [self.at[unit]])
        for index, (start, place) in enumerate(pairwise([*trail, *path])):
            if place not in self.near.get(start, ()):
                return False
            if index >= len(trail) - 1 and index > 0 and self.there(start, OTHER[one.side]):
                return False
        allowed = one.movement * (2 if self.marching else 1)
        return len(trail) - 1 + len(path) <= allowed and self._room(path[-1], unit)

    def _room(self, place: str, unit: str) -> bool:
        return len({*self.there(place, self.units[unit].side), unit}) <= 4

    def _attacks(self, attackers: tuple[str, ...], targets: tuple[str, ...]) -> bool:
        side = FIGHTING.get(self.phase)
        if side is None or len(targets) != 1 or not attackers or len(set(attackers)) < len(attackers):
            return False
        busy = {unit for fight in self.fights for unit in fight.attackers}
        able = all(
            self.units[unit].side == side
            and self.at[unit] == targets[0]
            and self.units[unit].kind not in ("fort", "ship")
            and unit not in busy
            for unit in attackers
        )
        return able and not any(f.begun for f in self.fights) and bool(self.there(targets[0], OTHER[side]))

    def _supports(self, unit: str, targets: tuple[str, ...]) -> bool:
        fight, one = self._open(targets), self.units[unit]
        if fight is None or any(unit in other.supporters for other in self.fights):
            return False
        if unit in (*fight.attackers, *self.there(fight.place, OTHER[fight.side])):
            return False
        joined = [self.units[other] for other in fight.supporters]
        if one.kind == "ship":
            return one.side == fight.side
        reaches = self.on_map(unit) and self.distance(self.at[unit], fight.place) <= 1
        if one.kind != "guns" or not reaches:
            return False
        if one.side == fight.side:
            return not any(other.kind == "guns" and other.side == one.side for other in joined)
        return not any(other.kind == "ship" for other in joined)

    # -- dice

    def _throwing(self, targets: tuple[str, ...]) -> Fight | None:
        """Return the battle that goes on, or the first that waits in a place."""
        if self.last is not None and not self.last.over:
            return self.last if (self.last.place,) == targets else None
        return self._open(targets)

    def _fighters(self, fight: Fight) -> list[str]:
        """Return who fights in a battle and is there still, forts apart from those who throw after them."""
        there = fight.defenders if fight.begun else tuple(self.there(fight.place, OTHER[fight.side]))
        attack = [unit for unit in fight.attackers if self.at[unit] == fight.place]
        all_ = [*attack, *(unit for unit in there if self.at[unit] == fight.place), *fight.supporters]
        return [unit for unit in all_ if self.at[unit] != GONE]

    def _dice_of(self, fight: Fight, unit: str) -> int:
        kind = self.units[unit].kind
        if unit == fight.pinned:
            return 0
        if kind == "guns" and fight.place == self.smoke:
            return 1
        return {"fort": 2, "ship": 3}.get(kind, self.steps[unit])

    def _next(self, fight: Fight) -> list[str]:
        """Return who throws now: forts first, then all others."""
        fighters = self._fighters(fight)
        late = [unit for unit in fighters if len(fight.thrown.get(unit, [])) < self._dice_of(fight, unit)]
        if fight.begun and not all(self._touched(fight, side) for side in OTHER):
            return []
        forts = [unit for unit in late if self.units[unit].kind == "fort"]
        return forts or late

    def _throws(self, targets: tuple[str, ...], dice: tuple[int, ...], unit: str) -> bool:
        fight = self._throwing(targets)
        if not unit or fight is None or self.phase not in FIGHTING or self.owed()[0] in ("lose", "retreat"):
            return False
        return unit in self._next(fight) and bool(dice) and all(1 <= die <= 6 for die in dice)

    def _codes(self, fight: Fight, unit: str, die: int) -> str:
        one = self.units[unit]
        attacks = one.side == fight.side
        played = {self.cards[card][1] for card in fight.cards}
        match one.kind:
            case "fort":
                return "H" if die <= one.defence[self.steps[unit] - 1] else ""
            case "ship":
                return "H" if die == 6 else ""
            case "guns" if fight.place == self.smoke:
                return "S" if die <= 2 else ""
            case "guns":
                more = attacks and "barrage" in played
                return "H" if die >= (4 if more else 5) else "S" if die <= (2 if more else 1) else ""
        if attacks and unit == self.veterans:
            return "H" if die >= 4 else ""
        hard = attacks and (fight.place in self.hills or "trenches" in played)
        return "H" if die >= (6 if hard else 5) else ""

    # -- what a battle asks for

    def _owed(self) -> Iterator[tuple[str, list[str]]]:
        fight = self.last
        if fight is None or fight.over:
            return
        # What the attacker's dice gave comes first.
        for side in (OTHER[fight.side], fight.side):
            alive = self._touched(fight, side)
            if alive and fight.lost[side] < fight.hits[side]:
                yield "lose", alive
            stay = [unit for unit in self._touched(fight, side) if unit not in fight.back]
            going = [unit for unit in stay if self._ends(unit)]
            if side in fight.shaken and going:
                yield "retreat", going
        if self._next(fight):
            yield "roll", []

    def _touched(self, fight: Fight, side: str) -> list[str]:
        units = fight.attackers if side == fight.side else fight.defenders
        return [unit for unit in units if self.on_map(unit)]

    def _loses(self, unit: str, steps: int, by: str) -> bool:
        assert self.last is not None
        side = self.units[unit].side
        due = self.last.hits[side] - self.last.lost[side]
        return 1 <= steps <= due and by in ("", side)

    def _ends(self, unit: str) -> list[str]:
        side = self.units[unit].side
        near = self.near.get(self.at[unit], ())
        return [place for place in near if not self.there(place, OTHER[side]) and self._room(place, unit)]

    # -- carrying out

    def apply(self, action: a.Action) -> None:
        """Carry a legal action out."""
        fight = self.last
        match action:
            case a.Reshuffle(_, cards):
                self.pile |= dict.fromkeys(cards, "deck")
            case a.Discard(card):
                self.pile[card] = "played"
                self.dropped += 1
            case a.Deal() | a.Play():
                self._handle(action)
            case a.Move(unit, path):
                self.trails.setdefault(unit, [self.at[unit]]).extend(path)
                self._go(unit, path[-1])
            case a.Attack(attackers, targets):
                self.fights.append(Fight(attackers, targets[0], self.units[attackers[0]].side))
            case a.Support(unit, targets):
                found = self._open(targets)
                assert found is not None
                found.supporters.append(unit)
            case a.Roll(targets, dice, unit):
                self._throw(targets, dice, unit)
            case a.Lose(unit, steps) if fight is not None:
                fight.lost[self.units[unit].side] += steps
                self.steps[unit] -= steps
                if self.steps[unit] <= 0:
                    self.at[unit] = GONE
            case a.Retreat(unit, path) if fight is not None:
                fight.back.add(unit)
                self._go(unit, path[-1])
            case a.End():
                self._end()
        if self.last is not None and not self.last.over and not self.owed()[0]:
            self.last.over = True

    def _handle(self, action: a.Deal | a.Play) -> None:
        _, kind = self.cards[action.card]
        if isinstance(action, a.Deal):
            self.pile[action.card] = "hand"
            self.drawn += 1
            return
        self.pile[action.card] = "played"
        fight = self._open(action.targets)
        if kind in ("forced_march", "veterans", "smoke"):
            self.marched = True
            self.marching = self.marching or kind == "forced_march"
            self.veterans = action.on if kind == "veterans" else self.veterans
            self.smoke = action.on if kind == "smoke" else self.smoke
        elif fight is not None:
            fight.cards.append(action.card)
            fight.pinned = action.on or fight.pinned

    def _throw(self, targets: tuple[str, ...], dice: tuple[int, ...], unit: str) -> None:
        fight = self._throwing(targets)
        assert fight is not None
        if not fight.begun:
            fight.defenders = tuple(self.there(fight.place, OTHER[fight.side]))
            fight.begun, self.last = True, fight
        known = fight.thrown.setdefault(unit, [])
        known.extend(dice[: self._dice_of(fight, unit) - len(known)])
        first = self.units[unit].kind == "fort"
        order = [u for u in self._fighters(fight) if (self.units[u].kind == "fort") is first]
        if any(len(fight.thrown.get(u, [])) < self._dice_of(fight, u) for u in order):
            return
        for each in order:
            enemy = OTHER[self.units[each].side]
            for die in fight.thrown.get(each, ()):
                code = self._codes(fight, each, die)
                fight.hits[enemy] += code == "H"
                if code == "S":
                    fight.shaken.add(enemy)

    def _go(self, unit: str, place: str) -> None:
        self.at[unit] = place
        self._take(unit)

    def _end(self) -> None:
        self.phase += 1
        if self.phase == 4:
            self.phase, self.turn = 0, self.turn + 1
        self._begin()
        if self.turn > DAYS:
            self.over = True
            self.winner = "red" if "red" in (self.owner[port] for port in PORTS) else "blue"


__all__ = ["WAITING", "Oracle"]
