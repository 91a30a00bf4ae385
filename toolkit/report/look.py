"""What a piece looks like: the pictures of its traits, one over the other.

Source: ``BasicPiece``, ``Embellishment``, ``Obscurable``, ``MovementMarkable``, ``FreeRotator``, 3.6.0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from toolkit.audit.facts import properties
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import (
    BasicPiece,
    CalculatedProperty,
    Layer,
    Mask,
    Moved,
    Rotate,
    Trait,
    parse_trait,
    trait_texts,
)


class Image(NamedTuple):
    """A picture of the module, its middle at an offset from the piece's; `angle` in degrees clockwise."""

    picture: str
    x: int = 0
    y: int = 0
    scale: float = 1.0
    angle: int = 0


_CHOICE = re.compile(r'\{(\w+)=="([^"]*)"\?(-?\d+):(-?\d+)\}')

Look = tuple[Image, ...]
"""The lowest picture first."""


def look_of(thing: Thing, mask: int | None, window: str | None) -> Look:
    """Return what a piece looks like.

    Parameters
    ----------
    mask : int or None
        Place among its traits of the mask behind which it is; None where its face is seen.
    window : str or None
        Map on which it lies: its face may depend on that.
    """
    found: list[Image] = []
    start = len(thing.states)
    values: Mapping[str, str] = {}
    if mask is not None:
        cover = parse_trait(trait_texts(thing.type)[mask])
        found += [Image(cover.image)] if isinstance(cover, Mask) else []
        start = mask - 1
    else:
        values = _with_choices(thing.type, {"CurrentMap": window or "", **properties(thing)})
    for index, trait in _shapes(thing.type):
        if index > start:
            continue
        state = thing.states[index] if index < len(thing.states) else ""
        if isinstance(trait, Rotate):
            angle = _angle(trait, state)
            found = [image._replace(angle=(image.angle + angle) % 360) for image in found]
        else:
            found += _image(trait, state, values)
    return tuple(image for image in found if image.picture)


@lru_cache(maxsize=1 << 12)
def _shapes(type_: str) -> tuple[tuple[int, Trait], ...]:
    """Return the traits that are drawn, the innermost first, with their place among all."""
    starts = (BasicPiece.ID, Layer.ID, Moved.ID, Rotate.ID)
    found = [(i, parse_trait(text)) for i, text in enumerate(trait_texts(type_)) if text.startswith(starts)]
    return tuple(reversed(found))


def _with_choices(type_: str, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return values with those that an expression chooses by one of them: ``{Name=="text"?this:that}``."""
    found = dict(values)
    for name, asked, wanted, this, that in _choices(type_):
        if asked in values:
            found[name] = this if values[asked] == wanted else that
    return found


@lru_cache(maxsize=1 << 12)
def _choices(type_: str) -> tuple[tuple[str, str, str, str, str], ...]:
    """Return the properties of a piece that are chosen so: name, value asked, text, and both answers."""
    found = []
    for text in trait_texts(type_):
        trait = parse_trait(text) if text.startswith(CalculatedProperty.ID) else None
        chosen = _CHOICE.fullmatch(trait.expression) if isinstance(trait, CalculatedProperty) else None
        if isinstance(trait, CalculatedProperty) and chosen is not None:
            asked, wanted, this, that = chosen.groups()
            found.append((trait.name, asked, wanted, this, that))
    return tuple(found)


def _image(trait: Trait, state: str, values: Mapping[str, str]) -> list[Image]:
    if isinstance(trait, BasicPiece):
        return [Image(trait.image)]
    if isinstance(trait, Layer):
        level = _level(trait, state, values)
        shown = trait.images[level - 1] if 0 < level <= len(trait.images) else ""
        return [Image(shown, trait.x, trait.y, trait.scale)]
    if isinstance(trait, Moved) and state == "true":
        return [Image(trait.image, trait.x, trait.y)]
    return []


def _level(layer: Layer, state: str, values: Mapping[str, str]) -> int:
    """Return the level of a layer; one that follows a property of the piece takes it from there."""
    level = layer.level(state)
    if not layer.follow_property or (level < 0 and not layer.always_active):
        return level
    text = values.get(layer.property_name, "")
    value = int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else layer.first_value
    return min(max(value - layer.first_value + 1, 1), len(layer.images))


def _angle(trait: Rotate, state: str) -> int:
    degrees = trait.properties(state).get(f"{trait.name}_Degrees", "0")
    return int(degrees) if degrees.isdigit() else 0


def name_of(thing: Thing, mask: int | None) -> str:
    """Return what a piece is called; behind a mask what the mask says."""
    if mask is not None:
        cover = parse_trait(trait_texts(thing.type)[mask])
        return cover.masked_name if isinstance(cover, Mask) else "?"
    return thing.name
