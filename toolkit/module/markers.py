"""Markers of the equipment, kept in trays: plain ones, and those that turn over."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import Finding, Severity, ToolkitError
from toolkit.module.boards import Places
from toolkit.module.cards import send_to_slot
from toolkit.module.counters import NOTE, memory
from toolkit.module.equipment import Equipment, MarkerSpec
from toolkit.module.keys import ctrl, named
from toolkit.module.pieces import Piece
from toolkit.module.traits import Level, dynamic, layer, marker, report, stepped, trigger
from toolkit.module.workshop import Workshop
from toolkit.vassal.traits import Part

FLIP = ctrl("F")
BACK = ctrl("E")
MOVED_HERE = named("movedHere")
TRAY = named("goTray")
NOTE_TRAY = named("noteTray")

HOME = "Home"
"""Number of a piece's own place in its tray; a set-up gives each copy another."""

_FLIPPED = named("flipMarker")
_NOTE_FLIP = named("noteFlip")


def require_plain(game: CompiledGame, equipment: Equipment, others: Sequence[str] = ()) -> None:
    """Stop where a game has what only a maker of its own can make: `others`, markers that do more.

    Raises
    ------
    ToolkitError
        MOD007.
    """
    kinds = [spec for spec in equipment.markers if spec.kind not in ("plain", "flip")]
    found = [*others, *(f"the marker {spec.id} of kind {spec.kind}" for spec in kinds)]
    if found:
        text = f"no module can be made of {game.id}: it needs a maker of its own for {', '.join(found)}"
        raise ToolkitError([Finding("MOD007", Severity.ERROR, text)])


def marker_pieces(spec: MarkerSpec, shop: Workshop, parts: tuple[Part, ...]) -> tuple[Piece, ...]:
    """Return the pieces of a marker of the equipment that all do the same: one, or one for each number."""
    pieces = []
    for number, gpid in enumerate(spec.gpids, start=1):
        facts: dict[str, str | int] = {"CounterId": spec.id, "Kind": spec.id, "Side": "None"}
        name, shown = spec.names.en, None
        if len(spec.gpids) > 1:
            facts |= {"CounterId": f"{spec.id}-{number}", "Number": number}
            name, shown = f"{spec.names.en} {number}", number
        pieces.append(
            Piece(
                str(facts["CounterId"]), gpid, name, face_image(spec, 0, shown), (*parts, marker(**facts)),
                shop.equipment.counter_px, ("Markers", "Trays"),
            )
        )  # fmt: skip
    return tuple(pieces)


def each_piece(spec: MarkerSpec) -> tuple[int, ...]:
    """Return the piece number of each piece of a marker: one for each number, or one for all copies."""
    return spec.gpids if len(spec.gpids) > 1 else spec.gpids * spec.copies


def face_image(spec: MarkerSpec, face: int, number: int | None = None) -> str:
    """Return the file name of a marker's picture."""
    suffix = "" if number is None else f"_{number}"
    return f"equipment_{spec.id}{suffix}_{face + 1}.png"


def plain_parts(spec: MarkerSpec, shop: Workshop, under: str = "") -> tuple[Part, ...]:
    """Return what a plain marker or one that turns over does.

    `under` as in `toolkit.module.counters.memory`.  Raises KeyError for an unknown tray.
    """
    way_back = tray(spec, shop.places)
    if spec.kind == "flip":
        return (*_flip(spec), *way_back, *memory(("flip", _NOTE_FLIP), ("tray", NOTE_TRAY), under=under))
    return (*way_back, *memory(("tray", NOTE_TRAY), under=under))


def tray(spec: MarkerSpec, places: Places) -> tuple[Part, ...]:
    """Return the way back to the tray: each piece, each copy of one as well, has a place of its own there."""
    window, area = places.by_box[spec.box]
    return (
        trigger("To tray", [NOTE, NOTE_TRAY, TRAY], key=BACK, menu="Back to the tray"),
        send_to_slot(TRAY, window.name, area.place_name(f"${HOME}$")),
        dynamic(HOME, 1, note="place in the tray"),
    )


def _flip(spec: MarkerSpec) -> tuple[Part, ...]:
    levels = [Level(face_image(spec, i), f"+: {face.names.en}") for i, face in enumerate(spec.faces)]
    return (
        report([FLIP], "$PlayerSide$: $newPieceName$, $Where$"),
        trigger("Flip", [NOTE, _NOTE_FLIP, _FLIPPED], key=FLIP, menu="Flip"),
        stepped(layer("Face", levels, loop=True), _FLIPPED),
    )
