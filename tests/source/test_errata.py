"""Errata: applied in order at reading, with places, conflicts and a record of where a value comes from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.source.sheets import write
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.compile.map import compile_map
from toolkit.diagnostics import InputError, ToolkitError
from toolkit.games.gj47.data.charts import Charts, load_charts
from toolkit.source.counters import Factors, load_counters
from toolkit.source.errata import Erratum, load_errata
from toolkit.source.game import GameSource, load_game
from toolkit.source.provenance import Provenance, ProvenanceKind

GAME = Path(__file__).resolve().parents[2] / "source_data" / "gj47"
HEAD = 'title: Test\nwhy: "a misprint"\nauthority: "letter of the designer"\ndate: 2013-07\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the game without errata of its own."""
    target = tmp_path / "gj47"
    shutil.copytree(GAME, target, ignore=shutil.ignore_patterns("errata"))
    return target


def erratum(folder: Path, number: str, *changes: str, more: str = "") -> Path:
    text = HEAD + more + "changes:\n" + "".join(f"  - {{{change}}}\n" for change in changes)
    return write(folder, f"errata/{number}.yaml", text)


def keys(folder: Path, *, on_map: bool = False) -> list[tuple[str, str, int | None]]:
    """Return code, pointer and line of what the errata of a folder meet."""
    source, found = load_game(folder)
    if on_map:
        found += compile_map(source)[1]
    codes = ("SRC020", "SRC023", "SRC040", "SRC041", "SRC042", "SRC010")
    return [(f.code, f.place.pointer or "", f.place.line) for f in found if f.code in codes]


def compiled(folder: Path) -> tuple[GameSource, CompiledGame]:
    source, found = load_game(folder)
    game, more = compile_game(source)
    assert [f for f in (*found, *more) if f.severity != "info" and f.code != "OOB005"] == []
    return source, game


def layer(game: CompiledGame, name: str, a: str, b: str) -> bool:
    side = game.map.side(game.map.grid.hex(a), game.map.grid.hex(b))
    return bool({**game.map.side_features, **game.map.links}[name][side])


def test_the_erratum_of_the_game() -> None:
    (first,) = load_errata(GAME)
    assert {change.target for change in first.changes} == {
        "ger-inf-44", "ger-inf-62", "ger-inf-68", "sov-cav-79", "sov-cav-110",
    }  # fmt: skip
    counters = {counter.id: counter for counter in load_counters(GAME)[0]}
    assert counters["ger-inf-62"].reduced == Factors(2, 2, 5)
    assert counters["sov-cav-79"].reduced == Factors(1, 1, 5)
    assert "erratum 001" in str(counters["sov-cav-79"].provenance["reduced"].source)


def test_without_its_errata_the_game_says_what_it_does_not_know() -> None:
    source, findings = load_game(GAME, errata=())
    assert [f.code for f in findings] == ["OOB005"] * 5
    assert {c.id: c.reduced for c in source.counters}["ger-inf-44"] is None
    later, _ = load_game(GAME, errata=["001"])
    assert [erratum.id for erratum in later.errata] == ["001"]


def test_an_unknown_number_of_an_erratum_is_refused() -> None:
    with pytest.raises(InputError) as error:
        load_game(GAME, errata=["999"])
    assert error.value.findings[0].code == "SRC020"


