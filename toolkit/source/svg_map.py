"""A drawing over the scan, as Inkscape saves it, turned into the form of a map file.

Layers are named after the kinds of game.yaml; every shape in one is a feature.  Its label is the name,
its description may hold further keys of the section, one a line, as in a YAML map file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

import numpy as np
import shapely

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.source.document import Document, Path_, parse_yaml, read_text
from toolkit.source.layers import LayerKind, by_label, label_key, slug
from toolkit.source.schema import suggestion
from toolkit.source.svg import (
    IDENTITY,
    SHAPES,
    Element,
    FloatArray,
    Stroke,
    compose,
    length,
    parse_svg,
    strokes,
    transform_of,
)

TOLERANCE_PX = 0.25
"""How far a flattened curve may lie from the drawn one, in pixels of the scan."""

_PROPORTION = 0.01
# Each of a shape's rings may lie in each other one.
MAX_RINGS = 5_000


@dataclass(frozen=True, slots=True)
class DrawingBoard:
    """What a drawing lies on.

    Attributes
    ----------
    image : str or None
        File name of the scan, to find it in the drawing.
    size_px : (width, height) or None
        Of the scan.
    whole : bool
        A shape of several rings is one area, and lines say where they have arrowheads; an area map's
        drawing.
    """

    kinds: tuple[LayerKind, ...]
    image: str | None = None
    size_px: tuple[int, int] | None = None
    whole: bool = False


def from_svg(
    path: Path, board: DrawingBoard, provenance: Mapping[str, Any]
) -> tuple[Document, list[Finding]]:
    """Read a drawing.

    Parameters
    ----------
    provenance : mapping
        Of everything in the drawing, as a map file writes it.

    Returns
    -------
    document : Document
        In the form of a map file, positions in pixels of the scan; each value has the place of its shape.
    findings : list of Finding
        SRC033: shapes that are not read.

    Raises
    ------
    InputError
        SRC001 to SRC003, SRC032: no drawing.  SRC033: a layer or shape that means nothing.  SRC034: no
        telling how the drawing lies on the scan.
    """
    root = parse_svg(read_text(path), path.as_posix())
    reader = _Reader(path.as_posix(), board, root)
    reader.put(("provenance",), dict(provenance), root.place)
    reader.read(root)
    if reader.faults:
        raise InputError(reader.faults)
    return Document(path.as_posix(), reader.data, reader.positions, reader.keys), reader.notes


def to_scan(root: Element, board: DrawingBoard) -> FloatArray:
    """Return the transform from a drawing's user units to pixels of the scan.

    The scan's own picture in the drawing says it, however it was scaled, turned or moved there;
    without one the page must have the scan's proportions; without a scan, user units are pixels.

    Raises
    ------
    InputError
        SRC034 when neither tells.
    """
    if board.size_px is None:
        return IDENTITY
    picture = _find_picture(root, board)
    if picture is not None:
        element, around = picture
        placed = compose(compose(around, transform_of(element)), _picture_box(element, board.size_px))
        linear = placed[:, :2]
        if abs(float(np.linalg.det(linear))) < 1e-12:
            raise _no_scan("the scan's picture in the drawing has no size", element.place)
        back = np.linalg.inv(linear)
        return np.column_stack([back, -back @ placed[:, 2]])
    return _page_to_scan(root, board.size_px)


def _find_picture(root: Element, board: DrawingBoard) -> tuple[Element, FloatArray] | None:
    """Return the scan's <image> and the transform around it: the one of its file name, or the only one."""
    found = [(e, m) for e, m, _ in _elements(root) if e.tag == "image"]
    named = [(e, m) for e, m in found if _file_name(e) == (board.image or "").casefold()]
    if named:
        return named[0]
    return found[0] if len(found) == 1 else None


def _file_name(element: Element) -> str:
    href = element.get("href") or element.get("xlink:href") or ""
    if href.startswith("data:"):
        return ""
    return PurePosixPath(unquote(href).replace("\\", "/")).name.casefold()


