"""Modules as others make them: what is no fault of theirs is not said to be one."""

from __future__ import annotations

import gc
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from tests.validate.recipes import module_bytes, module_view
from toolkit.cli.main import main
from toolkit.importer.build import built_entries
from toolkit.validate import module_view as view_module
from toolkit.validate.catalog import CHECKS
from toolkit.validate.run import validate_path
from toolkit.vassal.log import Log, read_log

_TANK = '<Piece name="Tank" gpid="1">{} | piece;;;;Tank</Piece>'
_SLOT = _TANK.format("delete;Delete;68,130;")
_GRID = (
    '<Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"><ZonedGrid>{}</ZonedGrid>'
    "</Board></BoardPicker></Map>"
)
_COVERED = (
    '<Zone name="Field" path="0,0;200,0;200,100;0,100"/><Zone name="Box" path="10,10;60,10;60,60;10,60"/>'
)
_SENT = "sendto;Go;82,130;Main;;0;0;;;0;0;1;1;;Z;{};;;"


def _found(inner: str, *codes: str) -> list[tuple[str, str]]:
    view = module_view(f"<module>{inner}</module>")
    checks = [CHECKS[code].run for code in codes]
    return [(item.code, item.severity.value) for run in checks if run for item in run(view)]


def test_what_only_unused_prototypes_name_is_one_note_a_code() -> None:
    prototypes = "".join(
        f'<Prototype name="P{n}">prototype;Gone{n} | mark;X => 1 | piece;;;{n}.png;</Prototype>'
        for n in range(30)
    )
    assert _found(prototypes + _SLOT, "MOD010", "MOD020") == [("MOD010", "info"), ("MOD020", "info")]
    used = _TANK.format("prototype;P7")
    assert _found(prototypes + used, "MOD010", "MOD020") == [
        ("MOD010", "error"),
        ("MOD010", "info"),
        ("MOD020", "warning"),
        ("MOD020", "info"),
    ]


def test_a_prototype_that_only_a_setup_uses_is_used() -> None:
    prototypes = "".join(
        f'<Prototype name="{name}">prototype;{used} | piece;;;;</Prototype>'
        for name, used in (("A", "B"), ("B", "Gone"))
    )
    save = (
        '<PredefinedSetup name="S" useFile="true" file="s.vsav"/><save name="s.vsav">'
        "+/1/prototype;A→piece;;;;Tank/→Main;10;10;1;0</save>"
    )
    assert _found(prototypes + _SLOT + save, "MOD020") == [("MOD020", "warning")]
    assert _found(prototypes + _SLOT, "MOD020") == [("MOD020", "info")]


def test_one_habit_is_one_finding() -> None:
    many = "".join(f'<Piece name="T{n}" gpid="{n + 1}">piece;;;{n}.png;T{n}</Piece>' for n in range(200))
    assert len(_found(many, "MOD010")) == 21
    one = _TANK.format(" | ".join(f"prototype;P{n}" for n in range(9)))
    assert _found(one, "MOD020") == [("MOD020", "warning")]
    stacks = "".join(f'<SetupStack name="S{n}" owningBoard="Map" x="50" y="900"/>' for n in range(9))
    lost = stacks.replace('"Map"', '"Old"')
    board = (
        '<Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"/></BoardPicker>{}</Map>'
    )
    assert _found(board.format(stacks + lost), "MOD055", "MOD056") == [
        ("MOD055", "warning"),
        ("MOD056", "warning"),
    ]


def test_a_prototype_switched_off_by_its_name_is_a_note() -> None:
    assert _found(
        '<Prototype name="Mask x">piece;;;;</Prototype>' + _TANK.format("prototype;Mask"), "MOD020"
    ) == [("MOD020", "info")]


@pytest.mark.parametrize(
    "inner",
    [
        '<image name="folder/tank.png"/><file name="help/a.html">"images/folder/tank.png"</file>',
        '<image name="big tank.png"/><file name="help/a.html">"../images/big%20tank.png"</file>',
        '<file name="images/.DS_Store">x</file><file name="images/folder/._tank.png">x</file>',
        '<file name="images/list.json">x</file><file name="images/Thumbs.db">x</file>',
        '<image name="made by code.png"/><file name="my/Loader.class">x</file><my.Loader/>',
    ],
)
def test_pictures_that_something_may_read_are_not_called_unused(inner: str) -> None:
    assert _found(inner + _SLOT, "MOD011") == []


def test_a_picture_in_a_folder_that_nothing_names_is_unused() -> None:
    assert _found('<image name="folder/tank.png"/>' + _SLOT, "MOD011") == [("MOD011", "info")]