def test_every_kind_of_datum_can_be_corrected(folder: Path) -> None:
    _, before = compiled(folder)
    assert layer(before, "river", "0710", "0711") is False
    erratum(
        folder,
        "001",
        'hex: "1419", layer: vp, from: false, to: true',
        'hex: "1519", layer: terrain, from: clear, to: marsh',
        'hexside: ["0711", "0710"], layer: river, from: false, to: true',
        'link: ["0710", "0711"], layer: road, from: unknown, to: true',
        "counter: ger-pz-24, value: full/movement, from: unknown, to: 30",
        'chart: crt, at: rows/3/2-1, from: "-", to: R',
        "chart: withdrawal, at: rows/1/Pz, from: 1, to: 2",
        "chart: turn_track, at: turns/3/su_com, from: unknown, to: 1",
        "chart: terrain_effects, at: effects/forest/shift, from: 1, to: 2",
        "chart: soviet_reinforcement, at: rows/Tk/3, from: unknown, to: 9",
        'setup: june-28-1942, counter: ger-inf-57, from: "0312", to: "0313"',
        "switch: U-03, from: any-crossing, to: along-line",
        "datum: map/towns.yaml, at: towns/millerovo/class, from: town, to: major_city",
    )
    source, game = compiled_anyhow(folder)
    h = game.map.grid.hex
    assert game.map.hex_features["vp"][h("1419")]
    assert game.map.terrain_kinds[game.map.terrain[h("1519")]] == "marsh"
    assert layer(game, "river", "0710", "0711")
    assert layer(game, "road", "0710", "0711")
    panzer = next(c for c in game.counters if c.id == "ger-pz-24")
    assert panzer.full is not None
    assert panzer.full.movement == 30
    origin = Provenance(ProvenanceKind.RULES, "erratum 001: letter of the designer")
    assert panzer.provenance["full"] == origin
    charts = Charts.from_json(game.charts)
    assert charts.crt.result(2, 3).text == "R"
    assert charts.withdrawal.roll(1)["Pz"] == 2
    assert charts.turn_track[2].su_com == 1
    assert charts.turn_track[2].provenance["numbers"] == origin
    effect = charts.effect("forest")
    assert effect is not None
    assert (effect.shift, effect.provenance) == (2, origin)
    assert charts.soviet_reinforcement.column(3)["Tk"] == 9
    setup = next(s for s in game.setups if s.id == "june-28-1942")
    assert setup.on_map["ger-inf-57"] == "0313"
    assert next(o for o in game.options if o.id == "U-03").default == "along-line"
    town = next(t for t in source.map.towns if t.id == "millerovo")
    assert (town.kind, town.provenance) == ("major_city", origin)
    side = game.map.side(h("0710"), h("0711"))
    found = game.map.provenance.of("side:river", side)
    assert found is not None
    assert found.provenance.source == origin.source
    assert game.errata == source.errata
    assert CompiledGame.from_json(game.to_json()).errata == game.errata
    assert [e.id for e in game.errata] == ["001"]


def compiled_anyhow(folder: Path) -> tuple[GameSource, CompiledGame]:
    """Return a game whose set-up may break chapter 4 now, but whose errata met nothing."""
    source, found = load_game(folder)
    game, more = compile_game(source, strict=False)
    assert [f.message for f in (*found, *more) if f.code.startswith(("SRC", "CHT"))] == []
    return source, game


def test_a_value_that_was_another_is_a_conflict_with_its_line(folder: Path) -> None:
    erratum(
        folder,
        "001",
        "chart: crt, at: rows/3/2-1, from: RR, to: R",
        'hexside: ["0710", "0711"], layer: river, from: true, to: false',
        'hex: "1419", layer: terrain, from: forest, to: marsh',
        "counter: ger-pz-24, value: symbol, from: infantry, to: cavalry",
    )
    found = keys(folder, on_map=True)
    assert found == [
        ("SRC040", "/changes/3", 9),
        ("SRC040", "/changes/0", 6),
        ("SRC042", "/changes/1", 7),
        ("SRC040", "/changes/2", 8),
    ]
    with pytest.raises(ToolkitError):
        compile_game(load_game(folder)[0])


def test_an_erratum_that_changes_nothing_is_reported(folder: Path) -> None:
    erratum(folder, "001", 'chart: crt, at: rows/3/2-1, from: RR, to: "-"')
    assert keys(folder) == [("SRC042", "/changes/0", 6)]


def test_two_errata_on_one_datum_need_an_order(folder: Path) -> None:
    erratum(folder, "001", 'chart: crt, at: rows/3/2-1, from: "-", to: R')
    erratum(folder, "002", "chart: crt, at: rows/3/2-1, from: R, to: RR")
    assert keys(folder) == [("SRC041", "/changes/0", 6)]
    erratum(folder, "002", "chart: crt, at: rows/3/2-1, from: R, to: RR", more='after: ["001"]\n')
    assert keys(folder) == []
    assert load_charts(folder)["crt"]["rows"][2][2] == "RR"
    # A chain of orders holds as well; a part of a value touches the whole.
    erratum(folder, "003", "chart: crt, at: rows/3/2-1, from: RR, to: 1RR", more='after: ["002"]\n')
    assert keys(folder) == []
    erratum(
        folder,
        "004",
        "counter: ger-pz-24, value: full, from: unknown, to: {attack: 1, defence: 1, movement: 1}",
    )
    erratum(folder, "005", "counter: ger-pz-24, value: full/attack, from: 1, to: 2")
    assert keys(folder) == [("SRC041", "/changes/0", 6)]


