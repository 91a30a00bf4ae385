"""SVG drawings as lines and rings in pixels: safe parsing, transforms, flattened curves.

Reads what drawing programs write (SVG 1.1 and 2 shapes, Inkscape's layers and labels).  Nothing is
fetched, no entity is expanded, scripts and styles are not looked at.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from xml.parsers import expat

import numpy as np
import numpy.typing as npt
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path.parser import parse_path

from toolkit.diagnostics import Finding, InputError, Place, Severity

FloatArray = npt.NDArray[np.float64]

MAX_ELEMENTS = 200_000
MAX_DEPTH = 200
MAX_POINTS = 2_000_000
_MAX_USES = 8
_FARTHEST = 1e9

_NAMESPACES: Mapping[str, str] = {
    "http://www.w3.org/2000/svg": "",
    "http://www.inkscape.org/namespaces/inkscape": "inkscape:",
    "http://www.w3.org/1999/xlink": "xlink:",
}
_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*([a-zA-Z%]*)\s*\Z")
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}
_TRANSFORM = re.compile(rf"\s*,?\s*(\w+)\s*\(((?:\s*,?\s*{_NUMBER})*)\s*\)")
# Where the control points of a quarter of a circle lie (the usual cubic, off by 0.03 % of the radius).
_QUARTER = 4.0 / 3.0 * (math.sqrt(2.0) - 1.0)


@dataclass(slots=True)
class Element:
    """An element with its place; names of foreign namespaces are left out, others prefixed."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def get(self, name: str) -> str | None:
        """Return an attribute."""
        return self.attributes.get(name)

    def child(self, tag: str) -> Element | None:
        """Return the first child of a kind."""
        return next((child for child in self.children if child.tag == tag), None)

    def walk(self) -> Iterator[Element]:
        """Yield the element and all below it, in the order of the file."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))


def fault(message: str, place: Place) -> InputError:
    """Return SRC032: a drawing that cannot be read."""
    return InputError([Finding("SRC032", Severity.ERROR, message, place)])


def parse_svg(text: str, file: str) -> Element:
    """Return the root of an SVG document.

    Raises
    ------
    InputError
        SRC032: no XML, no SVG, an entity declared, or larger than any drawing.
    """
    builder = _Builder(file)
    try:
        builder.parser.Parse(text, True)
    except expat.ExpatError as error:
        place = Place(file, error.lineno, error.offset + 1)
        raise fault(f"not XML: {expat.ErrorString(error.code)}", place) from error
    root = builder.root
    if root is None or root.tag != "svg":
        found = "nothing" if root is None else f"<{root.tag or '?'}>"
        raise fault(f"expected an SVG drawing, found {found}", Place(file, 1, 1))
    return root


class _Builder:
    """Builds the tree while expat reads."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Element | None = None
        self.stack: list[Element] = []
        self.count = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.EntityDeclHandler = self.entity
        self.parser.buffer_text = True

    def place(self) -> Place:
        return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def entity(self, *_: object) -> None:
        raise fault("an entity is declared; drawings are read without any", self.place())

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS or len(self.stack) > MAX_DEPTH:
            limit = f"{MAX_ELEMENTS} elements" if self.count > MAX_ELEMENTS else f"{MAX_DEPTH} levels"
            raise fault(f"more than {limit}", self.place())
        known = {short: value for key, value in attributes.items() if (short := _short(key)) is not None}
        element = Element(_short(name) or "", known, self.place())
        if self.stack:
            self.stack[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self.stack.append(element)

    def end(self, _: str) -> None:
        self.stack.pop()

    def characters(self, data: str) -> None:
        # Only these two are ever read; a style sheet or a picture would be kept for nothing.
        if self.stack and self.stack[-1].tag in ("title", "desc"):
            self.stack[-1].text += data


def _short(name: str) -> str | None:
    space, _, local = name.rpartition(" ")
    if not space:
        return local
    prefix = _NAMESPACES.get(space)
    return None if prefix is None else prefix + local


def length(element: Element, name: str, default: float | None = 0.0) -> float:
    """Return a length in user units.

    Raises
    ------
    InputError
        SRC032 when it is none, relative to something, or missing without a default.
    """
    value = element.get(name)
    if value is None and default is not None:
        return default
    match = _LENGTH.match(value or "")
    factor = _UNITS.get(match[2]) if match else None
    number = float(match[1]) * factor if match and factor is not None else math.nan
    if not math.isfinite(number):
        raise fault(f"{name} of <{element.tag}> is {value!r}, expected a length", element.place)
    return number


# Transforms: 2 × 3 matrices [[a, c, e], [b, d, f]] -------------------------------------------------

IDENTITY: FloatArray = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def compose(outer: FloatArray, inner: FloatArray) -> FloatArray:
    """Return the transform that does `inner` first."""
    linear = outer[:, :2] @ inner[:, :2]
    return np.column_stack([linear, outer[:, :2] @ inner[:, 2] + outer[:, 2]])


def apply(matrix: FloatArray, points: FloatArray) -> FloatArray:
    """Return points ``(k, 2)`` transformed."""
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2])


