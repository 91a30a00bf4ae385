"""Replace the body of a function while everybody keeps the function itself."""

from __future__ import annotations

import importlib
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from toolkit.rules.registry import RuleBook, RuleEntry


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule function and the constant it returns instead of an answer."""

    rule: str
    function: str
    value: str

    @property
    def name(self) -> str:
        """For people: ``"10.1(1) one_neighbouring_hex -> None"``."""
        return f"{self.rule} {self.function.rpartition('.')[2]} -> {self.value}"


def mutants(book: RuleBook) -> Iterator[Mutant]:
    """Yield the mutants of a rule book: one for each function, two for a yes or no.

    What a record cannot show (``unprovable``) has nothing to replace.
    """
    for entry in book:
        if entry.enforcement.value != "unprovable":
            for value in _neutral(entry):
                yield Mutant(entry.number, entry.function, value)


def function_of(name: str) -> types.FunctionType:
    """Return a function by ``module.name``."""
    module, _, attribute = name.rpartition(".")
    found = getattr(importlib.import_module(module), attribute)
    found = getattr(found, "__wrapped__", found)
    assert isinstance(found, types.FunctionType)
    return found


def _neutral(entry: RuleEntry) -> tuple[str, ...]:
    """Return the constants that say "nothing wrong", "nothing there", by the function's return type."""
    returns = str(function_of(entry.function).__annotations__.get("return", "None"))
    if returns == "bool":
        return ("True", "False")
    if returns.endswith("| None") or returns == "None":
        return ("None",)
    for start, value in (
        ("int", "0"),
        ("float", "1.0"),
        ("str", "''"),
        ("tuple", "()"),
        ("list", "[]"),
        ("dict", "{}"),
        ("frozenset", "frozenset()"),
        ("set", "set()"),
    ):
        if returns.startswith(start):
            return (value,)
    return ("None",)


@contextmanager
def mutated(mutant: Mutant) -> Iterator[None]:
    """Let a function return a constant, for the time of the context.

    The function object stays, so registries and imports that hold it follow.
    """
    function = function_of(mutant.function)
    kept = function.__code__
    function.__code__ = _constant(function, mutant.value)
    try:
        yield
    finally:
        function.__code__ = kept


def _constant(function: Callable[..., Any], value: str) -> types.CodeType:
    """Return code with a function's own signature that returns a constant."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    signature = ", ".join([*names, *(("*", *keywords) if keywords else ())])
    space: dict[str, Any] = {}
    source = f"def replaced({signature}):\n    return {value}\n"
    exec(compile(source, "<mutant>", "exec"), space)
    made = space["replaced"].__code__
    assert isinstance(made, types.CodeType)
    assert not code.co_freevars
    return made
