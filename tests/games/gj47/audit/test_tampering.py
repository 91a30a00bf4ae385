"""GJ47: logs of a legal game that somebody tampered with, in VASSAL's own commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.tampering.checks import said_of
from tests.games.gj47.audit.dragging import play
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import Report
from toolkit.vassal.log import Log, read_log

HARMLESS_KINDS = (
    "there_and_back", "there_two_stops_and_back", "beside_the_board_and_back", "two_turned_and_back",
    "bystander_turned", "bystander_dragged_and_undone", "misdrop", "tracker_and_back",
    "removed_and_brought_back",
)  # fmt: skip
SAID = ("full_again", "dead_returns", "vanishes", "deleted", "used_chit_back", "cup_chit_away", "teleport")
NOTICED = (("die_edited", "AUD025"), ("house_rule", "AUD027"))


@pytest.fixture(scope="module")
def data(bare_module: Path) -> ModuleData:
    return read_module(bare_module)


@pytest.fixture(scope="module")
def game(bare_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Log:
    """Return a game with the module's commands."""
    path = tmp_path_factory.mktemp("tampering") / "game.vlog"
    play(bare_module, path, 1, commands=True, turns=9)
    return read_log(path)


@pytest.fixture(scope="module")
def base(game: Log, data: ModuleData) -> Report:
    return audit_read([game], data)


def test_every_change_of_a_legal_game_is_explained(base: Report) -> None:
    assert base.ledger.closed
    assert base.ledger.entries > base.ledger.accounted > 0
    assert base.ledger.unexplained == 0


@pytest.mark.parametrize("kind", HARMLESS_KINDS)
def test_what_comes_to_nothing_accuses_nobody(game: Log, data: ModuleData, base: Report, kind: str) -> None:
    assert said_of(game, data, kind, base).illegal == 0


@pytest.mark.parametrize("kind", SAID)
def test_it_is_said_where_it_happens(game: Log, data: ModuleData, base: Report, kind: str) -> None:
    said = said_of(game, data, kind, base)
    assert said.at or said.notices


@pytest.mark.parametrize(("kind", "code"), NOTICED)
def test_a_referee_is_told(game: Log, data: ModuleData, base: Report, kind: str, code: str) -> None:
    assert code in said_of(game, data, kind, base).notices
