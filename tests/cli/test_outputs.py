"""What commands write: never over an input, never over a file without being asked, whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.engine import tiny
from tests.vassal.samples import log_bytes
from toolkit.cli.main import main


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return tiny.write_module(tmp_path / "tiny.vmod")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.vsav"
    path.write_bytes(log_bytes())
    return path


def test_no_command_writes_over_what_it_reads(
    module: Path, save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in (module, save)}
    (module.parent / "link.vmod").symlink_to(module)
    for arguments in (
        ["validate", module, "-o", module],
        ["validate", module, "-o", module.parent / "link.vmod"],
        ["validate", save, "--module", module, "-o", module],
        ["scrub", save, "-o", save],
        ["refresh", save, "--module", module, "-o", module],
        ["refresh", save, "--module", module, "-o", save, "--force"],
        ["audit", save, "--module", module, "-o", save],
        ["audit", save, "--module", module, "-o", module],
        ["diff", module, module, "-o", module],
        ["diff", module, module, "--picture", module],
    ):
        assert main([str(item) for item in arguments]) == 2
        assert "OUT002" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in before} == before


def test_copies_replace_a_file_only_when_asked(
    module: Path, save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, name in (
        (["scrub", str(save)], "game-scrubbed.vsav"),
        (["refresh", str(save), "--module", str(module)], "game-refreshed.vsav"),
    ):
        target = save.with_name(name)
        target.write_text("mine")
        assert main(arguments) == 2
        assert "OUT003" in capsys.readouterr().err
        assert target.read_text() == "mine"
        assert main([*arguments, "--force"]) < 2
        assert target.read_bytes().startswith(b"PK")


@pytest.mark.parametrize("command", ["inspect", "validate", "scrub", "audit", "import"])
def test_a_pipe_does_not_hang(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe.vsav"
    os.mkfifo(pipe)
    assert main([command, str(pipe)]) == 2
    assert capsys.readouterr().err


def test_a_kill_leaves_nothing(module: Path, tmp_path: Path) -> None:
    """The process is stopped while it writes; a handler of SIGTERM unwinds what was begun."""
    code = (
        "import sys, pathlib; from toolkit.cli import main as entry\n"
        "def slow(path, *a, **k):\n"
        "    print('writing', flush=True)\n"
        "    import time; time.sleep(60)\n"
        "pathlib.Path.rename = slow\n"
        f"sys.exit(entry.main(['import', {str(module)!r}, '-o', {str(tmp_path / 'out')!r}]))\n"
    )
    done = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.stdout is not None
    assert done.stdout.readline().strip() == b"writing"
    said = b""
    while done.poll() is None:
        # Whoever stops a program asks again: the first time may fall into a callback, which swallows it.
        done.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            said = done.communicate(timeout=10)[1]
    assert done.returncode == 2
    assert b"stopped" in said
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.vmod"]
