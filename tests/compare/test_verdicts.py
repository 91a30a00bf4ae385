"""Two audits of one log, action by action."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.gj47.audit.synthetic import LogBuilder, write_module
from tests.games.gj47.rules.worlds import Piece, World, plain
from toolkit.audit.audit import audit_logs
from toolkit.cli.audit import logs_in
from toolkit.cli.since import show_changes
from toolkit.compare.verdicts import compare_reports, verdicts_between
from toolkit.diagnostics import InputError

ROWS = 10


def world(allowance: int) -> World:
    made = plain(12, ROWS)
    made.pieces += [Piece("a", "axis", False, False, allowance, 4 * ROWS + 4)]
    made.pieces += [Piece("b", "axis", False, False, allowance, 6 * ROWS + 4)]
    return made


@pytest.fixture
def game(tmp_path: Path) -> tuple[Path, Path, Path, int]:
    """Return two modules, the second with slower units, and a log of two moves with the first's last step."""
    old, new = (write_module(world(allowance), tmp_path / f"{allowance}.vmod") for allowance in (5, 3))
    log = LogBuilder(world(5), chits=True)
    log.open()
    log.chit("chit-6a")
    log.drag("a", to=4 * ROWS + 7)
    step = log.drag("b", to=6 * ROWS)
    return old, new, log.write(tmp_path / "game.vlog"), step


def test_only_what_is_judged_otherwise_is_listed(game: tuple[Path, Path, Path, int]) -> None:
    old, new, log, step = game
    changed = verdicts_between([log], old, new)
    assert [change.key() for change in changed] == [(str(log), step, "legal", "illegal", "")]
    assert changed[0].after is not None
    assert changed[0].after.rules[0] == "9.2(1)1"
    assert verdicts_between([log], old, old) == []
    report = audit_logs([log], old)
    assert compare_reports(report, report) == []


def test_the_command_shows_text_and_wants_its_modules(game: tuple[Path, Path, Path, int]) -> None:
    old, new, log, step = game
    text, status = show_changes(logs_in([log.parent]), new, str(old), "text")
    assert status == 1
    assert f"step {step}: move" in text
    assert "legal -> illegal 9.2(1)1" in text
    assert text.endswith("1 verdict changes in 1 of 1 logs\n")
    for since in (str(old), "003"):
        with pytest.raises(InputError) as error:
            show_changes([log], None, since, "text")
        assert error.value.findings[0].code == "DIF004"


def test_changes_are_those_that_the_player_sees(game: tuple[Path, Path, Path, int]) -> None:
    old, new, log, step = game
    text, _ = show_changes([log], new, str(old), "text", "axis")
    assert f"step {step}: move" in text
    with pytest.raises(InputError) as error:
        show_changes([log], new, str(old), "text", "nobody")
    assert error.value.findings[0].code == "AUD008"
