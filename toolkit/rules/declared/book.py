"""The book of rules of a declared game: an entry for each clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolkit.rules.declared.reading import key_of, says
from toolkit.rules.declared.vocabulary import MECHANISMS, Mechanism
from toolkit.rules.registry import HEADINGS, RuleBook, RuleEntry
from toolkit.source.rules import Clause


def book_of(game: str, clauses: Iterable[Clause]) -> RuleBook:
    """Return the book of a game's clauses, in the order of the file."""
    entries = tuple(_entry(clause, MECHANISMS[clause.mechanism]) for clause in clauses)
    chapters = tuple(dict.fromkeys(entry.number.partition(".")[0] for entry in entries))
    return RuleBook(game, entries, chapters)


def _entry(clause: Clause, mechanism: Mechanism) -> RuleEntry:
    texts = (
        f"{says(mechanism.type)} {_stated(clause.parameters)}".strip(),
        clause.legal,
        clause.illegal,
        f"{', '.join(clause.unclear)}: see the register." if clause.unclear else "",
    )
    return RuleEntry(
        clause.number,
        clause.says,
        mechanism.kind,
        mechanism.enforcement,
        clause.unclear,
        tuple((heading, text) for heading, text in zip(HEADINGS, texts, strict=True) if text),
        f"{mechanism.type.__module__}.{mechanism.type.__qualname__}",
        mechanism.on,
    )


def _stated(parameters: Mapping[str, object]) -> str:
    """Return the parameters as a sentence."""
    if not parameters:
        return ""
    return f"Here: {'; '.join(f'{key_of(name)} {_told(value)}' for name, value in parameters.items())}."


def _told(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_told(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_told(item) for item in value)
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
