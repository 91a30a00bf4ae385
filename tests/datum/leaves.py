"""The data of a source folder, one by one: where each stands, and what its schema lets it be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from toolkit.resources import schemas
from toolkit.source.document import Path_, parse_yaml, read_text

ANY = "*"
# Tables whose keys say what a datum is one of, though their schema leaves them open.
_CHOSEN = frozenset({"default", "literal"})
_NAMED = frozenset({"properties", "colours"})
_SCHEMA = re.compile(r"\$schema=\S*/([\w.]+)\s*$")
# In a drawing: a corner of an outline, the spot of a piece, a name.
_DRAWN = re.compile(
    r"(?P<point>\d+(?:\.\d+)?,\d+(?:\.\d+)?)|(?<=cx=\")(?P<spot>[\d.]+)|(?<=label=\")(?P<label>[^\"]+)"
)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One datum.

    Attributes
    ----------
    file : str
        Inside the game's folder.
    path : tuple of str or int
        Keys and places in lists; of a drawing the number of the datum in its text.
    kind : tuple of str
        The path with every id and every place in a list as `ANY`: what the datum is one of.
    shapes : tuple of mapping
        The schemas that it may fit.
    choices : tuple
        What the entry itself offers: the values of an unclear point for its default.
    """

    file: str
    path: Path_
    kind: tuple[str, ...]
    value: object
    shapes: tuple[Mapping[str, Any], ...] = field(default=(), compare=False, repr=False)
    choices: tuple[object, ...] = field(default=(), compare=False, repr=False)

    @property
    def name(self) -> str:
        """What a person calls it: ``charts/crt.yaml rows/0/3``."""
        return f"{self.file} {'/'.join(map(str, self.path))}"

    @property
    def group(self) -> str:
        """What it is one of, and in which file."""
        return f"{self.file} {'/'.join(self.kind)}"


def leaves(folder: Path) -> Iterator[Leaf]:
    """Yield every scalar of a game's files, and every entry of a list or table as something to leave out."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix in (".yaml", ".geojson", ".json"):
            yield from _of_document(name, path)
        elif path.suffix == ".svg":
            yield from _of_drawing(name, path)
        elif path.suffix == ".html":
            yield Leaf(name, (), ("text",), read_text(path))


def document(path: Path) -> Any:
    """Return the plain data of a file."""
    return parse_yaml(read_text(path), path.name).data


def ids_in(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of the counters of each file of a game, in its order."""
    return {
        f"counters/{path.name}": tuple(counter["id"] for counter in document(path)["counters"])
        for path in sorted((folder / "counters").glob("*.yaml"))
    }


def _of_document(name: str, path: Path) -> Iterator[Leaf]:
    found = _SCHEMA.search(read_text(path).partition("\n")[0])
    shapes = (_schema(found.group(1)),) if found else ()
    yield from _below(name, (), (), document(path), shapes)


def _below(
    name: str, path: Path_, kind: tuple[str, ...], value: Any, shapes: tuple[Mapping[str, Any], ...]
) -> Iterator[Leaf]:
    if isinstance(value, dict):
        for key, inner in value.items():
            known = any(key in shape.get("properties", ()) for shape in shapes)
            fixed = known or (bool(kind) and kind[-1] in _NAMED)
            below = tuple(s for shape in shapes for s in _member(shape, key))
            step = (*kind, key if fixed or not shapes else ANY)
            if step[-1] == ANY:
                yield Leaf(name, (*path, key), (*step, "-"), None)
            if key in _CHOSEN and isinstance(value.get("values"), dict):
                yield Leaf(name, (*path, key), step, inner, below, tuple(value["values"]))
                continue
            yield from _below(name, (*path, key), step, inner, below)
    elif isinstance(value, list):
        below = tuple(s for shape in shapes if "items" in shape for s in _forms(shape["items"]))
        for index, inner in enumerate(value):
            if isinstance(inner, dict | list):
                yield Leaf(name, (*path, index), (*kind, ANY, "-"), None)
            yield from _below(name, (*path, index), (*kind, ANY), inner, below)
    else:
        yield Leaf(name, path, kind, value, shapes)


def _of_drawing(name: str, path: Path) -> Iterator[Leaf]:
    for index, found in enumerate(_DRAWN.finditer(read_text(path))):
        yield Leaf(name, (index,), (str(found.lastgroup),), found.group(0))


def redrawn(text: str, index: int, value: str) -> str:
    """Return a drawing's text with one datum replaced."""
    found = next(m for i, m in enumerate(_DRAWN.finditer(text)) if i == index)
    return text[: found.start()] + value + text[found.end() :]


# -- schemas ------------------------------------------------------------------------------------------------


@cache
def _load(name: str) -> Any:
    return json.loads((schemas() / name).read_text(encoding="utf-8"))


@cache
def _schema(name: str) -> Mapping[str, Any]:
    return dict(_resolved(_load(name), name))


def _resolved(value: Any, home: str) -> Any:
    if isinstance(value, list):
        return [_resolved(item, home) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        file, _, inside = value["$ref"].partition("#")
        target, file = _load(file or home), file or home
        for part in filter(None, inside.split("/")):
            target = target[part]
        found = _resolved(target, file)
        return {**found, **{k: v for k, v in value.items() if k != "$ref"}}
    return {key: _resolved(inner, home) for key, inner in value.items()}


def _forms(shape: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield shape
    for key in ("anyOf", "oneOf", "allOf"):
        for inner in shape.get(key, ()):
            yield from _forms(inner)
    for key in ("then", "else"):
        if key in shape:
            yield from _forms(shape[key])


def _member(shape: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    if key in shape.get("properties", {}):
        yield from _forms(shape["properties"][key])
    elif isinstance(shape.get("additionalProperties"), dict):
        yield from _forms(shape["additionalProperties"])
