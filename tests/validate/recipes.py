"""The notation of examples in the manual pages, made into real files.

An example is XML without package names: ``<module name="Tiny" version="1" vassal="3.6.0">`` holds components,
``<Piece>`` and ``<Prototype>`` hold traits from the outermost to the innermost between ``|``, a state after
``=>``; ``<image>``, ``<file>`` and ``<save>`` add entries.  A ``<save>`` holds a command a line, each step of
a log after a line ``step``.  An arrow → stands for a tab.  ``<both>`` holds a module and a save that is
judged with it.
"""

from __future__ import annotations

import re
import struct
import zlib
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from toolkit.validate.game_file import GameFile
from toolkit.validate.module_view import ModuleView
from toolkit.vassal import sequence
from toolkit.vassal.commands import ESC, AddPiece
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries
from toolkit.vassal.traits import parse_trait

_BUILD = "VASSAL.build."
_BOARD = _BUILD + "module.map.boardPicker.Board"
_GRID = _BUILD + "module.map.boardPicker.board."
CLASSES = {
    "Map": _BUILD + "module.Map",
    "PrivateMap": _BUILD + "module.PrivateMap",
    "BoardPicker": _BUILD + "module.map.BoardPicker",
    "Board": _BOARD,
    "ZonedGrid": _GRID + "ZonedGrid",
    "Zone": _GRID + "mapgrid.Zone",
    "RegionGrid": _GRID + "RegionGrid",
    "Region": _GRID + "Region",
    "HexGrid": _GRID + "HexGrid",
    "HexGridNumbering": _GRID + "mapgrid.HexGridNumbering",
    "SetupStack": _BUILD + "module.map.SetupStack",
    "DrawPile": _BUILD + "module.map.DrawPile",
    "PlayerRoster": _BUILD + "module.PlayerRoster",
    "PredefinedSetup": _BUILD + "module.PredefinedSetup",
    "GlobalProperties": _BUILD + "module.properties.GlobalProperties",
    "GlobalProperty": _BUILD + "module.properties.GlobalProperty",
    "Piece": _BUILD + "widget.PieceSlot",
    "Prototype": _BUILD + "module.PrototypeDefinition",
    "entry": "entry",
    "setup": "setup",
}


def picture() -> bytes:
    """Return a PNG of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def piece_text(text: str, gpid: str) -> str:
    """Return the add command of ``TRAIT => STATE | TRAIT``."""
    types, states = [], []
    for part in re.split(r"\s+\|\s+", text.strip()):
        kind, _, state = part.partition(" => ")
        types.append(kind.strip())
        if kind.strip().startswith("piece;"):
            states.append(f"null;0;0;{gpid};0")
        else:
            states.append(state.strip() or parse_trait(kind.strip()).initial_state())
    nested = [sequence.encode_nested(items, "\t") for items in (types, states)]
    return AddPiece(None, nested[0], nested[1]).canonical()


def save_bytes(element: etree._Element) -> bytes:
    """Return the ``.vsav`` or ``.vlog`` of a ``<save>``."""
    commands: list[str] = []
    logged = False
    for line in (element.text or "").strip().splitlines():
        if line.strip() == "step":
            logged = True
        elif line.strip():
            commands.append(f"LOG\t{line.strip()}" if logged else line.strip())
    text = ESC.join(commands)
    vassal = str(element.get("vassal", "3.6.0"))
    module = Metadata(
        name=element.get("module"), version=str(element.get("version", "")), vassal_version=vassal
    )
    return container_bytes(game_entries(text, save=Metadata(vassal_version=vassal), module=module))


def _xml(element: etree._Element, entries: dict[str, bytes]) -> str:
    tag = str(element.tag)
    if tag == "image":
        entries[f"images/{element.get('name')}"] = picture()
    elif tag == "file":
        entries[str(element.get("name"))] = (element.text or "").encode()
    elif tag == "save":
        entries[str(element.get("name"))] = save_bytes(element)
    else:
        attributes = {str(key): str(value) for key, value in element.attrib.items()}
        text = escape(element.text or "") if len(element) == 0 or (element.text or "").strip() else ""
        if tag == "Piece":
            attributes = {"entryName": attributes.pop("name"), **attributes}
        if tag in ("Piece", "Prototype"):
            text = escape(piece_text(element.text or "", attributes.get("gpid", "")))
        written = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
        inner = "".join(_xml(child, entries) for child in element)
        name = CLASSES.get(tag, tag)
        return f"<{name}{written}>{text}{inner}</{name}>"
    return ""


def module_bytes(element: etree._Element) -> bytes:
    """Return the ``.vmod`` of a ``<module>``."""
    entries: dict[str, bytes] = {}
    inner = "".join(_xml(child, entries) for child in element)
    name, version = str(element.get("name", "Tiny")), str(element.get("version", "1.0"))
    vassal = str(element.get("vassal", "3.7.0"))
    head = f'name={quoteattr(name)} version="{version}" vassalVersion="{vassal}"'
    entries["buildFile.xml"] = (
        f"<VASSAL.launch.BasicModule {head}>\n{inner}\n</VASSAL.launch.BasicModule>".encode()
    )
    stated = str(element.get("data-version", version))
    entries["moduledata"] = Metadata(name=name, version=stated, vassal_version=vassal).to_xml()
    return container_bytes(entries)


def module_view(text: str | etree._Element) -> ModuleView:
    """Return the module of an example, opened."""
    root = etree.fromstring(text.replace("→", "&#9;")) if isinstance(text, str) else text
    return ModuleView(open_container(module_bytes(root), name="Tiny.vmod"))


def game_file(text: str) -> GameFile:
    """Return the save or log of an example, with its module where it has one."""
    root = etree.fromstring(text.replace("→", "&#9;"))
    save = root if root.tag == "save" else root.find("save")
    around = root.find("module") if root.tag == "both" else None
    module = None if around is None else module_view(around)
    assert save is not None
    return GameFile(read_log(save_bytes(save), name="game.vlog"), "game.vlog", None, module)


def subject(kind: str, text: str) -> ModuleView | GameFile:
    """Return what a check of a kind of subject takes."""
    return module_view(text) if kind == "module" else game_file(text)
