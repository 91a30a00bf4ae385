"""A folder of sources that an older toolkit wrote or read, brought to the formats of this one.

Each step knows one thing that was otherwise, finds it by its shape, and changes nothing else: not a comment,
not the order of keys.  Run over a folder that is as it has to be, it changes nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolkit.diagnostics import InputError, Place
from toolkit.resources import GAME, schemas
from toolkit.source.document import Document, parse_yaml, read_text

FORMAT = 1
"""Version of the formats of sources, as ``format`` in game.yaml."""

Texts = Mapping[Path, str]
_FIRST_LINE = re.compile(r"\A(# yaml-language-server: \$schema=)(\S*?)([a-z_]+\.schema\.json)(?=\s)")
_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,}#]+")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was otherwise.

    Attributes
    ----------
    name : str
        By which it is spoken of.
    says : str
        What it does, in a sentence.
    run : callable
        The texts of a folder by file → those that change.
    """

    name: str
    says: str
    run: Callable[[Texts], Texts]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What steps make of a folder.

    Attributes
    ----------
    before, after : mapping of Path to str
        Of the files that change.
    steps : tuple of (Step, tuple of Path)
        Those with something to do, and the files in which.
    """

    before: Texts
    after: Texts
    steps: tuple[tuple[Step, tuple[Path, ...]], ...]


def upgrade(folder: Path) -> Upgrade:
    """Return what has to change in a folder of sources; nothing is written.

    Raises
    ------
    InputError
        SRC001 to SRC011 for files that cannot be read.
    """
    texts = {path: read_text(path) for path in sorted(folder.rglob("*.yaml")) if path.is_file()}
    if not texts:
        raise InputError.single("SRC001", "holds no sources", Place(file=folder.as_posix()))
    now, done = dict(texts), []
    for step in STEPS:
        changed = {path: text for path, text in step.run(now).items() if text != now[path]}
        for path, text in changed.items():
            parse_yaml(text, path.as_posix())  # what is written can be read
        now |= changed
        done += [(step, tuple(changed))] if changed else []
    touched = [path for path in texts if now[path] != texts[path]]
    return Upgrade(
        {path: texts[path] for path in touched}, {path: now[path] for path in touched}, tuple(done)
    )


# The steps -------------------------------------------------------------------------------------------


def _schema_lines(texts: Texts) -> Texts:
    """Set first lines that lead to no schema, as after a new installation or a move, to today's folder."""
    found = {}
    for path, text in texts.items():
        line = _FIRST_LINE.match(text)
        if line is None or not (schemas() / line[3]).is_file():
            continue
        if "://" not in line[2] and not (path.parent / line[2] / line[3]).is_file():
            way = f"{way_to_schemas(path.parent)}/{line[3]}"
            found[path] = f"{line[1]}{way}{text[line.end() :]}"
    return found


def way_to_schemas(folder: Path) -> str:
    """Return the way from a folder to the schemas, as editors want it."""
    try:
        return Path(os.path.relpath(schemas(), folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return schemas().as_posix()


def _numbers(texts: Texts) -> Texts:
    """Give counters without a number the next free ones, in the order of the files."""
    sheets = {path: text for path, text in texts.items() if path.parent.name == "counters"}
    documents = {path: parse_yaml(text, path.as_posix()) for path, text in texts.items()}
    taken = {number for document in documents.values() for number in _taken(document.data)}
    own = {number for path in sheets for number in _taken(documents[path].data)}
    free = max(own, default=0) + 1
    found = {}
    for path, text in sheets.items():
        lines = text.split("\n")
        for index in reversed(range(len(_counters(documents[path])))):
            if "gpid" in _counters(documents[path])[index]:
                continue
            _insert(lines, documents[path], index)
        changed = "\n".join(lines)
        while _BLANK in changed:
            while free in taken:
                free += 1
            changed = changed.replace(_BLANK, str(free), 1)
            free += 1
        found[path] = changed
    return found


_BLANK = "\0"
"""Where a number goes; no text of a source holds it."""


def _counters(document: Document) -> list[dict[str, Any]]:
    data = document.data
    entries = data.get("counters", []) if isinstance(data, dict) else []
    return [entry if isinstance(entry, dict) else {"gpid": 0} for entry in entries]


def _insert(lines: list[str], document: Document, index: int) -> None:
    """Write ``gpid`` behind or below the id of a counter, as its entry is laid out."""
    if "id" not in _counters(document)[index]:
        return
    line, column = document.positions["counters", index, "id"]
    start = document.positions["counters", index]
    if lines[start[0] - 1][start[1] - 1 : start[1]] == "{":
        value = _VALUE.match(lines[line - 1], column - 1)
        end = column - 1 if value is None else value.end()
        lines[line - 1] = f"{lines[line - 1][:end]}, gpid: {_BLANK}{lines[line - 1][end:]}"
    else:
        indent = document.keys["counters", index, "id"][1] - 1
        lines.insert(line, f"{' ' * indent}gpid: {_BLANK}")


def _taken(data: object) -> Iterator[int]:
    """Yield every number that a piece has or had."""
    if isinstance(data, list):
        for item in data:
            yield from _taken(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key == "gpid" and isinstance(value, int):
                yield value
            elif key in ("gpids", "retired_gpids") and isinstance(value, list):
                yield from (number for number in value if isinstance(number, int))
            elif key == "first_gpid" and isinstance(value, int):
                # Of a suit of cards; none is longer.
                yield from range(value, value + 20)
            else:
                yield from _taken(value)


def _format(texts: Texts) -> Texts:
    """Let game.yaml say the version of the formats, below the game's own."""
    found = {}
    for path, text in texts.items():
        if path.name != GAME:
            continue
        document = parse_yaml(text, path.as_posix())
        if isinstance(document.data, dict) and "format" not in document.data and "version" in document.data:
            line = document.positions[("version",)][0]
            lines = text.split("\n")
            lines.insert(line, f"format: {FORMAT}")
            found[path] = "\n".join(lines)
    return found


STEPS = (
    Step("schema lines", "First lines lead an editor to the schemas of this installation.", _schema_lines),
    Step(
        "numbers", "Counters without a gpid get the next free ones; from now on these never change.", _numbers
    ),
    Step("format", f"game.yaml says the version of its format, {FORMAT}.", _format),
)
