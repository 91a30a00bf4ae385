"""Commands that are stopped at any moment: nothing half-written, nothing left, nothing taken over.

``pytest -m slow tests/cli/test_interrupted.py``; archives have a test of their own, in tests/archive.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import SOURCES, BuiltModule
from tests.vassal.samples import PLAYED, log_bytes

pytestmark = pytest.mark.slow
MOMENTS = 30
# Whoever stops a program by one of these wants nothing of it to stay; a kill gives it no time to tidy up.
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL)
Files = dict[str, str]


def files(folder: Path) -> Files:
    """Return the files below a folder, and what they hold."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in found
    }


class Interrupted:
    """A command that is run again and again in a fresh folder.

    Parameters
    ----------
    arguments : sequence of str
        Its outputs lie in the folder that it is run in.
    """

    def __init__(self, arguments: Sequence[str], folder: Path) -> None:
        self.command = [sys.executable, "-m", "toolkit", *arguments]
        self.folder = folder
        folder.mkdir()
        begun = time.monotonic()
        self.status = self._whole()
        self.long = time.monotonic() - begun
        self.made = files(folder)

    def _whole(self) -> int:
        return subprocess.run(self.command, cwd=self.folder, check=False, capture_output=True).returncode

    def stop(self, after: float, number: signal.Signals) -> None:
        """Run it in an empty folder, stop it after some seconds, and look at what is there."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        run = subprocess.Popen(
            self.command,
            cwd=self.folder,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(after)
        os.killpg(run.pid, number)
        run.wait(timeout=60)
        left = files(self.folder)
        done = {name: content for name, content in left.items() if name in self.made}
        others = {name: content for name, content in left.items() if name not in self.made}
        # A build writes a module and then a stamp; an imported folder is there with all it holds, or not.
        assert done.items() <= self.made.items(), (after, number, sorted(done))
        assert done in ({}, self.made) or self.command[3] == "build", (after, number, sorted(done))
        if number is not signal.SIGKILL:
            assert others == {}, (after, number)
            assert done or not list(self.folder.iterdir()), (after, number)
        elif done != self.made:
            assert self._whole() == self.status
            # What a kill has left stays as it is: the next run takes none of it.
            assert files(self.folder) == self.made | others, (after, number)


@pytest.mark.parametrize("name", ["import", "build", "refresh", "scrub"])
def test_stopped_at_random_moments(name: str, built_module: BuiltModule, tmp_path: Path) -> None:
    module = str(built_module("causeway"))
    save = tmp_path / "game.vlog"
    save.write_bytes(log_bytes(*PLAYED))
    arguments = {
        "import": ["import", module, "-o", "out"],
        "build": ["build", str(SOURCES / "causeway"), "-o", "out"],
        "refresh": ["refresh", str(save), "--module", module, "-o", "out.vlog"],
        "scrub": ["scrub", str(save), "-o", "out.vlog"],
    }[name]
    run = Interrupted(arguments, tmp_path / "here")
    assert run.made
    chance = random.Random(23)
    for moment in range(MOMENTS):
        run.stop(chance.uniform(0, run.long), SIGNALS[moment % len(SIGNALS)])
