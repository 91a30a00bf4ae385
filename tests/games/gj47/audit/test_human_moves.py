"""Movement as people do it: with slips, corrections and other people's hands; and what they do wrong."""

from __future__ import annotations

import pytest

from tests.games.gj47.audit.evenings import AXIS, choose, fight, open_with_6a, supply, withdraw
from tests.games.gj47.audit.human_table import KEYS, RAIL, HumanTable, accused, left_open


def judged(t: HumanTable) -> list[tuple[str, str, str]]:
    """End the chit; return what is accused.  Nothing stays open."""
    t.done("chit-6a")
    report = t.audited()
    assert left_open(report) == []
    return accused(report)


def test_put_back_and_sent_elsewhere_after_others_moved(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-inf-297", "0315")
    table.drag("ger-inf-44", "0216")
    table.drag("ger-inf-297", "0214", "0217")
    assert judged(table) == []


def test_a_slip_put_right_after_others_moved(table: HumanTable) -> None:
    """Six hexes off: nobody can have meant it, and the right hex is in reach."""
    open_with_6a(table)
    table.drag("ger-sec-213", "0119")
    table.drag("ger-inf-44", "0216")
    table.drag("ger-sec-213", "0212")
    assert judged(table) == []


def test_a_unit_that_goes_on_after_others_moved(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-sec-213", "0212")
    table.drag("ger-inf-44", "0216")
    table.drag("ger-sec-213", "0211")
    assert judged(table) == [("move", "ger-sec-213", "9.1(1)")]


def test_laid_beside_the_map_for_a_moment(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-inf-44", {"map": "Markers", "at": "Markers"}, "0216")
    table.drag("ger-inf-294", "0213")
    assert judged(table) == []


def test_laid_beside_the_map_under_the_next_chit(table: HumanTable) -> None:
    """A headquarters is no loss of the battles before, and comes from nowhere."""
    open_with_6a(table)
    fight(table, 3)
    table.drag("sov-rifle-76", "0614")
    table.close("0515")
    table.done("chit-6a")
    table.draw("chit-4pza-a")
    table.drag("ger-hq-4pza", {"map": "Markers", "at": "Markers"}, "0305")
    assert accused(table.audited()) == []


def test_dropped_on_the_enemy_and_put_right(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-inf-44", "0515", "0316")
    table.drag("ger-inf-384", "0315")
    assert judged(table) == []


def test_an_enemy_counter_looked_under(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("sov-rifle-76", "0614", "0515", by="Axis")
    table.drag("ger-inf-44", "0216", by="Soviet")
    assert judged(table) == []


def test_an_enemy_counter_left_elsewhere(table: HumanTable) -> None:
    """Dice are in the log, and none fell here: no retreat."""
    open_with_6a(table)
    table.drag("sov-rifle-76", "0614", by="Axis")
    table.drag("ger-inf-44", "0216")
    table.done("chit-6a")
    table.draw("chit-supply")
    withdraw(table, 6, "ger-inf-88")
    table.done("chit-supply")
    report = table.audited()
    assert accused(report) == [("move", "sov-rifle-76", "8.1(1)")]
    assert left_open(report) == []


def test_a_headquarters_that_moves_away_first(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-hq-6a", "0116")
    table.drag("ger-mot-60", "0416")
    assert judged(table) == []


def test_the_chit_comes_after_the_first_move(table: HumanTable) -> None:
    choose(table)
    table.drag("ger-inf-44", "0216")
    table.free("chit-6a")
    table.drag("ger-inf-294", "0213")
    assert judged(table) == []


def test_a_march_by_stops(table: HumanTable) -> None:
    table.put("sov-rifle-212", "0613")
    table.put("sov-rifle-293", "0614")
    table.put("ger-inf-44", "0217")
    table.put("ger-inf-294", "0215")
    open_with_6a(table)
    table.drag("ger-inf-294", "0214", "0213", "0313", "0212", "0211", "0210", "0209", "0109")
    assert judged(table) == []


def test_a_march_past_the_enemy(table: HumanTable) -> None:
    table.put("ger-inf-44", "0217")
    table.put("ger-inf-294", "0215")
    open_with_6a(table)
    table.drag("ger-inf-294", "0109")
    ((kind, unit, _),) = judged(table)
    assert (kind, unit) == ("move", "ger-inf-294")


@pytest.mark.parametrize("third", [False, True])
def test_germans_with_the_hungarians(table: HumanTable, third: bool) -> None:
    choose(table, axis=(*AXIS[:3], "chit-6a"))
    table.free("chit-h2a")
    moves = [("ger-inf-57", "0212"), ("ger-sec-213", "0113"), ("ger-mot-3", "0108")]
    for unit, to in moves if third else moves[:2]:
        if table.style == KEYS:
            table.paper.key(unit, "Ctrl-A")
        table.drag(unit, to)
    table.done("chit-h2a")
    rules = [rule for _, _, rule in accused(table.audited())]
    assert rules == (["8.3(2)"] if third else [])


def test_a_division_put_into_the_rail_box_too_soon(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-inf-294", RAIL)
    table.drag("ger-inf-44", "0216")
    assert judged(table) == [("rail box", "ger-inf-294", "5.0")]


def test_a_fort_built_without_the_supply_chit(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("fort-1", "1109")
    table.drag("ger-inf-44", "0216")
    assert judged(table) == [("fort", "1109", "5.0")]


def test_a_fort_that_is_dragged_on(table: HumanTable) -> None:
    table.put("fort-1", "1109")
    open_with_6a(table)
    table.drag("fort-1", "1208")
    table.drag("ger-inf-44", "0216")
    assert judged(table) == [("fort", "1208", "14.3(1)")]


def test_a_fort_looked_under(table: HumanTable) -> None:
    table.put("fort-1", "1109")
    open_with_6a(table)
    table.drag("fort-1", "1208", "1109")
    table.drag("ger-inf-44", "0216")
    assert judged(table) == []


def test_dice_thrown_for_fun(table: HumanTable) -> None:
    open_with_6a(table)
    table.die(6)
    table.say("just for luck")
    table.drag("ger-inf-44", "0216")
    table.die(3)
    table.drag("ger-inf-294", "0213")
    assert judged(table) == []


def test_a_move_after_a_battle(table: HumanTable) -> None:
    open_with_6a(table)
    fight(table, 3)
    table.drag("sov-rifle-76", "0614")
    table.close("0515")
    table.drag("ger-inf-44", "0216")
    assert judged(table) == [("move", "ger-inf-44", "5.0")]


def test_supply_taken_from_a_flip_that_was_put_right(table: HumanTable) -> None:
    supply(table)
    table.flip("sov-rifle-76", 2)
    withdraw(table, 6, "ger-inf-88")
    table.done("chit-supply")
    table.draw("chit-vrnz", "Soviet")
    table.flip("sov-rifle-76", 1)
    table.drag("sov-rifle-15", "0509")
    table.done("chit-vrnz")
    assert accused(table.audited()) == []
