"""How many values of a game come from where: the rules, other texts, inference, reconstruction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.compile.compiled import CompiledGame

GROUPS = ("sourced", "inferred", "reconstructed")
_GROUP = {
    "rules": "sourced",
    "published": "sourced",
    "inferred": "inferred",
    "historical": "reconstructed",
    "invented": "reconstructed",
}
_FACTS = ("name", "kind", "outline")
_PRINTED = ("letter", "terrain")
"""Properties that an area prints: always counted where it has them."""

Value = tuple[str, str, str]
"""Layer, id of what has the value, kind of origin: ``("unit: fresh", "g_ir_191", "invented")``."""


@dataclass(frozen=True, slots=True)
class LayerOrigins:
    """What is known of one layer of a game.

    Attributes
    ----------
    layer : str
        ``"area: name"``, ``"border"``, ``"unit: fresh"``, ``"card"`` …
    counts : mapping of str to int
        By group, `GROUPS` in their order.
    slots : tuple of str
        Ids of what is not sourced, so that an owner of the printed game can put in what it says.
    """

    layer: str
    counts: dict[str, int]
    slots: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the layer is sourced."""
        return self.counts["sourced"] == 0


def count_origins(game: CompiledGame) -> dict[str, int]:
    """Return how many values of a game are sourced, inferred and reconstructed.

    A value is what a maker states at once and gives one origin: a counter's name, its strength, an area's
    kind, a border, a row of a set-up, a number of the rules, a feature of a map of hexes.

    Returns
    -------
    dict of str to int
        `GROUPS` in their order: from the rules or another published text; following from such; chosen by
        history or invented.
    """
    counted = Counter(_group(kind) for _, _, kind in _values(game))
    return {group: counted[group] for group in GROUPS}


def origins_by_layer(game: CompiledGame) -> tuple[LayerOrigins, ...]:
    """Return the same count for each layer, with what an owner of the printed game has to fill in."""
    found: dict[str, list[tuple[str, str]]] = {}
    for layer, item, kind in _values(game):
        found.setdefault(layer, []).append((item, _group(kind)))
    result = []
    for layer, values in found.items():
        counted = Counter(group for _, group in values)
        slots = dict.fromkeys(item for item, group in values if group != "sourced")
        result.append(LayerOrigins(layer, {group: counted[group] for group in GROUPS}, tuple(slots)))
    return tuple(result)


def _group(kind: str) -> str:
    return _GROUP.get(kind, "reconstructed")


def _values(game: CompiledGame) -> Iterator[Value]:
    if game.hex_map is not None:
        yield from (("map", o.feature, o.provenance.kind) for o in game.hex_map.provenance.origins)
    yield from _area_values(game)
    for counter in game.counters:
        for group, origin in counter.provenance.items():
            yield f"{counter.kind}: {group}", counter.id, str(origin.kind)
    yield from (("set-up symbol", symbol.hex, str(symbol.provenance.kind)) for symbol in game.setup_hexes)
    yield from (("set-up", setup.id, str(setup.provenance.kind)) for setup in game.setups)
    yield from (("number", figure.id, str(figure.provenance.kind)) for figure in game.figures)
    yield from (("turn", str(turn.number), str(turn.provenance.kind)) for turn in game.turns)
    if game.deck is not None:
        yield "deck", game.id, str(game.deck.provenance.kind)
        yield from (("card use", use.id, str(use.provenance.kind)) for use in game.deck.uses)
    yield from (("card", card.id, str(card.provenance.kind)) for card in game.action_cards)


def _area_values(game: CompiledGame) -> Iterator[Value]:
    areas = game.area_map
    if areas is None:
        return
    # Other properties are counted where the map gives their origin for any area.
    stated = [fact for origins in areas.origins for fact in origins]
    for fact in dict.fromkeys((*_FACTS, *_PRINTED, *stated)):
        for i, id in enumerate(areas.ids):
            if fact in _FACTS or fact in areas.properties[i]:
                yield f"area: {fact}", id, areas.origin(i, fact).kind
    for border in areas.borders:
        yield "border", f"{areas.ids[border.a]}/{areas.ids[border.b]}", border.provenance.kind
    for link in areas.links:
        yield "link", link.id, link.provenance.kind
