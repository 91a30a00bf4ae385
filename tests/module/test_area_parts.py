"""Parts that any game of areas and cards uses: zones, slots, decisions, places that fill up."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from toolkit.geometry.area_map import AreaMap, AreaPoint
from toolkit.module.area_toolbar import phase_tracker
from toolkit.module.areas import AreaBoard, area_places, area_zones
from toolkit.module.buildfile import component, to_xml
from toolkit.module.cards import first_free
from toolkit.module.decisions import decision, noting, spoken
from toolkit.module.keys import ctrl
from toolkit.module.sheets import Sheet
from toolkit.module.slots import RowSpec, lay_rows, manifest_slots, shared_names, slot_zones
from toolkit.module.tracker import tracker_state
from toolkit.source.provenance import Provenance, ProvenanceKind
from toolkit.vassal.grids import Grid, read_grid
from toolkit.vassal.traits import Report, Trigger
from toolkit.vassal.xml import parse_xml

_STATED = Provenance(ProvenanceKind.INVENTED, "test")


def _square(left: float, top: float, side: float) -> tuple[tuple[np.ndarray, ...], ...]:
    right, low = left + side, top + side
    return ((np.array([(left, top), (right, top), (right, low), (left, low), (left, top)]),),)


def _island(points: tuple[AreaPoint, ...] = ()) -> AreaMap:
    """A large area, drawn without a hole, and a small one inside it."""
    return AreaMap(
        ids=("land", "island"), kinds=("normal", "normal"), names=({"en": "The Land"}, {"ja": "島"}),
        polygons=(_square(0, 0, 400), _square(150, 150, 60)), is_box=np.array([False, False]), borders=(),
        links=(), points=points, properties=({}, {}), provenance=(_STATED, _STATED),
    )  # fmt: skip


def _read(zones: list[object], size: tuple[int, int]) -> Grid:
    board = component("Board", [component("ZonedGrid", zones)], name="b", image="i")  # type: ignore[arg-type]
    read = read_grid(parse_xml(to_xml(board), name="b", code="MOD001"), size)
    assert read is not None
    return read


def test_a_small_area_inside_a_large_one_keeps_its_name() -> None:
    board = AreaBoard.of(_island(), lambda points: points * 2, (800, 800))
    grid = _read(list(area_zones(board)), board.size)
    assert grid.name(2 * 180, 2 * 180) == "island", "an area without an English name goes by its id"
    assert grid.name(2 * 20, 2 * 20) == "The Land"
    assert board.names() == {"land": "The Land", "island": "island"}
    assert "The Land: dry" in area_places(board, {"land": "dry"})


def test_areas_without_points_get_one_inside_and_labels_are_no_place_for_pieces() -> None:
    board = AreaBoard.of(_island((AreaPoint(0, "label", (5.0, 5.0)),)), lambda points: points, (400, 400))
    assert {spot.area: spot.role for spot in board.spots} == {"land": "piece", "island": "piece"}
    spot = board.spot("island", index=7)
    assert _read(list(area_zones(board)), board.size).name(spot.x, spot.y) == "island"


@settings(max_examples=25)
@given(
    counts=st.lists(st.integers(1, 9), min_size=1, max_size=5),
    cell=st.tuples(st.integers(20, 110), st.integers(20, 150)),
    across=st.none() | st.integers(1, 4),
)
def test_every_slot_is_called_by_its_name(
    counts: list[int], cell: tuple[int, int], across: int | None
) -> None:
    specs = [
        RowSpec(f"r{i}", f"Row {i}", tuple(f"{i}-{n}" for n in range(count)), cell, across=across)
        for i, count in enumerate(counts)
    ]
    board = lay_rows("b", "Board", [specs[:2], specs[2:]])
    grid = _read(list(slot_zones(board.rows)), board.size)
    for row in board.rows:
        assert row.x + row.width <= board.size[0]
        assert row.y + row.height <= board.size[1]
        for slot in row.slots:
            # Anywhere in its cell, not only in its middle.
            for dx in (-cell[0] // 2 + 1, 0, cell[0] // 2 - 1):
                assert grid.name(slot.x + dx, slot.y) == slot.name
    assert board.slot("0-0") == board.row("r0").slots[0]


def test_a_decision_counts_notes_and_acts_in_that_order() -> None:
    parts = decision("stand", ctrl("S"), "Stand", [noting("other")], says="$PlayerSide$ stands")
    report, trigger = (part.trait for part in parts)
    assert isinstance(report, Report)
    assert isinstance(trigger, Trigger)
    assert [key.name for key in trigger.actions] == ["countStep", "noteStep", "note_stand", "note_other"]


def test_all_lines_of_a_piece_become_one_trait() -> None:
    parts = (
        *decision("stand", ctrl("S"), "Stand", says="$PlayerSide$ stands"),
        *decision("stop", ctrl("Q"), "Stop"),
        *decision("fight", ctrl("F"), "Fight", says="on and on"),
    )
    merged = spoken(parts)
    reports = [part.trait for part in merged if isinstance(part.trait, Report)]
    assert len(reports) == 1
    assert merged[0].trait is reports[0], "outside all that it tells of"
    assert [key.name for key in reports[0].report_keys] == ["note_stand", "note_fight"]
    assert reports[0].format == '{Act=="stand"?PlayerSide.trim()+" stands":Act=="fight"?"on and on":""}'
    assert [part for part in merged if isinstance(part.trait, Trigger)] == [
        part for part in parts if isinstance(part.trait, Trigger)
    ]
    assert spoken(parts[2:3]) == parts[2:3]


def test_the_first_free_place_is_asked_for_in_order() -> None:
    text = first_free(["a-1", "a-2", "a-3"], "Window")
    assert text.index("a-1") < text.index("a-2") < text.rindex('"a-3"')
    assert text.count("Count(") == 2, "the last one takes what is left"


def test_a_box_with_many_places_may_have_one_name() -> None:
    spec = RowSpec("lost", "Lost units", shared_names("Lost units", 6), (40, 40), across=3, shared=True)
    board = lay_rows("b", "Board", [[spec], [RowSpec("one", "One", ("One",), (40, 40))]])
    grid = _read(list(slot_zones(board.rows)), board.size)
    row = board.row("lost")
    assert len({(slot.x, slot.y) for slot in row.slots}) == 6
    assert {grid.name(slot.x, slot.y) for slot in row.slots} == {"Lost units"}
    slots = manifest_slots([("Board", row)])["lost"][1]
    assert {name for name, _, _ in slots} == {"Lost units"}  # type: ignore[attr-defined]
    assert row.names[0] == "Lost units#1", "what a key sends a piece to"


def test_the_track_begins_at_its_first_phase() -> None:
    phases = ("Draw", "Fight, if any", "End")
    levels = [
        item for item in phase_tracker(6, phases).children[0].children if item.get("property") == "Phase"
    ]
    assert [item.get("list") for item in levels] == ["Draw,Fight\\, if any,End"]
    assert tracker_state(6, phases, "End").startswith("0|1;0;true;6;2")


def test_a_sheet_grows_with_what_is_written() -> None:
    def height(*rows: tuple[str, str]) -> float:
        sheet = Sheet("Table", "#203040", width=400)
        sheet.heading("Costs")
        sheet.table(("a", "b"), rows, (0.5, 0.5))
        svg = sheet.render()
        assert all(text not in svg for text in ("<image", "<foreignObject"))
        return float(svg.partition('height="')[2].partition('"')[0])

    assert height(("1", "2"), ("3", "4")) > height(("1", "2"))
    assert height(("1", "a long line that has to be broken to fit into half of the page")) > height(
        ("1", "2")
    )


def test_a_long_sheet_is_cut_into_columns_of_one_height() -> None:
    def size(columns: int) -> tuple[float, float]:
        sheet = Sheet("Cards", "#203040", width=400, indent=6, columns=columns)
        for part in ("Action", "Fire"):
            sheet.heading(part)
            for number in range(9):
                sheet.entry(f"Card {number}", "Draw a card.", "cards")
        canvas = etree.fromstring(sheet.render().encode())
        return float(canvas.get("width")), float(canvas.get("height"))

    (one, tall), (three, short) = size(1), size(3)
    assert three == 3 * one
    assert tall / 3 < short < tall / 2
