"""Chapter 3.4: who controls what."""

from __future__ import annotations

import pytest

from tests.games.gj47.rules.country import Country
from tests.games.gj47.rules.table import Table
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game as rules
from toolkit.games.gj47.rules.control import holder, holds
from toolkit.games.gj47.rules.course import Command, Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start_line import first_holder
from toolkit.games.gj47.rules.units import Owner


def test_3_4_1_the_start_line(game: CompiledGame) -> None:
    """3.4(1): the real map: Kharkov is Axis, Voronezh Soviet; four VP hexes are Axis."""
    position = Table(game).position
    numbers = {number: h for h, number in enumerate(position.data.board.numbers)}
    assert first_holder(position.data.board, numbers["0215"]) is Owner.AXIS
    assert first_holder(position.data.board, numbers["1109"]) is Owner.SOVIET
    for h in position.data.board.towns | position.data.board.vp_hexes:
        assert position.control[0][h] is position.control[1][h] is first_holder(position.data.board, h)
    assert sum(position.control[0][h] is Owner.AXIS for h in position.data.board.vp_hexes) == 4


def country(value: str = "any-entry") -> Country:
    made = Country(
        {"A": "Inf 0505"}, {"S": "Rifle 1005"}, towns="0605 0705", vp="0805", west="", fixed={"U-33": value}
    )
    return made.phase(Phase.MOVEMENT, "6A")


def test_3_4_2_the_last_to_pass() -> None:
    """3.4(2): towns a unit runs through are its side's, until the other side passes; the open is nobody's."""
    here = country()
    rulings = here.rulings()
    assert holder(here.position, here.hex("0605"), rulings) is Owner.SOVIET
    here.force(a.Move(0, here.hex("0505"), here.hex("0805"), (here.hex("0605"), here.hex("0705"))))
    assert [holder(here.position, h, rulings) for h in here.hexes("0605 0705 0805")] == [Owner.AXIS] * 3
    assert holder(here.position, here.hex("0505"), rulings) is None
    here.force(a.Move(1, here.hex("1005"), here.hex("0705")))
    assert holder(here.position, here.hex("0705"), rulings) is Owner.SOVIET
    assert holds(here.position, Owner.SOVIET, here.hex("0705"), rulings)
    assert not holds(here.position, Owner.AXIS, here.hex("0705"), rulings)
    assert not holds(here.position, Owner.AXIS, here.hex("0505"), rulings)


@pytest.mark.parametrize(("value", "owner"), [("any-entry", Owner.AXIS), ("movement-only", Owner.SOVIET)])
def test_3_4_2_entering_otherwise(value: str, owner: Owner) -> None:
    """3.4(2): U-33, retreats and advances, towns and VP hexes alike."""
    here = country(value)
    for number in ("0605", "0805"):
        here.position.take_control(Owner.AXIS, here.hex(number), moving=False)
        assert holder(here.position, here.hex(number), here.rulings()) is owner


def test_3_4_2_a_move_on_the_real_map(game: CompiledGame) -> None:
    """3.4(2): the effect of a move writes control down."""
    table = Table(game)
    position: Position = table.position
    table.phase(Phase.MOVEMENT, "chit-6a")
    position.set_command(Command("chit-6a"))
    unit = position.data.index["ger-inf-62"]
    numbers = {number: h for h, number in enumerate(position.data.board.numbers)}
    rules.apply(position, a.Move(unit, position.hex_of[unit], numbers["1109"]))
    assert position.control[0][numbers["1109"]] is position.control[1][numbers["1109"]] is Owner.AXIS
