"""Every check's examples: the bad one is found, the good one is not; the page of each is complete."""

from __future__ import annotations

import pytest

from tests.validate.recipes import subject
from toolkit.diagnostics import Severity
from toolkit.validate.catalog import CHECKS
from toolkit.validate.registry import Check, CheckError, Registry, parse_page

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
    assert check.why.startswith(f"A{'n' if check.severity is Severity.ERROR else ''} ")
    words = {Severity.ERROR: "An error", Severity.WARNING: "A warning", Severity.INFO: "A note"}
    assert check.why.startswith(words[check.severity])
    assert check.good
    assert check.bad
    assert check.good != check.bad


def test_a_page_without_a_heading_is_refused() -> None:
    with pytest.raises(CheckError, match="Bad example"):
        parse_page("Wrong.\n\nWhy\n---\nAn error.\n\nGood example\n------------\nx\n")


def test_a_code_is_given_once() -> None:
    registry, check = Registry(), OWN[0]
    registry.add(check)
    with pytest.raises(CheckError):
        registry.add(check)
