"""What a verdict rests on: the text alone, sourced data of map and counters, or reconstructed ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from toolkit.rules.area_data import PRINTED
from toolkit.rules.declared.vocabulary import MECHANISMS
from toolkit.rules.verdict import Basis

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.source.rules import Clause

_FACES = ("full", "reduced", "combat", "fresh")
_LAYERS: Mapping[str, str] = {
    "features": "hex:", "across": "side:", "sides": "side:", "not_across": "side:", "link": "link:",
    "closed_sides": "side:", "along": "link:",
}  # fmt: skip
"""Parameters that name layers of the map → what their provenance is kept under."""


def basis_of(game: CompiledGame) -> Callable[[str], Basis]:
    """Return what a verdict rests on that names a clause."""
    found = {clause.number: _basis(game, clause) for clause in game.rules}
    return lambda number: found.get(number, Basis.RULES)


def _basis(game: CompiledGame, clause: Clause) -> Basis:
    kinds = list(_kinds(game, clause))
    if not kinds:
        return Basis.RULES
    return Basis.SOURCED if PRINTED.issuperset(kinds) else Basis.RECONSTRUCTED


def _kinds(game: CompiledGame, clause: Clause) -> Iterator[str]:
    """Yield the kinds of provenance of everything a clause rests on beside its words."""
    if MECHANISMS[clause.mechanism].counters:
        for counter in game.counters:
            for group in _FACES:
                if group in counter.provenance:
                    yield str(counter.provenance[group].kind)
    keys = set(_keys(clause.parameters))
    if game.hex_map is not None:
        layers = _layers(clause.parameters)
        layers |= {"terrain"} if keys & {"terrain", "costs"} else set()
        layers |= {"place"} if "towns" in keys else set()
        for layer in sorted(layers):
            yield from (origin.provenance.kind for _, origin in game.hex_map.provenance.items(layer))
    elif game.area_map is not None and keys & {"terrain", "features", "costs", "ids"}:
        yield from (provenance.kind for provenance in game.area_map.provenance)


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from _keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keys(inner)


def _layers(value: Any) -> set[str]:
    """Return the layers of the map that parameters name."""
    found: set[str] = set()
    if isinstance(value, list):
        return found.union(*map(_layers, value))
    if not isinstance(value, Mapping):
        return found
    for key, inner in value.items():
        if key in _LAYERS:
            names = inner if isinstance(inner, list) else [inner]
            found |= {_LAYERS[key] + name for name in names if isinstance(name, str)}
        found |= _layers(inner)
    return found
