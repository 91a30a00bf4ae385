"""Examples of archives: entries by name, made into a zip file and looked at as a user's file would be."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from tests import yaml_text
from toolkit.diagnostics import Finding
from toolkit.validate.run import validate_path


def file_findings(folder: Path, example: str) -> list[Finding]:
    """Return what validate finds in the file of an example."""
    wanted = yaml_text.load(example)
    path = folder / str(wanted["file"])
    if "content" in wanted:
        content = wanted["content"]
        path.write_bytes(content if isinstance(content, bytes) else str(content).encode())
        return validate_path(path).findings
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name, content in wanted["entries"]:
            archive.writestr(name, content)
    path.write_bytes(memory.getvalue())
    return validate_path(path).findings
