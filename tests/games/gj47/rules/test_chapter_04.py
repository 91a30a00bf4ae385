"""Chapter 4: one legal and one illegal case for each line, on the game's own map."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.games.gj47.rules.table import Table
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules import game as rules
from toolkit.games.gj47.rules import set_up
from toolkit.games.gj47.rules.actions import Action, EndSetUp, Place
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.set_up_choices import random_set_up
from toolkit.games.gj47.rules.set_up_hexes import hexes_of, left_over
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.judging import Breach
from toolkit.rules.rulings import Rulings

FIXED = {"U-47": "axis-first", "U-48": "second-unit"}


def table(game: CompiledGame, **fixed: str) -> Table:
    """The set-up of June on the table, with nobody having finished."""
    chosen = {key.replace("_", "-"): value for key, value in fixed.items()}
    t = Table(game, fixed={**FIXED, **chosen})
    t.position.turn = replace(t.position.turn, phase=Phase.SETUP)
    return t


def broken(t: Table, kind: str, **fields: object) -> tuple[str, ...]:
    return t.judge(kind, **fields).rules


def end(t: Table, owner: str) -> tuple[str, ...]:
    if owner == "soviet":
        t.position.turn = replace(t.position.turn, ready=frozenset({Owner.AXIS}))
    return broken(t, "EndSetUp", owner=owner)


def units(t: Table, **wanted: object) -> list[str]:
    return [
        kind.id
        for kind in t.position.data.units
        if all(getattr(kind, name) == value for name, value in wanted.items())
    ]


def hexes(t: Table, kind: str, army: str | None = None) -> list[str]:
    board = t.position.data.board
    return [board.numbers[h] for h in hexes_of(board, kind, army=army)]


def number(t: Table, h: int) -> str:
    return t.position.data.board.numbers[h] if h >= 0 else "off"


def where(t: Table, unit: str) -> str:
    return number(t, t.position.hex_of[t.position.data.index[unit]])


def test_the_start_of_june_is_legal(game: CompiledGame) -> None:
    t = table(game)
    assert faults(t.position) == []
    t.do("EndSetUp", owner="axis")
    t.do("EndSetUp", owner="soviet")
    assert t.position.turn.phase is Phase.CHOICE
    assert t.position.turn.ready == frozenset()


def test_4_0_order_by_u_47(game: CompiledGame) -> None:
    for value, first, second in (("axis-first", "axis", "soviet"), ("soviet-first", "soviet", "axis")):
        t = table(game, U_47=value)
        assert broken(t, "EndSetUp", owner=second) == ("4.0",)
        t.do("EndSetUp", owner=first)
        assert broken(t, "EndSetUp", owner=first) == ("4.0",)
        t.do("EndSetUp", owner=second)


def test_4_0_nothing_after_the_end(game: CompiledGame) -> None:
    t = table(game)
    assert broken(t, "Place", unit="ger-hq-6a", hex="0215") == ()
    t.do("EndSetUp", owner="axis")
    assert broken(t, "Place", unit="ger-hq-6a", hex="0215") == ("4.0",)
    assert broken(t, "Place", unit="sov-hq-vrnz", hex="0708") == ()


def test_4_0_on_land(game: CompiledGame) -> None:
    t = table(game)
    board = t.position.data.board
    sea = next(number for number, terrain in zip(board.numbers, board.terrain, strict=True) if terrain == 4)
    assert "4.0" in broken(t, "Place", unit="sov-hq-vrnz", hex=sea)
    assert "4.0" in broken(t, "Place", unit="sov-hq-vrnz", hex="off")


def test_4_0_1_two_sides() -> None:
    assert set_up.sides() == (Owner.AXIS, Owner.SOVIET)


def test_4_0_2_headquarters_on_their_places(game: CompiledGame) -> None:
    t = table(game)
    assert broken(t, "Place", unit="ger-hq-17a", hex="0623") == ()
    assert broken(t, "Place", unit="ger-hq-17a", hex="0622") == ("4.0(2)",)
    t.put(ger_hq_17a="off")
    assert end(t, "axis") == ("4.0(2)",)
    t.put(ger_hq_17a="0623", sov_hq_vrnz="off")
    assert end(t, "axis") == ()
    assert end(t, "soviet") == ("4.0(2)",)


def test_4_0_3_armies_have_their_hexes(game: CompiledGame) -> None:
    t = table(game)
    infantry = units(t, assignment="6A", mechanised=False, headquarters=False)[0]
    assert broken(t, "Place", unit=infantry, hex=hexes(t, "army", "6A")[0]) == ()
    assert broken(t, "Place", unit=infantry, hex=hexes(t, "hq", "6A")[0]) == ()
    assert broken(t, "Place", unit=infantry, hex=hexes(t, "army", "17A")[0]) == ("4.0(3)",)
    assert broken(t, "Place", unit=infantry, hex="1419") == ("4.0(3)",)


def test_4_0_3_german_mechanised_units_on_panzer_symbols(game: CompiledGame) -> None:
    t = table(game)
    tank = units(t, assignment="6A", mechanised=True, nationality="german")[0]
    assert broken(t, "Place", unit=tank, hex=hexes(t, "panzer", "6A")[0]) == ()
    assert broken(t, "Place", unit=tank, hex=hexes(t, "army", "6A")[0]) == ("4.0(3)",)
    assert broken(t, "Place", unit=tank, hex=hexes(t, "panzer", "17A")[0]) == ("4.0(3)",)
    ally = units(t, assignment="H2A", mechanised=True)[0]
    assert broken(t, "Place", unit=ally, hex=hexes(t, "army", "H2A")[0]) == ()


@pytest.mark.parametrize(("value", "expected"), [("second-unit", ()), ("mechanised-only", ("4.0(3)",))])
def test_4_0_3_others_on_panzer_symbols_by_u_48(
    game: CompiledGame, value: str, expected: tuple[str, ...]
) -> None:
    t = table(game, U_48=value)
    infantry = units(t, assignment="6A", mechanised=False, headquarters=False)[0]
    assert broken(t, "Place", unit=infantry, hex=hexes(t, "panzer", "6A")[0]) == expected
    fresh = Table(game)
    fresh.position.turn = replace(fresh.position.turn, phase=Phase.SETUP)
    verdict = fresh.judge("Place", unit=infantry, hex=hexes(t, "panzer", "6A")[0])
    assert verdict.unclear == ("U-48",)


def test_4_0_3_two_in_a_hex(game: CompiledGame) -> None:
    t = table(game)
    assert end(t, "axis") == ()
    stack = next(h for h, stack in enumerate(t.position.stacks) if len(stack) == 2)
    first = t.position.data.units[t.position.stacks[stack][0]]
    other = next(
        u
        for u in units(t, nationality=first.nationality, assignment=first.assignment, headquarters=False)
        if t.position.hex_of[t.position.data.index[u]] != stack
        and len(t.position.stacks[t.position.hex_of[t.position.data.index[u]]]) == 2
    )
    t.force("Place", unit=other, hex=number(t, stack))
    assert end(t, "axis") == ("4.0(3)",)


def test_4_0_3_no_set_up_hex_empty(game: CompiledGame) -> None:
    t = table(game)
    alone = next(
        u
        for u in units(t, assignment="4PzA", headquarters=False, mechanised=False)
        if len(t.position.stacks[t.position.hex_of[t.position.data.index[u]]]) == 1
    )
    room = [
        h
        for h in hexes(t, "army", "4PzA")
        if h != where(t, alone) and len(t.position.stacks[t.position.data.board.numbers.index(h)]) == 1
    ]
    t.force("Place", unit=alone, hex=room[0])
    assert end(t, "axis") == ("4.0(3)",)


def test_4_0_3_nations_apart(game: CompiledGame) -> None:
    t = table(game)

    def stacked(army: str, size: int) -> str:
        return next(
            u
            for u in units(t, assignment=army, headquarters=False, mechanised=False)
            if len(t.position.stacks[t.position.hex_of[t.position.data.index[u]]]) == size
        )

    alone, one_of_two = stacked("H2A", 1), stacked("6A", 2)
    t.force("Place", unit=one_of_two, hex=where(t, alone))
    verdict = t.judge("EndSetUp", owner="axis")
    assert verdict.rules == ("4.0(3)",)
    assert "mixed" in verdict.reason


def test_4_0_3_nobody_left_over(game: CompiledGame) -> None:
    t = table(game)
    pair = next(
        u
        for u in units(t, assignment="6A", headquarters=False, mechanised=False)
        if len(t.position.stacks[t.position.hex_of[t.position.data.index[u]]]) == 2
    )
    t.put(**{pair.replace("-", "_"): "off"})
    assert end(t, "axis") == ("4.0(3)",)


def test_4_0_4_lines_of_the_soviets(game: CompiledGame) -> None:
    t = table(game)
    kinds = {kind.id: kind for kind in t.position.data.units}
    assert set_up.line_of(kinds[units(t, assignment="front")[0]]) == "front"
    assert set_up.line_of(kinds[units(t, assignment="second")[0]]) == "second"
    assert set_up.line_of(kinds["ger-hq-6a"]) is None


def test_4_0_4_1_one_front_line_unit_a_hex(game: CompiledGame) -> None:
    t = table(game)
    front = units(t, assignment="front")
    assert broken(t, "Place", unit=front[0], hex=where(t, front[1])) == ()
    assert broken(t, "Place", unit=front[0], hex="1419") == ("4.0(4)1",)
    assert end(t, "soviet") == ()
    t.force("Place", unit=front[0], hex=where(t, front[1]))
    assert end(t, "soviet") == ("4.0(4)1",)


def test_4_0_4_1_no_front_line_hex_empty(game: CompiledGame) -> None:
    t = table(game)
    front = units(t, assignment="front")
    t.put(**{front[0].replace("-", "_"): "off"})
    assert end(t, "soviet") == ("4.0(4)1",)


def test_4_0_4_2_second_line_alone_in_own_towns(game: CompiledGame) -> None:
    t = table(game)
    second = units(t, assignment="second")
    assert broken(t, "Place", unit=second[0], hex="1419") == ()
    assert broken(t, "Place", unit=second[0], hex="1519") == ("4.0(4)2",)
    assert broken(t, "Place", unit=second[0], hex="0215") == ("4.0(4)2",)
    t.force("Place", unit=second[0], hex=where(t, second[1]))
    assert end(t, "soviet") == ("4.0(4)2",)
    t.force("Place", unit=second[0], hex=where(t, "sov-hq-vrnz"))
    assert end(t, "soviet") == ("4.0(4)2",)
    t.put(**{second[0].replace("-", "_"): "off"})
    assert end(t, "soviet") == ("4.0(4)2",)


def test_4_0_5_the_pool_waits(game: CompiledGame) -> None:
    t = table(game)
    assert broken(t, "Place", unit="sov-hq-strg", hex="1419") == ("4.0(5)",)
    reserve = units(t, assignment=None, owner=Owner.AXIS)[0]
    assert "4.0(5)" in broken(t, "Place", unit=reserve, hex=hexes(t, "army", "6A")[0])
    t.position.box_of[t.position.data.index[reserve]] = Box.TRAY
    t.do("EndSetUp", owner="axis")
    assert t.position.box_of[t.position.data.index[reserve]] is Box.POOL


def test_4_0_6_full_strength(game: CompiledGame) -> None:
    t = table(game)
    unit = t.position.data.index[units(t, assignment="6A", headquarters=False)[0]]
    t.position.reduced[unit] = 1
    assert end(t, "axis") == ("4.0(6)",)
    assert end(t, "soviet") == ()


def test_4_0_7_chits_at_hand(game: CompiledGame) -> None:
    t = table(game)
    chit = next(c.id for c in t.position.data.chits.values() if c.owner is Owner.SOVIET)
    t.position.turn = replace(t.position.turn, cup=frozenset({chit}))
    assert end(t, "axis") == ()
    assert end(t, "soviet") == ("4.0(7)",)
    t.position.turn = replace(t.position.turn, cup=frozenset(), drawn=(chit,))
    assert end(t, "soviet") == ("4.0(7)",)


def test_4_0_8_and_9_markers(game: CompiledGame) -> None:
    t = table(game)
    t.position.turn = replace(t.position.turn, column=2)
    assert end(t, "axis") == ()
    assert end(t, "soviet") == ("4.0(8)",)
    t = table(game)
    t.position.turn = replace(t.position.turn, number=2)
    assert end(t, "axis") == ("4.0(9)",)
    assert end(t, "soviet") == ()


def faults(position: Position) -> list[Breach]:
    """Return everything wrong with a position as a start of the game, whoever placed it, in what order."""
    rulings = Rulings(position.data.points)
    asked: list[Action] = [Place(unit, h) for unit, h in enumerate(position.hex_of) if h != OFF_MAP]
    asked += map(EndSetUp, Owner)
    found = [breach for action in asked for breach in rules.breaches(position, action, rulings)]
    return [breach for breach in found if breach.rule != "4.0"]


def test_every_fault_of_a_whole_position_is_found(game: CompiledGame) -> None:
    t = table(game)
    t.put(ger_hq_17a="0622", sov_hq_strg="1419")
    t.position.reduced[t.position.data.index["sov-hq-sw"]] = 1
    t.position.turn = replace(t.position.turn, column=3, number=2)
    found = faults(t.position)
    assert {breach.rule for breach in found} == {"4.0(2)", "4.0(5)", "4.0(6)", "4.0(8)", "4.0(9)"}


@pytest.mark.parametrize("seed", range(4))
def test_set_ups_at_random_are_legal(game: CompiledGame, seed: int) -> None:
    fixed = FIXED if seed % 2 else {"U-47": "soviet-first", "U-48": "second-unit"}
    t = Table(game, "empty", fixed)
    for unit in range(len(t.position.data.units)):
        t.position.send(unit, Box.TRAY)
    made = random_set_up(t.position, Rulings(t.position.data.points), random.Random(seed))
    for action in made:
        verdict = rules.check(t.position, action)
        assert verdict.legal, (action, verdict)
        rules.apply(t.position, action)
    assert t.position.turn.phase is Phase.CHOICE
    assert faults(t.position) == []
    assert left_over(t.position, Owner.AXIS) == left_over(t.position, Owner.SOVIET) == []


def test_random_set_ups_differ(game: CompiledGame) -> None:
    t = Table(game, "empty", FIXED)
    one, other, again = (
        list(random_set_up(t.position, Rulings(t.position.data.points), random.Random(seed)))
        for seed in (1, 2, 1)
    )
    assert one == again != other
    assert {type(action) for action in one} == {Place, EndSetUp}
    assert isinstance(t.position, Position)
