"""Where a datum comes from: every value in ``source_data`` says it, and every verdict can repeat it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolkit.source.json_value import JsonValue


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


@dataclass(frozen=True, slots=True)
class Provenance(JsonValue):
    """Kind of origin, and the place where it can be looked up (None when there is none)."""

    kind: ProvenanceKind
    source: str | None = None
