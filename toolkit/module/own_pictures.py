"""Pictures of the maker's own in place of drawn ones: a scan of the printed map, counters of the sheet."""

from __future__ import annotations

import difflib
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolkit.diagnostics import Finding, Place, Severity, ToolkitError
from toolkit.diagnostics.files import packed_file
from toolkit.render.layout import BoardLayout
from toolkit.source.document import Document

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Signature, length and type of the first chunk, then width and height (PNG specification, 11.2.2).
_HEADER = struct.Struct(">8s8xII")


@dataclass(frozen=True, slots=True)
class OwnPicture:
    """A PNG file that stands for a drawn picture.

    Attributes
    ----------
    name : str
        File name of the picture it replaces, e.g. ``"map.png"``.
    size : (int, int)
        Width and height in pixels.
    place : Place
        Where ``module.yaml`` names it.
    """

    name: str
    content: bytes
    size: tuple[int, int]
    place: Place


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A picture under the hexes in place of the drawn map, and how the hexes lie on it.

    Attributes
    ----------
    content : bytes
        PNG of `layout.size_px`.
    """

    layout: BoardLayout
    content: bytes


def read_own_pictures(
    named: Mapping[str, str], folder: Path, document: Document
) -> tuple[tuple[OwnPicture, ...], list[Finding]]:
    """Return the pictures that ``module.yaml`` names, and what is wrong with them.

    Parameters
    ----------
    named : mapping
        Name of the drawn picture → path of a PNG file below `folder`.
    folder : Path
        The game's folder.
    document : Document
        ``module.yaml``, for places.

    Returns
    -------
    tuple of OwnPicture, list of Finding
        ``MOD003``: the file is missing, cannot be read or is no PNG.
    """
    pictures: list[OwnPicture] = []
    findings: list[Finding] = []
    for name, file in named.items():
        place = document.place("pictures", name)
        try:
            content = packed_file(folder, folder / file)
            signature, width, height = _HEADER.unpack_from(content)
        except OSError as error:
            findings.append(_missing(f"picture {file}: {error.strerror}", place))
        except struct.error:
            findings.append(_missing(f"picture {file} is no PNG", place))
        else:
            if signature == _SIGNATURE:
                pictures.append(OwnPicture(name, content, (width, height), place))
            else:
                findings.append(_missing(f"picture {file} is no PNG", place))
    return tuple(pictures), findings


def _missing(message: str, place: Place) -> Finding:
    return Finding("MOD003", Severity.ERROR, message, place)


Sizes = Mapping[str, tuple[int, int] | None]


def check_own_pictures(pictures: Sequence[OwnPicture], sizes: Sizes) -> None:
    """Refuse pictures that replace nothing or do not fit.

    Parameters
    ----------
    sizes : mapping
        Each picture of the module → width and height in pixels, None where any size will do.

    Raises
    ------
    ToolkitError
        ``MOD004``: the module has no picture of that name.  ``MOD005``: a board's picture must have the
        board's size, or pieces would stand beside their hexes and boxes.
    """
    findings = list(_faults(pictures, sizes))
    if findings:
        raise ToolkitError(findings)


def _faults(pictures: Sequence[OwnPicture], sizes: Sizes) -> Iterator[Finding]:
    for picture in pictures:
        fitting = sizes.get(picture.name)
        if picture.name not in sizes:
            near = difflib.get_close_matches(picture.name, sizes, n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            message = f"the module has no picture '{picture.name}'{hint}"
            yield Finding("MOD004", Severity.ERROR, message, picture.place)
        elif fitting is not None and fitting != picture.size:
            message = f"the picture is {_words(picture.size)} pixels, {_words(fitting)} fit"
            yield Finding("MOD005", Severity.ERROR, message, picture.place)


def _words(size: tuple[int, int]) -> str:
    return f"{size[0]} × {size[1]}"
