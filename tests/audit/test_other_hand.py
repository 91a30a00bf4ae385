"""Who dragged a unit that is not his: named where it was illegal, told to the referee in any case."""

from __future__ import annotations

from dataclasses import replace

from tests.audit.test_referee_rulings import action
from toolkit.audit.actor import Actor, Known
from toolkit.audit.other_hand import attributed, drags_of_others
from toolkit.rules.verdict import Outcome

SIDES = {"a": ("axis", "Unit A"), "b": ("soviet", "Unit B")}


def test_drags_of_the_owner_and_of_nobody_known_are_left_out() -> None:
    logged = Actor("soviet", Known.LOGGED)
    moved = [
        (0, 1, "a", logged),
        (0, 2, "b", logged),
        (0, 3, "a", None),
        (0, 4, "a", Actor("soviet", Known.INFERRED)),
        (0, 5, "marker", logged),
    ]
    found = list(drags_of_others(moved, SIDES.get))
    assert [(drag.step, drag.by) for drag in found] == [(1, "soviet")]


def test_the_hand_is_accused_and_a_notice_says_so() -> None:
    drags = list(drags_of_others([(0, 3, "a", Actor("soviet", Known.LOGGED))], SIDES.get))
    done, notices = attributed([action(3, Outcome.ILLEGAL), action(4, Outcome.ILLEGAL)], drags)
    assert [one.actor.side for one in done] == ["soviet", "axis"]
    assert [(one.code, one.step, one.message) for one in notices] == [
        ("AUD029", 3, "Unit A (axis) was dragged by the soviet player")
    ]


def test_what_was_legal_keeps_its_actor() -> None:
    drags = list(drags_of_others([(0, 3, "a", Actor("soviet", Known.LOGGED))], SIDES.get))
    done, notices = attributed([action(3, Outcome.LEGAL)], drags)
    assert done[0].actor.side == "axis"
    assert len(notices) == 1


def test_a_key_of_its_own_side_does_not_clear_the_hand() -> None:
    drags = list(drags_of_others([(0, 3, "a", Actor("soviet", Known.LOGGED))], SIDES.get))
    retreat = replace(action(3, Outcome.ILLEGAL), steps=(1, 3))
    done, _ = attributed([retreat], drags)
    assert done[0].actor.side == "soviet"
