"""A test extension with one more division, read back; the engine test loads it with the module."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.module.extension import EXTENSION_ID, write_extension
from toolkit.engine.provision import EngineHome
from toolkit.module.build import build_module
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.containers import Kind, open_container


def test_the_division_has_the_modules_traits_under_the_extensions_number(
    parts: ModuleParts, built: BuildFile, tmp_path: Path
) -> None:
    path = write_extension(parts, tmp_path / "more.vmdx")
    assert open_container(path).kind is Kind.EXTENSION
    slots = list(open_module(path.as_posix()).slots())
    assert [slot.gpid for slot in slots] == [f"{EXTENSION_ID}:1"]
    piece = slots[0].piece
    assert piece is not None
    assert piece.basic_state.gpid == f"{EXTENSION_ID}:1"
    assert built.expand(piece).properties()["CounterId"] == "ext-pz-99"


@pytest.mark.engine
def test_the_engine_takes_module_set_ups_and_extension(
    parts: ModuleParts, home: EngineHome, tmp_path: Path
) -> None:
    from toolkit.engine.check import check_module

    module = build_module(parts.shop.game, parts.shop.equipment, tmp_path)
    more = write_extension(parts, tmp_path / "more.vmdx")
    report = check_module(module, tmp_path / "pictures", extensions=[more], home=home)
    assert [finding.key() for finding in report.findings if finding.severity.value == "error"] == []
    assert report.facts["hexes_wrong"] == 0
