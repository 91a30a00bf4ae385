"""Many pictures at once: drawn here, made into pixels on all cores, and kept by what they show."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path

from toolkit.module.art import Drawing
from toolkit.render.raster import rasterise

# A few editions of every game; the pictures that were not looked at for longest go first.
_KEPT_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class Darkroom:
    """Where pictures are made.

    Attributes
    ----------
    folder : Path or None
        Where finished pictures are kept by content, at most some 200 MB; None keeps none.
    cores : int
        Processes that work at once; with 1 everything is done here.
    """

    folder: Path | None = None
    cores: int = os.cpu_count() or 1

    def develop(
        self, drawings: Mapping[str, Drawing], drawn: Mapping[str, str] | None = None
    ) -> dict[str, bytes]:
        """Return the PNG of each drawing, the same bytes as `Drawing.png` gives.

        The largest are begun first, so that none is left over at the end.  `drawn` has the SVG of those
        that were drawn before.
        """
        known = drawn or {}
        made: dict[str, bytes] = {name: drawing.content for name, drawing in drawings.items()}
        work: dict[str, tuple[Path | None, Future[bytes]]] = {}
        with ExitStack() as stack:
            pool: Executor | None = None
            for name in sorted((name for name in made if not made[name]), key=partial(_area, drawings)):
                svg, size = known.get(name) or drawings[name].draw(), drawings[name].size
                place = self._place(svg, size)
                kept = _look(place)
                if kept:
                    made[name] = kept
                elif self.cores == 1:
                    made[name] = rasterise(svg, size=size)
                    _keep(place, made[name])
                else:
                    pool = pool or stack.enter_context(ProcessPoolExecutor(self.cores))
                    work[name] = place, pool.submit(rasterise, svg, size=size)
            for name, (place, picture) in work.items():
                made[name] = picture.result()
                _keep(place, made[name])
        if self.folder is not None:
            _tidy(self.folder)
        return made

    def _place(self, svg: str, size: tuple[int, int] | None) -> Path | None:
        """Return the file of a picture: what is drawn, how large, and by which renderer."""
        if self.folder is None:
            return None
        content = f"{_renderer()} {size}\n{svg}"
        return self.folder / f"{hashlib.sha256(content.encode()).hexdigest()}.png"


@cache
def _renderer() -> str:
    return version("resvg_py")


def _area(drawings: Mapping[str, Drawing], name: str) -> int:
    width, height = drawings[name].size or (0, 0)
    return -width * height


def _look(place: Path | None) -> bytes:
    """Return a picture that was kept, and note that it was looked at; b"" when there is none."""
    if place is None:
        return b""
    try:
        content = place.read_bytes()
        os.utime(place)
    except OSError:
        return b""
    return content


def _keep(place: Path | None, picture: bytes) -> None:
    """Keep a picture; where that cannot be, it is drawn again next time."""
    if place is not None:
        with suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            # Two builds may make the same picture at once.
            part = place.with_name(f".{place.name}.{os.getpid()}.part")
            part.write_bytes(picture)
            part.replace(place)


def _tidy(folder: Path) -> None:
    found = sorted(
        ((path.stat().st_mtime, path.stat().st_size, path) for path in folder.glob("*.png")), reverse=True
    )
    total = 0
    for _, size, path in found:
        total += size
        if total > _KEPT_BYTES:
            path.unlink(missing_ok=True)
