"""Closed lists of the mutation bench: what cannot be broken, and clauses that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_RESULT = ("8.7.1", "8.7.2", "8.7.3", "8.7.5")

NOT_BREAKABLE: Mapping[str, str] = MappingProxyType(
    {"5.0.1": "with U08 at its proposed value the T-34 may return in every turn from the second on"}
)
"""Clauses marked as checked for which there is no mutator, with the reason."""

NOT_SHOWN: Mapping[str, str] = MappingProxyType({"4.0": "no key says who has won: the audit works it out"})
"""Clauses whose violation leaves nothing on the table: asked of the rules only, with the reason."""

TWINS: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {
        "8.8": (_RESULT, "a strength shows in who has won"),
        "8.9": (_RESULT, "damage to another than the loser"),
        "8.12": (_RESULT, "the T-34's strength shows in who has won"),
        "9.2": (("8.9", "8.11"), "damage that no card did"),
        "9.3": (("8.9", "8.11"), "damage that no card did"),
        "9.4": (_RESULT, "a strength shows in who has won"),
        "9.5": (_RESULT, "a strength shows in who has won"),
        "9.7": (_RESULT, "a strength shows in who has won"),
        "10.2": (("10.1",), "a hand too big is one offence, whoever holds the Mamayev Kurgan"),
    }
)
"""Clauses whose violation has a second printed number: naming that one is an answer as well; why."""
