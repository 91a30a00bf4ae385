"""Colours, chosen once: nations, armies, sides, terrain; all checked for contrast and colour blindness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

INK = "#1b1a17"
PAPER = "#f7f3e6"

AXIS = "#36432b"
GERMAN = "#3d4a52"
SOVIET = "#c8231f"
NEUTRAL = "#6a6458"


def rgb(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue between 0 and 1 of ``"#rrggbb"`` or ``"#rgb"``."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue


def luminance(colour: str) -> float:
    """Return relative luminance (WCAG 2.2)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable_on(ground: str) -> str:
    """Return dark or light ink, whichever reads better on a ground."""
    return INK if contrast(INK, ground) >= contrast("#ffffff", ground) else "#ffffff"


@dataclass(frozen=True, slots=True)
class Livery:
    """How the counters of one nation or corps look.

    Attributes
    ----------
    ground : str
        Colour of the counter.
    ink : str
        Factors and names on it.
    box : str
        Fill of the unit symbol.
    tag : str
        Letters that say the nation without colour; empty for the two main powers.
    """

    ground: str
    ink: str
    box: str = PAPER
    tag: str = ""


NATIONS: Mapping[str, Livery] = MappingProxyType(
    {
        "german": Livery("#a3ad98", INK),
        "ss": Livery("#26272a", "#ffffff", tag="SS"),
        "luftwaffe": Livery("#93b4cf", INK, tag="LW"),
        "romanian": Livery("#e2c25e", INK, tag="RO"),
        "hungarian": Livery("#c98fa8", INK, tag="HU"),
        "italian": Livery("#9ccf9a", INK, tag="IT"),
        "slovak": Livery("#dfe6f0", INK, tag="SK"),
        "croatian": Livery("#f2d9d0", INK, tag="HR"),
        "soviet": Livery("#c98f63", INK),
        "guards": Livery("#b01e24", "#ffffff", tag="G"),
        "nkvd": Livery("#63397a", "#ffffff", tag="NK"),
    }
)
NO_NATION = Livery("#d8d3c4", INK)

SIDES: Mapping[str, str] = MappingProxyType({"axis": AXIS, "german": GERMAN, "soviet": SOVIET})

# Chosen so that any two differ for every kind of colour blindness (tests/render/test_palette.py); the army's
# name stands on it anyway.
_ARMIES = (
    "#0b5fa5",
    "#e69f00",
    "#00795c",
    "#d88ab8",
    "#30363f",
    "#7cc4ea",
    "#b33c00",
    "#f0e442",
    "#957ddb",
)


def army_colours(names: Iterable[str]) -> dict[str, str]:
    """Return one colour for each set-up army, the same for any order of the names."""
    return {name: _ARMIES[i % len(_ARMIES)] for i, name in enumerate(sorted(set(names)))}


def colours_in_order(names: Iterable[str]) -> dict[str, str]:
    """Return a colour for each name such that those near each other in the list differ."""
    return {name: _ARMIES[i % len(_ARMIES)] for i, name in enumerate(dict.fromkeys(names))}


# Nations that are called after a colour have it.
_CALLED: Mapping[str, str] = MappingProxyType(
    {"red": SOVIET, "blue": "#0b5fa5", "green": "#00795c", "yellow": "#f0e442", "black": "#30363f"}
)


def nation_key(nation: str) -> str:
    """Return what a nation without a livery is called among a game's colours; no army is called so."""
    return f"nation {nation}"


def nation_colours(nations: Iterable[str]) -> dict[str, str]:
    """Return a ground for each nation without a livery, by `nation_key`, the same for any order."""
    names = sorted(set(nations) - NATIONS.keys())
    taken = {_CALLED[name] for name in names if name in _CALLED}
    spare = [colour for colour in _ARMIES if colour not in taken]
    found = {name: spare[i % len(spare)] for i, name in enumerate(n for n in names if n not in _CALLED)}
    return {nation_key(name): _CALLED.get(name) or found[name] for name in names}


def side_colour(side: str | None) -> str:
    """Return a side's colour; grey for nobody's."""
    return SIDES.get(side or "", NEUTRAL)
