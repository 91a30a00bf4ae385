"""What was taken back by hand, and what only looks like it."""

from __future__ import annotations

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.late_actions import hand_back
from toolkit.games.gj47.audit.records import BattleMarked, ChitRecord, Drag, Fact, Moment, Thrown, Turned
from toolkit.games.gj47.audit.tidying import net
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start

NOBODY = Actor(None, Known.INFERRED)
UNIT, HERE, THERE, FAR = 7, 100, 101, 150


def drag(step: int, origin: int, target: int) -> Drag:
    return Drag(Moment(0, step), UNIT, origin, target, "", "", NOBODY)


def marked(step: int, battle: int, h: int) -> BattleMarked:
    return BattleMarked(Moment(0, step), battle, h, NOBODY)


def thrown(step: int, battle: int = 0) -> Thrown:
    return Thrown(Moment(0, step), 5, "battle" if battle else "", battle)


@pytest.fixture(scope="module")
def empty(gj47: CompiledGame) -> Position:
    return start(gj47, "empty")


AWAY, BACK = drag(4, HERE, THERE), drag(6, THERE, HERE)


def kept(*facts: Fact, attacked: tuple[int, ...] = (UNIT,)) -> bool:
    """Return whether both drags of the unit count."""
    found = [fact for fact in net(facts, attacked) if isinstance(fact, Drag)]
    assert len(found) in (0, 2)
    return bool(found)


def test_a_unit_put_back_did_not_go() -> None:
    assert not kept(AWAY, BACK)


def test_a_unit_that_retreats_back_out_of_a_hex_that_was_fought_for_went_twice() -> None:
    assert kept(marked(1, 1, HERE), marked(2, 2, THERE), thrown(3, 1), AWAY, thrown(5, 2), BACK)


@pytest.mark.parametrize("h", [HERE, FAR])
def test_a_die_for_another_hex_leaves_a_unit_put_back(h: int) -> None:
    assert not kept(marked(1, 1, HERE), marked(2, 2, h), thrown(3, 1), AWAY, thrown(5, 2), BACK)


def test_without_markers_a_second_die_may_be_for_the_hex_that_a_unit_went_to() -> None:
    assert kept(thrown(3), AWAY, thrown(5), BACK)
    assert not kept(AWAY, thrown(5), BACK)


def test_who_cannot_retreat_is_put_back() -> None:
    assert not kept(thrown(3), AWAY, thrown(5), BACK, attacked=())


@pytest.mark.parametrize("gone", [False, True])
def test_a_face_turned_up_under_the_next_chit_is_a_slip_unless_the_unit_was_lost(
    empty: Position, *, gone: bool
) -> None:
    """A headquarters that lost both steps comes again as a reinforcement, its full side up."""
    hq = empty.data.index["sov-hq-vrnz"]
    turned = Turned(Moment(0, 2), hq, reduced=True)
    lost = Drag(Moment(0, 3), hq, HERE, -1, "", "soviet-reinforcement-3", NOBODY)
    before = ChitRecord(Moment(0, 1), [turned, lost] if gone else [turned], chit="chit-6a")
    after = ChitRecord(Moment(0, 4), [Turned(Moment(0, 5), hq, reduced=False)], chit="chit-17a")
    hand_back([before, after], empty.data, {})
    assert (turned in before.facts, bool(after.facts)) == (gone, gone)


@pytest.mark.parametrize("dice", [0, 1])
def test_a_face_turned_after_a_die_and_back_under_the_next_chit_is_said(empty: Position, dice: int) -> None:
    turned, back = Turned(Moment(0, 3), UNIT, reduced=True), Turned(Moment(0, 5), UNIT, reduced=False)
    before = ChitRecord(Moment(0, 1), [*[thrown(2)] * dice, turned], chit="chit-6a")
    after = ChitRecord(Moment(0, 4), [back], chit="chit-17a")
    assert hand_back([before, after], empty.data, {}) == [(turned, back)] * dice
    assert turned not in before.facts


@pytest.mark.parametrize("dice", [0, 1])
def test_a_step_lost_under_the_chit_after_supply_may_be_of_a_battle_whose_die_nobody_logged(
    empty: Position, dice: int
) -> None:
    lost = Turned(Moment(0, 5), UNIT, reduced=True)
    supply = ChitRecord(Moment(0, 1), [thrown(2)] * dice, chit="chit-supply")
    after = ChitRecord(Moment(0, 4), [lost], chit="chit-17a")
    hand_back([supply, after], empty.data, {})
    assert (lost in supply.facts) is bool(dice)
