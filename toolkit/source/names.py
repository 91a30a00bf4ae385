"""A name in the languages a module speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Names:
    """English always; Japanese and Chinese where a source or a plain rule of word-building gives them."""

    en: str
    ja: str | None = None
    zh: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Names:
        """Read ``{"en": …, "ja": …, "zh": …}``."""
        return cls(data["en"], data.get("ja"), data.get("zh"))

    def to_json(self) -> dict[str, str]:
        """Return the mapping that `from_json` reads, without the unknown languages."""
        pairs = (("en", self.en), ("ja", self.ja), ("zh", self.zh))
        return {language: text for language, text in pairs if text is not None}

    def get(self, language: str) -> str:
        """Return the name in `language` (``"en"``, ``"ja"``, ``"zh"``), English where there is none."""
        return self.to_json().get(language, self.en)
