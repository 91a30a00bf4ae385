"""Battles as people fight them: in any order, late, with a die too many; and what they do wrong."""

from __future__ import annotations

import pytest

from tests.games.gj47.audit.evenings import (
    NEIGHBOURS,
    PAIR,
    SOVIET,
    another_chit,
    choose,
    fight,
    open_with_6a,
)
from tests.games.gj47.audit.human_table import DEAD, KEYS, HumanTable, accused, left_open
from tests.play.begin import set_begin

ALL = (*PAIR, *NEIGHBOURS)
"""13 against 2: 6-1."""


def judged(t: HumanTable, *, chit: str = "chit-6a") -> list[tuple[str, str, str]]:
    """End the chit; return what is accused.  Nothing stays open."""
    if chit:
        t.done(chit)
    report = t.audited()
    assert left_open(report) == []
    return accused(report)


def told(t: HumanTable) -> list[tuple[str, str, str]]:
    """Return what was done in battles, all of it legal."""
    report = t.audited()
    assert [action for action in report.actions if action.outcome != "legal"] == []
    kinds = ("retreat", "advance", "loss")
    return sorted((x.action, x.unit, x.end) for x in report.actions if x.action in kinds)


RETREAT = ("retreat", "sov-rifle-76", "0614")
ADVANCE = ("advance", "ger-inf-376", "0515")


def test_the_die_comes_before_the_marker(table: HumanTable) -> None:
    open_with_6a(table)
    table.paper.act_as("Axis")
    table.die(3)
    table.declare("0515", *PAIR)
    table.drag("sov-rifle-76", "0614")
    table.advance("0515", "ger-inf-376", "0515")
    table.close("0515")
    table.done("chit-6a")
    assert told(table) == [ADVANCE, RETREAT]


@pytest.mark.parametrize("crossed", [False, True])
def test_two_dice_and_then_both_results(table: HumanTable, crossed: bool) -> None:
    open_with_6a(table)
    table.declare("0515", *PAIR)
    table.declare("0514", *NEIGHBOURS)
    table.all_declared()
    table.roll("0515", 3)
    table.roll("0514", 4)
    retreats = [("sov-rifle-76", "0614"), ("sov-g-rifle-13", "0513")]
    for unit, to in reversed(retreats) if crossed else retreats:
        table.drag(unit, to)
    assert judged(table) == []


def test_a_die_for_fun_before_the_retreat(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 4, "0514", NEIGHBOURS)
    table.die(1)
    table.drag("sov-g-rifle-13", "0513")
    table.done("chit-6a")
    assert told(table) == [("retreat", "sov-g-rifle-13", "0513")]


@pytest.mark.parametrize("table", [KEYS], indirect=True)
def test_the_toolbars_die_for_one_of_the_battles_that_have_keys(table: HumanTable) -> None:
    open_with_6a(table)
    table.declare("0515", *PAIR)
    table.declare("0514", *NEIGHBOURS)
    table.all_declared()
    table.die(4)
    table.drag("sov-g-rifle-13", "0513")
    table.close("0514")
    table.roll("0515", 3)
    table.drag("sov-rifle-76", "0614")
    table.close("0515")
    table.done("chit-6a")
    assert told(table) == [("retreat", "sov-g-rifle-13", "0513"), RETREAT]


def test_who_advances_before_the_enemy_is_gone(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 3)
    table.advance("0515", "ger-inf-376", "0515")
    table.drag("sov-rifle-76", "0614", by="Axis")
    table.done("chit-6a")
    assert told(table) == [ADVANCE, RETREAT]


@pytest.mark.parametrize("table", [KEYS], indirect=True)
def test_who_goes_on_into_a_hex_that_is_fought_for_later(table: HumanTable) -> None:
    """10.7(1)1: foot advances one hex; the die of the next battle is no leave to be there before."""
    open_with_6a(table)
    table.declare("0515", *PAIR)
    table.declare("0514", *NEIGHBOURS)
    table.all_declared()
    table.roll("0515", 3)
    table.drag("sov-rifle-76", "0614")
    table.advance("0515", "ger-inf-376", "0515")
    table.drag("ger-inf-376", "0514")
    table.roll("0514", 4)
    table.drag("sov-g-rifle-13", "0513")
    table.done("chit-6a")
    against = [(x.unit, x.rules[0]) for x in table.audited().actions if x.rules and x.follows is None]
    assert against == [("ger-inf-376", "10.7(1)1")]


def test_an_advance_under_the_next_chit(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 3)
    table.drag("sov-rifle-76", "0614")
    table.done("chit-6a")
    table.draw("chit-vrnz", "Soviet")
    table.drag("ger-inf-376", "0515", by="Axis")
    table.drag("sov-rifle-15", "0509")
    table.done("chit-vrnz")
    assert told(table) == [ADVANCE, RETREAT]


