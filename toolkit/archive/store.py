"""The archive's file: a DuckDB database, and beside it the salt of its players' hashes."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.archive.fingerprint import Fingerprint, Seat
from toolkit.archive.judging import Judged, lines_of
from toolkit.archive.tables import CHANGES, LOGS, SEATS, TABLES, VERSION, creation
from toolkit.diagnostics import InputError, Place

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_JUDGED = tuple(table for table in TABLES if table.judged and not table.query)
_PLAIN = {table.name: table for table in TABLES if not table.query}
_CHANGED = f"""
INSERT INTO {CHANGES.name} BY NAME
WITH numbered AS (
  SELECT *, row_number() OVER (
    PARTITION BY game, log, step, kind, unit, started, ended ORDER BY action) AS nth
  FROM actions WHERE game IN (SELECT game FROM now_games)
), fresh AS (
  SELECT *, row_number() OVER (
    PARTITION BY game, log, step, kind, unit, started, ended ORDER BY action) AS nth
  FROM now_actions
)
SELECT game, log, step, kind, coalesce(b.unit_name, a.unit_name) AS unit_name, started, ended,
  a.outcome AS outcome_before, a.rule AS rule_before, b.outcome AS outcome_after, b.rule AS rule_after
FROM numbered a FULL JOIN fresh b USING (game, log, step, kind, unit, started, ended, nth)
WHERE game IN (SELECT game FROM games WHERE status = 'judged')
  AND game IN (SELECT game FROM now_games WHERE status = 'judged')
  AND (a.outcome IS DISTINCT FROM b.outcome OR a.rule IS DISTINCT FROM b.rule)
