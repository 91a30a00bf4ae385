"""Move checks: fast tables beside python-chess and the plain search.

Sequences of single-unit moves on a synthetic map of 1,443 hexes with 160 units: *typical* (the sides
apart), *dense* (the sides intermixed), *hard* (the same, only moves that neither a table nor a walk along it
decides).
One check answers under the strictest reading; a legal move is made and stays.  The peer plays random games.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from tests.bench.report import Limit, Section, Table
from tests.games.gj47.rules.worlds import Piece, World, random_world
from toolkit.compile.game import compile_game
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.fast_search import BESIDE, CLOSED, ZOC
from toolkit.games.gj47.rules.fast_tables import class_of
from toolkit.games.gj47.rules.judge import check, is_legal
from toolkit.games.gj47.rules.lines import without_line
from toolkit.games.gj47.rules.prices import POINT
from toolkit.games.gj47.rules.search import find_way
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.whole import rules_of
from toolkit.rules.rulings import Rulings
from toolkit.source.game import load_game

COLUMNS, ROWS, UNITS = 37, 39, 160
MOVES, PEER_MOVES, ROUNDS = 4000, 1500, 9
SOURCES = Path(__file__).parents[2] / "source_data" / "gj47"


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


def make_moves(world: World, seed: int, legal_share: float, *, hard: bool) -> list[Move]:
    """Return moves one after the other, the legal ones made before the next is chosen.

    Illegal ones go to a hex within the allowance by distance.
    """
    rng = random.Random(seed)
    position = world.position()
    board, fast = position.data.board, FastCheck(position)
    found: list[Move] = []
    legal = 0
    while len(found) < MOVES:
        wanted = legal < legal_share * (len(found) + 1)
        unit = rng.randrange(len(position.data.units))
        start = end = position.hex_of[unit]
        for _ in range(rng.randint(2, position.allowance(unit))):
            end = rng.choice(board.steps[end])[0]
        if not wanted:
            ring, allowance = board.distances(start), position.allowance(unit)
            end = rng.choice([h for h in range(len(board)) if 0 < ring[h] <= allowance])
        move = Move(unit, start, end)
        if start == end or is_legal(position, move, fast) != wanted or (hard and decided(fast, move)):
            continue
        found.append(move)
        if wanted:
            legal += 1
            position.apply(move)
    return found


def decided(fast: FastCheck, move: Move) -> bool:
    """Return whether the fast checker's tables alone decide a move of normal movement, without a search."""
    view, position = fast._strict, fast.position
    weights = view.current()[position.data.units[move.unit].owner]
    row = view.tables.row(class_of(position.data.units[move.unit]), move.end)
    ends = ZOC * (bool(weights[move.start] & BESIDE) + bool(weights[move.end]))
    limit = POINT * position.allowance(move.unit)
    if weights[move.end] >= CLOSED or row.price[move.start] + ends > limit:
        return True
    here = row.after[move.start]
    while here != move.end and not weights[here]:
        here = row.after[here]
    return here == move.end


def rate(work: Callable[[Move], object], moves: Sequence[Move]) -> float:
    """Return how many moves a second `work` takes."""
    begin = process_time()
    for move in moves:
        work(move)
    return len(moves) / (process_time() - begin)


@dataclass
class Peer:
    """python-chess with the moves of random games, so many of them legal; None is a new game."""

    chess: Any
    moves: list[Any]

    @classmethod
    def of(cls, legal_share: float) -> Peer | None:
        """Return the peer, None where it is not installed."""
        try:
            chess = importlib.import_module("chess")
        except ImportError:
            return None
        rng, board, legal = random.Random(1), chess.Board(), 0
        found: list[Any] = []
        while len(found) < PEER_MOVES:
            choice = list(board.legal_moves)
            if not choice or board.is_game_over():
                found.append(None)
                board.reset()
            elif legal < legal_share * (len(found) + 1):
                legal += 1
                found.append(rng.choice(choice))
                board.push(found[-1])
            else:
                own = list(chess.SquareSet(board.occupied_co[board.turn]))
                move = chess.Move(rng.choice(own), rng.randrange(64))
                found += [move] * (move not in choice)
        return cls(chess, found)

    def rate(self) -> float:
        """Return how many moves a second it checks and makes."""
        board = self.chess.Board()
        begin = process_time()
        for move in self.moves:
            if move is None:
                board.reset()
            elif board.is_legal(move):
                board.push(move)
        return len(self.moves) / (process_time() - begin)


def run() -> Section:
    """Measure everything."""
    checks, limits = _checks()
    reach, reach_limits = _reach()
    whole, whole_limits = _whole_games()
    notes = [
        "`is_legal` + `apply` beside `is_legal` + `push` on as many legal and illegal moves, in turns in one"
        f" run; medians of {ROUNDS} rounds, the ratio is the median of the rounds' ratios. Limits are held"
        " where both play legal moves only: an illegal chess move costs its checker little, most fail at the"
        " first look at the piece. Stacking is judged in whole games. Milliseconds: best of the rounds."
    ]
    if Peer.of(1) is None:
        notes.append("python-chess is not installed (`pip install chess`): no peer was run.")
    return Section([checks, reach, whole], [*limits, *reach_limits, *whole_limits], notes)


