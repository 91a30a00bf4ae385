"""Small battlefields in shorthand: a plain world of columns and rows, units by name, actions by name.

``0305`` is column 3, row 5; columns with an even number lie half a hex lower.  A unit is written as its
strength, what is special about it, and its hex: ``"7 0505"``, ``"mech 4-3/2-1 0505"`` (attack-defence, full
and reduced), ``"2 one 0506"`` (a blank back), ``"3 reduced 0506"``, ``"mt 3 0505"``, ``"hq 2 0505"``.  For
the acting side an ``HQ`` is added whose range covers everything, far away in 0101.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from tests.games.gj47.rules.worlds import Piece, World, charts, fort_markers, plain
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game
from toolkit.games.gj47.rules.course import OFF_MAP, Battle, Command, Phase
from toolkit.games.gj47.rules.data import ChitType, RulesData
from toolkit.games.gj47.rules.from_game import points_of
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner, UnitType
from toolkit.rules.rulings import Points, Rulings
from toolkit.rules.verdict import Outcome, Verdict
from toolkit.source.options import Option, load_options

SOURCES = Path(__file__).parents[4] / "source_data" / "gj47"
COLUMNS, ROWS = 12, 12
NONE: Mapping[str, str] = MappingProxyType({})


@lru_cache
def register() -> tuple[Option, ...]:
    return tuple(load_options(SOURCES)[0])


def points(fixed: Mapping[str, str] = NONE, opened: tuple[str, ...] = ()) -> Points:
    """Return the register with every point at its default but those fixed otherwise or left open.

    Retreats take the short way first (U-67) unless a test says otherwise: it has more cases.
    """
    known = {option.id: option.default for option in register()} | {"U-67": "short-way-first"}
    chosen = {**known, **fixed}
    values = dict(points_of(register(), chosen).values)
    for option in register():
        if option.id in opened:
            others = [value.id for value in option.values if value.id != option.default]
            values[option.id] = (option.default, *others)
    return Points(MappingProxyType(values))


class Field:
    """A battlefield with the chit of one side in play; attacks can be announced."""

    def __init__(
        self,
        axis: Mapping[str, str] = NONE,
        soviet: Mapping[str, str] = NONE,
        *,
        terrain: Mapping[str, str] = NONE,
        lines: Mapping[str, str] = NONE,
        sides: Mapping[str, str] = NONE,
        towns: str = "",
        sources: tuple[str, str] = ("", ""),
        forts: Mapping[str, int] = NONE,
        acting: str = "axis",
        fixed: Mapping[str, str] = NONE,
        opened: tuple[str, ...] = (),
        world: World | None = None,
    ) -> None:
        self.world = world or plain(COLUMNS, ROWS)
        self._draw(terrain, lines, sides)
        self.names: list[str] = []
        self.kinds: list[UnitType] = []
        self.where: list[int] = []
        self.reduced: list[bool] = []
        for owner, units in ((Owner.AXIS, axis), (Owner.SOVIET, soviet)):
            for name, text in units.items():
                self._add(owner, name, text)
        side = Owner[acting.upper()]
        self._add(side, "HQ", "hq 1 0101")
        board = replace(
            self.world.data().board,
            towns=frozenset(map(self.hex, towns.split())) | self._cities(),
            sources=(
                frozenset(map(self.hex, sources[0].split())),
                frozenset(map(self.hex, sources[1].split())),
            ),
        )
        hq = self.names.index("HQ")
        chit = ChitType("chit", side, "activate", "ger_com", hq)
        self.data = RulesData(
            board,
            tuple(self.kinds),
            charts(),
            points(fixed, opened),
            chits={"chit": chit},
            forts=fort_markers(),
        )
        self.position = Position(self.data)
        for unit, h in enumerate(self.where):
            if h != OFF_MAP:
                self.position.place(unit, h)
            self.position.reduced[unit] = self.reduced[unit]
        self.position.forts.update({self.hex(number): level for number, level in forts.items()})
        command = Command("chit", hq=hq, hexes_then=tuple(self.position.hex_of))
        self.position.turn = replace(
            self.position.turn, phase=Phase.DECLARATION, command=command, drawn=("chit",)
        )

    def _draw(self, terrain: Mapping[str, str], lines: Mapping[str, str], sides: Mapping[str, str]) -> None:
        for kind, hexes in terrain.items():
            for number in hexes.split():
                self.world.terrain[self.hex(number)] = kind
        for kind, hexes in lines.items():
            for one, other in pairwise(map(self.hex, hexes.split())):
                assert other in self.world.around(one), (kind, hexes)
                self.world.add(one, other, kind)
        for kind, pairs in sides.items():
            for pair in pairs.split():
                one, other = map(self.hex, pair.split("/"))
                assert other in self.world.around(one), (kind, pair)
                self.world.add(one, other, kind)

    def _cities(self) -> frozenset[int]:
        return frozenset(h for h, kind in enumerate(self.world.terrain) if kind == "city")

    def _add(self, owner: Owner, name: str, text: str) -> None:
        words = text.split()
        number = words.pop()
        strength = next(word for word in words if word[0].isdigit())
        words.remove(strength)
        found = re.fullmatch(r"(\d+)(?:-(\d+))?(?:/(\d+)(?:-(\d+))?)?", strength)
        assert found, text
        attack, defence, back, back_defence = found.groups()
        full = int(attack), int(defence or attack)
        half = (int(back), int(back_defence or back)) if back else (full[0] // 2, full[1] // 2)
        if "one" in words:
            half = full
        nation = next((word for word in words if word in ("italian", "hungarian", "romanian")), None)
        self.kinds.append(
            UnitType(
                name,
                owner,
                "mech" in words,
                "mt" in words,
                5,
                5,
                headquarters="hq" in words,
                nationality=nation or ("german" if owner is Owner.AXIS else "soviet"),
                name=name,
                steps=1 if "one" in words else 2,
                attack=(full[0], half[0]),
                defence=(full[1], half[1]),
                command_range=99 if name == "HQ" else 0,
            )
        )
        self.names.append(name)
        self.where.append(self.hex(number))
        self.reduced.append("reduced" in words)
        self.world.pieces.append(
            Piece(name, owner.name.lower(), "mech" in words, "mt" in words, 5, self.hex(number))
        )

    # -- names -------------------------------------------------------------------------------------

    def hex(self, number: str) -> int:
        """Return a hex by its number; ``off`` for off the map."""
        if number == "off":
            return OFF_MAP
        return (int(number[:2]) - 1) * self.world.rows + int(number[2:]) - 1

    def unit(self, name: str) -> int:
        return self.names.index(name)

    def units(self, names: str) -> tuple[int, ...]:
        return tuple(map(self.unit, names.split()))

    def path(self, numbers: str) -> tuple[int, ...]:
        return tuple(map(self.hex, numbers.split()))

    def rulings(self, **fixed: str) -> Rulings:
        """Return the rulings of this match, some points fixed: ``rulings(U_29="free")``."""
        chosen = {key.replace("_", "-"): value for key, value in fixed.items()}
        return Rulings(self.data.points.fixed(chosen))

    def battle(self, target: str) -> Battle:
        found = self.position.command.battle(self.hex(target))
        assert found is not None
        return found

    # -- actions -----------------------------------------------------------------------------------

    def declaration(self, target: str, attackers: str, defenders: str = "") -> a.Declare:
        return a.Declare(self.hex(target), self.units(attackers), self.units(defenders))

    def retreat_of(self, target: str, unit: str, path: str, steps: int = 0, gone: bool = False) -> a.Retreat:
        return a.Retreat(self.hex(target), self.unit(unit), self.path(path), steps, gone)

    def advance_of(self, target: str, unit: str, path: str) -> a.Advance:
        return a.Advance(self.hex(target), self.unit(unit), self.path(path))

    def loss(self, target: str, owner: str, units: str = "", fort: int = 0, converted: int = 0) -> a.Lose:
        return a.Lose(self.hex(target), Owner[owner.upper()], self.units(units), fort, converted)

    def judge(self, action: a.Action) -> Verdict:
        return game.check(self.position, action)

    def broken(self, action: a.Action) -> tuple[str, ...]:
        """Return the rules that an action breaks; ``("?", points…)`` for an unclear one."""
        verdict = self.judge(action)
        if verdict.outcome is Outcome.UNCLEAR:
            return ("?", *verdict.unclear)
        return verdict.rules

    def do(self, *actions: a.Action) -> Field:
        """Carry actions out, each of which has to be legal."""
        for action in actions:
            verdict = self.judge(action)
            assert verdict.outcome is Outcome.LEGAL, (action, verdict)
            game.apply(self.position, action)
        return self

    def force(self, *actions: a.Action) -> Field:
        """Carry actions out, legal or not."""
        for action in actions:
            game.apply(self.position, action)
        return self

    def announced(self, *attacks: str) -> Field:
        """Announce attacks, written ``"0506: A B"``, and go on to the battles."""
        for attack in attacks:
            target, _, attackers = attack.partition(":")
            self.force(self.declaration(target.strip(), attackers))
        return self.force(a.EndDeclaration())

    def fought(self, attack: str, die: int) -> Field:
        """Announce one attack and throw its die."""
        return self.announced(attack).force(a.Roll(self.hex(attack.partition(":")[0].strip()), die))

    def result(self, target: str, **fixed: str) -> str:
        from toolkit.games.gj47.rules.results import result

        return result(self.position, self.battle(target), self.rulings(**fixed)).text