def transform_of(element: Element) -> FloatArray:
    """Return an element's own transform.

    Raises
    ------
    InputError
        SRC032 for a transform nobody knows.
    """
    text = (element.get("transform") or "").strip()
    matrix = IDENTITY
    position = 0
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        step = None if match is None else _step(match[1], [float(v) for v in re.findall(_NUMBER, match[2])])
        if match is None or step is None or not np.isfinite(step).all():
            raise fault(f"transform {text!r} cannot be read", element.place)
        matrix, position = compose(matrix, step), match.end()
    return matrix


def _step(name: str, values: Sequence[float]) -> FloatArray | None:
    match name, list(values):
        case "matrix", [a, b, c, d, e, f]:
            return np.array([[a, c, e], [b, d, f]])
        case "translate", [x, *rest] if len(rest) <= 1:
            return np.array([[1.0, 0.0, x], [0.0, 1.0, rest[0] if rest else 0.0]])
        case "scale", [x, *rest] if len(rest) <= 1:
            return np.array([[x, 0.0, 0.0], [0.0, rest[0] if rest else x, 0.0]])
        case "rotate", [angle, *rest] if len(rest) in (0, 2):
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            x, y = rest or (0.0, 0.0)
            return np.array([[cos, -sin, x - cos * x + sin * y], [sin, cos, y - sin * x - cos * y]])
        case "skewX", [angle]:
            return np.array([[1.0, math.tan(math.radians(angle)), 0.0], [0.0, 1.0, 0.0]])
        case "skewY", [angle]:
            return np.array([[1.0, 0.0, 0.0], [math.tan(math.radians(angle)), 1.0, 0.0]])
        case _:
            return None


# Shapes --------------------------------------------------------------------------------------------

SHAPES = frozenset({"path", "polyline", "polygon", "line", "rect", "circle", "ellipse", "use"})


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """One run of a shape: points ``(k, 2)``, and whether it closes."""

    points: FloatArray
    closed: bool


def strokes(
    element: Element, matrix: FloatArray, tolerance: float, ids: Mapping[str, Element]
) -> list[Stroke]:
    """Return what a shape draws.

    Parameters
    ----------
    element : Element
        One of `SHAPES`.
    matrix : (2, 3) array
        From the coordinates around the element to those wanted; its own transform comes on top.
    tolerance : float
        How far a flattened curve may lie from the true one, in the wanted coordinates.
    ids : mapping
        All elements by id, for clones.

    Raises
    ------
    InputError
        SRC032 for data that cannot be read.
    """
    pen = RecordingPen()
    total = _draw(element, matrix, pen, ids, 0)
    return _flatten(pen.value, total, tolerance, element)


def _draw(
    element: Element, matrix: FloatArray, pen: RecordingPen, ids: Mapping[str, Element], depth: int
) -> FloatArray:
    """Draw an element with a pen and return the transform of what was drawn."""
    matrix = compose(matrix, transform_of(element))
    match element.tag:
        case "path":
            _draw_path(element, pen)
        case "polyline" | "polygon":
            _draw_corners(element, pen)
        case "line":
            ends = [(length(element, f"x{i}"), length(element, f"y{i}")) for i in (1, 2)]
            _draw_lines(pen, ends, closed=False)
        case "rect":
            x, y = length(element, "x"), length(element, "y")
            right, bottom = x + length(element, "width"), y + length(element, "height")
            _draw_lines(pen, [(x, y), (right, y), (right, bottom), (x, bottom)], closed=True)
        case "circle":
            _draw_ellipse(element, length(element, "r"), length(element, "r"), pen)
        case "ellipse":
            _draw_ellipse(element, length(element, "rx"), length(element, "ry"), pen)
        case "use":
            return _draw_clone(element, matrix, pen, ids, depth)
    return matrix


def _draw_path(element: Element, pen: RecordingPen) -> None:
    try:
        parse_path(element.get("d") or "", pen)
    except (ValueError, IndexError, ArithmeticError, TypeError) as error:
        # The parser says all of these of broken data.
        raise fault(f"path data cannot be read: {error}", element.place) from error


