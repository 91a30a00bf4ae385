"""Maps of the module: the main map with its hex grid, windows of boxes, and each side's private window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.geometry.grid import HexGrid
from toolkit.module.boards import Window, zones
from toolkit.module.buildfile import Component, Value, component, text_component
from toolkit.module.counters import MAIN_MAP
from toolkit.module.hex_numbers import board_grid
from toolkit.module.hexinfo import HEX, PLACE
from toolkit.module.keys import Key, alt, named
from toolkit.module.markers import MOVED_HERE
from toolkit.module.slots import fitting_zoom
from toolkit.render.layout import BoardLayout
from toolkit.vassal.sequence import encode

MAP_IMAGE = "map.png"
SETUP_IMAGE = "setup_marks.png"
MARK_UNMOVED = named("markUnmoved")
SOLITAIRE = "Solitaire"
REFEREE = "Referee"

_ZOOM_LEVELS = (0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.6)
_ZOOM_MAP = 0.625
_ROOM = 1240  # pixels that a screen of 1,280 has for the width of a board
PIECE_NAME = "$pieceName$"
"""What the viewer says of a piece."""

_REPORT = "$pieceName$: $previousLocation$ → $location$ *"
_CREATED = "$pieceName$ created in $location$ *"


def main_map(grid: HexGrid, layout: BoardLayout, stack: str, extras: Iterable[Component] = ()) -> Component:
    """Return the main map; `stack` is what the viewer says above the pieces of a hex."""
    board = component("Board", [board_grid(grid, layout)], name=MAIN_MAP, image=MAP_IMAGE, reversible=False)
    room = [level for level in _ZOOM_LEVELS if level <= 1 and level * layout.size_px[0] <= _ROOM]
    return map_of_board(board, HEX, [_hex_thread(), *extras], max([_ZOOM_MAP, *room]), stack=stack)


def map_of_board(
    board: Component,
    empty_place: str,
    extras: Iterable[Component] = (),
    zoom: float = _ZOOM_MAP,
    *,
    piece_text: str = PIECE_NAME,
    stack: str = "",
    marks: Iterable[str] = (),
    silent: Iterable[str] = (),
) -> Component:
    """Return the main map with any board.

    The texts are what the viewer says without pieces, of each piece, and above pieces where that is more.
    It looks through pieces of the kinds `marks`.
    Moves of `silent` pieces, by their names in all languages, are not reported: another line says what they
    mean.
    """
    return component(
        "Map",
        [
            _picker(MAIN_MAP, board),
            *_usual(zoom, _viewer(empty_place, stack or empty_place, piece_text, marks), stacking=True),
            _overview(),
            *extras,
            *_handy(),
        ],
        **_map_attributes(MAIN_MAP, launch=False, report=_moves(silent)),
        moveKey=MOVED_HERE.write(),
        markUnmovedHotkey=MARK_UNMOVED.write(),
        markUnmovedText="Unmark",
        markUnmovedTooltip="Take all moved marks off",
    )


def piece_layers(name: str, values: Sequence[str]) -> Component:
    """Return the order in which a map draws pieces: by the values of a property, the lowest first.

    Pieces with any other value lie above all these.  Pieces of two layers are never one stack
    (VASSAL.build.module.map.LayeredPieceCollection).
    """
    order = encode(values, ",") or ""
    return component("LayeredPieceCollection", description="", property=name, layerOrder=order)


def setup_layer() -> Component:
    """Return the layer of set-up marks under the pieces of a map: off until somebody sets up by it."""
    return component(
        "MapShader",
        name="Set-up marks",
        alwaysOn=False,
        startsOn=False,
        buttonText="Set-up hexes",
        tooltip="Show or hide where sides and armies set up",
        icon="",
        hotkey="",
        boards="Yes",
        boardList="",
        type="Background",
        drawOver=False,
        pattern="Custom Image",
        color="0,0,0",
        image=SETUP_IMAGE,
        scaleImage=True,
        opacity=100,
        border=False,
        borderColor="0,0,0",
        borderWidth=1,
        borderOpacity=100,
    )


def _overview() -> Component:
    return component(
        "GlobalMap",
        tooltip="Overview",
        buttonText="",
        icon="/images/overview.gif",
        hotkey="",
        scale="0.13",
        color="255,0,0",
    )


def _hex_thread() -> Component:
    return component(
        "LOS_Thread",
        threadName="Range",
        label="Range",
        tooltip="Count hexes",
        iconName="/images/thread.gif",
        hotkey=alt("L").write(),
        report="",
        persistence="Never",
        persistentIconName="",
        snapStart=True,
        snapEnd=True,
        snapLOS=True,
        drawRange=True,
        scale=1,
        round="Nearest whole number",
        hideCounters=False,
        hideOpacity=0,
        losThickness=2,
        threadColor="200,0,0",
        rangeFg="255,255,255",
        rangeBg="0,0,0",
    )


def _handy() -> list[Component]:
    return [
        component(
            "HidePiecesButton",
            buttonText="",
            tooltip="Hide all pieces on this map",
            hotkey=alt("H").write(),
            showingIcon="/images/globe_unselected.gif",
            hiddenIcon="/images/globe_selected.gif",
            icon="/images/globe_unselected.gif",
        ),
        component(
            "Flare",
            flareName="Flare",
            flareKey="keyAlt",
            circleSize=120,
            circleColor="255,0,0",
            circleScale=True,
            flarePulses=6,
            flarePulsesPerSec=3,
            reportFormat="$PlayerSide$ points at $FlareLocation$",
        ),
    ]


def box_window(
    window: Window, key: Key, extra: Iterable[Component] = (), *, reports: bool = True
) -> Component:
    """Return a window everyone sees; without reports no chat line names what is moved in it."""
    return open_window(window.name, _box_board(window), key, window.size, extra, reports=reports)


def open_window(
    name: str,
    board: Component,
    key: Key,
    size: tuple[int, int],
    extra: Iterable[Component] = (),
    *,
    reports: bool,
    piece_text: str = PIECE_NAME,
) -> Component:
    """Return a window with any board that everyone may open; without reports no chat line names a piece."""
    attributes = _map_attributes(name, launch=True, report=_REPORT if reports else "")
    attributes |= {"buttonName": name, "hotkey": key.write(), "tooltip": f"Show or hide: {name}"}
    return component(
        "Map",
        [_picker(name, board), *_usual(fitting_zoom(size), _viewer(PLACE, PLACE, piece_text)), *extra],
        **attributes,
        moveKey=MOVED_HERE.write(),
    )


def private_window(window: Window, owner: str, key: Key, extra: Iterable[Component] = ()) -> Component:
    """Return a window of boxes that only its side, a solitaire player and a referee see."""
    return sealed_window(window.name, _box_board(window), owner, key, window.size, extra=extra)


def sealed_window(
    name: str,
    board: Component,
    owner: str,
    key: Key,
    size: tuple[int, int],
    *,
    extra: Iterable[Component] = (),
) -> Component:
    """Return a window that only its side, a solitaire player and a referee see; its drags are not told."""
    attributes = _map_attributes(name, launch=True, report="")
    attributes |= {"buttonName": name, "hotkey": key.write(), "tooltip": f"Show or hide: {name}"}
    return component(
        "PrivateMap",
        [_picker(name, board), *_usual(fitting_zoom(size), _viewer(PLACE, PLACE)), *extra],
        **attributes,
        side=encode([owner, SOLITAIRE, REFEREE], ",") or "",
        visible=False,
        useBoards="",
    )


def _box_board(window: Window) -> Component:
    return component("Board", [zones(window)], name=window.name, image=window.image, reversible=False)


def _picker(map_name: str, board: Component) -> Component:
    # The default set-up: without it a new game would begin without a board.
    setup = text_component("setup", f"{map_name}BoardPicker\t{board.get('name')}\t0\t0")
    return component(
        "BoardPicker",
        [setup, board],
        addColumnText="Add column",
        addRowText="Add row",
        boardPrompt="Select board",
        slotHeight=125,
        slotScale=0.2,
        slotWidth=350,
        title="Choose Boards",
    )


def _moves(silent: Iterable[str]) -> str:
    """Return the line about a piece that is moved, none about a silent one."""
    others = "||".join(f'pieceName=="{name}"' for name in silent)
    # What the line itself sets is known by the bare name; no place of these boards is a number.
    line = 'pieceName+": "+previousLocation+" → "+location+" *"'
    return f'{{{others}?"":{line}}}' if others else _REPORT


def _map_attributes(name: str, *, launch: bool, report: str) -> dict[str, Value]:
    return {
        "mapName": name,
        "launch": launch,
        "allowMultiple": False,
        "backgroundcolor": "233,226,205",
        "color": "230,180,0",
        "thickness": 3,
        "edgeWidth": 0,
        "edgeHeight": 0,
        "buttonName": "",
        "icon": "" if launch else "/images/map.gif",
        # End chit takes marks off on the main map only; in boxes nobody asks who moved.
        "markMoved": "Never" if launch else "Always",
        "markUnmovedIcon": "",
        "markUnmovedReport": "",
        "moveToFormat": report,
        "moveWithinFormat": report,
        "createFormat": _CREATED if report else "",
        # What a key says is for everybody; only drags inside a window are its owner's affair.
        "changeFormat": "$message$",
        "showKey": "",
        "hideKey": "",
    }


def _usual(zoom: float, viewer: Component, *, stacking: bool = False) -> list[Component]:
    """Return what every map has, in the engine's order of loading.

    Only the main map stacks: a drag takes a whole stack, and what lies in a window is taken one by one.
    """
    # In place of the level nearest to it.
    near = min(_ZOOM_LEVELS, key=lambda level: abs(level - zoom))
    levels = [zoom if level == near else level for level in _ZOOM_LEVELS]
    plain = (
        "ForwardToKeyBuffer",
        "Scroller",
        "ForwardToChatter",
        "MenuDisplayer",
        "MapCenterer",
        "StackExpander",
        "PieceMover",
        "KeyBufferer",
    )
    return [
        component(
            "StackMetrics",
            disabled=not stacking,
            exSepX=8,
            exSepY=22,
            unexSepX=5,
            # The upper ones lie further down: boards print numbers and names above.
            unexSepY=-7,
            top="38,0",
            bottom="40,0",
            up="39,0",
            down="37,0",
        ),
        *(component(name) for name in plain),
        component(
            "ImageSaver",
            buttonText="",
            tooltip="Save a picture of this map",
            icon="/images/camera.gif",
            hotkey="",
        ),
        component("HighlightLastMoved", enabled=True, color="255,0,0", thickness=2),
        component("SelectionHighlighters"),
        viewer,
        component(
            "Zoomer",
            # The engine counts levels from the largest.
            zoomStart=len(levels) - levels.index(zoom),
            zoomLevels=",".join(f"{level:g}" for level in levels),
            inTooltip="Zoom in",
            inButtonText="",
            inIconName="/images/zoomIn.gif",
            zoomInKey="61,130",
            pickTooltip="Select zoom",
            pickButtonText="",
            pickIconName="/images/zoom.png",
            zoomPickKey="",
            outTooltip="Zoom out",
            outButtonText="",
            outIconName="/images/zoomOut.gif",
            zoomOutKey="45,130",
        ),
    ]


def _viewer(place: str, stack: str, piece_text: str = PIECE_NAME, marks: Iterable[str] = ()) -> Component:
    """Return the mouse-over viewer: what the place is, and its pieces with their names."""
    looked_at = "&&".join(f'Kind!="{kind}"' for kind in marks)
    return component(
        "CounterDetailViewer",
        version=3,
        description="Viewer",
        delay=500,
        hotkey="32,130",
        bgColor="255,252,240",
        fgColor="0,0,0",
        minDisplayPieces=0,
        zoomlevel=1.0,
        centerAll=False,
        showgraph=True,
        graphicsZoom=1.0,
        showgraphsingle=True,
        # 3.6.0 draws a border about no pieces as well.
        borderWidth=0,
        verticalOffset=4,
        showtext=True,
        enableHTML=False,
        centerText=False,
        stretchWidthSummary=False,
        combineCounterSummary=False,
        extraTextPadding=2,
        verticalTopText=5,
        showtextsingle=True,
        fontSize=12,
        summaryReportFormat=stack,
        counterReportFormat=piece_text,
        emptyHexReportForma=place,
        display="from all layers",
        layerList="",
        propertyFilter=f"{{{looked_at}}}" if looked_at else "",
        showNoStack=True,
        showMoveSelectde=True,
        showNonMovable=True,
        unrotatePieces=False,
        showDeck=False,
        showDeckMasked=False,
        showDeckDepth=1,
        showOverlap=False,
    )
