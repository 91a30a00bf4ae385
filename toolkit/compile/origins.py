"""How many values of a game come from where: the rules, other texts, inference, reconstruction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolkit.compile.game import CompiledGame

GROUPS = ("sourced", "inferred", "reconstructed")
_GROUP = {
    "rules": "sourced",
    "published": "sourced",
    "inferred": "inferred",
    "historical": "reconstructed",
    "invented": "reconstructed",
}
_FACTS = ("name", "kind", "outline")


def count_origins(game: CompiledGame) -> dict[str, int]:
    """Return how many values of a game are sourced, inferred and reconstructed.

    A value is what a maker states at once and gives one origin: a counter's name, its strength, an area's
    kind, a border, a row of a set-up, a number of the rules, a feature of a map of hexes.

    Parameters
    ----------
    game : CompiledGame

    Returns
    -------
    dict of str to int
        `GROUPS` in their order: from the rules or another published text; following from such; chosen by
        history or invented.
    """
    counted = Counter(_GROUP.get(kind, "reconstructed") for kind in _kinds(game))
    return {group: counted[group] for group in GROUPS}


def _kinds(game: CompiledGame) -> Iterator[str]:
    if game.hex_map is not None:
        yield from (origin.provenance.kind for origin in game.hex_map.provenance.origins)
    if game.area_map is not None:
        areas = game.area_map
        yield from (areas.origin(i, fact).kind for i in range(len(areas)) for fact in _FACTS)
        yield from (border.provenance.kind for border in areas.borders)
        yield from (link.provenance.kind for link in areas.links)
    for counter in game.counters:
        yield from (str(origin.kind) for origin in counter.provenance.values())
    yield from (str(symbol.provenance.kind) for symbol in game.setup_hexes)
    yield from (str(setup.provenance.kind) for setup in game.setups)
    yield from (str(figure.provenance.kind) for figure in game.figures)
    yield from (str(turn.provenance.kind) for turn in game.turns)
    if game.deck is not None:
        yield str(game.deck.provenance.kind)
        yield from (str(use.provenance.kind) for use in game.deck.uses)
