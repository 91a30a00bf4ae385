"""What the layers of a drawing may be called: the kinds of one game, by id and by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from toolkit.source.definition import GameDefinition
from toolkit.source.names import Names

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


def slug(text: str) -> str:
    """Return a text as an id: lower case, plain letters; empty when nothing is left of it."""
    plain = unicodedata.normalize("NFKD", text.casefold()).replace("ß", "ss")
    found = _NOT_PLAIN.sub("_", "".join(c for c in plain if not unicodedata.combining(c))).strip("_")
    return found if not found or found[0].isalpha() else f"n{found}"


@dataclass(frozen=True, slots=True)
class LayerKind:
    """What the shapes of one layer are.

    Attributes
    ----------
    section : str
        Of a map file: "rivers", "links", "areas", "towns", "marks", "start_line".
    kind : str
        Layer, terrain kind or town class of game.yaml; empty for the start line.
    """

    section: str
    kind: str
    names: Names


def layer_kinds(definition: GameDefinition) -> tuple[LayerKind, ...]:
    """Return all kinds a game's drawing can hold, in the order of game.yaml."""
    return (
        *(LayerKind("areas", kind.id, kind.names) for kind in definition.terrain),
        *(LayerKind("rivers", layer.id, layer.names) for layer in definition.side_layers),
        *(LayerKind("links", layer.id, layer.names) for layer in definition.link_layers),
        *(LayerKind("towns", id, names) for id, names in definition.town_classes.items()),
        *(LayerKind("marks", layer.id, layer.names) for layer in definition.hex_layers),
        LayerKind("start_line", "", Names("Start line")),
    )


def by_label(kinds: tuple[LayerKind, ...]) -> Mapping[str, LayerKind]:
    """Return kinds by everything a layer may be called: id, section:id, names in all languages.

    Of two kinds with one name the first in the order of `layer_kinds` has it; both have ``section:id``.
    """
    found: dict[str, LayerKind] = {}
    for kind in kinds:
        own = kind.kind or kind.section
        for label in (own, f"{kind.section}:{own}", *kind.names.to_json().values()):
            found.setdefault(label_key(label), kind)
    return found


def label_key(label: str) -> str:
    """Return a label as it is compared: without regard to case, spaces and hyphens."""
    return " ".join(label.casefold().replace("_", " ").replace("-", " ").split())
