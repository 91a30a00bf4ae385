"""Chapter 8: activation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gj47.rules.table import Table
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules.activation import active_units
from toolkit.games.gj47.rules.course import Phase
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Outcome

# On the steppe of the south-east: open ground, numbers in one column are one hex apart.
HQ, NEAR, EDGE, FAR = "2825", "2827", "2828", "2836"
CHITS = {
    "ger-hq-6a": "chit-6a",
    "sov-hq-sw": "chit-sw",
    "hun-hq-h2a": "chit-h2a",
    "ita-hq-it8a": "chit-it8a",
}


def ids(game: CompiledGame, **wanted: Any) -> list[str]:
    """Return the ids of counters with these values."""
    return [c.id for c in game.counters if all(getattr(c, k) == v for k, v in wanted.items())]


def activated(
    game: CompiledGame, hq: str, units: dict[str, str], fixed: dict[str, str] | None = None, **fields: Any
) -> Table:
    """Return a table with nothing but `units` and an activated headquarters."""
    table = Table(game, fixed=fixed or {})
    table.empty()
    table.put(**{hq: HQ} | units)
    table.phase(Phase.EXECUTION, fields.pop("chit", CHITS[hq]))
    table.force("Activate", hq=hq, **fields)
    return table


def outside(game: CompiledGame, hq: str) -> tuple[str, str]:
    """Return the last hex in range of a headquarters on `HQ`, and the first one out of it."""
    reach = next(c.command_range or 0 for c in game.counters if c.id == hq)
    return f"28{25 + reach}", f"28{26 + reach}"


def broken(table: Table, unit: str) -> tuple[str, ...]:
    """Return the rules that a unit breaks which does no more than stay in its hex as its move."""
    index = table.position.data.index[unit]
    where = table.position.data.board.numbers[table.position.hex_of[index]]
    return table.judge("Move", unit=unit, start=where, end=where).rules


def test_8_1_1_and_8_2_range(game: CompiledGame) -> None:
    """Range n reaches n hexes away and no farther; kind and name of the units do not matter."""
    last, first_out = outside(game, "ger-hq-6a")
    a, b, c = ids(game, side="axis", kind="unit", nationality="german")[:3]
    table = activated(game, "ger-hq-6a", {a: NEAR, b: last, c: first_out})
    assert [broken(table, unit) for unit in (a, b, c, "ger-hq-6a")] == [(), (), ("8.2",), ()]
    active = active_units(table.position, Rulings(table.position.data.points))
    assert {table.position.data.units[u].id for u in active} == {"ger-hq-6a", a, b}


def test_8_1_1_the_other_side_does_not_move(game: CompiledGame) -> None:
    """A Soviet division does not move when a German headquarters is activated."""
    rifle = ids(game, side="soviet", pool_type="Rifle")[0]
    assert broken(activated(game, "ger-hq-6a", {rifle: NEAR}), rifle) == ("8.1(1)",)


def test_8_1_2_a_unit_acts_again_under_another_chit(game: CompiledGame) -> None:
    """The second chit of the turn finds the unit ready again."""
    unit = ids(game, side="axis", kind="unit", nationality="german")[0]
    table = activated(game, "ger-hq-6a", {unit: NEAR})
    table.do("Move", unit=unit, start=NEAR, end="2826")
    assert broken(table, unit) == ("8.1(3)",)
    table.phase(Phase.EXECUTION, "chit-17a")
    table.put(**{"ger-hq-17a": "2824"})
    table.force("Activate", hq="ger-hq-17a")
    assert broken(table, unit) == ()


def test_8_1_3_one_move_under_a_chit(game: CompiledGame) -> None:
    """A unit that ended its move does not move on after another one."""
    a, b = ids(game, side="axis", kind="unit", nationality="german")[:2]
    table = activated(game, "ger-hq-6a", {a: NEAR, b: EDGE})
    table.do("Move", unit=a, start=NEAR, end="2826")
    table.do("Move", unit=b, start=EDGE, end="2828")
    assert table.judge("Move", unit=a, start="2826", end="2827").rules == ("8.1(3)", "9.1(1)")


@pytest.mark.parametrize(("value", "rules"), [("no", ("8.1(4)",)), ("german", ())])
def test_8_1_4_headquarters_do_not_activate_each_other(
    game: CompiledGame, value: str, rules: tuple[str, ...]
) -> None:
    """By the text none does; under the sister game's reading German ones do."""
    values = [v.id for o in game.options if o.id == "U-12" for v in o.values]
    setting = next(v for v in values if (v == "german") == (value == "german"))
    table = activated(game, "ger-hq-6a", {"ger-hq-17a": NEAR, "hun-hq-h2a": EDGE}, {"U-12": setting})
    assert broken(table, "ger-hq-17a") == rules
    assert broken(table, "hun-hq-h2a") == ("8.1(4)",)


def test_9_1_2_a_move_begins_where_the_unit_stands(game: CompiledGame) -> None:
    a = ids(game, side="axis", kind="unit", nationality="german")[0]
    table = activated(game, "ger-hq-6a", {a: NEAR})
    assert table.judge("Move", unit=a, start=NEAR, end=NEAR).rules == ()
    assert table.judge("Move", unit=a, start=HQ, end=HQ).rules == ("9.1(2)",)


