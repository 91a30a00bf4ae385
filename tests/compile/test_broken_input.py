"""Broken sources: one clear message each, the right place, the right exit status, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.compile.conftest import Make, compiled, ring
from toolkit.cli.main import main
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding, InputError, Severity, ToolkitError
from toolkit.source.game import load_game


def errors(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def exit_status(folder: Path, capfd: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(["validate", str(folder)])
    out = capfd.readouterr()
    assert "Traceback" not in out.out + out.err
    return status, out.out + out.err


def test_the_little_game_is_sound(make: Make, capfd: pytest.CaptureFixture[str]) -> None:
    game, findings = compiled(make())
    assert findings == []
    assert game.map.side_features["river"].sum() > 5
    assert game.map.bridge.sum() == 1
    assert [place.control for place in game.map.places] == ["blue", "red"]
    assert exit_status(make(), capfd)[0] == 0


# Unreadable or against the schema: exit status 2 ------------------------------------------------


def test_cut_yaml(make: Make, capfd: pytest.CaptureFixture[str]) -> None:
    folder = make()
    text = (folder / "map.yaml").read_text()
    (folder / "map.yaml").write_text(text[: text.index("lon: 1.73")] + "lon: [1.7")
    status, output = exit_status(folder, capfd)
    assert status == 2
    assert "SRC004" in output
    assert "map.yaml:" in output


@pytest.mark.parametrize(
    ("change", "pointer", "words"),
    [
        (lambda m: m["towns"]["alpha"].update(latt=3), "/towns/alpha/latt", "did you mean 'lat'"),
        (lambda m: m.update(rivres={}), "/rivres", "did you mean 'rivers'"),
        (lambda m: m["towns"]["alpha"].update(lat="two"), "/towns/alpha/lat", "found text 'two'"),
        (lambda m: m["towns"]["alpha"].update(lat=95), "/towns/alpha/lat", "at most 90"),
        (lambda m: m["towns"]["alpha"].pop("lon"), "/towns/alpha", "missing key 'lon'"),
        (lambda m: m["rivers"]["stream"].update(ends={"jions": "x"}), "/rivers/stream/ends", "joins"),
        (
            lambda m: m["provenance"].update(kind="invnted"),
            "/provenance/kind",
            "did you mean 'invented'",
        ),
    ],
)
def test_against_the_schema(
    make: Make,
    capfd: pytest.CaptureFixture[str],
    change: Callable[[dict[str, Any]], object],
    pointer: str,
    words: str,
) -> None:
    folder = make(change)
    with pytest.raises(InputError) as caught:
        load_game(folder)
    (finding,) = caught.value.findings
    assert (finding.code, finding.place.pointer) == ("SRC010", pointer)
    assert words in finding.message
    assert finding.place.line is not None
    assert finding.place.column is not None
    assert exit_status(folder, capfd)[0] == 2


def test_faults_of_all_files_come_at_once(make: Make) -> None:
    def two_files(game: dict[str, Any]) -> None:
        game["map"] = ["map.yaml", "missing.yaml"]

    folder = make(lambda m: m["towns"]["alpha"].update(latt=3), two_files)
    with pytest.raises(InputError) as caught:
        load_game(folder)
    assert [finding.code for finding in caught.value.findings] == ["SRC010", "SRC001"]


def test_a_map_file_outside_the_folder_is_refused(make: Make) -> None:
    folder = make(None, lambda g: g.update(map=["../map.yaml"]))
    with pytest.raises(InputError) as caught:
        load_game(folder)
    assert [finding.code for finding in caught.value.findings] == ["SRC001"]


def test_one_terrain_is_the_default(make: Make) -> None:
    folder = make(None, lambda g: g["terrain"]["clear"].pop("default"))
    with pytest.raises(InputError) as caught:
        load_game(folder)
    assert [finding.key() for finding in caught.value.findings] == [("SRC025", "/terrain", None)]


# Readable, but not a map: exit status 1 ---------------------------------------------------------


def town_in_the_sea(m: dict[str, Any]) -> None:
    m["towns"]["gamma"] = {"name": "Gamma", "lat": -4.0, "lon": 1.73, "class": "town"}


def road_into_the_sea(m: dict[str, Any]) -> None:
    m["links"]["road"]["road"]["through"].append({"lon": 1.73, "lat": -4.0})


def river_into_nothing(m: dict[str, Any]) -> None:
    m["rivers"]["stream"]["course"].pop()


def self_crossing_river(m: dict[str, Any]) -> None:
    course = m["rivers"]["stream"]["course"]
    course[1:2] = [
        {"lon": 0.3, "lat": 2.1}, {"lon": 2.9, "lat": 2.1}, {"lon": 2.9, "lat": 0.1},
        {"lon": -2.6, "lat": 0.6}, {"lon": -2.6, "lat": 3.1}, {"lon": 1.4, "lat": 3.1},
        {"lon": 1.4, "lat": -1.6},
    ]  # fmt: skip


def unclosed_polygon(m: dict[str, Any]) -> None:
    m["areas"]["sea"]["south_sea"]["outline"].pop()


def polygon_like_an_eight(m: dict[str, Any]) -> None:
    m["areas"]["forest"] = {
        "eight": {"name": "Eight", "outline": ring((-3.0, 3.0), (-1.0, 4.0), (-1.0, 3.0), (-3.0, 4.0))}
    }


def duplicate_hex(m: dict[str, Any]) -> None:
    entry = {"hex": "0303", "terrain": "forest", "reason": "test"}
    m["hex_overrides"] = {"one": entry, "other": dict(entry)}


def duplicate_mark(m: dict[str, Any]) -> None:
    m["marks"]["vp"]["again"] = {"hex": "0703"}


def unknown_town(m: dict[str, Any]) -> None:
    m["links"]["road"]["road"]["through"][0] = "alhpa"


def unknown_hex(m: dict[str, Any]) -> None:
    m["marks"]["vp"]["far"] = {"hex": "9901"}


def unknown_sea(m: dict[str, Any]) -> None:
    m["rivers"]["stream"]["ends"] = {"mouth": "south_see"}


def hexes_apart(m: dict[str, Any]) -> None:
    m["rivers"]["stream"]["course"][1] = {"side": ["0303", "0505"]}


def same_id(m: dict[str, Any]) -> None:
    m["rivers"]["alpha"] = m["rivers"].pop("stream")


def crooked_start_line(m: dict[str, Any]) -> None:
    m["start_line"]["points"] = [
        {"lon": 0, "lat": 5}, {"lon": 2, "lat": 0}, {"lon": 2, "lat": 2},
        {"lon": 0, "lat": 0}, {"lon": 0, "lat": -5},
    ]  # fmt: skip


def part_of_a_part(m: dict[str, Any]) -> None:
    gamma = {"name": "Gamma", "lat": 2.0, "lon": 1.73, "class": "town", "part_of": "beta"}
    m["towns"] |= {"gamma": gamma, "delta": {**gamma, "part_of": "gamma"}}


@pytest.mark.parametrize(
    ("change", "code", "line_holds"),
    [
        (town_in_the_sea, "MAP040", "gamma:"),
        (road_into_the_sea, "MAP020", "lon: 1.73"),
        (river_into_nothing, "MAP011", "vertex:"),
        (self_crossing_river, "MAP014", "- lon:"),
        (unclosed_polygon, "MAP030", "- lon:"),
        (polygon_like_an_eight, "MAP031", "- lon:"),
        (duplicate_hex, "SRC022", "other:"),
        (duplicate_mark, "SRC022", "again:"),
        (unknown_town, "SRC020", "alhpa"),
        (unknown_hex, "SRC023", "far:"),
        (unknown_sea, "SRC020", "stream:"),
        (hexes_apart, "SRC023", "side:"),
        (same_id, "SRC021", "alpha:"),
        (crooked_start_line, "MAP105", "start_line:"),
        (part_of_a_part, "SRC024", "delta:"),
    ],
)
def test_wrong_geometry_or_names(
    make: Make,
    capfd: pytest.CaptureFixture[str],
    change: Callable[[dict[str, Any]], None],
    code: str,
    line_holds: str,
) -> None:
    folder = make(change)
    _, findings = compiled(folder)
    found = errors(findings)
    assert {finding.code for finding in found} == {code}
    place = found[0].place
    assert place.file is not None
    assert place.file.endswith("map.yaml")
    assert place.line is not None
    assert line_holds in (folder / "map.yaml").read_text().splitlines()[place.line - 1]
    status, output = exit_status(folder, capfd)
    assert status == 1
    assert output.count(f"error {code}") == len(found)
    source, read = load_game(folder)
    if not errors(read):
        with pytest.raises(ToolkitError) as caught:
            compile_game(source)
        assert caught.value.exit_status == 1


def test_two_towns_in_a_hex(make: Make, capfd: pytest.CaptureFixture[str]) -> None:
    gamma = {"name": "Gamma", "lat": 2.1, "lon": -1.8, "class": "town"}
    folder = make(lambda m: m["towns"].update(gamma=gamma))
    _, findings = compiled(folder)
    assert [finding.key() for finding in findings] == [("MAP041", "0303", None)]
    assert exit_status(folder, capfd)[0] == 1
    _, merged = compiled(make(lambda m: m["towns"].update(gamma={**gamma, "part_of": "alpha"})))
    assert merged == []


def test_the_nearest_name_is_offered(make: Make) -> None:
    _, findings = compiled(make(unknown_town))
    assert "did you mean 'alpha'" in errors(findings)[0].message


def test_listed_control_that_the_start_line_contradicts_is_a_warning(make: Make) -> None:
    game, findings = compiled(make(lambda m: m["towns"]["alpha"].update(control_reference="red")))
    assert [finding.key() for finding in findings] == [("MAP101", "0303", None)]
    assert game.map.places[0].control == "blue"


def test_stated_control_overrules_the_start_line(make: Make) -> None:
    def state(m: dict[str, Any]) -> None:
        m["towns"]["alpha"] |= {"control": "red", "reason": "a pocket", "control_reference": "red"}

    game, findings = compiled(make(state))
    assert findings == []
    assert game.map.places[0].control == "red"


def test_a_river_town_off_its_river_and_a_missing_bridge_are_warnings(make: Make) -> None:
    def state(m: dict[str, Any]) -> None:
        m["towns"]["alpha"]["on_river"] = ["stream"]
        m["bridges"] = {"here": {"town": "alpha", "river": "stream", "bridge": True}}

    _, findings = compiled(make(state))
    assert [finding.key() for finding in findings] == [("MAP102", "0303", None), ("MAP104", "0303", None)]


def test_many_places_off_the_map_name_the_projection(make: Make) -> None:
    def far(m: dict[str, Any]) -> None:
        for number in range(3):
            m["towns"][f"far_{number}"] = {"name": "Far", "lat": 40 + number, "lon": 0, "class": "town"}

    _, findings = compiled(make(far))
    (one,) = [finding for finding in findings if finding.code == "MAP005"]
    assert "the projection right (equirectangular, centre 0, 0; lat, lon)" in one.message
    assert one.place.pointer == "/projection"


@pytest.mark.parametrize(("zone", "said"), [("EPSG:32631", []), ("EPSG:32637", ["MAP006"])])
def test_a_zone_that_is_not_the_maps_is_named(make: Make, zone: str, said: list[str]) -> None:
    def zoned(m: dict[str, Any]) -> None:
        m["projection"] = {"method": "crs", "crs": zone, "centre_lat": 0, "centre_lon": 3}

    _, findings = compiled(make(None, zoned))
    found = [finding for finding in findings if finding.code == "MAP006"]
    assert [finding.code for finding in found] == said
    assert all("longitudes 36 to 42" in finding.message for finding in found)
