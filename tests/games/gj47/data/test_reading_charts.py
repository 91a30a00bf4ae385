from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import real_game
from tests.source.sheets import fault
from toolkit.diagnostics import InputError
from toolkit.games.gj47.data.charts import CHART_FILES, load_charts
from toolkit.games.gj47.data.tables import CombatResult
from toolkit.games.gj47.data.terrain_effects import MoveCost

GAME = real_game.GJ47


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A2", (2, 0, 0)),
        ("-", (0, 0, 0)),
        ("R", (0, 0, 1)),
        ("RR", (0, 0, 2)),
        ("3RR", (0, 3, 2)),
        ("1R", (0, 1, 1)),
    ],
)
def test_cells(text: str, expected: tuple[int, int, int]) -> None:
    result = CombatResult.from_json(text)
    assert (result.attacker_losses, result.defender_losses, result.retreat) == expected


@pytest.mark.parametrize(
    ("data", "mode", "points"),
    [(2, "points", 2.0), ("+1", "extra", 1.0), ("whole", "whole", 0.0), ("prohibited", "prohibited", 0.0)],
)
def test_costs_both_ways(data: str | float, mode: str, points: float) -> None:
    cost = MoveCost.from_json(data)
    assert (cost.mode, cost.points) == (mode, points)
    assert MoveCost.from_json(cost.to_json()) == cost


FAULTS = [
    ("crt", "4RR]", "4RRR]", "/rows/5/10"),
    ("crt", "columns:", "colums:", "/colums"),
    ("terrain_effects", "mechanised: 3", "mechanised: slow", "/effects/2/movement/mechanised"),
    ("terrain_effects", "attack_factor: 0.5", "attack_factor: 2", "/effects/7/attack_factor"),
    ("withdrawal", "[1, 0, 2]", "[1, 0, two]", "/rows/0/2"),
    ("axis_reinforcement", "  - [1, 1, 1, 0, 1, 0]\n", "", "/rows"),
    ("soviet_reinforcement", "[2, 0, 0", "[-2, 0, 0", "/rows/NKVD-Mot/0"),
    ("turn_track", "su_com: 3", "su_com: 3.5", "/turns/0/su_com"),
    ("victory", "needed: 85", "needed: 0", "/needed"),
    ("victory", "kind: rules", "kind: rule", "/provenance/kind"),
]


@pytest.mark.parametrize(("name", "old", "new", "pointer"), FAULTS)
def test_a_fault_gives_one_finding_with_its_line(
    tmp_path: Path, name: str, old: str, new: str, pointer: str
) -> None:
    shutil.copytree(GAME / "charts", tmp_path / "charts")
    file = tmp_path / "charts" / f"{name}.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_charts(tmp_path)
    unknown = [finding for finding in error.value.findings if finding.place.pointer == pointer]
    assert [finding.code for finding in unknown] == ["SRC010"]
    assert unknown[0].place.file == file.as_posix()
    if name != "crt" or old != "columns:":  # a misspelt key is also a missing one
        assert fault(error)[:2] == ("SRC010", pointer)


@pytest.mark.parametrize(
    ("name", "old", "new", "key"),
    [
        ("crt", "2RR, 3RR, 3RR, 4RR]", "2RR, 3RR, 3RR]", ("CHT001", "/rows/5")),
        ("crt", "8, 9, 10]", "8, 9]", ("CHT001", "/ratios")),
        ("crt", "[1, 1.5, 2", "[1, 2.5, 2", ("CHT002", "/ratios/2")),
        ("withdrawal", "[1, 0, 2]", "[1, 0]", ("CHT001", "/rows/0")),
        ("axis_reinforcement", "classes: [Pz, SS, Inf, ", "classes: [Pz, SS, ", ("CHT001", "/rows/0")),
        ("soviet_reinforcement", "[1, 0, 0, 0, 0, 0, 1, 1, 0]", "[1, 0]", ("CHT001", "/rows/Tk")),
        ("soviet_reinforcement", "4, 0, 0, 1, 2, 0, 0]", "4, 0, 0]", ("CHT001", "/rows/Tk")),
        ("turn_track", "number: 4", "number: 5", ("CHT003", "/turns/3/number")),
        ("terrain_effects", "kind: marsh", "kind: forest", ("CHT004", "/effects/2/kind")),
    ],
)
def test_shapes_that_do_not_fit(tmp_path: Path, name: str, old: str, new: str, key: tuple[str, str]) -> None:
    shutil.copytree(GAME / "charts", tmp_path / "charts")
    file = tmp_path / "charts" / f"{name}.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_charts(tmp_path)
    assert error.value.findings[0].key()[:2] == key
    assert error.value.findings[0].place.line is not None


def test_a_missing_chart(tmp_path: Path) -> None:
    shutil.copytree(GAME / "charts", tmp_path / "charts")
    (tmp_path / "charts" / "crt.yaml").unlink()
    with pytest.raises(InputError) as error:
        load_charts(tmp_path)
    assert fault(error)[0] == "SRC001"


def test_each_chart_has_its_file() -> None:
    assert sorted(file.stem for file in (GAME / "charts").glob("*.yaml")) == sorted(CHART_FILES)
