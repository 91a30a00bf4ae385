"""The action and the hooks on a repository that ``toolkit new`` made."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.workflows.action import ROOT, action, run_action
from toolkit.cli.new import write_starter

PROGRAMS = Path(sys.executable).parent
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    write_starter("hex", "elm_ford", tmp_path / "source_data" / "elm_ford")
    write_starter("plain", "alder_hill", tmp_path / "alder_hill")
    return tmp_path


def damage(repository: Path, old: str, new: str) -> None:
    path = repository / "source_data/elm_ford/map/ground.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.whole
def test_the_steps_report_and_build(repository: Path) -> None:
    done = run_action(repository, PROGRAMS)
    assert [(name, status) for name, status, _ in done] == [("Validate", 0), ("Build", 0)]
    sarif = json.loads((repository / "build/findings.sarif").read_text(encoding="utf-8"))
    assert sarif["version"] == "2.1.0"
    made = sorted(path.relative_to(repository).as_posix() for path in repository.glob("build/*/*.vmod"))
    assert made == ["build/alder_hill/Alder_Hill.vmod", "build/elm_ford/Elm_Ford.vmod"]


def test_an_error_stops_before_the_modules_and_is_in_the_report(repository: Path) -> None:
    damage(repository, "  woods: [", "  wood: [")
    done = run_action(repository, PROGRAMS, games="source_data/elm_ford")
    assert done[-1][1] != 0
    assert not list(repository.glob("build/*/*.vmod"))
    sarif = json.loads((repository / "build/findings.sarif").read_text(encoding="utf-8"))
    (found,) = sarif["runs"][0]["results"]
    assert found["ruleId"] == "SRC020"
    where = found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert where == "source_data/elm_ford/map/ground.yaml"
    assert "::error file=source_data/elm_ford/map/ground.yaml,line=" in done[0][2]


def test_steps_of_others_are_of_one_version_and_inputs_are_no_code() -> None:
    for step in action()["runs"]["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert "@v" in step.get("uses", "@v")
        assert "${{" not in step.get("run", "")


@pytest.mark.whole
@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: str(hook["id"]))
def test_each_hook_passes_and_fails(hook: dict[str, Any], repository: Path) -> None:
    program, *rest = [*shlex.split(hook["entry"]), *hook["args"]]
    command = [str(PROGRAMS / program), *rest]
    assert subprocess.run(command, cwd=repository, capture_output=True, check=False).returncode == 0
    damage(repository, "  woods: [", "  wood: [")
    ran = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "SRC020" in ran.stdout + ran.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    variables = {"_TOOLKIT_COMPLETE": f"{shell}_complete", "COMP_WORDS": "toolkit val", "COMP_CWORD": "1"}
    if shell == "fish":
        variables |= {"COMP_WORDS": "toolkit val", "COMP_CWORD": "val"}
    ran = subprocess.run(
        [str(PROGRAMS / "toolkit")], env=variables, capture_output=True, text=True, check=False
    )
    assert "validate" in ran.stdout, ran.stderr
