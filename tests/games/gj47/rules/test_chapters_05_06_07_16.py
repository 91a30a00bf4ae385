"""Chapters 5, 6, 7 and 16: the turn, choosing, drawing and executing chits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.gj47.rules.table import Table
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome

FRONTS = ["chit-vrnz", "chit-sw", "chit-sth"]
ARMIES = ["chit-1pza-a", "chit-1pza-b", "chit-4pza-a", "chit-6a"]
FIXED = {"U-06": "exact", "U-08": "group", "U-46": "selected"}


def chosen(game: CompiledGame, fixed: dict[str, str] = FIXED, turn: int = 2, **chits: list[str]) -> Table:
    """Return a table on which both players have chosen, in turn 2 unless said otherwise."""
    table = Table(game, fixed=fixed)
    table.position.turn = replace(table.position.turn, number=turn)
    table.force("Choose", owner="soviet", chits=chits.get("soviet", FRONTS))
    table.force("Choose", owner="axis", chits=chits.get("axis", [*ARMIES, "chit-it8a"]))
    return table


# -- chapter 5 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "kind", "fields"),
    [
        (Phase.CHOICE, "EndTurn", {}),
        (Phase.DRAW, "EndMovement", {}),
        (Phase.MOVEMENT, "Draw", {"chit": "chit-6a"}),
        (Phase.COMBAT, "EndMovement", {}),
        (Phase.SUPPLY_SOVIET, "Draw", {"chit": "chit-6a"}),
        (Phase.OVER, "EndTurn", {}),
    ],
)
def test_5_0_each_phase_has_its_actions(
    game: CompiledGame, phase: Phase, kind: str, fields: dict[str, Any]
) -> None:
    """What belongs to another phase breaks the sequence and nothing else is asked."""
    table = Table(game)
    table.phase(phase, "chit-6a")
    verdict = table.judge(kind, **fields)
    assert (verdict.outcome, verdict.rules) == (Outcome.ILLEGAL, ("5.0",))


def test_5_0_1_nothing_is_drawn_before_both_have_chosen(game: CompiledGame) -> None:
    """One player's chits in the cup are not enough."""
    table = Table(game)
    table.force("Choose", owner="soviet", chits=FRONTS)
    assert table.position.turn.phase is Phase.CHOICE
    assert table.judge("Draw", chit="chit-sw").rules == ("5.0(1)",)
    table.phase(Phase.DRAW)
    assert table.judge("Draw", chit="chit-sw").rules == ("5.0(1)",)
    table = chosen(game)
    assert table.judge("Draw", chit="chit-sw").legal


def test_5_0_2_the_turn_ends_with_an_empty_cup(game: CompiledGame) -> None:
    """A chit left in the cup keeps the turn going."""
    table = chosen(game)
    table.position.turn = replace(table.position.turn, cup=frozenset({"chit-sw"}), drawn=("chit-supply",))
    assert "5.0(2)" in table.judge("EndTurn").rules
    table.position.turn = replace(table.position.turn, cup=frozenset())
    assert table.judge("EndTurn").legal


def test_5_0_3_and_4_1_activation_then_movement(game: CompiledGame) -> None:
    """Nobody moves before a headquarters is activated; activation leads into movement."""
    table = chosen(game)
    table.do("Draw", chit="chit-6a")
    hq = table.position.hex_of[table.position.data.index["ger-hq-6a"]]
    where = table.position.data.board.numbers[hq]
    assert table.judge("Move", unit="ger-hq-6a", start=where, end=where).rules == ("5.0",)
    table.do("Activate", hq="ger-hq-6a")
    assert table.position.turn.phase is Phase.MOVEMENT
    assert table.judge("Move", unit="ger-hq-6a", start=where, end=where).legal
    assert table.judge("Activate", hq="ger-hq-6a").rules == ("5.0",)


@pytest.mark.parametrize(("value", "broken"), [("both", False), ("either", True)])
def test_5_0_4_2_move_or_fight(game: CompiledGame, value: str, broken: bool) -> None:
    """Only where the players ruled so, a unit that moved may not attack."""
    table = chosen(game, FIXED | {"U-04": value})
    table.do("Draw", chit="chit-6a")
    table.do("Activate", hq="ger-hq-6a")
    hq = table.position.data.index["ger-hq-6a"]
    table.position.set_command(replace(table.position.command, moved=(hq,)))
    table.do("EndMovement")
    verdict = table.judge("Declare", target="0101", attackers=["ger-hq-6a"])
    assert ("5.0(4)2" in verdict.rules) == broken


