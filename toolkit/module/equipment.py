"""What a module adds to its game: windows, markers in trays, dice pieces, and names (``module.yaml``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Finding, InputError, Severity
from toolkit.module.own_pictures import OwnPicture, read_own_pictures
from toolkit.source.document import Document
from toolkit.source.names import Names
from toolkit.source.reading import read_document
from toolkit.source.schema import suggestion
from toolkit.source.setups import Box, load_boxes
from toolkit.source.values import Known, mapping


@dataclass(frozen=True, slots=True)
class Section:
    """Boxes of one kind on a window.

    Attributes
    ----------
    kind : str
        `Box.kind`.
    side : str or None
        Only this side's boxes; all when None.
    across : int
        Boxes beside each other before a new row starts.
    cells : (int, int)
        Columns and rows of cells in each box.
    """

    kind: str
    side: str | None
    across: int
    cells: tuple[int, int]

    def choose(self, boxes: Sequence[Box]) -> list[Box]:
        """Return the section's boxes in the game's order."""
        return [box for box in boxes if box.kind == self.kind and self.side in (None, box.side)]


@dataclass(frozen=True, slots=True)
class WindowSpec:
    """A window: its sections from top to bottom; `owner` is the side that alone may see it."""

    id: str
    names: Names
    sections: tuple[Section, ...]
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a marker: its words (``#`` is the number), its style in `render.MARKERS`, its name."""

    text: str
    style: str
    names: Names


@dataclass(frozen=True, slots=True)
class MarkerSpec:
    """A marker that the counter sheet lacks.

    Attributes
    ----------
    gpids : tuple of int
        One number for each numbered marker; one for all copies of a plain one.
    names : Names
        A numbered marker's number is put behind.
    kind : {"flip", "plain", "battle", "roll"}
        Two-sided; one-sided; numbered battle marker; a die that keeps its last roll.
    copies : int
        In the tray.
    box : str
        Box id of the tray.
    table : str or None
        Chart a roll is read in, as its file is named.
    """

    id: str
    gpids: tuple[int, ...]
    names: Names
    kind: str
    copies: int
    box: str
    faces: tuple[Face, ...]
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Equipment:
    """Everything a module needs beside the compiled game.

    Attributes
    ----------
    file : str
        File name of the module without its ending.
    names : Names
        Name of the module.
    counter_px, pitch_px : int
        Side of a counter and distance of hexes, in pixels.
    help_folder : Path or None
        Pages of the Help menu.
    pictures : tuple of OwnPicture
        The maker's own, in place of drawn ones.
    board : {"drawn", "scan"}
        What the map's picture is.
    vassal : {"3.6", "3.7"}
        The oldest engine that the module is for; with the later one it uses what only that has.
    chapters : mapping of str to Names
        Chapters of the printed rules without a number: what the menu of house rules calls them.
    words : mapping of str to mapping of language to str
        What pictures say that has no names of its own, by the English; ``#`` stands for a number.
    """

    file: str
    names: Names
    version: str
    description: str
    counter_px: int
    pitch_px: int
    windows: tuple[WindowSpec, ...]
    boxes: tuple[Box, ...]
    markers: tuple[MarkerSpec, ...]
    help_folder: Path | None = None
    pictures: tuple[OwnPicture, ...] = ()
    board: str = "drawn"
    vassal: str = "3.6"
    chapters: Mapping[str, Names] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def load_equipment(
    folder: Path, known: Known | None = None, boxes: Sequence[Box] | None = None
) -> tuple[Equipment, list[Finding]]:
    """Return a game folder's ``module.yaml`` and its faults.

    Findings: ``MOD001`` a gpid twice; ``MOD003`` a picture that is missing or no PNG; ``SRC020`` a side that
    the game does not have, for those who know its sides; ``MOD013`` (warning) a part of a window for boxes of
    a kind that none has, and ``MOD016`` (error) a box that no part of a window shows, for those who know the
    game's `boxes`.

    Raises
    ------
    InputError
        A file that cannot be read or that its schema does not allow.
    """
    document = read_document(folder / "module.yaml", "module.schema.json")
    data = mapping(document)
    pictures, missing = read_own_pictures(data.get("pictures", {}), folder, document)
    equipment = replace(_equipment(data, folder / "help"), pictures=pictures)
    findings = [
        *_check_gpids(equipment, document),
        *_check_boxes(equipment, document, folder),
        *missing,
        *_check_sides(document, known),
    ]
    if boxes is not None:
        wrong = list(_check_sections(equipment, document, {box.kind for box in (*boxes, *equipment.boxes)}))
        findings += wrong or _check_shown(equipment, document, boxes)
    return equipment, findings


