"""PNG: size, sameness, nothing in it but the picture."""

from __future__ import annotations

import struct

import pytest

from toolkit.render.raster import rasterise
from toolkit.render.svg import Canvas


def picture() -> str:
    canvas = Canvas(40, 20)
    canvas.rect(0, 0, 40, 20, fill="#c00")
    canvas.text("Don", 20, 10, 12, anchor="middle", centred=True)
    return canvas.render()


def chunks(png: bytes) -> list[str]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = [], 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        found.append(name.decode())
        at += length + 12
    return found


def size(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_scale_and_size() -> None:
    assert size(rasterise(picture())) == (40, 20)
    assert size(rasterise(picture(), scale=2.5)) == (100, 50)
    assert size(rasterise(picture(), size=(60, 30))) == (60, 30)


def test_same_bytes_and_no_time_or_text_inside() -> None:
    first = rasterise(picture())
    assert first == rasterise(picture())
    assert set(chunks(first)) == {"IHDR", "IDAT", "IEND"}


def test_letters_leave_ink() -> None:
    blank = Canvas(40, 20)
    blank.rect(0, 0, 40, 20, fill="#c00")
    assert rasterise(picture()) != rasterise(blank.render())


def test_what_is_no_svg() -> None:
    with pytest.raises(ValueError, match=r".+"):
        rasterise("not a picture")
