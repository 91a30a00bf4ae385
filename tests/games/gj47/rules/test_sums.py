"""Chapter 10 as a sum, by the book's own figures."""

from __future__ import annotations

from tests.games.gj47.rules.field import Field
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.sums import sum_of
from toolkit.rules.sums import Line, Sum, Term


def _battle(f: Field, die: int = 0) -> Sum:
    attack = a.Declare(f.hex("0506"), f.units("A B"))
    f.do(attack)
    roll = a.Roll(f.hex("0506"), die)
    if die:
        f.force(roll)
    found = sum_of(f.position, roll if die else attack)
    assert found is not None
    return found


def test_fifteen_to_five_in_a_forest_town() -> None:
    """10.3(2), 10.3(3): 7 and 8 against 3 and 2 are 3-1; a town in a forest takes two columns."""
    f = Field(
        {"A": "7 0505", "B": "8 0505"},
        {"x": "3 0506", "y": "2 0506"},
        terrain={"forest": "0506"},
        towns="0506",
    )
    battle = _battle(f, die=5)
    assert battle.totals == ("15", "5")
    assert battle.attack == (Line("A", "7"), Line("B", "8"))
    assert battle.steps[:3] == (
        Line(Term.ODDS, "3-1", "15 : 5", "10.3(2)"),
        Line(Term.COLUMNS_LEFT, "2", "forest + town", "10.3(3)"),
        Line(Term.COLUMN, "1.5-1"),
    )
    assert battle.chart is not None
    heading, cells = battle.chart.rows[battle.chart.row]
    assert (battle.chart.columns[battle.chart.column], heading) == ("1.5-1", "5")
    assert Line(Term.RESULT, cells[battle.chart.column], rule="10.4(2)") in battle.steps


def test_before_the_die_no_row_is_lit() -> None:
    battle = _battle(Field({"A": "7 0505", "B": "8 0505"}, {"x": "5 0506"}))
    assert battle.chart is not None
    assert (battle.chart.column, battle.chart.row) == (3, -1)


def test_halves_and_forts_say_why() -> None:
    """10.3(1)1, 14.2(1)."""
    f = Field(
        {"A": "7 0505", "B": "8 0605"}, {"x": "5 0506"}, sides={"river": "0505/0506"}, forts={"0506": 2}
    )
    attack = a.Declare(f.hex("0506"), f.units("A B"))
    f.do(attack)
    battle = sum_of(f.position, attack)
    assert battle is not None
    assert battle.totals == ("11", "6")
    assert battle.attack[0] == Line("A", "7", Term.ACROSS_RIVER, "10.3(1)1")
    assert battle.defence[1] == Line(Term.FORT, "1", rule="14.2(1)")
    assert battle.rules >= {"10.3(1)1", "14.2(1)", "10.3(2)"}
