"""Maps: building from plane features, by size."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from time import perf_counter, process_time

from tests.bench.report import ROOT, Limit, Section, Table
from tests.bench.synthetic import synthetic_map

SIZES = (10_000, 100_000, 1_000_000)


def build(hexes: int) -> dict[str, float]:
    """Build a synthetic map and return what it took; runs in its own process."""
    from toolkit.geometry.build import build_map

    grid, features = synthetic_map(hexes)
    waited, start = perf_counter(), process_time()
    compiled, issues = build_map(grid, features)
    waited, built = perf_counter() - waited, process_time()
    text = compiled.to_bytes()
    done = process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {
        "hexes": len(grid),
        "rivers": len(features.lines),
        "roads": len(features.paths),
        "areas": len(features.areas),
        "sides": float(sum(len(chain.sides) for chain in compiled.chains)),
        "origins": float(sum(len(layer.ids) for layer in compiled.provenance.layers.values())),
        "issues": len(issues),
        "seconds": built - start,
        "waited": waited,
        "json_seconds": done - built,
        "json_bytes": len(text),
        "peak_bytes": float(peak),
    }


def run() -> Section:
    """Build maps of growing size, each in a fresh process."""
    results = []
    for size in SIZES:
        code = f"import json; from tests.bench.bench_maps import build; print(json.dumps(build({size})))"
        # Small maps are over in a moment: take the best of a few.
        tries = [
            json.loads(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT))
            for _ in range(3 if size < SIZES[-1] else 1)
        ]
        results.append(min(tries, key=lambda result: result["seconds"]))
    base = results[1]["seconds"] / results[1]["hexes"]
    rows = [
        [
            f"{r['hexes']:,.0f}",
            f"{r['rivers']:,.0f} / {r['roads']:,.0f} / {r['areas']:,.0f}",
            f"{r['sides']:,.0f}",
            f"{r['origins']:,.0f}",
            f"{r['seconds']:.2f} s",
            f"{r['waited']:.2f} s",
            f"{r['seconds'] / r['hexes'] / base:.2f}",
            f"{r['json_seconds']:.2f} s, {r['json_bytes'] / 1e6:.1f} MB",
            f"{r['peak_bytes'] / 1e9:.2f} GB",
        ]
        for r in results
    ]
    last = results[-1]
    grows = last["seconds"] / last["hexes"] / base
    columns = (
        "hexes",
        "rivers / roads / areas",
        "river sides",
        "origins kept",
        "build, processor",
        "build, clock",
        "per hex, 100,000 = 1",
        "JSON",
        "peak memory",
    )
    return Section(
        [Table("Build time by size", columns, rows)],
        [
            Limit(
                "1,000,000 hexes, processor time", f"{last['seconds']:.1f} s", "60 s", last["seconds"] < 60
            ),
            Limit("memory for them", f"{last['peak_bytes'] / 1e9:.2f} GB", "4 GB", last["peak_bytes"] < 4e9),
            Limit("time per hex, 1,000,000 against 100,000", f"{grows:.2f}", "1.5", grows < 1.5),
        ],
        [
            "Synthetic maps with rivers of about 100 pitches (half of them tributaries), roads of 200, areas "
            "of 200 corners; the origin of every datum kept; peak memory includes the interpreter and the "
            "JSON text. Limits are held against processor time: the clock also counts what others do on the "
            "same machine."
        ],
    )
