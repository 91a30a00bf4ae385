"""The functions of a module by the kinds of actions that they are about: their signatures say it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args


def by_kind(module: Mapping[str, Any]) -> dict[type, Callable[..., Any]]:
    """Return the private functions of a module by what their third parameter, ``action``, is annotated with.

    Those that take any action, `Action`, are none of them.

    Raises
    ------
    ValueError
        Where two functions are about one kind.
    """
    found: dict[type, Callable[..., Any]] = {}
    for function in module.values():
        for named in _kinds(function, module):
            for kind in get_args(named) or (named,):
                if kind in found:
                    raise ValueError(f"{function.__name__}: another function is about {kind.__name__}")
                found[kind] = function
    return found


def _kinds(function: Any, module: Mapping[str, Any]) -> Iterator[Any]:
    if inspect.isfunction(function) and function.__name__.startswith("_"):
        for name, hint in list(function.__annotations__.items())[2:3]:
            if name == "action" and hint != "a.Action":
                yield eval(hint, dict(module))
