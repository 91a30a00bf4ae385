"""Runs over folders of logs: what is kept, what is not done twice, what bad files become."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.archive.games import CAUSEWAY, ONE, build, everything, read, rows, stretch, write
from toolkit.archive.files import Candidate
from toolkit.archive.fingerprint import closed, opening
from toolkit.archive.judging import judge
from toolkit.archive.questions import QUESTIONS, ask, export
from toolkit.archive.run import Done, Look, Seen, update
from toolkit.archive.store import Store, connect
from toolkit.archive.tables import TABLES, tables_page
from toolkit.archive.tasks import Settings, known_modules
from toolkit.diagnostics import InputError
from toolkit.vassal.commands import AddPlayer, MovePiece, RemovePiece
from toolkit.vassal.log import Step, read_log

ERRATUM = ("{open: 1, town: 1, hills: 2, marsh: 2,", "{open: 3, town: 3, hills: 3, marsh: 3,")


def test_every_file_is_a_row_with_its_reason(archive: tuple[Path, Done]) -> None:
    path, done = archive
    assert (done.files, done.logs, done.games, done.judged) == (9, 4, 3, 3)
    found = {
        name: (status, copies) for name, status, copies in rows(path, "SELECT name, status, copies FROM logs")
    }
    assert found == {
        "league/a.vlog": ("log", 1),
        "league/b.vlog": ("log", 1),
        "other.vlog": ("log", 2),
        "foreign.vlog": ("log", 1),
        "saved.vlog": ("save", 1),
        "photo.vlog": ("unreadable", 1),
        "empty.vlog": ("unreadable", 1),
        "notes.txt": ("unreadable", 1),
    }
    assert all(reason for (reason,) in rows(path, "SELECT reason FROM logs WHERE status <> 'log'"))


def test_logs_of_one_game_are_judged_together(archive: tuple[Path, Done]) -> None:
    found = rows(archive[0], "SELECT status, logs, steps, legal, illegal FROM games WHERE logs = 2")
    assert found == [("judged", 2, 122, 114, 0)]
    order = "SELECT name FROM game_logs JOIN logs USING (log) JOIN games USING (game) WHERE logs = 2"
    assert rows(archive[0], f"{order} ORDER BY position") == [("league/b.vlog",), ("league/a.vlog",)]


@pytest.mark.usefixtures("in_this_process")
def test_standings_count_who_won(games: list[Path], module: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.duckdb"
    update([game.parent for game in games[:1]], path, [module], ONE)
    winners = [winner for (winner,) in rows(path, "SELECT winner FROM games")]
    assert len(winners) == 3
    assert set(winners) <= {"red", "blue"}
    (answer,) = ask(path, ["standings"])
    told = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    assert sum(one["won"] for one in told) == sum(one["lost"] for one in told) == 3
    assert all(one["games"] == one["won"] + one["lost"] == 3 for one in told)


def test_a_log_judged_at_once_has_the_fingerprint_of_one_that_is_played_by_itself(
    games: list[Path], module: Path, tmp_path: Path
) -> None:
    log = read(games[0])
    moves = [(step.number, c) for step in log.steps for c in step.commands if isinstance(c, MovePiece)]
    number, last = moves[-1]
    # The audit leaves on its table what is handled after it was deleted; the engine does not.
    deleted = Step(1, (RemovePiece(str(last.id)),))
    steps = (*log.steps[: number - 1], deleted, *log.steps[number - 1 :])
    plain, edited = write(log, tmp_path / "a.vlog"), write(replace(log, steps=steps), tmp_path / "b.vlog")
    look = Look(b"salt", tuple(known_modules([module])), ONE, judging=True)
    for path in (plain, edited):
        seen = look(Candidate(path, path.name, path.name, 0))
        assert seen.game is not None
        assert '"status": "judged"' in seen.game.lines["games"]
        log = read_log(path, name=path.name)
        assert seen.print == closed(opening(log, path.name, b"salt"), log)


@pytest.mark.usefixtures("in_this_process")
def test_what_is_known_is_not_judged_again(archive: tuple[Path, Done], folder: Path, module: Path) -> None:
    before = everything(archive[0])
    assert update([folder], archive[0], [module], ONE).judged == 0
    assert everything(archive[0]) == before


@pytest.mark.usefixtures("in_this_process")
def test_a_log_more_makes_its_game_anew_and_no_other(games: list[Path], module: Path, tmp_path: Path) -> None:
    first, second = read(games[0]), read(games[1])
    folder, path = tmp_path / "logs", tmp_path / "results.duckdb"
    write(stretch(first, 0, 50), folder / "1.vlog")
    write(stretch(second, 0, 50), folder / "x.vlog")
    assert update([folder], path, [module], ONE).judged == 2
    write(stretch(first, 50, 122), folder / "2.vlog")
    assert update([folder], path, [module], ONE).judged == 1
    assert rows(path, "SELECT logs FROM games ORDER BY logs") == [(1,), (2,)]
    (folder / "x.vlog").unlink()
    assert update([folder], path, [module], ONE).judged == 0
    assert rows(path, "SELECT count(*) FROM games") == [(1,)]
    assert rows(path, "SELECT count(DISTINCT game) FROM actions") == [(1,)]


@pytest.mark.whole
def test_an_erratum_says_whose_verdicts_changed(games: list[Path], module: Path, tmp_path: Path) -> None:
    folder, path = tmp_path / "logs", tmp_path / "results.duckdb"
    folder.mkdir()
    shutil.copy(games[0], folder)
    update([folder], path, [module], ONE)
    sources = tmp_path / "causeway"
    shutil.copytree(CAUSEWAY, sources)
    rules = sources / "rules.yaml"
    text = rules.read_text(encoding="utf-8")
    changed = text.replace(ERRATUM[0], ERRATUM[1])
    assert changed != text
    rules.write_text(changed, encoding="utf-8")
    newer = build(sources, tmp_path / "newer")
    assert update([folder], path, [newer], ONE).findings > 0
    assert rows(path, "SELECT DISTINCT outcome FROM findings") == [("unverified",)]
    update([folder], path, [newer], Settings(workers=1, present_data=True))
    found = rows(path, "SELECT DISTINCT outcome_after FROM changes")
    assert ("illegal",) in found
    (answer,) = ask(path, ["changes"])
    assert len(answer.rows) == rows(path, "SELECT count(*) FROM changes")[0][0]


@pytest.mark.usefixtures("in_this_process")
def test_an_anonymous_archive_names_nobody(folder: Path, module: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.duckdb"
    update([folder], path, [module], Settings(workers=1, anonymous=True, pages=None))
    text = repr(everything(path))
    assert not [name for name in ("Anna", "Boris", "league", "other.vlog") if name in text]
    assert rows(path, "SELECT count(DISTINCT player) > 1 FROM seats") == [(True,)]


@pytest.mark.usefixtures("in_this_process")
def test_ids_of_players_are_nowhere(games: list[Path], module: Path, tmp_path: Path) -> None:
    log = stretch(read(games[0]), 0, 30)
    begin = (replace(one, id="correct horse") if isinstance(one, AddPlayer) else one for one in log.begin)
    write(replace(log, begin=tuple(begin)), tmp_path / "logs" / "1.vlog")
    path = tmp_path / "results.duckdb"
    update([tmp_path / "logs"], path, [module], ONE)
    assert rows(path, "SELECT count(DISTINCT player) FROM seats") == [(1,)]
    assert b"correct horse" not in path.read_bytes()


@pytest.mark.whole
def test_a_worker_that_dies_takes_nobody_along(
    folder: Path, module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolkit.archive.run.judge", dies_of_two_logs)
    path = tmp_path / "results.duckdb"
    update([folder], path, [module], ONE)
    assert rows(path, "SELECT status, logs FROM games ORDER BY logs, status") == [
        ("judged", 1),
        ("noted", 1),
        ("failed", 2),
    ]


@pytest.mark.whole
def test_a_log_that_kills_whoever_judges_it_is_read_nevertheless(
    games: list[Path], module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolkit.archive.run.Look", LooksOnce)
    monkeypatch.setattr("toolkit.archive.run.judge", dies)
    write(stretch(read(games[0]), 0, 30), tmp_path / "logs" / "1.vlog")
    path = tmp_path / "results.duckdb"
    assert update([tmp_path / "logs"], path, [module], ONE).logs == 1
    assert rows(path, "SELECT status, reason FROM games") == [
        ("failed", "ended its worker: it needs more memory than there is, or broke it")
    ]


class LooksOnce(Look):
    """What is done with a file: its game, judged at once, ends the process."""

    def __call__(self, file: Candidate) -> Seen:
        if self.judging:
            os._exit(9)
        return super().__call__(file)


def dies(task: Any) -> Any:
    """End the process, as the system does when memory is gone."""
    os._exit(9)


@pytest.mark.usefixtures("in_this_process")
def test_logs_that_go_on_are_soon_only_read(
    games: list[Path], module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = read(games[0])
    for number in range(12):
        write(stretch(log, 10 * number, 10 * number + 10), tmp_path / "logs" / f"{number:02}.vlog")
    kept: list[str] = []
    add = Store.add
    monkeypatch.setattr(Store, "add", lambda store, judged: (kept.extend(judged), add(store, judged)))
    path = tmp_path / "results.duckdb"
    done = update([tmp_path / "logs"], path, [module], ONE)
    assert (done.logs, done.games, done.judged) == (12, 1, 1)
    assert len(kept) < 10
    assert rows(path, "SELECT logs, steps FROM games") == [(12, 120)]


def dies_of_two_logs(task: Any) -> Any:
    """Judge a game; of one with two logs end the process, as the system does when memory is gone."""
    if len(task.members) == 2:
        os._exit(9)
    return judge(replace(task, module=None))


def test_questions_are_answered_and_tables_exported(archive: tuple[Path, Done], tmp_path: Path) -> None:
    answers = ask(archive[0], list(QUESTIONS))
    assert {answer.question.name for answer in answers if answer.rows} >= {
        "standings",
        "games",
        "groups",
        "files",
    }
    written = export(archive[0], tmp_path / "parquet")
    assert [path.stem for path in written] == [table.name for table in TABLES]
    with pytest.raises(InputError, match="standing"):
        ask(archive[0], ["standing"])


def test_tables_have_the_columns_that_their_page_tells(archive: tuple[Path, Done]) -> None:
    for table in TABLES:
        found = rows(archive[0], f"SELECT column_name, column_type FROM (DESCRIBE {table.name})")
        assert found == [(column.name, column.type) for column in table.columns], table.name
    assert tables_page().count("## ") == len(TABLES)


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(InputError) as caught:
        yield
    assert [finding.code for finding in caught.value.findings] == [code]


def test_what_is_no_archive_is_left_alone(tmp_path: Path, folder: Path) -> None:
    text = tmp_path / "text.duckdb"
    text.write_text("not a database", encoding="utf-8")
    with refused("ARC001"):
        update([folder], text, [], ONE)
    other = tmp_path / "other.duckdb"
    with connect(other) as database:
        database.execute("CREATE TABLE mine (x INTEGER)")
    with refused("ARC001"):
        update([folder], other, [], ONE)
    assert rows(other, "SHOW TABLES") == [("mine",)]
    with refused("ARC004"):
        update([tmp_path / "missing"], tmp_path / "new.duckdb", [], ONE)


def test_the_salt_is_private_and_needed(archive: tuple[Path, Done], folder: Path, tmp_path: Path) -> None:
    salt = archive[0].with_name("results.duckdb.salt")
    assert salt.stat().st_mode & 0o077 == 0
    copy = tmp_path / "results.duckdb"
    shutil.copy(archive[0], copy)
    with refused("ARC003"):
        update([folder], copy, [], ONE)
