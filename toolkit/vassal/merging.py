"""Whether a piece that comes to lie where others are joins them.

The engine asks this whenever a logged move names no piece to lie on: above all when a move is taken back.
Its answer needs what only the module says (layers of a map, traits of prototypes).  Without the module what
the log has shown counts instead: a piece that ever lay in a stack can be stacked, and stacks that the file
numbers by layer join only within a layer.

Source: ``MovePiece``, ``StackMetrics``, ``CompoundPieceCollection``, ``LayeredPieceCollection``,
``Immobilized``, release-3.7.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from toolkit.vassal import sequence
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.events import Spot
from toolkit.vassal.store import Store
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Hide, Immobile, Part, Piece, Prototype, parse_trait, trait_texts

_MAP_LAYERS = "VASSAL.build.module.map.LayeredPieceCollection"
_METRICS = "VASSAL.build.module.map.StackMetrics"
_NORMAL = "L"


@dataclass(frozen=True, slots=True)
class Layers:
    """Game piece layers of a map: the property that says which, and its values from the bottom."""

    name: str
    order: tuple[str, ...]

    def of(self, properties: Mapping[str, str]) -> int:
        """Return the layer of a piece; one with no such value is above all others."""
        value = properties.get(self.name)
        return self.order.index(value) if value in self.order else len(self.order)


@dataclass(frozen=True, slots=True)
class Stacking:
    """What a module says about stacks; make it with `stacking_of`.

    Attributes
    ----------
    flat : frozenset of str
        Maps on which nothing is stacked.
    layers : mapping of str to Layers
        Of maps that have them.
    expand : callable
        Replaces the prototypes of a piece by their traits.
    """

    flat: frozenset[str] = frozenset()
    layers: Mapping[str, Layers] = field(default_factory=dict)
    expand: Callable[[Piece], Piece] = field(default=lambda piece: piece, repr=False)


def stacking_of(module: BuildFile) -> Stacking:
    """Return what a module says about stacks."""
    layers: dict[str, Layers] = {}
    flat: set[str] = set()
    for name, element in module.map_elements().items():
        for item in element.iter(_MAP_LAYERS):
            layers[name] = Layers(
                item.get("property", ""), tuple(sequence.decode(item.get("layerOrder", ""), ","))
            )
        if any(item.get("disabled") == "true" for item in element.iter(_METRICS)):
            flat.add(name)
    return Stacking(frozenset(flat), layers, module.expand)


@lru_cache(maxsize=1 << 12)
def _stacks(type_: str) -> bool | None:
    """Return whether a piece's own traits let it be stacked; None where prototypes decide."""
    traits = [parse_trait(text) for text in trait_texts(type_)]
    for trait in traits:
        if isinstance(trait, Immobile):
            return trait.stacking[:1] == _NORMAL
        if isinstance(trait, Prototype):
            return None
    return True


def _can_stack(thing: Thing, stacking: Stacking | None) -> bool:
    known = _stacks(thing.type)
    if known is None and stacking is not None:
        for part in stacking.expand(thing.piece()).parts:
            if isinstance(part.trait, Immobile):
                return part.trait.stacking[:1] == _NORMAL
        return True
    return thing.stacked if known is None else known


@lru_cache(maxsize=1 << 14)
def _may_hide(type_: str) -> bool:
    return "hide;" in type_


def _hidden_by(thing: Thing) -> str | None:
    """Return who hid a piece."""
    if not _may_hide(thing.type):
        return None
    hidden = (part for part in thing.piece().parts if isinstance(part.trait, Hide))
    return next((owner for part in hidden if (owner := _owner(part)) is not None), None)


def _owner(part: Part) -> str | None:
    return part.trait.owner(part.state) if isinstance(part.trait, Hide) else None


def _layer(thing: Thing, store: Store, map_: str, stacking: Stacking | None) -> int | None:
    """Return the layer of a piece; None where that is not known."""
    if stacking is not None:
        layers = stacking.layers.get(map_)
        if layers is None:
            return 0
        # Only what names prototypes has to be expanded, which takes long.
        expanded = Prototype.ID in thing.type
        return layers.of(stacking.expand(thing.piece()).properties() if expanded else thing.properties())
    stack = store.things.get(thing.parent or "")
    text = "" if stack is None else stack.layer or ""
    return int(text) if text.isascii() and text.isdigit() else None


def _top(thing: Thing, store: Store, player: str | None) -> Thing | None:
    """Return the piece, of a stack the highest, that a player sees."""
    for id_ in reversed(thing.members if thing.is_stack else (thing.id,)):
        if _hidden_by(store.things[id_]) in (None, player):
            return store.things[id_]
    return None


def mate(
    thing: Thing, end: Spot, store: Store, player: str | None = None, stacking: Stacking | None = None
) -> Thing | None:
    """Return what a piece joins at a place: a piece to lie on, an empty deck, or nothing.

    Parameters
    ----------
    thing : Thing
        What moves.  A whole stack joins only where the module is known: had it done so when it was moved, the
        log would name the piece below.
    player : str, optional
        Id of who moves it: a piece that someone else hid is not joined.
    """
    deck = None if thing.is_stack else store.deck_at(end)
    if deck is not None:
        return store.things[deck]
    if end.map is None or (thing.is_stack and stacking is None):
        return None
    if stacking is not None and end.map in stacking.flat:
        return None
    mover = _top(thing, store, player)
    if mover is None or not _can_stack(mover, stacking):
        return None
    layer, hidden = _layer(mover, store, end.map, stacking), _hidden_by(mover)
    for other in store.lying(end):
        if other is thing or other.is_deck:
            continue
        top = _top(other, store, player)
        if top is None or not _can_stack(top, stacking) or _hidden_by(top) != hidden:
            continue
        if layer is None or _layer(top, store, end.map, stacking) in (layer, None):
            return top
    return None
