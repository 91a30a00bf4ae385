"""Every reason that the rules or the audits give is said in Japanese and Chinese as well."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

import toolkit
from toolkit.plugins import games

_ROOT = Path(toolkit.__file__).parent
_ROWS: list[list[str]] = json.loads((_ROOT / "report/page/reasons.json").read_text(encoding="utf-8"))
_ROOMS = ("rules/declared", *(f"games/{game}/{room}" for game in games() for room in ("rules", "audit")))
# What these say stands in no verdict: faults of a position itself, pages of docs, words of actions and keys.
_NO_REASONS = {"invariants.py", "manual.py", "book.py", "wording.py", "vocabulary.py"}
_HOLE = "\0"
# Two reasons in one, and a unit with what a zone does to it: their parts are looked at by themselves.
_JOINTS = {"{0}", "{0} {1}", "{0}, {1}"}


def _text(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else _HOLE for part in node.values)
    return None


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be, each hole as one sign."""
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from _texts(node.left)
    elif (text := _text(node)) is not None:
        yield text


def _given(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield what may be a reason: what functions return, second words of breaches, reasons, constants."""
    for named in tree.body:
        if isinstance(named, ast.Assign):
            constants = (node for node in ast.walk(named.value) if isinstance(node, ast.Constant))
            yield from (node for node in constants if re.match(r"[a-z]+ \S+ \S+ \S+ ", str(node.value)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            if re.search(r"str \| None|Iterator\[str", ast.unparse(node.returns)):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return | ast.Yield) and inner.value is not None:
                        yield inner.value
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id == "Breach" and len(node.args) > 1:
                yield node.args[1]
            yield from (word.value for word in node.keywords if word.arg == "reason")


def _numbered(text: str) -> str:
    numbers = count()
    return re.sub(_HOLE, lambda _: f"{{{next(numbers)}}}", text)


def _said(room: str) -> dict[str, str]:
    """Return the reasons of a room, holes numbered, and the file of each."""
    found: dict[str, str] = {}
    for path in sorted((_ROOT / room).rglob("*.py")):
        if path.name in _NO_REASONS:
            continue
        for node in _given(ast.parse(path.read_text(encoding="utf-8"))):
            for text in _texts(node):
                if " " in text:
                    found.update((_numbered(part), path.name) for part in text.split("; "))
    return {text: name for text, name in found.items() if text not in _JOINTS}


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{\d\\}", "(.+?)", re.escape(english)))


# Rows of few words of their own fit anything: a reason has to be written down to count as known by them.
_SPECIFIC = [_pattern(row[0]) for row in _ROWS if row[0] not in {"{0} is {1}", "{0} is not {1}"}]


@pytest.mark.parametrize("room", _ROOMS)
def test_every_reason_is_said_in_three_languages(room: str) -> None:
    known = {row[0] for row in _ROWS}
    said = _said(room)
    missing = {
        text: name
        for text, name in said.items()
        if text not in known
        and not any(pattern.fullmatch(re.sub(r"{\d}", "X", text)) for pattern in _SPECIFIC)
    }
    assert missing == {}


def test_the_longer_reason_is_tried_first() -> None:
    lengths = [len(re.sub(r"{\d}", "", row[0])) for row in _ROWS]
    assert lengths == sorted(lengths, reverse=True)
    assert len({row[0] for row in _ROWS}) == len(_ROWS)


_PRICED = {"_normal_reasons", "_march_reasons", "step_reasons", "priced", "reasons"}
"""Functions that say what the steps of a way cost."""


@pytest.mark.parametrize(
    "room", ["games/gj47/rules/search.py", "games/storm/rules/movement.py", "rules/declared/stepping.py"]
)
def test_every_price_is_said_in_three_languages(room: str) -> None:
    tree = ast.parse((_ROOT / room).read_text(encoding="utf-8"))
    priced = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in _PRICED]
    nodes = [node for function in priced for line in function.body[1:] for node in ast.walk(line)]
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    whole = (node for node in nodes if isinstance(node, ast.expr) and id(node) not in parts)
    texts = {_numbered(text) for node in whole if (text := _text(node))}
    # A name and a number, each alone: the name is the data's.
    said = {text for text in texts if " " in re.sub(r" \+?{\d}", "", text).strip()}
    assert said
    missing = {t for t in said if not any(p.fullmatch(re.sub(r"{\d}", "X", t)) for p in _SPECIFIC)}
    assert missing == set()
