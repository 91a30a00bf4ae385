"""Move checks: fast tables beside the plain search.

Three mixes of single-unit moves on a synthetic map of 1,443 hexes with 160 units, half of them legal where
the mix allows: *std* (any hex within the allowance), *dense* (the sides intermixed), *hard* (only moves that
neither a table nor a walk along it decides).  One check answers under the strictest reading and applies the
move if it is legal.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from time import process_time

from tests.bench.report import Limit, Section, Table
from tests.rules.worlds import Piece, World, random_world
from toolkit.rules.gj47.fast import FastCheck
from toolkit.rules.gj47.judge import check, is_legal
from toolkit.rules.gj47.position import Move, Position
from toolkit.rules.gj47.search import find_way

COLUMNS, ROWS, UNITS = 37, 39, 160
MOVES = 4000


def make_world(seed: int, *, dense: bool) -> World:
    """Return the map with its units: sides apart on either half, or intermixed."""
    world = random_world(seed, COLUMNS, ROWS, pieces=0)
    rng = random.Random(seed)
    world.sides = {pair: names - {"closed"} for pair, names in world.sides.items()}
    for pair, names in world.sides.items():
        if rng.random() < 0.6:
            world.sides[pair] = names - {"great"}
    land = [h for h, kind in enumerate(world.terrain) if kind not in ("sea", "mountain")]
    for i in range(UNITS):
        side = "axis" if i % 2 else "soviet"
        half = [h for h in land if dense or (h // ROWS < COLUMNS // 2) == (side == "axis")]
        taken = {p.where for p in world.pieces if p.side != side}
        where = rng.choice([h for h in half if h not in taken])
        world.pieces.append(Piece(f"u{i}", side, rng.random() < 0.3, False, rng.randint(4, 8), where))
    return world


def make_moves(position: Position, seed: int, *, hard: bool) -> list[Move]:
    """Return moves to hexes within the allowance by distance, in random order."""
    rng = random.Random(seed)
    board = position.data.board
    fast = FastCheck(position)
    found: list[Move] = []
    while len(found) < MOVES:
        unit = rng.randrange(len(position.data.units))
        start = end = position.hex_of[unit]
        for _ in range(rng.randint(2, position.allowance(unit))):
            end = rng.choice(board.steps[end])[0]
        if start != end and (not hard or not fast.decided(Move(unit, start, end))):
            found.append(Move(unit, start, end))
    return found


def rate(work: Callable[[Move], object], moves: list[Move], repeats: int = 3) -> float:
    """Return how many moves a second `work` takes, the best of several runs."""
    times = []
    for _ in range(repeats):
        begin = process_time()
        for move in moves:
            work(move)
        times.append(process_time() - begin)
    return len(moves) / min(times)


def run() -> Section:
    """Measure all mixes."""
    rows = []
    rates: dict[str, float] = {}
    for mix in ("std", "dense", "hard"):
        position = make_world(7, dense=mix != "std").position()
        moves = make_moves(position, 7, hard=mix == "hard")
        fast = FastCheck(position)
        strict = position.data.settings.strict
        legal = sum(is_legal(position, move, fast) for move in moves)

        def checked(move: Move, position: Position = position, fast: FastCheck = fast) -> None:
            if is_legal(position, move, fast):
                position.apply(move)
                position.place(move.unit, move.start)

        rates[mix] = rate(checked, moves)
        few = moves[:150]
        plain = rate(lambda move, p=position, s=strict: find_way(p, move.unit, move.end, s), few, 1)
        illegal = [move for move in moves if not is_legal(position, move, fast)][:60]
        explained = rate(lambda move, p=position, f=fast: check(p, move, f), illegal, 1)
        rows.append(
            [mix, f"{legal / len(moves):.0%}", f"{rates[mix]:,.0f}", f"{plain:,.0f}", f"{explained:,.0f}"]
        )
    columns = ["mix", "legal", "check + apply + take back /s", "plain search /s", "illegal, explained /s"]
    tables = [Table("Checks a second, one core", columns, rows)]
    limits = [
        Limit("std against the plain search", f"{rates['std']:,.0f}/s", ">= 20,000/s", rates["std"] >= 2e4)
    ]
    peer = _peer()
    notes = ["python-chess is not installed: no peer was run."]
    if peer is not None:
        notes = [f"python-chess `is_legal` + `push` + `pop` in the same run: {peer:,.0f}/s."]
        limits.append(
            Limit(
                "std against python-chess", f"{rates['std'] / peer:.1f}×", ">= 4×", rates["std"] >= 4 * peer
            )
        )
    return Section(tables, limits, notes)


def _peer() -> float | None:
    """Return python-chess's checks a second on the same kind of job, None where it is not installed."""
    try:
        chess = importlib.import_module("chess")
    except ImportError:
        return None
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    rng = random.Random(1)
    moves = [chess.Move(rng.randrange(64), rng.randrange(64)) for _ in range(2000)] + list(
        board.legal_moves
    ) * 50
    rng.shuffle(moves)

    def work(move: object) -> None:
        if board.is_legal(move):
            board.push(move)
            board.pop()

    begin = process_time()
    for move in moves:
        work(move)
    return len(moves) / (process_time() - begin)
