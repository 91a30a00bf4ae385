"""A small honest game says nothing; each way to tamper with it is said, by its code and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.audit.without_rules.logs import (
    ANNA,
    BERT,
    MAP,
    SmallGame,
    Written,
    card,
    changed,
    deck,
    move,
    rolled,
    small_game,
    spot,
    unit,
)
from tests.conftest import SOURCES
from toolkit.audit.audit import audit_logs
from toolkit.vassal import commands as c

SCHEMA = SOURCES.parent / "schema" / "audit_report.schema.json"


def audited(game: SmallGame, folder: Path) -> list[tuple[str, int, int | None]]:
    """Return the notices of a game: code, log, step."""
    report = audit_logs(game.write(folder))
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    found = report.to_json()
    assert [error.message for error in Draft202012Validator(schema).iter_errors(found)] == []
    text = json.dumps(found)
    assert ANNA not in text
    assert BERT not in text
    assert "illegal" not in text.replace('"illegal": 0', "")
    return [(notice.code, notice.log, notice.step) for notice in report.notices]


def test_an_honest_game_has_no_notice(tmp_path: Path) -> None:
    assert audited(small_game(), tmp_path) == []


def _insert(log: Written, at: int, *steps: list[c.Command]) -> None:
    """Put steps behind a step, counted as the Step button counts."""
    log.steps[at:at] = [list(step) for step in steps]


def _replace_begin(log: Written, id_: str, made: c.Command) -> None:
    log.begin[:] = [made if isinstance(item, c.AddPiece) and item.id == id_ else item for item in log.begin]


def doubled(game: SmallGame) -> None:
    """A counter comes a second time."""
    _insert(game.first, 12, [replace(game.units["r5"], id="new")])
    game.second.begin.append(replace(game.units["r5"], id="new"))


def appeared(game: SmallGame) -> None:
    """A counter comes that was not in the game."""
    made = unit("new", 99, "Red", 900, 900)
    _insert(game.first, 12, [made])
    game.second.begin.append(made)


def vanished(game: SmallGame) -> None:
    """A counter is deleted."""
    _insert(game.first, 12, [c.RemovePiece("b9")])
    game.second.begin[:] = [
        item for item in game.second.begin if not (isinstance(item, c.AddPiece) and item.id == "b9")
    ]


def retyped(game: SmallGame) -> None:
    """A counter is made a stronger one."""
    made = unit("r7", 77, "Red", *spot(7))
    _insert(game.first, 12, [made])
    _replace_begin(game.second, "r7", made)


def roll_undone(game: SmallGame) -> None:
    """A roll is taken back and thrown again."""
    undo: list[c.Command] = [
        c.Undo(True),
        c.Chat("* UNDO: *** 2d6 = 1,6 *** <Anna>"),
        c.ChangeProperty("2d6_result", "1,6", "5,5", "Module"),
        c.Undo(False),
    ]
    _insert(game.first, 10, undo, rolled("6,6", "5,5"), [c.Chat("<Anna> - there")])
    game.first.steps[13][0] = c.ChangeProperty("Score", "0", "2", "Module")
    _value(game.second, "2d6_result", "6,6")
    game.second.steps[1] = rolled("2,2", "6,6", "Bert")


def _value(log: Written, name: str, value: str) -> None:
    log.begin[:] = [
        replace(item, value=value) if isinstance(item, c.GlobalPropertyState) and item.name == name else item
        for item in log.begin
    ]


def report_edited(game: SmallGame) -> None:
    """The report of a roll is changed in the file."""
    game.first.steps[4][0] = c.Chat("*** 2d6 = 6,6 *** <Bert>")


def impossible_roll(game: SmallGame) -> None:
    """A die shows what it has not."""
    game.first.steps[2] = rolled("3,7", "1,1")
    game.first.steps[4] = rolled("5,5", "3,7", "Bert")


def roll_cut(game: SmallGame) -> None:
    """A roll is cut out of the file."""
    del game.first.steps[4]


def roll_typed(game: SmallGame) -> None:
    """A roll is typed into the chat."""
    _insert(game.first, 2, [c.Chat("<Anna> - *** 2d6 = 6,6 *** <Anna>")])


def draw_undone(game: SmallGame) -> None:
    """A draw is taken back."""
    back = [c.Undo(True), c.MovePiece("k6", MAP, 500, 500, "k5", MAP, 50, 700, None, ANNA), c.Undo(False)]
    again = c.MovePiece("k6", MAP, 50, 700, None, MAP, 500, 500, None, ANNA)
    _insert(game.first, 6, back, [again])


def drawn_and_put_back(game: SmallGame) -> None:
    """A card is drawn, looked at and put back."""
    out = c.MovePiece("k5", MAP, 60, 800, None, MAP, 500, 500, None, ANNA)
    back = c.MovePiece("k5", MAP, 500, 500, "k4", MAP, 60, 800, None, ANNA)
    _insert(game.first, 6, [out], [c.Chat("<Anna> - hm")], [back])


def drawn_from_inside(game: SmallGame) -> None:
    """A card is taken out of the middle of the deck."""
    _insert(game.first, 12, [c.MovePiece("k2", MAP, 60, 800, None, MAP, 500, 500, None, ANNA)])
    _replace_begin(game.second, "k2", card("k2", 2, 60, 800))
    _replace_begin(game.second, "deck", deck("deck", ["k1", "k3", "k4", "k5"]))


def reordered(game: SmallGame) -> None:
    """The deck lies in another order."""
    now = deck("deck", ["k2", "k1", "k3", "k4", "k5"])
    _insert(game.first, 12, [c.ChangePiece("deck", now.state, deck("deck", []).state)])
    _replace_begin(game.second, "deck", now)


def reordered_between(game: SmallGame) -> None:
    """The deck lies in another order when play goes on."""
    _replace_begin(game.second, "deck", deck("deck", ["k2", "k1", "k3", "k4", "k5"]))


def peeked(game: SmallGame) -> None:
    """A covered card is shown for a moment."""
    covered = card("hand", 9, 50, 900, masked_by=BERT)
    for log in (game.first, game.second):
        log.begin.append(covered)
    shown = changed(covered, f"{BERT};", "null;")
    again = c.ChangePiece("hand", covered.state, shown.state)
    _insert(game.first, 6, [shown], [again])


def shown_by_the_other(game: SmallGame) -> None:
    """A covered card is turned up and taken by the other player."""
    covered = card("hand", 9, 50, 900, masked_by=BERT)
    game.first.begin.append(covered)
    _insert(game.first, 12, [changed(covered, f"{BERT};", "null;"), move("hand", (50, 900), (60, 990), ANNA)])
    game.second.begin.append(card("hand", 9, 60, 990))


def dragged_by_the_other(game: SmallGame) -> None:
    """Anna moves a piece of Bert's."""
    _insert(game.first, 12, [move("b7", spot(27), (2720, 390), ANNA)])
    _replace_begin(game.second, "b7", unit("b7", 7, "Blue", 2720, 390))


