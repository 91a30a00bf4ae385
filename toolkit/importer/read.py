"""From a module to the files of an imported game."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from lxml import etree

from toolkit.diagnostics import Finding, Place, Severity, ToolkitError
from toolkit.importer.pieces import PIECES, PROTOTYPE, piece_to_data
from toolkit.importer.setups import setup_from_data, setup_to_data
from toolkit.importer.tree import element_to_data
from toolkit.importer.yaml_text import to_yaml
from toolkit.refresh.palette import Palette
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import SetBoards, decode_commands, leaves
from toolkit.vassal.containers import SAVED_GAME, Container, open_container

MODULE_DATA = "moduledata"
SETUP = "VASSAL.build.module.PredefinedSetup"
_STACK = "VASSAL.build.module.map.SetupStack"
_BOARD = "VASSAL.build.module.map.boardPicker.Board"
_MAP_NAME = "mapName"
# A part of a module that is longer than this has a file of its own.
_LONG = 1500
# Levels of elements that become data; zones in grids in zones of real modules are three or four.
_DEEPEST = 16
_SCHEMA = "yaml-language-server: $schema={}imported{}.schema.json\n"


@dataclass(frozen=True, slots=True)
class Imported:
    """A module as files.

    Attributes
    ----------
    files : mapping of str to bytes
        Path in the game's folder to content.
    counts : mapping of str to int
        How many counters, prototypes, boards, stacks, set-ups, files there are.
    """

    files: Mapping[str, bytes]
    counts: Mapping[str, int]
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class _Sheets:
    """Data taken out of the buildFile, by the file they go to."""

    pieces: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    prototypes: list[dict[str, Any]] = field(default_factory=list)
    maps: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    stacks: list[dict[str, Any]] = field(default_factory=list)


def import_module(container: Container) -> Imported:
    """Return a module as source data: what `toolkit.importer.build` makes of it says the same.

    Parameters
    ----------
    container : Container
        A ``.vmod`` or an unpacked module.

    Raises
    ------
    InputError
        When it is no module.
    """
    module = open_module(container)
    entry = next(name for name in ("buildFile.xml", "buildFile") if name in container)
    root = copy.deepcopy(module.root)
    sheets = _take_out(root)
    files: dict[str, bytes] = {}
    setups, findings, taken = _setups(container, module)
    about = _about(root, container)
    for name, text in _written(about, sheets, entry, setups).items():
        files[name] = text.encode()
    files |= _parts(root)
    others = [name for name in container.names if name not in (entry, *taken)]
    for name, content in container.contents(others):
        files[f"files/{name}"] = content
    counts = {
        "counters": sum(map(len, sheets.pieces.values())),
        "prototypes": len(sheets.prototypes),
        "boards": sum(map(len, sheets.maps.values())),
        "stacks at the start": len(sheets.stacks),
        "set-ups": len(setups),
        "other files": sum(name.startswith("files/") for name in files),
    }
    return Imported(files, counts, (*container.findings, *findings))


# Taking parts out -----------------------------------------------------------------------------------


def _take_out(root: etree._Element) -> _Sheets:
    """Replace what has a file of its own by placeholders that name it."""
    sheets = _Sheets()
    ids = _Names()
    for element in _outermost(root, frozenset(PIECES)):
        id_ = ids.take(element.get("gpid") or "none")
        group = _slug(_title(_ancestor(element, root))) or "module"
        sheets.pieces.setdefault(group, []).append(piece_to_data(element, id_))
        _replace(element, "piece", id_)
    names = _Names()
    for element in _outermost(root, frozenset({PROTOTYPE})):
        id_ = names.take(element.get("name") or "none")
        sheets.prototypes.append(piece_to_data(element, id_))
        _replace(element, "prototype", id_)
    stacks = _Names()
    for element in _shallow(_outermost(root, frozenset({_STACK}))):
        id_ = stacks.take(_slug(element.get("name") or "stack"))
        data = element_to_data(element)
        sheets.stacks.append({"id": id_, "map": _map_of(element)} | _without(data, "kind"))
        _replace(element, "stack", id_)
    boards = _Names()
    for element in _shallow(_outermost(root, frozenset({_BOARD}))):
        id_ = boards.take(element.get("name") or "board")
        data = {"id": id_} | _without(element_to_data(element), "kind")
        sheets.maps.setdefault(_map_of(element), []).append(data)
        _replace(element, "board", id_)
    return sheets


def _without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


def _outermost(root: etree._Element, tags: frozenset[str]) -> list[etree._Element]:
    """Return the elements of some classes that stand in no other of them, in the order of the file."""
    found: list[etree._Element] = []
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.tag in tags and element is not root:
            found.append(element)
        else:
            waiting.extend(reversed(element))
    return found


def _shallow(elements: Iterable[etree._Element]) -> Iterator[etree._Element]:
    """Yield the elements that are nested no deeper than a file of data may be; others stay in their part."""
    for element in elements:
        level = [element]
        for _ in range(_DEEPEST):
            level = [child for item in level for child in item]
        if not level:
            yield element


class _Names:
    """Gives names that nothing else has."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    def take(self, name: str) -> str:
        """Return the name, or where it is taken the name with the next free number behind it."""
        found = name
        while found in self._taken:
            # Counting goes on where it stopped: thousands of counters may have one number.
            self._last[name] = self._last.get(name, 1) + 1
            found = f"{name}~{self._last[name]}"
        self._taken.add(found)
        return found


