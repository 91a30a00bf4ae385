"""Selecting, ignoring, waiving; the command's statuses, forms and lists; whatever a path holds."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tests import yaml_text
from tests.compile.conftest import GAME, MAP
from tests.compile.test_area_map import TOWN
from tests.validate.little import little_findings, write
from tests.validate.recipes import module_bytes, save_bytes
from toolkit.cli.main import main
from toolkit.diagnostics import InputError
from toolkit.validate.catalog import CHECKS
from toolkit.validate.nearest import nearest
from toolkit.validate.registry import FAMILIES
from toolkit.validate.run import Selection, validate_path

BAD = """<module vassal="3.6.0" name="Tiny" version="1.1"><Map mapName="Main"/>
  <image name="tank.png"/><image name="old.png"/>
  <Piece name="Tank" gpid="1">prototype;Armour | cmt;new | piece;;;Tank.png;Tank</Piece>
  <PredefinedSetup name="Start" useFile="true" file="start.vsav"/>
  <save name="start.vsav">+/1/piece;;;;Gun/Main;10;10;1;0</save></module>"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "Tiny.vmod"
    path.write_bytes(module_bytes(etree.fromstring(BAD)))
    return path


def codes(path: Path, **options: object) -> list[str]:
    return [finding.code for finding in validate_path(path, **options).findings]  # type: ignore[arg-type]


def test_everything_in_a_module_is_looked_at(module: Path) -> None:
    assert codes(module) == ["MOD010", "MOD011", "MOD020", "MOD060", "LOG044"]
    assert validate_path(module).findings[-1].place.entry == "start.vsav"


@pytest.mark.parametrize(
    ("select", "ignore", "expected"),
    [
        (("MOD",), (), ["MOD010", "MOD011", "MOD020", "MOD060"]),
        (("MOD01", "LOG"), (), ["MOD010", "MOD011", "LOG044"]),
        ((), ("MOD",), ["LOG044"]),
        ((), ("MOD01",), ["MOD020", "MOD060", "LOG044"]),
        (("MOD011",), ("MOD01",), ["MOD011"]),
        (("MOD01",), ("MOD011",), ["MOD010"]),
        (("MOD01",), ("MOD01",), []),
    ],
)
def test_the_longer_beginning_decides(
    module: Path, select: tuple[str, ...], ignore: tuple[str, ...], expected: list[str]
) -> None:
    assert codes(module, selection=Selection(select, ignore)) == expected


def test_a_beginning_that_no_code_has() -> None:
    with pytest.raises(InputError, match="MOD") as error:
        Selection(("MID",))
    assert error.value.findings[0].code == "SRC061"


def test_a_waiver_with_a_reason_takes_the_weight(module: Path, tmp_path: Path) -> None:
    waivers = tmp_path / "waivers.yaml"
    lines = [
        f"{{code: {code}, reason: known to the maker}}" for code in ("MOD010", "MOD020", "MOD060", "LOG044")
    ]
    waivers.write_text(f"waivers: [{', '.join(lines)}]\n")
    outcome = validate_path(module, waivers=waivers)
    assert outcome.status == 0
    assert [finding.waived is not None for finding in outcome.findings] == [True, False, True, True, True]


def test_a_waiver_is_about_its_place_alone(tmp_path: Path) -> None:
    def findings(place: str) -> list[tuple[str, bool]]:
        waiver = f'{{waivers: [{{code: MAP101, place: "{place}", reason: printed so on the map}}]}}'
        example = f"map.yaml: {{towns.alpha.control_reference: red}}\nwaivers.yaml: {waiver}"
        return [(item.code, item.waived is not None) for item in little_findings(tmp_path, example)]

    assert findings("0303") == [("MAP101", True)]
    assert findings("03*") == [("MAP101", True)]
    assert findings("/towns/alpha*") in ([("MAP101", True)], [("MAP101", False), ("SRC060", False)])
    assert findings("0304") == [("MAP101", False), ("SRC060", False)]


def test_a_waiver_needs_a_reason(tmp_path: Path) -> None:
    write(tmp_path, "w.yaml", {}, "waivers: [{code: MOD010}]\n")
    with pytest.raises(InputError) as error:
        validate_path(tmp_path, waivers=tmp_path / "w.yaml")
    assert [finding.code for finding in error.value.findings] == ["SRC010"]


def test_a_waiver_of_what_was_not_looked_for_is_not_in_vain(module: Path, tmp_path: Path) -> None:
    waivers = tmp_path / "waivers.yaml"
    waivers.write_text("waivers: [{code: LOG047, reason: letters of an old log}]\n")
    assert "SRC060" not in codes(module, selection=Selection(("MOD",)), waivers=waivers)
    assert "SRC060" in codes(module, waivers=waivers)


