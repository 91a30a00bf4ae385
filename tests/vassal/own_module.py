"""A module of our own to play with: hexes, squares, regions, a deck, a turn track, counters of many traits.

It is written anew wherever it is needed; what the engines made of a game with it is kept in `data`.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from tests.engine.tiny import element
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import write_container
from toolkit.vassal.traits import (
    Change,
    Clone,
    Delete,
    DynamicProperty,
    Hide,
    KeyCommand,
    Label,
    Layer,
    Mask,
    Moved,
    Prototype,
    Report,
    Rotate,
    SetGlobalProperty,
    Trail,
    alt,
    change_value,
    ctrl,
    marker,
    piece,
)
from toolkit.vassal.traits.wire import Trait

NAME, VERSION = "Bridge of Łódź", "1.2"
SIDES = ("Red", "Blue")
CARDS = ("card-1", "card-2", "card-3", "card-4")
HEXES, SQUARES, REGIONS = "Field", "Streets", "Quarters"
# Counter -> map and location of the start; the names hold what a format may trip over.
START = {
    "red-1": (HEXES, 120, 110),
    "red-2": (HEXES, 207, 160),
    "blue-1": (HEXES, 467, 310),
    "blue-2": (SQUARES, 90, 90),
    "scout": (REGIONS, 200, 150),
}
NAMES = {
    "red-1": "戦車 1/2",
    "red-2": "Łódź; 2nd",
    "blue-1": "6. Armee",
    "blue-2": "O'Brien\\3",
    "scout": "Scout",
}
SIZE = (600, 500)
_MAP = "VASSAL.build.module.map."
_BOARD = _MAP + "boardPicker."


def _traits(counter: str) -> list[Trait | tuple[Trait, str]]:
    """Return what a counter can do, outermost first."""
    step = Layer(images=("", ""), names=("", "reduced+"), name="Step", increase_key=ctrl("R"))
    supply = DynamicProperty(name="Supply", commands=(change_value(ctrl("S"), "no; cut/off"),))
    fights = SetGlobalProperty(
        name="Fights",
        constraints="true,0,99,false",
        commands=(KeyCommand("Fight", ctrl("F"), Change.ADD, ("1",)),),
    )
    common: list[Trait | tuple[Trait, str]] = [
        Prototype(name="Common"),
        marker({"CounterId": counter, "Side": counter.partition("-")[0]}),
    ]
    if counter in CARDS:
        return [Mask(mask_key=ctrl("I")), *common]
    if counter == "scout":
        return [
            Hide(hide_key=ctrl("H")),
            Rotate(6, (ctrl("O").write(), ctrl("P").write(), "CW", "CCW")),
            Trail(),
            *common,
        ]
    if counter.startswith("blue"):
        return [Label(label_key=ctrl("L")), Moved(), Mask(access="side:"), supply, *common]
    report = Report(report_keys=(ctrl("R"),), format="$pieceName$ takes a loss at $location$")
    return [report, step, supply, fights, Clone(menu="Clone"), *common]


def _slot(counter: str, gpid: int) -> str:
    made = piece(_traits(counter), name=NAMES.get(counter, counter), gpid=str(gpid))
    sizes = {"gpid": str(gpid), "height": "40", "width": "40"}
    text = escape(made.add_command().encode())
    return element("VASSAL.build.widget.PieceSlot", text, entryName=counter, **sizes)


def _numbering(tag: str, columns: str = "N") -> str:
    common = {"first": "H", "sep": "", "hDescend": "false", "vDescend": "false", "visible": "true"}
    across = {"hType": columns, "hLeading": "1", "hOff": "1"}
    down = {"vType": "N", "vLeading": "1", "vOff": "1"}
    style = {"stagger": "false", "fontSize": "12", "color": "0,0,0", "locationFormat": "$gridLocation$"}
    return element(_BOARD + "board.mapgrid." + tag, **common, **across, **down, **style)


def _grid(name: str) -> str:
    """Return the grid of a map."""
    shown = {"snapTo": "true", "visible": "true", "color": "0,0,0"}
    if name == REGIONS:
        places = {"Łódź old town": (100, 100), "Factory/depot": (200, 150), "Bridge": (300, 250)}
        regions = "".join(
            element(_BOARD + "board.Region", name=place, originx=str(x), originy=str(y))
            for place, (x, y) in places.items()
        )
        return element(_BOARD + "board.RegionGrid", regions, fontsize="9", snapto="true", visible="true")
    corners = {"cornersLegal": "false", "edgesLegal": "false"}
    if name == SQUARES:
        size = {"dx": "60.0", "dy": "60.0", "x0": "30", "y0": "30"}
        return element(
            _BOARD + "board.SquareGrid", _numbering("SquareGridNumbering", "A"), **size, **shown, **corners
        )
    size = {"dx": "86.6", "dy": "100.0", "x0": "120", "y0": "110", "sideways": "false"}
    return element(_BOARD + "board.HexGrid", _numbering("HexGridNumbering"), **size, **shown, **corners)


def _map(name: str, gpids: dict[str, int]) -> str:
    size = {"width": str(SIZE[0]), "height": str(SIZE[1])}
    board = element(_BOARD + "Board", _grid(name), name=name, image="", color="230,230,220", **size)
    setup = f"<setup>{name}BoardPicker\t{name}\t0\t0</setup>"
    tools = ("ForwardToKeyBuffer", "MenuDisplayer", "StackExpander", "PieceMover", "KeyBufferer")
    parts = "".join(element(_MAP + tool) for tool in tools)
    parts += element(_MAP + "StackMetrics", disabled="false", exSepX="6", exSepY="18")
    for counter, (where, x, y) in START.items():
        if where == name:
            place = {"x": str(x), "y": str(y), "owningBoard": name, "useGridLocation": "false"}
            parts += element(_MAP + "SetupStack", _slot(counter, gpids[counter]), name=counter, **place)
    if name == HEXES:
        deck = {"x": "500", "y": "450", "width": "40", "height": "40", "owningBoard": name}
        deck |= {
            "shuffle": "Via right-click Menu",
            "faceDown": "Always",
            "draw": "true",
            "reversible": "true",
        }
        cards = "".join(_slot(card, gpids[card]) for card in CARDS)
        parts += element(_MAP + "DrawPile", cards, name="Cup", **deck)
    report = "$pieceName$ moves $previousLocation$ -> $location$"
    reports = {"moveWithinFormat": report, "moveToFormat": report}
    window = {"launch": "false", "edgeWidth": "30", "edgeHeight": "20", "moveKey": ""}
    picker = element(_MAP + "BoardPicker", setup + board)
    marks = {"markMoved": "Always", "allowMultiple": "false"}
    return element("VASSAL.build.module.Map", picker + parts, mapName=name, **window, **marks, **reports)


def _turns() -> str:
    level = {"name": "Turn", "property": "Turn", "turnFormat": "$value$", "start": "1", "incr": "1"}
    counted = element("VASSAL.build.module.turn.CounterTurnLevel", **level, loop="true", loopLimit="7")
    keys = {"hotkey": "", "nexthotkey": alt("T").write(), "prevhotkey": ""}
    formats = {"turnFormat": "Turn $level1$", "reportFormat": "It is $newTurn$", "buttonText": "Turn"}
    return element("VASSAL.build.module.turn.TurnTracker", counted, name="Clock", **keys, **formats)


def build_file() -> str:
    """Return the module's buildFile."""
    gpids = {counter: number for number, counter in enumerate((*START, *CARDS), start=1)}
    common = piece([Delete(menu="Delete")], name="Common").add_command().encode()
    prototype = element("VASSAL.build.module.PrototypeDefinition", escape(common), name="Common")
    fights = {"name": "Fights", "initialValue": "0", "isNumeric": "true", "min": "0", "max": "99"}
    die = {"text": "2d6", "name": "2d6", "nDice": "2", "nSides": "6", "reportFormat": "$name$ = $result$"}
    parts = (
        element("VASSAL.build.module.BasicCommandEncoder"),
        element("VASSAL.build.module.Documentation"),
        element("VASSAL.build.module.PlayerRoster", "".join(f"<entry>{side}</entry>" for side in SIDES)),
        element("VASSAL.build.module.GlobalOptions", autoReport="Always", playerIdFormat="$PlayerName$"),
        element("VASSAL.build.module.Chatter"),
        element("VASSAL.build.module.PrototypesContainer", prototype),
        element(
            "VASSAL.build.module.properties.GlobalProperties",
            element("VASSAL.build.module.properties.GlobalProperty", **fights),
        ),
        *(_map(name, gpids) for name in (HEXES, SQUARES, REGIONS)),
        _turns(),
        element("VASSAL.build.module.DiceButton", **die),
        element("VASSAL.build.module.NotesWindow", buttonText="Notes"),
        element(
            "VASSAL.build.module.PieceWindow",
            element(
                "VASSAL.build.widget.ListWidget",
                "".join(_slot(counter, gpid) for counter, gpid in gpids.items()),
                entryName="All",
            ),
            name="Counters",
            text="Counters",
            hidden="false",
        ),
    )
    about = {"name": NAME, "version": VERSION, "VassalVersion": "3.6.0", "nextPieceSlotId": "100"}
    whole = element("VASSAL.build.GameModule", "".join(parts), **about)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + whole


def write_module(path: Path) -> Path:
    """Write the module."""
    about = Metadata(name=NAME, version=VERSION, vassal_version="3.6.0")
    return write_container(path, {"buildFile.xml": build_file().encode(), "moduledata": about.to_xml()})
