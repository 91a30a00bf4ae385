"""Where a unit might have gone in place of where it wrongly went."""

from __future__ import annotations

from dataclasses import replace

from tests.real_area_games import STORM, compiled
from toolkit.audit.actor import Actor, Known
from toolkit.audit.areas.dropping import elsewhere_in
from toolkit.audit.folding import TURNED
from toolkit.audit.instead import Wording
from toolkit.audit.report import JudgedAction, Segment
from toolkit.rules.verdict import Outcome, Verdict

UNIT = "g_jr_54"
WRONG = JudgedAction.of(
    Verdict(Outcome.ILLEGAL, ("SEED 增援2",)),
    [(0, 7)],
    Wording("place", UNIT, "54th Jäger Regiment", "", "Army Barracks"),
    actor=Actor("german", Known.LOGGED),
    segment=Segment(1, "", inferred=False),
)


def goals(cause: JudgedAction) -> list[str]:
    return [goals[UNIT] for goals in elsewhere_in(compiled(STORM)[0])(cause)]


def test_where_the_rules_allowed_it() -> None:
    allowed = tuple(Wording("place", end=name) for name in ("Airfield", "Razgulyaevka"))
    assert goals(replace(WRONG, instead=allowed)) == ["airfield", "razgulyaevka"]


def test_beside_where_it_was_or_anywhere() -> None:
    every = goals(WRONG)
    beside = goals(replace(WRONG, start="Airfield"))
    assert 1 < len(beside) < len(every)
    assert "airfield" in every
    assert "airfield" not in beside


def test_the_other_face_of_what_went_nowhere() -> None:
    assert goals(replace(WRONG, end="")) == [TURNED]
