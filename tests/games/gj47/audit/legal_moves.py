"""Legal moves of a scripted game, in all the ways that players make them."""

from __future__ import annotations

from tests.games.gj47.audit.directing import Director
from tests.games.gj47.rules.worlds import Piece


class LegalMoves:
    """Makes legal moves at a director's table."""

    def __init__(self, table: Director) -> None:
        self.table = table
        self.world, self.rng = table.world, table.rng

    def play(self, side: str, count: int) -> None:
        """Make `count` legal moves in all the ways that players make them."""
        ways = (self.plain, self.plain, self.detour, self.stack, self.put_back, self.undone)
        for piece in self.table.idle(side):
            if count <= 0:
                return
            if piece.name in self.table.moved or piece.where in self.table.spoiled:
                continue
            count -= self.rng.choice(ways)(piece)

    def plain(self, piece: Piece) -> int:
        """One drag."""
        end = self.table.goal(piece)
        if end is None:
            return 0
        start = piece.where
        self.table.expect(self.table.drag([piece], end), piece, start, end, None)
        return 1

    def detour(self, piece: Piece) -> int:
        """Several drags, over hexes that may be too far or too full."""
        end = self.table.goal(piece)
        if end is None:
            return 0
        start = piece.where
        land = [
            h for h in self.world.around(end) + self.world.around(start) if self.world.terrain[h] != "sea"
        ]
        via = [h for h in self.rng.sample(sorted(set(land)), min(2, len(set(land)))) if h not in (start, end)]
        self.table.expect(self.table.drag([piece], end, via), piece, start, end, None)
        return 1

    def stack(self, piece: Piece) -> int:
        """Two units of one hex dragged together."""
        both = [p for p in self.world.pieces if p.where == piece.where and p.side == piece.side]
        if len(both) != 2 or any(p.name in self.table.moved for p in both):
            return self.plain(piece)
        goals = sorted(self.table.legal(both[0]) & self.table.legal(both[1]))
        goals = [h for h in goals if self.table.free(piece, h, more=2)]
        if not goals:
            return self.plain(piece)
        end, start = self.rng.choice(goals), piece.where
        step = self.table.drag(both, end)
        for one in both:
            self.table.expect(step, one, start, end, None)
        return 2

    def put_back(self, piece: Piece) -> int:
        """Dragged somewhere, put back, then moved (or left alone)."""
        start = piece.where
        far = self.rng.choice([h for h, kind in enumerate(self.world.terrain) if kind == "clear"])
        if far == start or self.table.enemies_at(piece, far):
            return self.plain(piece)
        self.table.drag([piece], far)
        self.table.drag([piece], start)
        return self.plain(piece) if self.rng.random() < 0.6 else 0

    def undone(self, piece: Piece) -> int:
        """A wild drag taken back with Undo, then a move."""
        start = piece.where
        far = self.rng.choice([h for h, kind in enumerate(self.world.terrain) if kind == "clear"])
        if far == start:
            return self.plain(piece)
        self.table.drag([piece], far)
        self.table.undo()
        piece.where = start
        return self.plain(piece)
