"""Games in several logs: cut anywhere, in any order, given twice, recorded by both players, with a gap.

Every cut of several games: ``python -m tests.games.storm.audit.cuts``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.audit.decisions.cuts import cut, parts, told
from toolkit.audit.audit import audit_read
from toolkit.audit.decisions.chain import chain
from toolkit.audit.decisions.reader import ReadLog, read_game
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.games.storm.audit.vocabulary import WORDS
from toolkit.games.storm.play.recording import record
from toolkit.vassal.commands import Chat, MovePiece
from toolkit.vassal.log import Log, Step, read_log


@pytest.fixture(scope="module")
def game(st_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Log:
    path = tmp_path_factory.mktemp("chains") / "game.vlog"
    record(st_module, path, 3)
    return read_log(path, name="game.vlog")


@pytest.fixture(scope="module")
def whole(game: Log, st_data: ModuleData) -> Report:
    return audit_read([game], st_data)


@pytest.mark.whole
@pytest.mark.parametrize("place", [3, 36, 101, 158, 377, 640])
def test_a_game_cut_in_two_is_judged_as_one(
    st_data: ModuleData, game: Log, whole: Report, place: int
) -> None:
    logs = parts(game, [place])
    first = audit_read(logs, st_data)
    turned = audit_read([*reversed(logs)], st_data)
    assert (first.shown, [notice.code for notice in first.notices]) == ((), [])
    assert (turned.shown, [notice.code for notice in turned.notices]) == ((), ["AUD035"])
    assert told(first, [0, 1]) == told(turned, [1, 0]) == told(whole, [0])


@pytest.mark.parametrize("first", [33, 57, 223, 401, 594, 812])
def test_a_log_that_begins_and_ends_anywhere_accuses_nobody(
    st_data: ModuleData, game: Log, first: int
) -> None:
    report = audit_read([cut(game, first, 70)], st_data)
    assert [(action.step, action.rules) for action in report.actions if action.rules] == []
    # That a decision is cut short may be said.
    assert {notice.code for notice in report.notices} <= {"AUD044"}


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.whole)])
def test_a_log_that_begins_within_a_card_or_a_move_accuses_nobody(
    st_data: ModuleData, game: Log, whole: Report, every: int
) -> None:
    begun = [
        (action.steps[0], action.action)
        for action in whole.actions
        if action.action in ("play", "move") and len(action.steps) > 1
    ]
    within = [step for step, word in begun if word == "play"][:12] + [step for step, _ in begun][::9]
    for first in within[::every]:
        report = audit_read([cut(game, first, 20)], st_data)
        accused = [(first, action.step, action.rules) for action in report.actions if action.rules]
        assert (accused, {notice.code for notice in report.notices} - {"AUD044"}) == ([], set())


def test_four_logs_in_any_order(st_data: ModuleData, game: Log, whole: Report) -> None:
    one, two, three, four = parts(game, [98, 382, 700])
    report = audit_read([three, one, four, two], st_data)
    assert (report.shown, [notice.code for notice in report.notices]) == ((), ["AUD035"])
    assert told(report, [1, 3, 0, 2]) == told(whole, [0])


def test_a_log_given_twice_counts_once(st_data: ModuleData, game: Log, whole: Report) -> None:
    one, two = parts(game, [200])
    report = audit_read([one, two, replace(two, name="again.vlog")], st_data)
    assert (report.shown, [notice.code for notice in report.notices]) == ((), ["AUD031"])
    assert told(report, [0, 1, 2]) == told(whole, [0])


def test_a_session_that_both_players_recorded_counts_once(
    st_data: ModuleData, game: Log, whole: Report
) -> None:
    late = replace(cut(game, 40, 300), name="of_the_other_player.vlog")
    report = audit_read([late, game], st_data)
    assert (report.shown, [notice.code for notice in report.notices]) == ((), ["AUD032"])
    assert told(report, [0, 1]) == told(whole, [0])


def test_a_gap_is_told_and_nobody_accused(st_data: ModuleData, game: Log) -> None:
    report = audit_read([cut(game, 0, 200), replace(cut(game, 260, 200), name="two.vlog")], st_data)
    assert [notice.code for notice in report.notices] == ["AUD030"]
    assert [action for action in report.actions if action.rules] == []
    said = " ".join(notice.message for notice in report.notices)
    assert not any(card.names.en in said for card in st_data.game.action_cards)


def test_a_start_that_was_changed_is_told(st_data: ModuleData, game: Log) -> None:
    one, two = parts(game, [300])
    piece = next(c for step in reversed(two.steps) for c in step.commands if isinstance(c, MovePiece))
    away = replace(piece, map="Main Map", x=5, y=5)
    report = audit_read([one, replace(two, begin=(*two.begin, away))], st_data)
    assert "AUD034" in [notice.code for notice in report.notices] or "AUD030" in [
        notice.code for notice in report.notices
    ]


def _two(st_data: ModuleData, game: Log, place: int) -> tuple[ReadLog, ReadLog]:
    """Two logs, the second of which begins with the German deck in another order."""
    one, two = (read_game(log, st_data, WORDS) for log in parts(game, [place]))
    decks = {**two.begin.decks, "deck-german": two.begin.decks["deck-german"][::-1]}
    return one, replace(two, begin=replace(two.begin, decks=decks))


def test_a_deck_in_another_order_after_a_shuffle_is_the_order_that_counts(
    st_data: ModuleData, game: Log
) -> None:
    one, two = _two(st_data, game, 60)
    joined = chain([one, two], ["one", "two"])
    assert [notice.code for notice in joined.notices] == ["AUD036"]
    assert joined.links[0].game.end.decks["deck-german"] == two.begin.decks["deck-german"]


def test_a_deck_in_another_order_without_a_shuffle_is_a_changed_start(st_data: ModuleData, game: Log) -> None:
    one, two = _two(st_data, cut(game, 60, 200), 40)
    joined = chain([one, two], ["one", "two"])
    assert [notice.code for notice in joined.notices] == ["AUD034"]


def test_what_is_said_at_the_end_of_a_log_comes_before_the_next_one(st_data: ModuleData, game: Log) -> None:
    """A pass is often said and no more; the players save then."""
    one, two = parts(game, [300])
    said = Step(len(one.steps) + 1, (Chat("<Anna> - pass"),))
    logs = [read_game(log, st_data, WORDS) for log in (replace(one, steps=(*one.steps, said)), two)]
    first = chain(logs, ["one", "two"]).links[1].game.steps[0]
    assert (logs[1].steps[0].talk, first.talk) == (False, True)
    assert replace(first, talk=False) == logs[1].steps[0]


def test_a_log_of_nonsense_is_read_and_accuses_nobody(st_data: ModuleData, game: Log) -> None:
    steps = tuple(Step(number, game.steps[-number].commands) for number in range(1, 200))
    report = audit_read([replace(game, steps=steps)], st_data)
    assert len(report.logs) == 1
    empty = replace(game, begin=(), steps=game.steps[:50])
    empty_report = audit_read([empty], st_data)
    assert [action for action in empty_report.actions if action.outcome == "illegal"] == []
