"""A battle as a sum: what is shown adds up by hand, and leads to the cell that the rules read."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.rules.declared.games import begin, compiled, rules
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.player import Player
from toolkit.rules.declared.sums import sum_of
from toolkit.rules.sums import Sum, Term

_DICE = {"battle_for_moscow": 1, "causeway": 2}


def _rolled(game: str, count: int) -> Iterator[tuple[a.Roll, Sum]]:
    setup = next(setup.id for setup in compiled(game).setups if not setup.empty)
    position = begin(game, setup)
    player = Player(position, 3)
    while count and not position.over:
        action = player.next()
        rules(game).apply(position, action)
        if isinstance(action, a.Roll):
            found = sum_of(position, action)
            assert found is not None
            yield action, found
            count -= 1


def _value(text: str) -> Fraction:
    return Fraction(text.replace("½", "").strip() or 0) + (Fraction(1, 2) if "½" in text else 0)


@pytest.mark.parametrize("game", list(_DICE))
def test_what_is_shown_adds_up(game: str) -> None:
    shown = list(_rolled(game, 12))
    assert len(shown) > 3
    for action, battle in shown:
        for lines, total in ((battle.attack, battle.totals[0]), (battle.defence, battle.totals[1])):
            units = sum((_value(line.value) for line in lines if line.text not in list(Term)), Fraction(0))
            for line in lines:
                if line.text in list(Term):
                    units *= _value(line.value.removeprefix("×"))
            assert units == _value(total), battle
        chart = battle.chart
        assert chart is not None
        assert len(action.dice) == _DICE[game]
        if chart.column >= 0:
            heading, cells = chart.rows[chart.row]
            (result,) = (line.value for line in battle.steps if line.text == Term.RESULT)
            assert cells[chart.column] == result
            added = sum(
                int(line.value)
                for line in battle.steps
                if line.text == Term.DICE and line.why == "" and line.value[0] in "+-"
            )
            assert int(heading) == min(
                max(sum(action.dice) + added, int(chart.rows[0][0])), int(chart.rows[-1][0])
            )


def test_battle_for_moscow_by_hand() -> None:
    """The column is attack by defence, fractions dropped, at most 6, less the shifts (3.1f, 3.2)."""
    for _, battle in _rolled("battle_for_moscow", 15):
        attack, defence = map(_value, battle.totals)
        left = sum(int(line.value) for line in battle.steps if line.text == Term.COLUMNS_LEFT)
        assert battle.chart is not None
        assert battle.chart.column == max(min(attack // defence, 6) - 1 - left, -1)


def test_an_action_of_no_battle_has_none() -> None:
    position = begin("causeway", next(s.id for s in compiled("causeway").setups if not s.empty))
    assert sum_of(position, a.End("invader")) is None
