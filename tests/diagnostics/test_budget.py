"""The budget of a run: what small files may ask for, and what is said when it is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.bombs import BOMBS
from toolkit.cli.main import main
from toolkit.diagnostics import Finding, Severity
from toolkit.diagnostics.budget import Budget, ExhaustedError, budget, capped, running
from toolkit.vassal.packing import container_bytes


def test_what_a_file_has_adds_to_what_it_may_ask_for() -> None:
    small, large = Budget(), Budget()
    large.read(1_000_000)
    assert large.limit("commands") > small.limit("commands")
    small.take("commands", small.limit("commands"))
    with pytest.raises(ExhaustedError) as error:
        small.take("commands", 1, "a.vsav")
    (finding,) = error.value.findings
    assert (finding.code, finding.place.file) == ("LIM001", "a.vsav")
    assert "--budget 10" in finding.message
    Budget(2).take("commands", small.limit("commands") + 1)


def test_a_run_shares_one_budget_and_a_lone_reading_has_its_own() -> None:
    with running(Budget()) as made:
        budget().take("bytes", 7)
        budget().take("bytes", 7)
        assert made.spent == {"bytes": 14}
    assert budget() is not budget()


def test_the_count_of_what_is_left_out_is_exact() -> None:
    many = [Finding("MOD011", Severity.INFO, str(n)) for n in range(1500)]
    few = [Finding("MOD010", Severity.WARNING, "x")]
    found = list(capped([*many, *few]))
    assert len(found) == 1002
    assert found[-1].code == "LIM002"
    assert found[-1].data == {"code": "MOD011", "left_out": 500}
    with running(Budget(2)):
        assert list(capped([*many, *few])) == [*many, *few]


@pytest.mark.parametrize("name", ["zones_nested", "setups_nested"])
@pytest.mark.parametrize("command", ["inspect", "validate", "import", "diff"])
def test_small_modules_end(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The larger bombs: python -m tests.fuzz.bombs."""
    path = tmp_path / "bomb.vmod"
    path.write_bytes(BOMBS[name][1]())
    more = {"import": ["-o", str(tmp_path / "out")], "diff": [str(path)]}
    assert main([command, str(path), *more.get(command, [])]) in {0, 1, 2}
    said = capsys.readouterr()
    assert "internal error" not in said.err
    assert said.out + said.err


@pytest.mark.parametrize(
    "text",
    [
        b"\x1b" * 300_000,
        b"\\\x1b" * 300_000,
        pytest.param(b"M/\x1b" * 300_000, marks=pytest.mark.whole),
    ],
)
def test_a_save_of_nothing_but_separators_is_refused_in_a_line(
    text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bomb.vsav"
    path.write_bytes(container_bytes({"savedGame": text}))
    assert main(["inspect", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "LIM001" in line
    assert main(["--budget", "10", "inspect", str(path)]) < 2


def test_an_entry_that_grows_beyond_reason_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bomb.vsav"
    path.write_bytes(container_bytes({"savedGame": b"begin_save\x1bCHAT" + b"x" * 6_000_000}))
    assert main(["inspect", str(path)]) == 2
    assert "unpack to more than" in capsys.readouterr().err