def _picture_box(element: Element, size: tuple[int, int]) -> FloatArray:
    """Return the transform from the picture's pixels to the units its element stands in."""
    width, height = size
    wide, high = length(element, "width", float(width)), length(element, "height", float(height))
    x, y = length(element, "x"), length(element, "y")
    across, down = wide / width, high / height
    fit = (element.get("preserveAspectRatio") or "xMidYMid meet").split()
    if fit[0] != "none":
        across = down = max(across, down) if "slice" in fit else min(across, down)
        shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
        x += shares.get(fit[0][1:4], 0.5) * (wide - across * width)
        y += shares.get(fit[0][5:8], 0.5) * (high - down * height)
    return np.array([[across, 0.0, x], [0.0, down, y]])


def _page_to_scan(root: Element, size: tuple[int, int]) -> FloatArray:
    box = _view_box(root)
    if box is None:
        text = "the drawing holds no picture of the scan and no viewBox: nobody can tell where it lies on it"
        raise _no_scan(text, root.place)
    x, y, wide, high = box
    across, down = size[0] / wide, size[1] / high
    if abs(across / down - 1) > _PROPORTION:
        text = (
            f"the drawing holds no picture of the scan, and its page of {wide:g} × {high:g} has not the "
            f"proportions of the scan's {size[0]} × {size[1]} pixels: link the scan into it"
        )
        raise _no_scan(text, root.place)
    return np.array([[across, 0.0, -x * across], [0.0, down, -y * down]])


def _view_box(root: Element) -> tuple[float, float, float, float] | None:
    text = root.get("viewBox")
    if text is None and root.get("width") and root.get("height") and "%" not in (root.get("width") or ""):
        return (0.0, 0.0, length(root, "width"), length(root, "height"))
    try:
        x, y, wide, high = (float(value) for value in (text or "").replace(",", " ").split())
    except ValueError:
        return None
    return (x, y, wide, high) if wide > 0 and high > 0 and np.isfinite([x, y, wide, high]).all() else None


def _no_scan(text: str, place: Place) -> InputError:
    return InputError.single("SRC034", text, place)


_LEFT_OUT = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker", "metadata"})


def _elements(root: Element) -> Iterator[tuple[Element, FloatArray, tuple[Element, ...]]]:
    """Yield each element with the transform around it and the groups it stands in, outermost first."""
    stack: list[tuple[Element, FloatArray, tuple[Element, ...]]] = [
        (child, IDENTITY, ()) for child in reversed(root.children)
    ]
    while stack:
        element, around, groups = stack.pop()
        if element.tag in _LEFT_OUT:
            continue
        yield element, around, groups
        if element.children:
            inner = compose(around, transform_of(element))
            stack += [(child, inner, (*groups, element)) for child in reversed(element.children)]


def is_layer(element: Element) -> bool:
    """Return whether a group is one of Inkscape's layers."""
    return element.tag == "g" and element.get("inkscape:groupmode") == "layer"


def layer_label(element: Element) -> str:
    """Return what a layer is called: its label, or its id in drawings of other programs."""
    return element.get("inkscape:label") or element.get("id") or ""


