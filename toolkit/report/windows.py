"""The windows of a module as a page shows them: how large each is, and the pictures of its boards."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from toolkit.report.pictures import Gallery
from toolkit.vassal.buildfile import BuildFile, MapDefinition
from toolkit.vassal.commands import Board

_MARGIN = 60
_WIDEST = 2400
"""Pixels: a larger board picture is made smaller, or a page could not be posted."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board: where it lies in its window, and its drawing or its ``data:`` address; "" for none."""

    x: int
    y: int
    width: int
    height: int
    svg: str
    data: str


@dataclass(frozen=True, slots=True)
class Pane:
    """A window: its size in pixels, and its boards; without one it is plain ground.

    Attributes
    ----------
    width, height : int
        Of the largest set.
    sets : tuple of tuple of BoardPicture
        The boards it shows, one set after the other as logs lay them; at least one set.
    """

    name: str
    width: int
    height: int
    sets: tuple[tuple[BoardPicture, ...], ...]


def panes_of(
    places: Sequence[tuple[str, int, int, str]],
    windows: BuildFile | None,
    boards: Mapping[str, Sequence[Sequence[Board]]],
    gallery: Gallery,
    first: str = "",
) -> tuple[Pane, ...]:
    """Return the windows in which something is seen, the one with most places first.

    Parameters
    ----------
    places : sequence
        As in `toolkit.report.replay.Replay`.
    boards : mapping of str to sequence of sequence of Board
        What the logs put on each window, one set after the other.
    first : str
        The window that comes before all others.
    """
    spots: dict[str, list[tuple[int, int]]] = {}
    for window, x, y, _ in places:
        spots.setdefault(window, []).append((x, y))
    return tuple(
        _pane(name, spots[name], None if windows is None else windows.maps.get(name), boards, gallery)
        for name in sorted(spots, key=lambda name: (name != first, -len(spots[name])))
    )


def _pane(
    name: str,
    spots: Iterable[tuple[int, int]],
    definition: MapDefinition | None,
    boards: Mapping[str, Sequence[Sequence[Board]]],
    gallery: Gallery,
) -> Pane:
    sets: Sequence[Sequence[Board] | None] = boards.get(name) or (None,)
    pictures = [() if definition is None else tuple(_boards(definition, laid, gallery)) for laid in sets]
    xs, ys = zip(*spots, strict=True)
    known = [] if definition is None else [definition.extent(laid) for laid in sets]
    extents = [extent for extent in known if extent] or [(max(xs) + _MARGIN, max(ys) + _MARGIN)]
    width, height = (max(sizes) for sizes in zip(*extents, strict=True))
    return Pane(name, max(width, 1), max(height, 1), tuple(pictures))


def _boards(
    definition: MapDefinition, boards: Sequence[Board] | None, gallery: Gallery
) -> Iterator[BoardPicture]:
    for shape, _, left, top in definition.placed(definition.chosen(boards)):
        width, height = shape.size
        if width >= 1 << 30:
            continue
        svg = gallery.drawings.get(shape.image, "")
        data = "" if svg else scaled(gallery.content(shape.image))
        yield BoardPicture(left, top, width, height, svg, data)


def scaled(content: bytes | None) -> str:
    """Return a board's picture file as a ``data:`` address, a large one made smaller; "" if it is none."""
    if content is None:
        return ""
    try:
        with Image.open(io.BytesIO(content)) as image:
            image.load()
            plain = image.convert("RGBA")
    except (OSError, ValueError, Image.DecompressionBombError):
        return ""
    ground = Image.new("RGB", plain.size, "#ffffff")
    ground.paste(plain, mask=plain.getchannel("A"))
    ground.thumbnail((_WIDEST, _WIDEST))
    written = io.BytesIO()
    ground.save(written, "WEBP", quality=72, method=4)
    return f"data:image/webp;base64,{base64.b64encode(written.getvalue()).decode()}"
