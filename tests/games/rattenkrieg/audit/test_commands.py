"""``toolkit play`` and ``toolkit audit`` with Rattenkrieg, as somebody types them."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tests.report.unpacking import unpacked
from toolkit.cli.audit import command as audit
from toolkit.cli.play import command as play
from toolkit.diagnostics import InputError


def run(command: click.Command, *words: object) -> Result:
    return CliRunner().invoke(command, list(map(str, words)), standalone_mode=False)


@pytest.fixture(scope="module")
def played(rk_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    log = tmp_path_factory.mktemp("commands") / "game.vlog"
    result = run(play, "rattenkrieg", "--seed", 3, "-o", log, "--module", rk_module)
    assert result.return_value == 0, result.output
    assert "wins after turn 6" in " ".join(result.output.split())
    return log


def test_a_game_that_was_played_is_audited_without_a_finding(rk_module: Path, played: Path) -> None:
    result = run(audit, played, "--module", rk_module, "--view", "soviet")
    assert (result.return_value, "legal" in result.output) == (0, True), result.output


def test_a_page_speaks_the_words_of_its_game(rk_module: Path, played: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run(audit, played, "--module", rk_module, "--format", "html", "-o", page, "--all")
    data = unpacked(page.read_text(encoding="utf-8"))
    assert data["game"]["part"] == "phase or unit"
    assert not any("chit" in part for _, part, _ in (one["part"] for one in data["actions"]))


def test_a_view_of_no_side_is_told(rk_module: Path, played: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.txt"
    result = run(audit, played, "--module", rk_module, "--view", "axis", "-o", out)
    error = result.exception
    assert isinstance(error, InputError)
    assert [finding.code for finding in error.findings] == ["AUD008"]
    assert "'axis'; its views are referee, german, soviet" in str(error)
    assert not out.exists()


def test_an_unknown_setup_is_told(rk_module: Path, tmp_path: Path) -> None:
    result = run(play, "rattenkrieg", "-o", tmp_path / "x.vlog", "--module", rk_module, "--setup", "never")
    assert "no set-up 'never'" in str(result.exception)


@pytest.mark.parametrize("seed", [6, 7])
def test_house_rules_drawn_by_chance_accuse_nobody(rk_module: Path, tmp_path: Path, seed: int) -> None:
    # 6: folded cards go back to the strip they came from; 7: a T-34 that gave no support retreats by itself.
    log = tmp_path / "game.vlog"
    run(play, "rattenkrieg", "--seed", seed, "--house-rules", "-o", log, "--module", rk_module)
    result = run(audit, log, "--module", rk_module)
    assert result.return_value == 0, result.output
