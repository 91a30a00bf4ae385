"""An environment of its own with the wheel of this source tree in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Debian's way to a process that sees no network; where it may not be used, the commands run as they are.
_NO_NETWORK = ("unshare", "--net", "--map-root-user")


@dataclass(frozen=True)
class Installed:
    """A Python with the wheel, and an empty folder to work in.

    Attributes
    ----------
    wheel, programs, folder, cache : Path
        The wheel; the folder with ``toolkit`` in it; where commands run; where they keep what they make.
    """

    wheel: Path
    programs: Path
    folder: Path
    cache: Path

    def run(self, *command: str, status: int = 0, cwd: Path | None = None) -> str:
        """Run a command without a network, and return what it printed.

        Raises
        ------
        AssertionError
            When it ends with another status.
        """
        done = subprocess.run(
            [*_apart(), *command],
            cwd=cwd or self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def environment(self) -> Mapping[str, str]:
        """Return the few variables that a fresh account has."""
        path = f"{self.programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        return {"PATH": path, "HOME": str(self.cache), "TOOLKIT_CACHE": str(self.cache), "LC_ALL": "C.UTF-8"}


def _apart() -> tuple[str, ...]:
    if shutil.which("unshare") is None:
        return ()
    tried = subprocess.run([*_NO_NETWORK, "true"], capture_output=True, check=False)
    return _NO_NETWORK if tried.returncode == 0 else ()


def build_wheel(out: Path) -> Path:
    """Build the wheel of this source tree and return it."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def install(wheel: Path, folder: Path) -> Installed:
    """Make an empty environment with a wheel and what it depends on."""
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    # The very versions that everything else is tested with; their hashes would ask for one of the wheel too.
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    versions = [line.removesuffix("\\").strip() for line in lock if "==" in line]
    (folder / "versions.txt").write_text("\n".join(versions), encoding="utf-8")
    locked = ["--constraint", str(folder / "versions.txt"), str(wheel)]
    subprocess.run([*pip, "--disable-pip-version-check", *locked], check=True, capture_output=True)
    work, cache = folder / "empty", folder / "cache"
    work.mkdir()
    cache.mkdir()
    return Installed(wheel, programs, work, cache)


def entries(wheel: Path) -> frozenset[str]:
    """Return the names of the files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return frozenset(archive.namelist())
