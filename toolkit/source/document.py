"""A text file read into plain data, with the line and column of every node kept beside it."""

from __future__ import annotations

import math
import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.diagnostics.files import read_regular

# Loaded where YAML is read: an audit has its data from a module, as JSON.
if TYPE_CHECKING:
    import yaml

# What a hand-edited source file never reaches; a file beyond is refused before it can exhaust memory.
MAX_BYTES = 64_000_000
MAX_NODES = 1_000_000
MAX_DEPTH = 64
MAX_DIGITS = 300
# How a file begins that Git LFS keeps elsewhere.
LFS_POINTER = b"version https://git-lfs.github.com/spec/"

Path_ = tuple[str | int, ...]
Position = tuple[int, int]

# XML 1.0, 2.2, and halves of characters, which are in no text that is written.
_UNHELD = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff]")
_COLON = "mapping values are not allowed in this context"
"""What a YAML parser says of a second colon in a line."""
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\Z")
# What the resolver gives a plain scalar; anything else was written as a tag.
_PLAIN_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in ("str", "int", "float", "bool", "null", "timestamp", "merge", "value")
)
_CONSTANTS: Mapping[str, object] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


def pointer(path: Path_) -> str:
    """Return the JSON pointer (RFC 6901) of a path of keys and indices."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One file: plain data (dict, list, str, int, float, bool, None) and where each node stands.

    Attributes
    ----------
    file : str
        Path as the user gave it, forward slashes.
    data : object
        What `json.loads` would give for the same content.
    positions : mapping of path to (line, column)
        One-based start of each value.
    keys : mapping of path to (line, column)
        One-based start of the key that holds the value, for members of mappings.
    corrected : mapping of path to Place
        Values that an erratum put here, and where the erratum says so.
    """

    file: str
    data: object
    positions: Mapping[Path_, Position]
    keys: Mapping[Path_, Position]
    corrected: Mapping[Path_, Place] = field(default_factory=dict)

    def get(self, *path: str | int) -> object:
        """Return the value at `path`; None when a key on the way is absent."""
        value = self.data
        for part in path:
            if isinstance(value, dict):
                value = value.get(part)
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                return None
        return value

    def place(self, *path: str | int) -> Place:
        """Return the place of the value at `path`.

        The key's position for a mapping or list held by a key (its value starts a line later), the
        value's own position for anything else, the nearest existing ancestor when `path` is absent.
        """
        stated = self._stated(path)
        if stated is not None:
            return stated
        known = path
        while known and known not in self.positions:
            known = known[:-1]
        line, column = self.positions.get(known, (1, 1))
        if isinstance(self.get(*known), dict | list) and known in self.keys:
            line, column = self.keys[known]
        return Place(file=self.file, line=line, column=column, pointer=pointer(path))

    def key_place(self, *path: str | int) -> Place:
        """Return the place of the key that holds `path`; that of the value where no key is known."""
        key = self.keys.get(path)
        if key is None or self._stated(path) is not None:
            return self.place(*path)
        return Place(self.file, *key, pointer(path))

    def _stated(self, path: Path_) -> Place | None:
        """Return the place of the erratum that put the value at `path`, or an entry around it."""
        if not self.corrected:
            return None
        parts = (path[:length] for length in range(len(path), 0, -1))
        return next((self.corrected[part] for part in parts if part in self.corrected), None)


def unheld(text: str) -> str | None:
    """Return the first character of a text that neither XML nor UTF-8 can hold; None where there is none."""
    found = _UNHELD.search(text)
    return None if found is None else found[0]


def _leading_tab(text: str, line: int) -> int | None:
    """Return the column of the first tab in a line's indentation; None without one."""
    lines = text.splitlines()
    found = lines[line] if line < len(lines) else ""
    column = found.find("\t", 0, len(found) - len(found.lstrip()))
    return column + 1 if column >= 0 else None


def read_text(path: Path) -> str:
    """Return a file's text, decoded as UTF-8.

    Raises
    ------
    InputError
        SRC001 unreadable, SRC002 too large, SRC003 not UTF-8.
    """
    file = path.as_posix()
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise InputError.single(
                "SRC002", f"file has {size} bytes; at most {MAX_BYTES} are read", Place(file=file)
            )
        raw = read_regular(path)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise InputError.single("SRC001", f"cannot be read: {reason}", Place(file=file)) from error
    if raw.startswith(LFS_POINTER):
        message = "is a pointer of Git LFS, and not the file itself; `git lfs pull` fetches it"
        raise InputError.single("SRC001", message, Place(file=file))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        message = f"is not UTF-8 text: byte 0x{raw[error.start]:02x} at offset {error.start}"
        raise InputError.single("SRC003", message, Place(file=file, line=line, column=column)) from error


