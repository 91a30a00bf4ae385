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
READINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "St-1": ("once", "each-point"),
        "St-2": ("eliminated", "not-allowed"),
        "St-3": ("must", "may-stop"),
        "St-4": ("several", "one"),
        "St-5": ("all", "chosen"),
        "St-6": ("in-a-row", "out"),
        "St-7": ("both", "start", "end"),
        "St-8": ("yes", "no"),
        "St-9": ("3", "2", "bid"),
        "St-10": ("once", "from-turn-3"),
        "St-11": ("no", "yes"),
        "St-12": ("free", "two-or-three", "as-bid"),
        "St-13": ("may", "must"),
        "St-14": ("reshuffle", "no-more"),
        "St-15": ("at-once", "at-end"),
        "St-16": ("yes", "no"),
        "St-17": ("owner", "allotter"),
        "St-18": ("yes", "no"),
        "St-19": ("yes", "no"),
        "St-20": ("any", "after", "before"),
        "St-21": ("any", "one"),
        "St-22": ("yes", "no"),
        "St-23": ("yes", "no"),
        "St-24": ("retreat-on", "avoid"),
        "St-25": ("no", "yes"),
        "St-26": ("on-map", "also-coming"),
    }
)

# Settled while a game fixes nothing else: by the text.
SETTLED = frozenset({"St-7", "St-8", "St-9", "St-10", "St-15", "St-16"})


def points_of(options: Iterable[Option] | None, fixed: Mapping[str, str] = MappingProxyType({})) -> Points:
    """Return the unclear points with the values that count.

    Parameters
    ----------
    options : iterable of Option or None
        The game's register; None takes the readings of this module.
    fixed : mapping of str to str
        Points that the played game fixed. A value that the code does not know leaves the point open.
    """
    support = {point: "text" if point in SETTLED else "open" for point in READINGS}
    defaults = {point: known[0] for point, known in READINGS.items()}
    for option in options or ():
        if option.id in READINGS and option.default in READINGS[option.id]:
            support[option.id], defaults[option.id] = option.support, option.default
    values: dict[str, tuple[str, ...]] = {}
    for point, known in READINGS.items():
        proposed = (defaults[point], *(value for value in known if value != defaults[point]))
        chosen = fixed.get(point)
        if chosen in known and chosen is not None:
            values[point] = (chosen,)
        elif support[point] == "open" or chosen is not None:
            values[point] = proposed
        else:
            values[point] = proposed[:1]
    return Points(MappingProxyType(values))
