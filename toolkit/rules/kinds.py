"""Functions by the kinds of actions that they are about: their signatures say it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, get_args


def by_kind(found: Iterable[Any]) -> dict[type, Callable[..., Any]]:
    """Return the functions of a module or class by what their parameter ``action`` is annotated with.

    One that takes any action, `Action`, is none of them; a helper calls its parameter by another name.

    Parameters
    ----------
    found : iterable
        All that the module or class holds.

    Raises
    ------
    ValueError
        Where two functions are about one kind.
    """
    known: dict[type, Callable[..., Any]] = {}
    for function in filter(inspect.isfunction, found):
        for name, hint in function.__annotations__.items():
            if name.strip("_") != "action" or hint == "a.Action":
                continue
            # Of all its types only this one has to be there when the program runs.
            named = eval(hint, function.__globals__)
            for kind in get_args(named) or (named,):
                if kind in known:
                    raise ValueError(f"{function.__name__}: another function is about {kind.__name__}")
                known[kind] = function
    return known
