"""A game's whole source folder, read and checked against its schemas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from toolkit.diagnostics import Finding, InputError
from toolkit.plugins import optional_room
from toolkit.source.action_cards import FILE as ACTION_CARDS
from toolkit.source.action_cards import ActionCard, load_action_cards
from toolkit.source.area_map import AreaMapSource, load_area_map
from toolkit.source.cards import Deck, load_cards
from toolkit.source.corrections import Corrections, ReadDocument
from toolkit.source.counters import Counter, load_counters
from toolkit.source.definition import GameDefinition, MapFile, read_definition
from toolkit.source.document import Document
from toolkit.source.errata import Erratum
from toolkit.source.figures import Figure, TurnDate, load_figures
from toolkit.source.free_charts import FreeChart, load_free_charts
from toolkit.source.map import MapSource
from toolkit.source.map_file import drawing_board
from toolkit.source.map_file import read_map_file as _read_map_file
from toolkit.source.map_reading import read_map
from toolkit.source.options import Option, load_options
from toolkit.source.reading import read_document
from toolkit.source.rules import FILE as RULES
from toolkit.source.rules import Clause, load_rules
from toolkit.source.scan import ScanSource, load_scan
from toolkit.source.schema import suggestion
from toolkit.source.setups import Box, Setup, SetupHex, load_boxes, load_setup_hexes, load_setups
from toolkit.source.style_reading import check_areas
from toolkit.source.svg_map import DrawingBoard
from toolkit.source.values import Known

T = TypeVar("T")

# Files that are what their names say, whatever game.yaml says; map files are those that it names.
_SCHEMAS = {
    "counters/*.yaml": "counters.schema.json",
    "setups/*.yaml": "setup.schema.json",
    "setups/boxes.yaml": "boxes.schema.json",
    "unclear.yaml": "unclear.schema.json",
    "cards.yaml": "cards.schema.json",
    ACTION_CARDS: "action_cards.schema.json",
    RULES: "rules.schema.json",
    "charts/figures.yaml": "chart_figures.schema.json",
}


@dataclass(frozen=True, slots=True)
class GameSource:
    """Everything a game's source folder says, typed.

    Attributes
    ----------
    file : str
        Path of game.yaml, for findings about the game as a whole.
    charts : mapping of str to JSON values
        Those that only this game has, as its own code reads them.
    errata : tuple of Erratum
        Applied to all of these but the map, whose hexes and hexsides are corrected when it is compiled.
    scan : ScanSource or None
        What the map is traced on.
    turns : tuple of TurnDate
        Of a game whose turn track holds no reinforcements: dates, and cards to draw.
    action_cards : tuple of ActionCard
        Of a game whose sides have decks of such cards.
    rules : tuple of Clause
        Of a game whose rules are data.
    """

    file: str
    definition: GameDefinition
    map: MapSource
    setup_hexes: tuple[SetupHex, ...] = ()
    counters: tuple[Counter, ...] = ()
    charts: Mapping[str, Any] = field(default_factory=dict)
    setups: tuple[Setup, ...] = ()
    boxes: tuple[Box, ...] = ()
    options: tuple[Option, ...] = ()
    errata: tuple[Erratum, ...] = ()
    scan: ScanSource | None = None
    area_map: AreaMapSource | None = None
    deck: Deck | None = None
    figures: tuple[Figure, ...] = ()
    turns: tuple[TurnDate, ...] = ()
    action_cards: tuple[ActionCard, ...] = ()
    rules: tuple[Clause, ...] = ()
    free_charts: tuple[FreeChart, ...] = ()


def load_game(folder: Path, *, errata: Collection[str] | None = None) -> tuple[GameSource, list[Finding]]:
    """Read a game's source folder.

    Parameters
    ----------
    folder : Path
        Holds ``game.yaml``; other parts are read where they exist.
    errata : collection of str, optional
        Numbers of the errata to apply; all of the folder by default.

    Returns
    -------
    source : GameSource
    findings : list of Finding
        What is readable but looks wrong.

    Raises
    ------
    InputError
        SRC001 to SRC012, of all files at once; SRC020, SRC025, SRC043.
    """
    corrections = Corrections.of(folder, errata)
    reader = _Reader(folder, corrections)
    document = reader.document("game.yaml", "game.schema.json")
    if document is None:
        reader.rest()
        raise InputError(reader.faults)
    definition = read_definition(document)
    scan_file = definition.scan
    scan = None if scan_file is None else reader.attempt(lambda: load_scan(folder, scan_file))
    board = None
    if definition.hex_grid is not None:
        board = reader.attempt(lambda: drawing_board(definition, scan))
    known = Known(definition.sides, definition.nations)
    documents = [reader.map_file(file, board) for file in definition.map_files]
    area_file = definition.areas
    areas = (
        None
        if area_file is None
        else reader.attempt(lambda: load_area_map(folder, area_file, corrections.read))
    )
    if areas is not None or area_file is None:
        reader.faults += check_areas(document, definition.style, areas[0].kinds if areas else ())
    setup_hexes = reader.part("map/setup_hexes.yaml", partial(load_setup_hexes, known=known))
    counters = reader.part("counters", partial(load_counters, known=known))
    own = optional_room(definition.id, "data.charts")
    charts = None if own is None else reader.part("charts", own.load_charts)
    taken = () if own is None else own.CHART_FILES
    free_charts = reader.part("charts", partial(load_free_charts, taken=taken))
    rules = reader.part(RULES, load_rules)
    figures = reader.part("charts/figures.yaml", partial(load_figures, known=known))
    cards = reader.part("cards.yaml", partial(load_cards, known=known))
    action_cards = reader.part(ACTION_CARDS, partial(load_action_cards, known=known))
    boxes = reader.part("setups/boxes.yaml", partial(load_boxes, known=known))
    setups = reader.part("setups", load_setups)
    options = reader.part("unclear.yaml", load_options)
    if reader.faults:
        raise InputError(reader.faults)
    source_map, findings = read_map([document for document in documents if document is not None])
    for part in (counters, cards, action_cards, boxes, setups, options, rules, free_charts):
        findings += part[1] if part else []
    findings += figures[2] if figures else []
    findings += areas[1] if areas else []
    findings += [*reader.notes, *corrections.findings()]
    return GameSource(
        file=document.file,
        definition=definition,
        map=source_map,
        setup_hexes=setup_hexes or (),
        counters=counters[0] if counters else (),
        charts=charts or {},
        setups=setups[0] if setups else (),
        boxes=boxes[0] if boxes else (),
        options=options[0] if options else (),
        errata=corrections.errata,
        scan=scan,
        area_map=areas[0] if areas else None,
        deck=cards[0] if cards else None,
        figures=figures[0] if figures else (),
        turns=figures[1] if figures else (),
        action_cards=action_cards[0] if action_cards else (),
        rules=rules[0] if rules else (),
        free_charts=free_charts[0] if free_charts else (),
    ), findings


def load_ground(folder: Path) -> tuple[GameDefinition, ScanSource | None]:
    """Read what a map is drawn on: game.yaml and the scan, and no map file.

    Raises
    ------
    InputError
        SRC001 to SRC011, SRC025, SRC029.
    """
    corrections = Corrections.of(folder, None)
    definition = read_definition(corrections.read(folder / "game.yaml", "game.schema.json"))
    return definition, None if definition.scan is None else load_scan(folder, definition.scan)


def read_map_file(path: Path) -> Document:
    """Read one map file by itself, YAML or GeoJSON, and check it against ``map.schema.json``.

    Raises
    ------
    InputError
        SRC001 to SRC012; SRC035 for a drawing.
    """
    document, _ = _read_map_file(path)
    return document


class _Reader:
    """Reads the parts of a folder and keeps the faults, so that one run shows those of all files."""

    def __init__(self, folder: Path, corrections: Corrections) -> None:
        self.folder = folder
        self.corrections = corrections
        self.faults: list[Finding] = []
        self.notes: list[Finding] = []

    def attempt(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InputError as error:
            self.faults += error.findings
            return None

    def document(self, name: str, schema: str) -> Document | None:
        return self.attempt(lambda: self.corrections.read(self.folder / name, schema))

    def map_file(self, file: MapFile, board: DrawingBoard | None) -> Document | None:
        path = self.folder / file.name
        if ".." in Path(file.name).parts or Path(file.name).is_absolute():
            text = f"'{file.name}' lies outside the game's folder"
            self.faults += InputError.single("SRC001", text, file.place).findings
            return None
        if not path.exists():
            text = f"there is no file '{file.name}'{suggestion(file.name, self._files())}"
            self.faults += InputError.single("SRC001", text, file.place).findings
            return None
        if board is None and path.suffix.lower() == ".svg":
            return None
        return self.attempt(lambda: self._corrected(path, file, board))

    def _files(self) -> list[str]:
        below = (path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file())
        return [path.as_posix() for path in below]

    def rest(self) -> None:
        """Read the other files as well where game.yaml is at fault: each has a schema of its own."""
        named = dict.fromkeys(self._map_files(), "map.schema.json")
        for pattern, schema in (named | _SCHEMAS).items():
            for path in sorted(self.folder.glob(pattern)):
                name = path.relative_to(self.folder).as_posix()
                if name == pattern or name not in _SCHEMAS:
                    self.document(name, schema)

    def _map_files(self) -> list[str]:
        """Return the YAML files that game.yaml names as its map, as far as it can be read."""
        try:
            entries = read_document(self.folder / "game.yaml").get("map")
        except InputError:
            return []
        names = [entry for entry in entries if isinstance(entry, str)] if isinstance(entries, list) else []
        return [name for name in names if name.endswith(".yaml") and ".." not in Path(name).parts]

    def _corrected(self, path: Path, file: MapFile, board: DrawingBoard | None) -> Document:
        document, notes = _read_map_file(path, file, board)
        self.notes += notes
        return self.corrections.apply(document, path, "map.schema.json")

    def part(self, name: str, load: Callable[[Path, ReadDocument], T]) -> T | None:
        """Return what `load` gives for the folder; None when the part does not exist (or is at fault)."""
        if not (self.folder / name).exists():
            return None
        return self.attempt(lambda: load(self.folder, self.corrections.read))
