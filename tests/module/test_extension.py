"""An extension with a division and a start: written, read back, judged by; the engine loads and plays it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests import real_game
from tests.module.extension import EXAMPLE, SETUP, compiled, parts, read, with_game, write_extension
from toolkit.audit.audit import audit_logs
from toolkit.cli.main import main
from toolkit.compile.extension import extend
from toolkit.diagnostics import ToolkitError
from toolkit.engine.provision import EngineHome
from toolkit.module import extension
from toolkit.module.build import build_module, game_parts
from toolkit.source.extension import extensions_folder
from toolkit.source.setups import Setup
from toolkit.validate.run import validate_path
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.commands import AddPiece, Extension
from toolkit.vassal.containers import Kind, open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import write_container
from toolkit.vassal.traits import Piece


def test_the_division_has_the_modules_traits_under_the_extensions_number(
    built: BuildFile, tmp_path: Path
) -> None:
    path = write_extension(tmp_path)
    assert open_container(path).kind is Kind.EXTENSION
    slots = list(open_module(path.as_posix()).slots())
    assert [slot.gpid for slot in slots] == ["ex1:1"]
    piece = slots[0].piece
    assert piece is not None
    assert piece.basic_state.gpid == "ex1:1"
    assert built.expand(piece).properties()["CounterId"] == "ex1-inf-500"


def test_the_start_is_the_games_with_the_division_in_its_hex(tmp_path: Path) -> None:
    container = open_container(write_extension(tmp_path))
    begin = read_log(container.read(f"{SETUP}.vsav"), name="start").begin
    assert Extension("Example_Division", "1.0.0") in begin
    pieces = [Piece.parse(item.type, item.state) for item in begin if isinstance(item, AddPiece)]
    found = {p.properties()["CounterId"]: p.basic_state for p in pieces if "CounterId" in p.properties()}
    new, beside = found["ex1-inf-500"], found["ger-inf-340"]
    assert (new.gpid, new.map, new.x, new.y) == ("ex1:1", beside.map, beside.x, beside.y)
    own = {setup.id: setup for setup in real_game.compiled().setups}["june-28-1942"]
    assert found.keys() >= own.placements.keys()


def test_two_builds_are_the_same_bytes_in_the_folder_where_the_engine_looks(tmp_path: Path) -> None:
    first = write_extension(tmp_path / "a").read_bytes()
    assert write_extension(tmp_path / "b").read_bytes() == first
    folder = extensions_folder(tmp_path / "gj47" / "Stalingrad_Blitzkrieg.vmod")
    assert folder == tmp_path / "gj47" / "Stalingrad_Blitzkrieg_ext"


def test_what_a_referee_reads_in_it_is_the_game_that_it_was_made_for() -> None:
    game = extend(real_game.compiled(), [read()])
    assert game.counters == compiled().counters
    assert game.setups == compiled().setups


def test_a_counter_that_is_there_already_is_refused() -> None:
    twice = replace(read(), counters=(real_game.compiled().counters[0],))
    with pytest.raises(ValueError, match="which is there already"):
        extend(real_game.compiled(), [twice])
    with pytest.raises(ValueError, match="an extension of storm"):
        extend(real_game.compiled(), [replace(read(), game="storm")])


def test_a_start_that_breaks_the_rules_of_chapter_4_is_said() -> None:
    wrong = replace(read().setups[0], on_map={**read().setups[0].on_map, "ex1-inf-500": "0410"})
    _, findings = with_game(replace(read(), setups=(wrong,)))
    assert {finding.code for finding in findings} >= {"SET035"}
    lost = Setup.from_json({**read().setups[0].to_json(), "hexes": {}})
    _, findings = with_game(replace(read(), setups=(lost,)))
    assert {finding.code for finding in findings} == {"SET012"}


def test_what_would_change_the_module_is_no_extension(tmp_path: Path) -> None:
    """Another headquarters needs a place of its own in the boxes of lost ones."""
    chief = next(counter for counter in real_game.compiled().counters if counter.kind == "hq")
    more = replace(read(), counters=(*read().counters, replace(chief, id="ex1-hq", gpid=2)), setups=())
    whole = game_parts(with_game(more)[0], real_game.equipment()[0])
    with pytest.raises(ToolkitError) as caught:
        extension.write_extension(more, real_game.parts(), whole, tmp_path)
    assert [finding.code for finding in caught.value.findings] == ["MOD015"]
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module without pictures, and its extension where the engine looks for it."""
    module = tmp_path_factory.mktemp("built") / "Stalingrad_Blitzkrieg.vmod"
    write_container(module, real_game.entries())
    write_extension(extensions_folder(module))
    return module


