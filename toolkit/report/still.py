"""Still pictures of a replay, and films of several steps, for posting."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from PIL import Image

from toolkit.render.raster import rasterise
from toolkit.render.svg import number

_FAN = 7.0
_WIDEST = 1600
_STILL_MS = 900

Table = dict[int, list[int]]
"""Piece → place, look, name, level, kind."""


def tables(data: Mapping[str, Any], wanted: Sequence[int]) -> list[Table]:
    """Return the tables after some frames of `toolkit.report.data.page_data`, in ascending order."""
    now: Table = {}
    found: list[Table] = []
    for index, frame in enumerate(data["frames"]):
        for piece, *standing in frame[2] if len(frame) > 2 else ():
            if standing:
                now[piece] = standing
            else:
                del now[piece]
        if index in wanted:
            found.append(dict(now))
    return found


def frame_of(data: Mapping[str, Any], step: int) -> int | None:
    """Return the frame of a step of the first log; None where there is none."""
    return next((i for i, frame in enumerate(data["frames"]) if frame[:2] == [0, step]), None)


def boards_at(data: Mapping[str, Any], frame: int, pane: int = 0) -> Sequence[Mapping[str, Any]]:
    """Return the boards that a window shows after a frame."""
    laid = [number for at, window, number in data["laid"] if window == pane and at <= frame]
    found: Sequence[Mapping[str, Any]] = data["panes"][pane]["sets"][laid[-1] if laid else 0]
    return found


def draw_still(data: Mapping[str, Any], table: Table, pane: int = 0, frame: int = 0) -> str:
    """Return a window with its pieces as SVG.

    Parameters
    ----------
    data : mapping
        Of `toolkit.report.data.page_data`.
    table : dict
        Of `tables`.
    pane : int
        Place of the window in the data.
    frame : int
        Whose boards lie in the window.
    """
    shape = data["panes"][pane]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{shape["w"]}" height="{shape["h"]}" viewBox="0 0 {shape["w"]} {shape["h"]}">',
        f"<defs>{data['shared']}</defs>",
        f'<rect width="{shape["w"]}" height="{shape["h"]}" fill="#e9e1cd"/>',
        *(_board(board) for board in boards_at(data, frame, pane)),
    ]
    stacks: dict[int, list[list[int]]] = {}
    for piece, standing in sorted(table.items(), key=lambda item: (item[1][3], item[0])):
        if data["places"][standing[0]][0] == pane:
            stacks.setdefault(standing[0], []).append([piece, *standing])
    for place, pieces in stacks.items():
        _, x, y, _ = data["places"][place]
        step = min(_FAN, 36 / max(1, len(pieces) - 1))
        for index, standing in enumerate(pieces):
            parts.append(f'<g transform="translate({number(x + index * step)} {number(y - index * step)})">')
            parts += _piece(data, standing[2])
            parts.append("</g>")
    return "".join((*parts, "</svg>"))


def _board(board: Mapping[str, Any]) -> str:
    frame = f'x="{board["x"]}" y="{board["y"]}" width="{board["w"]}" height="{board["h"]}"'
    if "svg" in board:
        content = base64.b64encode(board["svg"].encode("utf-8")).decode()
        return f'<image {frame} href="data:image/svg+xml;base64,{content}"/>'
    return f'<image {frame} href="{escape(board["src"])}"/>' if board["src"] else ""


def _piece(data: Mapping[str, Any], look: int) -> Iterable[str]:
    drawn = False
    for picture, x, y, scale, angle in data["looks"][look]:
        found = data["pictures"][picture]
        if found is None:
            continue
        drawn = True
        width, height = found["w"] * scale, found["h"] * scale
        frame = (
            f'x="{number(x - width / 2)}" y="{number(y - height / 2)}" width="{number(width)}"'
            f' height="{number(height)}"'
        )
        turned = f' transform="rotate({angle})"' if angle else ""
        if "body" in found:
            body = f'<svg {frame} viewBox="{found["box"]}" preserveAspectRatio="none">{found["body"]}</svg>'
            yield f"<g{turned}>{body}</g>"
        else:
            yield f'<image {frame}{turned} href="{found["src"]}"/>'
    if not drawn:
        yield '<rect x="-32" y="-32" width="64" height="64" rx="4" fill="#f7f3e6" stroke="#1b1a17"/>'


def still(data: Mapping[str, Any], frame: int, pane: int = 0) -> bytes:
    """Return a window after a frame as PNG, at most 1,600 pixels wide or high."""
    (table,) = tables(data, [frame])
    return rasterise(draw_still(data, table, pane, frame), scale=_scale(data, pane))


def film(data: Mapping[str, Any], frames: Sequence[int], pane: int = 0) -> bytes:
    """Return a window after each of some frames as a moving PNG; steps that change nothing are left out.

    Parameters
    ----------
    data, pane
        As in `draw_still`.
    frames : sequence of int
        In ascending order, at least one.
    """
    shown = zip(frames, tables(data, frames), strict=True)
    drawings = [draw_still(data, table, pane, frame) for frame, table in shown]
    drawings = list(dict.fromkeys(drawings))
    pictures = [
        Image.open(io.BytesIO(rasterise(svg, scale=_scale(data, pane)))).convert("RGB") for svg in drawings
    ]
    written = io.BytesIO()
    first, *rest = pictures
    first.save(written, "PNG", save_all=True, append_images=rest, duration=_STILL_MS, loop=0)
    return written.getvalue()


def _scale(data: Mapping[str, Any], pane: int) -> float:
    shape = data["panes"][pane]
    return float(min(1.0, _WIDEST / max(shape["w"], shape["h"])))
