"""Logs of legal games that somebody tampered with, in VASSAL's own commands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from tests.audit.tampering.checks import said_of
from tests.conftest import BuiltModule
from tests.games.gj47.audit import dragging as gj47
from tests.games.rattenkrieg.audit import dragging as rattenkrieg
from tests.games.storm.audit import dragging as storm
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import Report
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import MovePiece
from toolkit.vassal.log import Log, read_log

pytestmark = pytest.mark.whole

HARMLESS_KINDS = (
    "there_and_back", "there_two_stops_and_back", "beside_the_board_and_back", "two_turned_and_back",
    "bystander_turned", "bystander_dragged_and_undone", "misdrop", "tracker_and_back",
    "removed_and_brought_back",
)  # fmt: skip
SAID = {
    "gj47": (
        "full_again", "dead_returns", "vanishes", "deleted", "used_chit_back", "cup_chit_away", "teleport",
    ),
    "rattenkrieg": (
        "dead_returns", "twin", "deleted", "pile_to_hand", "pile_to_play", "card_stolen", "step_to_hand",
    ),
    "storm": ("full_again", "dead_returns", "twin", "deleted", "pile_to_hand", "card_stolen", "vanishes"),
}  # fmt: skip
NOTICED = {
    "gj47": {"die_edited": "AUD025", "house_rule": "AUD027"},
    "rattenkrieg": {
        "turned_control": "AUD022",
        "unmasked_and_masked": "AUD024",
        "deck_ordered": "AUD026",
        "house_rule": "AUD027",
        "tracker_back": "AUD028",
    },
    "storm": {
        "turned_control": "AUD022",
        "unmasked_and_masked": "AUD024",
        "die_edited": "AUD025",
        "deck_ordered": "AUD026",
        "house_rule": "AUD027",
    },
}


@dataclass(frozen=True)
class Played:
    """A legal game, and what the audit says of it as it was played."""

    log: Log
    data: ModuleData
    base: Report


def _gj47(module: Path, folder: Path) -> Log:
    """Play with the module's commands."""
    return read_log(gj47.play(module, folder / "game.vlog", 1, commands=True, turns=4))


def _rattenkrieg(module: Path, _folder: Path) -> Log:
    """Play by drags alone."""
    return log_of(rattenkrieg.played(module, 4))


def _storm(module: Path, _folder: Path) -> Log:
    """Play with keys."""
    return storm.play(module, storm.Sloppy, 1, 600)[0]


_PLAY: dict[str, Callable[[Path, Path], Log]] = {
    "gj47": _gj47,
    "rattenkrieg": _rattenkrieg,
    "storm": _storm,
}


@pytest.fixture(scope="module")
def games(undrawn_module: BuiltModule, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    """Return what plays a game by its id, once."""

    @cache
    def play(game: str) -> Played:
        module = undrawn_module(game)
        log, data = _PLAY[game](module, tmp_path_factory.mktemp(game)), read_module(module)
        return Played(log, data, audit_read([log], data))

    return play


@pytest.fixture
def played(request: pytest.FixtureRequest, games: Callable[[str], Played]) -> Played:
    return games(request.param)


def _cases(kinds: Mapping[str, Collection[str]]) -> list[tuple[str, str]]:
    return [(game, kind) for game, found in kinds.items() for kind in found]


@pytest.mark.parametrize("played", _PLAY, indirect=True)
def test_every_change_of_a_legal_game_is_explained(played: Played) -> None:
    ledger = played.base.ledger
    assert ledger.closed
    assert ledger.entries > ledger.accounted > 0
    assert ledger.unexplained == 0


@pytest.mark.parametrize("played", _PLAY, indirect=True)
def test_a_drag_that_was_cut_out_is_missed_where_its_piece_goes_on(played: Played) -> None:
    steps = played.log.steps
    drags: dict[str, list[int]] = {}
    for step in steps:
        moves = [command for command in step.commands if isinstance(command, MovePiece)]
        for command in moves if len(moves) == 1 else ():
            if command.id and command.map and command.old_map:
                drags.setdefault(command.id, []).append(step.number)
    cut, later = next(tuple(at[:2]) for at in drags.values() if len(at) > 1 and at[0] + 40 < at[1])
    rest = tuple(replace(step, number=n) for n, step in enumerate((s for s in steps if s.number != cut), 1))
    report = audit_read([replace(played.log, steps=rest)], played.data)
    assert "AUD049" not in {one.code for one in played.base.notices}
    missed = [one.step for one in report.notices if one.code == "AUD049"]
    assert missed
    assert all(step is not None and cut <= step for step in missed)
    assert any(step is not None and step < later for step in missed)
    if played.data.game.hex_map is None:
        assert [one.key() for one in report.shown if one.outcome is Outcome.ILLEGAL] == []


@pytest.mark.parametrize(
    ("played", "kind"), _cases(dict.fromkeys(_PLAY, HARMLESS_KINDS)), indirect=["played"]
)
def test_what_comes_to_nothing_accuses_nobody(played: Played, kind: str) -> None:
    assert said_of(played.log, played.data, kind, played.base).illegal == 0


@pytest.mark.parametrize(("played", "kind"), _cases(SAID), indirect=["played"])
def test_it_is_said_where_it_happens(played: Played, kind: str) -> None:
    said = said_of(played.log, played.data, kind, played.base)
    assert said.at or said.notices


@pytest.mark.parametrize(
    ("played", "kind"),
    _cases(NOTICED),
    indirect=["played"],
)
def test_a_referee_is_told(played: Played, kind: str) -> None:
    code = NOTICED[played.data.game.id][kind]
    assert code in said_of(played.log, played.data, kind, played.base).notices
