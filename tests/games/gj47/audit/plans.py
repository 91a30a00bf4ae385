"""A long scripted game: hundreds of legal moves, dozens of planted illegal ones, and what an audit must say.

Everything expected here comes from the independent oracle of ``tests.games.gj47.rules.oracle`` on plain
copies of the map; the checker has no part in it.  A planted move is illegal in the mildest reading, and legal
in the strictest once the one thing that its rule forbids is taken away: the river, the zones, the lack of a
road.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tests.games.gj47.audit.directing import Director, Script
from tests.games.gj47.audit.legal_moves import LegalMoves
from tests.games.gj47.audit.planted_moves import PlantedMoves
from tests.games.gj47.rules.worlds import Piece
from toolkit.compile.compiled import CompiledGame

PLANTED: Mapping[str, int] = {
    "3.1(1)": 4, "3.1(2)": 4, "3.1(3)": 3, "9.1(1)": 4, "9.1(3)": 3, "9.2(1)1": 4, "9.2(1)2": 3, "9.2(1)3": 4,
    "9.2(1)4": 3, "9.2(2)": 5, "9.2(3)1": 4, "9.2(3)2": 3, "9.2(4)": 4, "9.2(4)2": 3, "9.2(5)1": 3,
    "9.2(5)2": 3, "9.3(1)1": 4, "9.3(1)2": 4, "9.3(1)3": 4,
}  # fmt: skip
"""How many moves to plant for each rule."""


def arrange(director: Director) -> None:
    """Before play, drag units to where every rule can be broken: mountains, coasts, banks, marshes, roads."""
    world, rng = director.world, director.rng
    taken = {p.where for p in world.pieces}

    def spots(test: Callable[[int], bool]) -> list[int]:
        found = [h for h, kind in enumerate(world.terrain) if kind != "sea" and test(h) and h not in taken]
        return found

    def beside(kind: str) -> Callable[[int], bool]:
        return lambda h: (
            world.terrain[h] == "clear" and any(world.terrain[n] == kind for n in world.around(h))
        )

    def on_line(h: int, line: str) -> bool:
        return any(line in world.on(h, n) for n in world.around(h))

    def put(pieces: Sequence[Piece], test: Callable[[int], bool]) -> None:
        for piece in pieces:
            places = spots(test)
            if places:
                where = rng.choice(places)
                director.drag([piece], where)
                taken.add(where)

    axis = [p for p in world.pieces if p.side == "axis"]
    soviet = [p for p in world.pieces if p.side == "soviet"]
    rng.shuffle(axis)
    rng.shuffle(soviet)
    mountain = [p for p in axis if p.mountain]
    tanks = [p for p in axis + soviet if p.mechanised]
    feet = [p for p in axis + soviet if not p.mechanised and not p.mountain]
    put(mountain, beside("mountain"))
    put(feet[:5], beside("mountain"))
    put(feet[5:10], beside("sea"))
    put(tanks[:7], beside("marsh"))
    put(tanks[7:14], beside("forest"))
    put(feet[10:34], lambda h: world.terrain[h] == "clear" and on_line(h, "road"))
    put(feet[34:44], lambda h: on_line(h, "rail") and not on_line(h, "road"))
    put(feet[44:50], lambda h: any("great" in world.on(h, n) for n in world.around(h)))
    _banks(director, taken, feet[50:])


def _banks(director: Director, taken: set[int], feet: Sequence[Piece]) -> None:
    """Set units of both sides against each other over great rivers, so that both banks are in zones."""
    world = director.world
    axis = [p for p in feet if p.side == "axis"]
    soviet = [p for p in feet if p.side == "soviet"]
    for pair, names in world.sides.items():
        if "great" not in names or names & {"road", "rail"}:
            continue
        near, far = sorted(pair)
        if {near, far} & taken or any(world.terrain[h] not in ("clear", "forest") for h in (near, far)):
            continue
        # An enemy on the mover's bank beside `near`, another beyond `far`, both over plain hexsides.
        mine = [n for n in world.around(near) if n != far and not world.on(near, n) and n not in taken]
        theirs = [n for n in world.around(far) if n != near and not world.on(far, n) and n not in taken]
        mine = [n for n in mine if world.terrain[n] != "sea"]
        theirs = [n for n in theirs if world.terrain[n] != "sea" and n not in mine]
        if not mine or not theirs or not axis or len(soviet) < 2:
            continue
        for piece, h in ((axis.pop(), near), (soviet.pop(), mine[0]), (soviet.pop(), theirs[0])):
            director.drag([piece], h)
            taken.add(h)
        taken.add(far)
        if len(axis) < 2 or len(taken) > 2000:
            return
        if sum(1 for _ in taken) and director.rng.random() < 0.2:
            return


def write_script(
    game: CompiledGame,
    *,
    legal: int = 320,
    seed: int = 1,
    rounds: int = 8,
    planted: Mapping[str, int] = PLANTED,
) -> Script:
    """Return a script of at least `legal` legal moves with planted illegal ones between them."""
    director = Director(game, seed)
    legally, planting = LegalMoves(director), PlantedMoves(director)
    arrange(director)
    chits = [c for c in game.counters if c.chit is not None and c.side is not None]
    by_side = {side: [c.id for c in chits if c.side == side] for side in ("axis", "soviet")}
    director.script.first_judged = len(director.script.steps)
    wanted = dict(planted)
    rounds = min(rounds, *map(len, by_side.values()))
    each = legal // (2 * rounds) + 2
    for number in range(rounds):
        for side in ("axis", "soviet"):
            director.chit(by_side[side][number])
            for rule in sorted(wanted):
                share = -(-wanted[rule] // max(2 * (rounds - number) - 4, 1))
                for _ in range(share):
                    if wanted[rule] and planting.plant(rule, side):
                        wanted[rule] -= 1
            legally.play(side, each)
    return director.script
