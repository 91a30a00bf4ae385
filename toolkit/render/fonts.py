"""The one typeface of all pictures, read from a pinned package and never from the system.

Text becomes outlines before it reaches the SVG: its width is known exactly (labels are placed with it)
and the picture needs no font on the machine that shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from fontpkg_roboto_condensed import ROOT
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

# Half of the design's units to the em: a digit less in every number, invisible at any size used.
EM = 1024


@dataclass(frozen=True, slots=True)
class Face:
    """One cut of the typeface.

    Attributes
    ----------
    weight : int
        100 (thin) to 900 (black).
    italic : bool
    """

    weight: int = 400
    italic: bool = False

    @property
    def key(self) -> str:
        """Return a name that is an XML id: ``"r700"``, ``"i400"``."""
        return f"{'i' if self.italic else 'r'}{self.weight}"


REGULAR = Face(400)
MEDIUM = Face(500)
BOLD = Face(700)
BLACK = Face(900)
ITALIC = Face(500, italic=True)


@dataclass(frozen=True, slots=True)
class Glyph:
    """Outline of one character.

    Attributes
    ----------
    name : str
        XML id, unique for face and character.
    path : str
        SVG path data, `EM` units to the em, y up, origin on the baseline.
    advance : int
        Distance to the next character, in the same units.
    """

    name: str
    path: str
    advance: int


@dataclass(frozen=True, slots=True)
class Metrics:
    """Heights of a face as fractions of the type size."""

    cap_height: float
    x_height: float
    ascender: float
    descender: float


@cache
def _font(italic: bool) -> TTFont:
    name = "RobotoCondensed-Italic[wght].ttf" if italic else "RobotoCondensed[wght].ttf"
    return TTFont(ROOT / "files" / name, lazy=True)


@cache
def metrics(face: Face) -> Metrics:
    """Return the heights of a face."""
    font = _font(face.italic)
    units = font["head"].unitsPerEm
    os2 = font["OS/2"]
    return Metrics(os2.sCapHeight / units, os2.sxHeight / units, 0.93, 0.21)


@cache
def _glyph_source(face: Face) -> tuple[object, dict[int, str], float]:
    font = _font(face.italic)
    glyphs = font.getGlyphSet(location={"wght": face.weight})
    return glyphs, font.getBestCmap(), EM / font["head"].unitsPerEm


def covers(character: str) -> bool:
    """Return whether the typeface has an outline for a character."""
    return ord(character) in _glyph_source(REGULAR)[1]


@cache
def glyph(face: Face, character: str) -> Glyph:
    """Return the outline of one character; an open box where the typeface has none."""
    glyphs, names, scale = _glyph_source(face)
    code = ord(character)
    name = names.get(code, ".notdef")
    shape = glyphs[name]  # type: ignore[index]
    pen = DecomposingRecordingPen(glyphs)
    shape.draw(pen)
    return Glyph(f"{face.key}-{code:x}", _path(pen.value, scale), round(shape.width * scale))


def _path(commands: list[tuple[str, tuple[tuple[float, float], ...]]], scale: float) -> str:
    """Return recorded pen commands as relative path data on whole units."""
    out: list[str] = []
    at = (0, 0)

    def relative(point: tuple[float, float]) -> tuple[tuple[int, int], str]:
        there = (round(point[0] * scale), round(point[1] * scale))
        return there, f"{there[0] - at[0]} {there[1] - at[1]}"

    for verb, points in commands:
        if verb == "moveTo":
            there, _ = relative(points[0])
            out.append(f"M{there[0]} {there[1]}")
            at = there
        elif verb == "lineTo":
            there, step = relative(points[0])
            out.append(f"l{step}")
            at = there
        elif verb == "qCurveTo":
            for control, end in _quadratic_segments(points):
                _, first = relative(control)
                there, second = relative(end)
                out.append(f"q{first} {second}")
                at = there
        elif verb in ("closePath", "endPath"):
            out.append("z")
        else:  # the pinned typeface is TrueType: its outlines hold nothing else
            raise ValueError(f"outline command {verb} is not TrueType")
    return "".join(out).replace(" -", "-")


def _quadratic_segments(
    points: tuple[tuple[float, float], ...],
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Split a TrueType spline into (control, end) pairs: ends lie half way between controls."""
    controls, last = points[:-1], points[-1]
    segments = []
    for i, control in enumerate(controls):
        if i + 1 < len(controls):
            following = controls[i + 1]
            end = ((control[0] + following[0]) / 2, (control[1] + following[1]) / 2)
        else:
            end = last
        segments.append((control, end))
    return segments


def text_width(text: str, size: float, face: Face = REGULAR, tracking: float = 0.0) -> float:
    """Return the width of a line of text.

    Parameters
    ----------
    text : str
    size : float
        Type size (the em), in the unit of the result.
    face : Face
    tracking : float
        Extra space after each character but the last, in ems.

    Returns
    -------
    float
    """
    advance = sum(glyph(face, character).advance for character in text)
    return size * (advance / EM + tracking * max(0, len(text) - 1))


def fit_size(text: str, width: float, largest: float, face: Face = REGULAR) -> float:
    """Return the largest type size up to `largest` at which `text` is no wider than `width`."""
    natural = text_width(text, 1.0, face)
    return largest if natural * largest <= width else width / natural


def wrap(text: str, width: float, size: float, face: Face = REGULAR) -> list[str]:
    """Return `text` as lines no wider than `width`; a single word that is wider keeps its own line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, face) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