"""


def connect(path: Path, *, read_only: bool = False) -> DuckDBPyConnection:
    """Open a database.

    Raises
    ------
    InputError
        ARC001 where it is none, ARC002 without the package ``duckdb``.
    """
    try:
        import duckdb  # noqa: PLC0415  (an extra)
    except ImportError:
        text = "archives need the package duckdb: pip install 'wargame-toolkit[archive]'"
        raise InputError.single("ARC002", text) from None
    if read_only and not path.is_file():
        raise InputError.single("ARC001", "there is no such archive", Place(path.as_posix()))
    # Nothing of a stranger's may make the database load code or open files besides its own.
    settings: dict[str, str | bool | int | float | list[str]] = {"autoinstall_known_extensions": False}
    try:
        return duckdb.connect(str(path), read_only=read_only, config=settings)
    except duckdb.Error as error:
        first = str(error).partition("\n")[0]
        raise InputError.single("ARC001", f"cannot be opened: {first}", Place(path.as_posix())) from None


class Store:
    """An archive that is being written; use it as a context.

    Every change is one transaction: whoever is killed leaves what was written before, whole.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._database = connect(path)
        try:
            fresh = self._prepared()
            self.salt = _salt(path.with_name(f"{path.name}.salt"), fresh=fresh)
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def _prepared(self) -> bool:
        """Make the tables of a new archive; return whether it is one."""
        names = {row[0] for row in self._database.execute("SHOW TABLES").fetchall()}
        if not names:
            with self._transaction():
                for table in TABLES:
                    self._database.execute(creation(table))
                self._database.execute("CREATE TABLE archive (version INTEGER)")
                self._database.execute("INSERT INTO archive VALUES (?)", [VERSION])
                self._database.execute(
                    'CREATE TABLE fingerprints (log VARCHAR, "begin" BLOB, "end" BLOB, moves BLOB)'
                )
            return True
        if "archive" not in names:
            raise _error("is a database, and no archive of the toolkit", self.path)
        found = self._database.execute("SELECT version FROM archive").fetchall()
        if found != [(VERSION,)]:
            raise _error(f"has tables of version {found[0][0]}, this toolkit writes {VERSION}", self.path)
        return False

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    # -- logs

    def fingerprints(self) -> dict[str, Fingerprint]:
        """Return what is known of logs, by content."""
        seats: dict[str, list[Seat]] = {}
        for log, player, name, side in self._all("SELECT log, player, name, side FROM seats ORDER BY rowid"):
            seats.setdefault(log, []).append(Seat(player, name, side))
        rows = self._all(
            "SELECT log, name, status, reason, module, module_version, data_digest, vassal, steps, saved_ms, "
            '"begin", "end", moves FROM logs JOIN fingerprints USING (log)'
        )
        names = [field.name for field in fields(Fingerprint)]
        found = {}
        for *words, begin, end, moves in rows:
            tables = (array("Q", blob) for blob in (begin, end, moves))
            values = (*words, tuple(seats.get(words[0], ())), *tables)
            found[words[0]] = Fingerprint(**dict(zip(names, values, strict=True)))
        return found

    def add_logs(self, found: Sequence[Fingerprint]) -> None:
        """Put in logs that were not known."""
        with self._transaction():
            self._insert(LOGS.name, lines_of(map(_log_row, found)))
            seats = [(one.content, seat) for one in found for seat in one.seats]
            rows = [{"log": log, "player": x.player, "name": x.name, "side": x.side} for log, x in seats]
            self._insert(SEATS.name, lines_of(rows))
            blobs = [
                (one.content, one.begin.tobytes(), one.end.tobytes(), one.moves.tobytes()) for one in found
            ]
            if blobs:
                self._database.executemany("INSERT INTO fingerprints VALUES (?, ?, ?, ?)", blobs)

    def keep_logs(self, here: Iterable[tuple[str, str, int, int]], *, anonymous: bool) -> None:
        """Keep the logs that are there, and forget all others.

        Parameters
        ----------
        here : iterable of (str, str, int, int)
            Content, name, size in bytes and number of copies of each.
        anonymous : bool
            Whether names of files and players are left out.
        """
        columns = ("log", "name", "size", "copies")
        with self._transaction():
            rows = (dict(zip(columns, one, strict=True)) for one in here)
            self._stage("now_logs", LOGS.name, lines_of(rows))
            for table in (LOGS.name, SEATS.name, "fingerprints"):
                self._database.execute(f"DELETE FROM {table} WHERE log NOT IN (SELECT log FROM now_logs)")
            self._database.execute(
                f"UPDATE {LOGS.name} SET name = now.name, size = now.size, copies = now.copies "
                f"FROM now_logs AS now WHERE {LOGS.name}.log = now.log"
            )
            for table in (LOGS.name, SEATS.name) if anonymous else ():
                self._database.execute(f"UPDATE {table} SET name = ''")

    # -- games

    def judgements(self) -> dict[str, str]:
        """Return what each game was judged by."""
        return dict(self._all("SELECT game, judged_by FROM games"))

    def forget_but(self, games: Iterable[str]) -> None:
        """Drop the games that logs no longer make: a log more has made them others."""
        with self._transaction():
            self._stage("now_games", "games", lines_of({"game": game} for game in games))
            for table in (*_JUDGED, CHANGES):
                self._database.execute(
                    f"DELETE FROM {table.name} WHERE game NOT IN (SELECT game FROM now_games)"
                )

    def add(self, judged: Sequence[Judged]) -> None:
        """Put games in, in place of what was known of them, and note whose verdicts changed."""
        if not judged:
            return
        lines = {table.name: "".join(one.lines.get(table.name, "") for one in judged) for table in _JUDGED}
        with self._transaction():
            self._stage("now_games", "games", lines["games"])
            self._stage("now_actions", "actions", lines["actions"])
            here = "WHERE game IN (SELECT game FROM now_games)"
            self._database.execute(f"DELETE FROM {CHANGES.name} {here}")
            self._database.execute(_CHANGED)
            for table in _JUDGED:
                self._database.execute(f"DELETE FROM {table.name} {here}")
            for name in ("games", "actions"):
                self._database.execute(f"INSERT INTO {name} SELECT * FROM now_{name}")
            for table in _JUDGED:
                if table.name not in {"games", "actions"}:
                    self._insert(table.name, lines[table.name])

    def findings(self) -> int:
        """Return how many findings all games have."""
        count: int = self._all("SELECT count(*) FROM findings")[0][0]
        return count

    # -- rows

    def _all(self, query: str) -> list[tuple[Any, ...]]:
        return self._database.execute(query).fetchall()

    def _stage(self, name: str, like: str, lines: str) -> None:
        self._database.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM {like} LIMIT 0")
        self._insert(name, lines, like)

    def _insert(self, table: str, lines: str, like: str = "") -> None:
        """Insert rows, lines of JSON, by way of a file: value by value takes a hundred times as long."""
        if not lines:
            return
        columns = _PLAIN[like or table].columns
        types = ", ".join(f"'{column.name}': '{column.type}'" for column in columns)
        with tempfile.TemporaryDirectory(prefix="toolkit-archive-") as folder:
            file = Path(folder) / "rows.json"
            file.write_text(lines, encoding="ascii")
            self._database.execute(
                f"INSERT INTO {table} BY NAME SELECT * FROM "
                f"read_json(?, format = 'newline_delimited', columns = {{{types}}})",
                [str(file)],
            )


def _salt(path: Path, *, fresh: bool) -> bytes:
    """Return an archive's salt; it lies beside it, so that nobody can guess ids from the archive alone.

    Raises
    ------
    InputError
        ARC003 where that of an older archive is gone.
    """
    if path.is_file():
        return path.read_bytes()
    if not fresh:
        text = "is missing: without it players of new logs are not known again; write a new archive"
        raise InputError.single("ARC003", text, Place(path.as_posix()))
    salt = secrets.token_bytes(16)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(salt)
    return salt


def _log_row(one: Fingerprint) -> dict[str, Any]:
    return {
        "log": one.content,
        "name": one.name,
        "status": one.status,
        "reason": one.reason,
        "module": one.module,
        "module_version": one.module_version,
        "data_digest": one.digest,
        "vassal": one.engine,
        "steps": one.steps,
        "saved_ms": one.saved_ms,
    }


def _error(message: str, path: Path) -> InputError:
    return InputError.single("ARC001", message, Place(path.as_posix()))
