"""Which tests speak of which rule, read from the tests' own text.

A test belongs to a rule when its name begins with the rule's number (``test_9_2_4_1_…`` for 9.2(4)1), when
its docstring's first line names it, or when the number stands in the test as a string of its own: in what it
expects of a verdict, as the key of a table of cases, in the id of a case.  Nothing is registered by hand, so
the list cannot claim a test that is not there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

_NUMBER = re.compile(r"(?:Errata )?\(?\d+(?:\.\d+)?\)?(?:\(\d+\))?[0-9a-z]*")


def find_tests(folder: Path, numbers: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the tests of each rule.

    Parameters
    ----------
    folder : Path
        Read with everything below it.
    numbers : collection of str
        Printed numbers of the rules.

    Returns
    -------
    mapping of str to tuple of str
        Number → ``file::test`` (or ``file::TABLE`` for a table of cases), sorted; () without a test.

    Raises
    ------
    SyntaxError
        For a test file that is no Python.
    """
    known = frozenset(numbers)
    parts = {tuple(map(int, re.findall(r"\d+", number))): number for number in known if number[0].isdigit()}
    found: dict[str, set[str]] = {number: set() for number in known}
    for path in sorted(folder.rglob("test_*.py")):
        for name, node in _tests(ast.parse(path.read_text(encoding="utf-8"))):
            named = parts.get(_leading(name))
            for number in (_numbers(node) | {named or ""}) & known:
                found[number].add(f"{path.relative_to(folder).as_posix()}::{name}")
    return {number: tuple(sorted(tests)) for number, tests in found.items()}


def _tests(module: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield the tests of a module and its tables of cases, by name."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, node
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for child in node.body:
                if isinstance(child, ast.FunctionDef) and child.name.startswith("test_"):
                    yield f"{node.name}::{child.name}", child
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node


def _leading(name: str) -> tuple[int, ...]:
    """Return the numbers that a test's name begins with."""
    match = re.match(r"(?:Test\w*::)?test((?:_\d+)+)(?![0-9a-z])", name)
    return tuple(map(int, match[1].split("_")[1:])) if match else ()


def _numbers(node: ast.AST) -> set[str]:
    found: set[str] = set()
    if isinstance(node, ast.FunctionDef):
        found.update(_NUMBER.findall((ast.get_docstring(node) or "").partition("\n")[0]))
    for child in ast.walk(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            text = child.value
            found.add(text)
            found.add(text.partition(" ")[0])
    return found
