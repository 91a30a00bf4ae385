"""Every finding code that is given is explained, each explained one is given, none stands twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import toolkit
from toolkit.diagnostics import codes
from toolkit.diagnostics.codes import code_meanings
from toolkit.rules.declared.checking import RULE_CODES
from toolkit.validate.catalog import CHECKS

ROOT = Path(str(toolkit.__file__)).parent
# Codes in docstrings stand in backquotes, those that are given in quotes; a colon follows what is explained.
_GIVEN = re.compile(r'"([A-Z]{3}\d{3})"(?!: ")')
OWN_CHECKS = {code for code, check in CHECKS.items() if check.run is not None}
# Packages that give codes of their families only; the command line reports on behalf of those below it.
FAMILIES = {
    "archive": "ARC", "audit": "AUD", "compare": "DIF", "diagnostics": "LIM OUT", "engine": "ENG",
    "importer": "IMP", "module": "MOD", "play": "PLY", "refresh": "REF", "vassal": "LOG",
}  # fmt: skip


def _given(*folders: Path) -> set[str]:
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    return {code for path in paths for code in _GIVEN.findall(path.read_text(encoding="utf-8"))}


def test_what_is_given_is_explained_and_what_is_explained_is_given() -> None:
    assert _given(ROOT) == code_meanings().keys() | RULE_CODES.keys() | OWN_CHECKS


@pytest.mark.parametrize("package", sorted(FAMILIES))
def test_a_package_gives_codes_of_its_own_only(package: str) -> None:
    given = _given(ROOT / package, *(ROOT / "games").glob(f"*/{package}"))
    assert {code[:3] for code in given} == {*FAMILIES[package].split()}
    assert given & OWN_CHECKS == set()


def test_a_meaning_is_a_sentence() -> None:
    assert [code for code, text in {**code_meanings(), **RULE_CODES}.items() if not text.endswith(".")] == []


def test_no_code_has_two_meanings() -> None:
    text = Path(str(codes.__file__)).with_suffix(".yaml").read_text(encoding="utf-8")
    rows = re.findall(r"^([A-Z]{3}\d{3}): ", text, re.MULTILINE)
    assert sorted(rows) == sorted(code_meanings())
    assert code_meanings().keys() & (OWN_CHECKS | RULE_CODES.keys()) == set()
