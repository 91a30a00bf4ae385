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

from tests.archive.games import everything, play
from toolkit.archive.run import update
from toolkit.archive.tasks import Settings

pytestmark = pytest.mark.slow
GAMES = 24
KILLS = 30


@pytest.fixture(scope="module")
def logs(module: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    play(module, folder, *range(1, GAMES + 1))
    return folder


def fresh(folder: Path, *names: str) -> list[Path]:
    """Return where archives are to be written, of one salt: players have the same hashes in all of them."""
    paths = [folder / f"{name}.duckdb" for name in names]
    for path in paths:
        path.with_name(f"{path.name}.salt").write_bytes(bytes(16))
    return paths


def test_killed_at_random_moments(logs: Path, module: Path, tmp_path: Path) -> None:
    whole, broken = fresh(tmp_path, "whole", "broken")
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
    assert everything(broken) == everything(whole)


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
    here, there = fresh(tmp_path, "here", "there")
    update([logs], here, [module], Settings(workers=1))
    with cluster(tmp_path) as (address, workers):

        def kill_one(what: str, done: int, total: int) -> None:
            if done == GAMES // 3:
                workers[0].kill()

        update([logs], there, [module], Settings(workers=2, scheduler=address), kill_one)
        assert workers[0].wait() != 0
    assert everything(there) == everything(here)