@pytest.fixture(scope="module")
def log(table: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game from the extension's start."""
    out = tmp_path_factory.mktemp("played") / "game.vlog"
    choices = ["--setup", SETUP, "--seed", "3", "-o", str(out)]
    assert main(["play", "gj47", "--module", str(table), *choices]) == 0
    return out


def test_a_game_with_the_division_is_judged_with_it(table: Path, log: Path) -> None:
    report = audit_logs([log], table)
    assert report.counts["legal"] == len(report.actions) > 700
    assert [notice.code for notice in report.notices] == []
    assert sum(action.unit == "ex1-inf-500" for action in report.actions) >= 3


def test_without_the_extension_nothing_is_called_illegal(table: Path, log: Path, tmp_path: Path) -> None:
    alone = shutil.copy(table, tmp_path / table.name)
    report = audit_logs([log], alone)
    assert report.counts["illegal"] == 0
    assert report.counts["unverified"] > 0
    assert [notice.code for notice in report.notices] == ["AUD014"]
    (beside,) = extensions_folder(table).glob("*.vmdx")
    assert audit_logs([log], alone, extensions=[beside]).counts["legal"] > 700


def test_another_version_of_the_extension_judges_nobody(log: Path, table: Path, tmp_path: Path) -> None:
    newer = extension.write_extension(replace(read(), version="2.0.0"), real_game.parts(), parts(), tmp_path)
    report = audit_logs([log], shutil.copy(table, tmp_path / table.name), extensions=[newer])
    assert report.counts["illegal"] == 0
    assert [notice.code for notice in report.notices] == ["AUD014"]


def test_validate_finds_module_and_extension_beside_each_other(table: Path) -> None:
    (beside,) = extensions_folder(table).glob("*.vmdx")
    assert validate_path(EXAMPLE).findings == []
    report = validate_path(beside)
    assert report.findings == []
    assert "1 palette slot" in report.summary


def _highpass_and_more(tmp_path: Path) -> Path:
    """Return the folder of a small game that has an extension of its own: a counter, a set-up."""
    home = tmp_path / "highpass"
    shutil.copytree(EXAMPLE.parent / "highpass", home)
    more = home / "extensions" / "more"
    (more / "counters").mkdir(parents=True)
    (more / "setups").mkdir()
    (more / "extension.yaml").write_text("{id: more, file: More, names: {en: More}, version: 1.0.0}\n")
    units = (home / "counters" / "units.yaml").read_text().split("counters:\n")[0]
    unit = "{id: red-4, gpid: 1, kind: unit, side: red, nationality: red, names: {en: Red 4th Foot}, "
    unit += "short: '4', symbol: infantry, size: division, unit_class: foot, "
    unit += "full: {attack: 4, defence: 4, movement: 4}}"
    (more / "counters" / "red.yaml").write_text(f"{units}counters:\n  - {unit}\n")
    (more / "setups" / "more.yaml").write_text(
        "{id: more-start, names: {en: More}, empty: false, like: start, provenance: {kind: invented},\n"
        ' hexes: {"0103": [red-4]}}\n'
    )
    return home


def test_a_game_builds_the_extensions_in_its_folder(tmp_path: Path) -> None:
    """Of any game: a declared one, whose module is general, is played and judged with them as well."""
    home = _highpass_and_more(tmp_path)
    out = tmp_path / "build"
    assert main(["build", home.as_posix(), "-o", out.as_posix()]) == 0
    module = out / "highpass" / "Highpass.vmod"
    (beside,) = (out / "highpass" / "Highpass_ext").iterdir()
    assert beside.name == "More.vmdx"
    beside.unlink()
    assert main(["build", home.as_posix(), "-o", out.as_posix()]) == 0
    assert beside.is_file()
    played = tmp_path / "game.vlog"
    arguments = ["play", "highpass", "--module", str(module), "--setup", "more-start", "-o", str(played)]
    assert main(arguments) == 0
    report = audit_logs([played], module)
    assert report.counts["legal"] == len(report.actions) > 10
    assert any(action.unit == "red-4" for action in report.actions)


@pytest.mark.engine
def test_the_engine_takes_module_set_ups_and_extension(home: EngineHome, tmp_path: Path) -> None:
    from toolkit.engine.check import check_module

    module = build_module(real_game.compiled(), real_game.equipment()[0], tmp_path)
    more = write_extension(tmp_path)
    report = check_module(module, tmp_path / "pictures", extensions=[more], home=home)
    assert [finding.key() for finding in report.findings if finding.severity.value == "error"] == []
    assert report.facts["hexes_wrong"] == 0


@pytest.mark.engine
def test_an_extension_beside_its_module_is_loaded_once(home: EngineHome, tmp_path: Path) -> None:
    from toolkit.engine.check import check_module

    out = tmp_path / "build"
    assert main(["build", _highpass_and_more(tmp_path).as_posix(), "-o", out.as_posix()]) == 0
    module = out / "highpass" / "Highpass.vmod"
    beside = extensions_folder(module) / "More.vmdx"
    report = check_module(module, tmp_path / "pictures", extensions=[beside], home=home)
    assert [finding.key() for finding in report.findings if finding.severity.value == "error"] == []
    assert report.facts["extensions"] == ["More"]


@pytest.mark.engine
def test_a_turn_played_in_the_engine_with_the_extension_is_clean(home: EngineHome, tmp_path: Path) -> None:
    from tests.games.gj47.audit.record_game import record_game

    alone = build_module(real_game.compiled(), real_game.equipment()[0], tmp_path)
    beside = write_extension(tmp_path)
    out = tmp_path / "game.vlog"
    recorded = record_game(alone, out, 3, turns=1, setup=SETUP, extensions=[beside], home=home)
    assert recorded.problems == []
    report = audit_logs([out], alone, extensions=[beside])
    assert report.counts["legal"] == len(report.actions) > 20
