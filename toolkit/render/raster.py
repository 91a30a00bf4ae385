"""SVG to PNG, with the same bytes on every machine."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt
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


def png_of(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return pixels ``(height, width, 3)`` as PNG, 8 bit RGB, the same bytes for the same pixels.

    Written here and not by an imaging library, whose compressor may choose other bytes on another
    machine.  Rows are filtered by the difference to the row above (PNG specification, 9.2).
    """
    height, width, _ = pixels.shape
    rows = pixels.reshape(height, width * 3)
    filtered = np.empty((height, width * 3 + 1), dtype=np.uint8)
    filtered[:, 0] = 2
    filtered[0, 1:] = rows[0]
    filtered[1:, 1:] = rows[1:] - rows[:-1]
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(filtered.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
