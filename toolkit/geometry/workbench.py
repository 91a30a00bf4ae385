"""What the steps of a build share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolkit.diagnostics import Severity
from toolkit.geometry.features import Issue, MapFeatures, Problem
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.map import Topology
from toolkit.geometry.provenance import ProvenanceRecorder


@dataclass(frozen=True, slots=True, eq=False)
class Workbench:
    """The inputs of a build, and where its steps put origins and issues."""

    grid: HexGrid
    topology: Topology
    features: MapFeatures
    recorder: ProvenanceRecorder = field(default_factory=ProvenanceRecorder)
    issues: list[Issue] = field(default_factory=list)

    def report(
        self,
        problem: Problem,
        feature: str,
        severity: Severity,
        message: str,
        *,
        position: tuple[float, float] | None = None,
        hex: int | None = None,
        other: str | None = None,
        data: Mapping[str, object] | None = None,
    ) -> None:
        """Add an issue."""
        kept = None if hex is None or hex < 0 else hex
        self.issues.append(
            Issue(problem, feature, severity, message, position, kept, other, dict(data or {}))
        )