class _Reader:
    """Collects the features of one drawing in the form of a map file."""

    def __init__(self, file: str, board: DrawingBoard, root: Element) -> None:
        self.file = file
        self.whole = board.whole
        self.labels = by_label(board.kinds)
        self.matrix = to_scan(root, board)
        self.ids = {id: element for element in root.walk() if (id := element.get("id")) is not None}
        self.data: dict[str, Any] = {}
        self.positions: dict[Path_, tuple[int, int]] = {(): (1, 1)}
        self.keys: dict[Path_, tuple[int, int]] = {}
        self.faults: list[Finding] = []
        self.notes: list[Finding] = []
        self.taken: dict[str, int] = {}

    # The document ------------------------------------------------------------------------------

    def put(self, path: Path_, value: object, place: Place) -> None:
        """Set a value and note its place, which is that of all inside."""
        position = (place.line or 1, place.column or 1)
        target = self.data
        for depth, part in enumerate(path[:-1], start=1):
            target = target.setdefault(str(part), {})
            self.positions.setdefault(path[:depth], position)
            self.keys.setdefault(path[:depth], position)
        target[str(path[-1])] = value
        self.positions[path] = self.keys[path] = position

    def fault(self, text: str, place: Place) -> None:
        self.faults.append(Finding("SRC033", Severity.ERROR, text, place))

    # Layers ------------------------------------------------------------------------------------

    def read(self, root: Element) -> None:
        marked = any(is_layer(element) for element in root.walk())
        unknown: set[int] = set()
        for element, around, groups in _elements(root):
            if element.tag not in SHAPES:
                continue
            layers = [group for group in groups if is_layer(group)]
            if not marked:
                # Another program's drawing: its outermost groups are the layers.
                layers = list(groups[:1])
            if any(layer_label(layer).startswith("_") for layer in layers):
                continue
            if not layers:
                self._outside(element)
                continue
            known = [kind for layer in layers if (kind := self._kind(layer)) is not None]
            if known:
                self._attempt(known[-1], element, around, layers[-1])
            elif id(layers[-1]) not in unknown:
                unknown.add(id(layers[-1]))
                self._unknown(layers[-1])

    def _attempt(self, kind: LayerKind, element: Element, around: FloatArray, layer: Element) -> None:
        try:
            found = strokes(element, compose(self.matrix, around), TOLERANCE_PX, self.ids)
            self._feature(kind, element, found, layer)
        except InputError as error:
            self.faults += error.findings

    def _kind(self, layer: Element) -> LayerKind | None:
        return self.labels.get(label_key(layer_label(layer)))

    def _unknown(self, layer: Element) -> None:
        label = layer_label(layer)
        hint = suggestion(label_key(label), self.labels)
        known = ", ".join(dict.fromkeys(kind.kind or kind.section for kind in self.labels.values()))
        text = (
            f"a layer is called '{label}', and nothing it could hold is{hint}; known are {known}; "
            "begin the name with _ to leave the layer out"
        )
        self.fault(text, layer.place)

    def _outside(self, element: Element) -> None:
        text = f"<{element.tag}> lies in no layer and is not read"
        self.notes.append(Finding("SRC033", Severity.WARNING, text, element.place))

    # Features ----------------------------------------------------------------------------------

    def _feature(self, kind: LayerKind, element: Element, found: list[Stroke], layer: Element) -> None:
        if not found:
            self.fault(f"<{element.tag}> draws nothing", element.place)
            return
        entry = self._stated(element)
        if kind.section in ("towns", "marks"):
            points = np.concatenate([stroke.points for stroke in found])
            (spot,) = _points((points.min(axis=0) + points.max(axis=0))[None] / 2)
            self._add(kind, element, {**spot, **entry})
        elif kind.section == "areas" and len(found) > MAX_RINGS:
            text = f"<{element.tag}> has more than {MAX_RINGS} rings; break it apart into several shapes"
            self.fault(text, element.place)
        elif kind.section == "areas":
            parts = [_part(rings) for rings in rings_of(found)]
            if self.whole and parts[1:]:
                parts = [{**parts[0], "more": parts[1:]}]
            for part in parts:
                self._add(kind, element, {**part, **entry})
        else:
            self._line(kind, element, found, entry, layer)

    def _line(
        self, kind: LayerKind, element: Element, found: list[Stroke], entry: dict[str, Any], layer: Element
    ) -> None:
        if len(found) > 1:
            text = f"the line has {len(found)} parts; join them, or break the path apart into several shapes"
            self.fault(text, element.place)
            return
        points = found[0].points
        if found[0].closed:
            points = np.concatenate([points, points[:1]])
        if len(points) < 2:
            self.fault("the line has one point only", element.place)
            return
        drawn = _points(points)
        if kind.section == "start_line":
            self.put(("start_line",), {"points": drawn, **self._stated(layer), **entry}, element.place)
        elif kind.section == "rivers":
            self._add(kind, element, {"ends": "free", "course": drawn, **entry})
        elif self.whole:
            self._add(kind, element, {"through": drawn, "arrow": _arrow(element), **entry})
        else:
            self._add(kind, element, {"through": drawn, **entry})

    def _add(self, kind: LayerKind, element: Element, entry: dict[str, Any]) -> None:
        title = element.child("title")
        label = (element.get("inkscape:label") or (title.text if title is not None else "")).strip()
        id = str(entry.pop("id", "")) or slug(label) or slug(element.get("id") or "") or kind.kind
        if kind.section == "towns":
            entry = {"name": label or id, "class": kind.kind, **entry}
        elif kind.section == "rivers":
            entry = {"kind": kind.kind, **entry}
        if label and kind.section != "marks":
            entry = {"name": label, **entry}
        path: Path_ = (kind.section,) if kind.section in ("towns", "rivers") else (kind.section, kind.kind)
        self.put((*path, self._free(id)), entry, element.place)

    def _free(self, id: str) -> str:
        """Return an id no other feature of the drawing has: a number is put behind a name used twice."""
        free = id
        while free in self.taken:
            # Counting goes on where it stopped: thousands of shapes may have one name.
            self.taken[id] += 1
            free = f"{id}_{self.taken[id]}"
        self.taken[free] = 1
        return free

    def _stated(self, element: Element) -> dict[str, Any]:
        """Return the keys in a shape's description; text of any other form is a note."""
        description = element.child("desc")
        if description is None or not description.text.strip():
            return {}
        try:
            data = parse_yaml(description.text.strip(), self.file).data
        except InputError as error:
            self.fault(f"the description is no list of keys: {error.findings[0].message}", description.place)
            return {}
        return dict(data) if isinstance(data, dict) else {"note": str(data)}