def _replace(element: etree._Element, kind: str, id_: str) -> None:
    """Put a placeholder where an element stands."""
    parent = element.getparent()
    assert parent is not None  # the root is none of the classes that are taken out
    placeholder = etree.Element(f"toolkit.{kind}", id=id_)
    placeholder.tail = element.tail
    parent.replace(element, placeholder)


def _ancestor(element: etree._Element, root: etree._Element) -> etree._Element:
    """Return the part of the module, next below its root, that an element stands in."""
    found = element
    for above in element.iterancestors():
        if above is root:
            break
        found = above
    return found


def _map_of(element: etree._Element) -> str:
    above = (item.get(_MAP_NAME) for item in element.iterancestors())
    return next((str(name) for name in above if name is not None), "")


def _title(element: etree._Element) -> str:
    names = (element.get(key) for key in (_MAP_NAME, "name", "entryName", "text"))
    return next((str(name) for name in names if name), str(element.tag).rsplit(".", 1)[-1])


def _slug(text: str) -> str:
    """Return a name that is a good file name everywhere."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40]


# Set-ups --------------------------------------------------------------------------------------------


def _setups(
    container: Container, module: BuildFile
) -> tuple[dict[str, dict[str, Any]], list[Finding], set[str]]:
    """Return the set-ups inside a module by file name, what could not be read, and the entries they were."""
    palette = Palette([module])
    found: dict[str, dict[str, Any]] = {}
    findings: list[Finding] = []
    taken: set[str] = set()
    slugs = _Names()
    for element in module.root.iter(SETUP):
        entry = element.get("file", "")
        if not entry or entry not in container or entry in taken:
            continue
        data = _setup(container, entry, module, palette)
        if data is None:
            text = f"set-up '{entry}' is kept as the file it is"
            findings.append(Finding("IMP005", Severity.INFO, text, Place(file=container.name)))
            continue
        slug = slugs.take(_slug(PurePosixPath(entry).stem) or "setup")
        found[slug] = {"file": entry, "name": element.get("name", "")} | data
        taken.add(entry)
    return found, findings, taken


def _setup(container: Container, entry: str, module: BuildFile, palette: Palette) -> dict[str, Any] | None:
    """Return one set-up; None where its file cannot be made again from data."""
    try:
        inner = open_container(container.read(entry), name=entry)
        decoded = inner.saved_game()
        others = dict(inner.contents(name for name in inner.names if name != SAVED_GAME))
        texts = {name: content.decode("utf-8") for name, content in others.items()}
        decoded.text.encode("utf-8")  # bytes that are no UTF-8 have no place in a file of text
    except (ToolkitError, UnicodeError):
        return None
    boards = {
        leaf.map: leaf.boards
        for command in decode_commands(decoded.text)
        for leaf in leaves(command)
        if isinstance(leaf, SetBoards)
    }

    def locate(map_: str, x: int, y: int) -> str | None:
        known = module.maps.get(map_)
        return None if known is None else known.location(x, y, boards.get(map_))

    data = setup_to_data(decoded.text, palette, locate)
    if setup_from_data(data, palette) != decoded.text:
        return None
    own = container.read(MODULE_DATA).decode("utf-8", "replace") if MODULE_DATA in container else None
    for name in [name for name, text in texts.items() if name == MODULE_DATA and text == own]:
        texts[name] = "as the module"
    head: dict[str, Any] = {} if decoded.codec is Codec.VCSK else {"codec": decoded.codec.value}
    return head | ({"key": decoded.key} if decoded.key else {}) | {"entries": texts} | data


# Writing --------------------------------------------------------------------------------------------


def _about(root: etree._Element, container: Container) -> dict[str, Any]:
    """Return what a module says of itself; what its metadata say otherwise stands beside it."""
    about: dict[str, Any] = {"module": {str(key): str(value) for key, value in root.items()}}
    known = container.module
    if known is not None:
        said = {"name": root.get("name"), "version": root.get("version")}
        other = {"name": known.name, "version": known.version}
        about |= {} if said == other else {"metadata": {key: value or "" for key, value in other.items()}}
    return about


def _written(
    about: Mapping[str, Any], sheets: _Sheets, entry: str, setups: Mapping[str, Mapping[str, Any]]
) -> dict[str, str]:
    head = {"kind": "imported", "entry": entry, **about}
    files = {"imported.yaml": to_yaml(head, _SCHEMA.format("../../schema/", "") + _ABOUT)}
    for group, pieces in sheets.pieces.items():
        files[f"pieces/{group}.yaml"] = to_yaml({"pieces": pieces}, _comment("_pieces"))
    if sheets.prototypes:
        files["prototypes.yaml"] = to_yaml({"prototypes": sheets.prototypes}, _comment("_pieces", 2))
    if sheets.maps:
        maps = [{"map": name, "boards": boards} for name, boards in sheets.maps.items()]
        files["boards.yaml"] = to_yaml({"maps": maps}, _comment("_boards", 2))
    if sheets.stacks:
        files["at_start.yaml"] = to_yaml({"stacks": sheets.stacks}, _comment("_boards", 2))
    for slug, data in setups.items():
        files[f"setups/{slug}.yaml"] = to_yaml(data, _comment("_setup"))
    return files


_ABOUT = "A module that others made, as source data; the rights stay with its makers.\n"


def _comment(kind: str, depth: int = 3) -> str:
    return _SCHEMA.format("../" * depth + "schema/", kind).rstrip("\n")


def _parts(root: etree._Element) -> dict[str, bytes]:
    """Return what is left of the buildFile; its long parts in files of their own."""
    files: dict[str, bytes] = {}
    for number, child in enumerate(list(_elements(root)), start=1):
        tail, child.tail = child.tail, None
        text = etree.tostring(child, encoding="UTF-8", xml_declaration=True)
        child.tail = tail
        if len(text) < _LONG:
            continue
        name = f"{number:02}-{_slug(str(child.tag).rsplit('.', 1)[-1])}-{_slug(_title(child))}".rstrip("-")
        files[f"parts/{name}.xml"] = text + b"\n"
        _replace(child, "part", name)
    root.attrib.clear()
    files["parts/module.xml"] = etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"
    return files


def _elements(root: etree._Element) -> Iterator[etree._Element]:
    return (child for child in root if isinstance(child.tag, str))
