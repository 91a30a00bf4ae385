"""Games of the random player: each action is told from what it changes, and nothing is left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.games.rattenkrieg.audit.dragging import Dragging
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.games.rattenkrieg.audit.wording import word as rattenkrieg_word
from toolkit.games.rattenkrieg.play import recording as rattenkrieg
from toolkit.games.rattenkrieg.play.paper import Paper
from toolkit.games.rattenkrieg.rules.player import play_on as play_rattenkrieg
from toolkit.games.storm.audit.wording import word as storm_word
from toolkit.games.storm.play import recording as storm
from toolkit.games.storm.rules.player import play_on as play_storm

_ACTIONS = 120


def _rattenkrieg(module: Path, seed: int, paper: type[Paper] = Paper) -> tuple[Report, Sequence[str]]:
    game = rattenkrieg.begin(module, rattenkrieg.house_rules(read_module(module)), paper=paper)
    done: list[str] = []
    for action in play_rattenkrieg(game.position, seed):
        if len(done) == _ACTIONS:
            break
        game.perform(action)
        done.append(rattenkrieg_word(action))
    return audit_read([log_of(game)], game.data), done


def _by_drags(module: Path, seed: int) -> tuple[Report, Sequence[str]]:
    return _rattenkrieg(module, seed, Dragging)


def _storm(module: Path, seed: int) -> tuple[Report, Sequence[str]]:
    game = storm.begin(module, storm.house_rules(read_module(module)))
    done: list[str] = []
    for action in play_storm(game.position, seed):
        if len(done) == _ACTIONS:
            break
        game.perform(action)
        done.append(storm_word(action))
    return audit_read([log_of(game)], game.data), done


Play = Callable[[Path, int], tuple[Report, Sequence[str]]]


@pytest.mark.parametrize(
    ("game", "play"), [("rattenkrieg", _rattenkrieg), ("rattenkrieg", _by_drags), ("storm", _storm)]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_stays_open_and_each_action_is_told(
    undrawn_module: BuiltModule, game: str, play: Play, seed: int
) -> None:
    report, done = play(undrawn_module(game), seed)
    assert report.shown == ()
    assert report.ledger.closed
    assert report.ledger.unexplained == 0
    # Of the last ones the log may not show yet that they were done.
    assert Counter(done[:-12]) - Counter(action.action for action in report.actions) == Counter()
