"""Words for what a unit is: branches with a symbol of their own, and other words for them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from toolkit.resources import own_table


@cache
def _table() -> Mapping[str, Any]:
    found: Mapping[str, Any] = own_table(Path(__file__).with_suffix(".yaml"))
    return found


@cache
def branches() -> tuple[str, ...]:
    """Return the branches with a drawing; a unit of any other shows the first letters of its word."""
    return tuple(chain.from_iterable(_table()["drawn"].values()))


@cache
def other_words() -> Mapping[str, str]:
    """Return the branches that other words stand for, by these words."""
    return {word: branch for branch, words in _table()["also"].items() for word in words}


def branch_of(word: str) -> str:
    """Return the branch that a word stands for; the word itself when it has no drawing."""
    key = word.lower().replace("-", "_").replace(" ", "_")
    return other_words().get(key, key)


def meant(word: str) -> str | None:
    """Return the word with a drawing that one without looks like a slip of; None for any other word."""
    if branch_of(word) in branches():
        return None
    found = (difflib.get_close_matches(word, words, n=1, cutoff=0.8) for words in (branches(), other_words()))
    return next((near[0] for near in found if near), None)
