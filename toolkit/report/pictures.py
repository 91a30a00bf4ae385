"""The pictures of a module as a page shows them: drawings where the module has them, else its picture files.

A drawing of a stranger's module is taken over only where it draws and does nothing else.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from toolkit.diagnostics import ToolkitError
from toolkit.module.build import DRAWINGS
from toolkit.vassal.containers import Container
from toolkit.vassal.images import image_size
from toolkit.vassal.xml import parse_xml

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_SHAPES = frozenset(
    {
        "circle", "clipPath", "defs", "ellipse", "g", "line", "linearGradient", "marker", "mask", "path",
        "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "symbol", "title", "use",
    }
)  # fmt: skip
_KINDS = {b"\x89PNG": "png", b"GIF8": "gif", b"\xff\xd8\xff": "jpeg", b"BM": "bmp"}
_REFERENCES = ("clip-path", "mask", "fill", "stroke", "marker-start", "marker-mid", "marker-end")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture.

    Attributes
    ----------
    width, height : float
        As the module shows it, in pixels.
    body : str
        Elements of SVG, drawn in `box`; "" for a picture file.
    box : str
        The view box of `body`.
    data : str
        ``data:`` address of a picture file; "" where there is neither: the piece then shows its name.
    """

    width: float
    height: float
    body: str = ""
    box: str = ""
    data: str = ""


@dataclass(slots=True)
class Gallery:
    """All pictures of a module.

    Attributes
    ----------
    drawings : mapping of str to str
        File name → the drawing that the picture was made from.
    definitions : dict
        Id → markup of what several drawings share, such as letters; grows as pictures are asked for.
    """

    container: Container | None
    drawings: Mapping[str, str]
    definitions: dict[str, str] = field(default_factory=dict)
    _known: dict[str, Picture | None] = field(default_factory=dict)

    def picture(self, name: str) -> Picture | None:
        """Return a picture by its file name; None where the module has none of that name."""
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def size(self, name: str) -> tuple[int, int] | None:
        """Return the size of a picture file, in pixels."""
        content = self.content(name)
        return None if content is None else image_size(content)

    def file(self, name: str) -> str:
        """Return a picture file as a ``data:`` address; "" without one, or of a kind that no page shows."""
        content = self.content(name)
        if content is None:
            return ""
        kind = next((kind for start, kind in _KINDS.items() if content.startswith(start)), None)
        return "" if kind is None else f"data:image/{kind};base64,{base64.b64encode(content).decode()}"

    def content(self, name: str) -> bytes | None:
        """Return a picture file; None where the module has none of this name."""
        if self.container is None or not name:
            return None
        for entry in (f"images/{name}", f"images/{name}.gif"):
            if entry in self.container:
                return self.container.read(entry)
        return None

    def _find(self, name: str) -> Picture | None:
        size = self.size(name)
        drawing = self.drawings.get(name) or self._svg_file(name)
        if drawing:
            drawn = self._taken_over(drawing)
            if drawn is not None:
                body, box = drawn
                width, height = size or _size(box)
                return Picture(width, height, body, box)
        data = self.file(name)
        return Picture(*size, data=data) if data and size is not None else None

    def _svg_file(self, name: str) -> str:
        content = self.content(name)
        return content.decode("utf-8", "replace") if content is not None and b"<svg" in content[:4096] else ""

    def _taken_over(self, drawing: str) -> tuple[str, str] | None:
        """Return body and view box of a drawing; None where it holds more than shapes."""
        try:
            root = parse_xml(drawing.encode("utf-8"), name="svg", code="LOG022")
        except ToolkitError:
            return None
        box = root.get("viewBox") or f"0 0 {root.get('width', '')} {root.get('height', '')}"
        if not all(map(_is_harmless, root.iter())) or _size(box) == (0.0, 0.0):
            return None
        renamed = self._share(root)
        for element in root.iter(etree.Element):
            _refer(element, renamed)
        body = "".join(_markup(child) for child in root if child.tag not in (f"{_SVG}defs", f"{_SVG}title"))
        return body, box

    def _share(self, root: etree._Element) -> dict[str, str]:
        """Keep what a drawing defines; return new names for what another one calls the same."""
        renamed: dict[str, str] = {}
        for element in root.iterfind(f"{_SVG}defs/*"):
            id_, markup = element.get("id", ""), _markup(element)
            name, count = id_, 1
            while self.definitions.get(name, markup) != markup:
                count += 1
                name = f"{id_}-{count}"
            self.definitions[name] = markup
            if name != id_:
                renamed[id_] = name
                element.set("id", name)
                self.definitions[name] = _markup(element)
        return renamed


def _markup(element: etree._Element) -> str:
    text = etree.tostring(element, encoding="unicode", with_tail=False)
    return text.replace(' xmlns="http://www.w3.org/2000/svg"', "").replace(
        ' xmlns:xlink="http://www.w3.org/1999/xlink"', ""
    )


def _is_harmless(element: etree._Element) -> bool:
    """Return whether an element only draws: no script, no style sheet, nothing from elsewhere."""
    # Comments and the like have no name.
    tag = str(element.tag).removeprefix(_SVG)
    if tag not in _SHAPES and tag != "svg":
        return False
    for name, value in element.attrib.items():
        plain = str(name).rpartition("}")[2].lower()
        text = str(value)
        if plain.startswith("on") or plain == "style" or ("url(" in text and "url(#" not in text):
            return False
        if plain == "href" and not text.startswith("#"):
            return False
    return True


def _refer(element: etree._Element, renamed: Mapping[str, str]) -> None:
    target = element.get(_HREF, "")[1:]
    if target in renamed:
        element.set(_HREF, f"#{renamed[target]}")
    for name in _REFERENCES:
        value = element.get(name, "")
        inner = value.removeprefix("url(#").removesuffix(")")
        if inner != value and inner in renamed:
            element.set(name, f"url(#{renamed[inner]})")


def _size(box: str) -> tuple[float, float]:
    try:
        _, _, width, height = (float(part) for part in box.replace(",", " ").split())
    except ValueError:
        return 0.0, 0.0
    return width, height


def _drawings(container: Container | None) -> Mapping[str, str]:
    if container is None or DRAWINGS not in container:
        return {}
    try:
        found = json.loads(container.read(DRAWINGS))
    except ValueError:
        return {}
    return {str(name): str(svg) for name, svg in found.items()} if isinstance(found, dict) else {}


def gallery_of(container: Container | None) -> Gallery:
    """Return the pictures of a module; without one there are none."""
    return Gallery(container, _drawings(container))
