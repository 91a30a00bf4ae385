"""Closed lists of the mutation bench: what cannot be broken, and clauses that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NOT_BREAKABLE: Mapping[str, str] = MappingProxyType({})
"""Clauses marked as checked for which there is no mutator, with the reason."""

NOT_SHOWN: Mapping[str, str] = MappingProxyType({})
"""Clauses whose violation leaves nothing on the table: asked of the rules only, with the reason."""

TWINS: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType({})
"""Clauses whose violation has a second number: naming that one is an answer as well; why."""