def start_moved(game: SmallGame) -> None:
    """A piece lies elsewhere when play goes on."""
    _replace_begin(game.second, "r9", unit("r9", 9, "Red", 1500, 900))


def start_value(game: SmallGame) -> None:
    """A weakened piece is fresh again when play goes on."""
    _replace_begin(game.second, "b1", unit("b1", 1, "Blue", 2120, 360))


def start_property(game: SmallGame) -> None:
    """The score is another when play goes on."""
    _value(game.second, "Score", "9")


def play_missing(game: SmallGame) -> None:
    """The end of the first log is cut off, with a turn in it."""
    del game.first.steps[6:]


def resumed_earlier(game: SmallGame) -> None:
    """The second log begins before the end of the first."""
    _insert(game.first, 12, [move("r8", spot(8), (850, 170))])


def play_doubled(game: SmallGame) -> None:
    """The second log holds the end of the first again."""
    game.second.steps[:0] = [list(step) for step in game.first.steps[8:]]


def tracker_skipped(game: SmallGame) -> None:
    """The tracker goes from turn 1 to turn 3."""
    game.first.steps[7] = [c.SetTurn("TurnTracker0", "0|3;0;false;0")]
    game.second.begin[:] = [
        c.SetTurn("TurnTracker0", "0|3;0;false;0") if isinstance(item, c.SetTurn) else item
        for item in game.second.begin
    ]
    game.second.steps[3] = [c.SetTurn("TurnTracker0", "0|4;0;false;0")]