def test_a_save_beside_its_module(module: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.vsav"
    example = '<save module="Tiny" version="1.0">+/1/piece;;;;Gun/Main;10;10;1;0</save>'
    save.write_bytes(save_bytes(etree.fromstring(example)))
    assert codes(save) == []
    assert codes(save, module=module) == ["LOG044", "LOG045"]


def test_an_extension_finds_in_its_module_what_it_lacks(module: Path, tmp_path: Path) -> None:
    extension = tmp_path / "More.vmdx"
    text = """<module><Piece name="Gun" gpid="9">prototype;Other | piece;;;tank.png;Gun</Piece></module>"""
    with zipfile.ZipFile(extension, "w") as archive, zipfile.ZipFile(module) as around:
        archive.writestr("buildFile.xml", zipfile.Path(_module(tmp_path, text), "buildFile.xml").read_bytes())
        archive.writestr("extensiondata", around.read("moduledata"))
    assert codes(extension) == []
    assert codes(extension, module=module) == ["MOD020"]


def _module(folder: Path, text: str) -> Path:
    path = folder / "part.zip"
    path.write_bytes(module_bytes(etree.fromstring(text)))
    return path


def test_the_command_in_every_form(module: Path, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for form in ("text", "json", "sarif", "github", "html"):
        assert main(["validate", str(module), "--format", form]) == 1
        out = capfd.readouterr().out
        assert "MOD010" in out
        path = tmp_path / f"report.{form}"
        assert main(["validate", str(module), "--format", form, "-o", str(path)]) == 1
        assert capfd.readouterr().out == ""
        assert "MOD010" in path.read_text(encoding="utf-8")
    rules = json.loads((tmp_path / "report.sarif").read_text())["runs"][0]["tool"]["driver"]["rules"]
    assert all("shortDescription" in rule for rule in rules)


def test_a_report_that_cannot_be_written(module: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(module), "-o", str(module.parent / "no" / "report.txt")]) == 2
    assert "OUT001" in capfd.readouterr().err


def test_notes_alone_are_no_fault(module: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(module), "--select", "MOD011"]) == 0
    assert "1 note" in capfd.readouterr().out


def test_the_offending_line_is_quoted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rivers.yaml"
    path.write_text("provenance: {kind: hystorical}\nrivers: {}\n")
    assert main(["validate", str(path)]) == 2
    out = capfd.readouterr().out
    assert "1 | provenance: {kind: hystorical}\n  |                    ^^^^^^^^^^\n" in out


def test_all_checks_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--list"]) == 0
    out = capfd.readouterr().out
    assert all(code in out for code in CHECKS)
    assert all(words in out for words in FAMILIES.values())
    assert main(["validate", "--list", "--select", "MOD05", "--format", "json"]) == 0
    rows = json.loads(capfd.readouterr().out)
    assert [row["code"] for row in rows] == [code for code in CHECKS if code.startswith("MOD05")]


def test_one_check_is_explained(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--explain", "mod051"]) == 0
    assert "never found" in capfd.readouterr().out
    assert main(["validate", "--explain", "MOD99"]) == 2
    assert "did you mean" in capfd.readouterr().err


@given(st.binary(max_size=300), st.integers(0, 10_000), st.data())
@settings(max_examples=40)
def test_a_damaged_module_is_a_finding_never_a_crash(noise: bytes, at: int, data: st.DataObject) -> None:
    import tempfile

    whole = bytearray(module_bytes(etree.fromstring(BAD)))
    place = at % len(whole)
    whole[place : place + len(noise) % 40] = noise
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Tiny.vmod"
        path.write_bytes(bytes(whole))
        assert validate_path(path).status in (0, 1, 2)


ATTRIBUTE = st.text(st.characters(min_codepoint=32, max_codepoint=1000), max_size=12) | st.sampled_from(
    ["", "-1", "1e9", "99999999999", "0,0;1,1;2,2", "{a b}", "$x$", "NaN", "true", "{}", "0,0;9,9;9,0;0,9"]
)


@given(st.data())
@settings(max_examples=60)
def test_nonsense_in_attributes_and_traits_never_crashes(data: st.DataObject) -> None:
    import io
    import tempfile

    checks = [check for check in CHECKS.values() if check.run is not None and check.subject == "module"]
    example = data.draw(st.sampled_from([check.bad for check in checks]))
    archive = zipfile.ZipFile(io.BytesIO(module_bytes(etree.fromstring(example.replace("→", "&#9;")))))
    root = etree.fromstring(archive.read("buildFile.xml"))
    elements = [item for item in root.iter(etree.Element) if item.attrib]
    for _ in range(data.draw(st.integers(1, 3))):
        element = data.draw(st.sampled_from(elements))
        key = data.draw(st.sampled_from(sorted(map(str, element.attrib))))
        element.set(key, data.draw(ATTRIBUTE))
        if element.text and data.draw(st.booleans()):
            cut = data.draw(st.integers(0, len(element.text)))
            element.text = element.text[:cut] + data.draw(ATTRIBUTE) + element.text[cut + 1 :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Tiny.vmod"
        with zipfile.ZipFile(path, "w") as changed:
            for name in archive.namelist():
                content = etree.tostring(root) if name == "buildFile.xml" else archive.read(name)
                changed.writestr(name, content)
        assert validate_path(path).status in (0, 1, 2)


def test_a_menu_of_set_ups_needs_no_file(tmp_path: Path) -> None:
    text = """<module><PredefinedSetup name="More" useFile="true" isMenu="true" file="gone.vsav"/></module>"""
    assert codes(_module(tmp_path, text)) == []


def test_a_hint_is_the_name_that_was_meant() -> None:
    assert nearest("alhpa", ["beta", "alpha"]) == "alpha"
    assert nearest("TANK .png", ["gun.png", "tank.png"]) == "tank.png"
    assert nearest("zulu", ["alpha"]) is None


def test_a_game_of_areas(tmp_path: Path) -> None:
    town = yaml_text.dump(TOWN)
    write(tmp_path, "areas.yaml", {}, town)
    write(tmp_path, "game.yaml", GAME, {"areas": "areas.yaml"})
    write(tmp_path, "map.yaml", MAP, {})
    outcome = validate_path(tmp_path)
    assert (outcome.findings, outcome.status) == ([], 0)
    assert "4 areas" in outcome.summary
