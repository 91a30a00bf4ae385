"""Entries of the registry for what the readers find while they read.

Their code stands where the reading is done; what it means stands in the ``codes`` of each package.  Here are,
as data, the severity, the reason for it, and two examples.  ``guards`` says why there is no example.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from toolkit.compile.codes import CODES
from toolkit.compile.piece_codes import PIECE_CODES
from toolkit.diagnostics import Severity
from toolkit.module.codes import MODULE_CODES
from toolkit.plugins import games, package
from toolkit.rules.declared.checking import RULE_CODES
from toolkit.validate.registry import FAMILIES, Check, CheckError
from toolkit.vassal.codes import VASSAL_CODES

__all__ = ["OWN", "SUMMARIES", "reader_checks"]

# Codes of this package that no function of the registry gives.
OWN: Mapping[str, str] = {
    "SRC060": "A waiver that nothing is found for any more.",
    "SRC061": "No check begins with the letters that were to be selected, ignored or explained.",
}
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # six times as fast
SUMMARIES: Mapping[str, str] = {**CODES, **PIECE_CODES, **MODULE_CODES, **VASSAL_CODES, **RULE_CODES, **OWN}


def _pages() -> dict[str, dict[str, Any]]:
    """Return the entries of this folder, and those whose examples change a game, from the game's own."""
    found: dict[str, dict[str, Any]] = {}
    own = (Path(file) / "checks.yaml" for game in games() for file in package(game).__path__)
    for path in (*sorted(Path(__file__).parent.glob("*.yaml")), *own):
        if path.is_file():
            found |= yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
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
