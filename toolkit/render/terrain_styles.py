"""How each terrain kind of a map looks: as its game says, as its words do, or in a spare style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.render.palette import darker
from toolkit.source.style import Style, TerrainStyle, by_word
from toolkit.source.style_words import COMMON

# For kinds that no word tells, in the order the map names them.
_SPARE = (
    TerrainStyle("#e0d4e4", "#9b86a6", "dash", 7.0),
    TerrainStyle("#e6cdbb", "#ab8266", "hill", 5.0),
    TerrainStyle("#cdd3dc", "#7f8da1", "dash", 7.0),
    TerrainStyle("#d9dfb0", "#9aa561", "tuft", 6.0),
)


def terrain_styles(kinds: Sequence[str], style: Style) -> dict[str, TerrainStyle]:
    """Return a style for every kind of a map; no two kinds of land look the same.

    Where two kinds are told by one word (light woods, heavy woods), the later one is darker and denser.
    """
    found: dict[str, TerrainStyle] = {}
    spare = 0
    for kind in kinds:
        look = style.terrain.get(kind) or by_word(COMMON.terrain, kind)
        if look is None:
            look = _SPARE[spare % len(_SPARE)]
            spare += 1
        while look in found.values() and not look.is_water and kind not in style.terrain:
            look = _denser(look)
        found[kind] = look
    return found


def _denser(look: TerrainStyle) -> TerrainStyle:
    tint, edge = darker(look.tint, 0.13), darker(look.edge, 0.13)
    return replace(look, tint=tint, edge=edge, density=min(1.6 * look.density, 30.0))
