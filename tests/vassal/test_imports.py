"""What the package needs: nothing of ours but diagnostics, nothing of others but lxml."""

from __future__ import annotations

import subprocess
import sys

_CODE = """
import importlib, pkgutil, sys
for name in ("shapely", "numpy", "pyproj", "yaml", "click", "PIL"):
    sys.modules[name] = None  # any import of it fails
import toolkit.vassal
for module in pkgutil.walk_packages(toolkit.vassal.__path__, "toolkit.vassal."):
    importlib.import_module(module.name)
ours = sorted({name.split(".")[1] for name in sys.modules if name.startswith("toolkit.")})
print(*ours)
"""


def test_vassal_files_are_read_without_shapely() -> None:
    done = subprocess.run([sys.executable, "-c", _CODE], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.split() == ["diagnostics", "vassal"]
