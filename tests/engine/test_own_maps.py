"""Modules of the pages docs/your_map.md and docs/area_maps.md in the real engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_your_map import blocks
from tests.render.made_map import save_scan
from toolkit.cli.main import main
from toolkit.engine.check import check_module
from toolkit.engine.provision import EngineHome

pytestmark = pytest.mark.engine


@pytest.mark.parametrize(
    ("page", "file", "set_up"), [("area_maps.md", "Island", 7), ("your_map.md", "Dunmoor", 2)]
)
def test_it_opens_without_a_complaint(
    page: str, file: str, set_up: int, tmp_path: Path, home: EngineHome
) -> None:
    for name, text in blocks(page).items():
        path = tmp_path / "game" / name.removeprefix("source_data/dunmoor/")
        if "corrections" in name or "errata" in name or (name == "game.yaml" and page == "your_map.md"):
            continue  # they correct the drawing, which is not made here
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if page == "your_map.md":
        save_scan(tmp_path / "game" / "map" / "scan.png")
    assert main(["build", str(tmp_path / "game"), "-o", str(tmp_path / "out")]) == 0
    report = check_module(tmp_path / "out" / "game" / f"{file}.vmod", tmp_path / "seen", home=home)
    assert [finding.message for finding in report.findings] == []
    assert report.facts["setups"] == {"Start": set_up}