def check_held(document: Document, text: str) -> Document:
    """Return the document of a text; what modules and pages cannot hold is refused.

    Raises
    ------
    InputError
        SRC008 for every text in it with a control character or half a character.
    """
    if "\\" not in text and unheld(text) is None:
        return document
    findings = []
    waiting: list[tuple[Path_, object]] = [((), document.data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [((*path, key), item) for key, item in value.items()]
            value = "".join(value)
        elif isinstance(value, list):
            waiting += [((*path, index), item) for index, item in enumerate(value)]
        found = unheld(value) if isinstance(value, str) else None
        if found is not None:
            message = f"holds U+{ord(found):04X}, a character that no module and no page can hold"
            findings.append(Finding("SRC008", Severity.ERROR, message, document.place(*path)))
    if findings:
        raise InputError(sorted(findings, key=lambda one: (one.place.line or 0, one.place.column or 0)))
    return document


def parse_yaml(text: str, file: str, *, any_character: bool = False) -> Document:
    """Return the document of a YAML text.

    Only plain data: no tags, no objects.  Scalars follow YAML 1.2's core schema (``no`` is text), but
    digits with a leading zero stay text, so the hex number ``0412`` is never an octal number.

    Raises
    ------
    InputError
        SRC004 not YAML (cut, bad indentation …), SRC005 a key twice, SRC006 too many or too deep nodes
        (aliases counted as often as they are used), SRC007 a tag, anchor merge or key that is no text,
        SRC008 (`check_held`; not asked for where `any_character` is allowed).
    """
    import yaml  # noqa: PLC0415

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _check_depth(text, file, loader)
        root = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        context = f" ({error.context})" if error.context else ""
        context += "; a text with ': ' in it goes into quotes" if error.problem == _COLON else ""
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
        tab = None if mark is None else _leading_tab(text, mark.line)
        if tab is not None:
            message = "a tab in front of the line; YAML is indented by spaces"
            raise InputError.single("SRC004", message, Place(file, place.line, tab)) from error
        raise InputError.single("SRC004", f"not YAML: {error.problem}{context}", place) from error
    except yaml.YAMLError as error:
        first = str(error).splitlines()[0]
        raise InputError.single("SRC004", f"not YAML: {first}", Place(file)) from error
    builder = _Builder(file)
    data = builder.build(root, (), 0) if root is not None else None
    if builder.findings:
        raise InputError(builder.findings)
    document = Document(file, data, builder.positions, builder.keys)
    return document if any_character else check_held(document, text)


def _check_depth(text: str, file: str, loader: type[yaml.SafeLoader]) -> None:
    """Refuse deep nesting while reading events, which needs no stack: composing such a text would crash."""
    import yaml  # noqa: PLC0415

    depth = 0
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            mark = event.start_mark
            place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
            raise InputError.single("SRC006", f"nested deeper than {MAX_DEPTH} levels", place)


class _Builder:
    """Turns composed YAML nodes into plain data and notes where each of them stands."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.positions: dict[Path_, Position] = {}
        self.keys: dict[Path_, Position] = {}
        self.findings: list[Finding] = []
        self._nodes = 0

    def build(self, node: yaml.Node, path: Path_, depth: int) -> object:
        import yaml  # noqa: PLC0415

        self._nodes += 1
        if self._nodes > MAX_NODES or depth > MAX_DEPTH:
            limit = f"{MAX_DEPTH} levels" if depth > MAX_DEPTH else f"{MAX_NODES} values"
            message = f"more than {limit}, aliases counted each time"
            raise InputError.single("SRC006", message, self._place(node, path))
        self.positions[path] = _position(node)
        if isinstance(node, yaml.MappingNode):
            self._check_tag(node, path, "tag:yaml.org,2002:map")
            return self._mapping(node, path, depth)
        if isinstance(node, yaml.SequenceNode):
            self._check_tag(node, path, "tag:yaml.org,2002:seq")
            return [self.build(child, (*path, i), depth + 1) for i, child in enumerate(node.value)]
        return self._scalar(cast("yaml.ScalarNode", node), path)

    def _mapping(self, node: yaml.MappingNode, path: Path_, depth: int) -> dict[str, object]:
        import yaml  # noqa: PLC0415

        result: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode) or key_node.value == "<<":
                self._report(
                    "SRC007", "a key must be plain text (no merge keys, lists or mappings)", key_node, path
                )
                continue
            key = str(key_node.value)
            inner = (*path, key)
            if key in result:
                line, column = self.keys[inner]
                message = f"key '{key}' stands twice in one mapping; first at line {line}, column {column}"
                self._report("SRC005", message, key_node, inner)
                continue
            self.keys[inner] = _position(key_node)
            result[key] = self.build(value_node, inner, depth + 1)
        return result

    def _scalar(self, node: yaml.ScalarNode, path: Path_) -> object:
        text = str(node.value)
        if node.style is not None and node.style not in ("", "plain"):
            self._check_tag(node, path, "tag:yaml.org,2002:str")
            return text
        if node.tag not in _PLAIN_TAGS:
            self._report("SRC007", f"tag '{node.tag}' is not read here; write plain values", node, path)
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if _INTEGER.match(text):
            return int(text) if len(text) <= MAX_DIGITS else text
        if any(c in string.digits for c in text) and _FLOAT.match(text):
            value = float(text)
            # 1e999 is no number a source file can mean; as text, its schema refuses it.
            return value if math.isfinite(value) else text
        return text

    def _check_tag(self, node: yaml.Node, path: Path_, allowed: str) -> None:
        if node.tag not in (allowed, "!"):
            self._report("SRC007", f"tag '{node.tag}' is not read here; write plain values", node, path)

    def _report(self, code: str, message: str, node: yaml.Node, path: Path_) -> None:
        self.findings.append(Finding(code, Severity.ERROR, message, self._place(node, path)))

    def _place(self, node: yaml.Node, path: Path_) -> Place:
        line, column = _position(node)
        return Place(self.file, line, column, pointer(path))


def _position(node: yaml.Node) -> Position:
    return (node.start_mark.line + 1, node.start_mark.column + 1)
