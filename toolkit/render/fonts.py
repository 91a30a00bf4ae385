"""The typefaces of all pictures, read from pinned packages and never from the system.

Text becomes outlines before it reaches the SVG: its width is known exactly (labels are placed with it)
and the picture needs no font on the machine that shows it.  Letters that Roboto Condensed lacks come from
Noto Sans CJK where the extra ``cjk`` is installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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

_HAN = ("noto_cjk_sans_jp_regular", "noto_cjk_sans_jp_bold")
_BOLD_FROM = 600
_UPRIGHT = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+")
_TURNED = "ー―…()「」〜"
_CHINESE = "ZHS "
"""How OpenType calls Chinese in simplified characters; the fonts' own forms are the Japanese ones."""


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


@cache
def _font(italic: bool) -> TTFont:
    name = "RobotoCondensed-Italic[wght].ttf" if italic else "RobotoCondensed[wght].ttf"
    return TTFont(ROOT / "files" / name, lazy=True)


def has_han() -> bool:
    """Return whether letters of Japanese and Chinese can be drawn: whether the extra ``cjk`` is installed."""
    return all(find_spec(package) is not None for package in _HAN)


def stands_upright(text: str) -> bool:
    """Return whether a text may stand upright, its letters one below the other."""
    return bool(_UPRIGHT.fullmatch(text))


def is_turned(letter: str) -> bool:
    """Return whether a letter of a text that is set downwards lies on its side: strokes, dashes."""
    return letter in _TURNED


@cache
def _han_font(bold: bool) -> TTFont:
    package = import_module(_HAN[bold])
    return TTFont(Path(str(package.FONT_PATH)), lazy=True)


@cache
def cap_height(face: Face) -> float:
    """Return the height of a face's capitals as a fraction of the type size."""
    font = _font(face.italic)
    return float(font["OS/2"].sCapHeight / font["head"].unitsPerEm)


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """Where outlines come from: glyphs by name, names by character, and units to ours."""

    glyphs: Any
    names: dict[int, str]
    scale: float


@cache
def _roboto(face: Face) -> _Source:
    font = _font(face.italic)
    glyphs = font.getGlyphSet(location={"wght": face.weight})
    return _Source(glyphs, font.getBestCmap(), EM / font["head"].unitsPerEm)


@cache
def _han(bold: bool, language: str) -> _Source:
    font = _han_font(bold)
    names = font.getBestCmap()
    if language == "zh":
        forms = _chinese_forms(font)
        names = {code: forms.get(name, name) for code, name in names.items()}
    return _Source(font.getGlyphSet(), names, EM / font["head"].unitsPerEm)


def _chinese_forms(font: TTFont) -> dict[str, str]:
    """Return the glyphs that Chinese has in place of the Japanese ones (``locl``)."""
    table = font["GSUB"].table
    script = next(record.Script for record in table.ScriptList.ScriptRecord if record.ScriptTag == "hani")
    spoken = next(record.LangSys for record in script.LangSysRecord if record.LangSysTag == _CHINESE)
    features = [table.FeatureList.FeatureRecord[index] for index in spoken.FeatureIndex]
    found: dict[str, str] = {}
    for feature in features:
        if feature.FeatureTag == "locl":
            for index in feature.Feature.LookupListIndex:
                for each in table.LookupList.Lookup[index].SubTable:
                    found |= getattr(each, "ExtSubTable", each).mapping
    return found


def _source(face: Face, code: int, language: str) -> _Source | None:
    """Return what has a character; None where nothing at hand does."""
    roboto = _roboto(face)
    if code in roboto.names:
        return roboto
    if not has_han():
        return None
    han = _han(face.weight >= _BOLD_FROM, language)
    return han if code in han.names else None


@cache
def glyph(face: Face, character: str, language: str = "") -> Glyph:
    """Return the outline of one character, in the form of a language; an open box where none is at hand."""
    code = ord(character)
    found = _source(face, code, language)
    source = found or _roboto(face)
    shape = source.glyphs[source.names.get(code, ".notdef")]
    pen = DecomposingRecordingPen(source.glyphs)
    shape.draw(pen)
    return Glyph(f"{face.key}-{code:x}", _path(pen.value, source.scale), round(shape.width * source.scale))


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
        elif verb == "curveTo":
            steps = [relative(point) for point in points]
            out.append("c" + " ".join(step for _, step in steps))
            at = steps[-1][0]
        elif verb in ("closePath", "endPath"):
            out.append("z")
        else:  # the pinned typefaces hold nothing else
            raise ValueError(f"outline command {verb} is not known")
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
    size : float
        Type size (the em), in the unit of the result.
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
    """Return `text` as lines no wider than `width`; a single word that is wider keeps its own line.

    Lines end between words, and between any two characters of Japanese and Chinese but within a word of
    katakana, before a number or a stop or a closing bracket, and after an opening one.
    """
    lines: list[str] = []
    for gap, word in _words(text):
        longer = f"{lines[-1]}{gap}{word}" if lines else word
        if lines and text_width(longer, size, face) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def wrap_into(
    text: str, room: tuple[float, float], largest: float, face: Face = REGULAR, leading: float = 1.2
) -> tuple[list[str], float]:
    """Return `text` as lines that fit a room, and the largest type size up to `largest` at which they do.

    Parameters
    ----------
    text : str
        Paragraphs, one a line.
    room : (float, float)
        Width and height.
    leading : float
        From line to line, in ems.
    """
    size = largest
    while True:
        lines = [line for part in text.split("\n") for line in wrap(part, room[0], size, face)]
        fits = all(text_width(line, size, face) <= room[0] for line in lines)
        if (fits and len(lines) * leading * size <= room[1]) or size < _SMALLEST * largest:
            return lines, size
        size *= 0.96


_SMALLEST = 0.5
_HAN_SIGN = r"\u2e80-\u9fff\uff00-\uffef"
_KATAKANA = r"\u30a1-\u30fa\u30fc"
_WORD = re.compile(
    r"(\s*)([（「『“]*"
    rf"(?:(?:[{_KATAKANA}]+|[{_HAN_SIGN}])(?:[0-9]+(?![0-9A-Za-z.:-]))?|[^\s{_HAN_SIGN}]+)"
    r"[、。，・,:：;；）)」』”!！?？]*)"
)


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a line may end before, and the space that stands there otherwise."""
    for gap, word in _WORD.findall(text):
        yield " " if gap else "", word
