"""A small SVG writer: elements in drawing order, numbers in one form, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from toolkit.render.fonts import EM, REGULAR, Face, cap_height, glyph, text_width

Value = str | float | int
Anchor = Literal["start", "middle", "end"]


def number(value: float, places: int = 2) -> str:
    """Return a number as short as `places` decimals allow, the same on every machine."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def polyline(points: Iterable[Sequence[float]], *, closed: bool = False) -> str:
    """Return path data of straight lines through `points`."""
    data = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{data}{'Z' if closed else ''}" if data else ""


def _attributes(values: dict[str, Value | None]) -> str:
    parts = []
    for key, value in values.items():
        if value is None:
            continue
        name = key.rstrip("_").replace("__", ":").replace("_", "-")
        text = value if isinstance(value, str) else number(value)
        parts.append(f" {name}={quoteattr(text)}")
    return "".join(parts)


class Canvas:
    """An SVG picture in the making.

    Attribute names take ``_`` for ``-`` and ``__`` for ``:``; None leaves an attribute out.

    Parameters
    ----------
    width, height : float
        Size in pixels; one user unit is one pixel at scale 1.
    title : str
        What the picture shows, for readers who cannot see it.
    language : str
        Whose forms of Chinese characters it shows.
    """

    def __init__(self, width: float, height: float, title: str = "", language: str = "en") -> None:
        self.width = width
        self.height = height
        self._title = title
        self._language = language
        self._defs: dict[str, str] = {}
        self._body: list[str] = []

    def add(self, tag: str, **attributes: Value | None) -> None:
        """Draw one element."""
        self._body.append(f"<{tag}{_attributes(attributes)}/>")

    def define(self, key: str, markup: str) -> None:
        """Keep a definition under its id; the first one stays."""
        self._defs.setdefault(key, markup)

    @contextmanager
    def group(self, **attributes: Value | None) -> Iterator[None]:
        """Put everything drawn inside the block into one group."""
        self._body.append(f"<g{_attributes(attributes)}>")
        yield
        self._body.append("</g>")

    def rect(self, x: float, y: float, width: float, height: float, **attributes: Value | None) -> None:
        """Draw a rectangle."""
        self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, r: float, **attributes: Value | None) -> None:
        """Draw a circle."""
        self.add("circle", cx=x, cy=y, r=r, **attributes)

    def path(self, d: str, **attributes: Value | None) -> None:
        """Draw a path; nothing when it is empty."""
        if d:
            self.add("path", d=d, **attributes)

    def line(self, points: Iterable[Sequence[float]], **attributes: Value | None) -> None:
        """Draw straight lines through points, without filling."""
        self.path(polyline(points), fill="none", **attributes)

    def polygon(self, points: Iterable[Sequence[float]], **attributes: Value | None) -> None:
        """Draw a closed polygon."""
        self.path(polyline(points, closed=True), **attributes)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        face: Face = REGULAR,
        fill: str = "#000",
        anchor: Anchor = "start",
        centred: bool = False,
        rotate: float = 0.0,
        tracking: float = 0.0,
        halo: str | None = None,
        halo_width: float = 0.0,
        opacity: float | None = None,
    ) -> None:
        """Draw one line of text as outlines.

        Parameters
        ----------
        x, y : float
            Anchor point on the baseline; with `centred`, on half the height of capitals.
        size : float
            Type size in pixels.
        anchor : {"start", "middle", "end"}
        rotate : float
            Degrees clockwise about the anchor point.
        tracking : float
            Extra space between characters, in ems.
        halo : str, optional
            Colour of a border that sets the text off from what lies under it.
        halo_width : float
            Width of that border on each side, in pixels.
        """
        if not text.strip():
            return
        width = text_width(text, size, face, tracking)
        shift = {"start": 0.0, "middle": -width / 2, "end": -width}[anchor]
        drop = cap_height(face) * size / 2 if centred else 0.0
        scale = size / EM
        turn = f"rotate({number(rotate)})" if rotate else ""
        place = f"translate({number(x)} {number(y)}){turn}translate({number(shift)} {number(drop)})"
        uses = "".join(self._glyph_uses(text, face, tracking))
        label = quoteattr(text)
        frame = f'transform="{place}scale({number(scale, 5)} {number(-scale, 5)})"'
        fade = f' fill-opacity="{number(opacity)}"' if opacity is not None else ""
        if halo is not None and halo_width > 0:
            stroke = number(2 * halo_width / scale, 0)
            self._body.append(
                f'<g {frame} fill="{halo}" stroke="{halo}" stroke-width="{stroke}"'
                f' stroke-linejoin="round"{fade}>{uses}</g>'
            )
        self._body.append(f'<g {frame} fill="{fill}" aria-label={label}{fade}>{uses}</g>')

    def _glyph_uses(self, text: str, face: Face, tracking: float) -> Iterator[str]:
        at = 0.0
        for character in text:
            shape = glyph(face, character, self._language)
            if shape.path:
                self.define(shape.name, f'<path id="{shape.name}" d="{shape.path}"/>')
                place = f' x="{number(at, 0)}"' if at else ""
                yield f'<use xlink:href="#{shape.name}"{place}/>'
            at += shape.advance + tracking * EM

    def render(self) -> str:
        """Return the finished SVG document."""
        width, height = number(self.width), number(self.height)
        head = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        )
        title = f"<title>{escape(self._title)}</title>" if self._title else ""
        defs = f"<defs>{''.join(self._defs.values())}</defs>" if self._defs else ""
        return "\n".join(part for part in (head, title, defs, *self._body, "</svg>") if part) + "\n"
