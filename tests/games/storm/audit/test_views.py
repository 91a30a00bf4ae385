"""What each player may know: cards that he never saw can be exchanged, and his report stays the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.games.gj47.audit.views import Reports, exchanged, hidden_well
from tests.games.storm.audit.dragging import Dragger
from tests.games.storm.audit.dragging import play as play_by_hand
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.view import seen_by
from toolkit.games.storm.play.paper import Paper
from toolkit.games.storm.play.recording import Recording, begin, house_rules
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.sides import Side

pytestmark = pytest.mark.whole

SIDES = {"german": "German", "soviet": "Soviet"}


@pytest.fixture
def reports(tmp_path: Path, st_module: Path) -> Reports:
    return Reports(tmp_path, st_module)


def play(module: Path, rules: dict[str, str], seed: int, most: int) -> Recording:
    """The first `most` actions of a game."""
    game = begin(module, rules)
    for action in islice(play_on(game.position, seed), most):
        game.perform(action)
    game.desk.end_step()
    return game


@pytest.mark.parametrize(("seed", "most"), [(3, 50), (6, 60)])
def test_cards_that_a_player_never_saw_change_nothing_for_him(
    reports: Reports, st_data: ModuleData, seed: int, most: int
) -> None:
    # With every point of the rules open in one game, and settled in the other.
    rules = house_rules(st_data) if seed % 2 else {}
    hidden_well(reports, [log_of(play(reports.module, rules, seed, most))], SIDES, seed)


def test_drags_tell_no_more_than_keys(reports: Reports) -> None:
    log, _ = play_by_hand(reports.module, Dragger, 2, 30)
    hidden_well(reports, [log], SIDES, 2)


def test_violations_tell_no_more(reports: Reports, st_data: ModuleData) -> None:
    """The Soviet player draws too many cards, then lays one down that is not due."""
    game = play(reports.module, house_rules(st_data), 6, 40)
    deck = game.position.decks[Side.SOVIET]
    game.act([a.Draw(Side.SOVIET, tuple(reversed(deck[-3:])))])
    game.act([a.Discard(Side.SOVIET, (game.position.hands[Side.SOVIET][0],))])
    log = log_of(game)
    wrong = [action.action for action in audit_read([log], st_data).shown]
    assert (set(wrong), wrong[-1]) == ({"draw", "discard"}, "discard")
    hidden_well(reports, [log], SIDES, 6)


def test_a_wrong_bid_is_no_finding_for_who_does_not_see_it(reports: Reports, st_data: ModuleData) -> None:
    written, referee = [], []
    for number in (0, 3, 5):
        game = begin(reports.module, house_rules(st_data) | {"St-9": "bid"})
        # Set at once: pressed up one by one, the number of steps would tell.
        for value in (9, number):
            game.desk.change("bid-german", {"Bid": value})
            game.desk.end_step()
        paper = Paper(game.desk)
        paper.decide("bid-german", "seal")
        paper.set(Sealed_German=1)
        paper.end()
        game.act([a.Bid(Side.SOVIET, 4)])
        report = reports.audit([exchanged(log_of(game), {})])
        referee.append(report.counts["illegal"])
        written.append(reports.written(report, Side.SOVIET.id))
    assert written[0] == written[1] == written[2]
    assert referee == [1, 0, 0]


def test_a_bid_is_known_to_its_player_alone_until_it_is_opened(st_module: Path, st_data: ModuleData) -> None:
    game = begin(st_module, house_rules(st_data) | {"St-9": "bid"})
    game.act([a.Bid(Side.GERMAN, 0), a.Bid(Side.SOVIET, 4)])
    report = audit_read([log_of(game)], st_data)
    assert [action.rules for action in report.shown] == [("SEED 註1",)]
    theirs = seen_by(report, Side.SOVIET.id)
    assert theirs.shown == ()
    assert [action.detail for action in theirs.actions] == ["sealed", "4"]
    assert [action.detail for action in seen_by(report, Side.GERMAN.id).actions] == ["0", "sealed"]


def test_cards_come_with_their_numbers_to_the_other_side(st_module: Path, st_data: ModuleData) -> None:
    game = play(st_module, house_rules(st_data), 6, 8)
    report = audit_read([log_of(game)], st_data)
    drawn = [action for action in report.actions if action.action == "draw"]
    assert len(drawn) >= 2
    for action in drawn:
        other = "soviet" if action.actor.side == "german" else "german"
        told = [shown for shown in seen_by(report, other).actions if shown.steps == action.steps]
        assert all("card" in shown.detail for shown in told if shown.action == "draw")
