"""Pictures: by which names the engine finds one, and how large it is.

Boards without a stated size are as large as their picture.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Collection

from toolkit.diagnostics import InputError
from toolkit.vassal.xml import parse_xml

_LENGTH = re.compile(r"\s*([0-9]{1,9}(?:\.[0-9]*)?)")
# Start-of-frame markers of JPEG; the others of that range are tables and arithmetic coding.
_FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})


# Pictures in the engine's own archive, of any of these releases.
_IMAGES = """
    ConsoleWindow.png Edit16.gif Help16.gif LibraryWindow.png Save16.gif SaveAs16.gif Splash.gif
    Splash.png StepForward.png StepForward16.gif TakeTheTour.png Undo16.gif VASSAL-256x256.png black.jpg
    camera.gif chart.gif chess_clock.png connect.gif counter.gif die.gif disconnect.gif getMessages.gif
    globe_selected.gif globe_unselected.gif inventory.gif keyCommand.gif lockedRoom.gif map.gif
    mm-extension-active.png mm-extension-inactive.png mm-file.png mm-gamefolder-closed.png
    mm-gamefolder-open.png mm-module.png moved.gif notes.gif overview.gif playerAway.gif
    playerLooking.gif postMessage.gif recenter.gif status.gif thread.gif unmoved.gif zoom.png zoomIn.gif
    zoomIn.png zoomOut.gif zoomOut.png
    """
_BUILT_IN: frozenset[str] = frozenset(_IMAGES.split())


def finds_image(name: str, images: Collection[str], made: Collection[str] = ()) -> bool:
    """Return whether the engine finds a picture of this name.

    Parameters
    ----------
    name : str
        As a trait or component has it.
    images : collection of str
        The module's pictures, by their names below ``images``.
    made : collection of str
        Those that the module composes itself.

    Notes
    -----
    The engine also takes a name for one without its ``.gif``, and a name in decomposed Unicode, and has
    pictures of its own (those of the releases 3.2.17 to 3.8.0-beta1 are known here).
    """
    plain = name.removeprefix("/").removeprefix("images/") if name.startswith("/") else name
    for variant in (plain, unicodedata.normalize("NFD", plain), f"{plain}.gif"):
        if variant in images or variant in made or variant in _BUILT_IN:
            return True
    # Anything else under a leading slash is a resource of the engine's, of whatever version.
    return name.startswith("/")


def stands_for_itself(name: str) -> bool:
    """Return whether a picture's name is one: no blank layer, no property to fill in, no expression."""
    return bool(name.strip()) and "$" not in name and not name.startswith("{")


def image_names(entries: Collection[str]) -> dict[str, str]:
    """Return the pictures among a module's entries (also translated ones) by the name that references use."""
    found: dict[str, str] = {}
    for entry in entries:
        folder, _, name = entry.partition("/")
        if name and not name.endswith("/") and (folder == "images" or folder.startswith("images_")):
            found.setdefault(name, entry)
    return found


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
