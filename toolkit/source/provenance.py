"""Where a datum comes from: every value in ``source_data`` says it, and every verdict can repeat it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class ProvenanceKind(StrEnum):
    """How far a datum can be trusted to be the printed game's.

    RULES: stands in the game's rules, charts or errata.  PUBLISHED: stands in another published
    text.  INFERRED: follows from such facts.  HISTORICAL: history, not the game.  INVENTED: made up
    so that the game can be played.
    """

    RULES = "rules"
    PUBLISHED = "published"
    INFERRED = "inferred"
    HISTORICAL = "historical"
    INVENTED = "invented"

    @property
    def is_sourced(self) -> bool:
        """Whether the datum is the printed game's own (as far as known)."""
        return self in (ProvenanceKind.RULES, ProvenanceKind.PUBLISHED)


@dataclass(frozen=True, slots=True)
class Provenance:
    """Kind of origin, and the place where it can be looked up (None when there is none)."""

    kind: ProvenanceKind
    source: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Provenance:
        """Read ``{"kind": …, "source": …}``, already checked against the schema."""
        return cls(ProvenanceKind(data["kind"]), data.get("source"))

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return (
            {"kind": str(self.kind)}
            if self.source is None
            else {"kind": str(self.kind), "source": self.source}
        )
