"""What each player may know: cards that he never saw can be exchanged, and his report stays the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.games.gj47.audit.views import Reports, hidden_well
from tests.games.rattenkrieg.audit.dragging import Dragging
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction
from toolkit.audit.view import seen_by
from toolkit.games.rattenkrieg.play.paper import Paper
from toolkit.games.rattenkrieg.play.recording import Recording, begin, house_rules
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log

pytestmark = pytest.mark.whole

SIDES = {"german": "German", "soviet": "Soviet"}


@pytest.fixture
def reports(tmp_path: Path, rk_module: Path) -> Reports:
    return Reports(tmp_path, rk_module)


def played(
    module: Path, seed: int, most: int, rules: dict[str, str], paper: type[Paper] = Paper
) -> Recording:
    """The first `most` actions of a game."""
    game = begin(module, rules, paper=paper)
    for action in islice(play_on(game.position, seed), most):
        game.perform(action)
    return game


@pytest.mark.parametrize(("seed", "most"), [(1, 45), (6, 100)])
def test_cards_that_a_player_never_saw_change_nothing_for_him(
    reports: Reports, rk_data: ModuleData, seed: int, most: int
) -> None:
    # With every point of the rules open in one game, and settled in the other.
    rules = house_rules(rk_data) if seed % 2 else {}
    game = played(reports.module, seed, most, rules)
    game.desk.end_step()
    hidden_well(reports, [log_of(game)], SIDES, seed)


def test_drags_tell_no_more_than_keys(reports: Reports, rk_data: ModuleData) -> None:
    game = played(reports.module, 3, 70, house_rules(rk_data), Dragging)
    game.desk.end_step()
    hidden_well(reports, [log_of(game)], SIDES, 3)


class FaceDown(Paper):
    """Hands that lay prices and discards where nobody sees them."""

    def send(self, counter: str, box: str, *, dragged: bool = False) -> None:
        """Send a piece into a box, cards for the open pile to the other one."""
        super().send(counter, "hidden-pile" if box == "pile" else box, dragged=dragged)


def test_what_is_paid_face_down_stays_hidden(reports: Reports, rk_data: ModuleData) -> None:
    game = played(reports.module, 25, 45, house_rules(rk_data), FaceDown)
    game.desk.end_step()
    log = log_of(game)
    paid = [action for action in audit_read([log], rk_data).actions if "pays" in action.detail]
    secret = [action for action in paid if action.private is not None]
    assert secret
    for action in secret:
        told_other = [x for x in seen_by_other(log, rk_data, action.actor.side) if x.steps == action.steps]
        assert [x.detail for x in told_other if x.action == "enter empty"] == ["pays a card"]
    hidden_well(reports, [log], SIDES, 25)


def seen_by_other(log: Log, data: ModuleData, side: str | None) -> tuple[JudgedAction, ...]:
    other = "german" if side == "soviet" else "soviet"
    return seen_by(audit_read([log], data), other).actions


def test_a_step_of_the_enemy_that_is_given_up_stays_hidden(reports: Reports, rk_data: ModuleData) -> None:
    game = played(reports.module, 1, 60, house_rules(rk_data))
    game.act([a.LoseStep("71", game.position.steps["13gds"][0])])
    game.desk.end_step()
    log = log_of(game)
    lost = audit_read([log], rk_data).actions[-1]
    assert (lost.action, lost.outcome) == ("lose step", Outcome.ILLEGAL)
    assert seen_by_other(log, rk_data, "soviet")[-1].detail == "a step"
    hidden_well(reports, [log], SIDES, 25)