def test_a_loss_under_the_next_chit(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 1, "0514", NEIGHBOURS)
    table.done("chit-6a")
    table.draw("chit-vrnz", "Soviet")
    table.hit("ger-inf-336")
    table.drag("sov-rifle-15", "0509")
    assert judged(table, chit="chit-vrnz") == []


@pytest.mark.parametrize("chit", ["chit-1pza-a", "chit-sth", "chit-supply"])
def test_a_retreat_under_the_next_chit(table: HumanTable, chit: str) -> None:
    """Whosever chit it is: the headquarters of the Southern Front is far off."""
    open_with_6a(table)
    fight(table, 4, "0514", NEIGHBOURS)
    table.done("chit-6a")
    table.draw(chit, "Soviet")
    table.drag("sov-g-rifle-13", "0513")
    if chit == "chit-1pza-a":
        table.drag("ger-mt-1", "0621")
    assert accused(table.audited()) == []


def test_a_move_under_the_next_chit_is_no_retreat(table: HumanTable) -> None:
    """A die without effect; then the front's own headquarters is called, and the unit moves."""
    open_with_6a(table)
    fight(table, 2, "0514", NEIGHBOURS)
    table.done("chit-6a")
    table.draw("chit-sw", "Soviet")
    table.drag("sov-g-rifle-13", "0613")
    table.done("chit-sw")
    report = table.audited()
    assert [(a.unit, a.end) for a in report.actions if a.action == "move"] == [("sov-g-rifle-13", "0613")]
    assert accused(report) == []


def test_losses_before_or_after_the_retreat(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 4, attackers=ALL)
    table.drag("sov-rifle-76", "0614", "0613")
    table.hit("sov-rifle-76", by="Axis")
    table.advance("0515", "ger-inf-376", "0515")
    assert judged(table) == []


@pytest.mark.parametrize("table", [KEYS], indirect=True)
def test_a_loss_that_nobody_takes_is_one_fault(table: HumanTable) -> None:
    """10.4(2)5: it is found at the retreat and again when the battle is over."""
    open_with_6a(table)
    fight(table, 4, attackers=ALL)
    table.drag("sov-rifle-76", "0614", "0613")
    table.close("0515")
    table.done("chit-6a")
    against = [x for x in table.audited().actions if x.rules]
    assert {x.rules[0] for x in against} == {"10.4(2)5"}
    assert [x.unit for x in against if x.follows is None] == ["sov-rifle-76"]


def test_straight_to_the_dead(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 6, attackers=ALL)
    table.drag("sov-rifle-76", DEAD["Soviet"])
    table.advance("0515", "ger-inf-376", "0515")
    assert judged(table) == []


def test_a_pair_that_retreats_as_a_stack(table: HumanTable) -> None:
    table.put("sov-rifle-169", "0515")
    open_with_6a(table)
    fight(table, 3, attackers=ALL)
    table.stack("sov-rifle-76", "sov-rifle-169", to="0614")
    assert judged(table) == []


def test_the_wrong_unit_is_turned_and_turned_back(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 1, "0514", NEIGHBOURS)
    table.flip("ger-inf-336", 2)
    table.flip("ger-inf-336", 1)
    table.flip("ger-jg-100", 2)
    assert judged(table) == []


def test_a_fort_is_dragged_off_for_the_retreat(table: HumanTable) -> None:
    table.put("sov-rifle-293", "0513")
    table.put("sov-rifle-160", "0511")
    table.put("fort-1", "0412")
    open_with_6a(table)
    fight(table, 3, "0412", ("ger-inf-57", "ger-inf-75"))
    table.drag("fort-1", DEAD["Soviet"])
    assert judged(table) == []


# -- wrong -----------------------------------------------------------------------------------------------


def test_two_hexes_for_an_r(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 4, "0514", NEIGHBOURS)
    table.drag("sov-g-rifle-13", "0612")
    assert [(x[0], x[1]) for x in judged(table)] == [("retreat", "sov-g-rifle-13")]


def test_dead_of_an_r(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 4, "0514", NEIGHBOURS)
    table.drag("sov-g-rifle-13", DEAD["Soviet"])
    assert [unit for _, unit, _ in judged(table)] == ["sov-g-rifle-13"]


def test_a_stranger_pays(table: HumanTable) -> None:
    """The 62nd has no enemy beside it."""
    open_with_6a(table)
    fight(table, 1, "0514", NEIGHBOURS)
    table.hit("ger-inf-62")
    table.done("chit-6a")
    assert ("loss", "ger-inf-62", "10.5(2)") in accused(table.audited())


