"""Chapter 15: victory."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gj47.rules.country import Country, strip
from tests.games.gj47.rules.table import Table
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Cause, Phase
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.victory import (
    hex_points,
    lost_points,
    points,
    price_of,
    winner,
)
from toolkit.rules.rulings import Rulings, explore

RAIL = {"rail": "0105 0205 0305 0405 0505"}


def country(axis: dict[str, str] | None = None, soviet: dict[str, str] | None = None, **more: Any) -> Country:
    return Country(axis or {}, soviet or {}, **{"lines": RAIL, "sources": ("0105", "1405")} | more)


# -- 15.0(1) ----------------------------------------------------------------------------------------------


def test_15_0_1_the_start(game: CompiledGame) -> None:
    """15.0(1): four VP hexes are Axis when the game starts: 40 points (U-44)."""
    table = Table(game)
    assert points(table.position, Rulings(table.position.data.points.settled())) == 40


@pytest.mark.parametrize(
    ("vp", "west", "soviet", "score"),
    [
        ("0505", "0505", "", 10),
        ("0505 1105", "0505 1105", "", 20),
        ("0505 1205", "0505 1205", "", 10),  # seven hexes off the railway
        ("0505", "", "", 0),  # Soviet control
        ("0505", "0505", "0505", 0),  # under an enemy unit
        ("0505", "0505", "0205", 0),  # cut off
    ],
)
def test_15_0_1_control_and_line(vp: str, west: str, soviet: str, score: int) -> None:
    """15.0(1): ten for each hex that is held and has a line."""
    table = country({}, {"S": f"Rifle {soviet}"} if soviet else {}, vp=vp, west=west, terrain=strip())
    assert hex_points(table.position, table.rulings()) == score


@pytest.mark.parametrize(("value", "score"), [("blocked", 0), ("open", 10)])
def test_15_0_1_an_empty_hex_in_an_enemy_zone(value: str, score: int) -> None:
    """15.0(1): U-57; with an own unit in it the hex counts in any case."""
    board: dict[str, Any] = {"vp": "0605", "west": "0605", "terrain": strip("0604"), "fixed": {"U-57": value}}
    table = country({}, {"S": "Rifle 0604"}, **board)
    # The zone lies over 0505 as well, so a second unit keeps the line open up to there.
    guarded = country({"A": "Inf 0505"}, {"S": "Rifle 0604"}, **board)
    held = country({"A": "Inf 0505", "B": "Inf 0605"}, {"S": "Rifle 0604"}, **board)
    assert hex_points(table.position, table.rulings()) == 0
    assert hex_points(guarded.position, guarded.rulings()) == score
    assert hex_points(held.position, held.rulings()) == 10


def test_15_0_1_seven_hexes_are_too_many_for_an_empty_hex_too() -> None:
    """15.0(1): U-57 lets a line end in an enemy zone, not go further than 3.3(5) says."""
    near: dict[str, Any] = {"terrain": strip("1204", "1104"), "fixed": {"U-57": "open"}}
    for vp, enemy, score in (("1105", "1104", 10), ("1205", "1204", 0)):
        table = country({"A": "Inf 1005"}, {"S": f"Rifle {enemy}"}, vp=vp, west=vp, **near)
        assert hex_points(table.position, table.rulings()) == score


@pytest.mark.parametrize(("road", "score"), [("0605 0705", 0), ("0505 0605 0705", 10)])
def test_15_0_1_a_line_that_ends_before_the_hex(road: str, score: int) -> None:
    """15.0(1), 3.3(3): a mountain entered off the road is the end, also before an empty hex in a zone."""
    more: dict[str, Any] = {"lines": RAIL | {"road": road}, "fixed": {"U-57": "open"}}
    more |= {"terrain": strip("0704", mountain="0605"), "vp": "0705", "west": "0705"}
    table = country({}, {"S": "Rifle 0704"}, **more)
    assert hex_points(table.position, table.rulings()) == score


@pytest.mark.parametrize(
    ("wording", "value", "scores"),
    [
        ("own-unit", None, {0, 10}),
        ("may-enter", None, {10}),
        ("may-enter", "blocked", {0}),
        ("own-unit", "open", {10}),
    ],
)
def test_15_0_1_the_first_wording(wording: str, value: str | None, scores: set[int]) -> None:
    """15.0(1): U-65, settled by 3.3(1) as own-unit, answers U-57 where players chose the other value."""
    fixed = {"U-65": wording} | ({"U-57": value} if value else {})
    table = country(
        {"A": "Inf 0505"}, {"S": "Rifle 0604"}, vp="0605", west="0605", terrain=strip("0604"), fixed=fixed,
        opened=() if value else ("U-57",),
    )  # fmt: skip
    answers = explore(table.data.points, lambda rulings: hex_points(table.position, rulings))
    assert {answer.result for answer in answers} == scores


@pytest.mark.parametrize(("value", "score"), [("any-entry", 10), ("movement-only", 0)])
def test_15_0_1_a_vp_hex_that_is_no_town(value: str, score: int) -> None:
    """15.0(1): U-33, entered by an advance."""
    table = country({"A": "Inf 0505"}, vp="0505", fixed={"U-33": value})
    table.position.take_control(Owner.AXIS, table.hex("0505"), moving=False)
    assert hex_points(table.position, table.rulings()) == score


def test_15_0_1_points_that_do_not_matter_are_not_asked() -> None:
    """15.0(1): no open point is asked where every reading gives the same points."""
    opened = ("U-15", "U-22", "U-37", "U-56", "U-57", "U-66")
    table = country({"A": "Inf 0305"}, {"S": "Rifle 1305"}, vp="0505 1205", west="0505 1205", opened=opened)
    assert len(explore(table.data.points, lambda rulings: hex_points(table.position, rulings))) == 1


# -- 15.0(2) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "price"),
    [
        ("Pz", 2),
        ("SS", 2),
        ("Mot", 2),
        ("Inf", 1),
        ("Jg", 1),
        ("Mt", 1),
        ("Rum", 0),
        ("It armour", 0),
        ("HQ", 2),
    ],
)
def test_15_0_2_prices(unit: str, price: int) -> None:
    """15.0(2), lines 1 to 4: what a removed unit costs, by combat or by supply."""
    for cause in (Cause.COMBAT, Cause.SUPPLY, Cause.RETREAT):
        table = country({"A": f"{unit} 0505"}).lose("A", cause)
        assert lost_points(table.position, table.rulings()) == price
        assert points(table.position, table.rulings()) == -price


def test_15_0_2_lines_name_one_price_each() -> None:
    """15.0(2)1, 15.0(2)2, 15.0(2)3, 15.0(2)4: exactly one line applies to each Axis unit."""
    units = {"A": "Pz 0105", "B": "Inf 0205", "C": "Rum 0305", "D": "HQ 0405", "E": "HQ hungarian 0505"}
    table = country(units)
    found = {name: price_of(table.position, table.unit(name)) for name in table.names}
    assert found == {"A": 2, "B": 1, "C": 0, "D": 2, "E": 2}


def test_15_0_2_what_costs_nothing() -> None:
    """15.0(2): Soviet losses, withdrawn divisions, the rail box."""
    table = country({"A": "Pz withdrawn", "B": "Pz rail"}, {"S": "Tk 1005"}).lose("S", Cause.COMBAT)
    assert lost_points(table.position, table.rulings()) == 0


@pytest.mark.parametrize(("value", "price"), [("yes", 1), ("no", 0)])
def test_15_0_2_lost_while_retreating(value: str, price: int) -> None:
    """15.0(2): U-53."""
    table = country({"A": "Inf 0505"}, fixed={"U-53": value}).lose("A", Cause.RETREAT)
    assert lost_points(table.position, table.rulings()) == price


@pytest.mark.parametrize(
    ("value", "once", "twice", "allied"), [("every-hq", 2, 4, 2), ("german-only", 2, 4, 0), ("once", 2, 2, 2)]
)
def test_15_0_2_4_headquarters(value: str, once: int, twice: int, allied: int) -> None:
    """15.0(2)4: U-43, allied headquarters, and one lost again after its return."""
    table = country({"H": "HQ 0505"}, fixed={"U-43": value}).lose("H", Cause.COMBAT)
    assert lost_points(table.position, table.rulings()) == once
    table.position.place(0, table.hex("0505"))
    table.lose("H", Cause.SUPPLY)
    assert lost_points(table.position, table.rulings()) == twice
    table = country({"H": "HQ hungarian 0505"}, fixed={"U-43": value}).lose("H", Cause.COMBAT)
    assert lost_points(table.position, table.rulings()) == allied


# -- 15.0(3), 15.0(4) -------------------------------------------------------------------------------------

NINE = "0105 0205 0305 0405 0505 0104 0204 0304 0404"


def ended(turn: int, hexes: int, lost: int, said: Owner | None, **more: Any) -> tuple[str, ...]:
    """Return what the end of a turn breaks: VP hexes held, infantry divisions lost, what the players say."""
    vp = " ".join(NINE.split()[:hexes])
    units = {f"A{i}": "Inf 0505" for i in range(lost)}
    table = country(units, vp=vp, west=vp, **more).phase(Phase.DRAW, number=turn)
    for name in units:
        table.lose(name, Cause.COMBAT)
    verdict = table.broken(a.EndTurn(said))
    if "?" not in verdict:
        assert (winner(table.position, table.rulings()) is said) == (verdict == ())
    return verdict


@pytest.mark.parametrize(
    ("hexes", "lost", "said", "rules"),
    [
        (9, 5, Owner.AXIS, ()),  # 85
        (9, 6, Owner.AXIS, ("15.0(3)",)),  # 84
        (9, 6, None, ()),
        (9, 5, None, ("15.0(3)",)),
        (8, 0, Owner.AXIS, ("15.0(3)",)),
        (9, 5, Owner.SOVIET, ("15.0(3)", "15.0(4)")),
    ],
)
def test_15_0_3_the_axis_wins(hexes: int, lost: int, said: Owner | None, rules: tuple[str, ...]) -> None:
    """15.0(3): 85 points at the end of any turn, not 84 (U-45: when the cup is empty)."""
    assert ended(4, hexes, lost, said) == rules


@pytest.mark.parametrize(
    ("turn", "hexes", "said", "rules"),
    [
        (9, 8, Owner.SOVIET, ()),
        (9, 9, Owner.AXIS, ()),
        (9, 9, Owner.SOVIET, ("15.0(3)",)),
        (9, 8, None, ("15.0(4)",)),
        (8, 8, Owner.SOVIET, ("15.0(4)",)),
        (8, 8, None, ()),
    ],
)
def test_15_0_4_the_soviets_win(turn: int, hexes: int, said: Owner | None, rules: tuple[str, ...]) -> None:
    """15.0(4): after turn 9, without 85 points."""
    assert ended(turn, hexes, 0, said) == rules


def test_15_0_3_undecided() -> None:
    """15.0(3): a victory that hangs on an open point is unclear either way."""
    more: dict[str, Any] = {"opened": ("U-53",)}
    table = country({"A": "Pz 0505", **{f"B{i}": "Inf 0505" for i in range(5)}}, vp=NINE, west=NINE, **more)
    table.phase(Phase.DRAW, number=4).lose("A", Cause.RETREAT)
    for i in range(5):
        table.lose(f"B{i}", Cause.COMBAT)
    assert table.broken(a.EndTurn(Owner.AXIS)) == table.broken(a.EndTurn()) == ("?", "U-53")


def test_15_0_the_game_goes_on_or_is_over() -> None:
    """15.0(3), 15.0(4): what the end of a turn does."""
    table = country().phase(Phase.DRAW, number=4)
    table.do(a.EndTurn())
    assert (table.position.turn.number, table.position.turn.phase) == (5, Phase.CHOICE)
    table.phase(Phase.DRAW, number=9).do(a.EndTurn(Owner.SOVIET))
    assert (table.position.turn.phase, table.position.turn.winner) == (Phase.OVER, Owner.SOVIET)
    table = country().phase(Phase.DRAW, number=4).force(a.EndTurn(Owner.AXIS))
    assert (table.position.turn.phase, table.position.turn.winner) == (Phase.OVER, Owner.AXIS)
    table = country().phase(Phase.DRAW, number=9).force(a.EndTurn())
    assert (table.position.turn.phase, table.position.turn.winner) == (Phase.OVER, None)
