"""Memory while a long log is read and judged."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Let Python's collector of circular references rest, as a context or a decorator.

    A log becomes hundreds of thousands of values that live on and hold no circle: the collector would go
    through all of them again and again, for a fifth of the time of an audit.
    """
    working = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if working:
            gc.enable()