def test_a_stranger_advances(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 3)
    table.drag("sov-rifle-76", "0614")
    table.advance("0515", "ger-inf-71", "0515")
    assert judged(table) == [("move", "ger-inf-71", "5.0")]


def test_a_third_unit_advances(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 3, attackers=(*PAIR, "ger-inf-336"))
    table.drag("sov-rifle-76", "0614")
    for unit in (*PAIR, "ger-inf-336"):
        table.advance("0515", unit, "0515")
    assert judged(table) == [("advance", "ger-inf-336", "10.7(6)4")]


@pytest.mark.parametrize("table", [KEYS], indirect=True)
def test_an_attack_that_should_not_be_is_one_fault(table: HumanTable) -> None:
    """Those beside the hex were not called; nobody carries the result out.  Only markers show it."""
    table.start()
    table.choose("Axis", "chit-1pza-a", "chit-4pza-a", "chit-6a", "chit-h2a")
    table.choose("Soviet", "chit-vrnz", "chit-sw", "chit-sth", "chit-soviet-reinf")
    table.free("chit-17a")
    fight(table, 3)
    table.close("0515")
    table.done("chit-17a")
    another_chit(table)
    assert accused(table.audited()) == [("declare", "0515", "10.1(2)")]


@pytest.mark.parametrize("table", [KEYS], indirect=True)
def test_a_hex_attacked_again_is_one_fault(table: HumanTable) -> None:
    """Without markers the first die may have been thrown for another hex."""
    open_with_6a(table)
    fight(table, 1)
    table.close("0515")
    fight(table, 3, attackers=NEIGHBOURS)
    table.drag("sov-rifle-76", "0614")
    table.close("0515")
    assert judged(table) == [("roll", "0515", "10.2(1)")]


@pytest.mark.parametrize("table", [KEYS], indirect=True)
def test_a_step_lost_without_a_battle(table: HumanTable) -> None:
    """Where each die says what it is for, nothing was fought without one: nobody has declared an attack."""
    open_with_6a(table)
    fight(table, 3)
    table.drag("sov-rifle-76", "0614")
    table.close("0515")
    table.done("chit-6a")
    another_chit(table)
    table.flip("ger-inf-88", 2)
    assert judged(table, chit="chit-vrnz") == [("loss", "ger-inf-88", "10.5(2)")]


@pytest.mark.parametrize("killed", [False, True])
def test_a_loss_far_from_every_enemy_begins_no_combat(table: HumanTable, killed: bool) -> None:
    """Who was moving goes on: a pair that passes through a full hex is not said to stay in it."""
    open_with_6a(table)
    table.stack("ger-inf-376", to="0414")
    if killed:
        table.drag("sov-rifle-77", DEAD["Soviet"])
    else:
        table.flip("sov-rifle-77", 2)
    table.stack("ger-inf-376", to="0415")
    table.done("chit-6a")
    report = table.audited()
    assert accused(report) == []
    assert [unit for _, unit, _ in left_open(report)] == ["sov-rifle-77"]


def test_a_chit_that_was_dragged_aside_before_the_log_begins(table: HumanTable) -> None:
    """The properties of the game say that it is in play."""
    open_with_6a(table)
    table.done("chit-6a")
    table.draw("chit-vrnz", "Soviet")
    table.put("chit-vrnz", {"map": "Tracks", "at": "Turn 9"})
    set_begin(table.desk, since=0)
    table.drag("sov-rifle-15", "0509")
    assert accused(table.audited()) == []


@pytest.mark.parametrize("table", [KEYS], indirect=True)
def test_a_log_that_begins_after_a_headquarters_was_called(table: HumanTable) -> None:
    """Under the Stavka's chit any may be: it is one of the units that are marked when the log begins."""
    choose(table, soviet=("chit-stavka", *SOVIET[:3]))
    table.free("chit-6a")
    table.done("chit-6a")
    table.draw("chit-stavka", "Soviet")
    table.paper.key("sov-hq-vrnz", "Ctrl-A")
    table.put("sov-rifle-15", "0815")
    set_begin(table.desk, since=0)
    table.drag("sov-rifle-15", "0814")
    assert accused(table.audited()) == []


@pytest.mark.parametrize("table", [KEYS], indirect=True)
def test_a_die_changed_by_hand_is_the_offence(table: HumanTable) -> None:
    """Whoever carries out what it shows then is not the one to blame, and nobody knows who changed it."""
    open_with_6a(table)
    fight(table, 6)
    table.desk.change(table.battles["0515"], {"Roll": 3})
    table.desk.end_step()
    table.drag("sov-rifle-76", "0614")
    table.close("0515")
    table.done("chit-6a")
    found = table.audited().shown
    assert [(one.action, one.end, one.rules[0], one.actor.side) for one in found] == [
        ("roll", "0515", "10.4(1)", None)
    ]
