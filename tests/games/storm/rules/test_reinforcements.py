"""SEED 增援: reinforcements."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import broken, do, said, table
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import ELIMINATED, Phase, Position

UNITS = "a1@west r1@park"


def arriving(
    turn: int = 1, units: str = UNITS, *, reading: str = "", held: str = "", stacking: int = 10
) -> Position:
    return table(units, phase=Phase.ARRIVALS, turn=turn, reading=reading, held=held, stacking=stacking)


class TestOrder:
    def test_the_german_first(self) -> None:
        position = arriving()
        assert said(position, a.Place("e1", "north_ferry")) == ("SEED 增援1",)
        do(position, a.Place("c2", "west"))
        assert said(position, a.Place("e1", "north_ferry")) == ()

    def test_those_of_the_turn(self) -> None:
        assert said(arriving(), a.Place("c3", "camp")) == ("SEED 增援1",)
        assert said(arriving(), a.Lost("c3")) == ("SEED 增援1",)
        assert said(arriving(2), a.Place("c3", "camp")) == ()
        assert said(arriving(), a.Place("a2", "west")) == ("SEED 增援1",)
        position = do(arriving(), a.Place("c2", "west"))
        assert said(position, a.Place("c2", "camp")) == ("SEED 增援1",)


class TestPlaces:
    def test_the_designated_area(self) -> None:
        assert said(arriving(), a.Place("c2", "camp")) == ()
        assert said(arriving(), a.Place("c2", "marsh")) == ("SEED 增援2",)
        assert said(arriving(2), a.Place("c3", "west")) == ("SEED 增援2",)

    def test_within_stacking(self) -> None:
        position = arriving(units="a1@west a2@west r1@park", stacking=2)
        assert said(position, a.Place("c2", "west")) == ("SEED 增援2",)
        assert said(position, a.Place("c2", "camp")) == ()

    def test_without_room(self) -> None:
        position = arriving(units="a1@west a2@west b1@camp", stacking=2)
        assert said(position, a.Lost("c2")) == ("SEED 增援3",)
        position = arriving(units="a1@west a2@west b1@camp b2@camp", stacking=2)
        assert said(position, a.Lost("c2")) == ()
        assert do(position, a.Lost("c2")).where["c2"] == ELIMINATED
        assert said(position, a.Place("e1", "south_ferry")) == ()

    def test_soviets_into_ferry_boxes(self) -> None:
        position = do(arriving(), a.Place("c2", "west"))
        assert said(position, a.Place("e1", "works")) == ("SEED 增援4",)
        assert said(position, a.Place("e1", "west")) == ("SEED 增援4",)
        assert do(position, a.Place("e1", "south_ferry")).where["e1"] == "south_ferry"
        late = arriving(3)
        for unit in ("c2", "c3", "e1"):
            late.put(unit, "")
        do(late, a.Place("c2", "west"), a.Place("c3", "camp"))
        assert said(late, a.Place("e2", "north_ferry")) == ("SEED 增援4",)

    def test_a_box_takes_any_number(self) -> None:
        position = arriving(units="f1@north_ferry f2@north_ferry a1@west", stacking=2)
        do(position, a.Place("c2", "west"))
        assert said(position, a.Place("e1", "north_ferry")) == ()

    @pytest.mark.parametrize(
        ("reading", "placed", "lost"),
        [
            ("", (), ("SEED 增援3",)),
            ("St-20=barred", ("SEED 增援2",), ()),
            ("St-20", ("SEED 增援2", "St-20"), ("SEED 增援3", "St-20")),
        ],
    )
    def test_enemies_in_the_area(self, reading: str, placed: tuple[str, ...], lost: tuple[str, ...]) -> None:
        """St-20: Soviets in the Camp, and control of it."""
        for units, held in (("a1@west r1@camp", ""), ("a1@west", "-camp"), ("b1@camp r1@camp", "camp")):
            position = arriving(2, units, held=held, reading=reading)
            position.put("c2", "west")
            assert said(position, a.Place("c3", "camp")) == placed
            assert said(position, a.Lost("c3")) == lost


def test_arrivals_belong_to_the_end_phase() -> None:
    assert broken(table(UNITS), a.Place("c2", "west")) == ("SEED 流程3(4)",)
