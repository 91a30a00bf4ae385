"""The unclear points of Rattenkrieg that the checks ask for, with the readings they know.

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
    "U01": ("always", "only-on-pass"),
    "U03": ("no", "yes"),
    "U04": ("in-place", "never"),
    "U08": ("every-turn", "printed-turns"),
    "U09": ("literal", "any-earlier"),
    "U13": ("no", "yes"),
    "U14": ("chain", "chain-not-through-rear", "anywhere"),
    "U17": ("forbidden", "allowed"),
    "U19": ("hidden", "shown", "returned"),
    "U20": ("last", "best"),
    "U21": ("answer-only", "fold-allowed"),
    "U25": ("all-foot", "no-guards"),
    "U26": ("defending", "not-defending"),
    "U31": ("per-unit", "together"),
    "U33": ("may-act", "may-not-act"),
    "U34": ("removed", "isolated"),
    "U35": ("allowed", "forbidden"),
    "U36": ("any-face", "face-up-only"),
    "U39": ("both", "hand-only"),
    "U44": ("add-up", "once"),
    "U45": ("ties-only", "whole-fight"),
    "U47": ("not-playable", "playable"),
    "U48": ("german-first", "usual-raises", "no-raises"),
    "U49": ("allowed", "needs-active-unit"),
    "U51": ("german-first", "any-order"),
    "U62": ("both", "soviets-only"),
    "U63": ("stays", "may-retreat"),
}

# Settled while a game fixes nothing else: by the text, or by common practice.
SETTLED = frozenset({"U08", "U14", "U17", "U26", "U33", "U35", "U36", "U62"})


def points_of(options: Iterable[Option] | None, fixed: Mapping[str, str] = MappingProxyType({})) -> Points:
    """Return the unclear points with the values that count; see `toolkit.rules.rulings.Points.of`."""
    return Points.of(READINGS, SETTLED, options, fixed)
