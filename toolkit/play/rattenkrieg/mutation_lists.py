"""Closed lists of the mutation bench: what cannot be broken, and clauses that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_RESULT = ("8.7.1", "8.7.2", "8.7.3", "8.7.5")

NOT_BREAKABLE: Mapping[str, str] = MappingProxyType(
    {"5.0.1": "with U08 at its proposed value the T-34 may return in every turn from the second on"}
)
"""Clauses marked as checked for which there is no mutator, with the reason."""

TWINS: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {
        "7.3": (("8.1",), "who enters an area with enemies and does not fight breaks both"),
        "8.3": (("8.4", "8.5", "8.7"), "a step of a battle out of its order is named by that step"),
        "8.7": (("8.9",), "damage before the cards are compared"),
        "8.7.4": ((*_RESULT, "8.9"), "a battle with a winner has no tie, and a tie hurts nobody"),
        "8.8": (_RESULT, "a strength shows in who has won"),
        "8.9": (_RESULT, "damage to another than the loser"),
        "8.10.2": (("8.9", "8.10"), "isolation, or what else is done instead of it, without its cause"),
        "8.11": (("8.9.1",), "every retreat turns its unit over"),
        "8.12": (
            (*_RESULT, "8.4", "8.5"),
            "the T-34's strength shows in who has won; it has no card",
        ),
        "9.1": (("7.1", "8.3"), "an event at a moment when no unit acts, or in the middle of a battle"),
        "9.2": (("8.9", "8.11"), "damage that no card did, or that nobody bears"),
        "9.3": (("8.9", "8.11"), "damage that no card did, or that nobody bears"),
        "9.4": (_RESULT, "a strength shows in who has won"),
        "9.5": (_RESULT, "a strength shows in who has won"),
        "9.7": (_RESULT, "a strength shows in who has won"),
        "10.2": (("10.1",), "a hand too big is one offence, whoever holds the Mamayev Kurgan"),
    }
)
"""Clauses whose violation has a second printed number: naming that one is an answer as well; why."""