def test_5_0_5_turn_marker(game: CompiledGame) -> None:
    """The next turn begins with the choice of chits, nothing of the old one left."""
    table = chosen(game)
    table.position.turn = replace(table.position.turn, cup=frozenset(), drawn=("chit-supply",))
    table.do("EndTurn")
    turn = table.position.turn
    assert (turn.number, turn.phase, turn.chosen, turn.drawn) == (3, Phase.CHOICE, frozenset(), ())


# -- chapter 6 --------------------------------------------------------------------------------------------


def test_6_1_1_own_chits_once(game: CompiledGame) -> None:
    """A player puts in own chits, and once."""
    table = Table(game, fixed=FIXED)
    assert table.judge("Choose", owner="soviet", chits=FRONTS).legal
    mixed = [*FRONTS[:2], "chit-6a"]
    assert "6.1(1)" in table.judge("Choose", owner="soviet", chits=mixed).rules
    twice = [*FRONTS, FRONTS[0]]
    assert table.judge("Choose", owner="soviet", chits=twice).rules[0] == "6.1(1)"
    table.do("Choose", owner="soviet", chits=FRONTS)
    assert table.judge("Choose", owner="soviet", chits=FRONTS).rules[0] == "6.1(1)"


def test_6_1_2_unchosen_chits_stay_in_hand(game: CompiledGame) -> None:
    """A chit that was not chosen does not come into play, out of the cup or from the hand."""
    table = chosen(game)
    assert table.judge("Draw", chit="chit-17a").rules == ("6.1(2)",)
    assert table.judge("FreeChit", chit="chit-17a").rules == ("6.1(2)", "16.0(1)")
    assert table.judge("FreeChit", chit="chit-6a").rules == ("16.0(1)",)


@pytest.mark.parametrize(
    ("owner", "chits", "rule"),
    [
        ("soviet", [*FRONTS, "chit-se"], "6.2(1)"),
        ("soviet", FRONTS[:2], "6.2(1)"),
        ("soviet", [*FRONTS, "chit-stavka", "chit-soviet-reinf"], "6.2(2)"),
        ("axis", [*ARMIES, "chit-17a", "chit-it8a"], "6.2(3)"),
        ("axis", [*ARMIES, "chit-it8a", "chit-axis-reinf"], "6.2(3)b"),
        ("axis", ARMIES, "6.2(3)b"),
    ],
)
def test_6_2_numbers(game: CompiledGame, owner: str, chits: list[str], rule: str) -> None:
    """Too many or, exactly read, too few chits of a group."""
    table = Table(game, fixed=FIXED)
    table.position.turn = replace(table.position.turn, number=2)
    verdict = table.judge("Choose", owner=owner, chits=chits)
    assert (verdict.outcome, verdict.rules) == (Outcome.ILLEGAL, (rule,))


def test_6_2_3_both_chits_of_a_panzer_army(game: CompiledGame) -> None:
    """Both copies may go in."""
    table = Table(game, fixed=FIXED)
    table.position.turn = replace(table.position.turn, number=2)
    both = ["chit-1pza-a", "chit-1pza-b", "chit-4pza-a", "chit-4pza-b", "chit-r3a"]
    assert table.judge("Choose", owner="axis", chits=both).legal


def test_6_2_too_few_is_unclear_while_nothing_is_fixed(game: CompiledGame) -> None:
    """U-06: exactly the number or at most."""
    table = Table(game)
    verdict = table.judge("Choose", owner="soviet", chits=FRONTS[:2])
    assert (verdict.outcome, verdict.unclear) == (Outcome.UNCLEAR, ("U-06",))
    assert table.judge("Choose", owner="soviet", chits=[*FRONTS, "chit-cs"]).outcome is Outcome.ILLEGAL


