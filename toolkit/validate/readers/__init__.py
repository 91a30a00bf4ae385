"""Entries of the registry for what the readers find while they read.

Their code stands where the reading is done; what it means stands in the register of codes.  Here are, as
data, the severity, the reason for it, and two examples.  ``guards`` says why there is no example.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Severity
from toolkit.diagnostics.codes import code_meanings
from toolkit.plugins import games, package
from toolkit.resources import own_table
from toolkit.rules.declared.checking import RULE_CODES
from toolkit.validate.registry import FAMILIES, Check, CheckError

SUMMARIES: Mapping[str, str] = {**code_meanings(), **RULE_CODES}


def _pages() -> dict[str, dict[str, Any]]:
    """Return the entries of this folder, and those whose examples change a game, from the game's own."""
    found: dict[str, dict[str, Any]] = {}
    own = (Path(file) / "checks.yaml" for game in games() for file in package(game).__path__)
    for path in (*sorted(Path(__file__).parent.glob("*.yaml")), *own):
        if path.is_file():
            found |= own_table(path)
    return found


def reader_checks() -> Iterator[Check]:
    """Yield an entry for each code that a reader gives; one not yet described has only its summary.

    Raises
    ------
    CheckError
        Where a description is of a code that no reader has.
    """
    pages = _pages()
    strange = pages.keys() - SUMMARIES.keys()
    if strange:
        raise CheckError(f"no reader gives {', '.join(sorted(strange))}")
    for code, summary in SUMMARIES.items():
        if code[:3] in FAMILIES:
            page = pages.get(code, {})
            yield Check(
                code,
                Severity(page.get("severity", "error")),
                summary,
                "",
                str(page.get("why", "")),
                str(page.get("good", "")).rstrip(),
                str(page.get("bad", "")).rstrip(),
                guards=str(page.get("guards", "")),
            )