def test_8_2_1_the_moment_of_activation_counts(game: CompiledGame) -> None:
    """The headquarters moves off first: who was in range still moves, who was not does not."""
    a, b = ids(game, side="axis", kind="unit", nationality="german")[:2]
    table = activated(game, "ger-hq-6a", {a: "2823", b: outside(game, "ger-hq-6a")[1]})
    table.do("Move", unit="ger-hq-6a", start=HQ, end="2827")
    assert (broken(table, a), broken(table, b)) == ((), ("8.2",))


def test_8_2_2_a_unit_that_came_later_is_not_activated(game: CompiledGame) -> None:
    """A unit off the map at that moment does not act."""
    unit = ids(game, side="axis", kind="unit", nationality="german")[0]
    table = activated(game, "ger-hq-6a", {})
    table.put(**{unit: NEAR})
    assert broken(table, unit) == ("8.2",)


def test_8_2_3_and_4_neither_enemies_nor_leaving_matter(game: CompiledGame) -> None:
    """Enemies between headquarters and unit do not cut the range, nor does being beyond it later."""
    unit = ids(game, side="axis", kind="unit", nationality="german")[0]
    rifles = ids(game, side="soviet", pool_type="Rifle")[:3]
    between = dict(zip(rifles, ("2826", "2827", "2828"), strict=True))
    table = activated(game, "ger-hq-6a", {unit: EDGE} | between)
    assert broken(table, unit) == ()
    table.put(**{unit: FAR})
    assert broken(table, unit) == ()


def test_8_3_1_own_nation_only(game: CompiledGame) -> None:
    """A Romanian division does not act with the Sixth Army, nor a German one with the Hungarians."""
    rumanian = ids(game, kind="unit", nationality="romanian")[0]
    german, other = ids(game, kind="unit", nationality="german")[:2]
    hungarian = ids(game, kind="unit", nationality="hungarian")[0]
    table = activated(game, "ger-hq-6a", {rumanian: NEAR})
    assert broken(table, rumanian) == ("8.3(1)",)
    table = activated(
        game, "hun-hq-h2a", {german: "2824", other: "2826", hungarian: "2826"}, germans=[german]
    )
    assert [broken(table, unit) for unit in (german, other, hungarian)] == [(), ("8.3(1)",), ()]


def test_8_3_2_two_germans(game: CompiledGame) -> None:
    """At most two German combat units in range, and only with an allied headquarters."""
    a, b, c = ids(game, kind="unit", nationality="german")[:3]
    table = Table(game, fixed={"U-13": "in-range"})
    table.empty()
    table.put(**{"ita-hq-it8a": HQ, "ger-hq-6a": "2826", a: "2826", b: "2824", c: "2824"})
    table.phase(Phase.EXECUTION, "chit-it8a")
    assert table.judge("Activate", hq="ita-hq-it8a", germans=[a, b]).legal
    for germans in ([a, b, c], ["ger-hq-6a"]):
        assert table.judge("Activate", hq="ita-hq-it8a", germans=germans).rules == ("8.3(2)",)
    table.put(**{a: "2835"})
    assert table.judge("Activate", hq="ita-hq-it8a", germans=[a]).rules == ("8.3(2)",)
    table.phase(Phase.EXECUTION, "chit-6a")
    assert table.judge("Activate", hq="ger-hq-6a", germans=[b]).rules == ("8.3(2)",)
    rumanian = ids(game, kind="unit", nationality="romanian")[0]
    table.put(**{rumanian: "2824"})
    table.phase(Phase.EXECUTION, "chit-it8a")
    assert table.judge("Activate", hq="ita-hq-it8a", germans=[rumanian]).rules == ("8.3(2)",)


def test_8_3_2_anywhere_by_u_13(game: CompiledGame) -> None:
    """U-13: the two Germans need not be in range."""
    unit = ids(game, kind="unit", nationality="german")[0]
    table = activated(game, "ita-hq-it8a", {unit: FAR}, {"U-13": "anywhere"}, germans=[unit])
    assert broken(table, unit) == ()
    table.phase(Phase.EXECUTION, "chit-it8a")
    assert table.judge("Activate", hq="ita-hq-it8a", germans=[unit]).legal


def test_stavka_activates_one_front_or_all_by_u_10(game: CompiledGame) -> None:
    """By the text one headquarters; under the other reading units near any of them act."""
    far = ids(game, side="soviet", pool_type="Rifle")[0]
    units = {far: "2835", "sov-hq-sth": "2834"}
    one = activated(game, "sov-hq-sw", units, {"U-10": "one"}, chit="chit-stavka")
    everyone = activated(game, "sov-hq-sw", units, {"U-10": "all"}, chit="chit-stavka")
    assert (broken(one, far), broken(everyone, far)) == (("8.2",), ())


def test_nothing_is_active_without_a_headquarters(game: CompiledGame) -> None:
    """Before the activation nobody may act."""
    table = Table(game)
    assert active_units(table.position, Rulings(table.position.data.points)) == []
    unit = ids(game, kind="unit", nationality="german")[0]
    table.put(**{unit: NEAR})
    table.phase(Phase.MOVEMENT, "chit-6a")
    verdict = table.judge("Move", unit=unit, start=NEAR, end=NEAR)
    assert (verdict.outcome, verdict.rules) == (Outcome.ILLEGAL, ("8.1(1)",))