@pytest.mark.parametrize(
    ("value", "chits", "legal"),
    [
        ("extra", [*FRONTS, "chit-stavka"], True),
        ("inside", [*FRONTS, "chit-stavka"], False),
        ("inside", [*FRONTS[:2], "chit-stavka"], True),
        ("compulsory", FRONTS, False),
        ("compulsory", [*FRONTS, "chit-soviet-reinf"], True),
    ],
)
def test_6_2_2_special_chits_by_u_07(game: CompiledGame, value: str, chits: list[str], legal: bool) -> None:
    """Each reading of how the special chit counts."""
    table = Table(game, fixed=FIXED | {"U-07": value})
    table.position.turn = replace(table.position.turn, number=2)
    assert table.judge("Choose", owner="soviet", chits=chits).legal == legal


def test_6_2_4_supply_comes_every_turn(game: CompiledGame) -> None:
    """The supply chit is in the cup by itself; a turn without it does not end."""
    table = chosen(game)
    assert "chit-supply" in table.position.turn.cup
    table.position.turn = replace(table.position.turn, cup=frozenset(), drawn=("chit-sw",))
    assert table.judge("EndTurn").rules == ("6.2(4)",)


FOUR = ["chit-vrnz", "chit-sw", "chit-sth", "chit-se"]


@pytest.mark.parametrize(
    ("value", "order", "void"),
    [
        ("group", ["chit-vrnz"], True),
        ("group", ["chit-6a"], False),
        ("surplus", ["chit-vrnz"], False),
        ("surplus", ["chit-vrnz", "chit-sw", "chit-sth"], False),
        ("surplus", ["chit-vrnz", "chit-sw", "chit-se", "chit-sth"], True),
        ("side", ["chit-vrnz", "chit-sw", "chit-sth"], False),
        ("side", ["chit-vrnz", "chit-sw", "chit-se", "chit-sth"], True),
        ("side", ["chit-vrnz", "chit-sw", "chit-se", "chit-sth", "chit-stavka"], True),
        ("surplus", ["chit-vrnz", "chit-sw", "chit-se", "chit-sth", "chit-stavka"], False),
    ],
)
def test_6_2_void_chits_by_u_08(game: CompiledGame, value: str, order: list[str], void: bool) -> None:
    """Four fronts where three are allowed: which of the drawn chits are void."""
    table = chosen(game, FIXED | {"U-08": value}, soviet=[*FOUR, "chit-stavka"])
    for chit in order[:-1]:
        table.force("Draw", chit=chit)
        table.force("SetAside")
    table.do("Draw", chit=order[-1])
    last = table.position.data.chits[order[-1]]
    hq = "sov-hq-sw" if last.hq is None else table.position.data.units[last.hq].id
    verdict = table.judge("Activate", hq=hq)
    assert ("6.2" in verdict.rules) == void
    assert table.judge("SetAside").legal


# -- chapter 7 --------------------------------------------------------------------------------------------


def test_7_1_1_drawn_once(game: CompiledGame) -> None:
    """What was drawn is not in the cup any more."""
    table = chosen(game)
    table.do("Draw", chit="chit-sw")
    table.do("SetAside")
    assert table.judge("Draw", chit="chit-sw").rules == ("7.1(1)", "7.1(4)")


def test_7_1_2_owner_and_7_2_1_named_headquarters(game: CompiledGame) -> None:
    """The chit's own headquarters acts, nobody else's."""
    table = chosen(game)
    table.do("Draw", chit="chit-6a")
    assert table.judge("Activate", hq="ger-hq-6a").legal
    assert table.judge("Activate", hq="ger-hq-17a").rules == ("7.2(1)",)
    assert table.judge("Activate", hq="sov-hq-sw").rules == ("7.1(2)", "7.2(1)")


def test_7_1_3_the_chits_own_order(game: CompiledGame) -> None:
    """No activation by a reinforcement chit, no reinforcements by an army's chit."""
    table = chosen(game, soviet=[*FRONTS, "chit-soviet-reinf"])
    table.do("Draw", chit="chit-soviet-reinf")
    assert table.judge("Activate", hq="sov-hq-sw").rules[0] == "7.1(3)"
    assert table.judge("Reinforce").legal
    table = chosen(game)
    table.do("Draw", chit="chit-6a")
    assert table.judge("Reinforce").rules[0] == "7.1(3)"


