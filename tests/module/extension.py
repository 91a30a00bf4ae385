"""A test extension: one more division for the game's module, as a player's own addition would be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lxml import etree

from toolkit.games.gj47.module.units import unit_piece
from toolkit.module.art import Drawing
from toolkit.module.buildfile import component, to_xml
from toolkit.module.parts import ModuleParts
from toolkit.module.pieces import Piece, slot
from toolkit.module.root import VASSAL_VERSION
from toolkit.render import draw_counter
from toolkit.source.counters import Counter
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import write_container

EXTENSION_ID = "x1a"


def new_division(parts: ModuleParts) -> Counter:
    model = next(counter for counter in parts.shop.game.counters if counter.id == "ger-pz-9")
    names = replace(model.names, en="99th Panzer Division", ja=None, zh=None)
    return replace(model, id="ext-pz-99", gpid=1, names=names, short="99Pz")


def division_piece(parts: ModuleParts, counter: Counter) -> Piece:
    return unit_piece(counter, parts.shop, {item.name: item for item in parts.prototypes})


def write_extension(parts: ModuleParts, out: Path) -> Path:
    """Write a ``.vmdx`` that puts one more division into the palette."""
    equipment = parts.shop.equipment
    counter = new_division(parts)
    panel = component("ListWidget", [slot(division_piece(parts, counter))], entryName="Extension")
    target = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:Pieces"
    root = component(
        "ModuleExtension",
        [component("ExtensionElement", [panel], target=target)],
        anyModule=False,
        description="One more division",
        extensionId=EXTENSION_ID,
        module=equipment.names.en,
        moduleVersion=equipment.version,
        nextPieceSlotId=2,
        vassalVersion=VASSAL_VERSION,
        version="1.0",
    )
    tree = etree.fromstring(to_xml(root))
    # A piece of an extension has the extension's id before its number.
    for element in tree.iter("VASSAL.build.widget.PieceSlot"):
        text = element.text or ""
        element.set("gpid", f"{EXTENSION_ID}:1")
        element.text = text.replace("null;0;0;1;0", f"null;0;0;{EXTENSION_ID}:1;0")
    data = Metadata(
        version="1.0",
        vassal_version=VASSAL_VERSION,
        description="One more division",
        module_name=equipment.names.en,
        module_version=equipment.version,
    )
    pictures = {
        f"images/unit_{counter.id}{suffix}.png": Drawing(
            lambda face=face: draw_counter(counter, face), (72, 72)
        )
        for face, suffix in (("full", ""), ("reduced", "_reduced"))
    }
    entries = {
        "buildFile.xml": etree.tostring(tree, encoding="UTF-8", xml_declaration=True),
        "extensiondata": data.to_xml(),
    }
    return write_container(out, entries | {name: drawing.png() for name, drawing in pictures.items()})
