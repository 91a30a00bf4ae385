"""Rattenkrieg: logs of a legal game that somebody tampered with, in VASSAL's own commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.tampering.checks import said_of
from tests.games.rattenkrieg.audit.dragging import played
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.vassal.log import Log

HARMLESS_KINDS = (
    "there_and_back", "there_two_stops_and_back", "beside_the_board_and_back", "two_turned_and_back",
    "bystander_turned", "bystander_dragged_and_undone", "misdrop", "tracker_and_back",
    "removed_and_brought_back",
)  # fmt: skip
SAID = ("dead_returns", "twin", "deleted", "pile_to_hand", "pile_to_play", "card_stolen", "step_to_hand")
NOTICED = (
    ("turned_control", "AUD022"),
    ("unmasked_and_masked", "AUD024"),
    ("deck_ordered", "AUD026"),
    ("house_rule", "AUD027"),
    ("tracker_back", "AUD028"),
)


@pytest.fixture(scope="module")
def game(rk_module: Path) -> Log:
    """Return a game by drags alone."""
    return log_of(played(rk_module, 4))


@pytest.fixture(scope="module")
def base(game: Log, rk_data: ModuleData) -> Report:
    return audit_read([game], rk_data)


def test_every_change_of_a_legal_game_is_explained(base: Report) -> None:
    assert base.ledger.closed
    assert base.ledger.entries > base.ledger.accounted > 0
    assert base.ledger.unexplained == 0


@pytest.mark.parametrize("kind", HARMLESS_KINDS)
def test_what_comes_to_nothing_accuses_nobody(
    game: Log, rk_data: ModuleData, base: Report, kind: str
) -> None:
    assert said_of(game, rk_data, kind, base).illegal == 0


@pytest.mark.parametrize("kind", SAID)
def test_it_is_said_where_it_happens(game: Log, rk_data: ModuleData, base: Report, kind: str) -> None:
    said = said_of(game, rk_data, kind, base)
    assert said.at or said.notices


@pytest.mark.parametrize(("kind", "code"), NOTICED)
def test_a_referee_is_told(game: Log, rk_data: ModuleData, base: Report, kind: str, code: str) -> None:
    assert code in said_of(game, rk_data, kind, base).notices
