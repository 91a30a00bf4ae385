"""The valid name that a wrong one was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_MOST = 400


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like `name`, None where none is.

    Case and blanks first; then likeness, among names of about the same length and the same first letter.
    """
    names = list(known)
    folded = "".join(name.split()).casefold()
    for other in names:
        if "".join(other.split()).casefold() == folded:
            return other
    # A stranger's module may have thousands of each: the work for one name stays small.
    alike = [other for other in names if abs(len(other) - len(name)) <= 2 and other[:1] == name[:1]][:_MOST]
    return next(iter(get_close_matches(name, alike, n=1, cutoff=0.8)), None)
