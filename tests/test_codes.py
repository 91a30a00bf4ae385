"""Every finding code is explained in its package's `codes`, each explained one is used, none stands twice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import pytest

import toolkit
from toolkit.archive.codes import ARCHIVE_CODES
from toolkit.audit.codes import AUDIT_CODES
from toolkit.compare.codes import COMPARE_CODES
from toolkit.compile.codes import CODES
from toolkit.compile.piece_codes import PIECE_CODES
from toolkit.diagnostics.codes import DIAGNOSTICS_CODES
from toolkit.engine.codes import ENGINE_CODES
from toolkit.importer.codes import IMPORT_CODES
from toolkit.module.codes import MODULE_CODES
from toolkit.play.codes import PLAY_CODES
from toolkit.refresh.codes import REFRESH_CODES
from toolkit.validate.codes import VALIDATE_CODES
from toolkit.vassal.codes import VASSAL_CODES

ROOT = Path(str(toolkit.__file__)).parent
_CODE = re.compile(r'"([A-Z]{3}\d{3})"')
# Packages whose codes stand in one file; the command line reports on behalf of those below it.
BOOKS = {
    "archive": ARCHIVE_CODES,
    "audit": AUDIT_CODES,
    "compare": COMPARE_CODES,
    "diagnostics": DIAGNOSTICS_CODES,
    "engine": ENGINE_CODES,
    "importer": IMPORT_CODES,
    "module": MODULE_CODES,
    "play": PLAY_CODES,
    "validate": VALIDATE_CODES,
    "refresh": REFRESH_CODES,
    "vassal": VASSAL_CODES,
}
# The mutation bench says which notice of the audit answers a planted fault.
MAY_NAME: Mapping[str, Mapping[str, str]] = {"play": AUDIT_CODES}


def _used(package: str) -> set[str]:
    """Return the codes that a package names, and each game's room of the same name."""
    folders = [ROOT / package, *(ROOT / "games").glob(f"*/{package}")]
    paths = [path for folder in folders for path in folder.rglob("*.py") if path.name != "codes.py"]
    return {code for path in paths for code in _CODE.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("package", sorted(BOOKS))
def test_a_packages_codes_and_their_meanings_agree(package: str) -> None:
    explained = set(BOOKS[package])
    used = _used(package) - set(MAY_NAME.get(package, ()))
    assert used | (_used("cli") & explained) == explained


@pytest.mark.parametrize("book", [CODES, PIECE_CODES, *BOOKS.values()])
def test_a_meaning_is_a_sentence(book: Mapping[str, str]) -> None:
    assert [text for text in book.values() if not text.endswith(".")] == []


def test_no_code_has_two_meanings() -> None:
    shared = [set(a) & set(b) for a, b in combinations([CODES, PIECE_CODES, *BOOKS.values()], 2)]
    assert set().union(*shared) == set()


def test_commands_use_only_explained_codes() -> None:
    explained = set().union(CODES, PIECE_CODES, *BOOKS.values())
    assert _used("cli") - explained == set()
