"""A module small enough to read: a hex map, three counters, two sides, a die, a deck."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.render.layout import BoardLayout

PITCH = 100.0
COLUMNS, ROWS = 9, 6
SIZE = (900, 760)
FIRST = (120, 110)
START = {"red-1": "0202", "red-2": "0302", "blue-1": "0605"}
CARDS = ("card-1", "card-2", "card-3")
_MAP = "VASSAL.build.module.map."
_BOARD = _MAP + "boardPicker."


@dataclass(frozen=True)
class Faults:
    """What is wrong with a module, on purpose."""

    column_offset: int = 1
    image: str = ""
    asks_for: str = "3.6.0"
    boards: int = 1
    same_gpid: bool = False
    own_data: bool = True
    viewer: str = ""
    report: str = ""


def grid() -> HexGrid:
    """Return the hexes that the module's map shows: 0101 to 0906, even columns half a hex lower."""
    return HexGrid(Orientation.FLAT, PITCH, (0.0, 0.0), 1, COLUMNS, 1, ROWS, "even")


def layout() -> BoardLayout:
    """Return how those hexes lie on the board."""
    return BoardLayout(PITCH, (float(FIRST[0]), float(FIRST[1])), SIZE, PITCH, (0.0, 0.0))


def pixel(number: str) -> tuple[int, int]:
    """Return the board pixel of a hex centre."""
    x, y = layout().to_pixels(grid().centres()[grid().hex(number)]).tolist()
    return round(x), round(y)


def nested(outer: list[str], inner: str) -> str:
    """Return traits outermost first, each inner one a level deeper in separators."""
    text = inner
    for trait in reversed(outer):
        text = trait + "\t" + text.replace("\t", "\\\t")
    return text


def definition(counter: str, gpid: int, image: str = "", report: str = "") -> str:
    """Return the text of a palette slot: a piece with a Delete command, its id as a marker, and a report."""
    told = [f"report;82\\,130;{report};;;;false"] if report else []
    kind = nested([*told, "delete;Delete;68,130;", "mark;CounterId"], f"piece;;;{image};{counter}")
    state = nested([*["-1"] * len(told), "", counter], f"null;0;0;{gpid};0")
    return "+/null/" + kind.replace("/", "\\/") + "/" + state


def element(tag: str, children: str = "", /, **attributes: str) -> str:
    """Return an XML element."""
    written = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{tag}{written}>{children}</{tag}>"


def slot(counter: str, gpid: int, faults: Faults) -> str:
    """Return a palette slot."""
    text = escape(definition(counter, gpid, faults.image, faults.report))
    return element(
        "VASSAL.build.widget.PieceSlot",
        text,
        entryName=counter,
        gpid=str(gpid),
        height="40",
        width="40",
    )


def numbered_grid(column_offset: int) -> str:
    """Return the hex grid and its numbering."""
    numbering = element(
        _BOARD + "board.mapgrid.HexGridNumbering",
        **{
            "first": "H",
            "sep": "",
            "hType": "N",
            "hLeading": "1",
            "hOff": str(column_offset),
            "hDescend": "false",
            "vType": "N",
            "vLeading": "1",
            "vOff": "1",
            "vDescend": "false",
            "stagger": "false",
            "visible": "true",
            "fontSize": "12",
            "color": "0,0,0",
            "locationFormat": "$gridLocation$",
        },
    )
    return element(
        _BOARD + "board.HexGrid",
        numbering,
        dx=str(PITCH * 3**0.5 / 2),
        dy=str(PITCH),
        x0=str(FIRST[0]),
        y0=str(FIRST[1]),
        sideways="false",
        snapTo="true",
        cornersLegal="false",
        edgesLegal="false",
        visible="true",
        color="0,0,0",
    )


