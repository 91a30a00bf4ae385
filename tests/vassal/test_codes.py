"""Every finding code of VASSAL files is explained, and every explained one is used."""

from __future__ import annotations

import re
from pathlib import Path

import toolkit.module
import toolkit.vassal
from toolkit.vassal.codes import VASSAL_CODES

_CODE = re.compile(r'"([A-Z]{3}\d{3})"')


def _used(package: object) -> set[str]:
    folder = Path(str(getattr(package, "__file__", ""))).parent
    paths = [path for path in folder.rglob("*.py") if path.name != "codes.py"]
    return {code for path in paths for code in _CODE.findall(path.read_text(encoding="utf-8"))}


def test_codes_and_their_meanings_agree() -> None:
    assert _used(toolkit.vassal) == set(VASSAL_CODES)
    assert all(text.endswith(".") for text in VASSAL_CODES.values())


def test_a_module_that_is_built_has_codes_of_its_own() -> None:
    assert not _used(toolkit.module) & set(VASSAL_CODES)
