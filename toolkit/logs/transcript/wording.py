"""Acts as sentences: English, Japanese, Chinese."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from toolkit.logs.transcript.acts import Act, Kind, Where
from toolkit.logs.transcript.folding import SHOWN
from toolkit.resources import own_table

Language: TypeAlias = Literal["en", "ja", "zh"]
_MOST = 8
_STOPS = 6


@dataclass(frozen=True, slots=True)
class Words:
    """A language: sentences with a known doer, sentences without, and the words between.

    Attributes
    ----------
    by, plain : mapping of Kind or str to str
        Templates; of a kind that has none without a doer, the one with it and `somebody`.
    single : mapping of str to str
        Small words.
    deeds : mapping of str to str
        What was done in games whose rules are known; "" for what has no template of its own.
    """

    by: Mapping[str, str]
    plain: Mapping[str, str]
    single: Mapping[str, str]
    deeds: Mapping[str, str]


def _read() -> Mapping[Language, Words]:
    """Return the words of each language; a text that stands alone is the same in all."""

    def spoken(rows: Mapping[str, str | Mapping[str, str]], language: str) -> dict[str, str]:
        return {key: row if isinstance(row, str) else row[language] for key, row in rows.items()}

    tables = own_table(Path(__file__).with_name("words.yaml")).items()
    languages: tuple[Language, ...] = get_args(Language)
    return {one: Words(**{name: spoken(rows, one) for name, rows in tables}) for one in languages}


WORDS = _read()


@dataclass(frozen=True, slots=True)
class Speech:
    """Puts acts into words of one language.

    Attributes
    ----------
    home : str
        The map whose name goes without saying.
    names : mapping of str to str
        What pieces and places are called in this language, by their English names.
    """

    language: Language = "en"
    home: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    def heading(self, turn: str) -> str:
        """Return a turn's or a phase's heading."""
        return self.names.get(turn, turn)

    @property
    def words(self) -> Words:
        """The language's words."""
        return WORDS[self.language]

    def sentence(self, act: Act) -> str:
        """Return an act as a sentence without its full stop."""
        if act.kind is Kind.DEED:
            return self._deed(act)
        key = self._key(act)
        known = self.words.by if act.who or key not in self.words.plain else self.words.plain
        single = self.words.single
        return known[key].format(
            who=act.who or single["somebody"],
            text=act.text or single["face"],
            pieces=self._pieces(act.pieces),
            start=self._place(act.path[0]) if act.path else "",
            end=self._place(act.path[-1]) if act.path else "",
            stops=self._stops(act.path),
            place=act.path[0].map if act.path else "",
            places=self._places(act.path),
            hexes=self._hexes(act.hexes),
            values=self._values(act),
            count=self._count(act),
            to=single["to"].format(place=self._place(act.path[0]))
            if act.kind is Kind.DRAW and act.path
            else "",
            which=single["which"].format(pieces=self._pieces(act.pieces)) if any(act.pieces) else "",
            whose=single["whose"].format(side=act.text) if act.text else "",
            change=self._change(act),
            new=f"{act.text} {act.new}".strip() if act.new.isdigit() else act.new,
            old=act.old,
        )

    def _deed(self, act: Act) -> str:
        """Return what was done in a game whose rules are known."""
        known, single = self.words.deeds, self.words.single
        places = [self._place(place) for place in act.path]
        parts = re.split(r"([;,] )", act.new)
        detail = "".join(map(self._said, parts))
        done = known.get(act.text, known[""]).format(
            verb=act.text,
            pieces=self._pieces(act.pieces) if act.pieces else "",
            start=places[0] if places else "",
            end=places[-1] if places else "",
            stops=self._stops(act.path),
            way=" → ".join(places),
            at=single["at"].format(place=places[0]) if places else "",
            detail=single["detail"].format(text=detail) if act.new else "",
        )
        template = (self.words.by if act.who else self.words.plain)["deed"]
        return " ".join(template.format(who=self.names.get(act.who, act.who), text=done).split())

    def _said(self, part: str) -> str:
        """Return a part of a detail: a name, or what is counted and its number."""
        what, colon, number = part.partition(": ")
        return f"{self.names.get(what, what)}{colon}{number}" if colon else self.names.get(part, part)

    def _within(self, act: Act) -> bool:
        """Return whether a move stays on a display whose places have no names."""
        maps = {place.map for place in act.path}
        return len(maps) == 1 and self.home not in maps and not any(place.name for place in act.path)

    def _key(self, act: Act) -> str:
        if act.kind is Kind.FACE:
            if act.new and act.old != "off":
                return "face_to"
            return f"{'face' if act.text else 'over'}_{act.old}"
        if act.kind is Kind.MOVE and not act.path[0].map:
            return "enter"
        if act.kind is Kind.MOVE and self._within(act):
            return "about"
        if act.kind is Kind.REMOVE and not any(place.map for place in act.path):
            return "gone"
        if act.kind is Kind.UNDO and not act.values:
            return "undo_cards"
        return act.kind.value

    def _pieces(self, names: Sequence[str]) -> str:
        counts = Counter(self.names.get(name, name) or self.words.single["piece"] for name in names)
        times = self.words.single["times"]
        return self._listed([name if n == 1 else times.format(n=n, name=name) for name, n in counts.items()])

    def _listed(self, parts: Sequence[str]) -> str:
        left = len(parts) - _MOST
        more = self.words.single["more"].format(n=left) if left > 0 else ""
        comma = "; " if any(", " in part for part in parts) else self.words.single["and"]
        return comma.join(parts[:_MOST]) + more

    def _place(self, place: Where) -> str:
        if not place.map:
            return self.names.get(place.name, place.name) or self.words.single["off"]
        name = place.name or (f"({place.x}, {place.y})" if place.x or place.y else "")
        if place.map == self.home and name:
            return name
        # Pixels of a display beside the map tell nobody anything.
        return f"{place.map} {place.name}".strip()

    def _places(self, path: Sequence[Where]) -> str:
        counts = Counter(self._place(place) for place in path)
        return self._listed([name if n == 1 else f"{name} (×{n})" for name, n in counts.items()])

    def _stops(self, path: Sequence[Where]) -> str:
        between = [self._place(place) for place in path[1:-1]]
        if not between:
            return ""
        shown = between if len(between) <= _STOPS else [*between[: _STOPS - 1], "…", between[-1]]
        return self.words.single["stops"].format(stops=", ".join(shown))

    def _hexes(self, hexes: int) -> str:
        return self.words.single["hex" if hexes == 1 else "hexes"].format(n=hexes) if hexes else ""

    @staticmethod
    def _values(act: Act) -> str:
        return ", ".join(map(str, act.values))

    def _count(self, act: Act) -> str:
        single = self.words.single
        if act.kind is Kind.UNDO:
            n = int(act.old or 0)
            return single["roll" if n == 1 else "rolls"].format(n=n, die=act.text)
        if act.kind is Kind.REPORT:
            more = int(act.old or 0) - SHOWN
            return single["more"].format(n=more) if more > 0 else ""
        n = sum(act.values) if act.kind in {Kind.DRAW, Kind.PUT} else 0
        return single["card" if n == 1 else "cards"].format(n=n)

    def _change(self, act: Act) -> str:
        none = self.words.single["none"]
        form = self.words.single["change" if act.old else "becomes"]
        return form.format(old=act.old or none, new=act.new or none)
