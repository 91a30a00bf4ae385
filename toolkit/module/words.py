"""What modules say in other languages: ``words.yaml`` has the Japanese and Chinese by the English.

A text may have names in braces, ``{area}``, that the module fills in, and ``$Property$`` for the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from types import MappingProxyType

from toolkit.resources import own_table
from toolkit.source.names import Names

_SIGNS: Mapping[str, tuple[str, str, str, str]] = MappingProxyType(
    {"en": (", ", ": ", " (", ")"), "ja": ("、", "：", "（", "）"), "zh": ("，", "：", "（", "）")}
)
"""What a language has between parts, after a title, and about what is added."""


def listed(parts: Iterable[str], language: str) -> str:
    """Return parts beside each other, with the commas of a language."""
    return _SIGNS[language][0].join(parts)


def titled(title: str, text: str, language: str) -> str:
    """Return a text after its title."""
    return f"{title}{_SIGNS[language][1]}{text}"


def bracketed(text: str, added: str, language: str) -> str:
    """Return a text with something in brackets."""
    return f"{text}{_SIGNS[language][2]}{added}{_SIGNS[language][3]}"


def read_words(path: Path) -> list[Names]:
    """Return the texts of a file of words; TypeError where one says more than Japanese and Chinese.

    A comma that nobody quoted begins another key.
    """
    return [Names(english, **others) for english, others in own_table(path).items()]


def translations(texts: Iterable[Names], **fillings: Iterable[Names]) -> dict[str, tuple[str, str]]:
    """Return English to Japanese and Chinese.

    `fillings`: by name in braces what may stand for it, one line for each.
    """
    values = {name: list(each) for name, each in fillings.items()}
    lines = (line for pattern in texts for line in _filled(pattern, values))
    return {line.en: (line.get("ja"), line.get("zh")) for line in lines}


def _filled(pattern: Names, values: Mapping[str, list[Names]]) -> Iterator[Names]:
    used = [name for name in values if f"{{{name}}}" in pattern.en]
    for chosen in product(*(values[name] for name in used)):
        by_name = dict(zip(used, chosen, strict=True))
        yield Names(*(_fill(pattern.get(language), by_name, language) for language in ("en", "ja", "zh")))


def _fill(text: str, values: Mapping[str, Names], language: str) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value.get(language))
    return text