def field_map(faults: Faults) -> str:
    """Return the map window with its board, counters, deck and the parts a player's hands need."""
    board = element(
        _BOARD + "Board",
        numbered_grid(faults.column_offset),
        name="Field",
        width=str(SIZE[0]),
        height=str(SIZE[1]),
        image="",
        color="230,230,220",
        reversible="false",
    )
    setup = "<setup>FieldBoardPicker\tField\t0\t0</setup>"
    if faults.boards > 1:
        setup, board = "", board + board.replace('name="Field"', 'name="Other field"')
    names = ("ForwardToKeyBuffer", "MenuDisplayer", "StackExpander", "PieceMover", "KeyBufferer")
    parts = "".join(element(_MAP + name) for name in names)
    if faults.viewer:
        parts += element(_MAP + "CounterDetailViewer", emptyHexReportForma=faults.viewer, delay="500")
    parts += element(_MAP + "StackMetrics", disabled="false", exSepX="6", exSepY="18")
    for number, counter in enumerate(START, start=1):
        x, y = pixel(START[counter])
        place = {"x": str(x), "y": str(y), "owningBoard": "Field", "useGridLocation": "false"}
        parts += element(_MAP + "SetupStack", slot(counter, number, faults), name=counter, **place)
    cards = "".join(slot(card, 10 + n, Faults()) for n, card in enumerate(CARDS))
    deck = {"x": "800", "y": "700", "width": "40", "height": "40", "owningBoard": "Field", "shuffle": "Never"}
    deck |= {"faceDown": "Never", "draw": "true", "drawFaceUp": "false", "reversible": "true"}
    parts += element(_MAP + "DrawPile", cards, name="Cup", **deck)
    return element(
        "VASSAL.build.module.Map",
        element(_MAP + "BoardPicker", setup + board) + parts,
        mapName="Field",
        launch="false",
        edgeWidth="30",
        edgeHeight="20",
        markMoved="Never",
        moveKey="",
        moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$",
        moveToFormat="$pieceName$ moves $previousLocation$ -> $location$",
    )


def build_file(faults: Faults) -> str:
    """Return the module's buildFile."""
    sides = element(
        "VASSAL.build.module.PlayerRoster", "<entry>Red</entry><entry>Blue</entry>", buttonText="Leave"
    )
    options = element("VASSAL.build.module.GlobalOptions", autoReport="Always", playerIdFormat="$PlayerName$")
    die = element(
        "VASSAL.build.module.DiceButton",
        text="1d6",
        name="1d6",
        nDice="1",
        nSides="6",
        reportFormat="$name$ = $result$",
    )
    slots = "".join(
        slot(counter, n, faults) for n, counter in enumerate(START, start=1 if faults.same_gpid else 51)
    )
    palette = element(
        "VASSAL.build.module.PieceWindow",
        element("VASSAL.build.widget.ListWidget", slots, entryName="All"),
        name="Counters",
        text="Counters",
        hidden="false",
    )
    parts = (
        element("VASSAL.build.module.BasicCommandEncoder"),
        element("VASSAL.build.module.Documentation"),
        sides,
        options,
        element("VASSAL.build.module.Chatter"),
        field_map(faults),
        die,
        palette,
    )
    whole = element(
        "VASSAL.build.GameModule",
        "".join(parts),
        name="Tiny",
        version="1.0",
        VassalVersion=faults.asks_for,
        nextPieceSlotId="100",
    )
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + whole


def write_module(path: Path, faults: Faults | None = None, setup: Path | None = None) -> Path:
    """Write the module; `setup` is a save to offer as a predefined set-up "Start"."""
    faults = faults or Faults()
    text = build_file(faults)
    if setup is not None:
        entry = element(
            "VASSAL.build.module.PredefinedSetup",
            name="Start",
            file="start.vsav",
            useFile="true",
            isMenu="false",
        )
        text = text.replace("</VASSAL.build.GameModule>", entry + "</VASSAL.build.GameModule>")
    data = f"<data version='1'><version>1.0</version><VassalVersion>{faults.asks_for}</VassalVersion>"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", text)
        archive.writestr("moduledata", data + "<description/><name>Tiny</name></data>")
        if faults.own_data:
            manifest = {"layout": layout().to_json(), "map_name": "Field"}
            archive.writestr("toolkit/manifest.json", json.dumps(manifest))
            archive.writestr("toolkit/game.json", json.dumps({"map": {"grid": grid().to_json()}}))
        if setup is not None:
            archive.write(setup, "start.vsav")
    return path
