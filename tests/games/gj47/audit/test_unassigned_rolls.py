"""Which die was for what, where several were thrown before the first result was carried out."""

from __future__ import annotations

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.attackers import hit
from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.fights import Fight
from toolkit.games.gj47.audit.records import Drag, Moment, Thrown
from toolkit.games.gj47.audit.unassigned_rolls import deal
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.units import Owner

HEXES = (100, 200, 300, 400, 500)


def drag(step: int, unit: int, origin: int, target: int) -> Drag:
    return Drag(Moment(0, step), unit, origin, target, "", "", Actor(None, Known.INFERRED))


@pytest.fixture(scope="module")
def bench(gj47: CompiledGame) -> Bench:
    """One Soviet unit in each of the hexes."""
    position = start(gj47, "empty")
    soviets = [unit for unit, kind in enumerate(position.data.units) if kind.owner is Owner.SOVIET]
    for unit, h in zip(soviets, HEXES, strict=False):
        position.place(unit, h)
    return Bench(position)


def test_each_of_five_dice_gets_the_hex_it_was_thrown_for(bench: Bench) -> None:
    meant = dict(zip((2, 1, 3, 5, 4), HEXES, strict=True))
    units = [bench.position.hex_of.index(h) for h in HEXES]
    row = [Fight(dice=[Thrown(Moment(0, die), die, "", 0)]) for die in range(1, 6)]
    row[-1].effects += [drag(9, unit, h, h + 1) for unit, h in zip(units, HEXES, strict=True)]

    def judged(before: Bench, fight: Fight) -> tuple[int, Bench]:
        return 1000 * (hit(before.position, fight, Owner.AXIS) != [meant[fight.dice[0].value]]), before

    assert deal(bench, row, Owner.AXIS, judged)
    assert [hit(bench.position, fight, Owner.AXIS) for fight in row] == [[meant[die]] for die in range(1, 6)]


def test_a_hex_that_a_retreat_goes_through_was_not_attacked(bench: Bench) -> None:
    unit = bench.position.hex_of.index(HEXES[0])
    fight = Fight(effects=[drag(3, unit, HEXES[0], 101), drag(4, unit, 101, OFF_MAP)])
    assert hit(bench.position, fight, Owner.AXIS) == [HEXES[0]]
