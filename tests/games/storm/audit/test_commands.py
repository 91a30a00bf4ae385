"""``toolkit play`` and ``toolkit audit`` with Storm, as somebody types them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tests.archive.games import write
from tests.audit.decisions.cuts import cut
from tests.report.unpacking import unpacked
from toolkit.audit.audit import audit_logs
from toolkit.cli.audit import command as audit
from toolkit.cli.play import command as play
from toolkit.diagnostics import InputError
from toolkit.vassal.commands import Group, Logged, encode_commands
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import game_entries, write_container


def run(command: click.Command, *words: object) -> Result:
    return CliRunner().invoke(command, list(map(str, words)), standalone_mode=False)


@pytest.fixture(scope="module")
def played(st_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    log = tmp_path_factory.mktemp("commands") / "game.vlog"
    result = run(play, "storm", "--seed", 3, "-o", log, "--module", st_module)
    assert result.return_value == 0, result.output
    assert "wins in turn" in " ".join(result.output.split())
    return log


@pytest.fixture(scope="module")
def begun(played: Path) -> Path:
    """Return a log of how that game began."""
    return write(cut(read_log(played), 0, 60), played.with_name("begun.vlog"))


def test_a_game_that_was_played_is_audited_without_a_finding(st_module: Path, played: Path) -> None:
    result = run(audit, played, "--module", st_module, "--view", "soviet")
    assert (result.return_value, "legal" in result.output) == (0, True), result.output
    fixed = next(line for line in result.output.splitlines() if line.startswith("House rules fixed"))
    numbers = [int(number) for number in re.findall(r"St-(\d+) ", fixed)]
    assert numbers == sorted(numbers)
    assert len(numbers) > 9


def test_a_page_speaks_the_words_of_its_game(st_module: Path, begun: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run(audit, begun, "--module", st_module, "--format", "html", "-o", page, "--all")
    data = unpacked(page.read_text(encoding="utf-8"))
    assert data["game"]["part"] == "phase or impulse"
    assert not any(re.search(r"\bchit\b", part) for _, part, _ in (one["part"] for one in data["actions"]))


def test_logs_of_several_games(st_module: Path, begun: Path, tmp_path: Path) -> None:
    """Each that does not belong here is named, and each that cannot be read."""
    other = Metadata(name="Another game", version="3", vassal_version="3.6.0")
    strangers = [renamed(begun, tmp_path / f"{name}.vlog", other) for name in ("one", "two")]
    with pytest.raises(InputError) as raised:
        audit_logs([begun, *strangers], st_module)
    assert [(f.code, f.place.file) for f in raised.value.findings] == [
        ("AUD007", str(log)) for log in strangers
    ]
    halves = [tmp_path / "half.vlog", tmp_path / "third.vlog"]
    for part, half in enumerate(halves, start=2):
        content = begun.read_bytes()
        half.write_bytes(content[: len(content) // part])
    with pytest.raises(InputError) as raised:
        audit_logs([*halves, begun], st_module)
    assert [f.code for f in raised.value.findings] == ["LOG003", "LOG003"]


def test_a_log_given_twice_counts_once(st_module: Path, begun: Path, tmp_path: Path) -> None:
    twice = tmp_path / "again.vlog"
    twice.write_bytes(begun.read_bytes())
    report = audit_logs([begun, twice], st_module)
    assert [notice.code for notice in report.notices] == ["AUD031"]
    assert report.steps == report.logs[0].steps
    folder = run(audit, tmp_path, "--module", st_module, "--format", "json").output
    assert [log["name"] for log in json.loads(folder)["logs"]] == [str(twice)]
    text = run(audit, begun, twice, "--module", st_module, "--format", "html").output
    data = unpacked(text)
    assert data["steps"] == report.steps
    assert {frame[0] for frame in data["frames"]} == {0}


def renamed(log: Path, to: Path, module: Metadata) -> Path:
    """Write a game of Storm under another module's name, its counters under other ids."""
    read = read_log(log)
    text = encode_commands(
        [Group(tuple(read.begin)), *(Logged(Group(tuple(s.commands))) for s in read.steps)]
    )
    strange = re.sub(r"(?<![A-Za-z0-9])([gs]_)", r"x\1", text)
    assert strange != text
    return write_container(to, dict(game_entries(strange, save=module, module=module)))
