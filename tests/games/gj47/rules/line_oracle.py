"""Lines of communication once more, from the text alone: sets and dictionaries, one hex after the other.

House rules are values of the register by point, so nothing of the engine's own words is used here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.games.gj47.rules.worlds import World


@dataclass
class Situation:
    """Who stands where, and who holds what; ``side`` is ``"axis"`` or ``"soviet"``."""

    world: World
    units: dict[str, set[int]]
    held: dict[int, str] = field(default_factory=dict)
    forts: set[int] = field(default_factory=set)
    sources: dict[str, set[int]] = field(default_factory=dict)

    # -- what bars a hex ---------------------------------------------------------------------------

    def zone_reaches(self, a: int, b: int, house: Mapping[str, str]) -> bool:
        on, land = self.world.on(a, b), self.world.terrain
        if "closed" in on or land[b] == "sea":
            return False
        if land[a] == land[b] == "city" and house["U-22"] == "no-zoc":
            return False
        no_bridge = not on & {"road", "rail"}
        if "great" in on and no_bridge and house["U-15"] in ("not-over-great-river", "neither"):
            return False
        off_road = "road" not in on
        return not (land[b] == "mountain" and off_road and house["U-15"] in ("not-into-mountain", "neither"))

    def in_zone(self, side: str, h: int, house: Mapping[str, str]) -> bool:
        if side == "soviet" and h in self.forts:
            return False
        enemies = set(self.units[other(side)])
        if side == "axis" and house["U-37"] == "as-unit":
            enemies |= self.forts
        return any(n in enemies and self.zone_reaches(n, h, house) for n in self.world.around(h))

    def barred(self, side: str, h: int, house: Mapping[str, str], *, shielded: bool = True) -> bool:
        if h in self.units[other(side)] or self.held.get(h, side) != side:
            return True
        if side == "axis" and h in self.forts and house["U-37"] != "nothing":
            return True
        own = shielded and h in self.units[side]
        return not own and self.in_zone(side, h, house)

    def step(self, side: str, a: int, b: int, house: Mapping[str, str]) -> str:
        """Return what a line does from `a` to `b`: ``"no"``, ``"end"`` or ``"on"``."""
        land = self.world.terrain
        if land[b] == "sea" or land[a] == "sea" or self.barred(side, b, house):
            return "no"
        return self.way(a, b, house)

    def way(self, a: int, b: int, house: Mapping[str, str]) -> str:
        on, land = self.world.on(a, b), self.world.terrain
        if "closed" in on and house["U-56"] == "blocked":
            return "no"
        if "road" in on:
            return "on"
        if land[a] == "mountain" and house["U-66"] == "by-road":
            return "no"
        return "end" if land[b] == "mountain" else "on"

    # -- lines -------------------------------------------------------------------------------------

    def starts(self, side: str, house: Mapping[str, str]) -> set[int]:
        return {h for h in self.sources[side] if not self.barred(side, h, house)}

    def endless(self, side: str, house: Mapping[str, str]) -> set[int]:
        on = self.starts(side, house)
        ended: set[int] = set()
        waiting = list(on)
        while waiting:
            h = waiting.pop()
            for n in self.world.around(h):
                what = self.step(side, h, n, house)
                if what == "on" and n not in on:
                    on.add(n)
                    waiting.append(n)
                elif what == "end":
                    ended.add(n)
        return on | ended

    def lengths(self, side: str, house: Mapping[str, str], *, limited: bool) -> dict[int, int]:
        """Return the length of the shortest line to each hex, by walking every state of a line."""
        best: dict[int, int] = {}
        seen = {(h, 0, "on") for h in self.starts(side, house)}
        front, length = set(seen), 0
        while front:
            for h, _, _ in front:
                best.setdefault(h, length)
            following = set()
            for h, off, state in front:
                if state == "end":
                    continue
                for n in self.world.around(h):
                    what = self.step(side, h, n, house)
                    if what != "no":
                        following.add((n, self.off(h, n, off, house) if limited else 0, what))
            front = {state for state in following - seen if state[1] <= 6}
            seen |= front
            length += 1
        return best

    def off(self, a: int, b: int, off: int, house: Mapping[str, str]) -> int:
        if off == 0 and "rail" in self.world.on(a, b):
            return 0
        joins = any("rail" in self.world.on(b, n) for n in self.world.around(b))
        return 0 if house["U-34"] == "rejoin" and joins and off + 1 <= 6 else off + 1

    def reached(self, side: str, house: Mapping[str, str], *, ally: bool = False) -> set[int]:
        if side == "soviet" or (ally and house["U-34"] == "german-only"):
            return self.endless(side, house)
        return set(self.lengths(side, house, limited=True))

    def by_rail(self, side: str, house: Mapping[str, str]) -> set[int]:
        """Return where arrivals may be placed, stacking aside (12.1)."""

        def free(h: int) -> bool:
            return not self.barred(side, h, house, shielded=False)

        on = {h for h in self.sources[side] if free(h)}
        ended: set[int] = set()
        waiting = list(on)
        while waiting:
            h = waiting.pop()
            for n in self.world.around(h):
                if "rail" not in self.world.on(h, n) or not free(n) or self.world.terrain[n] == "sea":
                    continue
                what = self.way(h, n, house)
                if what == "on" and n not in on:
                    on.add(n)
                    waiting.append(n)
                elif what == "end":
                    ended.add(n)
        return {h for h in on | ended if any("rail" in self.world.on(h, n) for n in self.world.around(h))}


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"
