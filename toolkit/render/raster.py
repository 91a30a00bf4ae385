"""SVG to PNG, with the same bytes on every machine."""

from __future__ import annotations

import resvg_py


def rasterise(svg: str, *, scale: float = 1.0, size: tuple[int, int] | None = None) -> bytes:
    """Return a picture as PNG.

    Parameters
    ----------
    svg : str
        A whole SVG document whose text is already outlines: no font of the system is looked at.
    scale : float
        Pixels for each user unit.
    size : (int, int), optional
        Width and height in pixels instead of `scale`; keep the picture's proportions.

    Returns
    -------
    bytes
        PNG, 8 bit RGBA, without time or text chunks.

    Raises
    ------
    ValueError
        If `svg` is no SVG document.
    """
    width, height = size if size is not None else (None, None)
    zoom = None if size is not None else scale
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, zoom=zoom, skip_system_fonts=True)
    )
