"""Every check's examples: the bad one is found, the good one is not; the page of each is complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.validate.recipes import subject
from toolkit.diagnostics import Severity
from toolkit.validate.catalog import CHECKS
from toolkit.validate.registry import Check, CheckError, Registry, parse_page

TESTS = Path(__file__).resolve().parents[1]
# No file can bring these about: a stricter code comes first, or a program would have to make the map.
UNREACHABLE = {"MAP001", "MAP003", "MAP016", "MAP022", "MAP050", "MAP051", "MAP301", "SRC061"}
OWN = [check for check in CHECKS.values() if check.run is not None]


def codes(check: Check, example: str) -> list[str]:
    assert check.run is not None
    found = list(check.run(subject(check.subject, example)))
    assert {finding.code for finding in found} <= {check.code}
    assert {finding.severity for finding in found} <= {check.severity}
    return [finding.code for finding in found]


@pytest.mark.parametrize("check", OWN, ids=lambda check: check.code)
def test_the_bad_example_is_found(check: Check) -> None:
    assert codes(check, check.bad) == [check.code]


@pytest.mark.parametrize("check", OWN, ids=lambda check: check.code)
def test_the_good_example_is_not(check: Check) -> None:
    assert codes(check, check.good) == []


@pytest.mark.parametrize("check", OWN, ids=lambda check: check.code)
def test_the_good_example_is_good_in_every_way(check: Check) -> None:
    found = [
        finding
        for other in OWN
        if other.subject == check.subject and other.severity is Severity.ERROR and other.run is not None
        for finding in other.run(subject(check.subject, check.good))
    ]
    assert found == []


@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.code)
def test_the_page_is_complete(check: Check) -> None:
    assert check.summary.endswith(".")
    words = {Severity.ERROR: "An error", Severity.WARNING: "A warning", Severity.INFO: "A note"}
    assert check.why.startswith(words[check.severity])
    assert check.why.endswith(".")
    if check.guards:
        assert (check.good, check.bad) == ("", "")
        assert check.run is None
    else:
        assert check.good
        assert check.bad
        assert check.good != check.bad


def test_what_no_example_can_show_is_known_and_little() -> None:
    guarded = [check.code for check in CHECKS.values() if check.guards]
    assert len(guarded) < len(CHECKS) / 4
    # What has no example here is looked for where it arises: in tests of the room that reads.
    texts = [path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py") if "validate" not in path.parts]
    texts.append((TESTS / "validate" / "test_guarded.py").read_text(encoding="utf-8"))
    unseen = {code for code in guarded if not any(code in text for text in texts)}
    assert unseen <= UNREACHABLE


def test_a_page_without_a_heading_is_refused() -> None:
    with pytest.raises(CheckError, match="Bad example"):
        parse_page("Wrong.\n\nWhy\n---\nAn error.\n\nGood example\n------------\nx\n")


def test_a_code_is_given_once() -> None:
    registry, check = Registry(), OWN[0]
    registry.add(check)
    with pytest.raises(CheckError):
        registry.add(check)
