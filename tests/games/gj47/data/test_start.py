"""The start as the rules describe it: everybody in supply (16.0(2)), four VP hexes Axis (15.0(1))."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from toolkit.games.gj47.data.charts import Charts
from toolkit.geometry.map import Map
from toolkit.source.game import GameSource
from toolkit.source.setups import Setup

OFF_RAIL = 6  # 3.3(5)
ANY_LENGTH = 10_000


@dataclass
class Lines:
    """Lines of communication of one side by 3.3, written plainly; no line at start needs a mountain."""

    board: Map
    own: set[int]
    closed: set[int]

    @classmethod
    def of(cls, source: GameSource, board: Map, setup: Setup, side: str) -> Lines:
        sides = {counter.id: counter.side for counter in source.counters}
        stands = [(sides[name] == side, board.grid.hex(number)) for name, number in setup.on_map.items()]
        own = {h for is_own, h in stands if is_own}
        enemy = {h for is_own, h in stands if not is_own}
        zone = {int(h) for other in enemy for h in board.neighbours[other] if h >= 0}
        towns = {place.hex for place in board.places if place.control not in (side, None)}
        sea = {h for h in range(len(board.grid)) if board.terrain_kinds[board.terrain[h]] == "sea"}
        return cls(board, own, enemy | towns | sea | (zone - own))

    def reach(self, start: Iterable[int], limit: int, link: str | None = None) -> set[int]:
        distance = {h: 0 for h in start if h not in self.closed}
        queue = deque(distance)
        while queue:
            here = queue.popleft()
            for direction, there in enumerate(self.board.neighbours[here].tolist()):
                linked = link is None or self.board.links[link][self.board.side_of[here, direction]]
                if (
                    there >= 0
                    and linked
                    and there not in self.closed | set(distance)
                    and distance[here] < limit
                ):
                    distance[there] = distance[here] + 1
                    queue.append(there)
        return set(distance)

    def sources(self, side: str) -> list[int]:
        flags = self.board.hex_features[f"supply_{side}"]
        return [h for h in range(len(self.board.grid)) if flags[h]]


@pytest.fixture(scope="module")
def supplied(game: tuple[GameSource, Map]) -> dict[str, tuple[Lines, set[int]]]:
    source, board = game
    setup = next(setup for setup in source.setups if not setup.empty)
    axis = Lines.of(source, board, setup, "axis")
    soviet = Lines.of(source, board, setup, "soviet")
    rail = axis.reach(axis.sources("axis"), ANY_LENGTH, "rail")
    return {
        "axis": (axis, axis.reach(rail, OFF_RAIL)),
        "soviet": (soviet, soviet.reach(soviet.sources("soviet"), ANY_LENGTH)),
    }


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_every_unit_starts_in_supply(supplied: dict[str, tuple[Lines, set[int]]], side: str) -> None:
    lines, reached = supplied[side]
    assert lines.own
    assert [lines.board.grid.number(h) for h in sorted(lines.own - reached)] == []


def test_four_vp_hexes_are_axis_and_supplied(
    game: tuple[GameSource, Map], charts: Charts, supplied: dict[str, tuple[Lines, set[int]]]
) -> None:
    board = game[1]
    reached = supplied["axis"][1]
    flags = board.hex_features["vp"]
    held = [place.id for place in board.places if flags[place.hex] and place.control == "axis"]
    assert len(held) == charts.victory.start_hexes
    assert {place.hex for place in board.places if place.id in held} <= reached


def test_the_axis_can_win_by_vp_hexes(game: tuple[GameSource, Map], charts: Charts) -> None:
    board = game[1]
    points = int(board.hex_features["vp"].sum()) * charts.victory.hex_points
    assert points > charts.victory.needed
