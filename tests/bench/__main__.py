"""Run benches, print their tables, write them to the page unless they are run in another size."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

from tests.bench.planted import SIZES
from tests.bench.report import BUILD, Section, markdown, update_page
from toolkit.diagnostics.files import write_atomically


def names() -> list[str]:
    """Return the names of all benches beside this file."""
    return sorted(path.stem[len("bench_") :] for path in Path(__file__).parent.glob("bench_*.py"))


def main(wanted: list[str]) -> int:
    """Run the named benches, or all."""
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    sized = [size for size in SIZES if size in os.environ]
    missed = []
    for name in wanted or known:
        module = importlib.import_module(f"tests.bench.bench_{name}")
        section: Section = module.run()
        title = (module.__doc__ or name).splitlines()[0].rstrip(".")
        text = markdown(title, section)
        print(text, end="\n\n", flush=True)
        BUILD.mkdir(parents=True, exist_ok=True)
        write_atomically(BUILD / f"{name}.md", f"{text}\n")
        if not sized:
            update_page({name: section})
        missed += [f"{name}: {x.what}: {x.measured}, asked {x.limit}" for x in section.limits if not x.met]
    if sized:
        print(f"not written to the page: {', '.join(sized)} set", file=sys.stderr)
    for line in missed:
        print(f"missed: {line}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
