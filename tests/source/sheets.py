"""Small source files for tests of their readers."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.diagnostics import InputError

UNIT = """
  - id: {id}
    gpid: {gpid}
    kind: unit
    side: axis
    nationality: german
    names: {{en: "{id}"}}
    short: "{id}"
    symbol: infantry
    size: division
    full: {{strength: 4, movement: 5}}
"""


def unit(id_: str, gpid: int | str) -> str:
    return UNIT.format(id=id_, gpid=gpid)


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def fault(error: pytest.ExceptionInfo[InputError]) -> tuple[str, str | None, int | None]:
    """Return code, pointer and line of the only finding of an error."""
    (finding,) = error.value.findings
    return finding.code, finding.place.pointer, finding.place.line
