"""A game's data, complete and checked: what modules carry, and rules, rendering and audits read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from toolkit.diagnostics import Finding, Severity, ToolkitError
from toolkit.geometry.map import Map
from toolkit.source.action_cards import ActionCard
from toolkit.source.cards import Deck
from toolkit.source.counters import Counter
from toolkit.source.definition import no_areas, no_hexes
from toolkit.source.errata import Erratum
from toolkit.source.figures import Figure, TurnDate
from toolkit.source.free_charts import FreeChart
from toolkit.source.json_value import KEPT, JsonValue
from toolkit.source.names import Names
from toolkit.source.options import Option
from toolkit.source.rules import Clause
from toolkit.source.schema import suggestion
from toolkit.source.setups import Box, Setup, SetupHex
from toolkit.source.style import PLAIN, Style

if TYPE_CHECKING:
    from toolkit.geometry.area_map import AreaMap

FORMAT = "toolkit-game"
VERSION = 1

_LANGUAGES = {"en", "ja", "zh"}
_NOT_PLAYED_WITH = {"provenance", "style"}


@dataclass(frozen=True, eq=False)
class CompiledGame(JsonValue):
    """A game's data, complete and checked.

    Attributes
    ----------
    version : str
        Of the data, e.g. ``"0.1.0"``.
    hex_map : Map or None
        Of a game played on hexes; `map` gives it to those who cannot do without.
    labels : mapping of group to (mapping of id to Names)
        Names of what the map's layers and kinds mean: groups ``"side"`` (players), ``"terrain"``,
        ``"town_class"``, ``"side_layer"``, ``"link_layer"``, ``"hex_layer"``; and of its polygons:
        ``"area"``, by the feature ids that `Map.provenance` names; of a map of areas: ``"area_kind"``,
        ``"link_kind"``.
    charts : mapping of str to JSON values
        Those that only this game has, as its own code reads them.
    errata : tuple of Erratum
        Corrections that all of these hold already.
    area_map : AreaMap or None
        Of a game played on areas; `areas` gives it to those who cannot do without.
    turns : tuple of TurnDate
        Of a game whose turn track holds no reinforcements: dates, and cards to draw.
    action_cards : tuple of ActionCard
        Of a game whose sides have decks of such cards.
    style : Style
        What the game says of how its pictures look.
    rules : tuple of Clause
        Of a game whose rules are data.
    """

    id: str
    names: Names
    version: str
    hex_map: Map | None = field(metadata=KEPT)
    labels: Mapping[str, Mapping[str, Names]]
    setup_hexes: tuple[SetupHex, ...] = field(default=(), metadata=KEPT)
    counters: tuple[Counter, ...] = field(default=(), metadata=KEPT)
    charts: Mapping[str, Any] = field(default_factory=dict, metadata=KEPT)
    setups: tuple[Setup, ...] = field(default=(), metadata=KEPT)
    boxes: tuple[Box, ...] = field(default=(), metadata=KEPT)
    options: tuple[Option, ...] = field(default=(), metadata=KEPT)
    errata: tuple[Erratum, ...] = field(default=(), metadata=KEPT)
    area_map: AreaMap | None = None
    deck: Deck | None = None
    figures: tuple[Figure, ...] = ()
    turns: tuple[TurnDate, ...] = ()
    action_cards: tuple[ActionCard, ...] = ()
    style: Style = PLAIN
    rules: tuple[Clause, ...] = ()
    free_charts: tuple[FreeChart, ...] = ()

    @property
    def is_declared(self) -> bool:
        """Whether its rules are data."""
        return bool(self.rules)

    @property
    def map(self) -> Map:
        """The map of hexes; SRC044 (ToolkitError) for a game that is played on areas."""
        if self.hex_map is None:
            raise ToolkitError([no_hexes(self.id)])
        return self.hex_map

    @property
    def areas(self) -> AreaMap:
        """The map of areas; SRC044 (ToolkitError) for a game that is played on hexes."""
        if self.area_map is None:
            raise ToolkitError([no_areas(self.id)])
        return self.area_map

    @property
    def cards(self) -> Deck:
        """The deck; SRC044 (ToolkitError) for a game without cards."""
        if self.deck is None:
            text = f"{self.id} has no cards (no cards.yaml); this is made for a game with a deck"
            raise ToolkitError([Finding("SRC044", Severity.ERROR, text)])
        return self.deck

    def figure(self, id: str) -> int:
        """Return a number that the rules name; SRC020 (ToolkitError) when the game does not state it."""
        found = next((figure for figure in self.figures if figure.id == id), None)
        if found is None:
            known = [figure.id for figure in self.figures]
            text = f"charts/figures.yaml of {self.id} has no number '{id}'{suggestion(id, known)}"
            raise ToolkitError([Finding("SRC020", Severity.ERROR, text)])
        return found.value

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON values; `from_json` gives the same game back."""
        found = super().to_json()
        found |= {"map": found.pop("hex_map"), "charts": found["charts"] or None}
        found |= {} if self.area_map is None else {"area_map": self.area_map.to_json()}
        return {"format": FORMAT, "format_version": VERSION, **found}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the game that `to_json` described.

        Raises
        ------
        ValueError
            If the values are no game of a known format.
        """
        if data.get("format") != FORMAT or data.get("format_version") != VERSION:
            other = f"{data.get('format')!r} version {data.get('format_version')!r}"
            raise ValueError(f"no compiled game of version {VERSION}: {other}")
        found: dict[str, Any] = {**data, "hex_map": data["map"], "charts": data["charts"] or {}}
        found |= {name: data[name] for name in ("setup_hexes", "counters", "setups", "boxes", "options")}
        found |= {"area_map": _area_map(data["area_map"])} if "area_map" in data else {}
        return super().from_json(found)

    def to_bytes(self) -> bytes:
        """Return `to_json` as UTF-8 text, the same for the same game on every machine."""
        return _text(self.to_json())

    @property
    def digest(self) -> str:
        """SHA-256 in hexadecimal of what is played with: games with one digest are judged alike.

        Its look is no part of it, nor where data come from, nor names but the English ones, which logs spell.
        """
        return hashlib.sha256(_text(_played_with(self.to_json()))).hexdigest()

    @property
    def whole_digest(self) -> str:
        """SHA-256 in hexadecimal of all but `style`; modules once wrote this one into their games."""
        data = self.to_json()
        data.pop("style", None)
        return hashlib.sha256(_text(data)).hexdigest()


def _played_with(data: Any) -> Any:
    if isinstance(data, list):
        return [_played_with(item) for item in data]
    if not isinstance(data, dict):
        return data
    if "en" in data and data.keys() <= _LANGUAGES:
        return data["en"]
    return {key: _played_with(item) for key, item in data.items() if key not in _NOT_PLAYED_WITH}


def _text(data: Mapping[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode()


def _area_map(data: Mapping[str, Any]) -> AreaMap:
    from toolkit.geometry.area_map import AreaMap  # noqa: PLC0415  (games on hexes do without shapely)

    return AreaMap.from_json(data)