def _draw_corners(element: Element, pen: RecordingPen) -> None:
    text = element.get("points") or ""
    values = [float(value) for value in re.findall(_NUMBER, text)]
    if re.sub(_NUMBER, "", text).strip(" ,\t\r\n") or len(values) % 2:
        raise fault("points cannot be read: expected pairs of numbers", element.place)
    corners = list(zip(values[::2], values[1::2], strict=True))
    _draw_lines(pen, corners, closed=element.tag == "polygon")


def _draw_lines(pen: RecordingPen, corners: Sequence[tuple[float, float]], *, closed: bool) -> None:
    if not corners:
        return
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    if closed:
        pen.closePath()
    else:
        pen.endPath()


def _draw_ellipse(element: Element, rx: float, ry: float, pen: RecordingPen) -> None:
    x, y = length(element, "cx"), length(element, "cy")
    kx, ky = rx * _QUARTER, ry * _QUARTER
    pen.moveTo((x + rx, y))
    pen.curveTo((x + rx, y + ky), (x + kx, y + ry), (x, y + ry))
    pen.curveTo((x - kx, y + ry), (x - rx, y + ky), (x - rx, y))
    pen.curveTo((x - rx, y - ky), (x - kx, y - ry), (x, y - ry))
    pen.curveTo((x + kx, y - ry), (x + rx, y - ky), (x + rx, y))
    pen.closePath()


def _draw_clone(
    element: Element, matrix: FloatArray, pen: RecordingPen, ids: Mapping[str, Element], depth: int
) -> FloatArray:
    name = element.get("href") or element.get("xlink:href") or ""
    target = ids.get(name.removeprefix("#")) if name.startswith("#") else None
    if target is None or target.tag not in SHAPES or depth >= _MAX_USES:
        raise fault(f"clone of {name!r}, which is no shape of this drawing", element.place)
    moved = np.array([[1.0, 0.0, length(element, "x")], [0.0, 1.0, length(element, "y")]])
    return _draw(target, compose(matrix, moved), pen, ids, depth + 1)


def _flatten(
    value: Sequence[tuple[str, tuple[tuple[float, float], ...]]],
    matrix: FloatArray,
    tolerance: float,
    element: Element,
) -> list[Stroke]:
    found: list[Stroke] = []
    run: list[FloatArray] = []
    total = 0
    for operator, drawn in _runs(value):
        if not (np.abs(drawn) < _FARTHEST).all():
            raise fault("coordinates that are no numbers, or beyond any drawing", element.place)
        points = apply(matrix, drawn)
        if operator == "moveTo":
            run = [points]
        elif operator == "lineTo":
            run.append(points)
        elif operator in ("curveTo", "qCurveTo"):
            run.append(_curve(np.concatenate([run[-1][-1:], points]), tolerance))
        elif operator in ("closePath", "endPath"):
            found.append(_stroke(run, closed=operator == "closePath"))
            run = []
        total += len(run[-1]) if run else 0
        if total > MAX_POINTS:
            raise fault(f"a shape of more than {MAX_POINTS} points", element.place)
    return [stroke for stroke in found if len(stroke.points)]


def _runs(
    value: Sequence[tuple[str, tuple[tuple[float, float], ...]]],
) -> Iterator[tuple[str, FloatArray]]:
    """Yield what a pen did, with its points ``(k, 2)``; lines that follow each other as one."""
    for operator, same in groupby(value, key=lambda done: done[0]):
        if operator == "lineTo":
            yield operator, np.array([operands[0] for _, operands in same], dtype=np.float64)
        else:
            for _, operands in same:
                yield operator, np.array(operands, dtype=np.float64).reshape(-1, 2)


def _stroke(run: Sequence[FloatArray], *, closed: bool) -> Stroke:
    points = np.concatenate(run)
    keep = np.ones(len(points), dtype=np.bool_)
    keep[1:] = (np.diff(points, axis=0) != 0).any(axis=1)
    points = points[keep]
    if closed and len(points) > 1 and (points[0] == points[-1]).all():
        points = points[:-1]
    return Stroke(points, closed)


def _curve(control: FloatArray, tolerance: float) -> FloatArray:
    """Return points on a Bézier curve after its first (Wang's bound on the number of steps)."""
    degree = len(control) - 1
    bend = np.hypot(*np.diff(control, n=2, axis=0).T).max() if degree > 1 else 0.0
    steps = math.ceil(math.sqrt(degree * (degree - 1) / 8 * float(bend) / tolerance))
    t = np.linspace(0.0, 1.0, min(max(steps, 1), 10_000) + 1)[1:, None]
    weights = [math.comb(degree, i) * t**i * (1 - t) ** (degree - i) for i in range(degree + 1)]
    return np.asarray(sum(w * p for w, p in zip(weights, control, strict=True)))