def _check_sections(equipment: Equipment, document: Document, kinds: set[str]) -> Iterator[Finding]:
    for i, window in enumerate(equipment.windows):
        for j, section in enumerate(window.sections):
            if section.kind not in kinds:
                text = f"no box has the kind '{section.kind}': nothing is shown here"
                place = document.place("windows", i, "sections", j, "kind")
                data = {"kind": section.kind}
                hint = suggestion(section.kind, kinds)
                yield Finding("MOD013", Severity.WARNING, text + hint, place, data=data)


_OFF_MAP = frozenset({"eliminated", "exited", "reinforcement"})
"""Kinds of boxes for units off the map; those of other kinds have places of their own in some games."""


def _check_shown(equipment: Equipment, document: Document, boxes: Sequence[Box]) -> Iterator[Finding]:
    sections = [section for window in equipment.windows for section in window.sections]
    shown = {box.id for section in sections for box in section.choose(boxes)}
    for box in boxes:
        if box.kind in _OFF_MAP and box.rect is None and box.id not in shown:
            text = (
                f"no part of a window shows boxes of the kind '{box.kind}': nothing can be put into {box.id}"
            )
            yield Finding("MOD016", Severity.ERROR, text, document.place("windows"), data={"kind": box.kind})
            return


def _check_sides(document: Document, known: Known | None) -> list[Finding]:
    if known is None:
        return []
    data = mapping(document)
    entries: list[tuple[str | int, ...]] = [
        *(("boxes", i) for i in range(len(data["boxes"]))),
        *(("windows", i) for i in range(len(data["windows"]))),
        *(
            ("windows", i, "sections", j)
            for i, window in enumerate(data["windows"])
            for j in range(len(window["sections"]))
        ),
    ]
    return [finding for entry in entries for finding in known.check(document, entry)]


def _check_boxes(equipment: Equipment, document: Document, folder: Path) -> list[Finding]:
    """Return markers that lie in a box which neither module.yaml nor the game has."""
    known = {box.id for box in equipment.boxes}
    if (folder / "setups" / "boxes.yaml").exists():
        try:
            known |= {box.id for box in load_boxes(folder)[0]}
        except InputError:
            return []  # what is wrong with that file is said where the game is read
    return [
        Finding(
            "MOD014",
            Severity.ERROR,
            f"no box '{marker.box}' here or in setups/boxes.yaml{suggestion(marker.box, known)}",
            document.place("markers", index, "box"),
            data={"box": marker.box},
        )
        for index, marker in enumerate(equipment.markers)
        if marker.box not in known
    ]


def _check_gpids(equipment: Equipment, document: Document) -> list[Finding]:
    owner: dict[int, str] = {}
    findings = []
    for index, marker in enumerate(equipment.markers):
        for gpid in marker.gpids:
            if gpid in owner:
                text = f"gpid {gpid} of {marker.id} belongs to {owner[gpid]}"
                place = document.place("markers", index, "gpids")
                findings.append(Finding("MOD001", Severity.ERROR, text, place, data={"gpid": gpid}))
            owner.setdefault(gpid, marker.id)
    return findings


def _equipment(data: Mapping[str, Any], help_folder: Path) -> Equipment:
    return Equipment(
        file=data["file"],
        names=Names.from_json(data["names"]),
        version=data["version"],
        description=data["description"],
        counter_px=data["counter_px"],
        pitch_px=data["pitch_px"],
        windows=tuple(_window(window) for window in data["windows"]),
        boxes=tuple(Box.from_json(box) for box in data["boxes"]),
        markers=tuple(_marker(marker) for marker in data["markers"]),
        help_folder=help_folder if help_folder.is_dir() else None,
        board=data.get("board", "drawn"),
        vassal=data.get("vassal", "3.6"),
        chapters={title: Names.from_json(names) for title, names in data.get("chapters", {}).items()},
        words=data.get("words", {}),
    )


def _window(data: Mapping[str, Any]) -> WindowSpec:
    sections = tuple(
        Section(part["kind"], part.get("side"), part["across"], (part["cells"][0], part["cells"][1]))
        for part in data["sections"]
    )
    return WindowSpec(data["id"], Names.from_json(data["names"]), sections, data.get("owner"))


def _marker(data: Mapping[str, Any]) -> MarkerSpec:
    faces = tuple(
        Face(face["text"], face["style"], Names.from_json(face["names"])) for face in data.get("faces", ())
    )
    return MarkerSpec(
        data["id"],
        tuple(data["gpids"]),
        Names.from_json(data["names"]),
        data["kind"],
        data.get("copies", 1),
        data["box"],
        faces,
        data.get("table"),
    )
