"""The data's charts, cell by cell, against the tables typed a second time from the rulebook."""

from __future__ import annotations

import pytest

from tests.oracle.gj47 import book
from tests.oracle.gj47.ch10_combat import read
from tests.oracle.gj47.world import World
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import charts_of


def test_combat_results(game: CompiledGame) -> None:
    crt = charts_of(game).crt
    assert tuple(crt.columns) == book.COLUMNS
    assert tuple(float(ratio) for ratio in crt.ratios) == book.RATIOS
    for die, row in enumerate(crt.rows, 1):
        assert [cell.text for cell in row] == book.RESULTS[die], die
        for cell in row:
            known = read(cell.text)
            assert (cell.attacker_losses, cell.defender_losses, cell.retreat) == (
                known.attackers,
                known.defenders,
                known.hexes,
            )
    assert len(crt.rows) == 6


def test_withdrawal(game: CompiledGame) -> None:
    table = charts_of(game).withdrawal
    for die, row in enumerate(table.rows, 1):
        assert dict(zip(table.classes, row, strict=True)) == book.WITHDRAWAL[die], die


def test_axis_reinforcement(game: CompiledGame) -> None:
    table = charts_of(game).axis_reinforcement
    for die, row in enumerate(table.rows, 1):
        given = {kind: number for kind, number in zip(table.classes, row, strict=True) if number}
        assert given == book.AXIS_REINFORCEMENT[die], die


def test_soviet_track(game: CompiledGame) -> None:
    track = charts_of(game).soviet_reinforcement
    rows = {kind: tuple(column[n] for column in track.columns) for n, kind in enumerate(track.classes)}
    assert rows == book.SOVIET_TRACK


def test_soviet_values_stand_on_the_track(world: World) -> None:
    for piece in world.pieces.values():
        if piece.side == "soviet" and piece.kind != "fort":
            assert piece.front == book.SOVIET_VALUES[piece.pool or ""], piece.id


def test_terrain_effects(game: CompiledGame) -> None:
    effects = {effect.kind: effect for effect in charts_of(game).terrain_effects}
    for kind, columns in book.SHIFT.items():
        assert effects[kind].shift == columns, kind
    for kind, (mech, other) in book.ENTER.items():
        effect = effects[kind]
        assert (effect.movement["mechanised"].points, effect.movement["other"].points) == (mech, other), kind
    assert (effects["town"].shift, effects["major_city"].shift) == (1, 2)
    assert (
        effects["major_city"].movement["mechanised"].points
        == effects["major_city"].movement["other"].points
        == 1
    )
    assert (effects["road"].march, effects["road"].movement["other"].points) == (0.5, 1)
    assert effects["river"].attack_factor == effects["great_river"].attack_factor == 0.5
    assert effects["river"].movement["other"].points == 1
    assert effects["town"].on_top
    assert {kind: effects[kind].advance for kind in ("clear", "forest", "marsh", "town", "river")} == {
        "clear": 2,
        "forest": 1,
        "marsh": 1,
        "town": 1,
        "river": 1,
    }


@pytest.mark.parametrize("name", sorted(book.ERRATA))
def test_errata_of_counters(world: World, name: str) -> None:
    german = name.isdigit()
    nation = "german" if german else "soviet"
    names = {name, name.rstrip("C") + "C"}
    found = [
        piece
        for piece in world.pieces.values()
        if piece.nation == nation
        and piece.short in names
        and piece.symbol == ("infantry" if german else "cavalry")
    ]
    assert len(found) == 1
    strength, moves = book.ERRATA[name]
    assert found[0].back == (strength, strength, moves)


def test_victory(game: CompiledGame, world: World) -> None:
    chart = charts_of(game).victory
    assert (chart.hex_points, chart.needed, chart.start_hexes) == (
        book.VP_EACH,
        book.VP_NEEDED,
        book.VP_AXIS_AT_START,
    )
    control = world.board.start_control()
    assert sum(control[h] == "axis" for h in world.board.vp) == book.VP_AXIS_AT_START
    assert len(world.board.vp) * book.VP_EACH >= book.VP_NEEDED


def test_turns_chits_and_forts(game: CompiledGame, world: World) -> None:
    assert [turn.number for turn in charts_of(game).turn_track] == list(range(1, book.TURNS + 1))
    groups: dict[str, int] = {}
    for chit in world.chits.values():
        groups[chit.group] = groups.get(chit.group, 0) + 1
    assert groups == {"su_com": 6, "soviet_special": 2, "ger_com": 6, "axis_rnf_com": 4, "always": 1}
    assert sum(piece.kind == "fort" for piece in world.pieces.values()) == book.FORTS
    assert len(game.counters) == 252


def test_headquarters_at_start(world: World) -> None:
    """4.0(2): three Soviet, four German, three allied headquarters start on the map."""
    heads = [piece for piece in world.pieces.values() if piece.kind == "hq" and piece.army is not None]
    counts = [sum(piece.nation == nation for piece in heads) for nation in ("soviet", "german")]
    assert [*counts, len(heads) - sum(counts)] == [3, 4, 3]
