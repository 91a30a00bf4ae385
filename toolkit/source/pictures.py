"""Picture files of the maker's own: their size, their pixels, and what is wrong with them.

A photograph that says which side is up is turned upright first, as viewers show it, so that pixels are
those a maker reads off the screen.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.files import open_regular

Pixels = npt.NDArray[np.uint8]

_TURNED = (5, 6, 7, 8)
_ORIENTATION = 0x0112


@contextmanager
def _opened(path: Path, place: Place) -> Iterator[Image.Image]:
    try:
        with warnings.catch_warnings():
            # Pillow warns of pictures half as large as it refuses; a scan may be that large.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with open_regular(path) as stream, Image.open(stream) as picture:
                yield picture
    except FileNotFoundError as error:
        raise InputError.single("SRC030", f"no picture {path.as_posix()}", place) from error
    except Image.DecompressionBombError as error:
        text = f"picture {path.as_posix()} has too many pixels; 178 million are read"
        raise InputError.single("SRC030", text, place) from error
    except (OSError, SyntaxError, ValueError) as error:
        # Pillow says all of these of broken files, depending on the format.
        text = f"picture {path.as_posix()} cannot be read: it is cut short, broken or of an unknown kind"
        raise InputError.single("SRC030", text, place) from error


def picture_size(path: Path, place: Place) -> tuple[int, int]:
    """Return a picture's width and height in pixels, as viewers show it.

    Raises
    ------
    InputError
        SRC030 when it is missing or no picture.
    """
    with _opened(path, place) as picture:
        width, height = picture.size
        turned = picture.getexif().get(_ORIENTATION) in _TURNED
    return (height, width) if turned else (width, height)


def read_pixels(path: Path, place: Place) -> Pixels:
    """Return a picture's pixels ``(height, width, 3)``, red, green and blue; what is clear becomes white.

    Raises
    ------
    InputError
        SRC030 when it is missing or no picture.
    """
    with _opened(path, place) as picture:
        upright = ImageOps.exif_transpose(picture)
        if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
            layer = upright.convert("RGBA")
            ground = Image.new("RGBA", layer.size, (255, 255, 255, 255))
            upright = Image.alpha_composite(ground, layer)
        elif upright.mode.startswith("I;16"):
            # Sixteen bits a pixel: the upper eight are what a screen shows.
            upright = Image.fromarray((np.asarray(upright) >> 8).astype(np.uint8))
        return np.asarray(upright.convert("RGB"), dtype=np.uint8)
