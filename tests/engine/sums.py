"""Sums in lines of the chat, worked out anew: ``14+5+1 = 20``, ``10 + 9 halved by the river = 14``."""

from __future__ import annotations

import re

_SUM = re.compile(r"(\d+(?: ?[+-] ?\d+)*)( halved by the river)? = (\d+)")
_TERM = re.compile(r"([+-]?) ?(\d+)")


def wrong_sums(line: str) -> list[str]:
    """Return the sums of a line that do not come to what it says."""
    return [found.group() for found in _SUM.finditer(line) if _total(found) != int(found.group(3))]


def _total(found: re.Match[str]) -> int:
    terms = [int(number) * (-1 if sign == "-" else 1) for sign, number in _TERM.findall(found.group(1))]
    # Only the last part came over the river; halves are dropped.
    if found.group(2):
        terms[-1] //= 2
    return sum(terms)
