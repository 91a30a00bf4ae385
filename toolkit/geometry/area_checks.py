"""Names of areas, areas that nobody reaches, borders that were expected."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt

from toolkit.diagnostics import Severity
from toolkit.geometry.area_bench import AreaBench
from toolkit.geometry.area_issues import AreaIssue, AreaProblem
from toolkit.geometry.area_map import AreaMap


def check_names(bench: AreaBench) -> None:
    """Report areas without a name, and those with the name of another."""
    owners: dict[str, str] = {}
    for area in bench.areas:
        name = area.names.get("en", "").strip()
        if not name:
            text = f"the area {area.id} has no name"
            bench.report(AreaProblem.NO_NAME, area.id, Severity.ERROR, text)
            continue
        first = owners.setdefault(name.casefold(), area.id)
        if first != area.id:
            text = f"{area.id} has the name '{name}' of {first}"
            issue = AreaIssue(AreaProblem.SAME_NAME, area.id, Severity.ERROR, text, others=(first,))
            bench.issues.append(issue)


def check_reach(bench: AreaBench, built: AreaMap) -> None:
    """Report areas that cannot be entered from the largest part of the map that hangs together."""
    steps = built.adjacent | built.ways()
    seen = np.zeros(len(built), dtype=np.bool_)
    best = np.zeros_like(seen)
    for start in range(len(built)):
        if not seen[start]:
            part = _reached(built.adjacent, start)
            seen |= part
            best = part if part.sum() > best.sum() else best
    reached = _reached(steps, int(best.argmax())) if len(built) else best
    # Reinforcements begin in a box that only leads out; they are put there.
    reached |= bench.is_box & steps.any(axis=1)
    for i in np.flatnonzero(~reached).tolist():
        if len(built) > 1:
            text = f"nobody can reach {built.ids[i]}: it shares no border, and no link leads there"
            bench.report(AreaProblem.UNREACHABLE, built.ids[i], Severity.WARNING, text)


def check_expected(bench: AreaBench, built: AreaMap, lengths: Mapping[tuple[int, int], float]) -> None:
    """Report every difference between the borders found and those expected."""
    expected = bench.drawing.expected
    if expected is None:
        return
    wanted = np.zeros_like(built.adjacent)
    named = np.zeros(len(built), dtype=np.bool_)
    for id, others in expected.items():
        for other in others:
            ends = bench.ends(id, id, other)
            if ends is not None:
                wanted[ends] = wanted[ends[::-1]] = True
        if id in bench.index:
            named[bench.index[id]] = True
    for a, b in combinations(range(len(built)), 2):
        if wanted[a, b] == built.adjacent[a, b] or not (wanted[a, b] or named[a] or named[b]):
            continue
        length = lengths.get((a, b), 0.0)
        problem = AreaProblem.MISSING_BORDER if wanted[a, b] else AreaProblem.EXTRA_BORDER
        words = "should border" if wanted[a, b] else "border but should not"
        text = f"{built.ids[a]} and {built.ids[b]} {words}; their common line is {length:.1f} long"
        bench.issues.append(
            AreaIssue(problem, built.ids[a], Severity.WARNING, text, others=(built.ids[b],), size=length)
        )


def _reached(steps: npt.NDArray[np.bool_], start: int) -> npt.NDArray[np.bool_]:
    found = np.zeros(len(steps), dtype=np.bool_)
    found[start] = True
    edge = found
    while edge.any():
        edge = steps[edge].any(axis=0) & ~found
        found = found | edge
    return found