def _checks() -> tuple[Table, list[Limit]]:
    rows, limits = [], []
    for mix, asked in (("typical", 4.0), ("dense", 0.0), ("hard", 1.2)):
        world = make_world(7, dense=mix != "typical")
        for share in (1, 0.5):
            moves = make_moves(world, 7, share, hard=mix == "hard")
            ours, theirs = _beside(world, moves, Peer.of(share))
            plain, explained = _slow_ways(world, moves) if share < 1 else ("", "")
            ratio = median(a / b for a, b in zip(ours, theirs, strict=True)) if theirs else 0.0
            peer = (f"{median(theirs):,.0f}", f"{ratio:.1f}×") if theirs else ("not run", "")
            rows.append([mix, f"{share:.0%}", f"{median(ours):,.0f}", *peer, plain, explained])
            if theirs and asked and share == 1:
                what = f"{mix} legal moves against python-chess"
                limits.append(Limit(what, f"{ratio:.1f}×", f">= {asked:g}×", ratio >= asked))
    columns = ["mix", "legal", "check + apply /s", "python-chess /s", "ratio", "plain search /s"]
    return Table("Checks a second, one core", [*columns, "illegal, explained /s"], rows), limits


def _beside(world: World, moves: list[Move], peer: Peer | None) -> tuple[list[float], list[float]]:
    """Return rates of ours and of the peer, round by round; the tables are warm."""
    position, home = world.position(), world.position().hex_of
    fast = FastCheck(position)

    def work(move: Move) -> None:
        if is_legal(position, move, fast):
            position.apply(move)

    ours, theirs = [], []
    for turn in range(ROUNDS + 1):
        for unit, h in enumerate(home):
            position.place(unit, h)
        measured = rate(work, moves)
        if turn:
            ours.append(measured)
            theirs += [peer.rate()] if peer else []
    return ours, theirs


def _slow_ways(world: World, moves: list[Move]) -> tuple[str, str]:
    """Return rates of the plain search, and of illegal moves with their reasons."""
    position = world.position()
    fast, strict = FastCheck(position), position.data.moves.strict
    here = [m for m in moves if position.hex_of[m.unit] == m.start][:150]
    illegal = [m for m in here if not is_legal(position, m, fast)][:40]
    plain = rate(lambda move: find_way(position, move.unit, move.end, strict), here)
    explained = rate(lambda move: check(position, move, fast), illegal)
    return f"{plain:,.0f}", f"{explained:,.0f}"


def _reach() -> tuple[Table, list[Limit]]:
    """Measure where all 80 units of a side can go: tables warm, and what was kept from earlier positions."""
    rows, worst = [], 0.0
    for mix in ("typical", "dense"):
        world = make_world(7, dense=mix == "dense")
        moves = make_moves(world, 7, 1, hard=False)[:60]
        position = world.position()
        own = position.on_map(Owner.AXIS)

        hexes, _ = _asked(FastCheck(position), own)
        anew = min(_asked(FastCheck(position), own)[1] for _ in range(ROUNDS))
        fast, after = FastCheck(position), []
        _asked(fast, own)
        for move in moves:
            position.apply(move)
            after.append(_asked(fast, own)[1])
        again = min(_asked(fast, own)[1] for _ in range(ROUNDS))
        rows.append([mix, f"{hexes:,}", f"{anew:.1f} ms", f"{median(after):.1f} ms", f"{again:.1f} ms"])
        worst = max(worst, anew)
    columns = ["mix", "hexes", "nothing kept", "after a move, median", "nothing changed"]
    limit = Limit("reach of all units of a side, nothing kept", f"{worst:.1f} ms", "< 5 ms", worst < 5)
    return Table("Where all 80 units of a side can go, tables warm", columns, rows), [limit]


def _asked(fast: FastCheck, units: list[int]) -> tuple[int, float]:
    """Return how many hexes the units reach together, and how long the answer took in milliseconds."""
    begin = process_time()
    hexes = sum(len(fast.ways(unit).hexes()) for unit in units)
    return hexes, 1000 * (process_time() - begin)


def _whole_games() -> tuple[Table, list[Limit]]:
    """Measure one whole game: actions judged and carried out, and the lines of both sides at the end."""
    game = rules_of(compile_game(load_game(SOURCES)[0])[0])
    position = game.begin("june-28-1942")
    first = position.copy()
    actions = list(game.play(position, 3))
    spent: dict[str, list[float]] = {"moves": [], "all actions": []}
    counts = {"moves": sum(isinstance(x, Move) for x in actions), "all actions": len(actions)}
    for _ in range(3):
        replayed = first.copy()
        checker, moving, other = game.checker(replayed), 0.0, 0.0
        for action in actions:
            begin = process_time()
            checker(action)
            game.apply(replayed, action)
            took = process_time() - begin
            moving, other = moving + took * isinstance(action, Move), other + took
        spent["moves"].append(moving)
        spent["all actions"].append(other)
    rows = [[what, f"{counts[what]:,}", f"{counts[what] / min(took):,.0f}"] for what, took in spent.items()]
    rulings = Rulings(first.data.points.settled())

    times = []
    for _ in range(ROUNDS):
        first.memo.clear()
        begin = process_time()
        for owner in Owner:
            without_line(first, owner, rulings)
        times.append(1000 * (process_time() - begin))
    took = min(times)
    limit = Limit("lines of communication, all units of both sides", f"{took:.2f} ms", "< 20 ms", took < 20)
    return Table("A whole game: check + apply", ["of one game", "number", "a second"], rows), [limit]
