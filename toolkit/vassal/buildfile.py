"""A module's ``buildFile.xml``: a thin typed tree over lxml, for reading.

Elements of classes that are not known here stay in the tree and are written back as they are.

Source: ``VASSAL.build.Builder``, ``GameModule``, ``PrototypeDefinition``, ``PieceSlot``, ``Map``, ``Board``,
``BoardPicker``, release-3.7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import floor

from lxml import etree

from toolkit.diagnostics import InputError, Place
from toolkit.vassal.commands import AddPiece, Board, SetBoards, decode_command
from toolkit.vassal.containers import Container, open_container
from toolkit.vassal.grids import Grid, HexGrid, grid_at, read_grid
from toolkit.vassal.images import image_size
from toolkit.vassal.sequence import parse_integer
from toolkit.vassal.traits import BasicPiece, Part, Piece, Prototype
from toolkit.vassal.xml import parse_xml

_BOARD = "VASSAL.build.module.map.boardPicker.Board"
_PICKER = "VASSAL.build.module.map.BoardPicker"
_MAPS = frozenset(
    {
        "VASSAL.build.module.Map",
        "VASSAL.build.module.PrivateMap",
        "VASSAL.build.module.PlayerHand",
        "VASSAL.build.widget.WidgetMap",
    }
)
_SLOTS = frozenset({"VASSAL.build.widget.PieceSlot", "VASSAL.build.widget.CardSlot"})
_PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
_MAX_EXPANSIONS = 100
_MAX_PARTS = 10_000


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of a palette, deck or at-start stack.

    Attributes
    ----------
    path : tuple of str
        Names of the components around it, outermost first.
    piece : Piece or None
        None where its definition is no piece.
    """

    name: str
    gpid: str
    path: tuple[str, ...]
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class BoardDefinition:
    """A board; `size` in pixels."""

    name: str
    image: str
    size: tuple[int, int]
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class MapDefinition:
    """A map window.

    Attributes
    ----------
    name : str
        Also the id that saved games use.
    edge : (int, int)
        Blank space around the boards, in pixels.
    boards : dict
        Name to board.
    default : tuple of Board
        What a new game starts with.
    decks : tuple of (str, int, int, str or None)
        Names and places of decks, and the board the place is on: a place that is a deck's exactly has its
        name.  Without a board, or where that is not on the map, it is counted from the edge of all boards.
    """

    name: str
    edge: tuple[int, int]
    boards: dict[str, BoardDefinition]
    default: tuple[Board, ...]
    decks: tuple[tuple[str, int, int, str | None], ...] = ()

    def placed(self, boards: Sequence[Board]) -> Iterator[tuple[BoardDefinition, Board, int, int]]:
        """Yield the known ones of some boards, with the pixel of the upper left corner of each."""
        known = [(self.boards[board.name], board) for board in boards if board.name in self.boards]
        sizes = {(board.column, board.row): shape.size for shape, board in known}
        for shape, board in known:
            left = sum(size[0] for (x, y), size in sizes.items() if y == board.row and x < board.column)
            top = sum(size[1] for (x, y), size in sizes.items() if x == board.column and y < board.row)
            yield shape, board, left + self.edge[0], top + self.edge[1]

    def chosen(self, boards: Sequence[Board] | None = None) -> Sequence[Board]:
        """Return the boards that are on the map, as in `location`."""
        chosen = boards or self.default
        if not chosen and len(self.boards) == 1:
            return (Board(next(iter(self.boards)), 0, 0),)
        return chosen

    def _deck(self, x: int, y: int, boards: Sequence[Board]) -> str | None:
        if not self.decks:
            return None
        origins = {shape.name: (left, top) for shape, _, left, top in self.placed(boards)}
        for name, deck_x, deck_y, board in self.decks:
            left, top = origins.get(board or "", self.edge)
            if (deck_x + left, deck_y + top) == (x, y):
                return name
        return None

    def extent(self, boards: Sequence[Board] | None = None) -> tuple[int, int] | None:
        """Return the size of the map with its edges, in pixels.

        Parameters
        ----------
        boards : sequence of Board, optional
            As in `location`.

        Returns
        -------
        (int, int) or None
            None where a board, or the size of one, is not known.
        """
        chosen = self.chosen(boards)
        placed = list(self.placed(chosen))
        if (
            not chosen
            or len(placed) != len(chosen)
            or any(max(shape.size) >= 1 << 30 for shape, *_ in placed)
        ):
            return None
        right = max(left + shape.size[0] for shape, _, left, _ in placed)
        bottom = max(top + shape.size[1] for shape, _, _, top in placed)
        return right + self.edge[0], bottom + self.edge[1]

    def hexes_apart(
        self, one: tuple[int, int], other: tuple[int, int], boards: Sequence[Board] | None = None
    ) -> int | None:
        """Return how many hexes two pixels are apart; None where they are not on one hex grid.

        Parameters
        ----------
        one, other : (int, int)
        boards : sequence of Board, optional
            As in `location`.
        """
        for shape, board, left, top in self.placed(self.chosen(boards)):
            width, height = shape.size
            local = [(x - left, y - top) for x, y in (one, other)]
            if not all(0 <= x < width and 0 <= y < height for x, y in local):
                continue
            if board.reversed:
                local = [(width - x, height - y) for x, y in local]
            grids = [grid_at(shape.grid, x, y) for x, y in local]
            grid = grids[0]
            return grid.apart(*local) if isinstance(grid, HexGrid) and grid is grids[1] else None
        return None

    def location(self, x: int, y: int, boards: Sequence[Board] | None = None) -> str | None:
        """Return the engine's name of a pixel.

        Parameters
        ----------
        boards : sequence of Board, optional
            As the saved game set them (`Table.boards`); the module's default otherwise, and where there is no
            default and only one board, that one.

        Returns
        -------
        str or None
            None where the engine says "offboard".
        """
        chosen = self.chosen(boards)
        deck = self._deck(x, y, chosen)
        if deck is not None:
            return deck
        for shape, board, left, top in self.placed(chosen):
            width, height = shape.size
            local_x, local_y = x - left, y - top
            if 0 <= local_x < width and 0 <= local_y < height:
                if board.reversed:
                    local_x, local_y = width - local_x, height - local_y
                return None if shape.grid is None else shape.grid.name(local_x, local_y)
        return None


