"""Modules and folders made to harm: import ends, and build packs nothing that is none of the module's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from lxml import etree

from tests.engine import tiny
from tests.importer.trees import same_tree
from toolkit.cli.main import main
from toolkit.cli.making import input_digest
from toolkit.diagnostics import InputError
from toolkit.importer.build import built_entries
from toolkit.importer.read import import_module
from toolkit.importer.tree import TreeError, element_from_data, element_to_data
from toolkit.vassal.codecs import encode_saved_game
from toolkit.vassal.containers import container_of
from toolkit.vassal.packing import container_bytes

_BOARDS = "VASSAL.build.module.map.boardPicker."
_ZONED = f"{_BOARDS}board.ZonedGrid"
_ZONE = f"{_BOARDS}board.mapgrid.Zone"


def nested_zones(depth: int) -> etree._Element:
    """Return zones in zones, each beside a sibling that keeps the children from being grouped."""
    root = board = etree.Element(f"{_BOARDS}Board", name="b")
    for _ in range(depth):
        etree.SubElement(board, "x.Other")
        grid = etree.SubElement(board, _ZONED)
        board = etree.SubElement(grid, _ZONE, name="z")
    return root


def test_nested_zones_end() -> None:
    board = nested_zones(60)
    assert same_tree(element_from_data(element_to_data(board)), board)


@pytest.mark.parametrize(
    "text",
    [
        "<Board/>",
        "<a><toolkit.piece id='1'/><toolkit.piece id='2' x='3'/></a>",
        "<a><toolkit.piece/></a>",
        "<a><toolkit.piece id='1'>t</toolkit.piece></a>",
        f"<a><{_ZONED}/><{_ZONED}/></a>",
        f"<a><{_ZONE} name='1'/><b/><{_ZONE} name='2'/></a>",
        f"<a><b/><{_ZONE} kind='x' text='y' children='z' zones='1'/></a>",
        "<a grid='1' path='1,2;3,4' n='007' m='1.50' t='true'> text <!-- c --></a>",
    ],
)
def test_every_tree_comes_back(text: str) -> None:
    element = etree.fromstring(text)
    assert same_tree(element_from_data(element_to_data(element)), element)


def module_of(inner: str) -> dict[str, bytes]:
    text = f'<VASSAL.build.GameModule name="m" version="1">{inner}</VASSAL.build.GameModule>'
    return {"buildFile.xml": text.encode()}


def test_boards_in_boards_are_taken_out_once(tmp_path: Path) -> None:
    tag = f"{_BOARDS}Board"
    made = import_module(container_of(module_of(f'<{tag} name="a"><{tag} name="b"/></{tag}>'), "m.vmod"))
    assert made.counts["boards"] == 1
    for name, content in made.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    assert f'<{tag} name="b"/>'.encode() in built_entries(tmp_path)[0]["buildFile.xml"]


def test_what_is_nested_too_deep_for_data_stays_in_its_part(tmp_path: Path) -> None:
    text = etree.tostring(nested_zones(60)).decode()
    made = import_module(container_of(module_of(f"<map>{text}</map>"), "m.vmod"))
    assert made.counts["boards"] == 0
    for name, content in made.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    again = etree.fromstring(built_entries(tmp_path)[0]["buildFile.xml"])
    assert same_tree(again, etree.fromstring(module_of(f"<map>{text}</map>")["buildFile.xml"]))


def test_many_counters_of_one_number_are_quick() -> None:
    slots = '<VASSAL.build.widget.PieceSlot gpid="7"/>' * 3000
    made = import_module(container_of(module_of(slots), "m.vmod"))
    assert made.counts["counters"] == 3000
    assert b"7~3000" in made.files["pieces/pieceslot.yaml"]


@pytest.mark.parametrize("state", ["\x000;0", "1,7;0", "01;0", "9999999999999;0", "\u0663;0"])
def test_places_that_are_no_numbers_stay_as_they_are(state: str) -> None:
    text = f"begin_save\x1b+/1/piece;;;;Tank/Main;{state};1;0"
    setup = '<VASSAL.build.module.PredefinedSetup name="s" file="s.vsav" useFile="true"/>'
    entries = {**module_of(setup), "s.vsav": container_bytes({"savedGame": encode_saved_game(text)})}
    made = import_module(container_of(entries, "m.vmod"))
    assert made.counts["set-ups"] == 1


def test_a_set_up_of_bytes_that_are_no_text_stays_a_file() -> None:
    setup = '<VASSAL.build.module.PredefinedSetup name="s" file="s.vsav" useFile="true"/>'
    saved = container_bytes({"savedGame": encode_saved_game("begin_save\x1bCHAT\udcff")})
    made = import_module(container_of({**module_of(setup), "s.vsav": saved}, "m.vmod"))
    assert made.files["files/s.vsav"] == saved
    assert [finding.code for finding in made.findings] == ["IMP005"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    module = tiny.write_module(tmp_path / "tiny.vmod")
    assert main(["import", str(module), "-o", str(tmp_path / "tiny")]) == 0
    return tmp_path / "tiny"


def test_links_and_pipes_are_no_files_of_a_module(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("s")
    (folder / "files" / "a").symlink_to(secret / "key")
    (folder / "files" / "b").symlink_to(secret)
    (folder / "files" / "c").symlink_to("nowhere")
    os.mkfifo(folder / "files" / "d")
    with pytest.raises(InputError) as error:
        built_entries(folder)
    assert [found.code for found in error.value.findings] == ["IMP008"] * 4
    assert input_digest(folder)


def test_a_linked_folder_of_files_or_part_is_refused(folder: Path, tmp_path: Path) -> None:
    part = folder / "parts" / "module.xml"
    part.rename(tmp_path / "module.xml")
    part.symlink_to(tmp_path / "module.xml")
    with pytest.raises(InputError, match="out of the game's folder"):
        built_entries(folder)
    part.unlink()
    (tmp_path / "module.xml").rename(part)
    (folder / "files").rename(tmp_path / "files")
    (folder / "files").symlink_to(tmp_path / "files")
    with pytest.raises(InputError) as error:
        built_entries(folder)
    assert {found.code for found in error.value.findings} == {"IMP008"}


def test_names_that_no_archive_can_hold_are_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "files" / "..\\x").write_text("1")
    assert main(["build", str(folder), "-o", str(tmp_path / "out")]) == 2
    assert "LOG007" in capsys.readouterr().err
    assert not list(tmp_path.glob("out/**/*.vmod"))


def test_a_change_in_a_hidden_file_builds_anew(folder: Path) -> None:
    before = input_digest(folder)
    (folder / "files" / ".hidden").write_text("1")
    (folder / "files" / ".more").mkdir()
    (folder / "files" / ".more" / "x").write_text("1")
    middle = input_digest(folder)
    (folder / "files" / ".more" / "x").write_text("2")
    assert len({before, middle, input_digest(folder)}) == 3


@pytest.mark.parametrize(
    "stamp", ["[" * 100_000, "7", '{"module": 7}', '{"module": "../../tiny.vmod", "version": 1}', "\ud800"]
)
def test_a_strange_stamp_is_no_stamp(stamp: str, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["build", str(folder), "-o", str(out)]) == 0
    (out / "tiny" / "stamp.json").write_bytes(stamp.encode("utf-8", "surrogatepass"))
    assert main(["build", str(folder), "-o", str(out)]) == 0


def test_the_sources_are_no_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", str(folder), "-o", str(folder.parent)]) == 2
    assert "OUT002" in capsys.readouterr().err


def test_nothing_of_a_failed_import_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from toolkit.vassal.packing import container_bytes

    (tmp_path / "m.vmod").write_bytes(container_bytes(module_of("") | {"a": b"1", "a/b": b"2"}))
    planted = tmp_path / ".out.part"
    planted.mkdir()
    (planted / "old").write_text("1")
    assert main(["import", str(tmp_path / "m.vmod"), "-o", str(tmp_path / "out")]) == 2
    assert "OUT001" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == [".out.part", "m.vmod"]


@pytest.mark.parametrize("stated", ["a name: x", 'name: "\\e[2J"', "'': x"])
def test_attributes_that_no_module_has_are_refused(folder: Path, stated: str) -> None:
    path = folder / "imported.yaml"
    path.write_text(path.read_text().replace("module:\n", f"module:\n  {stated}\n", 1))
    with pytest.raises(InputError) as caught:
        built_entries(folder)
    assert {finding.code for finding in caught.value.findings} <= {"IMP002", "SRC005"}
    assert all(finding.place.line for finding in caught.value.findings)


@pytest.mark.parametrize(
    "data",
    [
        {"grid": "HexGrid"},
        {"grid": None},
        {"zones": None},
        {"zones": ["Z"]},
        {"regions": {"name": "A"}},
        {"pieces": 7},
        {"children": None},
        {"children": ["Zone"]},
        {"grid": {"kind": "HexGrid", "numbering": [1]}},
    ],
)
def test_members_of_the_wrong_kind_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(TreeError):
        element_from_data({"kind": "Board", **data})


def test_a_file_that_lists_something_else_is_refused(folder: Path) -> None:
    sheet = min((folder / "pieces").glob("*.yaml"))
    sheet.write_text(
        "prototypes:\n- id: p\n  kind: prototype\n  name: p\n"
        "  traits: [{trait: basic_piece, state: 'null;0;0'}]\n"
    )
    with pytest.raises(InputError) as caught:
        built_entries(folder)
    said = [str(found.message) for found in caught.value.findings if found.place.file == sheet.as_posix()]
    assert said == ["has no 'pieces', which belong into this file"]
