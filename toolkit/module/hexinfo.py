"""What the mouse-over viewer says about a hex: number, terrain, town, marks, roads.

The words are a message of the module, which the engine translates and no saved game carries: `PLACES`.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.compile.compiled import CompiledGame
from toolkit.module.expressions import look_up, rows
from toolkit.module.words import bracketed, listed, titled
from toolkit.module.workshop import Workshop
from toolkit.source.counters import Counter
from toolkit.source.names import Names
from toolkit.source.setups import Box

_STRENGTHS = {"en": ("attack", "defence"), "ja": ("攻撃力", "防御力"), "zh": ("攻击力", "防御力")}


PLACES = "Places"
"""The message of the module that says what places are: `rows` by location name."""

PLACE = f"{{{look_up(PLACES, 'LocationName', 'LocationName')}}}"
"""What the viewer says of a place."""

HEX = f"{{{look_up(PLACES, 'LocationName', chr(34) * 2)}}}"
"""What it says of a hex; nothing beside the map."""


def hex_places(shop: Workshop, language: str = "en") -> str:
    """Return the rows of `PLACES` for the hexes and boxes of a game."""
    texts = hex_texts(shop.game, language).items()
    hexes = rows({number: titled(number, text, language) for number, text in texts})
    return hexes + box_places((*shop.game.boxes, *shop.equipment.boxes), language)


def box_places(boxes: Iterable[Box | Counter], language: str) -> str:
    """Return the rows of `PLACES` for boxes and places named after units that a language calls otherwise."""
    called = {box.names.en: box.names.get(language) for box in boxes}
    return rows({place: name for place, name in called.items() if name != place})


def stack_text(language: str = "en") -> str:
    """Return what the viewer says above a stack: its hex, and the strengths in it as they are now.

    The engine adds up what of a stack shows; a piece without strength makes it add a question mark.
    """
    attack, defence = (listed(("", name), language) for name in _STRENGTHS[language])
    sums = [f'GetProperty("sum({name})")' for name in ("AttackNow", "DefenceNow")]
    said = f'"{attack} "+{sums[0]}+"{defence} "+{sums[1]}'
    known = f'({said}).replaceAll("[+]?[?]","").replaceFirst("{attack} 0?{defence} 0?(?!.)","")'
    return f"{{{HEX[1:-1]}+{known}}}"


def hex_texts(game: CompiledGame, language: str = "en") -> dict[str, str]:
    """Return the words on every hex by printed number."""
    map_ = game.map
    terrain = game.labels.get("terrain", {})
    marks = _shown(game)
    kinds = [terrain[kind].get(language) if kind in terrain else kind for kind in map_.terrain_kinds]
    towns = {place.hex: place for place in map_.places}
    classes = game.labels.get("town_class", {})
    links = {kind: set(map_.sides[mask].ravel().tolist()) for kind, mask in map_.links.items()}
    link_names = game.labels.get("link_layer", {})
    result = {}
    for h, code in enumerate(map_.terrain.tolist()):
        words = [kinds[code].lower()]
        place = towns.get(h)
        if place is not None:
            kind = classes[place.kind].get(language) if place.kind in classes else place.kind
            name = place.names.get(language, place.names.get("en", place.id))
            words.append(bracketed(name, kind.lower(), language))
        words += [
            names.get(language) for name, names in marks.items()
            if name in map_.hex_features and map_.hex_features[name][h]
        ]  # fmt: skip
        words += [
            link_names[kind].get(language).lower() if kind in link_names else kind
            for kind in links
            if h in links[kind]
        ]
        result[map_.grid.number(h)] = listed(words, language)
    return result


def _shown(game: CompiledGame) -> dict[str, Names]:
    """Return the names of the layers that the viewer speaks of: the stated ones, else all but set-up ones."""
    layers, stated = game.labels.get("hex_layer", {}), game.style.viewer
    hidden = ("start_", "setup")
    shown = [name for name in layers if not name.startswith(hidden)] if stated is None else stated
    return {name: layers[name] for name in layers if name in shown}