def _size(element: etree._Element, container: Container | None) -> tuple[int, int]:
    """Return a board's size as the engine takes it: its picture's, magnified, before any stated one."""
    image = element.get("image", "")
    entry = f"images/{image}"
    if container is not None and image and entry in container:
        found = image_size(container.read(entry))
        if found is not None:
            scale = _magnification(element)
            return floor(found[0] * scale + 0.5), floor(found[1] * scale + 0.5)
    try:
        return parse_integer(element.get("width", "")), parse_integer(element.get("height", ""))
    except ValueError:
        # Unknown: large enough that every pixel is on the board.
        return 1 << 30, 1 << 30


def _magnification(element: etree._Element) -> float:
    try:
        scale = float(element.get("magnification", "1"))
    except ValueError:
        return 1.0
    return scale if 1e-3 <= scale <= 1e3 else 1.0


@dataclass(eq=False)
class BuildFile:
    """A module's definition.

    Attributes
    ----------
    root : element
        lxml's tree: everything, known or not.
    container : Container or None
        The module around it, for the sizes of board pictures.
    """

    root: etree._Element
    container: Container | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The module's name."""
        return str(self.root.get("name", ""))

    @property
    def version(self) -> str:
        """The module's version."""
        return str(self.root.get("version", ""))

    @property
    def vassal_version(self) -> str:
        """The engine it was last saved with."""
        return str(self.root.get("vassalVersion", self.root.get("VassalVersion", "")))

    @property
    def sides(self) -> tuple[str, ...]:
        """Sides a player may take."""
        entries = self.root.iterfind("VASSAL.build.module.PlayerRoster/entry")
        return tuple(item.text or "" for item in entries)

    @cached_property
    def maps(self) -> dict[str, MapDefinition]:
        """Maps by name; of two with one name, the first."""
        return {name: self._read_map(element, name) for name, element in self.map_elements().items()}

    def map_elements(self) -> dict[str, etree._Element]:
        """Return the elements of the maps by name; of two with one name, the first."""
        found: dict[str, etree._Element] = {}
        for element in self.root.iter(etree.Element):
            if element.tag in _MAPS:
                found.setdefault(str(element.get("mapName", "")), element)
        return found

    def _read_map(self, element: etree._Element, name: str) -> MapDefinition:
        boards: dict[str, BoardDefinition] = {}
        default: tuple[Board, ...] = ()
        for picker in element.iterfind(_PICKER):
            for item in picker.iterfind(_BOARD):
                size = _size(item, self.container)
                board = BoardDefinition(
                    item.get("name", ""), item.get("image", ""), size, read_grid(item, size)
                )
                boards[board.name] = board
            setup = decode_command(picker.findtext("setup") or "")
            if isinstance(setup, SetBoards):
                default = setup.boards
        edge = (_integer(element.get("edgeWidth")), _integer(element.get("edgeHeight")))
        decks = tuple(
            (item.get("name", ""), _integer(item.get("x")), _integer(item.get("y")), item.get("owningBoard"))
            # Also those in folders.
            for item in element.iter("VASSAL.build.module.map.DrawPile")
        )
        return MapDefinition(name, edge, boards, default, decks)

    @cached_property
    def prototypes(self) -> dict[str, Piece]:
        """Prototype definitions by name."""
        found: dict[str, Piece] = {}
        for element in self.root.iter(_PROTOTYPE):
            piece = _piece(element)
            if piece is not None:
                found[str(element.get("name", ""))] = piece
        return found

    def slot_commands(self) -> Iterator[AddPiece]:
        """Yield the commands that add the pieces of `slots`, unparsed."""
        for element in self.root.iter(*_SLOTS):
            command = _command(element)
            if command is not None:
                yield command

    def slots(self) -> Iterator[Slot]:
        """Yield all pieces of palettes, decks and at-start stacks, in the order of the file."""
        for element in self.root.iter(etree.Element):
            if element.tag in _SLOTS:
                around = [
                    str(item.get("entryName") or item.get("name") or item.get("mapName") or "")
                    for item in element.iterancestors()
                ]
                path = tuple(name for name in reversed(around[:-1]) if name)
                name, gpid = str(element.get("entryName", "")), str(element.get("gpid", ""))
                yield Slot(name, gpid, path, _piece(element))

    def expand(self, piece: Piece) -> Piece:
        """Return a piece with every prototype trait replaced by the traits of its definition.

        As in the engine a prototype may use others; one that is not defined, or that comes round to itself,
        stays as it is.
        """
        parts, budget = list(piece.parts), _MAX_EXPANSIONS
        index = 0
        while index < len(parts):
            trait = parts[index].trait
            definition = self.prototypes.get(trait.name) if isinstance(trait, Prototype) else None
            if definition is None or budget == 0 or len(parts) > _MAX_PARTS:
                index += 1
                continue
            budget -= 1
            inner = [part for part in definition.parts if not isinstance(part.trait, BasicPiece)]
            parts[index : index + 1] = [Part(part.trait, part.state) for part in inner]
        return Piece(tuple(parts))

    def encode(self) -> bytes:
        """Return the document, UTF-8; equal to what was read under XML canonicalisation."""
        data: bytes = etree.tostring(
            self.root.getroottree(), encoding="UTF-8", xml_declaration=True, standalone=False
        )
        return data


def _integer(text: str | None) -> int:
    try:
        return parse_integer(text or "")
    except ValueError:
        return 0


def _command(element: etree._Element) -> AddPiece | None:
    command = decode_command((element.text or "").strip("\n\r "))
    return command if isinstance(command, AddPiece) else None


def _piece(element: etree._Element) -> Piece | None:
    command = _command(element)
    return None if command is None else Piece.parse(command.type, command.state)


def read_build_file(
    data: bytes, *, name: str = "buildFile.xml", container: Container | None = None
) -> BuildFile:
    """Read a buildFile.

    Raises
    ------
    InputError
        LOG020 where it is no XML, with line and column.
    """
    return BuildFile(parse_xml(data, name=name, code="LOG020"), container)


def open_module(source: Container | str | bytes) -> BuildFile:
    """Open a ``.vmod``, an extension or an unpacked module folder.

    Raises
    ------
    InputError
        When it is no VASSAL file, or holds no buildFile (LOG021).
    """
    container = source if isinstance(source, Container) else open_container(source)
    data = container.build_file()
    if data is None:
        raise InputError.single("LOG021", "holds no buildFile.xml: no module", Place(file=container.name))
    return read_build_file(data, name=f"{container.name}:buildFile.xml", container=container)
