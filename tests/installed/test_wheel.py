"""Everything that a command needs is in the wheel: no clone, no network, any folder."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.docs.blocks import blocks
from tests.installed.environment import ROOT, Installed, entries

pytestmark = pytest.mark.slow


def _committed(*folders: str) -> set[str]:
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--", *folders], capture_output=True, check=True
    )
    return set(listed.stdout.decode().split("\0")) - {""}


def test_the_wheel_carries_every_file(installed: Installed) -> None:
    inside = entries(installed.wheel)
    assert _committed("toolkit") <= inside
    for folder, there in (
        ("schema", "schema"),
        ("source_data", "source_data"),
        ("docs/examples", "examples"),
    ):
        wanted = {f"toolkit/data/{there}{name.removeprefix(folder)}" for name in _committed(folder)}
        assert wanted <= inside


def test_doctor_finds_nothing_broken(installed: Installed) -> None:
    lines = json.loads(installed.run("toolkit", "doctor", "--format", "json"))
    assert [line for line in lines if line["state"] == "missing"] == []
    games = {line["name"] for line in lines if line["part"] == "games"}
    assert games == {path.parent.name for path in (ROOT / "source_data").glob("*/game.yaml")}


def test_every_game_is_valid_and_has_rules_to_read(installed: Installed) -> None:
    assert " error" not in installed.run("toolkit", "validate")
    for game in ("gj47", "rattenkrieg", "storm", "battle_for_moscow"):
        assert "tests" not in installed.run("toolkit", "rules", game).splitlines()[0]


def test_a_module_is_built_here_and_is_that_of_the_source_tree(installed: Installed, tmp_path: Path) -> None:
    installed.run("toolkit", "build", "storm")
    made = next((installed.folder / "build" / "storm").glob("*.vmod"))
    installed.run("toolkit", "build", str(ROOT / "source_data" / "storm"), "-o", str(tmp_path))
    assert made.read_bytes() == next((tmp_path / "storm").glob("*.vmod")).read_bytes()


@pytest.mark.parametrize("game", ["rattenkrieg", "causeway"])
def test_a_game_is_played_and_judged_with_a_module_made_on_the_spot(
    installed: Installed, game: str, tmp_path: Path
) -> None:
    installed.run("toolkit", "play", game, "-o", "game.vlog", cwd=tmp_path)
    assert [path.name for path in (installed.cache / "modules" / game).glob("*.vmod")]
    assert "legal" in installed.run("toolkit", "audit", "game.vlog", cwd=tmp_path)
    page = tmp_path / "page.html"
    installed.run("toolkit", "audit", "game.vlog", "--format", "html", "-o", str(page), cwd=tmp_path)
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_pages_of_the_docs_are_written_anywhere(installed: Installed, tmp_path: Path) -> None:
    installed.run("toolkit", "docs", status=0, cwd=tmp_path)
    for name in ("mechanisms.md", "findings.md", "checks.md", "rules/gj47.md", "rules/causeway.md"):
        fresh = (tmp_path / "docs" / name).read_text(encoding="utf-8")
        assert fresh == (ROOT / "docs" / name).read_text(encoding="utf-8")
    installed.run("toolkit", "docs", "--check", cwd=tmp_path)
    assert not (tmp_path / "schema").exists()


def test_the_commands_of_the_readme_for_three_people(installed: Installed, tmp_path: Path) -> None:
    for block in blocks(ROOT / "README.md"):
        if block.language == "sh":
            installed.run("bash", "-ec", block.text, cwd=tmp_path)
    assert (tmp_path / "build/elm_ford/Elm_Ford.vmod").is_file()
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
