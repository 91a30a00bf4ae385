"""What each player may know: two cards that one never saw can be swapped, and the report stays the same."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tests.audit.rattenkrieg.test_games import swapped
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.audit.view import seen_by
from toolkit.play.storm.log_bench import log_of
from toolkit.play.storm.recording import Recording, house_rules
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.data import Side
from toolkit.rules.storm.player import play_on


def view(report: Report, side: Side) -> str:
    return json.dumps(seen_by(report, side.id).to_json())


def play(module: Path, data: ModuleData, seed: int, most: int) -> Recording:
    """The first `most` actions of a game."""
    game = Recording(module, house_rules(data))
    for number, action in enumerate(play_on(game.position, seed)):
        if number == most:
            break
        game.perform(action)
    return game


@pytest.mark.parametrize("side", list(Side))
def test_two_cards_that_a_player_never_saw_change_nothing_for_him(
    st_module: Path, st_data: ModuleData, side: Side
) -> None:
    game = play(st_module, st_data, 6, 200)
    hidden = [*game.position.hands[side.enemy], *game.position.decks[side.enemy][:3]]
    reports = []
    for pair in (None, *pairwise(hidden)):
        log = log_of(game)
        if pair is not None:
            log = swapped(log, *(game.desk.pieces[card] for card in pair))
        reports.append(audit_read([log], st_data))
    assert len(reports) > 3
    assert len({view(report, side) for report in reports}) == 1
    held = len(game.position.hands[side.enemy])
    assert len({json.dumps(report.to_json()) for report in reports}) >= held
    names = {card.id: card.names.en for card in st_data.game.action_cards}
    shown = view(reports[0], side)
    assert not any(card in shown or names[card] in shown for card in hidden)


def test_a_bid_is_known_to_its_player_alone_until_it_is_opened(st_module: Path, st_data: ModuleData) -> None:
    game = Recording(st_module, house_rules(st_data) | {"St-9": "bid"})
    game.act([a.Bid(Side.GERMAN, 0), a.Bid(Side.SOVIET, 4)])
    report = audit_read([log_of(game)], st_data)
    assert [action.rules for action in report.shown] == [("SEED 註1",)]
    theirs = seen_by(report, Side.SOVIET.id)
    assert theirs.shown == ()
    assert [action.detail for action in theirs.actions] == ["sealed", "4"]
    assert [action.detail for action in seen_by(report, Side.GERMAN.id).actions] == ["0", "sealed"]


def test_cards_come_with_their_numbers_to_the_other_side(st_module: Path, st_data: ModuleData) -> None:
    game = play(st_module, st_data, 6, 8)
    report = audit_read([log_of(game)], st_data)
    drawn = [action for action in report.actions if action.action == "draw"]
    assert len(drawn) >= 2
    for action in drawn:
        other = "soviet" if action.actor.side == "german" else "german"
        told = [shown for shown in seen_by(report, other).actions if shown.steps == action.steps]
        assert all("card" in shown.detail for shown in told if shown.action == "draw")
