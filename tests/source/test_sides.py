"""Sides and nations that a file uses must be the game's."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from toolkit.diagnostics import InputError
from toolkit.source.counters import load_counters
from toolkit.source.setups import load_boxes, load_setup_hexes
from toolkit.source.values import Known

KNOWN = Known(["german", "soviet"], ["german", "romanian"])
UNIT = {
    "id": "a", "gpid": 1, "kind": "unit", "side": "german", "nationality": "german", "names": {"en": "A"},
    "short": "A", "symbol": "infantry", "size": "division", "unit_class": "infantry", "combat": 3, "steps": 2,
}  # fmt: skip


def found(folder: Path, unit: dict[str, object], known: Known | None = KNOWN) -> list[str]:
    (folder / "counters").mkdir(exist_ok=True)
    (folder / "counters" / "a.yaml").write_text(yaml.safe_dump({"counters": [unit]}), encoding="utf-8")
    _, findings = load_counters(folder, known=known)
    return [f"{finding.code} {finding.place.pointer} {finding.message}" for finding in findings]


def test_a_counter_of_another_games_side(tmp_path: Path) -> None:
    assert found(tmp_path, UNIT) == []
    (fault,) = found(tmp_path, {**UNIT, "side": "sovjet"})
    assert fault.startswith("SRC020 /counters/0/side")
    assert "soviet" in fault
    (fault,) = found(tmp_path, {**UNIT, "nationality": "rumanian"})
    assert fault.startswith("SRC020 /counters/0/nationality")
    assert "romanian" in fault


def test_any_nation_will_do_where_a_game_lists_none(tmp_path: Path) -> None:
    assert found(tmp_path, {**UNIT, "nationality": "martian"}, Known(["german"])) == []
    assert found(tmp_path, {**UNIT, "side": "blue"}, None) == []


def test_a_unit_of_one_value_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "counters").mkdir()
    (tmp_path / "counters" / "a.yaml").write_text(
        yaml.safe_dump({"counters": [{**UNIT, "enters": 2}], "provenance": {"steps": {"kind": "rules"}}}),
        encoding="utf-8",
    )
    (unit,), _ = load_counters(tmp_path)
    assert (unit.unit_class, unit.combat, unit.steps, unit.enters) == ("infantry", 3, 2, 2)
    assert str(unit.provenance["steps"].kind) == "rules"
    assert type(unit).from_json(unit.to_json()) == unit


def test_a_box_of_another_games_side(tmp_path: Path) -> None:
    (tmp_path / "setups").mkdir()
    box = {"id": "hand", "names": {"en": "Hand"}, "kind": "hand", "side": "blue", "rect": [1, 2, 30, 40]}
    (tmp_path / "setups" / "boxes.yaml").write_text(yaml.safe_dump({"boxes": [box]}), encoding="utf-8")
    boxes, findings = load_boxes(tmp_path, known=KNOWN)
    assert [finding.key()[0] for finding in findings] == ["SRC020"]
    assert boxes[0].rect == (1, 2, 30, 40)
    assert type(boxes[0]).from_json(boxes[0].to_json()) == boxes[0]


def test_a_symbol_of_another_games_side(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    groups = [{"army": "6A", "kind": "army", "side": "blue", "hexes": ["0101"]}]
    content = {"provenance": {"kind": "invented"}, "groups": groups}
    (tmp_path / "map" / "setup_hexes.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_setup_hexes(tmp_path, known=KNOWN)
    assert [finding.code for finding in error.value.findings] == ["SRC020"]
