"""10.0 to 10.2: one legal and one illegal case for each line, under its number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.gj47.rules.field import Field
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import combat
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.odds import odds as odds_of

# A (7) and B (8) attack 0506 from 0505 and 0605; C stands beside 0606 only, D with A.
AXIS = {"A": "7 0505", "B": "8 0605", "C": "4 0706", "D": "5 0505"}
SOVIET = {"x": "3 0506", "y": "2 0506", "z": "2 0606"}


def field(**more: object) -> Field:
    return Field(AXIS, SOVIET, **more)  # type: ignore[arg-type]


# -- 10.0, 10.1 -------------------------------------------------------------------------------------------


def test_10_0_an_enemy_is_attacked() -> None:
    f = field()
    assert f.broken(f.declaration("0506", "A B")) == ()
    assert f.broken(f.declaration("0504", "A D")) == ("10.0",)
    assert f.broken(f.declaration("0506", "")) == ("10.0",)
    own = Field({"A": "7 0505", "B": "8 0605"}, {})
    assert own.broken(own.declaration("0605", "A")) == ("10.0",)


def test_10_0_a_fort_alone_is_something_to_attack() -> None:
    f = field(forts={"0504": 2})
    assert f.broken(f.declaration("0504", "A D")) == ()
    soviet = Field({}, {"x": "3 0505"}, forts={"0504": 1}, acting="soviet")
    assert soviet.broken(soviet.declaration("0504", "x")) == ("10.0",)


def test_10_1_nobody_has_to_attack() -> None:
    f = field()
    assert combat.free_to_attack(f.position, f.rulings()) == f.units("A B C D HQ")
    f.do(f.declaration("0506", "A B"))
    assert combat.free_to_attack(f.position, f.rulings()) == f.units("C D HQ")
    assert f.broken(a.EndDeclaration()) == ()
    f.do(a.EndDeclaration())
    assert f.position.turn.phase is Phase.COMBAT
    f = field().do(a.EndDeclaration())
    assert f.broken(a.EndCommand()) == ()


def test_10_1_1_one_neighbouring_hex() -> None:
    f = field()
    assert f.broken(f.declaration("0606", "A")) == ("10.1(1)",)
    assert f.broken(f.declaration("0506", "A A")) == ("10.1(1)",)
    f.do(f.declaration("0506", "A B"))
    assert f.broken(f.declaration("0606", "B C")) == ("10.1(1)",)
    assert f.broken(f.declaration("0606", "C")) == ()


def test_10_1_1_units_of_a_stack_attack_different_hexes() -> None:
    f = Field({"A": "7 0505", "D": "5 0505"}, {"x": "3 0506", "z": "2 0604"})
    f.do(f.declaration("0506", "A"))
    assert f.broken(f.declaration("0604", "D")) == ()


def test_10_1_1_a_unit_off_the_map_attacks_nothing() -> None:
    f = field()
    f.position.place(f.unit("B"), -1)
    assert "10.1(1)" in f.broken(f.declaration("0506", "A B"))


@pytest.mark.parametrize(("unit", "legal"), [("B", True), ("I", False), ("x", False)])
def test_10_1_2_only_activated_units(unit: str, legal: bool) -> None:
    f = Field(AXIS | {"I": "9 italian 0605"}, SOVIET)
    rules = f.broken(f.declaration("0506", f"A {unit}"))
    assert ("10.1(2)" in rules) is not legal
    assert (rules == ()) is legal


def test_10_1_2_out_of_range_at_the_activation() -> None:
    f = field()
    command = f.position.command
    then = list(command.hexes_then)
    then[f.unit("B")] = -1
    f.position.set_command(replace(command, hexes_then=tuple(then)))
    assert f.broken(f.declaration("0506", "A B")) == ("10.1(2)",)


def test_10_1_3_a_hex_is_attacked_once() -> None:
    f = Field(AXIS | {"E": "9 0406"}, SOVIET)
    f.do(f.declaration("0506", "A B"))
    assert f.broken(f.declaration("0506", "E")) == ("10.1(3)",)
    assert f.broken(f.declaration("0606", "C")) == ()


def test_10_1_3_hexes_attack_together() -> None:
    f = Field(AXIS | {"E": "9 0406"}, SOVIET)
    assert f.broken(f.declaration("0506", "A B D E")) == ()
    odds = odds_of(f.announced("0506: A B D E").position, f.battle("0506"), f.rulings())
    assert (odds.attack, odds.defence) == (29, 5)


def test_10_1_4_the_whole_stack_is_attacked() -> None:
    f = field()
    assert f.broken(f.declaration("0506", "A B", "x y")) == ()
    assert f.broken(f.declaration("0506", "A B", "y")) == ("10.1(4)",)
    # z stands in the next hex.
    assert f.broken(f.declaration("0506", "A B", "x y z")) == ("10.1(4)",)


def test_10_1_5_not_over_impassable_sides() -> None:
    f = field(sides={"closed": "0505/0506"}, lines={"road": "0505 0506"})
    assert f.broken(f.declaration("0506", "B")) == ()
    assert f.broken(f.declaration("0506", "A B")) == ("10.1(5)",)
    river = field(sides={"river": "0505/0506"})
    assert river.broken(river.declaration("0506", "A B")) == ()


# -- 10.2 -------------------------------------------------------------------------------------------------


def test_10_2_an_announced_attack_is_fought() -> None:
    f = field().announced("0506: A B")
    assert f.broken(a.CallOff(f.hex("0506"))) == ("10.2",)
    assert f.broken(a.Roll(f.hex("0506"), 3)) == ()
    f.do(a.Roll(f.hex("0506"), 3))
    assert f.broken(a.CallOff(f.hex("0506"))) == ("10.2",)


def test_10_2_an_emptied_hex_is_not_fought_for() -> None:
    f = field().announced("0506: A B")
    for unit in f.units("x y"):
        f.position.place(unit, f.hex("1212"))
    assert f.broken(a.Roll(f.hex("0506"), 3)) == ("10.2",)
    assert f.broken(a.EndCommand()) == ()
    assert f.broken(a.CallOff(f.hex("0506"))) == ()
    f.do(a.CallOff(f.hex("0506")))
    assert f.battle("0506").closed
    assert "10.2(1)" in f.broken(f.advance_of("0506", "A", "0506"))


@pytest.mark.parametrize(
    ("value", "roll", "call"), [("no-combat", (), ("10.2",)), ("recheck", ("10.3(4)",), ())]
)
def test_10_2_odds_that_have_fallen_by_u_26(value: str, roll: tuple[str, ...], call: tuple[str, ...]) -> None:
    f = field(fixed={"U-26": value}).announced("0606: C")
    f.position.reduced[f.unit("C")] = 1
    f.position.place(f.unit("x"), f.hex("0606"))
    assert f.broken(a.Roll(f.hex("0606"), 6)) == roll
    assert f.broken(a.CallOff(f.hex("0606"))) == call
    f.force(a.Roll(f.hex("0606"), 6))
    assert f.result("0606") == "R"


def test_10_2_1_only_announced_attacks_are_fought() -> None:
    f = field().announced("0506: A B")
    assert f.broken(a.Roll(f.hex("0606"), 3)) == ("10.2(1)",)
    assert f.broken(a.CallOff(f.hex("0606"))) == ("10.2(1)",)
    assert f.broken(f.retreat_of("0606", "z", "0607")) == ("10.2(1)",)
    assert f.broken(f.declaration("0606", "C")) == ("5.0",)


def test_10_2_1_all_announced_attacks_are_fought() -> None:
    f = field().announced("0506: A B", "0606: C")
    f.do(a.Roll(f.hex("0606"), 3), a.CloseBattle(f.hex("0606")))
    assert f.broken(a.EndCommand()) == ("10.2(1)",)
    f.do(a.Roll(f.hex("0506"), 1), a.CloseBattle(f.hex("0506")))
    assert f.broken(a.EndCommand()) == ()


def test_10_2_1_a_battle_is_over_with_the_die_of_the_next() -> None:
    f = field().announced("0506: A B", "0606: C")
    f.do(a.Roll(f.hex("0506"), 3))
    f.do(f.retreat_of("0506", "x", "0507"), f.retreat_of("0506", "y", "0507"))
    assert f.broken(f.advance_of("0506", "A", "0506")) == ()
    f.do(a.Roll(f.hex("0606"), 3))
    assert f.battle("0506").closed
    assert f.broken(f.advance_of("0506", "A", "0506")) == ("10.2(1)",)
    assert f.broken(f.retreat_of("0506", "x", "0508")) == ("10.2(1)",)
    assert f.broken(f.loss("0506", "axis", "A")) == ("10.2(1)",)
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ("10.2(1)",)


def test_10_2_2_odds_are_those_of_the_moment_of_the_die() -> None:
    f = field().announced("0606: C", "0506: A B")
    before = odds_of(f.position, f.battle("0506"), f.rulings())
    assert (before.attack, before.defence, before.after) == (15, 5, "3-1")
    f.force(a.Roll(f.hex("0606"), 6), f.retreat_of("0606", "z", "0506", 1))
    f.force(a.CloseBattle(f.hex("0606")), a.Roll(f.hex("0506"), 2))
    f.position.reduced[f.unit("x")] = 1
    later = odds_of(f.position, f.battle("0506"), f.rulings())
    assert (later.attack, later.defence, later.after) == (15, 5, "3-1")
    assert f.battle("0506").retreated_in == {f.unit("z")}


def test_10_2_3_nothing_before_the_die() -> None:
    f = field().announced("0506: A B")
    assert f.broken(f.retreat_of("0506", "x", "0507")) == ("10.2(3)",)
    assert "10.2(3)" in f.broken(f.loss("0506", "soviet", "x"))
    assert f.broken(f.advance_of("0506", "A", "0506")) == ("10.2(3)",)
    assert f.broken(a.CloseBattle(f.hex("0506"))) == ("10.2(3)",)
    f.do(a.Roll(f.hex("0506"), 5))
    assert f.broken(f.retreat_of("0506", "x", "0507 0508")) == ()


@pytest.mark.parametrize(("value", "rules"), [("top-column", ("10.2(3)",)), ("eliminated", ())])
def test_10_2_3_without_a_die_by_u_25(value: str, rules: tuple[str, ...]) -> None:
    f = Field(AXIS, {}, forts={"0506": 1}, fixed={"U-25": value}).announced("0506: A")
    gone = f.loss("0506", "soviet", fort=1)
    assert f.broken(gone)[:1] == rules
    f.force(gone)
    assert f.hex("0506") not in f.position.forts
    assert f.broken(f.advance_of("0506", "A", "0506")) == rules
    assert f.broken(a.CloseBattle(f.hex("0506")))[:1] == rules
    assert f.broken(a.EndCommand()) == ()


def test_10_2_3_without_a_die_is_unclear_while_u_25_is_open() -> None:
    f = Field(AXIS, {}, forts={"0506": 1}, opened=("U-25",)).announced("0506: A")
    assert f.broken(f.loss("0506", "soviet", fort=1)) == ("?", "U-25")
    assert f.broken(a.Roll(f.hex("0506"), 1)) == ()


def test_a_second_declaration_adds_to_the_first() -> None:
    f = field()
    f.force(f.declaration("0506", "A"), f.declaration("0506", "A B"))
    assert f.battle("0506").attackers == f.units("A B")
    assert f.battle("0506").origins == f.path("0505 0605")
