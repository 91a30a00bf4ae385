"""The charts: the scanned tables against their own regularities and the rules' examples."""

from __future__ import annotations

import json

import pytest

from toolkit.games.gj47.data.charts import Charts
from toolkit.source.provenance import ProvenanceKind

DIAGONAL = ["A2", "A1", "A1", "-", "-", "R", "R", "RR", "RR", "1RR", "1RR", "2RR", "2RR", "3RR", "3RR", "4RR"]


def test_one_sequence_reproduces_all_66_cells(charts: Charts) -> None:
    cells = [[cell.text for cell in row] for row in charts.crt.rows]
    assert cells == [[DIAGONAL[column + die] for column in range(11)] for die in range(6)]


def test_columns(charts: Charts) -> None:
    assert list(charts.crt.ratios) == [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert charts.crt.columns[0] == "1-1"
    assert charts.crt.columns[-1] == "10+"


@pytest.mark.parametrize(
    ("column", "die", "losses"),
    [(0, 1, (2, 0, 0)), (0, 4, (0, 0, 0)), (0, 6, (0, 0, 1)), (4, 4, (0, 0, 2)), (10, 6, (0, 4, 2))],
)
def test_cells_mean_what_10_4_says(
    charts: Charts, column: int, die: int, losses: tuple[int, int, int]
) -> None:
    result = charts.crt.result(column, die)
    assert (result.attacker_losses, result.defender_losses, result.retreat) == losses


def test_axis_roll_of_six_is_the_example_of_12_3(charts: Charts) -> None:
    assert charts.axis_reinforcement.roll(6) == {"Pz": 1, "SS": 1, "Inf": 1, "Rum": 1}


def test_mean_withdrawal(charts: Charts) -> None:
    rows = charts.withdrawal.rows
    assert charts.withdrawal.classes == ("Pz", "SS", "Inf")
    assert [sum(row[i] for row in rows) for i in range(3)] == [2, 2, 9]


def test_the_track_asks_for_163_pieces(charts: Charts) -> None:
    track = charts.soviet_reinforcement
    assert [sum(column) for column in track.columns] == [28, 10, 17, 11, 15, 20, 21, 22, 19]
    sums = {name: sum(column[i] for column in track.columns) for i, name in enumerate(track.classes)}
    assert sums == {
        "HQ": 3, "Tk": 11, "Mech": 3, "Cav": 12, "Rifle": 109,
        "G-Mech": 3, "G-Cav": 2, "G-Rifle": 18, "NKVD-Mot": 2,
    }  # fmt: skip
    assert sum(sums.values()) == 163
    assert len(track.notes) == 3


def test_turn_numbers_are_marked_as_invented(charts: Charts) -> None:
    assert [turn.number for turn in charts.turn_track] == list(range(1, 10))
    assert {turn.provenance["numbers"].kind for turn in charts.turn_track} == {ProvenanceKind.INVENTED}
    dates = [turn.provenance["dates"].kind for turn in charts.turn_track]
    assert dates == [ProvenanceKind.PUBLISHED] * 3 + [ProvenanceKind.INFERRED] * 6
    for turn in charts.turn_track:
        assert 0 < turn.su_com <= 6
        assert 0 < turn.ger_com <= 6
        assert 0 < turn.axis_rnf_com <= 4


def test_victory_points_of_15(charts: Charts) -> None:
    victory = charts.victory
    assert (victory.hex_points, victory.needed, victory.start_hexes) == (10, 85, 4)
    assert victory.losses == {"german_mechanised": 2, "german_other": 1, "allied": 0, "hq": 2}


@pytest.mark.parametrize(
    ("kind", "mechanised", "other", "shift"),
    [("clear", 1, 1, 0), ("forest", 2, 1, 1), ("marsh", 3, 2, 1), ("major_city", 1, 1, 2)],
)
def test_terrain_points(charts: Charts, kind: str, mechanised: int, other: int, shift: int) -> None:
    row = charts.effect(kind)
    assert row is not None
    assert (row.movement["mechanised"].mode, row.movement["other"].mode) == ("points", "points")
    assert (row.movement["mechanised"].points, row.movement["other"].points, row.shift) == (
        mechanised,
        other,
        shift,
    )


def test_terrain_without_points(charts: Charts) -> None:
    modes = {
        row.kind: (row.movement["mechanised"].mode, row.movement["other"].mode, row.movement["mountain"].mode)
        for row in charts.terrain_effects
    }
    assert modes["mountain"] == ("road_only", "road_only", "whole")
    assert modes["sea"] == ("prohibited",) * 3
    assert modes["great_river"] == ("whole",) * 3
    assert modes["river"] == ("extra",) * 3
    assert modes["town"] == modes["rail"] == ("as_terrain",) * 3


def test_sides_halve_and_a_town_adds_to_its_terrain(charts: Charts) -> None:
    rows = {row.kind: row for row in charts.terrain_effects}
    assert {kind for kind, row in rows.items() if row.attack_factor == 0.5} == {"river", "great_river"}
    assert {kind for kind, row in rows.items() if row.on_top} == {"town"}
    assert {kind for kind, row in rows.items() if row.march} == {"road"}
    assert rows["road"].march == 0.5
    assert {kind for kind, row in rows.items() if row.advance == 2} == {"clear"}


def test_charts_survive_a_round_trip_through_text_with_sorted_keys(charts: Charts) -> None:
    assert Charts.from_json(json.loads(json.dumps(charts.to_json(), sort_keys=True))) == charts
