"""Small countries in shorthand, for lines, supply, arrivals and victory.

``0305`` is column 3, row 5; columns with an even number lie half a hex lower.  A unit is written as its class
and where it is: ``"Inf 0505"``, ``"Pz reduced rail"``, ``"HQ pool"``, with ``one`` for a blank back and
``lost rail`` for a lost headquarters; its name may be ``GD``.  Every unclear point stands at its default but
those that are fixed otherwise or left open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.games.gj47.rules.worlds import World, charts, fort_markers, plain
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.course import Box, Cause, Command, Phase
from toolkit.games.gj47.rules.data import ChitType, RulesData
from toolkit.games.gj47.rules.from_game import points_of
from toolkit.games.gj47.rules.odds import unit_strength
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner, UnitType
from toolkit.rules.rulings import Points, Rulings
from toolkit.rules.verdict import Outcome
from toolkit.source.options import Option, load_options

SOURCES = Path(__file__).parents[4] / "source_data" / "gj47"
NONE: Mapping[str, str] = MappingProxyType({})
COLUMNS, ROWS = 14, 10
MECHANISED = {"Pz", "SS", "Mot", "Tk", "Mech", "G-Mech", "NKVD-Mot"}
NATIONS = {"Hun": "hungarian", "Rum": "romanian", "It": "italian"}
SYMBOLS = {"Pz": "armour", "Jg": "jaeger", "Mt": "mountain", "Mot": "motorised", "HQ": "hq", "Cav": "cavalry"}
CHITS = {
    "supply": (None, "supply", "always"),
    "SR": (Owner.SOVIET, "soviet_reinforcement", "soviet_special"),
    "AR": (Owner.AXIS, "axis_reinforcement", "axis_rnf_com"),
}


@lru_cache
def register() -> tuple[Option, ...]:
    return tuple(load_options(SOURCES)[0])


def points(fixed: Mapping[str, str] = NONE, opened: tuple[str, ...] = ()) -> Points:
    """Return every point at its default, some fixed otherwise, some with all their values."""
    values = dict(
        points_of(register(), {option.id: option.default for option in register()} | dict(fixed)).values
    )
    for option in register():
        if option.id in opened:
            rest = [value.id for value in option.values if value.id != option.default]
            values[option.id] = (option.default, *rest)
    return Points(MappingProxyType(values))


def strip(*land: str, **others: str) -> dict[str, str]:
    """Return terrain: sea everywhere but in row 5 and the hexes named; more terrain by its kind."""
    numbers = {f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)}
    kept = {f"{column:02}05" for column in range(1, COLUMNS + 1)} | set(land)
    return {"sea": " ".join(sorted(numbers - kept)), **others}


class Country:
    """A world with units; actions by name."""

    def __init__(
        self,
        axis: Mapping[str, str] = NONE,
        soviet: Mapping[str, str] = NONE,
        *,
        terrain: Mapping[str, str] = NONE,
        lines: Mapping[str, str] = NONE,
        sides: Mapping[str, str] = NONE,
        towns: str = "",
        vp: str = "",
        west: str = "",
        sources: tuple[str, str] = ("", ""),
        forts: Mapping[str, int] = MappingProxyType({}),
        fixed: Mapping[str, str] = NONE,
        opened: tuple[str, ...] = (),
    ) -> None:
        self.world: World = plain(COLUMNS, ROWS)
        self.draw(terrain, lines, sides)
        self.names: list[str] = []
        kinds: list[UnitType] = []
        self.texts: list[str] = []
        for owner, units in ((Owner.AXIS, axis), (Owner.SOVIET, soviet)):
            for name, text in units.items():
                self.names.append(name)
                self.texts.append(text)
                kinds.append(kind_of(owner, name, text))
        cities = {h for h, kind in enumerate(self.world.terrain) if kind == "city"}
        board: Board = replace(
            self.world.data().board,
            towns=frozenset(self.hexes(towns)) | cities,
            vp_hexes=frozenset(self.hexes(vp)),
            start_axis=frozenset(self.hexes(west)),
            sources=(frozenset(self.hexes(sources[0])), frozenset(self.hexes(sources[1]))),
        )
        chits = {name: ChitType(name, *what) for name, what in CHITS.items()}
        self.data = RulesData(
            board, tuple(kinds), charts(), points(fixed, opened), chits=chits, forts=fort_markers()
        )
        self.position = Position(self.data)
        for unit, text in enumerate(self.texts):
            *words, where = text.split()
            self.position.reduced[unit] = "reduced" in words
            if where[0].isdigit():
                self.position.place(unit, self.hex(where))
            else:
                self.position.send(unit, Box[where.upper()])
                if where == "rail" and "lost" not in words:
                    self.position.by_rail |= {unit}
        self.position.forts.update({self.hex(number): level for number, level in forts.items()})

    def draw(self, terrain: Mapping[str, str], lines: Mapping[str, str], sides: Mapping[str, str]) -> None:
        for kind, hexes in terrain.items():
            for h in self.hexes(hexes):
                self.world.terrain[h] = kind
        for kind, ways in lines.items():
            for way in ways.split(","):
                for one, other in pairwise(self.hexes(way)):
                    assert other in self.world.around(one), (kind, way)
                    self.world.add(one, other, kind)
        for kind, pairs in sides.items():
            for pair in pairs.split():
                one, other = map(self.hex, pair.split("/"))
                assert other in self.world.around(one), (kind, pair)
                self.world.add(one, other, kind)

    # -- names -------------------------------------------------------------------------------------

    def hex(self, number: str) -> int:
        return (int(number[:2]) - 1) * ROWS + int(number[2:]) - 1

    def hexes(self, numbers: str) -> list[int]:
        return list(map(self.hex, numbers.split()))

    def numbers(self, hexes: Any) -> set[str]:
        """Return the numbers of hexes, or of those that an array by hex marks."""
        chosen = hexes
        if isinstance(hexes, bytes | bytearray):
            chosen = [h for h, mark in enumerate(hexes) if mark]
        return {self.data.board.numbers[h] for h in chosen}

    def unit(self, name: str) -> int:
        return self.names.index(name)

    def units(self, names: str) -> tuple[int, ...]:
        return tuple(map(self.unit, names.split()))

    def called(self, units: Any) -> set[str]:
        return {self.names[unit] for unit in units}

    def rulings(self, **fixed: str) -> Rulings:
        """Return the rulings of this match, some points fixed: ``rulings(U_29="free")``."""
        return Rulings(self.data.points.fixed({key.replace("_", "-"): v for key, v in fixed.items()}))

    # -- the course of the game --------------------------------------------------------------------

    def worth(self, unit: int) -> tuple[int, int, int]:
        """Return what the rules count of a unit: attack, defence, movement allowance."""
        position, face = self.position, self.position.reduced[unit]
        attack, defence = (unit_strength(position, unit, face, attacks=attacks) for attacks in (True, False))
        return attack, defence, position.allowance(unit)

    def phase(self, phase: Phase, chit: str = "supply", **turn: Any) -> Country:
        command = Command(chit) if phase is not Phase.DRAW else None
        turn = {"ready": frozenset(Owner)} | turn
        self.position.turn = replace(self.position.turn, phase=phase, command=command, drawn=(chit,), **turn)
        return self

    def lose(self, name: str, cause: Cause) -> Country:
        self.position.remove(self.unit(name), cause)
        return self

    def enter(self, name: str, number: str, *, reduced: bool = False) -> a.Enter:
        return a.Enter(self.unit(name), self.hex(number), reduced)

    def broken(self, action: a.Action) -> tuple[str, ...]:
        """Return the rules that an action breaks; ``("?", points…)`` for an unclear one."""
        verdict = game.check(self.position, action)
        if verdict.outcome is Outcome.UNCLEAR:
            return ("?", *verdict.unclear)
        return verdict.rules

    def do(self, *actions: a.Action) -> Country:
        """Carry actions out, each of which has to be legal."""
        for action in actions:
            assert self.broken(action) == (), (action, self.broken(action))
            game.apply(self.position, action)
        return self

    def force(self, *actions: a.Action) -> Country:
        for action in actions:
            game.apply(self.position, action)
        return self


def kind_of(owner: Owner, name: str, text: str) -> UnitType:
    """Return the type of a unit from its shorthand."""
    words = text.split()
    pool_type = words[0]
    nation = NATIONS.get(pool_type, "german" if owner is Owner.AXIS else "soviet")
    nation = next((word for word in words if word in NATIONS.values()), nation)
    return UnitType(
        name,
        owner,
        pool_type in MECHANISED,
        pool_type == "Mt",
        5,
        5,
        headquarters=pool_type == "HQ",
        nationality=nation,
        name=name,
        steps=1 if "one" in words else 2,
        attack=(4, 2),
        defence=(4, 2),
        command_range=4 if pool_type == "HQ" else 0,
        pool_type=pool_type,
        symbol=next((w for w in words[1:-1] if w in SYMBOLS.values()), SYMBOLS.get(pool_type, "infantry")),
        short=name,
    )
