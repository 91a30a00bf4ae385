"""A transcript tells what was done, in three languages and forms, and leaves out what nobody tells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.audit.without_rules.logs import (
    ANNA,
    BERT,
    MAP,
    SmallGame,
    Written,
    card,
    changed,
    move,
    rolled,
    small_game,
    spot,
)
from toolkit.cli.main import main
from toolkit.logs.transcript.acts import plain_text
from toolkit.logs.transcript.wording import Language
from toolkit.logs.transcript.writing import Wanted, transcript_of
from toolkit.vassal import commands as c
from toolkit.vassal.log import read_log

FIRST = """\
Unknown Game
Players: Anna (Red), Bert (Blue)

Turn 1
 1  Anna: “good luck”
 2  Anna moves Red 1 from (100, 100) to (120, 160)
 3  Anna rolls 2d6: 3, 4
 4  Bert moves Blue 1 from (2100, 300) to (2120, 360)
 5  Bert rolls 2d6: 5, 5
 6  Anna draws 1 card from Orders to Field (Card 6)
 7  Blue 1: now Step 2

Turn 2
 9  Anna moves Red 2 from (200, 100) to (220, 160)
10  Anna rolls 2d6: 1, 6
11  Score: 0 → 2
12  Bert moves Blue 2 from (2200, 300) to (2220, 360)
"""


def told(game: Written, folder: Path, wanted: Wanted | None = None, language: Language = "en") -> list[str]:
    """Return the lines of a log's transcript, headings with a mark."""
    made = transcript_of([read_log(game.write(folder / "t.vlog"))], None, wanted, language)
    return [f"# {line.text}" if line.heading else line.text for line in made.lines]


def test_a_log_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = small_game().first.write(tmp_path / "one.vlog")
    assert main(["log", "transcript", str(path)]) == 0
    assert capsys.readouterr().out == FIRST


def test_a_log_without_a_module_is_headed_by_its_file(tmp_path: Path) -> None:
    """Where on somebody's disk it lies is nobody's business."""
    log = replace(read_log(small_game().first.write(tmp_path / "t.vlog")), module=None)
    assert transcript_of([log]).title == "t.vlog"


def test_two_logs_in_order_with_headings(tmp_path: Path) -> None:
    one, two = (read_log(path) for path in small_game().write(tmp_path))
    lines = transcript_of([two, one]).lines
    heads = [(line.heading, line.text) for line in lines if line.heading]
    assert heads == [(1, "one.vlog"), (2, "Turn 1"), (2, "Turn 2"), (1, "two.vlog"), (2, "Turn 2")]


def _after(game: SmallGame, *steps: list[c.Command]) -> Written:
    return Written(game.first.begin, [list(step) for step in steps])


def _say(text: str) -> list[c.Command]:
    return [c.Chat(text)]


def test_drags_of_one_way_are_one_move(tmp_path: Path) -> None:
    log = _after(
        small_game(),
        [move("r1", (100, 100), (300, 300))],
        [move("r1", (300, 300), (600, 400))],
        [move("r1", (600, 400), (900, 500))],
    )
    assert told(log, tmp_path) == [
        "# Turn 1",
        "Anna moves Red 1 from (100, 100) to (900, 500) by way of (300, 300), (600, 400)",
    ]


def test_a_move_there_and_back_is_none(tmp_path: Path) -> None:
    log = _after(
        small_game(),
        [move("r1", (100, 100), (300, 300))],
        [move("r1", (300, 300), (100, 100))],
        [c.Chat("x")],
    )
    assert told(log, tmp_path) == ["# Turn 1", "x"]


def test_pieces_that_go_together_are_told_together(tmp_path: Path) -> None:
    log = _after(
        small_game(),
        [move("r1", spot(1), (600, 500))],
        [move("r2", spot(2), (800, 500))],
        [move("r3", spot(3), (800, 500))],
        [move("r4", spot(4), spot(4))],
    )
    assert told(log, tmp_path)[1:] == [
        "Anna moves Red 1 from (100, 100) to (600, 500)",
        "Anna moves Red 2 from (200, 100) to (800, 500)",
        "Anna moves Red 3 from (300, 100) to (800, 500)",
    ]


