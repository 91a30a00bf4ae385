"""Rivers of a map: every line feature becomes a chain of hexsides, joined to the others."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import shapely

from toolkit.diagnostics import Severity
from toolkit.geometry.crossings import self_crossing
from toolkit.geometry.features import EndKind, LineEnd, LineFeature, Problem
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import FloatArray, IntArray, Vertex, round_axial
from toolkit.geometry.map import BoolArray, Chain, chain_sides, make_chain
from toolkit.geometry.trace import (
    FLAG_DISTANCE,
    End,
    HexEnd,
    Trace,
    project,
    spur,
    trace_axial,
)
from toolkit.geometry.walk import encode, positions_along, squared
from toolkit.geometry.workbench import Workbench

JOIN_REACH = 1.0
"""A tributary's end is led to its river from at most this far, in pitches."""

END_REACH = 1.0
"""A stated end farther than this from the drawn one, in pitches, is probably a mistake."""


def build_chains(bench: Workbench, sea: BoolArray, coast: BoolArray) -> tuple[Chain, ...]:
    """Trace all line features.

    Parameters
    ----------
    sea, coast : (n,) bool
        By hex id.

    Returns
    -------
    tuple of Chain
        In the order of the features; those that could not be used are left out.
    """
    usable = [feature for feature in bench.features.lines if _usable(bench, feature)]
    _report_crossings(bench, usable)
    traces: dict[str, Trace] = {}
    for feature, start, end in _in_order(bench, usable):
        traces[feature.id] = _trace(bench, feature, start, end, traces)
    wet = np.concatenate([sea, [False]])
    chains = [_chain(bench, feature, traces[feature.id], wet) for feature in usable]
    _report_ends(bench, usable, chains, sea | coast)
    for feature, chain in zip(usable, chains, strict=True):
        _report_flags(bench, feature, traces[feature.id])
        _report_extent(bench, feature, chain)
    return tuple(chain for chain in chains if len(chain.nodes) > 1)


def _usable(bench: Workbench, feature: LineFeature) -> bool:
    points = np.asarray(feature.points, dtype=np.float64).reshape(-1, 2)
    finite = np.isfinite(points).all(axis=1)
    if len(points) >= 2 and finite.all() and (points != points[0]).any():
        return True
    position = (float(points[finite][0, 0]), float(points[finite][0, 1])) if finite.any() else None
    message = "a line needs two different points, all of them numbers"
    bench.report(Problem.BAD_COORDINATES, feature.id, Severity.ERROR, message, position=position)
    return False


def _report_crossings(bench: Workbench, lines: list[LineFeature]) -> None:
    if not lines:
        return
    counts = [len(feature.points) for feature in lines]
    points = np.concatenate([np.asarray(f.points, dtype=np.float64) for f in lines])
    drawn = shapely.linestrings(points, indices=np.repeat(np.arange(len(lines)), counts))
    for index in np.flatnonzero(~shapely.is_simple(drawn)).tolist():
        feature = lines[index]
        found = self_crossing(bench.grid, np.asarray(feature.points, dtype=np.float64))
        if found is None:
            continue
        inside = "goes round at least one hex centre" if found.encloses else "is a small loop"
        bench.report(
            Problem.SELF_CROSSING,
            feature.id,
            Severity.ERROR if found.encloses else Severity.WARNING,
            f"the line crosses itself; what it cuts off {inside}",
            position=found.position,
            hex=int(bench.grid.nearest(np.array([found.position]))[0]),
            data={"encloses": found.encloses},
        )


def _in_order(bench: Workbench, lines: list[LineFeature]) -> list[tuple[LineFeature, LineEnd, LineEnd]]:
    """Return lines with their ends, rivers before what joins them."""
    by_id = {feature.id: feature for feature in lines}
    ordered: list[tuple[LineFeature, LineEnd, LineEnd]] = []
    done: set[str] = set()
    for root in lines:
        if root.id in done:
            continue
        # Depth first without recursion: a chain of tributaries may be as long as it likes.
        stack = [(root.id, iter(_joined(root)))]
        open_ids = {root.id}
        ends = {root.id: [root.start, root.end]}
        while stack:
            current, targets = stack[-1]
            target = next(targets, None)
            if target is None:
                stack.pop()
                open_ids.remove(current)
                done.add(current)
                start, end = ends[current]
                ordered.append((by_id[current], start, end))
            elif target not in by_id:
                message = f"joins {target!r}, but there is no such line"
                bench.report(Problem.UNKNOWN_REFERENCE, current, Severity.ERROR, message, other=target)
                ends[current] = [_loosened(end, target) for end in ends[current]]
            elif target in open_ids:
                message = f"joins {target!r}, which joins it in turn"
                bench.report(Problem.JOIN_CYCLE, current, Severity.ERROR, message, other=target)
                ends[current] = [_loosened(end, target) for end in ends[current]]
            elif target not in done:
                ends[target] = [by_id[target].start, by_id[target].end]
                stack.append((target, iter(_joined(by_id[target]))))
                open_ids.add(target)
    return ordered


