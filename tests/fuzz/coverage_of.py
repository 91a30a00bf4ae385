"""Which branches of the readers the kept inputs reach: run in a process of its own, before any import."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

import coverage

FAMILIES = {
    "codec": ("codecs.py",),
    "sequence": ("sequence.py",),
    "command": ("commands/*.py",),
    "trait": ("traits/*.py",),
    "buildFile": ("buildfile.py", "grids.py", "xml.py"),
    "container": ("containers.py", "metadata.py", "images.py", "log.py"),
}


def main(pool: Path, package: Path, output: Path) -> None:
    """Replay a pool of inputs and write how many branches of each family there are and were taken."""
    watcher = coverage.Coverage(branch=True, source=[str(package)], data_file=None, config_file=False)
    watcher.start()
    from tests.fuzz.readers import readers

    known = readers()
    for name, inputs in json.loads(pool.read_text()).items():
        for text in inputs if name in FAMILIES else ():
            known[name].run(base64.b64decode(text))
    watcher.stop()
    report = output.with_suffix(".raw.json")
    watcher.json_report(outfile=str(report), pretty_print=False)
    files = json.loads(report.read_text())["files"]
    found = {}
    for family, patterns in FAMILIES.items():
        sums = [0, 0, 0, 0]
        for name, data in files.items():
            path = Path(name).resolve()
            if any(path.match(f"vassal/{pattern}") for pattern in patterns):
                summary = data["summary"]
                keys = ("num_branches", "covered_branches", "num_statements", "covered_lines")
                sums = [total + summary[key] for total, key in zip(sums, keys, strict=True)]
        found[family] = sums
    output.write_text(json.dumps(found))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
