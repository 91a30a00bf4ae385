"""Storm: logs of a legal game that somebody tampered with, in VASSAL's own commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.tampering.checks import said_of
from tests.games.storm.audit.dragging import Sloppy, play
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.vassal.log import Log

HARMLESS_KINDS = (
    "there_and_back", "there_two_stops_and_back", "beside_the_board_and_back", "two_turned_and_back",
    "bystander_turned", "bystander_dragged_and_undone", "misdrop", "tracker_and_back",
    "removed_and_brought_back",
)  # fmt: skip
SAID = ("full_again", "dead_returns", "twin", "deleted", "pile_to_hand", "card_stolen", "vanishes")
NOTICED = (
    ("turned_control", "AUD022"),
    ("unmasked_and_masked", "AUD024"),
    ("die_edited", "AUD025"),
    ("deck_ordered", "AUD026"),
    ("house_rule", "AUD027"),
)


@pytest.fixture(scope="module")
def game(st_module: Path) -> Log:
    """Return a game with keys."""
    return play(st_module, Sloppy, 1)[0]


@pytest.fixture(scope="module")
def base(game: Log, st_data: ModuleData) -> Report:
    return audit_read([game], st_data)


def test_every_change_of_a_legal_game_is_explained(base: Report) -> None:
    assert base.ledger.closed
    assert base.ledger.entries > base.ledger.accounted > 0
    assert base.ledger.unexplained == 0


@pytest.mark.parametrize("kind", HARMLESS_KINDS)
def test_what_comes_to_nothing_accuses_nobody(
    game: Log, st_data: ModuleData, base: Report, kind: str
) -> None:
    assert said_of(game, st_data, kind, base).illegal == 0


@pytest.mark.parametrize("kind", SAID)
def test_it_is_said_where_it_happens(game: Log, st_data: ModuleData, base: Report, kind: str) -> None:
    said = said_of(game, st_data, kind, base)
    assert said.at or said.notices


@pytest.mark.parametrize(("kind", "code"), NOTICED)
def test_a_referee_is_told(game: Log, st_data: ModuleData, base: Report, kind: str, code: str) -> None:
    assert code in said_of(game, st_data, kind, base).notices
