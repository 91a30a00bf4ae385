"""Every finding code of comparisons, and what it means."""

from __future__ import annotations

from collections.abc import Mapping

COMPARE_CODES: Mapping[str, str] = {
    "DIF001": "What is to be compared is no module, no game, no folder of sources and no git revision.",
    "DIF002": "Git does not give the folder at that revision.",
    "DIF004": "A comparison of verdicts needs a module that was not named.",
    "DIF003": "No erratum of the game has the number since which verdicts are to be compared.",
}
