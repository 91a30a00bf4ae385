"""A fire as a sum."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, do, table
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.sums import sum_of
from toolkit.rules.sums import Line, Sum, Term


def _sum(units: str, start: str, target: str, **more: str) -> Sum:
    position = do(table(units, **more), a.Fire(G, (start,), target))  # type: ignore[arg-type]
    found = sum_of(position, a.Roll((3, 4)))
    assert found is not None
    return found


def test_attack_dice_best_defence_and_terrain() -> None:
    fire = _sum("a1@west r1@park r2@park", "a1", "park")
    assert fire.attack[1] == Line(Term.DICE, "7", "3 + 4", "SEED 攻擊2")
    assert fire.defence[0].why == Term.BEST_DEFENCE
    assert [line.value for line in fire.attack + fire.defence] == ["5", "7", "8", "1"]
    assert fire.totals == ("12", "9")
    assert fire.steps == (Line(Term.LOSS_POINTS, "3", "12 − 9", "SEED 攻擊4"),)


@pytest.mark.parametrize(
    ("units", "more", "clause"),
    [
        ("a1@silo r2@silo", {"held": "-silo"}, "SEED 攻擊3(1)"),
        ("a1@house a2@silo r2@silo", {"held": "silo"}, "SEED 攻擊3(2)"),
        ("a1@house r2@silo", {"markers": "silo:soviet"}, "SEED 攻擊3(3)"),
    ],
)
def test_lost_terrain_names_its_clause(units: str, more: dict[str, str], clause: str) -> None:
    fire = _sum(units, "a1", "silo", **more)
    assert Line(Term.TERRAIN, "0", Term.TERRAIN_OF, clause) in fire.defence
    assert fire.totals == ("12", "6")


def test_what_is_no_roll_has_none() -> None:
    position = table("a1@west r1@park")
    assert sum_of(position, a.Roll((3, 4))) is None
    assert sum_of(position, a.Fire(G, ("a1",), "park")) is None
