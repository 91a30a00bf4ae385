"""Closed lists of the mutation bench: what cannot be broken, and clauses that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NOT_BREAKABLE: Mapping[str, str] = MappingProxyType({})
"""Clauses marked as checked for which there is no mutator, with the reason."""

NOT_SHOWN: Mapping[str, str] = MappingProxyType({})
"""Clauses whose violation leaves nothing on the table: asked of the rules only, with the reason."""

TWINS: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {
        "SEED 註2": (
            ("SEED 流程1", "SEED 流程3(1)"),
            "a card too many is one offence, whoever holds the hill",
        ),
        "CARD march": (("SEED 移動3(4)",), "the card's points are part of the allowance"),
        "CARD infiltrate": (("SEED 移動3(4)",), "what the card leaves is the plain cost of the way"),
    }
)
"""Clauses whose violation has a second number: naming that one is an answer as well; why."""
