"""Verdicts on moves: legal, illegal with its rules, or unclear with its points.

How the decisive rule of an illegal move is found.  A move is illegal when no way leads from its first hex to
its last.  Each rule that could stand in the way is waived in turn (`find_way` with that rule off, in the
mildest open reading): every rule whose absence alone would make the move legal is broken, and the first of
them in `ORDER` is decisive.  `ORDER` puts what closes a hex before what makes it dear, the dearest surcharge
first, and the bare allowance last: "it went through a zone of control" says more than "it went too far".
What would merely have been a short cut (over the sea, through mountains where the move neither starts nor
ends, through an enemy) comes later, and a way that follows a railway all along was meant as one (9.2(1)4).
When no single rule is enough, something closes every way: then each set of closing rules is tried, smallest
first, alone, with zones of control free, and with the allowance waived.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from toolkit.games.gj47.rules import barriers
from toolkit.games.gj47.rules import difficult_terrain as g
from toolkit.games.gj47.rules.basics import STACKING_LIMIT, enemy_bars, overstacked, stacking_counts_now
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.prices import POINT, prices_for
from toolkit.games.gj47.rules.readings import Reading, mixed
from toolkit.games.gj47.rules.search import NONE_WAIVED, beside_a_bridge, find_way
from toolkit.games.gj47.rules.terrain import RAIL, ROAD
from toolkit.rules.verdict import Barrier, Basis, Outcome, Trail, TrailStep, Verdict

_ALLOWANCE = "9.2(1)1"
_MARCHED = "9.3(1)"
# Waived in this order; see above.
ORDER = (
    "9.2(3)2",
    "9.2(3)1",
    "9.2(3)3",
    "9.2(4)2",
    "9.2(4)",
    "9.2(2)",
    "3.1(2)",
    "9.2(5)1",
    "9.2(5)2",
    "9.2(1)3",
    "9.2(1)4",
    "9.2(1)2",
    "9.3(1)2",
    "9.3(1)3",
    "9.3(1)1",
    "9.1(3)",
    _MARCHED,
    _ALLOWANCE,
)
_CLOSING = frozenset({"3.1(2)", "9.2(1)2", "9.2(3)2", "9.2(3)1", "9.2(4)2", "9.2(4)"})
_PRICES = frozenset({"9.2(2)", "9.2(5)1", "9.2(5)2", "9.2(1)3", "9.2(1)4", _ALLOWANCE})
_MARCH = frozenset({"9.3(1)1", "9.3(1)2", "9.3(1)3", "9.1(3)", _MARCHED})
# What a move that was said to be a march can break, waived in this order.
_MARCH_LINES = ("9.3(1)3", "9.3(1)2", "9.3(1)1", _MARCHED)
_LEGAL = Verdict(Outcome.LEGAL)
MARCHED_INTO = "9.3(2)"
"""What a march breaks beside the rule of normal movement that closes its last hex."""


def check(position: Position, move: Move, fast: FastCheck | None = None) -> Verdict:
    """Judge one unit's move, stacking aside (see `check_stacking`).

    Parameters
    ----------
    position : Position
        Before the move: the unit stands in ``move.start``.
    fast : FastCheck, optional
        A fast checker that follows `position`; without it every answer comes from the plain search.

    Returns
    -------
    Verdict
        LEGAL, ILLEGAL or UNCLEAR.  Without a trail when legal; see `explain`.
    """
    if is_legal(position, move, fast):
        return _LEGAL
    bounds = position.data.moves
    if bounds.mild != bounds.strict and _reachable(position, move, bounds.mild, fast):
        return _unclear(position, move)
    return _illegal(position, move)


def is_legal(position: Position, move: Move, fast: FastCheck | None = None) -> bool:
    """Return whether a move is legal under every open reading: the answer of `check` without reasons."""
    if move.start == move.end:
        return True
    if fast is not None and not move.march:
        return fast.legal(move)
    return _reachable(position, move, position.data.moves.strict, fast)


def explain(position: Position, move: Move) -> Trail | None:
    """Return the cheapest legal way of a move, whatever the allowance; None when there is none.

    March formation and whole moves count where they stay within the allowance.
    """
    strict = position.data.moves.strict
    endless = frozenset({_MARCHED if move.march else _ALLOWANCE})
    return _find(position, move, strict) or _find(position, move, strict, endless)


def stepwise(position: Position, move: Move) -> Trail | None:
    """Return the way by the hexes that the drags of a move showed, each stretch the cheapest there is.

    Nothing closes it: what a closed step would cost is its price.  None where a stretch has no price, and for
    a move in one drag, which shows no way.
    """
    if not move.via:
        return None
    trial, mild = position.copy(), position.data.moves.mild
    steps: list[TrailStep] = []
    for stop in (*move.via, move.end):
        if trial.hex_of[move.unit] == stop:
            continue
        leg = replace(move, start=trial.hex_of[move.unit], end=stop, via=())
        found = explain(trial, leg) or _find(trial, leg, mild, _CLOSING | {_ALLOWANCE})
        if found is None:
            return None
        steps += found.steps
        trial.place(move.unit, stop)
    halves = sum(step.halves for step in steps)
    return Trail(move.start, tuple(steps), halves, 2 * position.allowance(move.unit), "taken")


def _reachable(position: Position, move: Move, reading: Reading, fast: FastCheck | None) -> bool:
    if fast is not None:
        return fast.reachable(move, reading)
    return _find(position, move, reading) is not None


def _find(
    position: Position, move: Move, reading: Reading, waived: frozenset[str] = NONE_WAIVED
) -> Trail | None:
    return find_way(position, move.unit, move.end, reading, waived, march=move.march or None)


def _unclear(position: Position, move: Move) -> Verdict:
    bounds = position.data.moves
    points = bounds.open_points()
    # A point matters alone when settling it mildly is enough, or settling it strictly spoils the move.
    helps = [p for p in points if _find(position, move, mixed(bounds.strict, bounds.mild, p))]
    spoils = [p for p in points if not _find(position, move, mixed(bounds.mild, bounds.strict, p))]
    concerned = tuple(p for p in points if p in helps or p in spoils) or points
    rules = _broken(position, move, bounds.strict)[0]
    reason = f"depends on {', '.join(concerned)}, which this game did not fix"
    trail = _find(position, move, bounds.mild)
    return Verdict(Outcome.UNCLEAR, rules, concerned, reason, _basis(position, move, rules), trail)


def _illegal(position: Position, move: Move) -> Verdict:
    mild = position.data.moves.mild
    rules, way, legal_way = _broken(position, move, mild)
    barrier = barriers.closed_end(position, move.unit, move.end, mild)
    if barrier is None and way is not None:
        barrier = barriers.first_on(position, move.unit, way, mild)
    if barrier is None and legal_way is not None:
        barrier = _makes_dear(position, move, legal_way, mild)
    reason = _reason(position, move, barrier, legal_way)
    basis = _basis(position, move, rules)
    return Verdict(Outcome.ILLEGAL, rules, (), reason, basis, legal_way or way, barrier)


def _makes_dear(position: Position, move: Move, legal_way: Trail, reading: Reading) -> Barrier | None:
    """Return the barrier that the cheapest legal way goes round, where that more than doubles its cost."""
    straight = _find(position, replace(move, march=False), reading, _CLOSING | {_ALLOWANCE})
    if straight is None or 2 * straight.halves >= legal_way.halves:
        return None
    return barriers.first_on(position, move.unit, straight, reading)


def _broken(
    position: Position, move: Move, reading: Reading
) -> tuple[tuple[str, ...], Trail | None, Trail | None]:
    """Return the rules that stand against a move, decisive first; a way that breaks only the first of them;
    and the cheapest legal way, whatever the allowance.
    """
    if move.march:
        return _broken_march(position, move, reading)
    prices = prices_for(position.data.board.chart, position.data.units[move.unit])
    closed = barriers.closed_end(position, move.unit, move.end, reading)
    if closed is not None:
        return ("3.1(2)" if closed.kind == "enemy" else "9.2(1)2",), None, None
    mountains = g.mountain_rule(prices)
    candidates = [rule for rule in ORDER if rule not in ("9.2(4)2", "9.2(4)") or rule == mountains]
    singles = list(_open_ways(position, move, reading, ((rule,) for rule in candidates)))
    if singles:
        singles.sort(key=lambda found: _rank(position, move, found[0][0], found[1]))
        rules = _with_lines(position, move, _merged(singles, prices.march))
        ways = dict(singles)
        return rules, ways.get(rules[:1], singles[0][1]), ways.get((_ALLOWANCE,))
    closing = [rule for rule in candidates if rule in _CLOSING]
    found = next(iter(_open_ways(position, move, reading, _choices(closing))), None)
    if found is None:
        return ("9.1(2)",), None, None
    return _with_lines(position, move, found[0]), found[1], None


def _broken_march(
    position: Position, move: Move, reading: Reading
) -> tuple[tuple[str, ...], Trail | None, Trail | None]:
    """Return the same of a move that was said to be a march: what it breaks of 9.3, or of normal movement.

    Of several lines of 9.3 that are each enough, that one is decisive whose way keeps best to the stops of
    the drags, then the one with the shortest: a unit dragged along a railway followed it.
    """

    def far_fetched(found: tuple[tuple[str, ...], Trail]) -> tuple[int, int, int]:
        rules, way = found
        missed = set(move.via) - {step.hex for step in way.steps}
        return len(missed), len(way.steps), _MARCH_LINES.index(rules[0])

    singles = list(_open_ways(position, move, reading, ((rule,) for rule in _MARCH_LINES)))
    if singles:
        singles.sort(key=far_fetched)
        rules = tuple(rule for choice, _ in singles for rule in choice)
        return _with_allowance(rules), singles[0][1], dict(singles).get((_MARCHED,))
    sets = (rules for size in range(2, len(_MARCH_LINES) + 1) for rules in combinations(_MARCH_LINES, size))
    found = next(iter(_open_ways(position, move, reading, sets)), None)
    if found is not None:
        return _with_allowance(found[0]), found[1], None
    rules, way, _ = _broken(position, replace(move, march=False), reading)
    return (*rules, MARCHED_INTO), way, None


def _with_allowance(rules: tuple[str, ...]) -> tuple[str, ...]:
    return (*rules, _ALLOWANCE) if _MARCHED in rules else rules


def _rank(position: Position, move: Move, rule: str, way: Trail) -> float:
    """Return where a rule that explains a move alone stands among others; see the module's text."""
    board = position.data.board
    prices = prices_for(board.chart, position.data.units[move.unit])
    ends = (board.terrain[move.start], board.terrain[move.end])
    if rule in ("9.2(4)", "9.2(4)2") and not any(g.is_hard(prices, terrain) for terrain in ends):
        return ORDER.index("9.2(1)2") - 0.5
    if rule == "9.2(1)4":
        hexes = [way.start, *(step.hex for step in way.steps)]
        if all((board.features(a, b) or 0) & (RAIL | ROAD) for a, b in pairwise(hexes)):
            return ORDER.index("9.2(5)1") - 0.5
    return ORDER.index(rule)


