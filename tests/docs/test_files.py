"""Files of code that pages name are where the pages say."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
ROOMS = (ROOT / "toolkit", ROOT / "tests")
CODE = {f"/{path.relative_to(ROOT).as_posix()}" for room in ROOMS for path in room.rglob("*.py")}
CODE |= {f"/{path.name}" for path in ROOT.glob("*.py")}
NAMED = re.compile(r"`([\w./]+\.py)`|python -m ((?:tests|toolkit)[\w.]*)")


def test_named_files_are_there() -> None:
    """A file may be named from any folder above it on; a module by its whole name."""
    missing = []
    for page in PAGES:
        for file, module in NAMED.findall(page.read_text(encoding="utf-8")):
            name = module.replace(".", "/")
            tails = [file] if file else [f"{name}.py", f"{name}/__main__.py"]
            if not any(path.endswith(f"/{tail}") for path in CODE for tail in tails):
                missing.append(f"{page.name}: {file or module}")
    assert missing == []
