"""``toolkit archive`` and ``toolkit watch`` as they are called."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolkit.archive.run import Done
from toolkit.cli.main import main


def test_a_report_in_every_form(
    archive: tuple[Path, Done], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(archive[0])
    assert main(["archive", "report", path, "totals", "--format", "json"]) == 0
    titles = [row["title"] for row in json.loads(capsys.readouterr().out)["totals"]]
    assert titles == ["The Causeway"]
    assert main(["archive", "report", path, "groups", "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "game,position,file,how,differences,branch_of"
    assert main(["archive", "report", path, "--format", "csv"]) == 2
    page = tmp_path / "page.html"
    assert main(["archive", "report", path, "games", "--format", "html", "-o", str(page)]) == 0
    assert "The Causeway" in page.read_text(encoding="utf-8")


def test_pages_and_anonymity_exclude_each_other(tmp_path: Path) -> None:
    words = ["archive", "run", str(tmp_path), "-o", str(tmp_path / "a.duckdb"), "--anonymous", "--pages"]
    assert main([*words, str(tmp_path / "pages")]) == 2
    assert not (tmp_path / "a.duckdb").exists()


def test_watching_writes_a_page_once_and_runs_nothing_for_a_clean_game(
    games: list[Path], module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(games[0], tmp_path / "1.vlog")
    ran = tmp_path / "ran"
    program = [sys.executable, "-c", f"open({str(ran)!r}, 'w')"]
    words = ["watch", str(tmp_path), "--module", str(module), "--once", "--", *program]
    assert main(words) == 0
    assert "114 legal" in capsys.readouterr().out
    assert (tmp_path / "1.vlog.html").is_file()
    assert not ran.exists()
    assert main(words) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_logs_are_judged_as_they_arrive(games: list[Path], module: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "toolkit", "watch", str(tmp_path), "--module", str(module)]
    begun = [tmp_path / name for name in ("first.vlog", "second.vlog", "half.vlog")]
    whole = games[1].read_bytes()
    shutil.copy(games[0], begun[0])
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as watching:
        try:
            until = time.monotonic() + 600
            wait_for(begun[0].with_name("first.vlog.html"), until)
            # One comes whole, one in two parts: the half is no log, and is judged when the rest has come.
            shutil.copy(games[1], begun[1])
            begun[2].write_bytes(whole[: len(whole) // 2])
            wait_for(begun[1].with_name("second.vlog.html"), until)
            assert not begun[2].with_name("half.vlog.html").exists()
            begun[2].write_bytes(whole)
            wait_for(begun[2].with_name("half.vlog.html"), until)
        finally:
            # Not SIGINT, which a shell has the jobs ignore that it runs in the background.
            watching.terminate()
            said, _ = watching.communicate()
    assert sum("legal" in line for line in said.splitlines()) == 3


def wait_for(page: Path, until: float) -> None:
    while not page.exists():
        assert time.monotonic() < until, f"no {page.name}"
        time.sleep(0.1)