@pytest.mark.parametrize(("side", "severity"), [("Nobody", "info"), ("Blu", "warning")])
def test_a_lock_is_a_note(side: str, severity: str) -> None:
    roster = "<PlayerRoster><entry>Blue</entry><entry>Red</entry></PlayerRoster>"
    assert _found(roster + _TANK.format(f"restrict;{side};false;true"), "MOD040") == [("MOD040", severity)]


@pytest.mark.parametrize("target", ["Box", '{"Box"}', "{BoxOf(Name)}", "$BoxName$"])
def test_zones_that_pieces_are_sent_to_may_be_covered_or_empty(target: str) -> None:
    sent = _TANK.format(_SENT.format(target).replace('"', "&quot;"))
    for zones in (_COVERED, '<Zone name="Box" path="33,56;33,56;33,56"/>'):
        assert _found(_GRID.format(zones) + sent, "MOD051", "MOD053") == []
        assert len(_found(_GRID.format(zones) + _SLOT, "MOD051", "MOD053")) == 1


def test_stacks_on_the_neighbouring_board_and_half_over_the_edge_are_on_the_map() -> None:
    two = '<Board name="West" width="200" height="100"/><Board name="East" width="200" height="100"/>'
    one = '<Board name="West" width="200" height="100"/>'
    stack = '<SetupStack name="S" owningBoard="West" x="{}" y="50"/>'
    around = '<Map mapName="Main"><BoardPicker>{}</BoardPicker>{}</Map>'
    assert _found(around.format(two, stack.format(350)), "MOD055") == []
    assert _found(around.format(one, stack.format(250)), "MOD055") == []
    assert _found(around.format(one, stack.format(350)), "MOD055") == [("MOD055", "warning")]


def test_missing_quotes_are_called_so() -> None:
    inner = '<Map mapName="Main Map"/>' + _TANK.format("calcProp;Where;{Main Map}")
    view = module_view(f"<module>{inner}</module>")
    run = CHECKS["MOD080"].run
    assert run is not None
    (finding,) = run(view)
    assert 'quotes are missing: {"Main Map"}' in finding.message


def _write(path: Path, inner: str, kind: str = "buildFile.xml") -> Path:
    data = module_bytes(etree.fromstring(f"<module>{inner}</module>"))
    if kind == "extension":
        data = data.replace(b"VASSAL.build.GameModule", b"VASSAL.build.module.ModuleExtension")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def test_what_an_extension_beside_the_module_brings_is_there(tmp_path: Path) -> None:
    module = _write(tmp_path / "Tiny.vmod", _TANK.format("prototype;Armour"))
    assert "MOD020" in [item.code for item in validate_path(module).findings]
    _write(
        tmp_path / "Tiny_ext" / "More.vmdx", '<Prototype name="Armour">mark;X => 1 | piece;;;;</Prototype>'
    )
    (tmp_path / "Tiny_ext" / "broken.vmdx").write_bytes(b"no zip")
    assert "MOD020" not in [item.code for item in validate_path(module).findings]


def test_a_build_misses_the_pictures_that_the_checks_miss(tmp_path: Path) -> None:
    layers = "emb2;;130;;Loss;130;;;130;;;;1;false;0;0;,gone.png,$Kind$.png,die.gif,short;"
    module = _write(
        tmp_path / "Tiny.vmod", '<file name="images/short.gif">GIF89a</file>' + _TANK.format(layers)
    )
    assert main(["import", str(module), "-o", str(tmp_path / "source")]) == 0
    found = built_entries(tmp_path / "source")[1]
    assert [item.data["image"] for item in found if item.code == "IMP006"] == ["gone.png"]
    named = [item.data["images"] for item in validate_path(module).findings if item.code == "MOD010"]
    assert named == [["gone.png"]]


def test_a_help_page_that_is_no_utf8_is_looked_through(tmp_path: Path) -> None:
    module = _write(tmp_path / "Tiny.vmod", '<image name="Stra\xdfe.png"/>' + _SLOT)
    page = "<img src='../images/Stra\xdfe.png'>".encode("latin-1")
    with zipfile.ZipFile(module, "a") as archive:
        archive.writestr("help/a.html", page)
    assert "MOD011" in [item.code for item in validate_path(module).findings]


def test_set_ups_are_read_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setups = "".join(
        f'<PredefinedSetup name="S{n}" useFile="true" file="s{n}.vsav"/>'
        f'<save name="s{n}.vsav">+/1/piece;;;;Tank/Main;10;10;1;0</save>'
        for n in range(6)
    )
    alive: list[int] = []

    def counted(data: bytes, name: str) -> Log:
        gc.collect()
        alive.append(sum(isinstance(item, Log) for item in gc.get_objects()))
        return read_log(data, name=name)

    monkeypatch.setattr(view_module, "read_log", counted)
    validate_path(_write(tmp_path / "Tiny.vmod", '<Map mapName="Main"/>' + setups))
    assert len(alive) == 6
    assert len(set(alive)) == 1