def _part(rings: list[list[dict[str, float]]]) -> dict[str, Any]:
    return {"outline": rings[0], "holes": rings[1:]} if rings[1:] else {"outline": rings[0]}


def _arrow(element: Element) -> str | None:
    """Return at which end of a line an arrowhead is drawn: "start", "end", or None for neither or both."""
    style = element.get("style") or ""
    ends = []
    for end in ("start", "end"):
        stated = [part.partition(":")[2].strip() for part in style.split(";") if f"marker-{end}" in part]
        if [value for value in (*stated, element.get(f"marker-{end}") or "none") if value != "none"]:
            ends.append(end)
    return ends[0] if len(ends) == 1 else None


def _points(points: FloatArray) -> list[dict[str, float]]:
    return [{"x": round(x, 2), "y": round(y, 2)} for x, y in points.tolist()]


def rings_of(found: list[Stroke]) -> list[list[list[dict[str, float]]]]:
    """Return polygons of a shape's strokes: of each the outer ring, then its holes (even-odd rule).

    A ring that was drawn closed repeats its first point; one that was not is left open where its ends
    lie apart, for the map to report.
    """
    closed = [_ring(stroke) for stroke in found if len(stroke.points) >= 3]
    if len(closed) <= 1:
        return [[_points(ring)] for ring in closed] or [[_points(found[0].points)]]
    shapes = shapely.make_valid(shapely.polygons([shapely.linearrings(ring) for ring in closed]))
    outer, inner = shapely.STRtree(shapes).query(shapes, predicate="contains_properly")
    depth = np.bincount(inner, minlength=len(closed))
    next_in = depth[inner] == depth[outer] + 1
    holes: dict[int, list[int]] = {}
    for i, j in zip(outer[next_in].tolist(), inner[next_in].tolist(), strict=True):
        holes.setdefault(i, []).append(j)
    return [
        [_points(closed[k]) for k in (i, *sorted(holes.get(i, ())))]
        for i in range(len(closed))
        if depth[i] % 2 == 0
    ]


def _ring(stroke: Stroke) -> FloatArray:
    points = stroke.points
    gap = float(np.hypot(*(points[0] - points[-1])))
    around = float(np.hypot(*np.diff(points, axis=0).T).sum())
    # A hand closes a ring to a few pixels; what is wider open was meant to be, or forgotten.
    if stroke.closed or gap <= 0.02 * around:
        return np.concatenate([points, points[:1]]) if gap > 0 else points
    return points
