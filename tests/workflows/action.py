"""The action's steps, run as a script."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from toolkit.resources import PACKAGE

ROOT = PACKAGE.parent
_EXPRESSION = re.compile(r"\$\{\{ *([a-z_.-]+) *\}\}")


def action() -> dict[str, Any]:
    """Return what ``action.yml`` says."""
    content = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def scripts(inputs: Mapping[str, str]) -> list[tuple[str, str, dict[str, str]]]:
    """Return name, script and variables of each step that is a script."""
    content = action()
    values = {f"inputs.{name}": value["default"] for name, value in content["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in inputs.items()}
    values["github.action_path"] = str(ROOT)
    return [
        (step["name"], step["run"], {key: filled(value, values) for key, value in step["env"].items()})
        for step in content["runs"]["steps"]
        if "run" in step
    ]


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its expressions worked out; KeyError for one that is none."""
    return _EXPRESSION.sub(lambda found: values[found[1]], text)


def run_action(
    folder: Path, programs: Path, *, install: bool = False, **inputs: str
) -> list[tuple[str, int, str]]:
    """Run the steps in a folder until one fails; return name, exit status and output of each."""
    done = []
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    for name, script, variables in scripts(inputs):
        if name == "Install" and not install:
            continue
        # As the runner calls `shell: bash`.
        ran = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=folder,
            env={**os.environ, **variables, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        done.append((name, ran.returncode, ran.stdout + ran.stderr))
        if ran.returncode:
            break
    return done
