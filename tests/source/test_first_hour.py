"""Faults of the first hour: each is said where it stands, and none hides another file's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from toolkit.cli.new import write_starter
from toolkit.compare.changes import changes_between
from toolkit.compare.facts import facts_of
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding, InputError
from toolkit.source.game import load_game


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    write_starter("hex", "mine", folder)
    return folder


def change(folder: Path, changes: Mapping[str, tuple[str, str]]) -> None:
    for name, (old, new) in changes.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def faults(folder: Path) -> list[Finding]:
    with pytest.raises(InputError) as caught:
        load_game(folder)
    return list(caught.value.findings)


def compiled(folder: Path) -> tuple[CompiledGame, list[Finding]]:
    source, found = load_game(folder)
    game, more = compile_game(source, strict=False)
    return game, [*found, *more]


def test_a_map_file_that_is_not_there_is_said_where_it_is_named(mine: Path) -> None:
    change(mine, {"game.yaml": ("map/ground.yaml", "map/grond.yaml")})
    (fault,) = faults(mine)
    assert (fault.code, fault.place.pointer) == ("SRC001", "/map/0")
    assert "did you mean 'map/ground.yaml'?" in fault.message


def test_a_fault_of_game_yaml_hides_no_other_files(mine: Path) -> None:
    slips = {
        "game.yaml": ("version: 0.1.0", "version: 7"),
        "counters/units.yaml": ("{attack: ", "{atack: "),
        "setups/start.yaml": ("\nempty: ", "\nemty: "),
        "map/ground.yaml": ("class: town", "clas: town"),
    }
    change(mine, slips)
    found = faults(mine)
    assert {Path(fault.place.file or "").relative_to(mine).as_posix() for fault in found} == set(slips)
    assert {fault.code for fault in found} == {"SRC010"}


def test_a_game_yaml_that_is_no_yaml_is_one_fault(mine: Path) -> None:
    change(mine, {"game.yaml": ("sides:", "sides: [")})
    assert [fault.code for fault in faults(mine)] == ["SRC004"]


def test_the_form_that_a_fixed_word_names_is_meant(mine: Path) -> None:
    change(mine, {"game.yaml": ("grid:\n", "projection: {method: crs, crs: EPSG:32633}\ngrid:\n")})
    messages = [fault.message for fault in faults(mine)]
    assert any("'centre_lat'" in message for message in messages)
    assert not any("equirectangular" in message for message in messages)


def test_hexes_that_would_touch_with_the_other_columns_shifted(mine: Path) -> None:
    stated = 'side_overrides:\n  dry: {side: ["0203", "0304"], layer: river, reason: "a test of it"}\n'
    change(mine, {"map/ground.yaml": ("\nmarks:", f"\n{stated}\nmarks:")})
    assert [f.code for f in compiled(mine)[1] if f.code == "MAP050"] == []
    change(mine, {"game.yaml": ("shifted: even", "shifted: odd")})
    (fault,) = (f for f in compiled(mine)[1] if f.code == "MAP050")
    assert "hexes 0203 and 0304 do not touch; with `shifted: even` they would" in fault.message


def test_clauses_and_tables_of_declared_games_are_compared(mine: Path) -> None:
    before, _ = compiled(mine)
    change(
        mine,
        {"rules.yaml": ("woods: 2}", "woods: 4}"), "charts/crt.yaml": ("[AR, NE, DR, EX", "[AR, AR, DR, EX")},
    )
    changed = changes_between(facts_of(before), facts_of(compiled(mine)[0]))
    assert {c.key() for c in changed if c.kind == "clause"} == {("clause", "2.2", "costs/woods")}
    assert [c.id for c in changed if c.kind == "chart"] == ["crt"]
    assert {c.kind for c in changed} == {"clause", "chart"}
