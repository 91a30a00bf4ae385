"""Schemas that need no other file: a definition of a shared file stands in each that uses it.

A line of ``$defs`` such as ``"common.hex": {...}`` is the definition ``hex`` of
``common.schema.json``; `toolkit docs` writes it anew.
"""

from __future__ import annotations

import json
import re
from typing import Any

from toolkit.resources import schemas

_LINE = re.compile(r'^( *"(\w+)\.(\w+)": )\{.*\}(,?)$', re.MULTILINE)


def shared(home: str, *names: str) -> dict[str, Any]:
    """Return definitions of a shared file, such as ``common``, as they stand in others."""
    text = (schemas() / f"{home}.schema.json").read_text(encoding="utf-8")
    # What is in turn shared there already has both names.
    own = json.loads(re.sub(r"#/\$defs/(\w+)(?=\")", rf"#/$defs/{home}.\1", text))["$defs"]
    return {f"{home}.{name}": own[name] for name in names}


def refreshed(name: str) -> str:
    """Return the text of a schema, its shared definitions as they are now."""
    text = (schemas() / name).read_text(encoding="utf-8")

    def line(found: re.Match[str]) -> str:
        (definition,) = shared(found[2], found[3]).values()
        return found[1] + json.dumps(definition, ensure_ascii=False) + found[4]

    return _LINE.sub(line, text)
