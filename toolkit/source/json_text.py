"""JSON with the line and column of every node; the standard parser keeps none."""

from __future__ import annotations

import bisect
import json
import math
import re

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.source.document import MAX_DEPTH, MAX_DIGITS, Document, Path_, Position, check_held, pointer

_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORDS: tuple[tuple[str, object], ...] = (("true", True), ("false", False), ("null", None))


def parse_json(text: str, file: str) -> Document:
    """Return the document of a JSON text (RFC 8259).

    Raises
    ------
    InputError
        SRC004 not JSON, SRC005 a key twice, SRC006 nested too deep, SRC008 (`check_held`).
    """
    parser = _Parser(text, file)
    data, end = parser.value(parser.skip(0), (), 0)
    end = parser.skip(end)
    if end < len(text):
        raise parser.error("text after the end of the value", end)
    if parser.findings:
        raise InputError(parser.findings)
    return check_held(Document(file, data, parser.positions, parser.keys), text)


class _Parser:
    """Recursive descent over one text; `value` returns the value and the index after it."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.positions: dict[Path_, Position] = {}
        self.keys: dict[Path_, Position] = {}
        self.findings: list[Finding] = []
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def position(self, index: int) -> Position:
        line = bisect.bisect_right(self._starts, index)
        return (line, index - self._starts[line - 1] + 1)

    def error(self, problem: str, index: int, code: str = "SRC004") -> InputError:
        line, column = self.position(min(index, len(self.text)))
        prefix = "not JSON: " if code == "SRC004" else ""
        return InputError.single(code, prefix + problem, Place(self.file, line, column))

    def skip(self, index: int) -> int:
        match = _SPACE.match(self.text, index)
        return match.end() if match else index

    def value(self, index: int, path: Path_, depth: int) -> tuple[object, int]:
        if depth > MAX_DEPTH:
            raise self.error(f"nested deeper than {MAX_DEPTH} levels", index, "SRC006")
        if index >= len(self.text):
            raise self.error("the file ends where a value is expected", index)
        self.positions[path] = self.position(index)
        start = self.text[index]
        if start == "{":
            return self._object(index + 1, path, depth)
        if start == "[":
            return self._array(index + 1, path, depth)
        if start == '"':
            return self._string(index)
        for word, constant in _WORDS:
            if self.text.startswith(word, index):
                return constant, index + len(word)
        match = _NUMBER.match(self.text, index)
        if match is None:
            raise self.error(f"found {start!r} where a value is expected", index)
        return self._number(match, index), match.end()

    def _number(self, match: re.Match[str], index: int) -> int | float:
        text = match.group()
        whole = match.group(1) is None and match.group(2) is None
        if len(text) > MAX_DIGITS or not math.isfinite(float(text)):
            raise self.error("a number beyond all measure", index)
        return int(text) if whole else float(text)

    def _string(self, index: int) -> tuple[str, int]:
        match = _STRING.match(self.text, index)
        if match is None:
            raise self.error("text without its closing quote, or with a raw line break", index)
        try:
            return str(json.loads(match.group())), match.end()
        except json.JSONDecodeError as error:
            raise self.error(error.msg, index + error.pos) from error

    def _object(self, index: int, path: Path_, depth: int) -> tuple[dict[str, object], int]:
        result: dict[str, object] = {}
        index = self.skip(index)
        if self.text.startswith("}", index):
            return result, index + 1
        while True:
            if not self.text.startswith('"', index):
                raise self.error("expected a key in double quotes", index)
            at = index
            key, index = self._string(index)
            index = self._expect(":", self.skip(index))
            inner = (*path, key)
            if key in result:
                line, column = self.position(at)
                message = f"key '{key}' stands twice in one mapping; first at line {self.keys[inner][0]}"
                place = Place(self.file, line, column, pointer(inner))
                self.findings.append(Finding("SRC005", Severity.ERROR, message, place))
            self.keys[inner] = self.position(at)
            result[key], index = self.value(self.skip(index), inner, depth + 1)
            index = self.skip(index)
            if self.text.startswith("}", index):
                return result, index + 1
            index = self.skip(self._expect(",", index))

    def _array(self, index: int, path: Path_, depth: int) -> tuple[list[object], int]:
        result: list[object] = []
        index = self.skip(index)
        if self.text.startswith("]", index):
            return result, index + 1
        while True:
            item, index = self.value(index, (*path, len(result)), depth + 1)
            result.append(item)
            index = self.skip(index)
            if self.text.startswith("]", index):
                return result, index + 1
            index = self.skip(self._expect(",", index))

    def _expect(self, mark: str, index: int) -> int:
        if not self.text.startswith(mark, index):
            found = repr(self.text[index]) if index < len(self.text) else "the end of the file"
            raise self.error(f"found {found} where '{mark}' is expected", index)
        return index + 1
