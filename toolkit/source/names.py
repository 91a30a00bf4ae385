"""A name in the languages a module speaks."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.source.json_value import JsonValue


@dataclass(frozen=True, slots=True)
class Names(JsonValue):
    """English always; Japanese and Chinese where a source or a plain rule of word-building gives them."""

    en: str
    ja: str | None = None
    zh: str | None = None

    def get(self, language: str) -> str:
        """Return the name in `language` (``"en"``, ``"ja"``, ``"zh"``), English where there is none."""
        found: str | None = getattr(self, language, None)
        return self.en if found is None else found