def test_7_2_2_each_side_its_own_procedure(game: CompiledGame) -> None:
    """The Axis rolls, the Soviets do not."""
    table = chosen(game, axis=[*ARMIES, "chit-axis-reinf"], soviet=[*FRONTS, "chit-soviet-reinf"])
    table.do("Draw", chit="chit-axis-reinf")
    assert table.judge("Reinforce", die=4).legal
    assert table.judge("Reinforce").rules[0] == "7.2(2)"
    table.do("SetAside")
    table.do("Draw", chit="chit-soviet-reinf")
    assert table.judge("Reinforce", die=4).rules == ("7.2(2)",)


def test_7_2_3_stavka(game: CompiledGame) -> None:
    """Any headquarters; not the Axis'; a headquarters, not a division."""
    table = chosen(game, soviet=[*FRONTS, "chit-stavka"])
    table.do("Draw", chit="chit-stavka")
    assert table.judge("Activate", hq="sov-hq-vrnz").legal
    rifle = next(u.id for u in table.position.data.units if u.owner is Owner.SOVIET and not u.headquarters)
    assert table.judge("Activate", hq=rifle).rules == ("7.2(3)",)


@pytest.mark.parametrize(("value", "legal"), [("yes", True), ("fresh", False)])
def test_7_2_3_stavka_and_a_used_headquarters_by_u_11(game: CompiledGame, value: str, legal: bool) -> None:
    """U-11: whether STAVKA may activate a front whose own chit was used."""
    known = {option.id: [v.id for v in option.values] for option in game.options}["U-11"]
    setting = next(v for v in known if (v == "fresh") == (value == "fresh"))
    table = chosen(game, FIXED | {"U-11": setting}, soviet=[*FRONTS, "chit-stavka"])
    table.do("Draw", chit="chit-vrnz")
    table.do("SetAside")
    table.do("Draw", chit="chit-stavka")
    assert table.judge("Activate", hq="sov-hq-vrnz").legal == legal


def test_7_2_3_the_later_special_chit_is_void(game: CompiledGame) -> None:
    """Both special chits were chosen: the first drawn counts, the second does not."""
    table = chosen(game, soviet=[*FRONTS, "chit-stavka", "chit-soviet-reinf"])
    table.do("Draw", chit="chit-stavka")
    assert table.judge("Activate", hq="sov-hq-vrnz").legal
    table.force("SetAside")
    table.do("Draw", chit="chit-soviet-reinf")
    assert table.judge("Reinforce").rules == ("7.2(3)",)
    assert table.judge("SetAside").legal


def test_7_2_4_supply_starts_the_procedure_of_both_sides(game: CompiledGame) -> None:
    """Drawing supply leads into Soviet supply; no other chit does."""
    table = chosen(game)
    table.do("Draw", chit="chit-supply")
    assert table.position.turn.phase is Phase.SUPPLY_SOVIET
    table = chosen(game)
    table.do("Draw", chit="chit-sw")
    assert table.position.turn.phase is Phase.EXECUTION


# -- chapter 16, and 7.1(4) -------------------------------------------------------------------------------


def test_16_1_free_chit_of_turn_1(game: CompiledGame) -> None:
    """One of the chosen chits is used at once, before any draw."""
    table = chosen(game, turn=1, axis=[*ARMIES[:3], "chit-it8a"])
    assert table.judge("FreeChit", chit="chit-6a").legal
    assert table.judge("FreeChit", chit="chit-sw").rules == ("16.0(1)",)
    table.do("FreeChit", chit="chit-6a")
    assert table.judge("Activate", hq="ger-hq-6a").legal
    table.force("SetAside")
    assert table.judge("FreeChit", chit="chit-6a").rules == ("7.1(4)", "16.0(1)")
    assert table.judge("FreeChit", chit="chit-17a").rules == ("6.1(2)", "16.0(1)")
    table.do("Draw", chit="chit-1pza-a")
    assert table.judge("Activate", hq="ger-hq-1pza").legal


