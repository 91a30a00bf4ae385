"""Chits, supply, reinforcements and turns as people handle them, late and with slips; and wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.audit.decisions.cuts import cut
from tests.games.gj47.audit.evenings import (
    AXIS,
    SECOND_COLUMN,
    SOVIET,
    another_chit,
    axis_reinforcements,
    chits_home,
    choose,
    choose_again,
    open_with_6a,
    reinforcements,
    rest_of_the_turn,
    second_turn,
    supply,
    turn_marker,
    withdraw,
)
from tests.games.gj47.audit.human_table import (
    ACTIVE,
    CUP,
    HAND,
    KEYS,
    POOL,
    RAIL,
    HumanTable,
    accused,
    left_open,
)
from toolkit.audit.audit import audit_read
from toolkit.vassal.log import read_log


def judged(t: HumanTable) -> list[tuple[str, str, str]]:
    """Return what is accused.  Nothing stays open."""
    report = t.audited()
    assert left_open(report) == []
    return accused(report)


# -- chits -----------------------------------------------------------------------------------------------


def test_a_used_chit_goes_home_at_once(table: HumanTable) -> None:
    """The turn is not over: chits wait in the cup."""
    open_with_6a(table)
    table.drag("ger-inf-44", "0216")
    table.paper.act_as("Axis")
    table.paper.drag("chit-6a", HAND["Axis"])
    another_chit(table)
    table.draw("chit-1pza-a")
    table.drag("ger-mt-1", "0621")
    table.done("chit-1pza-a")
    assert judged(table) == []


def test_used_chits_are_left_lying(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-inf-44", "0216")
    table.draw("chit-vrnz", "Axis")
    table.drag("sov-rifle-15", "0509")
    table.draw("chit-sw", "Soviet")
    table.drag("sov-tk-24", "0613")
    assert judged(table) == []


def test_a_chit_looked_at_and_put_back(table: HumanTable) -> None:
    open_with_6a(table)
    table.done("chit-6a")
    table.paper.drag("chit-17a", ACTIVE)
    table.paper.drag("chit-17a", CUP)
    another_chit(table)
    assert judged(table) == []
    assert [notice.code for notice in table.audited().notices] == ["AUD020"]


def test_a_chit_chosen_and_taken_back(table: HumanTable) -> None:
    table.start()
    table.choose("Axis", *AXIS)
    table.paper.drag("chit-4pza-b", CUP)
    table.paper.drag("chit-4pza-b", HAND["Axis"])
    table.choose("Soviet", *SOVIET)
    table.free("chit-6a")
    table.done("chit-6a")
    another_chit(table)
    assert judged(table) == []


def test_an_unchosen_chit_is_one_fault(table: HumanTable) -> None:
    open_with_6a(table)
    table.done("chit-6a")
    another_chit(table)
    if table.style == KEYS:
        table.paper.key("chit-4pza-b", "Ctrl-P")
    else:
        table.paper.drag("chit-4pza-b", ACTIVE)
    table.drag("ger-inf-88", "0304")
    table.done("chit-4pza-b")
    assert [(unit, rule) for _, unit, rule in judged(table)] == [("chit-4pza-b", "6.1(2)")]


def test_a_late_chit_of_the_other_sides_hand(table: HumanTable) -> None:
    """6.1(1): who puts it into the cup is named, not whose chit it is."""
    open_with_6a(table)
    table.done("chit-6a")
    another_chit(table)
    table.paper.act_as("Axis")
    table.paper.drag("chit-stavka", CUP)
    found = [x for x in table.audited().shown if "6.1(1)" in x.rules]
    assert [(x.action, x.actor.side) for x in found] == [("choose", "axis")]


def test_reinforcements_and_stavka(table: HumanTable) -> None:
    choose(table, soviet=(*SOVIET, "chit-stavka"))
    table.free("chit-6a")
    table.done("chit-6a")
    another_chit(table)
    assert judged(table) == [("choose", "", "6.2(2)")]


@pytest.mark.parametrize("order", ["home first", "marker first", "marker late"])
def test_the_end_of_a_turn(table: HumanTable, order: str) -> None:
    open_with_6a(table)
    table.done("chit-6a")
    rest_of_the_turn(table)
    if order == "marker first":
        turn_marker(table)
    chits_home(table)
    if order == "home first":
        turn_marker(table)
    if order == "marker late":
        choose_again(table)
        turn_marker(table)
        table.draw("chit-6a")
        table.drag("ger-inf-44", "0216")
    else:
        second_turn(table)
    assert judged(table) == []


def test_a_chit_left_in_the_cup(table: HumanTable) -> None:
    open_with_6a(table)
    table.done("chit-6a")
    rest_of_the_turn(table, "chit-sth")
    chits_home(table)
    turn_marker(table)
    second_turn(table)
    assert [kind for kind, _, _ in judged(table)] == ["end of the turn"]


def test_a_used_chit_in_the_cup(table: HumanTable) -> None:
    """Also where the log ends before anything else is drawn."""
    open_with_6a(table)
    table.done("chit-6a")
    table.paper.drag("chit-6a", CUP)
    assert judged(table) == [("change", "", "7.1(4)")]


def test_supply_is_nobodys(table: HumanTable) -> None:
    open_with_6a(table)
    table.done("chit-6a")
    rest_of_the_turn(table)
    chits_home(table)
    turn_marker(table)
    table.paper.drag("chit-supply", HAND["Axis"])
    assert judged(table) == [("change", "", "6.1(2)")]


def test_the_turn_moved_on_with_a_chit_in_play(table: HumanTable) -> None:
    open_with_6a(table)
    turn_marker(table)
    table.drag("ger-inf-44", "0216")
    table.done("chit-6a")
    report = table.audited()
    assert "AUD028" in [notice.code for notice in report.notices]
    assert accused(report) == [("end of the turn", "", "5.0(2)")]


def test_a_turn_that_goes_on_although_its_marker_jumped(table: HumanTable) -> None:
    """Chits are drawn from the cup as before: a notice, and nobody ended the turn."""
    open_with_6a(table)
    table.paper.drag("marker-turn", {"map": "Tracks", "at": "Turn 3"})
    table.drag("ger-inf-44", "0216")
    table.done("chit-6a")
    another_chit(table)
    report = table.audited()
    assert [notice.code for notice in report.notices] == ["AUD028"]
    assert accused(report) == []


def test_the_turn_set_back_after_its_end(table: HumanTable) -> None:
    open_with_6a(table)
    table.done("chit-6a")
    rest_of_the_turn(table)
    chits_home(table)
    turn_marker(table)
    table.paper.drag("marker-turn", {"map": "Tracks", "at": "Turn 1"})
    second_turn(table)
    report = table.audited()
    assert [notice.code for notice in report.notices] == ["AUD028"]
    assert accused(report) == []


# -- supply ----------------------------------------------------------------------------------------------


def test_a_loss_flipped_by_the_opponent_after_the_withdrawal(table: HumanTable) -> None:
    """Both players are at it at once: each does his own part."""
    table.put("sov-rifle-132", "0217")
    supply(table)
    withdraw(table, 6, "ger-inf-88", by="Soviet")
    table.starve("sov-rifle-132", by="Axis")
    table.done("chit-supply")
    assert judged(table) == []


def test_a_loss_that_is_forgotten(table: HumanTable) -> None:
    table.put("sov-rifle-132", "0217")
    supply(table)
    withdraw(table, 6, "ger-inf-88")
    table.done("chit-supply")
    another_chit(table)
    assert judged(table) == [("supply", "", "11.1")]


def test_a_loss_under_the_chit_of_reinforcements(table: HumanTable) -> None:
    """Nobody loses a step by these: it is the one that was forgotten."""
    table.put("sov-rifle-132", "0217")
    supply(table)
    withdraw(table, 6, "ger-inf-88")
    table.done("chit-supply")
    table.draw("chit-soviet-reinf", "Soviet")
    table.starve("sov-rifle-132")
    assert judged(table) == []


@pytest.mark.parametrize("first", ["fort", "rail box"])
def test_what_players_choose_in_another_order(table: HumanTable, first: str) -> None:
    """11.0: withdrawal, rail box, fort; one step too early is one finding, whatever follows."""
    supply(table)
    if first == "fort":
        table.drag("fort-1", "1108", "1109")
    else:
        table.drag("ger-inf-294", RAIL)
    withdraw(table, 6, "ger-inf-88")
    table.done("chit-supply")
    assert [(kind, rule) for kind, _, rule in judged(table)] == [(first, "5.0")]


def test_rail_box_and_fort_under_the_next_chit(table: HumanTable) -> None:
    supply(table)
    withdraw(table, 6, "ger-inf-88")
    table.done("chit-supply")
    table.draw("chit-vrnz", "Soviet")
    table.drag("ger-inf-294", RAIL)
    table.drag("fort-1", "1109")
    table.drag("sov-rifle-15", "0509")
    assert judged(table) == []


def test_the_wrong_division_withdrawn_and_put_back(table: HumanTable) -> None:
    supply(table)
    withdraw(table, 6, "ger-mot-3")
    table.drag("ger-mot-3", "0208")
    table.drag("ger-inf-88", {"map": "Tracks", "at": "Turn 1"})
    table.done("chit-supply")
    assert judged(table) == []


@pytest.mark.parametrize(
    ("hexes", "rules"), [(("1107",), ["14.1(1)"]), (("0412",), ["14.1(2)"]), (("1109", "1226"), ["14.1(3)"])]
)
def test_wrong_forts(table: HumanTable, hexes: tuple[str, ...], rules: list[str]) -> None:
    supply(table)
    withdraw(table, 6, "ger-inf-88")
    for number, h in enumerate(hexes, 1):
        table.drag(f"fort-{number}", h)
    table.done("chit-supply")
    assert [rule for _, _, rule in judged(table)] == rules


# -- reinforcements --------------------------------------------------------------------------------------


def test_reinforcements_by_stacks_and_slips(table: HumanTable) -> None:
    reinforcements(table)
    table.stack("sov-rifle-1", "sov-rifle-29", "sov-rifle-89", to="1404")
    table.drag("sov-rifle-29", "0810", "1306")
    table.drag("marker-soviet-reinforcement", SECOND_COLUMN)
    table.done("chit-soviet-reinf")
    assert judged(table) == []


@pytest.mark.parametrize("marker", ["late", "never"])
def test_the_number_that_is_moved_late(table: HumanTable, marker: str) -> None:
    reinforcements(table)
    table.drag("sov-rifle-1", "1306")
    table.done("chit-soviet-reinf")
    table.draw("chit-vrnz", "Soviet")
    if marker == "late":
        table.drag("marker-soviet-reinforcement", SECOND_COLUMN)
    table.drag("sov-rifle-15", "0509")
    found = [rule for _, _, rule in judged(table)]
    assert found == ([] if marker == "late" else ["12.2(3)"])


def test_a_division_that_comes_under_the_next_chit(table: HumanTable) -> None:
    reinforcements(table)
    table.drag("sov-rifle-1", "1306")
    table.drag("marker-soviet-reinforcement", SECOND_COLUMN)
    table.done("chit-soviet-reinf")
    table.draw("chit-1pza-a")
    table.drag("sov-rifle-29", "1404")
    table.drag("ger-mt-1", "0621")
    assert judged(table) == []


def test_a_division_that_comes_without_a_chit(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("sov-rifle-1", "1306")
    table.drag("ger-inf-44", "0216")
    table.done("chit-6a")
    another_chit(table)
    assert judged(table) == [("arrival", "sov-rifle-1", "5.0")]


def test_another_division_of_the_same_kind(table: HumanTable) -> None:
    axis_reinforcements(table, 5, ("ger-pz-6", "0109"), ("ger-pz-6", POOL["Axis"]), ("ger-pz-17", "0116"))
    assert judged(table) == []


def test_one_division_too_many(table: HumanTable) -> None:
    axis_reinforcements(table, 5, ("ger-pz-6", "0109"), ("ger-pz-17", "0116"))
    assert [rule for _, _, rule in judged(table)] == ["12.3(1)"]


def test_another_chit_in_play_shows_that_play_is_missing(table: HumanTable) -> None:
    """Without the middle of the log nobody acts under the chit that was in play before it."""
    open_with_6a(table)
    table.drag("ger-inf-376", "0415")
    first = table.step
    table.done("chit-6a")
    table.draw("chit-vrnz", "Soviet")
    last = table.step
    table.drag("sov-rifle-15", "0509")
    table.done("chit-vrnz")
    whole = read_log(table.bytes(), name="whole.vlog")
    parts = [cut(whole, 0, first), cut(whole, last, len(whole.steps) - last)]
    report = audit_read([replace(part, name=f"{n}.vlog") for n, part in enumerate(parts)], table.data)
    assert accused(report) == []
    assert [notice.code for notice in report.notices] == ["AUD030"]
