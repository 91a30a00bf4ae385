"""All steps of the action, the installation too, with nothing but a Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workflows.action import run_action
from toolkit.cli.new import write_starter

pytestmark = pytest.mark.slow


def test_the_action_from_nothing(tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    repository = tmp_path / "repository"
    write_starter("area", "elm_ford", repository / "elm_ford")
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    done = run_action(repository, programs, install=True)
    assert [(name, status) for name, status, _ in done] == [("Install", 0), ("Validate", 0), ("Build", 0)], (
        done
    )
    assert (repository / "build/elm_ford/Elm_Ford.vmod").is_file()
