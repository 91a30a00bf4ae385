"""What kinds that all games share ask of a game: its units, faces, places."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.violations_apart.hands import Hand
from tests.violations_apart.played import Game
from toolkit.vassal.table import Table


@dataclass(frozen=True)
class Ways:
    """A game's spellings.

    Attributes
    ----------
    sides : (str, str)
        As the log spells them.
    face : str
        The layer that is turned over.
    kinds : tuple of str
        `Kind` of what fights.
    flag : (str, str)
        `Kind` and layer or property of a marker that is turned by hand.
    losses : dict
        Side to the name of the box of its lost units.
    rules : tuple of str
        Names of house rules that a game sets.
    """

    sides: tuple[str, str]
    face: str
    kinds: tuple[str, ...]
    losses: dict[str, str]
    main: str = "Main Map"

    def units(self, game: Game, table: Table, side: str | None = None) -> list[str]:
        """Return the ids of the units on the board's areas or hexes."""
        found = []
        for id_, props in game.fixed.items():
            if props.get("Kind") not in self.kinds or (side and props.get("Side") != side):
                continue
            if id_ in table.things and self.on_board(game, game.place(table, id_), table.spot(id_).map):
                found.append(id_)
        return sorted(found, key=int)

    def on_board(self, game: Game, place: str, map_: str | None) -> bool:
        """Return whether a place is an area or a hex of the board."""
        if map_ != self.main:
            return False
        areas = game.module.manifest.get("areas")
        return place in areas.values() if areas else place.isdigit()

    def side(self, table: Table, piece: str) -> str:
        """Return whose unit it is."""
        return table.things[piece].properties()["Side"]

    def other(self, side: str) -> str:
        """Return the enemy."""
        return self.sides[1 - self.sides.index(side)]

    def dead(self, game: Game, table: Table) -> list[str]:
        """Return the units in the boxes of losses."""
        boxes = set(self.losses.values())
        found = [i for i, p in game.fixed.items() if p.get("Kind") in self.kinds and i in table.things]
        return sorted((id_ for id_ in found if game.place(table, id_) in boxes), key=int)

    def elsewhere(self, game: Game, table: Table, piece: str, rng: random.Random) -> tuple[str, int, int]:
        """Return a spot in some other area or hex."""
        here = game.place(table, piece)
        others = [u for u in self.units(game, table) if game.place(table, u) != here]
        return tuple(table.spot(rng.choice(others)))  # type: ignore[return-value]

    def nudged(self, game: Game, table: Table, piece: str) -> tuple[str, int, int]:
        """Return a spot a little beside, in the same area or hex."""
        spot = table.spot(piece)
        here = game.place(table, piece)
        for dx, dy in ((3, 0), (0, 3), (-3, 0), (0, -3)):
            if game.name_of(table, spot.map, spot.x + dx, spot.y + dy) == here:
                return str(spot.map), spot.x + dx, spot.y + dy
        raise ValueError("no room beside")

    def first(self, game: Game) -> int:
        """Return the first step after house rules, set-up and dealing."""
        for step, _, act in game.acts():
            if act not in ("deal", "draw", "dealt", "commit"):
                return max(step, 2)
        return 2

    def steps(self, game: Game, rng: random.Random) -> list[int]:
        """Return the steps after set-up in a random order."""
        found = list(range(self.first(game) + 1, len(game.steps) + 1))
        rng.shuffle(found)
        return found

    def two_sided(self, game: Game, table: Table, units: list[str]) -> list[str]:
        """Return the units that have two faces."""
        found = [u for u in units if self.face in game.props(table, u)]
        return [u for u in found if self.face != "Step_Level" or game.fixed[u].get("Steps") == "2"]

    def turn_over(self, hand: Hand, piece: str) -> None:
        """Turn a unit over by hand."""
        now = hand.game.props(hand.table, piece)[self.face]
        hand.change(piece, **{self.face: "2" if now == "1" else "1"})
