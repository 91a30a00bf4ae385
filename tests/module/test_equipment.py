"""``module.yaml``: sides of windows and boxes are the game's."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

from toolkit.module.equipment import load_equipment
from toolkit.source.values import Known

GAME = Path(__file__).parents[2] / "source_data" / "gj47"


def found(folder: Path, known: Known | None, *edits: tuple[str, str]) -> list[tuple[str, str | None]]:
    shutil.copytree(GAME / "setups", folder / "setups", dirs_exist_ok=True)
    text = (GAME / "module.yaml").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "module.yaml").write_text(text, encoding="utf-8")
    return [(finding.code, finding.place.pointer) for finding in load_equipment(folder, known)[1]]


def test_a_marker_in_a_box_that_is_none(tmp_path: Path) -> None:
    assert found(tmp_path, None) == []
    assert found(tmp_path, None, ("    box: tray-battle", "    box: trya")) == [("MOD014", "/markers/0/box")]


def test_a_side_that_is_none(tmp_path: Path) -> None:
    known = Known(["axis", "soviet"])
    assert found(tmp_path, known) == []
    windows = yaml.safe_load((GAME / "module.yaml").read_text(encoding="utf-8"))["windows"]
    owner = next(i for i, window in enumerate(windows) if window.get("owner") == "axis")
    sections = [
        (i, j)
        for i, window in enumerate(windows)
        for j, section in enumerate(window["sections"])
        if section.get("side") == "soviet"
    ]
    edits = (("owner: axis", "owner: axes"), ("side: soviet", "side: sovjet"))
    i, j = sections[0]
    assert set(found(tmp_path, known, *edits)) == {
        ("SRC020", f"/windows/{owner}/owner"),
        ("SRC020", f"/windows/{i}/sections/{j}/side"),
    }
    # Without the game nobody can tell.
    assert found(tmp_path, None, *edits) == []
