"""Battles of which a log shows a die and what came of it: which hex, by whom, where movement ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.command import judge_command
from toolkit.games.gj47.audit.outcome import Token, unit_by_unit
from toolkit.games.gj47.audit.records import ChitRecord, Drag, Fact, FortSeen, Moment, Thrown, Turned
from toolkit.games.gj47.rules.course import Command, Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.units import Owner

NOBODY = Actor(None, Known.INFERRED)
CHIT, HQ = "chit-6a", "ger-hq-6a"


@dataclass
class Field:
    """A table with a few units; hexes around one another in the plain."""

    position: Position
    chit: str = CHIT
    doubtful: frozenset[int] = frozenset()

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
            position.turn, phase=Phase.EXECUTION, ready=frozenset(Owner), drawn=(self.chit,),
            command=Command(self.chit, hexes_then=tuple(position.hex_of)),
        )  # fmt: skip
        bench = Bench(position)
        record = ChitRecord(Moment(0, 1), list(facts), chit=self.chit, over=True)
        judge_command(bench, record, Owner.AXIS)
        self.doubtful = frozenset(bench.doubtful)
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
    facts: list[Fact] = [
        Thrown(Moment(0, 2), 1),
        Turned(Moment(0, 3), index["ger-inf-57"], reduced=True),
        Thrown(Moment(0, 4), 4),
        field.drag(5, "sov-rifle-169", away),
    ]
    rules = {
        rule for kind, outcome, rule in field.judged(*facts) if outcome == "illegal" and kind == "declare"
    }
    assert "10.1(3)" not in rules


@pytest.mark.parametrize("hex_by_hex", [False, True])
def test_a_retreat_that_hides_its_way_leaves_the_town_beside_it_in_doubt(
    field: Field, *, hex_by_hex: bool
) -> None:
    """Two hexes back, around a town of the attacker or through it: only the stop on the way tells."""
    position = field.position
    steps, town = position.data.board.steps, plain(position, "0918")
    ways = [
        (here, around, end)
        for here, _ in steps[town]
        for end, _ in steps[town]
        if position.data.board.distances(here)[end] == 2
        for around, _ in steps[here]
        if around != town and around in dict(steps[end])
    ]
    numbers = position.data.board.numbers
    here, around, end = max(ways, key=lambda way: int(numbers[way[2]][:2]) - int(numbers[way[0]][:2]))
    onward = {n for h in (town, around) for n in (h, *dict(steps[h]))}
    attackers = [n for n, _ in steps[here] if n not in onward] * 2
    for held in position.control:
        held[town] = Owner.AXIS
    field.put(HQ, attackers[0])
    for unit, h in zip(("ger-inf-57", "ger-inf-75"), attackers, strict=False):
        field.put(unit, h)
    field.put("sov-rifle-169", here)
    drags = [field.drag(3, "sov-rifle-169", end)]
    if hex_by_hex:
        drags = [field.drag(3, "sov-rifle-169", around), field.drag(4, "sov-rifle-169", end, around)]
    said = field.judged(Thrown(Moment(0, 2), 6), *drags)
    assert [(kind, outcome) for kind, outcome, _ in said if kind == "retreat" and outcome != "illegal"]
    assert (town in field.doubtful) is not hex_by_hex


def test_germans_out_of_reach_hide_none_that_an_ally_took_along(field: Field) -> None:
    """8.3(2): of two Germans of one strength beside the battle only one lies in the headquarters' range."""
    position = field.position
    field.chit = "chit-it8a"
    board, index = position.data.board, position.data.index
    hq = index["ita-hq-it8a"]
    reach = position.data.units[hq].command_range
    target = plain(position, "0917")
    away = max((n for n, _ in board.steps[target]), key=lambda n: board.numbers[n])
    west = [n for n, _ in board.steps[target] if n != away and n not in dict(board.steps[away])]
    far = next(
        h for h in range(len(board.numbers)) if {board.distances(h)[n] - reach for n in west} == {-1, 0, 1}
    )
    beyond, _, within = sorted(west, key=lambda n: -board.distances(far)[n])
    field.put("ita-hq-it8a", far)
    field.put("ger-inf-57", beyond)
    field.put("ger-inf-75", within)
    field.put("sov-rifle-169", target)
    said = field.judged(Thrown(Moment(0, 2), 4), field.drag(3, "sov-rifle-169", away))
    assert "illegal" not in [outcome for _, outcome, _ in said], said


def test_each_unit_may_have_paid_for_the_result_and_lost_steps_on_its_way() -> None:
    """Who retreats last pays first: its first step is the result's, the other's is lost on the way."""
    one, two, last = (
        Token(Moment(0, step), unit, gone, moved=False)
        for step, unit, gone in ((1, 7, False), (2, 8, False), (3, 8, True))
    )
    splits = list(unit_by_unit([one, two, last]))
    assert ((two,), (one, last)) in splits
    assert len(splits) == len(set(splits)) == 6