def test_16_1_only_in_turn_1(game: CompiledGame) -> None:
    """Later turns have no free chit."""
    table = chosen(game, turn=2, axis=[*ARMIES[:3], "chit-it8a"])
    assert table.judge("FreeChit", chit="chit-1pza-a").rules == ("16.0(1)",)
    assert table.judge("FreeChit", chit="chit-6a").rules == ("6.1(2)", "16.0(1)")


@pytest.mark.parametrize(
    ("value", "chit", "legal"),
    [
        ("selected", "chit-6a", False),
        ("extra", "chit-6a", True),
        ("hq-only", "chit-6a", False),
        ("extra", "chit-axis-reinf", True),
    ],
)
def test_16_1_full_numbers_by_u_46(game: CompiledGame, value: str, chit: str, legal: bool) -> None:
    """With the numbers already full in the cup, only a chit on top of them can be free."""
    table = chosen(
        game,
        FIXED | {"U-46": value},
        1,
        axis=["chit-1pza-a", "chit-1pza-b", "chit-4pza-a", "chit-17a", "chit-it8a"],
    )
    assert table.judge("FreeChit", chit=chit).legal == legal
    if legal and chit == "chit-6a":
        table.do("FreeChit", chit=chit)
        assert table.judge("Activate", hq="ger-hq-6a").legal


@pytest.mark.parametrize(("value", "legal"), [("selected", True), ("hq-only", False)])
def test_16_1_reinforcements_as_free_chit_by_u_46(game: CompiledGame, value: str, legal: bool) -> None:
    """Whether the free chit may be the reinforcement chit."""
    table = chosen(game, FIXED | {"U-46": value}, 1, axis=ARMIES)
    assert table.judge("FreeChit", chit="chit-axis-reinf").legal == legal


def test_16_1_a_chit_kept_back_and_never_used_is_missing(game: CompiledGame) -> None:
    """Before the first draw one may be missing; after it the number is short."""
    table = Table(game, fixed=FIXED)
    assert table.judge("Choose", owner="axis", chits=[*ARMIES[:3], "chit-it8a"]).legal
    table.do("Choose", owner="soviet", chits=FRONTS)
    table.do("Choose", owner="axis", chits=[*ARMIES[:3], "chit-it8a"])
    table.do("Draw", chit="chit-1pza-a")
    assert table.judge("Activate", hq="ger-hq-1pza").rules == ("6.2",)


def test_16_1_the_free_chit_while_the_other_side_still_chooses(game: CompiledGame) -> None:
    """It needs no cup: played first, it counts with what the Axis chooses afterwards."""
    table = Table(game, fixed=FIXED)
    table.do("FreeChit", chit="chit-6a")
    table.do("Activate", hq="ger-hq-6a")
    table.do("EndMovement")
    table.do("EndDeclaration")
    table.do("EndCommand")
    assert table.position.turn.phase is Phase.CHOICE
    assert table.judge("Draw", chit="chit-sw").rules[0] == "5.0(1)"
    table.do("Choose", owner="soviet", chits=FRONTS)
    assert table.judge("Choose", owner="axis", chits=[*ARMIES[:3], "chit-17a", "chit-it8a"]).rules == (
        "6.2(3)",
    )
    table.do("Choose", owner="axis", chits=[*ARMIES[:3], "chit-it8a"])
    assert "chit-6a" not in table.position.turn.cup
    assert table.judge("Draw", chit="chit-sw").legal


def test_16_1_one_short_is_unclear_while_u_46_is_open(game: CompiledGame) -> None:
    """With the free chit on top of the numbers, nothing may be missing from the cup."""
    table = Table(game, fixed={"U-06": "exact"})
    verdict = table.judge("Choose", owner="axis", chits=[*ARMIES[:3], "chit-it8a"])
    assert (verdict.outcome, verdict.unclear) == (Outcome.UNCLEAR, ("U-46",))
    assert table.judge("Choose", owner="axis", chits=[*ARMIES[:2], "chit-it8a"]).outcome is Outcome.ILLEGAL


def test_16_1_the_free_chit_fills_one_gap_only(game: CompiledGame) -> None:
    """Short in both groups, one of them stays short whatever the free chit is."""
    table = Table(game, fixed=FIXED)
    assert table.judge("Choose", owner="axis", chits=ARMIES[:3]).rules == ("6.2(3)", "6.2(3)b")
