"""Runs that are killed and started again, and a cluster whose worker dies: nothing lost, nothing doubled."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.archive.games import everything, play, rows
from toolkit.archive.run import Settings, update

pytestmark = pytest.mark.slow
GAMES = 24
KILLS = 30


@pytest.fixture(scope="module")
def logs(module: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    play(module, folder, *range(1, GAMES + 1))
    return folder


def known(archive: Path) -> dict[str, object]:
    """Return all that an archive holds, players' hashes aside: each archive has a salt of its own."""
    found: dict[str, object] = dict(everything(archive))
    found["seats"] = rows(archive, "SELECT log, name, side FROM seats ORDER BY ALL")
    return found


def test_killed_at_random_moments(logs: Path, module: Path, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.duckdb", tmp_path / "broken.duckdb"
    begun = time.monotonic()
    update([logs], whole, [module], Settings(workers=2))
    long = time.monotonic() - begun
    command = [sys.executable, "-m", "toolkit", "archive", "run", str(logs), "-o", str(broken)]
    command += ["--module", str(module), "--jobs", "2"]
    chance = random.Random(20)
    for _ in range(KILLS):
        run = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, long))
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    assert subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0
    assert known(broken) == known(whole)


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Yield the address of a Dask scheduler and its two workers, each a process of its own."""
    file = folder / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--scheduler-file", str(file)]
    started = [subprocess.Popen([*dask, "--port", "0", "--no-dashboard"], stderr=subprocess.DEVNULL)]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file)]
    for name in ("one", "two"):
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name]
        started.append(subprocess.Popen([*worker, *options], cwd=folder, stderr=subprocess.DEVNULL))
    try:
        until = time.monotonic() + 60
        while not file.exists():
            assert time.monotonic() < until, "the scheduler does not start"
            time.sleep(0.1)
        yield json.loads(file.read_text(encoding="utf-8"))["address"], started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_a_cluster_that_loses_a_worker(logs: Path, module: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.duckdb", tmp_path / "there.duckdb"
    update([logs], here, [module], Settings(workers=1))
    with cluster(tmp_path) as (address, workers):

        def kill_one(what: str, done: int, total: int) -> None:
            if what == "games" and done == GAMES // 3:
                workers[0].kill()

        update([logs], there, [module], Settings(workers=2, scheduler=address), kill_one)
        assert workers[0].wait() != 0
    assert known(there) == known(here)
