"""The unclear points of Storm that the checks ask for, with the readings they know.

The register of a game's data (``unclear.yaml``) says more in words; this says what the code understands.
Points of the register that are not in here have one reading, which the rules embody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.rules.rulings import Points

if TYPE_CHECKING:
    from toolkit.source.options import Option

# The proposed reading first.
READINGS: Mapping[str, tuple[str, ...]] = {
    "St-1": ("once", "again"),
    "St-2": ("eliminated", "not-offered"),
    "St-3": ("all", "as-wished"),
    "St-4": ("each", "together"),
    "St-5": ("all", "chosen"),
    "St-6": ("in-a-row", "out"),
    "St-7": ("both", "start", "end"),
    "St-8": ("yes", "no"),
    "St-9": ("three", "two", "bid"),
    "St-10": ("once", "from-then-on"),
    "St-11": ("no", "yes"),
    "St-12": ("on-map", "coming-too"),
    "St-14": ("yes", "no"),
    "St-15": ("equal", "own-first"),
    "St-16": ("reshuffle", "stop"),
    "St-17": ("on", "other"),
    "St-18": ("reinforcements", "withdrawals"),
    "St-19": ("this-turn", "next-turn"),
    "St-20": ("allowed", "barred"),
    "St-21": ("yes", "no"),
    "St-22": ("any", "one"),
    "St-23": ("free", "two-or-three"),
    "St-27": ("may", "must"),
    "St-28": ("yes", "no"),
    "St-29": ("yes", "no"),
    "St-30": ("no", "yes"),
    "St-31": ("firers", "any-enemy"),
}

# Settled while a game fixes nothing else: by the text, or by a sister game.
SETTLED = frozenset(
    {"St-2", "St-3", "St-7", "St-8", "St-9", "St-14", "St-15", "St-16", "St-17", "St-20", "St-21"}
)


def points_of(options: Iterable[Option] | None, fixed: Mapping[str, str] = MappingProxyType({})) -> Points:
    """Return the unclear points with the values that count; see `toolkit.rules.rulings.Points.of`."""
    return Points.of(READINGS, SETTLED, options, fixed)
