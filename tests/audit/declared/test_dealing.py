"""Cards at the table: drawn by a drag, played by key or by hand, and what players do wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.audit.declared.table import ByHand
from tests.rules.declared.games import compiled, defaults
from tests.violations.declared import write_module
from toolkit.audit.audit import audit_logs
from toolkit.audit.report import Report
from toolkit.audit.view import seen_by
from toolkit.play import declared
from toolkit.play.declared import Recording
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.player import Player
from toolkit.rules.mechanisms.cards import HAND, PLAYED
from toolkit.rules.verdict import Outcome

BARRAGE, SECOND, MARCH = "red-barrage-1", "red-barrage-2", "red-forced-march-1"
ATTACK = a.Attack(("red-3",), ("westfield",))


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the module of The Narrows, without pictures."""
    return write_module("narrows", tmp_path_factory.mktemp("narrows"))


@pytest.fixture
def game(module: Path) -> Recording:
    return declared.begin(module, defaults("narrows"), compiled("narrows").setups[0].id)


def _drag(game: Recording, card: str, pile: str) -> None:
    """Drag a card of Red; the position is not told of it."""
    game.desk.move(card, game.hands._box(game.hands._boxes[pile, "red"]), "Red")
    game.desk.end_step()


def _until(game: Recording, turn: int) -> None:
    """Play on until a day begins."""
    player = Player(game.position, 1)
    while game.position.turn < turn:
        game.act([player.next()])


def _report(game: Recording, module: Path, tmp_path: Path) -> Report:
    return audit_logs([game.desk.write(tmp_path / "game.vlog")], module)


def _said(report: Report) -> list[tuple[str, str, tuple[str, ...], str | None]]:
    found = (one for one in report.actions if one.outcome is not Outcome.LEGAL and one.follows is None)
    return [(one.outcome.value, one.action, one.rules, one.actor.side) for one in found]


@pytest.mark.parametrize("seed", range(2))
def test_a_game_with_cards_accuses_nobody(seed: int, module: Path, tmp_path: Path) -> None:
    played = declared.record(module, tmp_path / "game.vlog", seed, rules=defaults("narrows"))
    report = audit_logs([played.log], module)
    assert _said(report) == []
    assert report.notices == ()
    assert {"deal", "play"} <= {one.action for one in report.actions}


def test_a_card_is_played_by_hand_as_well(game: Recording, module: Path, tmp_path: Path) -> None:
    game.act([a.Deal(MARCH)])
    game.desk.mask(MARCH, None)
    _drag(game, MARCH, PLAYED)
    game.position.cards[MARCH], game.position.in_force = PLAYED, {"forced_march": "phase"}
    game.act([a.Move("red-horse", ("westfield", "camp", "moor"))])
    _until(game, 2)
    report = _report(game, module, tmp_path)
    assert _said(report) == []
    assert [one.action for one in report.actions[:3]] == ["deal", "play", "move"]


def test_cards_are_discarded_and_shuffled_again_by_hand_as_well(
    game: Recording, module: Path, tmp_path: Path
) -> None:
    game = replace(game, hands=ByHand(game.position, game.desk, game.hands.game))
    player = Player(game.position, 3)
    while not game.position.over:
        game.act([player.next()])
    report = _report(game, module, tmp_path)
    assert _said(report) == []
    assert {"reshuffle", "discard", "play"} <= {one.action for one in report.actions}


def test_a_card_dragged_onto_the_pile_was_discarded_where_it_cannot_have_been_played(
    game: Recording, module: Path, tmp_path: Path
) -> None:
    """A march by a drag, then another by its key: Red plays one a movement, and may discard one."""
    second = "red-forced-march-2"
    game.act([a.Deal(MARCH), a.End("red")])
    _until(game, 2)
    game.act([a.Deal(second)])
    _drag(game, MARCH, PLAYED)
    game.position.cards[MARCH] = PLAYED
    game.act([a.Play(second)])
    _until(game, 3)
    report = _report(game, module, tmp_path)
    assert _said(report) == []
    told = [one.action for one in report.actions if (one.detail, one.actor.side) == ("Forced march", "red")]
    assert told[:4] == ["deal", "deal", "discard", "play"]


def _draws_twice(game: Recording) -> None:
    game.act([a.Deal(BARRAGE), a.Deal(SECOND)])


def _draws_none(game: Recording) -> None:
    game.act([a.End("red")])


def _discards_twice(game: Recording) -> None:
    game.act([a.Deal(BARRAGE), a.End("red")])
    _until(game, 2)
    game.act([a.Deal(MARCH), a.Discard(BARRAGE), a.Discard(MARCH), a.End("red")])


def _keeps_two(game: Recording) -> None:
    game.act([a.Deal(BARRAGE), *(a.End(side) for side in ("red", "red"))])
    game.act([a.Deal("blue-trenches-1"), a.Deal("blue-trenches-2"), a.End("blue"), a.End("blue")])


def _shuffles_too_early(game: Recording) -> None:
    game.act([a.Deal(MARCH), a.Play(MARCH), a.End("red")])
    _until(game, 2)
    game.act([a.Reshuffle("red", (MARCH,)), a.Deal(MARCH), a.End("red")])


