"""Pages of modules that are not ours: one with its own board picture, one without, real ones of others."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image, ImageDraw

from tests.vassal import own_module
from toolkit.report.write import replayed, write_page
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import write_container

EVENING = Path(own_module.__file__).parent / "data" / "3.6.0" / "evening-1.vlog"
BOARD = "field.png"


def plain(folder: Path) -> Path:
    """Write the page of a module without any picture, whose log the engine wrote."""
    return _page(own_module.write_module(folder / "plain.vmod"), EVENING)


def pictured(folder: Path) -> Path:
    """Write the page of the same module with a picture for its first board."""
    text = own_module.build_file().replace('image=""', f'image="{BOARD}"', 1)
    about = Metadata(name=own_module.NAME, version=own_module.VERSION, vassal_version="3.6.0")
    files = {"buildFile.xml": text.encode(), "moduledata": about.to_xml(), f"images/{BOARD}": _drawing()}
    return _page(write_container(folder / "pictured.vmod", files), EVENING)


def campaign(folder: Path, corpus: Path) -> Path:
    """Write the page of a log of a campaign that others played; of its module there is only the buildFile."""
    module, source = folder / "campaign.vmod", corpus / "uckelman__tld-mod"
    data = "<data version='1'><version>0</version><VassalVersion>2.9</VassalVersion><name>x</name></data>"
    with zipfile.ZipFile(module, "w") as archive:
        archive.write(source / "1_buildFile", "buildFile")
        archive.writestr("moduledata", data)
    return _page(module, source / "0607-3.log")


def tour(folder: Path, corpus: Path) -> Path:
    """Write the page of the tour that VASSAL comes with, from its module with all pictures."""
    source = corpus / "vassalengine__vassal"
    module = folder / "tour.vmod"
    module.write_bytes((source / "tour.mod").read_bytes())
    return _page(module, source / "tour.log")


OWN: Mapping[str, Callable[[Path], Path]] = {"plain": plain, "pictured": pictured}
OTHERS: Mapping[str, Callable[[Path, Path], Path]] = {"campaign": campaign, "tour": tour}


def _page(module: Path, log: Path) -> Path:
    out = module.with_suffix(".html")
    out.write_text(write_page(replayed([log], module)), encoding="utf-8")
    return out


def _drawing() -> bytes:
    """Return a board as a picture: ground, a river, a town."""
    picture = Image.new("RGB", own_module.SIZE, "#dfe6c8")
    draw = ImageDraw.Draw(picture)
    draw.line([(0, 380), (180, 300), (330, 330), (600, 160)], fill="#5c8fc2", width=18)
    draw.ellipse((250, 120, 330, 190), fill="#b98a6a")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
