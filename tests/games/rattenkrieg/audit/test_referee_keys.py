"""What players who press the keys do beside them, and what a referee says of it by the text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.rattenkrieg.audit.people import People, situation
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.games.rattenkrieg.play.paper import Paper
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.sides import Side


def german_begins(at: People) -> None:
    at.game.act([a.Activate("71", False), a.EnterEmpty("71", "south_stalingrad", "9S", False)])


def play_goes_on(at: People) -> None:
    at.game.act([a.End(("71",))])
    at.game.act([a.Activate("13gds", False), a.MoveFriendly("13gds", "tractor_factory", False)])
    at.game.act([a.End(("13gds",))])


@situation(hands=Paper)
def test_a_unit_of_the_waiting_side_is_turned_over(at: People) -> None:
    german_begins(at)
    with at.fault("7.4"):
        at.turn("t34")
    play_goes_on(at)


@situation(hands=Paper)
def test_a_unit_is_turned_over_before_another_one_of_its_side_acts(at: People) -> None:
    german_begins(at)
    at.game.act([a.End(("71",))])
    with at.fault("7.4"):
        at.turn("t34")
    at.game.act([a.Activate("13gds", False), a.MoveFriendly("13gds", "tractor_factory", False)])
    at.game.act([a.End(("13gds",))])


@situation(hands=Paper)
def test_a_card_is_laid_down_where_nothing_is_paid(at: People) -> None:
    at.game.act([a.Activate("389", False), a.EnterBattle("389", "gorodishche", False, False, None)])
    at.game.act([a.NameDefender(Side.SOVIET, "rifle_2", False)])
    with at.fault("3", "8", "7"):
        at.card("5C", "pile", opened=True)


@situation(hands=Paper)
def test_the_tracker_is_moved_too_early(at: People) -> None:
    german_begins(at)
    at.phase("Replenishment")
    play_goes_on(at)


@situation(hands=Paper)
def test_the_tracker_is_moved_and_put_back_in_the_midst_of_a_player_turn(at: People) -> None:
    german_begins(at)
    play_goes_on(at)
    at.game.act([a.Activate("389", False)])
    at.phase("Replenishment")
    at.drag("389", "south_stalingrad")
    at.phase("Operations")
    at.game.act([a.End(("389",)), a.Pass(Side.SOVIET, "t34")])


def a_unit_that_lies_face_down_moves(at: People) -> None:
    """That it is not turned once more is no offence of its own."""
    german_begins(at)
    play_goes_on(at)
    with at.fault("7.4"):
        at.drag("71", "german_rear")
    Paper.decide(at.paper, "71", "end")
    at.desk.end_step()
    at.game.act([a.Pass(Side.SOVIET, "t34")])


def a_unit_walks_in_among_enemies(at: People) -> None:
    """No battle was begun: it need not leave before its player turn ends."""
    german_begins(at)
    play_goes_on(at)
    at.game.act([a.Activate("389", False)])
    with at.fault("8.1"):
        at.drag("389", "gorodishche")
    at.turn("389")
    at.game.act([a.Pass(Side.SOVIET, "t34")])


@pytest.mark.parametrize("script", [a_unit_that_lies_face_down_moves, a_unit_walks_in_among_enemies])
def test_what_a_wrong_move_leads_to_is_no_finding(
    rk_module: Path, rk_data: ModuleData, script: Callable[[People], None]
) -> None:
    at = People(rk_module, rk_data, hands=Paper)
    script(at)
    (shown,) = audit_read([at.log()], rk_data).shown
    assert shown.rules[0] in at.faults[0].rules
