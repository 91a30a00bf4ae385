"""``toolkit archive`` and ``toolkit watch`` as they are called."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from toolkit.archive.run import Done
from toolkit.cli.main import main


def test_a_report_in_every_form(
    archive: tuple[Path, Done], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(archive[0])
    assert main(["archive", "report", path, "standings", "--format", "json"]) == 0
    titles = [row["title"] for row in json.loads(capsys.readouterr().out)["standings"]]
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