def _open_ways(
    position: Position, move: Move, reading: Reading, choices: Iterable[tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], Trail]]:
    """Yield the sets of rules without which a way is open, each with its cheapest way."""
    for rules in choices:
        way = _find(position, move, reading, frozenset(rules))
        if way is not None:
            yield rules, way


def _choices(closing: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield sets of rules for a move that not even an endless allowance would make legal, small first."""
    for size in range(1, len(closing) + 1):
        for rules in combinations(closing, size):
            if size > 1:
                yield rules
            yield (*rules, "9.2(2)")
            yield (*rules, _ALLOWANCE)


def _merged(found: list[tuple[tuple[str, ...], Trail]], marching: int) -> tuple[str, ...]:
    """Return the single rules that would each be enough, march rules last where no march was meant.

    `marching` is what a marching step costs.
    """
    rules = [rule for choice, _ in found for rule in choice]
    if not _PRICES.isdisjoint(rules) and _ALLOWANCE not in rules:
        rules.append(_ALLOWANCE)
    ways = dict(found)
    normal = ways.get((_ALLOWANCE,))
    slips = [
        rule
        for rule in rules
        if rule in _MARCH and not _looks_like_march(ways.get((rule,)), normal, marching)
    ]
    return tuple([rule for rule in rules if rule not in slips] + slips)


def _looks_like_march(way: Trail | None, normal: Trail | None, price: int) -> bool:
    """Return whether a move that marching explains was meant as a march and not merely one hex too long.

    At least two thirds of its steps go at the marching `price`, and as normal movement it is two points too
    dear.
    """
    if way is None:
        return False
    marched = sum(step.halves == price for step in way.steps)
    too_dear = normal is None or normal.halves >= normal.allowance_halves + 2 * POINT
    return too_dear and 3 * marched >= 2 * len(way.steps)


_HEADS = {"9.2(4)": "9.2(4)1", "9.2(4)2": "9.2(4)", "9.2(5)1": "9.2(5)", "9.2(5)2": "9.2(5)"}


def _with_lines(position: Position, move: Move, rules: tuple[str, ...]) -> tuple[str, ...]:
    """Add the heads and exceptions that belong to the lines named: they say the rest of the same sentence.

    9.2(5) belongs to the price of a hex, and to every single step that the allowance does not cover; 9.2(3)3
    to a crossing from zone to zone with a bridge beside it, which serves its own hexside only.
    """
    extended: list[str] = []
    for rule in rules:
        extended += [rule, *([_HEADS[rule]] if rule in _HEADS else [])]
        if rule == "9.2(3)2" and beside_a_bridge(position.data.board, move.start, move.end):
            extended.append("9.2(3)3")
    one_step = position.data.board.features(move.start, move.end) is not None
    if one_step and _ALLOWANCE in rules:
        extended.append("9.2(5)")
    return tuple(dict.fromkeys(extended))


def only_by_march(position: Position, move: Move) -> bool:
    """Return whether a legal move is one only because it marches (9.3): what it breaks else is 9.3(2) too.

    Parameters
    ----------
    position : Position
        Before the move.
    """
    mild = position.data.moves.mild
    if not move.march and find_way(position, move.unit, move.end, mild, march=False) is not None:
        return False
    return find_way(position, move.unit, move.end, mild, march=True) is not None


def _reason(position: Position, move: Move, barrier: Barrier | None, legal_way: Trail | None) -> str:
    """Return what bars the way, and what the cheapest legal one costs where there is one."""
    if barrier is not None:
        way_round = "" if legal_way is None else f"; the cheapest legal way {barriers.dearness(legal_way)}"
        return barriers.sentence(barrier) + way_round
    if legal_way is not None:
        return barriers.price(position, legal_way)
    numbers = position.data.board.numbers
    return f"no way leads from {numbers[move.start]} to {numbers[move.end]}"


def _basis(position: Position, move: Move, rules: tuple[str, ...]) -> Basis:
    data = position.data
    kind = data.units[move.unit]
    if rules and rules[0] == "3.1(2)" and enemy_bars(position, kind.owner, move.end, data.moves.mild):
        return Basis.RULES
    return Basis.SOURCED if data.board_sourced and kind.sourced else Basis.RECONSTRUCTED


def check_stacking(position: Position, h: int, *, segment_over: bool) -> Verdict:
    """Judge the number of units in hex `h` after movement ended there (3.1(1), 3.1(3)).

    Parameters
    ----------
    segment_over : bool
        False: only one unit's move has ended, others may still leave.
    """
    if not overstacked(position, h):
        return _LEGAL
    count = max(position.present[0][h], position.present[1][h])
    return check_stack(position, h, count, segment_over=segment_over)


def check_stack(position: Position, h: int, count: int, *, segment_over: bool) -> Verdict:
    """Judge `count` units of a side in hex `h`; see `check_stacking`."""
    if count <= STACKING_LIMIT or h in position.forts:
        return _LEGAL
    bounds = position.data.moves
    rules = ("3.1(1)", "3.1(3)")
    full = barriers.at_hex(position.data.board, "full", h)
    if stacking_counts_now(segment_over=segment_over, reading=bounds.mild):
        reason = f"{barriers.sentence(full)}: {count} units, two are allowed"
        return Verdict(Outcome.ILLEGAL, rules, (), reason, barrier=full)
    if stacking_counts_now(segment_over=segment_over, reading=bounds.strict):
        reason = f"{count} units in {full.place} for a time; depends on U-64"
        return Verdict(Outcome.UNCLEAR, rules[::-1], ("U-64",), reason)
    return _LEGAL
