"""The real engine as judge: the pictures it misses are those that MOD010 names, no more and no fewer."""

from __future__ import annotations

import unicodedata
import zipfile
from pathlib import Path

import pytest

from tests.engine import tiny
from tests.validate.recipes import picture
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.validate.run import Selection, validate_path

pytestmark = pytest.mark.engine

PACKED = (
    "SzieberthAdam__rorpbvm/saror007.vmod",
    "SzieberthAdam__rorpbvm/saror009.vmod",
    "SzieberthAdam__rorpbvm/RepublicOfRomePBVM_ImageDefinitions.vmod",
    "jzedwards__vassal-hex-n-counters-template/jzhex-n-counters-template-v12-379.vmod",
)
THERE = ("plain.png", "short", "die.gif", "/images/die.gif", "café.png", "map.gif")
GONE = ("gone.png", "Plain.png", "short.png", "shorter")


def named_missing(path: Path) -> set[str]:
    """Return the pictures that our check misses."""
    found = validate_path(path, selection=Selection(("MOD010",))).findings
    return {str(name) for finding in found for name in finding.data["images"]}


def missed(home: EngineHome, path: Path) -> set[str]:
    """Return the pictures that the engine misses."""
    with Engine(home) as engine:
        return {name for name in OpenModule.open(engine, path).missing_images()[1] if name.strip()}


@pytest.mark.parametrize("name", PACKED)
def test_real_modules_lack_what_the_engine_lacks(home: EngineHome, corpus: Path, name: str) -> None:
    ours, engines = named_missing(corpus / name), missed(home, corpus / name)
    assert ours - engines == set()
    assert engines - ours == set()


def test_every_way_in_which_the_engine_finds_a_picture(home: EngineHome, tmp_path: Path) -> None:
    path = tmp_path / "pictures.vmod"
    plain = tiny.write_module(tmp_path / "plain.vmod")
    slots = "".join(
        f'<VASSAL.build.widget.PieceSlot entryName="P{n}" gpid="{900 + n}">'
        f"+/null/piece;;;{name.replace('/', chr(92) + '/')};P{n}/null;0;0;{900 + n};0"
        "</VASSAL.build.widget.PieceSlot>"
        for n, name in enumerate((*THERE, *GONE))
    )
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(path, "w") as new:
        for entry in old.namelist():
            content = old.read(entry)
            if entry == "buildFile.xml":
                marker = b"<VASSAL.build.widget.PieceSlot"
                assert marker in content
                content = content.replace(marker, slots.encode() + marker, 1)
            new.writestr(entry, content)
        for name in ("plain.png", "short.gif", unicodedata.normalize("NFD", "café.png")):
            new.writestr(f"images/{name}", picture())
    assert missed(home, path) == named_missing(path) == set(GONE)
