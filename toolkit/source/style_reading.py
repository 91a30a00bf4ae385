"""The section ``style`` of game.yaml, read and held against the game's own words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from toolkit.diagnostics import Finding, InputError, Severity
from toolkit.source.document import Document
from toolkit.source.schema import suggestion
from toolkit.source.style import (
    COLOURS,
    PLAIN,
    GroundStyle,
    Livery,
    SideStyle,
    Style,
    by_word,
)
from toolkit.source.style_words import CLEAR, COMMON, RIVER
from toolkit.source.values import mapping

T = TypeVar("T")

_COLOURED = frozenset({"colour", "town", "units", "ground", "ink", "box", "border", "tint", "edge", "plate"})


def read_style(document: Document, words: Mapping[str, Collection[str]]) -> Style:
    """Return the style in game.yaml, which its schema has checked.

    Parameters
    ----------
    words : mapping
        The game's own words by group: ``"sides"``, ``"nations"`` (empty: any will do), ``"terrain"``,
        ``"hexsides"``, ``"marks"`` and ``"viewer"`` (its layers of hexes, twice).

    Raises
    ------
    InputError
        SRC020 for a word that the game does not have, and for a `like` that no common word is.
    """
    section = mapping(document).get("style")
    if section is None:
        return PLAIN
    faults = [*_strangers(document, section, words), *_unlike(document, section)]
    if faults:
        raise InputError(faults)

    def group(name: str, short: str, base: Callable[[str], T]) -> dict[str, T]:
        return {id: _read(id, entry, short, base) for id, entry in section.get(name, {}).items()}

    return Style(
        sides=group("sides", "colour", lambda id: SideStyle(COLOURS.get(id, COLOURS["grey"]))),
        nations=group("nations", "ground", lambda id: Livery(COLOURS.get(id, COLOURS["grey"]))),
        armies={id: _colour(colour) for id, colour in section.get("armies", {}).items()},
        markers=group("markers", "like", lambda id: _common(COMMON.markers, id, COMMON.markers["info"])),
        terrain=group("terrain", "like", lambda id: _common(COMMON.terrain, id, CLEAR)),
        hexsides=group("hexsides", "like", lambda id: _common(COMMON.hexsides, id, RIVER)),
        marks={id: _colour(colour) for id, colour in section.get("marks", {}).items()},
        areas=group("areas", "like", lambda id: _common(COMMON.areas, id, GroundStyle())),
        card_back=section.get("card_back", PLAIN.card_back),
        viewer=tuple(section["viewer"]) if "viewer" in section else None,
    )


def check_areas(document: Document, style: Style, kinds: Collection[str]) -> list[Finding]:
    """Return SRC020 for kinds of areas in `style` that the area map does not have."""
    strange = [kind for kind in style.areas if kind not in kinds]
    return [_stranger(document, ("style", "areas", kind), "kind of area", kind, kinds) for kind in strange]


def _common(table: Mapping[str, T], id: str, spare: T) -> T:
    found = by_word(table, id)
    return spare if found is None else found


def _read(id: str, entry: str | Mapping[str, Any], short: str, base: Callable[[str], T]) -> T:
    """Return an entry on top of what its id, or the word it is `like`, looks like anyway."""
    stated: dict[str, Any] = {short: entry} if isinstance(entry, str) else dict(entry)
    plain: Any = base(stated.pop("like", id))
    if "rear" in stated and isinstance(plain, SideStyle):
        ground = _read(
            "rear", stated["rear"], "like", lambda word: _common(COMMON.areas, word, GroundStyle())
        )
        stated["rear"] = replace(ground, rear=True)
    styled: T = replace(plain, **{key: _value(key, value) for key, value in stated.items()})
    return styled


def _value(key: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return _colour(value) if key in _COLOURED else value


def _colour(text: str) -> str:
    return COLOURS.get(text, text)


# Words that nothing has ------------------------------------------------------------------------------

_CALLED = {
    "sides": "side",
    "terrain": "terrain",
    "hexsides": "layer of hexsides",
    "marks": "layer of hexes",
    "viewer": "layer of hexes",
    "nations": "nation",
}


def _strangers(
    document: Document, section: Mapping[str, Any], words: Mapping[str, Collection[str]]
) -> Iterator[Finding]:
    for group, word in _CALLED.items():
        known = words[group]
        for index, id in enumerate(section.get(group, ())):
            entry = section[group][id] if group == "nations" else None
            # A corps is of no nation: its counters are told by their class.
            is_corps = isinstance(entry, Mapping) and "classes" in entry
            if id not in known and not is_corps and (known or group != "nations"):
                at = index if group == "viewer" else id
                yield _stranger(document, ("style", group, at), word, id, known)


def _stranger(
    document: Document, path: tuple[str | int, ...], word: str, id: str, known: Collection[str]
) -> Finding:
    has = f"it has {', '.join(known)}" if known else "it has none"
    text = f"the game has no {word} '{id}'; {has}{suggestion(id, known)}"
    return Finding("SRC020", Severity.ERROR, text, document.place(*path))


def _unlike(document: Document, section: Mapping[str, Any]) -> Iterator[Finding]:
    tables: dict[str, Mapping[str, object]] = {
        "markers": COMMON.markers,
        "terrain": COMMON.terrain,
        "hexsides": COMMON.hexsides,
        "areas": COMMON.areas,
    }
    for group, table in tables.items():
        for id, entry in section.get(group, {}).items():
            like = entry if isinstance(entry, str) else entry.get("like")
            if like is not None and by_word(table, like) is None:
                path = ("style", group, id) if isinstance(entry, str) else ("style", group, id, "like")
                text = f"nothing common looks like '{like}'{suggestion(like, table)}"
                known = f"; the words are {', '.join(sorted(table))}"
                yield Finding("SRC020", Severity.ERROR, text + known, document.place(*path))
