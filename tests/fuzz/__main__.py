"""``python -m tests.fuzz``: the long run; its log is docs/fuzz.md."""

from __future__ import annotations

import argparse
import base64
import json
import os
import platform
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import toolkit.vassal
from tests.fuzz.judging import judging
from tests.fuzz.readers import Reader, readers
from tests.fuzz.rooms import rooms
from tests.fuzz.run import SECONDS, Result, digest, fuzz

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "fuzz.md"
ASKED = 0.9


def branches(result: Result) -> dict[str, list[int]]:
    """Return by family: branches, those taken, statements, those run, when the kept inputs are replayed."""
    failing = {data for _, data, _ in result.faults}
    kept = {
        name: [base64.b64encode(data).decode() for data in pool if data not in failing]
        for name, pool in result.pool.items()
    }
    package = Path(str(toolkit.vassal.__file__)).parent
    with tempfile.TemporaryDirectory() as folder:
        pool, output = Path(folder) / "pool.json", Path(folder) / "branches.json"
        pool.write_text(json.dumps(kept))
        module = [sys.executable, "-m", "tests.fuzz.coverage_of"]
        subprocess.run([*module, str(pool), str(package), str(output)], check=True, cwd=ROOT)
        found: dict[str, list[int]] = json.loads(output.read_text())
        return found


def every_reader() -> dict[str, Reader]:
    """Return the readers of the formats and those above them."""
    return readers() | rooms() | judging()


def _all(executions: int, seed: int) -> Result:
    return fuzz(executions, seed, chosen=every_reader())


def merged(results: list[Result]) -> Result:
    """Return the results of several runs as one."""
    whole = results[0]
    for other in results[1:]:
        for name, count in other.executions.items():
            whole.executions[name] += count
            whole.slowest[name] = max(whole.slowest.get(name, 0.0), other.slowest.get(name, 0.0))
            whole.pool[name] = list(dict.fromkeys([*whole.pool[name], *other.pool[name]]))
        whole.faults.extend(other.faults)
        whole.seconds = max(whole.seconds, other.seconds)
        whole.memory = max(whole.memory, other.memory, key=lambda found: found[-1])
    return whole


def page(result: Result, seed: int, found: dict[str, list[int]]) -> str:
    """Return the log of a run as Markdown."""
    total = sum(result.executions.values())
    every, taken = (sum(found[name][at] for name in found if name != "container") for at in (0, 1))
    lines = [
        "# Fuzzing",
        "",
        "Written by `make fuzz`; do not edit. Each reader gets inputs mutated from those that reached",
        "something new (`tests/fuzz`). It may refuse one with a finding; anything else it raises, a text",
        f"that is not written back, or more than {SECONDS:g} s is a fault. Branches of the file formats are",
        "counted by coverage.py when the kept inputs are replayed: what the run reached, or less; the sum",
        "leaves out the containers, whose writer and folders are tested elsewhere. Rules data, sources,",
        "drawings, importer and reports are slower and get fewer inputs.",
        "",
        f"{total:,} executions in {result.seconds:,.0f} s (first seed {seed}, Python "
        f"{platform.python_version()}): "
        f"**{len(result.faults)} faults**; {taken} of {every} branches, **{taken / every:.1%}**; memory "
        f"of a process {result.memory[len(result.memory) // 10]:.0f} MB after a tenth, "
        f"{result.memory[-1]:.0f} MB at the end.",
        "",
        "| reader | executions | inputs kept | slowest | branches | taken | |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, count in result.executions.items():
        there, reached = found.get(name, [0, 0])[:2]
        counted = f"{there} | {reached} | {reached / there:.1%}" if there else "| | "
        slowest = result.slowest.get(name, 0.0) * 1000
        lines.append(f"| {name} | {count:,} | {len(result.pool[name])} | {slowest:.0f} ms | {counted} |")
    for name, data, fault in result.faults:
        lines += ["", f"Fault in {name}, input `{digest(data)}`: `{fault.strip().splitlines()[-1][:100]}`"]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Run, write the page, keep failing inputs in build/fuzz."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("executions", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args(arguments)
    share = -(-options.executions // options.jobs)
    with ProcessPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.jobs)
        result = merged(list(pool.map(_all, [share] * options.jobs, seeds)))
    found = branches(result)
    options.page.write_text(page(result, options.seed, found), encoding="utf-8")
    for name, data, fault in result.faults:
        folder = ROOT / "build" / "fuzz"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}-{digest(data)}").write_bytes(data)
        sys.stderr.write(f"{name}-{digest(data)}\n{fault}\n")
    # Containers have a writer and folders, which are tested elsewhere.
    low = [name for name, at in found.items() if name != "container" and at[1] < ASKED * at[0]]
    sys.stderr.write("".join(f"below {ASKED:.0%} of branches: {name}\n" for name in low))
    return 1 if result.faults or low else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
