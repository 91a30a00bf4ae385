"""``toolkit play`` and ``toolkit audit`` with Storm, as somebody types them."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from toolkit.cli.audit import command as audit
from toolkit.cli.play import command as play


def run(command: click.Command, *words: object) -> Result:
    return CliRunner().invoke(command, list(map(str, words)), standalone_mode=False)


@pytest.fixture(scope="module")
def played(st_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    log = tmp_path_factory.mktemp("commands") / "game.vlog"
    result = run(play, "storm", "--seed", 3, "-o", log, "--module", st_module)
    assert result.return_value == 0, result.output
    assert "wins in turn" in " ".join(result.output.split())
    return log


def test_a_game_that_was_played_is_audited_without_a_finding(st_module: Path, played: Path) -> None:
    result = run(audit, played, "--module", st_module, "--view", "soviet")
    assert (result.return_value, "legal" in result.output) == (0, True), result.output
    fixed = next(line for line in result.output.splitlines() if line.startswith("house rules fixed"))
    numbers = [int(number) for number in re.findall(r"St-(\d+) ", fixed)]
    assert numbers == sorted(numbers)
    assert len(numbers) > 9


def test_a_page_speaks_the_words_of_its_game(st_module: Path, played: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run(audit, played, "--module", st_module, "--format", "html", "-o", page, "--all")
    text = page.read_text(encoding="utf-8")
    assert "impulse" in text
    assert "chit" not in text
