"""Games in several logs: cut anywhere, in any order, given twice, recorded by both players, with a gap.

Every cut of several games: ``python -m tests.games.rattenkrieg.audit.cuts``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.audit.decisions.cuts import cut, parts, told
from toolkit.audit.audit import audit_read
from toolkit.audit.decisions.chain import chain, differences
from toolkit.audit.decisions.reader import ReadLog, read_game
from toolkit.audit.joining import Difference
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.games.rattenkrieg.audit.judging import judge_game
from toolkit.games.rattenkrieg.audit.vocabulary import DECK, WORDS
from toolkit.games.rattenkrieg.play.recording import record
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log, read_log


@pytest.fixture(scope="module")
def game(rk_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Log:
    path = tmp_path_factory.mktemp("chains") / "game.vlog"
    record(rk_module, path, 1)
    return read_log(path, name="game.vlog")


@pytest.fixture(scope="module")
def whole(game: Log, rk_data: ModuleData) -> Report:
    return audit_read([game], rk_data)


# 1 before anything was dealt, 98 in a battle, 382 in a retreat, 386 after a unit was named.
@pytest.mark.parametrize("place", [1, 98, 382, 386, 505])
def test_a_game_cut_in_two_is_judged_as_one(
    rk_data: ModuleData, game: Log, whole: Report, place: int
) -> None:
    logs = parts(game, [place])
    first = audit_read(logs, rk_data)
    turned = audit_read([*reversed(logs)], rk_data)
    assert (first.shown, [notice.code for notice in first.notices]) == ((), [])
    assert (turned.shown, [notice.code for notice in turned.notices]) == ((), ["AUD035"])
    assert told(first, [0, 1]) == told(turned, [1, 0]) == told(whole, [0])


def test_an_action_is_told_in_the_log_that_ends_it(rk_data: ModuleData, game: Log) -> None:
    logs = parts(game, [386])
    report = audit_read(logs, rk_data)
    numbers = {log: {step.number for step in logs[log].steps} for log in (0, 1)}
    assert {action.log for action in report.actions} == {0, 1}
    assert all({action.step, *action.steps} <= numbers[action.log] for action in report.actions)


def test_three_logs(rk_data: ModuleData, game: Log, whole: Report) -> None:
    one, two, three = parts(game, [98, 382])
    report = audit_read([three, one, two], rk_data)
    assert (report.shown, [notice.code for notice in report.notices]) == ((), ["AUD035"])
    assert told(report, [1, 2, 0]) == told(whole, [0])


def test_a_log_given_twice_counts_once(rk_data: ModuleData, game: Log, whole: Report) -> None:
    one, two = parts(game, [200])
    report = audit_read([one, two, replace(two, name="again.vlog")], rk_data)
    assert (report.shown, [notice.code for notice in report.notices]) == ((), ["AUD031"])
    assert told(report, [0, 1, 2]) == told(whole, [0])


def test_a_session_that_both_players_recorded_counts_once(
    rk_data: ModuleData, game: Log, whole: Report
) -> None:
    late = replace(cut(game, 40, 300), name="of_the_other_player.vlog")
    report = audit_read([late, game], rk_data)
    assert (report.shown, [notice.code for notice in report.notices]) == ((), ["AUD032"])
    assert told(report, [0, 1]) == told(whole, [0])


def test_steps_in_two_logs_count_once(rk_data: ModuleData, game: Log, whole: Report) -> None:
    one, two = cut(game, 0, 300), replace(cut(game, 280, len(game.steps)), name="two.vlog")
    report = audit_read([one, two], rk_data)
    assert (report.shown, [notice.code for notice in report.notices]) == ((), ["AUD033"])
    assert told(report, [0, 1]) == told(whole, [0])


def test_a_gap_is_told_and_nobody_accused(rk_data: ModuleData, game: Log) -> None:
    report = audit_read([cut(game, 0, 200), replace(cut(game, 260, 200), name="two.vlog")], rk_data)
    assert [notice.code for notice in report.notices] == ["AUD030"]
    assert [action for action in report.shown if action.rules] == []
    said = " ".join(notice.message for notice in report.notices)
    assert not re.search(r"\b(10|[2-9AJQK])[CDHS]\b", said), said


def _two(rk_data: ModuleData, game: Log, place: int) -> tuple[ReadLog, ReadLog]:
    """Return two logs, the second of which begins with its deck in another order."""
    one, two = (read_game(log, rk_data, WORDS) for log in parts(game, [place]))
    decks = {DECK: two.begin.decks[DECK][::-1]}
    return one, replace(two, begin=replace(two.begin, decks=decks))


def test_a_deck_in_another_order_after_a_shuffle_is_the_order_that_counts(
    rk_data: ModuleData, game: Log
) -> None:
    one, two = _two(rk_data, game, 40)  # both sides were dealt their cards, which shuffles the deck
    joined = chain([one, two], ["one", "two"])
    assert [notice.code for notice in joined.notices] == ["AUD036"]
    assert [link.gap for link in joined.links] == [True, False]
    assert joined.links[0].game.end.decks == two.begin.decks
    rules = rules_data(rk_data.game, joined.links[0].game.settings)
    names = {"German": "german", "Soviet": "soviet"}
    assert {action.outcome for action in judge_game([joined.links[0].game], rules, names)[0]} == {
        Outcome.LEGAL
    }


def test_a_deck_in_another_order_without_a_shuffle_is_a_changed_start(rk_data: ModuleData, game: Log) -> None:
    one, two = _two(rk_data, cut(game, 60, 300), 40)
    joined = chain([one, two], ["one", "two"])
    assert [notice.code for notice in joined.notices] == ["AUD034"]
    # That it is a deck which differs is the referee's to know.
    assert [notice.private for notice in joined.notices] == [("hidden",)]
    assert joined.links[1].differences != ()


def test_a_mark_and_a_face_that_differ_are_named_as_the_units(rk_data: ModuleData, game: Log) -> None:
    one = read_game(cut(game, 0, 40), rk_data, WORDS).end
    unit = min(one.units)
    assert differences(one, one) == ()
    marked = replace(one, values={**one.values, unit: {**one.values[unit], "Isolated": "1"}})
    assert differences(one, marked) == (Difference("unit", unit, "not isolated", "isolated"),)
    assert differences(replace(one, down=one.down | {unit}), one) == (
        Difference("unit", unit, "down", "not down"),
    )
