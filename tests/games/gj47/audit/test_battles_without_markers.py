"""Battles of which a log shows a die and what came of it: which hex, by whom, where movement ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.command import judge_command
from toolkit.games.gj47.audit.records import ChitRecord, Drag, Fact, FortSeen, Moment, Thrown, Turned
from toolkit.games.gj47.rules.position import Command, Phase, Position
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.units import Owner

NOBODY = Actor(None, Known.INFERRED)
CHIT, HQ = "chit-6a", "ger-hq-6a"


@dataclass
class Field:
    """A table with a few units; hexes around one another in the plain."""

    position: Position

    def put(self, unit: str, h: int) -> None:
        self.position.place(self.position.data.index[unit], h)

    def drag(self, step: int, unit: str, target: int, origin: int | None = None) -> Drag:
        here = self.position.hex_of[self.position.data.index[unit]] if origin is None else origin
        box = "" if target >= 0 else "eliminated-soviet"
        return Drag(Moment(0, step), self.position.data.index[unit], here, target, "", box, NOBODY)

    def judged(self, *facts: Fact) -> list[tuple[str, str, str]]:
        """Return kind, outcome and leading rule of everything that is said of a command."""
        position = self.position
        position.turn = replace(
            position.turn, phase=Phase.EXECUTION, ready=frozenset(Owner), drawn=(CHIT,),
            command=Command(CHIT, hexes_then=tuple(position.hex_of)),
        )  # fmt: skip
        bench = Bench(position)
        record = ChitRecord(Moment(0, 1), list(facts), chit=CHIT, over=True)
        judge_command(bench, record, Owner.AXIS)
        return [(x.action, str(x.outcome), x.rules[0] if x.rules else "") for x in bench.judged]


@pytest.fixture(scope="module")
def empty(gj47: CompiledGame) -> Position:
    return start(gj47, "empty")


@pytest.fixture
def field(empty: Position) -> Field:
    return Field(empty.copy())


def plain(position: Position, number: str) -> int:
    return position.data.board.numbers.index(number)


def test_an_advance_into_a_fort_that_fell_is_no_move(field: Field) -> None:
    position = field.position
    centre = plain(position, "0917")
    beside = [n for n, _ in position.data.board.steps[centre]]
    field.put(HQ, position.data.board.steps[beside[0]][0][0])
    for unit, h in (("ger-inf-57", beside[0]), ("ger-inf-75", beside[0])):
        field.put(unit, h)
    position.forts[centre] = 1
    said = field.judged(
        Thrown(Moment(0, 2), 6),
        FortSeen(Moment(0, 3), "1", centre, 1, 0),
        field.drag(4, "ger-inf-57", centre),
    )
    kinds = [(kind, outcome) for kind, outcome, _ in said]
    assert ("advance", "legal") in kinds
    assert "move" not in dict(kinds)
    assert "illegal" not in [outcome for _, outcome in kinds]


def test_a_fort_put_down_and_taken_up_ends_no_movement(field: Field) -> None:
    position = field.position
    h = plain(position, "0917")
    near = [n for n, _ in position.data.board.steps[h]]
    field.put(HQ, near[0])
    field.put("ger-inf-57", near[1])
    far = plain(position, "2020")
    said = field.judged(
        FortSeen(Moment(0, 2), "1", far, 2, 1),
        FortSeen(Moment(0, 3), "1", far, 1, 2),
        field.drag(4, "ger-inf-57", h),
    )
    assert [(kind, outcome) for kind, outcome, _ in said if kind != "activate"] == [("move", "legal")]


def test_a_loss_of_the_attacker_takes_no_other_battles_hex(field: Field) -> None:
    """Two dice: the first costs the attacker a step, the second drives an enemy out of a hex beside him."""
    position = field.position
    target = plain(position, "0917")
    steps, ring = position.data.board.steps, position.data.board.distances(target)
    # The hex that is not shown comes later on the map: the first guess would be the one that is.
    west, enemy_two = next(
        (n, m) for n, _ in steps[target] for m, _ in steps[n] if ring[m] == 2 and m > target
    )
    north = next(n for n, _ in steps[target] if n != west and n not in dict(steps[enemy_two]))
    away = next(
        n for n, _ in steps[target] if n not in (west, north, *dict(steps[west]), *dict(steps[north]))
    )
    field.put(HQ, west)
    field.put("ger-inf-57", west)
    field.put("ger-inf-75", north)
    field.put("ger-inf-62", north)
    field.put("sov-rifle-169", target)
    field.put("sov-rifle-162", enemy_two)
    index = position.data.index
    facts = [
        Thrown(Moment(0, 2), 1),
        Turned(Moment(0, 3), index["ger-inf-57"], reduced=True),
        Thrown(Moment(0, 4), 4),
        field.drag(5, "sov-rifle-169", away),
    ]
    rules = {
        rule for kind, outcome, rule in field.judged(*facts) if outcome == "illegal" and kind == "declare"
    }
    assert "10.1(3)" not in rules
