"""Drawings are taken over where they only draw; what two of them call alike is kept apart."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from toolkit.module.build import DRAWINGS
from toolkit.render.raster import rasterise
from toolkit.report.pictures import Gallery, gallery_of
from toolkit.vassal.containers import open_container

_SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_HEAD = f'<svg {_SPACES} width="10" height="10" viewBox="0 0 10 10">'


def _gallery(**drawings: str) -> Gallery:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("buildFile.xml", "<VASSAL.build.GameModule/>")
        archive.writestr(DRAWINGS, json.dumps({f"{name}.png": svg for name, svg in drawings.items()}))
        for name in drawings:
            archive.writestr(f"images/{name}.png", rasterise(f'{_HEAD}<rect width="10" height="10"/></svg>'))
    return gallery_of(open_container(file.getvalue(), name="module"))


def test_a_drawing_is_shown_as_it_is() -> None:
    picture = _gallery(one=f'{_HEAD}<title>one</title><rect width="10" height="10"/></svg>').picture(
        "one.png"
    )
    assert picture is not None
    assert (picture.body, picture.box) == ('<rect width="10" height="10"/>', "0 0 10 10")


@pytest.mark.parametrize(
    "harm",
    [
        "<script>alert(1)</script>",
        '<rect width="1" height="1" onload="alert(1)"/>',
        '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>',
        '<use xlink:href="https://example.org/x.svg#a"/>',
        '<rect width="1" height="1" fill="url(https://example.org/x)"/>',
        '<rect width="1" height="1" style="fill:red"/>',
        "<foreignObject><p>x</p></foreignObject>",
        '<image href="https://example.org/x.png"/>',
        "<style>*{display:none}</style>",
        '<animate attributeName="href"/>',
        "<rect",
    ],
)
def test_a_drawing_that_does_more_is_shown_as_its_picture_file(harm: str) -> None:
    picture = _gallery(one=f"{_HEAD}{harm}</svg>").picture("one.png")
    assert picture is not None
    assert picture.body == ""
    assert picture.data.startswith("data:image/png;base64,")


def test_what_drawings_share_is_kept_once_and_what_differs_apart() -> None:
    gallery = _gallery(
        one=f'{_HEAD}<defs><path id="a" d="M0 0"/></defs><use xlink:href="#a"/></svg>',
        two=f'{_HEAD}<defs><path id="a" d="M0 0"/></defs><use xlink:href="#a"/></svg>',
        three=f'{_HEAD}<defs><path id="a" d="M1 1"/></defs><use xlink:href="#a"/></svg>',
    )
    bodies = [picture.body for name in ("one", "two", "three") if (picture := gallery.picture(f"{name}.png"))]
    assert bodies == ['<use xlink:href="#a"/>', '<use xlink:href="#a"/>', '<use xlink:href="#a-2"/>']
    assert sorted(gallery.definitions) == ["a", "a-2"]


def test_a_picture_that_is_not_there_is_none() -> None:
    assert _gallery().picture("nothing.png") is None
    assert gallery_of(None).picture("nothing.png") is None