def _joined(feature: LineFeature) -> list[str]:
    ends = (feature.start, feature.end)
    return list(dict.fromkeys(e.joins for e in ends if e.kind is EndKind.JOIN and e.joins is not None))


def _loosened(end: LineEnd, target: str) -> LineEnd:
    return LineEnd(EndKind.SOURCE, None, end.at, end.hex) if end.joins == target else end


def _trace(
    bench: Workbench, feature: LineFeature, start: LineEnd, end: LineEnd, traces: dict[str, Trace]
) -> Trace:
    grid = bench.grid
    line = grid.to_axial(np.asarray(feature.points, dtype=np.float64))
    head, before = _lead_in(bench, feature, start, line[0], traces)
    tail, after = _lead_in(bench, feature, end, line[-1], traces)
    pinned_start = _pin(grid, start, line[0], traces)
    pinned_end = _pin(grid, end, line[-1], traces)
    _report_far(bench, feature, pinned_start, line[0])
    _report_far(bench, feature, pinned_end, line[-1])
    full = np.concatenate([x for x in (head, line, tail) if x is not None])
    found = trace_axial(
        grid,
        full,
        pinned_start,
        pinned_end,
        before=None if before is None else before[::-1],
        after=after,
    )
    shared = [traces[e.joins] for e in (start, end) if e.joins in traces and e.at is None and e.hex is None]
    return _without_shared(found, shared) if shared else found


def _pin(grid: HexGrid, end: LineEnd, drawn: FloatArray, traces: dict[str, Trace]) -> End:
    """Return the vertex or hex at which an end is held."""
    if end.at is not None:
        if end.joins in traces:
            nodes = traces[end.joins].nodes
            away = nodes[:, :2] + (1 + nodes[:, 2:]) / 3.0 - grid.to_axial(np.array(end.at))
            return _vertex(nodes[int(squared(away).argmin())])
        return grid.vertex_at(end.at)
    if end.hex is not None:
        q, r = grid.axial_of(np.array([end.hex]))[0].tolist()
        return HexEnd(q, r)
    if end.kind is EndKind.SOURCE:
        # A spring drawn in the middle of a hex is at none of its vertices in particular.
        cell = round_axial(drawn[None, :])[0]
        if float(squared(drawn - cell)) < FLAG_DISTANCE**2:
            return HexEnd(int(cell[0]), int(cell[1]))
    return None


def _report_far(bench: Workbench, feature: LineFeature, pinned: End, drawn: FloatArray) -> None:
    """Report a stated end that is not where the line was drawn."""
    if pinned is None:
        return
    at = pinned.axial() if isinstance(pinned, Vertex) else (pinned.q, pinned.r)
    apart = float(np.sqrt(squared(drawn - np.array(at, dtype=np.float64))))
    if apart > END_REACH:
        x, y = bench.grid.to_plane(drawn).tolist()
        bench.report(
            Problem.END_FAR,
            feature.id,
            Severity.WARNING,
            f"its drawn end is {apart:.2f} pitches from where it is stated to end",
            position=(x, y),
            hex=int(bench.grid.nearest(np.array([[x, y]]))[0]),
            data={"distance": apart},
        )


def _lead_in(
    bench: Workbench, feature: LineFeature, end: LineEnd, drawn: FloatArray, traces: dict[str, Trace]
) -> tuple[FloatArray | None, IntArray | None]:
    """Return how an end reaches the river it joins: a point on that river, and a walk to its chain."""
    if end.kind is not EndKind.JOIN or end.joins not in traces or end.hex is not None or end.at is not None:
        return None, None
    main = traces[end.joins]
    place, apart = project(main.raw.line, drawn)
    if apart > JOIN_REACH:
        x, y = bench.grid.to_plane(drawn).tolist()
        message = f"ends {apart:.2f} pitches from {end.joins!r}, which it should join"
        bench.report(
            Problem.NOT_JOINED,
            feature.id,
            Severity.ERROR,
            message,
            position=(x, y),
            hex=int(bench.grid.nearest(np.array([[x, y]]))[0]),
            other=end.joins,
            data={"distance": apart},
        )
        return None, None
    return positions_along(main.raw.line, np.array([place])), spur(main, place)


