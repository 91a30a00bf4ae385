"""What a game on areas, or one whose rules are data, comes to when its logs are judged."""

from __future__ import annotations

from typing import NamedTuple

from toolkit.audit.ledger import Sums
from toolkit.audit.report import JudgedAction, Notice


class Judged(NamedTuple):
    """What was judged and noticed, what became of the changes, and the side that has won, "" for none."""

    actions: tuple[JudgedAction, ...]
    notices: tuple[Notice, ...]
    sums: Sums
    winner: str = ""