def module_changed(game: SmallGame) -> None:
    """The second log is of another version."""
    game.second.module = ("Unknown Game", "1.1")


def extension_added(game: SmallGame) -> None:
    """The second log was written with an extension."""
    game.second.begin.append(c.Extension("Better guns", "2"))


def step_cut(game: SmallGame) -> None:
    """A move is cut out, and the piece moves on from where it led."""
    game.first.steps[8:9] = [[move("r2", (260, 400), (220, 160))]]


def side_changed(game: SmallGame) -> None:
    """Bert sits down on Anna's side and comes back."""
    _insert(game.first, 6, [c.AddPlayer(BERT, "Bert", "Red")], [c.AddPlayer(BERT, "Bert", "Blue")])


TAMPERED: dict[Callable[[SmallGame], None], list[tuple[str, int, int | None]]] = {
    doubled: [("AUD041", 0, 13)],
    appeared: [("AUD040", 0, 13)],
    vanished: [("AUD042", 0, 13)],
    retyped: [("AUD043", 0, 13)],
    roll_undone: [("AUD051", 0, 11)],
    report_edited: [("AUD052", 0, 5)],
    impossible_roll: [("AUD052", 0, 3)],
    roll_cut: [("AUD049", 0, 9)],
    roll_typed: [("AUD053", 0, 3)],
    draw_undone: [("AUD020", 0, 7)],
    drawn_and_put_back: [("AUD046", 0, 9)],
    drawn_from_inside: [("AUD045", 0, 13)],
    reordered: [("AUD026", 0, 13)],
    reordered_between: [("AUD034", 1, None)],
    peeked: [("AUD047", 0, 8)],
    shown_by_the_other: [("AUD048", 0, 13)],
    dragged_by_the_other: [("AUD029", 0, 13)],
    start_moved: [("AUD034", 1, None)],
    start_value: [("AUD034", 1, None)],
    start_property: [("AUD034", 1, None)],
    play_missing: [("AUD030", 1, None)],
    resumed_earlier: [("AUD057", 1, None)],
    play_doubled: [("AUD033", 1, None)],
    tracker_skipped: [("AUD054", 0, 8)],
    module_changed: [("AUD056", 1, None)],
    extension_added: [("AUD056", 1, None)],
    step_cut: [("AUD049", 0, 9)],
    side_changed: [("AUD055", 0, 7), ("AUD055", 0, 8)],
}


@pytest.mark.parametrize("tamper", TAMPERED, ids=lambda tamper: tamper.__name__)
def test_what_was_tampered_with_is_said(tamper: Callable[[SmallGame], None], tmp_path: Path) -> None:
    game = small_game()
    tamper(game)
    assert audited(game, tmp_path) == TAMPERED[tamper]


def test_logs_in_the_wrong_order_are_put_right(tmp_path: Path) -> None:
    one, two = small_game().write(tmp_path)
    assert [notice.code for notice in audit_logs([two, one]).notices] == ["AUD035"]


def test_a_log_given_twice_counts_once(tmp_path: Path) -> None:
    one, two = small_game().write(tmp_path)
    again = tmp_path / "again.vlog"
    again.write_bytes(one.read_bytes())
    report = audit_logs([one, again, two])
    assert [notice.code for notice in report.notices] == ["AUD031"]
    assert report.overview is not None
    assert [(die["player"], die["rolls"]) for die in report.overview["dice"]] == [("Anna", 2), ("Bert", 2)]
