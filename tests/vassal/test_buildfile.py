"""buildFiles: maps, grids and the names of places, by the engine's own reports where there are any."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from toolkit.diagnostics import InputError
from toolkit.vassal import events as e
from toolkit.vassal.buildfile import open_module, read_build_file
from toolkit.vassal.commands import Board
from toolkit.vassal.grids import HexGrid, Numbering, RegionGrid, SquareGrid, Zone, ZonedGrid, read_grid
from toolkit.vassal.images import image_size
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import container_bytes
from toolkit.vassal.table import Table
from toolkit.vassal.traits import Delete, Prototype, piece
from toolkit.vassal.xml import parse_xml

_NUMBERS = Numbering()


def test_the_engine_s_reports_of_the_tour(corpus: Path) -> None:
    """Hex, square and region grids: VASSAL itself wrote "moves G7 -> H6" into this log."""
    folder = corpus / "vassalengine__vassal"
    module, log = open_module(str(folder / "tour.mod")), read_log(folder / "tour.log")
    table, checked = Table(), 0
    table.apply(log.begin)
    for step in log.steps:
        events = table.apply(step.commands, step.number)
        moves = [event for event in events if isinstance(event, e.PieceMoved)]
        for event in events:
            said = isinstance(event, e.ChatLine) and re.match(
                r"\* .*? moves (.*?) -> (.*?)(?: \*| *$)", event.text
            )
            if said:
                (moved,) = moves
                boards = table.boards[MAIN]
                names = [
                    module.maps[MAIN].location(spot.x, spot.y, boards) for spot in (moved.start, moved.end)
                ]
                assert names == list(said.groups())
                checked += 1
    assert checked == 20


MAIN = "Main Map"


def hexes(
    numbering: Numbering = _NUMBERS, *, sideways: bool = False, size: tuple[int, int] = (400, 300)
) -> HexGrid:
    return HexGrid(0, 32, 56.0, 64.0, sideways, size, numbering)


@pytest.mark.parametrize(
    ("numbering", "x", "y", "name"),
    [
        (_NUMBERS, 0, 32, "0101"),
        (_NUMBERS, 56, 64, "0201"),
        (_NUMBERS, 56, 128, "0202"),
        (Numbering(first="V", separator="."), 56, 128, "02.02"),
        (Numbering(column_type="A", column_offset=0, row_digits=0), 112, 96, "C2"),
        (Numbering(column_type="A", column_offset=25, row_digits=0), 112, 96, "BB2"),
        (Numbering(column_digits=2), 56, 128, "00202"),
        (Numbering(column_offset=-3), 0, 32, "-0301"),
        (Numbering(stagger=True), 56, 64, "0202"),
        # 400 pixels are 6 row steps wide, 300 pixels 5 column steps high: the engine measures them so.
        (Numbering(columns_descend=True), 56, 64, "0601"),
        (Numbering(rows_descend=True), 0, 32, "0106"),
        (Numbering(rows_descend=True, stagger=True), 56, 64, "0205"),
        (Numbering(pattern="$column$/$row$ $gridLocation$ $other$"), 0, 32, "01/01 0101 "),
    ],
)
def test_hex_names(numbering: Numbering, x: int, y: int, name: str) -> None:
    assert hexes(numbering).name(x, y) == name


def test_oblique_numbers_step_once_in_two_columns() -> None:
    """As `ObliqueHexGridNumbering` of 3.8 counts: the row plus or minus half the column."""
    plain = Numbering(separator=".", oblique=True)
    down, up = hexes(plain), hexes(replace(plain, stagger=True))
    centres = [(56 * column, 32 + 32 * (column % 2)) for column in range(4)]
    assert [down.name(*centre) for centre in centres] == ["01.02", "02.02", "03.01", "04.01"]
    assert [up.name(*centre) for centre in centres] == ["01.01", "02.02", "03.02", "04.03"]


def test_sideways_hexes_exchange_the_axes() -> None:
    assert hexes(sideways=True).name(32, 0) == "0101"
    assert hexes(sideways=True).name(64, 56) == "0201"


def test_square_names() -> None:
    grid = SquareGrid(24, 24, 48.0, 48.0, (480, 240), Numbering(separator=",", column_digits=0, row_digits=0))
    assert [grid.name(*point) for point in ((24, 24), (47, 25), (72, 216))] == ["1,1", "1,1", "2,5"]
    assert SquareGrid(24, 24, 48.0, 48.0, (480, 240), None).name(24, 24) is None


def test_regions_and_zones() -> None:
    regions = RegionGrid((("Kharkov", 0, 0), ("Rostov", 100, 0)))
    assert (regions.name(40, 5), regions.name(60, 5), RegionGrid(()).name(1, 1)) == (
        "Kharkov",
        "Rostov",
        None,
    )
    square = ((0, 0), (50, 0), (50, 50), (0, 50))
    grid = ZonedGrid((Zone("Box", "$name$: $gridLocation$", square, regions),), hexes())
    assert (grid.name(10, 10), grid.name(56, 64)) == ("Box: Kharkov", "0201")
    assert grid.zone(60, 60) is None
    assert ZonedGrid((), None).name(0, 0) is None


def test_boards_beside_each_other_turned_and_with_an_edge() -> None:
    board = '<{0} name="{1}" image="{1}.png"><{2}HexGrid x0="0" y0="32" dx="56" dy="64"><{2}{3} hLeading="1"\
 vLeading="1" hOff="1" vOff="1"/></{2}HexGrid></{0}>'
    prefix = "VASSAL.build.module.map.boardPicker."
    boards = "".join(
        board.format(f"{prefix}Board", name, f"{prefix}board.", "mapgrid.HexGridNumbering") for name in "AB"
    )
    xml = f"""<VASSAL.build.GameModule><VASSAL.build.module.Map mapName="M" edgeWidth="10" edgeHeight="20">
    <VASSAL.build.module.map.BoardPicker><setup>MBoardPicker\tA\t0\t0\tB\t1\t0</setup>{boards}
    </VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.DrawPile name="Cup" x="5" y="6"/>
    <VASSAL.build.module.folder.MapSubFolder><VASSAL.build.module.map.DrawPile name="Deck" x="7" y="8"
    owningBoard="B"/></VASSAL.build.module.folder.MapSubFolder>
    </VASSAL.build.module.Map></VASSAL.build.GameModule>"""
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 200, 160)
    module = open_module_bytes({"buildFile.xml": xml.encode(), "images/A.png": png, "images/B.png": png})
    known = module.maps["M"]
    assert known.default == (Board("A", 0, 0), Board("B", 1, 0))
    points = ((10, 52), (210, 52), (15, 26), (217, 28), (5, 5), (900, 52))
    assert [known.location(*point) for point in points] == [
        "0101",
        "0101",
        "Cup",
        "Deck",
        None,
        None,
    ]
    turned = (Board("A", 0, 0, True),)
    assert known.location(10 + 200 - 56, 20 + 160 - 64, turned) == "0201"


def open_module_bytes(entries: dict[str, bytes]):  # type: ignore[no-untyped-def]
    from toolkit.vassal.containers import open_container

    return open_module(open_container(container_bytes(entries)))


def test_prototypes_are_expanded_and_circles_end() -> None:
    inner = piece([Delete(menu="Delete"), Prototype(name="Loop")], name="").add_command().encode()
    loop = piece([Prototype(name="Loop"), Delete(menu="x")], name="").add_command().encode()
    root = etree.Element("VASSAL.build.GameModule")
    for name, text in (("Unit", inner), ("Loop", loop)):
        etree.SubElement(root, "VASSAL.build.module.PrototypeDefinition", name=name).text = text
    module = read_build_file(etree.tostring(root))
    expanded = module.expand(piece([Prototype(name="Unit"), Prototype(name="None")], name="A"))
    kinds = [part.trait for part in expanded.parts]
    assert kinds[0] == Delete(menu="Delete")
    assert Prototype(name="None") in kinds
    assert len(kinds) < 300
    assert expanded.name == "A"


@pytest.mark.parametrize("data", [b"<a", b"", b"<!DOCTYPE x><x/>", b"\xff\xfe"])
def test_broken_xml_is_one_input_error(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read_build_file(data, name="m.vmod:buildFile.xml")
    assert [finding.code for finding in caught.value.findings] == ["LOG020"]


def test_real_modules_come_back(corpus: Path) -> None:
    paths = [path for path in corpus.glob("*/*buildFile*") if path.stat().st_size < 800_000]
    assert len(paths) > 5
    for path in paths:
        data = path.read_bytes()
        module = read_build_file(data, name=path.name)
        assert etree.tostring(etree.fromstring(module.encode()), method="c14n") == etree.tostring(
            etree.fromstring(data), method="c14n"
        )
        assert module.maps
        assert all(slot.piece is not None for slot in module.slots())


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 7, 8), (7, 8)),
        (b"GIF89a" + struct.pack("<HH", 7, 8), (7, 8)),
        (b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x11\x08" + struct.pack(">HH", 8, 7) + b"\0", (7, 8)),
        (b"BM" + b"\0" * 16 + struct.pack("<ii", 7, -8), (7, 8)),
        (b'<svg xmlns="http://www.w3.org/2000/svg" width="7px" height="8"/>', (7, 8)),
        (b'<svg viewBox="0 0 7 8"/>', (7, 8)),
        (b"<svg", None),
        (b"\xff\xd8\xff", None),
        (b"text", None),
    ],
)
def test_picture_sizes(data: bytes, size: tuple[int, int] | None) -> None:
    assert image_size(data) == size


@settings(max_examples=300)
@given(data=st.data())
def test_any_numbers_in_a_grid_give_a_name_or_none(data: st.DataObject) -> None:
    odd = st.sampled_from(
        ["", "0", "-1", "1e-320", "nan", "inf", "1e400", "2147483647", "9" * 400, "x", "3.5"]
    )
    prefix = "VASSAL.build.module.map.boardPicker."
    board = etree.Element(f"{prefix}Board", width="500", height="500")
    for kind in ("HexGrid", "SquareGrid"):
        values = {name: data.draw(odd) for name in ("x0", "y0", "dx", "dy")}
        grid = etree.SubElement(board, f"{prefix}board.{kind}", values)
        names = ("hLeading", "vLeading", "hOff", "vOff", "hType", "vDescend", "hDescend", "stagger")
        choice = st.one_of(odd, st.sampled_from(["A", "true"]))
        etree.SubElement(
            grid, f"{prefix}board.mapgrid.{kind}Numbering", {name: data.draw(choice) for name in names}
        )
        found = read_grid(board, (500, 500))
        assert found is not None
        x, y = data.draw(st.integers(-(2**31), 2**31 - 1)), data.draw(st.integers(0, 500))
        assert isinstance(found.name(x, y), str)
        board.remove(grid)


def test_a_board_far_away_costs_no_time() -> None:
    picker = "VASSAL.build.module.map.BoardPicker"
    board = '<VASSAL.build.module.map.boardPicker.Board name="A" width="10" height="10"/>'
    inside = f'<VASSAL.build.module.Map mapName="M"><{picker}>{board}</{picker}></VASSAL.build.module.Map>'
    known = read_build_file(f"<VASSAL.build.GameModule>{inside}</VASSAL.build.GameModule>".encode()).maps["M"]
    assert known.location(5, 5, (Board("A", 2_000_000_000, 2_000_000_000),)) is None


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-7"],
)
@pytest.mark.parametrize("stated", [True, False])
def test_no_encoding_hides_a_document_type(encoding: str, stated: bool) -> None:
    head = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>' if stated else ""
    text = head + '<!DOCTYPE a [<!ENTITY x "boom">]><a>&x;</a>'
    data = text.encode(encoding)
    if encoding == "utf-7":
        data = data.replace(b"<!", b"+ADwAIQ-")
    with pytest.raises(InputError):
        parse_xml(data, name="x", code="LOG020")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "windows-1252"])
def test_usual_encodings_are_read(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><a name="Orël"/>'
    assert parse_xml(text.encode(encoding), name="x", code="LOG020").get("name") == "Orël"
