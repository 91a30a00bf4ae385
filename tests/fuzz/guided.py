"""``python -m tests.fuzz.guided [READER...] [--runs N]``: the readers under atheris, which follows branches.

atheris (libFuzzer for Python) is no dependency of ours: ``pip install atheris`` where a wheel of it is to be
had (Linux, CPython 3.11 to 3.13).  Without it this says so, and `tests.fuzz` is what there is.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Nothing of the package is imported here: atheris watches only what is imported under its eyes.
_MEGABYTES = 512
_SECONDS = 20
"""On the wall, which a busy machine may stretch; `tests.fuzz.run.SECONDS` are of work."""
_LONGEST = 6_000
_PROGRESS = re.compile(r"#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+) corp: (\d+)/")


def _run(name: str, runs: int, seed: int) -> None:
    """Fuzz one reader in this process; libFuzzer ends it."""
    import atheris

    with atheris.instrument_imports(include=["toolkit"]):
        from tests.fuzz.__main__ import every_reader

    reader = every_reader()[name]
    if reader.prepare is not None:
        reader.prepare()
    with tempfile.TemporaryDirectory() as corpus:
        for number, content in enumerate(reader.seeds):
            (Path(corpus) / str(number)).write_bytes(content)
        options = [f"-runs={runs}", f"-seed={seed}", f"-max_len={_LONGEST}", f"-timeout={_SECONDS}"]
        atheris.Setup([name, corpus, *options, f"-rss_limit_mb={_MEGABYTES}"], reader.run)
        atheris.Fuzz()


def _told(name: str, runs: int, seed: int) -> tuple[str, bool]:
    """Return a row of the table, and whether a fault was found."""
    command = [sys.executable, "-m", "tests.fuzz.guided", name, "--runs", str(runs), "--seed", str(seed)]
    done = subprocess.run([*command, "--here"], capture_output=True, text=True, errors="replace", check=False)
    last = [found.groups() for found in _PROGRESS.finditer(done.stderr)][-1:]
    executions, branches, _, kept = last[0] if last else ("0", "0", "0", "0")
    if done.returncode:
        sys.stderr.write(f"{name}\n{done.stderr[-3000:]}\n")
    said = f"exit status {done.returncode}" if done.returncode else "0"
    return f"| {name} | {int(executions):,} | {branches} | {kept} | {said} |", bool(done.returncode)


def main(arguments: list[str]) -> int:
    """Fuzz the readers named, or all, each in a process of its own; print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    parser.add_argument("readers", nargs="*")
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if importlib.util.find_spec("atheris") is None:
        sys.stderr.write("atheris is not installed: pip install atheris; python -m tests.fuzz does without\n")
        return 2
    if options.here:
        _run(options.readers[0], options.runs, options.seed)
        return 0
    from tests.fuzz.__main__ import every_reader

    sys.stdout.write(
        "| reader | executions | branches | inputs kept | faults |\n| --- | ---: | ---: | ---: | ---: |\n"
    )
    faults = False
    for name, reader in every_reader().items():
        if not options.readers or name in options.readers:
            row, fault = _told(name, max(1, options.runs // reader.every), options.seed)
            faults = faults or fault
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()
    return int(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
