"""10.4, SEED 撤離: German withdrawals."""

from __future__ import annotations

import pytest

from tests.games.storm.rules.table import G, S, do, said, table, verdict
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import ELIMINATED, WITHDRAWN, Phase, Position

UNITS = "a1@west b1@camp b2@camp i1@west r1@park"


def leaving(
    turn: int = 3, units: str = UNITS, *, dead: str = "", reading: str = "", come: bool = True
) -> Position:
    position = table(units, phase=Phase.ARRIVALS, turn=turn, reading=reading)
    for unit in dead.split():
        position.put(unit, ELIMINATED)
    if come:
        for unit in ("c2", "c3", "e1", "e2"):
            position.put(unit, ELIMINATED)
    return position


def off(unit: str, instead: str = "") -> a.Withdraw:
    return a.Withdraw(unit, instead or unit)


class TestBlackUnits:
    def test_they_leave_in_turn_3(self) -> None:
        """10.4"""
        assert said(leaving(2), off("b1")) == ("SEED 撤離1",)
        assert said(leaving(2), a.EndTurn()) == ()
        position = leaving()
        assert said(position, a.EndTurn()) == ("SEED 撤離1",)
        do(position, off("b1"))
        assert position.where["b1"] == WITHDRAWN
        assert said(position, a.EndTurn()) == ("SEED 撤離1",)
        do(position, off("b2"))
        assert said(position, a.EndTurn()) == ()

    def test_they_leave_themselves(self) -> None:
        assert said(leaving(), off("a1")) == ("SEED 撤離1",)
        assert said(leaving(), off("i1", "b2")) == ("SEED 撤離1",)
        position = do(leaving(), off("b1"))
        assert said(position, off("b1")) == ("SEED 撤離1",)

    def test_one_that_has_not_come_is_taken_out(self) -> None:
        """St-26, settled."""
        position = leaving(units="a1@west b1@camp r1@park")
        assert said(position, a.EndTurn()) == ("SEED 撤離1",)
        assert said(position, off("a1", "b2")) == ("SEED 撤離1",)
        assert said(position, off("b2")) == ()

    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("", ()), ("St-10=from-then-on", ("SEED 撤離1",)), ("St-10", ("SEED 撤離1", "St-10"))],
    )
    def test_in_later_turns(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-10: b2 came back by a card."""
        position = leaving(4, reading=reading)
        position.put("b1", WITHDRAWN)
        position.gone = frozenset({"b1", "b2"})
        assert said(position, a.EndTurn()) == expected
        again = {"": ("SEED 撤離1",), "St-10=from-then-on": (), "St-10": ("SEED 撤離1", "St-10")}[reading]
        assert said(position, off("b2")) == again
        position.put("b2", ELIMINATED)
        assert said(position, a.EndTurn()) == ()

    @pytest.mark.parametrize(
        ("reading", "withdraw", "place"),
        [
            ("", ("SEED 撤離1",), ()),
            ("St-18=withdrawals", (), ("SEED 撤離1",)),
            ("St-18", ("SEED 撤離1", "St-18"), ("SEED 撤離1", "St-18")),
        ],
    )
    def test_before_or_after_reinforcements(
        self, reading: str, withdraw: tuple[str, ...], place: tuple[str, ...]
    ) -> None:
        """St-18."""
        position = leaving(reading=reading, come=False)
        assert said(position, off("b1")) == withdraw
        assert said(position, a.Place("c2", "west")) == place
        position = leaving(
            units=UNITS + " c2@west c3@west e1@north_ferry e2@north_ferry", reading=reading, come=False
        )
        assert said(position, off("b1")) == ()


class TestSubstitutes:
    def test_the_same_type_first(self) -> None:
        position = leaving(dead="b2")
        assert said(position, off("a1", "b2")) == ("SEED 撤離2",)
        assert said(position, off("i1", "b2")) == ()
        do(position, off("i1", "b2"))
        assert said(position, off("a1", "b2")) == ("SEED 撤離1",)

    def test_then_any_other_german(self) -> None:
        position = leaving(dead="b1")
        assert said(position, off("a1", "b1")) == ()
        assert said(position, off("i1", "b1")) == ()
        for unit in ("r1", "b2", "b1", "c2"):
            assert said(position, off(unit, "b1")) == ("SEED 撤離3",)

    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("", ("SEED 撤離3",)), ("St-12=coming-too", ()), ("St-12", ("SEED 撤離3", "St-12"))],
    )
    def test_units_that_are_still_to_come(self, reading: str, expected: tuple[str, ...]) -> None:
        """St-12: a unit of another set of turns leaves for the black one."""
        position = leaving(dead="b1", reading=reading)
        position.put("a2", "")
        assert said(position, off("a2", "b1")) == expected

    def test_too_few_units(self) -> None:
        """Two black units were eliminated, one other German is left."""
        position = leaving(units="a1@west b1@camp b2@camp r1@park", dead="b1 b2")
        for unit in position.data.units.values():
            if unit.side is G and unit.id not in ("a1", "b1", "b2"):
                position.put(unit.id, ELIMINATED)
        assert said(position, a.EndTurn()) == ("SEED 撤離4",)
        assert said(position, a.EndTurn(G)) == ("SEED 撤離4",)
        assert said(position, a.EndTurn(S)) == ()
        do(position, off("a1", "b1"))
        assert said(position, a.EndTurn()) == ("SEED 撤離4",)
        do(position, a.EndTurn(S))
        assert (position.phase, position.winner) == (Phase.OVER, S)

    @pytest.mark.parametrize(
        ("reading", "goes_on", "lost"),
        [
            ("", ("SEED 流程3(4)",), ("SEED 勝利",)),
            ("St-18=withdrawals", ("SEED 撤離4",), ()),
            ("St-18", ("SEED 流程3(4)", "SEED 撤離4"), ("SEED 勝利", "St-18")),
        ],
    )
    def test_reinforcements_may_help(
        self, reading: str, goes_on: tuple[str, ...], lost: tuple[str, ...]
    ) -> None:
        """St-18: one unit is to come and could leave for the black one."""
        position = leaving(units="r1@park", dead="b1 b2 a1 a2 a3 i1 i2 c1", reading=reading)
        position.put("c2", "")
        assert position.where["c3"] == ELIMINATED
        position.gone = frozenset({"b2"})
        found = verdict(position, a.EndTurn())
        assert (set(found.rules) >= set(goes_on), found.unclear) == (True, ())
        assert said(position, a.EndTurn(S)) == lost
        if not reading:
            do(position, a.Place("c2", "west"), off("c2", "b1"))
            assert said(position, a.EndTurn()) == ()

    def test_enough_units(self) -> None:
        position = leaving(dead="b1 b2")
        assert said(position, a.EndTurn(S)) == ("SEED 勝利",)
        do(position, off("i1", "b2"), off("a1", "b1"))
        assert said(position, a.EndTurn()) == ()