def test_rolls_in_a_row_are_one_line(tmp_path: Path) -> None:
    log = _after(small_game(), *(_say(f"*** d6 = {n} *** <Anna>") for n in (1, 5, 2)))
    assert told(log, tmp_path)[1:] == ["Anna rolls d6: 1, 5, 2"]


def test_what_was_taken_back_is_told_where_chance_came_out(tmp_path: Path) -> None:
    undo: list[c.Command] = [
        c.Undo(True),
        c.Chat("* UNDO: *** 2d6 = 1,1 *** <Anna>"),
        c.ChangeProperty("2d6_result", "1,1", "9,9", "Module"),
        c.Undo(False),
    ]
    log = _after(small_game(), rolled("1,1", "9,9"), undo, rolled("6,6", "9,9"))
    assert told(log, tmp_path)[1:] == ["Anna takes back a roll of 2d6: 1, 1", "Anna rolls 2d6: 6, 6"]
    assert told(log, tmp_path, Wanted(undone=True))[1:][0] == "Anna rolls 2d6: 1, 1"


def test_markers_that_come_and_go_are_one_line(tmp_path: Path) -> None:
    def marker(id_: str, x: int) -> c.AddPiece:
        return card(id_, 0, x, 100)

    log = _after(
        small_game(),
        [marker("m1", 100)],
        [marker("m2", 300)],
        [marker("m3", 300)],
        [c.RemovePiece("m1")],
        [c.RemovePiece("m2")],
    )
    assert told(log, tmp_path)[1:] == [
        "Card 0 placed at (100, 100); (300, 100) (×2)",
        "Card 0 taken off the table at (100, 100); (300, 100)",
    ]


def test_html_goes_out_of_chat() -> None:
    assert (
        plain_text("|<b>Attack</b> at <font color='red'>3&nbsp;:&nbsp;1</font><br>now")
        == "Attack at 3 : 1 now"
    )
    assert plain_text("a < b and b > c") == "a < b and b > c"


def test_filters(tmp_path: Path) -> None:
    first = small_game().first
    assert told(first, tmp_path, Wanted(player="bert")) == [
        "# Turn 1",
        "Bert moves Blue 1 from (2100, 300) to (2120, 360)",
        "Bert rolls 2d6: 5, 5",
        "# Turn 2",
        "Bert moves Blue 2 from (2200, 300) to (2220, 360)",
    ]
    assert told(first, tmp_path, Wanted(piece="red 2"))[1:] == [
        "Anna moves Red 2 from (200, 100) to (220, 160)"
    ]
    assert len(told(first, tmp_path, Wanted(turn="turn 2"))) == 5
    assert told(first, tmp_path, Wanted(first=1, last=1))[1:] == ["Anna: “good luck”"]
    assert told(first, tmp_path, Wanted(map="elsewhere")) == []


@pytest.mark.parametrize(
    ("language", "line"),
    [("ja", "AnnaがRed 1を(100, 100)から(120, 160)へ移動"), ("zh", "Anna将Red 1从(100, 100)移到(120, 160)")],
)
def test_other_languages(language: Language, line: str, tmp_path: Path) -> None:
    assert line in told(small_game().first, tmp_path, language=language)


def test_markdown_and_html_say_what_strangers_wrote_as_it_is(tmp_path: Path) -> None:
    log = read_log(
        _after(small_game(), [c.Chat("<Anna> - <script>*x*</script> 1 < 2")]).write(tmp_path / "t.vlog")
    )
    made = transcript_of([log])
    assert r"\<script\>\*x\*" in made.write("markdown")
    page = made.write("html")
    assert "<script>" not in page
    assert page.startswith('<!doctype html>\n<html lang="en">')


def test_no_id_of_a_player_is_told(tmp_path: Path) -> None:
    game = small_game()
    covered = card("hand", 9, 50, 900, masked_by=BERT)
    game.first.begin.append(covered)
    game.first.steps.append([changed(covered, f"{BERT};", "null;")])
    text = "\n".join(told(game.first, tmp_path))
    assert "Card 9: shown (of Bert (Blue))" in text
    assert BERT not in text
    assert ANNA not in text
    assert MAP in text