def _without_shared(found: Trace, mains: list[Trace]) -> Trace:
    """Drop the sides at either end that run along a joined river."""
    along = {side for main in mains for side in _side_keys(main.nodes)}
    shared = [key in along for key in _side_keys(found.nodes)]
    low, high = 0, len(shared)
    # The last side stays, so that a stream which only touches its river remains visible as one.
    while low < high - 1 and shared[low]:
        low += 1
    while high - 1 > low and shared[high - 1]:
        high -= 1
    return replace(found, nodes=found.nodes[low : high + 1])


def _side_keys(nodes: IntArray) -> list[tuple[int, int]]:
    codes = encode(nodes)
    return [(min(a, b), max(a, b)) for a, b in pairwise(codes)]


def _vertex(row: IntArray) -> Vertex:
    q, r, half = row.tolist()
    return Vertex(q, r, half)


def _chain(bench: Workbench, feature: LineFeature, found: Trace, wet: BoolArray) -> Chain:
    """Return the map's chain of a trace, ending where it reaches the sea.

    A hexside of a sea hex is crossed by nobody, so a mouth drawn out into the sea, or along the
    coast, adds nothing there.
    """
    grid, topology = bench.grid, bench.topology
    nodes = found.vertices()
    sides = chain_sides(nodes, grid, topology)
    pairs = np.where(sides[:, None] >= 0, topology.sides[sides], len(grid))
    drowned: list[bool] = np.asarray(wet[pairs].any(axis=1)).tolist()
    low, high = 0, len(drowned)
    while low < high and drowned[low] and _may_shrink(feature.start, found):
        low += 1
    while high > low and drowned[high - 1] and _may_shrink(feature.end, found):
        high -= 1
    kept = nodes[low : high + 1]
    return make_chain(feature.id, feature.names, feature.kind, kept, grid=grid, topology=topology)


def _may_shrink(end: LineEnd, found: Trace) -> bool:
    return end.kind in (EndKind.FREE, EndKind.MOUTH) and end.at is None and not found.ring


def _report_ends(bench: Workbench, lines: list[LineFeature], chains: list[Chain], wet: BoolArray) -> None:
    """Report ends that lie in nothing."""
    users: dict[tuple[int, int, int], set[int]] = {}
    for index, chain in enumerate(chains):
        for node in chain.nodes:
            users.setdefault((node.q, node.r, node.half), set()).add(index)
    for index, (feature, chain) in enumerate(zip(lines, chains, strict=True)):
        if chain.nodes[0] == chain.nodes[-1]:
            continue
        for end, node, name in (
            (feature.start, chain.nodes[0], "start"),
            (feature.end, chain.nodes[-1], "end"),
        ):
            if end.kind not in (EndKind.FREE, EndKind.MOUTH):
                continue
            hexes = bench.grid.hex_at(np.array(node.hexes()))
            at_edge = bool((hexes < 0).any())
            if at_edge or bool(wet[hexes].any()):
                continue
            key = (node.q, node.r, node.half)
            if end.kind is EndKind.FREE and users[key] != {index}:
                continue
            declared = end.kind is EndKind.MOUTH
            wanted = "the sea" if declared else "the map's edge, the sea or another river, nor is it a source"
            bench.report(
                Problem.END_IN_NOTHING,
                feature.id,
                Severity.ERROR if declared else Severity.WARNING,
                f"its {name} does not reach {wanted}",
                position=bench.grid.vertex_position(node),
                hex=int(hexes[0]),
                data={"end": name},
            )


def _report_flags(bench: Workbench, feature: LineFeature, found: Trace) -> None:
    """Report hexes whose side is a guess, but for those where overrides say how the line runs."""
    overrides = [item for item in bench.features.side_overrides if item.layer == feature.kind]
    settled = {h for item in overrides for h in (item.a, item.b)}
    cells = np.array([(flag.q, flag.r) for flag in found.flags], dtype=np.int64).reshape(-1, 2)
    for flag, h in zip(found.flags, bench.grid.hex_at(cells).tolist(), strict=True):
        if h < 0 or h in settled:
            continue
        bench.report(
            Problem.UNDECIDABLE,
            feature.id,
            Severity.WARNING,
            f"passes {flag.distance:.2f} pitches from the middle of the hex: on which side is a guess",
            position=flag.position,
            hex=h,
            data={"distance": flag.distance},
        )


def _report_extent(bench: Workbench, feature: LineFeature, chain: Chain) -> None:
    x, y = np.asarray(feature.points[0], dtype=np.float64).tolist()
    if len(chain.sides) == 0:
        message = "the line is too short, or turns back too soon, to follow any hexside"
        bench.report(Problem.NO_HEXSIDE, feature.id, Severity.WARNING, message, position=(x, y))
    elif (chain.sides < 0).all():
        message = "the line follows no hexside of the map"
        bench.report(Problem.OFF_MAP, feature.id, Severity.WARNING, message, position=(x, y))
