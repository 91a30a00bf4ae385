"""Every finding code of refreshing, and what it means."""

from __future__ import annotations

from collections.abc import Mapping

REFRESH_CODES: Mapping[str, str] = {
    "REF001": "A counter is in the new module neither by number nor by name; it stays as it was.",
    "REF002": "A counter's number is unknown to the new module; one counter of its name took its place.",
    "REF003": "A state of a counter has no place in its new definition: the trait is gone or another.",
    "REF004": "Counters lie on a map that the new module does not have: VASSAL will not show them.",
    "REF005": "The game uses a board that the new module does not have.",
    "REF006": "A logged change of a counter does not fit its traits; it stays as it was.",
}
