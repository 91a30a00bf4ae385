"""The report on modules with known faults, and on one with none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine import tiny
from tests.engine.tiny import Faults
from toolkit.diagnostics import InputError, Severity
from toolkit.engine.check import check_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.report import EngineReport

pytestmark = pytest.mark.engine


def codes(report: EngineReport) -> set[str]:
    return {f.code for f in report.findings}


def test_a_sound_module_has_no_findings(home: EngineHome, module: Path, tmp_path: Path) -> None:
    report = check_module(module, tmp_path, home=home)
    assert report.findings == []
    assert report.facts["setups"] == {"Start": 6}
    assert report.facts["hexes_compared"] == tiny.COLUMNS * tiny.ROWS
    assert report.facts["hexes_wrong"] == 0
    assert int(str(report.facts["pixels_compared"])) > 1000
    assert report.facts["pixels_wrong"] == 0
    assert report.facts["refreshed_setups"] == 1
    assert [p.read_bytes()[:4] for p in report.pictures] == [b"\x89PNG"] * len(report.pictures)
    assert len(report.pictures) >= 2


def test_a_grid_numbered_from_the_wrong_column_is_found_at_every_hex(
    home: EngineHome, tmp_path: Path
) -> None:
    module = tiny.write_module(tmp_path / "shifted.vmod", Faults(column_offset=2))
    report = check_module(module, tmp_path, home=home, refresh=False)
    assert report.facts["hexes_wrong"] == tiny.COLUMNS * tiny.ROWS
    first = next(f for f in report.findings if f.code == "ENG030")
    assert (first.data["hex"], first.data["said"]) == ("0101", "0201")
    assert "ENG031" in codes(report)


def test_a_missing_image_is_named_and_is_bad_data_for_the_engine(home: EngineHome, tmp_path: Path) -> None:
    module = tiny.write_module(tmp_path / "blind.vmod", Faults(image="nowhere.png"))
    report = check_module(module, tmp_path, home=home, refresh=False)
    assert {"ENG011", "ENG013"} <= codes(report)
    assert {f.data["image"] for f in report.findings if f.code == "ENG013"} == {"nowhere.png"}


def test_a_module_for_a_newer_engine_is_opened_and_named(home: EngineHome, tmp_path: Path) -> None:
    module = tiny.write_module(tmp_path / "later.vmod", Faults(asks_for="9.1.2"))
    report = check_module(module, tmp_path, home=home, refresh=False)
    assert codes(report) == {"ENG006"}


def test_a_new_game_that_asks_for_a_board_says_so(home: EngineHome, tmp_path: Path) -> None:
    module = tiny.write_module(tmp_path / "asks.vmod", Faults(boards=2))
    report = check_module(module, tmp_path, home=home, refresh=False)
    assert codes(report) == {"ENG021"}


def test_counters_that_a_refresh_would_leave_alone_are_counted(home: EngineHome, tmp_path: Path) -> None:
    module = tiny.write_module(tmp_path / "twice.vmod", Faults(same_gpid=True))
    report = check_module(module, tmp_path, home=home)
    assert codes(report) == {"ENG042"}


def test_a_module_of_others_is_not_compared_and_says_so(home: EngineHome, tmp_path: Path) -> None:
    module = tiny.write_module(tmp_path / "foreign.vmod", Faults(own_data=False))
    report = check_module(module, tmp_path, home=home, refresh=False)
    assert codes(report) == {"ENG032"}


def test_a_file_that_is_no_module_is_refused(home: EngineHome, tmp_path: Path) -> None:
    picture = tmp_path / "picture.vmod"
    picture.write_bytes(b"\xff\xd8\xff\xe0 not a zip file")
    with pytest.raises(InputError) as error:
        check_module(picture, tmp_path, home=home)
    assert [f.code for f in error.value.findings] == ["ENG005"]
    assert error.value.exit_status == 2


def test_a_zip_file_without_a_build_file_is_reported(home: EngineHome, tmp_path: Path) -> None:
    module = tiny.write_module(tmp_path / "whole.vmod")
    empty = tmp_path / "empty.vmod"
    import zipfile

    with zipfile.ZipFile(module) as source, zipfile.ZipFile(empty, "w") as target:
        target.writestr("moduledata", source.read("moduledata"))
    report = check_module(empty, tmp_path, home=home)
    assert [f.severity for f in report.findings] == [Severity.ERROR]
    assert codes(report) == {"ENG003"}
