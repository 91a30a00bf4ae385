"""What the readers of source data find: the bad example of each code is found, the good one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.validate.files import file_findings
from tests.validate.little import (
    AREA_GAMES,
    area_findings,
    area_game_findings,
    little_findings,
    real_findings,
)
from toolkit.diagnostics import Finding
from toolkit.validate.catalog import CHECKS
from toolkit.validate.registry import Check

SHOWN = [check for check in CHECKS.values() if check.run is None and check.bad]


def findings(check: Check, folder: Path, example: str) -> list[Finding]:
    if example.startswith("areas.yaml:"):
        return area_findings(folder, example)
    if example.partition("/")[0] in AREA_GAMES:
        return area_game_findings(folder, example)
    if check.family in ("SRC", "MAP"):
        return little_findings(folder, example)
    if "entries:" in check.bad or "content:" in check.bad:
        return file_findings(folder, example)
    return real_findings(example)


@pytest.mark.parametrize("check", SHOWN, ids=lambda check: check.code)
def test_the_bad_example_is_found(check: Check, tmp_path: Path) -> None:
    found = findings(check, tmp_path, check.bad)
    assert check.code in {finding.code for finding in found}, found


@pytest.mark.parametrize("check", SHOWN, ids=lambda check: check.code)
def test_the_good_example_is_not(check: Check, tmp_path: Path) -> None:
    found = findings(check, tmp_path, check.good)
    assert [finding for finding in found if finding.code == check.code] == []
