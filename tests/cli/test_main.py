"""The command line's way of failing: statuses, streams, no tracebacks."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from toolkit import resources
from toolkit.cli import main as entry
from toolkit.diagnostics import Finding, InputError, Place, Severity, ToolkitError


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in entry.COMMANDS)


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        (
            "from toolkit.cli.main import main; main(['--help'])",
            ["numpy", "shapely", "lxml", "pyproj", "PIL"],
        ),
        # Logs of any game are judged without what makes maps and modules.
        *(
            (
                f"import toolkit.cli.audit, {rooms}",
                [
                    *("shapely", "pyproj", "PIL", "fontTools", "resvg_py"),
                    *(
                        "toolkit.compile.game",
                        "toolkit.module.build",
                        "toolkit.module.art",
                        "toolkit.render.svg",
                    ),
                ],
            )
            for rooms in (
                "toolkit.games.gj47.audit.audit",
                "toolkit.geometry.area_map, toolkit.games.rattenkrieg.audit.audit",
                "toolkit.geometry.area_map, toolkit.games.storm.audit.audit",
                "toolkit.audit.declared.audit",
            )
        ),
    ],
)
def test_nothing_heavy_is_imported(code: str, heavy: list[str]) -> None:
    code = f"import sys; {code}; print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("arguments", [["nosuch"], ["build", "--nosuch"], ["docs", "extra"]])
def test_wrong_usage_is_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Error" in captured.err


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (
            InputError.single("SRC001", "not YAML", Place(file="a.yaml", line=2, column=1)),
            2,
            "a.yaml:2:1: error SRC001 not YAML",
        ),
        (ToolkitError([Finding("MAP001", Severity.ERROR, "bad")]), 1, "error MAP001 bad"),
        (
            RuntimeError("boom"),
            2,
            "internal error: RuntimeError: boom\nThis is a fault of the toolkit, not of your files. "
            "Run again with TOOLKIT_TRACEBACK=1 for the details.",
        ),
        (PermissionError(13, "Permission denied", "a.vmod"), 2, "a.vmod: Permission denied"),
    ],
)
def test_a_failure_is_one_line_on_standard_error(
    error: Exception,
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    @click.command()
    def failing() -> None:
        raise error

    monkeypatch.setattr(entry.toolkit, "get_command", lambda _context, _name: failing)
    assert entry.main(["build"]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.strip() == said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["audt", "game.vlog"], "'audit'"),
        (["build", "gj74"], "did you mean 'gj47'?"),
        (["validate", "gj74"], "did you mean 'gj47'?"),
        (["render", "storn"], "did you mean 'storm'?"),
        (["render", "chess"], "known are battle_for_moscow, causeway, gj47"),
        (["validate", "map.yaml"], "there is no such file"),
        (["rules", "gj47", "99"], "its chapters are 1, 2"),
    ],
)
def test_a_wrong_name_is_told_what_was_meant(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    assert entry.main(arguments) == 2
    assert said in capsys.readouterr().err


def test_where_there_are_no_games_one_is_sent_where_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(resources, "shipped", dict)
    assert entry.main(["build", "gj47"]) == 2
    assert "run it in the folder" in capsys.readouterr().err