def test_map_errata_see_what_earlier_ones_made(folder: Path) -> None:
    erratum(folder, "001", 'hexside: ["0710", "0711"], layer: river, from: false, to: true')
    more = 'after: ["001"]\n'
    erratum(folder, "002", 'hexside: ["0711", "0710"], layer: river, from: true, to: false', more=more)
    _, game = compiled(folder)
    assert not layer(game, "river", "0710", "0711")


def test_a_drawn_river_is_taken_from_a_hexside_and_an_override_is_replaced(folder: Path) -> None:
    erratum(folder, "001", 'hexside: ["0233", "0333"], layer: impassable, from: true, to: false')
    _, game = compiled(folder)
    assert not layer(game, "impassable", "0233", "0333")


def test_what_does_not_exist_is_named_with_its_line(folder: Path) -> None:
    wrong = {
        "counter: ger-pz-240, value: full/attack, from: 1, to: 2": "SRC020",
        "counter: ger-pz-24, value: full/size/big, from: 1, to: 2": "SRC020",
        "chart: crts, at: rows/1/2-1, from: R, to: RR": "SRC020",
        "chart: crt, at: rows/9/2-1, from: R, to: RR": "SRC020",
        "switch: U-99, from: a, to: b": "SRC020",
        'setup: june, counter: ger-inf-57, from: "0312", to: "0313"': "SRC020",
        "datum: map/rivres.yaml, at: rivers/don/kind, from: river, to: great_river": "SRC020",
        'hexside: ["0710", "0711"], layer: rivr, from: true, to: false': "SRC020",
        'hexside: ["0710", "0711"], layer: road, from: true, to: false': "SRC020",
        'hexside: ["0710", "0911"], layer: river, from: true, to: false': "SRC023",
        'hex: "9999", layer: vp, from: true, to: false': "SRC023",
        'hex: "1419", layer: terrain, from: clear, to: clearing': "SRC020",
        'hex: "1420", layer: vp, from: unknown, to: 3': "SRC010",
    }
    erratum(folder, "001", *wrong)
    expected = [(line, code) for line, code in enumerate(wrong.values(), start=6)]
    assert sorted((found[2] or 0, found[0]) for found in keys(folder, on_map=True)) == expected


def test_a_corrected_value_has_to_fit_its_schema(folder: Path) -> None:
    path = erratum(folder, "001", "counter: ger-pz-24, value: reduced, from: unknown, to: {strength: 99}")
    with pytest.raises(InputError) as error:
        load_game(folder)
    assert {(f.code, f.place.file, f.place.line) for f in error.value.findings} == {
        ("SRC010", path.as_posix(), 6)
    }


def test_a_counter_can_be_taken_out_of_a_setup_and_put_in(folder: Path) -> None:
    erratum(folder, "001", 'setup: june-28-1942, counter: ger-sec-213, from: "0213", to: absent')
    erratum(
        folder,
        "002",
        "setup: june-28-1942, counter: ger-sec-213, from: absent, to: pool-axis",
        more='after: ["001"]\n',
    )
    source, findings = load_game(folder)
    assert [f for f in findings if f.code.startswith("SRC")] == []
    setup = next(s for s in source.setups if s.id == "june-28-1942")
    assert setup.in_boxes["ger-sec-213"] == "pool-axis"
    assert "0213" not in setup.by_hex()
    assert setup.where["ger-sec-213"].file == (folder / "errata/002.yaml").as_posix()
    plain = next(s for s in load_game(folder, errata=())[0].setups if s.id == setup.id)
    same = [c for c in plain.where if plain.where[c].file == setup.where[c].file and c != "ger-sec-213"]
    assert {c: plain.where[c].line for c in same} == {c: setup.where[c].line for c in same}


def test_files_of_other_names_are_refused(folder: Path) -> None:
    write(folder, "errata/first.yaml", HEAD + "changes: []\n")
    write(folder, "errata/002.yaml", HEAD + 'changes: [{hex: "1419", from: a, to: b}]\n')
    with pytest.raises(InputError) as error:
        load_errata(folder)
    assert [f.code for f in error.value.findings] == ["SRC010", "SRC043"]


def test_an_erratum_survives_json(folder: Path) -> None:
    erratum(
        folder,
        "007",
        'hexside: ["0711", "0710"], layer: river, from: false, to: true',
        "switch: U-03, from: any-crossing, to: along-line",
        'setup: june-28-1942, counter: ger-inf-57, from: "0312", to: absent',
        more='kind: published\nafter: ["001"]\n',
    )
    (found,) = load_errata(folder)
    assert Erratum.from_json(found.to_json()) == found
