"""A little board for mechanisms: a row of places a to h, with a side way, and units of two sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolkit.rules.mechanisms.board import Board
from toolkit.rules.mechanisms.forces import Face, Unit

ROW = "abcdefgh"


def board() -> Board:
    """Return a row a-b-c-d-e-f-g-h; x lies beside c and d; d is woods, a river runs between e and f."""
    near = {
        place: tuple(ROW[i] for i in (index - 1, index + 1) if 0 <= i < len(ROW))
        for index, place in enumerate(ROW)
    }
    near |= {"c": (*near["c"], "x"), "d": (*near["d"], "x"), "x": ("c", "d")}
    both = {("e", "f"), ("f", "e")}
    road = {("e", "f"), ("f", "e"), ("f", "g"), ("g", "f")}
    return Board(
        neighbours=near,
        terrain={place: "woods" if place == "d" else "clear" for place in near},
        features={"a": frozenset({"west"}), "h": frozenset({"east"})},
        towns={"g": frozenset({"town"})},
        sides={way: frozenset({"river"}) for way in both},
        links={way: frozenset({"road"}) for way in road},
    )


UNITS: Mapping[str, Unit] = {
    "r1": Unit("r1", "red", "foot", (Face(2, 2, 4), Face(4, 4, 4))),
    "r2": Unit("r2", "red", "horse", (Face(3, 2, 6),)),
    "r3": Unit("r3", "red", "foot", (Face(5, 5, 4),)),
    "b1": Unit("b1", "blue", "foot", (Face(2, 3, 4), Face(4, 6, 4))),
    "b2": Unit("b2", "blue", "horse", (Face(3, 3, 6),)),
}


@dataclass
class Table:
    """Where units stand; the rest is on its full steps and in nobody's hands."""

    where: dict[str, str]
    steps: dict[str, int] = field(default_factory=dict)
    control: dict[str, str] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()
    board: Board = field(default_factory=board)
    units: Mapping[str, Unit] = field(default_factory=lambda: UNITS)

    def __post_init__(self) -> None:
        self.steps = {id: unit.most for id, unit in UNITS.items()} | self.steps

    def stack(self, place: str) -> list[str]:
        return [unit for unit, at in self.where.items() if at == place]
