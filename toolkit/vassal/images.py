"""How large a picture is, from its first bytes: boards without a stated size are as large as their
picture.
"""

from __future__ import annotations

import re
import struct

from toolkit.diagnostics import InputError
from toolkit.vassal.xml import parse_xml

_LENGTH = re.compile(r"\s*([0-9]{1,9}(?:\.[0-9]*)?)")
# Start-of-frame markers of JPEG; the others of that range are tables and arithmetic coding.
_FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})


def image_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels of a PNG, GIF, JPEG, BMP or SVG picture; None for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith((b"GIF87a", b"GIF89a")) and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data.startswith(b"BM") and len(data) >= 26:
        width, height = struct.unpack("<ii", data[18:26])
        return abs(width), abs(height)
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if b"<svg" in data[:4096]:
        return _svg(data)
    return None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        if marker == 0xFF:
            at += 1
            continue
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _svg(data: bytes) -> tuple[int, int] | None:
    try:
        root = parse_xml(data, name="svg", code="LOG022")
    except InputError:
        return None
    found = [_LENGTH.match(root.get(name, "")) for name in ("width", "height")]
    if found[0] is not None and found[1] is not None and "%" not in root.get("width", ""):
        return round(float(found[0][1])), round(float(found[1][1]))
    box = root.get("viewBox", "").replace(",", " ").split()
    if len(box) == 4:
        try:
            return round(float(box[2])), round(float(box[3]))
        except (ValueError, OverflowError):
            return None
    return None