def _plays_from_the_deck(game: Recording) -> None:
    game.act([a.Deal(BARRAGE), a.Play(MARCH)])


def _plays_in_the_wrong_phase(game: Recording) -> None:
    game.act([a.Deal(MARCH), a.End("red"), a.Play(MARCH)])


def _takes_back_what_was_played(game: Recording) -> None:
    game.act([a.Deal(MARCH), a.Play(MARCH), a.Move("red-1", ("moor",))])
    _drag(game, MARCH, HAND)
    game.position.cards[MARCH] = HAND
    game.act([a.End("red")])


@pytest.mark.parametrize(
    ("offence", "said"),
    [
        (_draws_twice, ("illegal", "deal", ("1.3",), "red")),
        (_draws_none, ("illegal", "end", ("1.3",), "red")),
        (_discards_twice, ("illegal", "discard", ("1.4a",), "red")),
        (_keeps_two, ("illegal", "end", ("1.4b",), "blue")),
        (_shuffles_too_early, ("illegal", "reshuffle", ("1.3",), "red")),
        (_plays_from_the_deck, ("illegal", "play", ("1.3",), "red")),
        (_plays_in_the_wrong_phase, ("illegal", "play", ("1.5",), "red")),
        (_takes_back_what_was_played, ("illegal", "change", ("1.3",), "red")),
    ],
)
def test_what_is_done_wrong_with_cards_is_one_finding(
    game: Recording,
    module: Path,
    tmp_path: Path,
    offence: Callable[[Recording], None],
    said: tuple[str, str, tuple[str, ...], str],
) -> None:
    offence(game)
    _until(game, game.position.turn + 1)
    assert _said(_report(game, module, tmp_path)) == [said]


def test_a_card_comes_to_the_battle_that_is_called(game: Recording, module: Path, tmp_path: Path) -> None:
    """Of two battles the first: by the key of its unit, then that of the card."""
    game.act([a.Deal(BARRAGE), a.Move("red-1", ("westfield",)), a.Move("red-3", ("ridge",)), a.End("red")])
    game.position.put("blue-1", "westfield")
    game.position.put("blue-3", "ridge")
    for unit in ("blue-1", "blue-3"):
        game.desk.move(unit, game.hands._spot(game.position.where[unit]), "Blue")
    game.desk.end_step()
    first = a.Attack(("red-1",), ("westfield",))
    game.act([first, a.Attack(("red-3",), ("ridge",)), a.Play(BARRAGE, ("westfield",))])
    report = _report(game, module, tmp_path)
    (played,) = (one for one in report.actions if one.action == "play")
    assert (played.outcome, played.end) == (Outcome.LEGAL, "westfield")


def test_what_is_drawn_only_its_side_is_told(game: Recording, module: Path, tmp_path: Path) -> None:
    game.act([a.Deal(BARRAGE), a.End("red")])
    report = _report(game, module, tmp_path)
    told = {view: seen_by(report, view).actions[0].detail for view in ("red", "blue")}
    assert told == {"red": "Barrage", "blue": "a card"}


VETERANS, SMOKE = "blue-veterans-1", "blue-smoke-1"


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ((a.Play(VETERANS, (), "blue-1"), True), ("legal", "Veterans on Blue 1st Foot")),
        ((a.Play(VETERANS, (), "blue-guns"), True), ("illegal", "Veterans on Blue Guns")),
        ((a.Play(VETERANS, (), "blue-1"), False), ("unprovable", "Veterans")),
        ((a.Play(SMOKE, (), "narrows"), True), ("legal", "Smoke on The Narrows")),
        # Nobody stands there to point at: the card is laid on the map first.
        ((a.Play(SMOKE, (), "ridge"), True), ("legal", "Smoke on The Ridge")),
        ((a.Play(SMOKE, (), "ridge"), False), ("legal", "Smoke on The Ridge")),
        ((a.Play(SMOKE, (), "northport"), True), ("illegal", "Smoke on Northport")),
    ],
)
def test_a_card_is_played_on_what_was_pointed_at_or_where_it_lay(
    way: tuple[a.Play, bool], said: tuple[str, str], game: Recording, module: Path, tmp_path: Path
) -> None:
    play, by_key = way
    game.act([a.Deal(BARRAGE), a.End("red"), a.End("red")])
    game.act([a.Deal(play.card), a.Deal("blue-trenches-1"), a.End("blue")])
    if by_key:
        game.act([play])
    else:
        game.act([a.Discard("blue-trenches-1")])
        spots = [game.hands._spot(play.on)] if play.card == SMOKE else []
        for spot in (*spots, game.hands._box(game.hands._boxes[PLAYED, "blue"])):
            game.desk.move(play.card, spot, "Blue")
            game.desk.end_step()
        game.position.cards[play.card] = PLAYED
    game.act([a.End("blue")])
    _until(game, 3)
    report = _report(game, module, tmp_path)
    told = next(one for one in report.actions if one.action == "play")
    assert (told.outcome.value, told.detail) == said
    assert [one.step for one in report.actions if one.outcome is not Outcome.LEGAL] in ([], [told.step])
