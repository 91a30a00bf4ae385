"""Colours, chosen once, and what can be read on them; checked for contrast and colour blindness."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.source.style import INK

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


def paler(colour: str, share: float) -> str:
    """Return a colour mixed with so much white (0 to 1)."""
    return _hexadecimal(part + (1.0 - part) * share for part in rgb(colour))


def darker(colour: str, share: float) -> str:
    """Return a colour mixed with so much black (0 to 1)."""
    return _hexadecimal(part * (1.0 - share) for part in rgb(colour))


def _hexadecimal(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def readable_on(ground: str) -> str:
    """Return dark or light ink, whichever reads better on a ground."""
    return INK if contrast(INK, ground) >= contrast("#ffffff", ground) else "#ffffff"


# Chosen so that any two differ for every kind of colour blindness (tests/render/test_palette.py); the army's
# name stands on it anyway.
SPARE = (
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
    return {name: SPARE[i % len(SPARE)] for i, name in enumerate(sorted(set(names)))}


def colours_in_order(names: Iterable[str]) -> dict[str, str]:
    """Return a colour for each name such that those near each other in the list differ."""
    return {name: SPARE[i % len(SPARE)] for i, name in enumerate(dict.fromkeys(names))}
