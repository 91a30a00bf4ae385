"""Each page, done as it says: its files written, its commands and programs run, from the first to the last.

A command ends with 0, or with 1 where it has findings to tell; never with a usage error or a fault of ours.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.blocks import ROOT, Line, blocks, lines, pages, reason
from tests.docs.kits import EDITS, KITS

pytestmark = pytest.mark.slow

# Done step by step by tests of their own, which also look at what comes out.
ELSEWHERE = {
    "docs/area_maps.md": "tests/cli/test_your_map.py",
    "docs/your_map.md": "tests/cli/test_your_map.py",
    "docs/positions.md": "tests/rules/test_positions.py",
}
RUN = [
    name
    for page in pages()
    if any(block.language in ("sh", "python") for block in blocks(page))
    and (name := page.relative_to(ROOT).as_posix()) not in ELSEWHERE
]
# Commands that have nothing to find: not even a 1 will do.
_QUIET = (
    "toolkit new",
    "toolkit build",
    "toolkit play",
    "toolkit render",
    "toolkit scrub",
    "cp ",
    "sed ",
    "echo ",
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One place for what all pages' commands make and may use again."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def here(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TOOLKIT_CACHE", str(cache))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return folder


def run(line: Line) -> None:
    """Run a line of commands, or do what it has the reader do."""
    if line.why_not == "in your editor":
        path = Path(line.words[1])
        if str(path) in EDITS:
            path.write_text(EDITS[str(path)], encoding="utf-8")
        assert path.is_file(), line
        return
    if line.why_not is not None:
        return
    command = line.command.replace(".venv/bin/", "")
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    said = f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    assert done.returncode == 0 or (done.returncode == 1 and not command.startswith(_QUIET)), said
    assert "internal error" not in said, said
    assert "Traceback" not in said, said


@pytest.mark.parametrize("page", RUN)
def test_a_page_done_as_it_says(page: str, here: Path) -> None:
    if page in KITS:
        KITS[page](here)
    done: dict[str, Any] = {}
    for block in blocks(ROOT / page):
        if block.language == "sh":
            for line in lines(block):
                run(line)
        elif block.language == "python" and reason(block.text.partition("\n")[0].removeprefix("#")) is None:
            exec(compile(block.text, str(block), "exec"), done)
        elif block.language == "yaml":
            # A file of a folder that an earlier command made.
            named = re.match(r"# (\S+/\S+\.yaml)\n", block.text)
            if named and Path(named[1]).parent.is_dir():
                Path(named[1]).write_text(block.text, encoding="utf-8")


@pytest.mark.parametrize(("page", "test"), ELSEWHERE.items())
def test_a_page_of_its_own_test_is_named_there(page: str, test: str) -> None:
    assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")
