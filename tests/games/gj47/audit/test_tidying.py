"""What was taken back by hand, and what only looks like it."""

from __future__ import annotations

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.games.gj47.audit.records import BattleMarked, Drag, Fact, Moment, Thrown
from toolkit.games.gj47.audit.tidying import net

NOBODY = Actor(None, Known.INFERRED)
UNIT, HERE, THERE, FAR = 7, 100, 101, 150


def drag(step: int, origin: int, target: int) -> Drag:
    return Drag(Moment(0, step), UNIT, origin, target, "", "", NOBODY)


def marked(step: int, battle: int, h: int) -> BattleMarked:
    return BattleMarked(Moment(0, step), battle, h, NOBODY)


def thrown(step: int, battle: int = 0) -> Thrown:
    return Thrown(Moment(0, step), 5, "battle" if battle else "", battle)


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
