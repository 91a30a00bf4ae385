"""Logs joined, cleaned, cut and split lead to the table that they led to before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.without_rules.logs import ANNA, MAP, SmallGame, Written, move, rolled, small_game, spot, unit
from toolkit.cli.main import main
from toolkit.logs.editing import Edited, clean_log, cut_log, every, join_logs, split_log, turns_of
from toolkit.vassal import commands as c
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.packing import write_container
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table

OWN = sorted((Path(__file__).parents[1] / "vassal" / "data").rglob("evening-*.vlog"))


def end_of(log: Log) -> tuple[object, ...]:
    """Return the table at the end of a log: pieces with their places and values, decks, properties, turns."""
    table = Table(people_of(log.script))
    table.apply(log.begin)
    for step in log.steps:
        table.apply(step.commands)
    return at_rest(table)


def at_rest(table: Table) -> tuple[object, ...]:
    """Return a table as plain values."""
    pieces = {piece.id: (table.spot(piece.id), piece.states[:-1], piece.type) for piece in table.counters()}
    decks = {thing.id: thing.members for thing in table.things.values() if thing.is_deck}
    together = {
        frozenset(thing.members)
        for thing in table.things.values()
        if thing.is_stack and len(thing.members) > 1
    }
    # What a die showed last is kept by no saved game.
    properties = {key: value for key, value in table.properties.items() if not key[1].startswith("2d6_")}
    return pieces, decks, together, properties, dict(table.turns)


def logs_of(game: SmallGame, folder: Path) -> list[Log]:
    return [read_log(path) for path in game.write(folder)]


def written_to(made: Edited, log: Log, out: Path) -> Log:
    """Return a log that was made, written and read again."""
    return read_log(write_container(out, made.entries(open_container(log.name))))


def written(log: Log, arguments: list[str], out: Path) -> Log:
    """Return what a command makes of a log."""
    assert main(["log", *arguments, "-o", str(out)]) == 0
    assert log.name
    return read_log(out)


def test_an_exact_chain_is_joined_byte_for_byte(tmp_path: Path) -> None:
    one, two = logs_of(small_game(), tmp_path)
    made = join_logs([two, one])
    assert made.text == one.encode() + two.encode()[two.encode().index("LOG\t") - 1 :]
    out = written(one, ["join", two.name, one.name], tmp_path / "all.vlog")
    assert len(out.steps) == len(one.steps) + len(two.steps)
    assert end_of(out) == end_of(two)


def test_a_changed_start_is_put_right_by_a_step(tmp_path: Path) -> None:
    game = small_game()
    game.second.begin[:] = [
        unit("r9", 9, "Red", 1500, 900) if isinstance(item, c.AddPiece) and item.id == "r9" else item
        for item in game.second.begin
    ]
    one, two = logs_of(game, tmp_path)
    out = written(one, ["join", one.name, two.name], tmp_path / "all.vlog")
    assert len(out.steps) == len(one.steps) + len(two.steps) + 1
    assert end_of(out) == end_of(two)


def test_a_log_given_twice_is_joined_once(tmp_path: Path) -> None:
    one, two = logs_of(small_game(), tmp_path)
    assert join_logs([one, two, two]).text == join_logs([one, two]).text


def test_undone_steps_and_talk_are_left_out(tmp_path: Path) -> None:
    game = small_game()
    there, back = move("r5", spot(5), (580, 180)), move("r5", (580, 180), spot(5))
    undo: list[c.Command] = [c.Undo(True), back, c.Undo(False)]
    game.first.steps[6:6] = [[there], undo]
    one = logs_of(game, tmp_path)[0]
    out = written(one, ["clean", one.name], tmp_path / "clean.vlog")
    assert len(out.steps) == len(one.steps) - 3
    assert end_of(out) == end_of(one)
    assert "good luck" not in out.encode()
    kept = written(one, ["clean", one.name, "--keep-chat"], tmp_path / "kept.vlog")
    assert "good luck" in kept.encode()


def test_an_undo_that_leaves_something_stays(tmp_path: Path) -> None:
    there = move("r5", spot(5), (580, 180))
    elsewhere = c.MovePiece("r5", MAP, 510, 110, None, MAP, 580, 180, None, ANNA)
    game = small_game()
    game.first.steps[6:6] = [[there], [c.Undo(True), elsewhere, c.Undo(False)]]
    one = logs_of(game, tmp_path)[0]
    made = clean_log(one, chat=True)
    assert made.text == one.encode()
    assert made.said[1] == "2 such steps stay: without them the table would be another"


def test_a_cut_begins_with_the_table_before_it(tmp_path: Path) -> None:
    one = logs_of(small_game(), tmp_path)[0]
    out = written(one, ["cut", one.name, "--steps", "4", "12"], tmp_path / "cut.vlog")
    assert [len(step.commands) for step in out.steps] == [len(step.commands) for step in one.steps[3:]]
    assert end_of(out) == end_of(one)
    assert cut_log(one, 1, len(one.steps)).text == one.encode()


def test_parts_of_a_log_join_to_the_whole(tmp_path: Path) -> None:
    one = logs_of(small_game(), tmp_path)[0]
    assert turns_of(one) == [9]
    assert every(one, 5) == [6, 11]
    assert main(["log", "split", one.name, "--turns", "--at", "4", "-o", str(tmp_path / "parts")]) == 0
    parts = [read_log(path) for path in sorted((tmp_path / "parts").iterdir())]
    assert [len(part.steps) for part in parts] == [3, 5, 4]
    assert end_of(parts[-1]) == end_of(one)
    joined = join_logs(parts)
    assert [step.encode() for step in joined.steps] == [step.encode() for step in join_logs([one]).steps]


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_engines_wrote_is_cut_and_cleaned(path: Path, tmp_path: Path) -> None:
    log = read_log(path)
    for at in range(1, len(log.steps) + 1):
        *_, last = split_log(log, [at])
        assert end_of(written_to(last, log, tmp_path / f"{at}.vlog")) == end_of(log)
    assert end_of(written_to(clean_log(log), log, tmp_path / "clean.vlog")) == end_of(log)


def test_wrong_steps_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = logs_of(small_game(), tmp_path)[0]
    assert main(["log", "cut", one.name, "--steps", "3", "99", "-o", str(tmp_path / "x.vlog")]) == 2
    assert "AUD009" in capsys.readouterr().err
    assert main(["log", "split", one.name, "-o", str(tmp_path / "parts")]) == 2
    assert "--every" in capsys.readouterr().err


def test_an_output_is_no_input(tmp_path: Path) -> None:
    one = logs_of(small_game(), tmp_path)[0]
    before = Path(one.name).read_bytes()
    assert main(["log", "clean", one.name, "-o", one.name]) == 2
    assert Path(one.name).read_bytes() == before


def test_rolls_stay_when_a_log_is_cleaned(tmp_path: Path) -> None:
    log = read_log(Written([], [rolled("3,4", "1,1"), [c.Chat("<Anna> - hm")]]).write(tmp_path / "r.vlog"))
    made = clean_log(log)
    assert len(made.steps) == 1
    assert "3,4" in made.text
