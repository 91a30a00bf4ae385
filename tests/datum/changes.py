"""Other values that a datum could have, and a source folder in which it has one of them."""

from __future__ import annotations

import copy
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.datum.leaves import Leaf, document, redrawn
from toolkit.source.document import read_text

MOST = 8
GONE = object()
"""In place of a value: the entry is left out."""

_OFF = 25
_DEGREES = 0.7


class Siblings:
    """The values that data of one kind have in a game: another of them is most often a valid one."""

    def __init__(self, found: Iterable[Leaf]) -> None:
        self._values: dict[tuple[str, ...], dict[object, None]] = defaultdict(dict)
        for leaf in found:
            if isinstance(leaf.value, str | int | float):
                self._values[self._key(leaf)][leaf.value] = None

    @staticmethod
    def _key(leaf: Leaf) -> tuple[str, ...]:
        return (leaf.file.partition("/")[0], *leaf.kind)

    def of(self, leaf: Leaf) -> list[object]:
        """Return the other values, those of the next ones first."""
        values = list(self._values[self._key(leaf)])
        if leaf.value not in values:
            return values
        place = values.index(leaf.value)
        return [*values[place + 1 :], *values[:place]]


def candidates(leaf: Leaf, siblings: Siblings) -> list[object]:
    """Return values to try in turn, the likeliest first."""
    found: dict[str, object] = {}
    for value in _candidates(leaf, siblings):
        if type(value) is not type(leaf.value) or value != leaf.value:
            found.setdefault(repr(value), value)
    return list(found.values())[:MOST]


def _candidates(leaf: Leaf, siblings: Siblings) -> Iterator[object]:
    value = leaf.value
    if leaf.kind[-1] == "-":
        yield GONE
    elif leaf.file.endswith(".svg"):
        yield from _drawn(leaf, str(value))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        step = _DEGREES if leaf.kind[-1] in ("lat", "lon") else 1
        if any(shape.get("type") == "number" for shape in leaf.shapes):
            yield value + step / 2
        yield from (value + step, value - step, value + 2 * step, value * 2, value / 2, value - 3 * step)
    elif leaf.file.endswith(".html"):
        yield f"{value}<p>datum</p>"
    yield from leaf.choices
    for shape in leaf.shapes:
        yield from shape.get("enum", ())
    if isinstance(value, str) and not leaf.file.endswith((".svg", ".html")):
        others = siblings.of(leaf)
        yield from others[:3]
        if re.fullmatch(r"\+\d+", value):
            yield f"+{int(value) + 1}"
        yield from others[3:5]
        for shape in leaf.shapes:
            yield from re.findall(r"(?<=\|)[a-z_]+", shape.get("pattern", ""))
        yield f"{value}x"


def _drawn(leaf: Leaf, value: str) -> Iterator[str]:
    if leaf.kind[-1] == "label":
        yield f"{value}x"
        return
    numbers = [float(part) for part in value.split(",")]
    for off in (_OFF, -_OFF, 6, -6):
        yield ",".join(f"{number + off:g}" for number in numbers)


class Folder:
    """A copy of a game's folder in which data are changed and set back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._texts: dict[str, str] = {}

    def change(self, leaf: Leaf, value: object) -> None:
        """Give a datum another value."""
        path = self.folder / leaf.file
        text = self._texts.setdefault(leaf.file, read_text(path))
        if leaf.file.endswith(".svg"):
            assert isinstance(leaf.path[0], int)
            path.write_text(redrawn(text, leaf.path[0], str(value)), encoding="utf-8")
        elif leaf.file.endswith(".html"):
            path.write_text(str(value), encoding="utf-8")
        else:
            self._write(path, {leaf.path: value})

    def change_all(self, values: Mapping[Leaf, object]) -> None:
        """Give many data of YAML files another value at once."""
        by_file: dict[str, dict[tuple[str | int, ...], object]] = defaultdict(dict)
        for leaf, value in values.items():
            by_file[leaf.file][leaf.path] = value
        for file, changed in by_file.items():
            self._texts.setdefault(file, read_text(self.folder / file))
            self._write(self.folder / file, changed)

    def restore(self) -> None:
        """Set everything back."""
        for file, text in self._texts.items():
            (self.folder / file).write_text(text, encoding="utf-8")
        self._texts.clear()

    def _write(self, path: Path, changed: Mapping[tuple[str | int, ...], object]) -> None:
        data = copy.deepcopy(document(path))
        for place, value in changed.items():
            holder: Any = data
            for part in place[:-1]:
                holder = holder[part]
            if value is GONE:
                del holder[place[-1]]
            else:
                holder[place[-1]] = value
        # JSON is YAML, quick to write, and its lines are those that findings name.
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
