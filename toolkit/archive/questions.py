"""Questions that are asked of every archive, ready to be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from toolkit.archive.store import connect
from toolkit.archive.tables import TABLES
from toolkit.diagnostics import InputError


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its name on the command line, what it asks, and the SQL that answers."""

    name: str
    title: str
    query: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows that answer a question."""

    question: Question
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


_TOTALS = """
SELECT rules, title, count(*) AS games, sum(logs) AS logs, sum(steps) AS steps,
  sum(legal + illegal + unclear + unprovable + unverified) AS actions, sum(illegal) AS illegal,
  sum(unclear) AS unclear, sum(unprovable) AS unprovable, sum(unverified) AS unverified,
  sum((SELECT count(*) FROM findings f WHERE f.game = g.game)) AS findings
FROM games g GROUP BY rules, title ORDER BY rules, title
"""
_GAMES = """
SELECT game, title, status, logs, steps, turn, winner, illegal, unclear, unprovable, unverified,
  (SELECT count(*) FROM findings f WHERE f.game = g.game) AS findings,
  (SELECT count(*) FROM notices n WHERE n.game = g.game) AS notices, reason, page
FROM games g ORDER BY illegal DESC NULLS LAST, findings DESC, title, game
"""
_RULES = """
SELECT g.rules, f.rule, count(*) AS actions, count(DISTINCT f.game) AS games
FROM findings f JOIN games g USING (game) WHERE f.outcome = 'illegal'
GROUP BY g.rules, f.rule ORDER BY actions DESC, g.rules, f.rule
"""
_PLAYERS = """
SELECT player, name, g.rules, count(DISTINCT f.game) AS games, count(*) AS findings,
  count(*) FILTER (f.outcome = 'illegal') AS illegal
FROM players JOIN findings f USING (game, side) JOIN games g USING (game)
GROUP BY player, name, g.rules ORDER BY illegal DESC, findings DESC, player, name, g.rules
"""
# A game that branches off is another way that the same game went: it counts for nobody.
_STANDINGS = """
SELECT player, name, title, count(*) AS games, count(*) FILTER (winner = side) AS won,
  count(*) FILTER (winner <> '' AND winner <> side) AS lost, count(*) FILTER (winner = '') AS open
FROM (
  SELECT game, player, max(name) AS name, min(side) AS side FROM players
  GROUP BY game, player HAVING count(DISTINCT side) = 1
) JOIN games USING (game) WHERE status = 'judged' AND branch_of = ''
GROUP BY player, name, title ORDER BY title, won DESC, games DESC, player, name
"""
_UNCLEAR = """
SELECT g.rules, o.point, count(*) AS actions, count(DISTINCT o.game) AS games
FROM open_points o JOIN games g USING (game) GROUP BY g.rules, o.point ORDER BY actions DESC, g.rules, o.point
"""
_DICE = """
WITH named AS (SELECT game, player, max(name) AS name FROM players GROUP BY game, player)
SELECT player, name, g.title, kind, sides,
  coalesce(sum(d.rolls) FILTER (NOT undone), 0) AS dice,
  round(sum(d.rolls * value) FILTER (NOT undone) / sum(d.rolls) FILTER (NOT undone), 3) AS mean,
  coalesce(sum(d.rolls) FILTER (undone), 0) AS undone
FROM dice d JOIN games g USING (game) LEFT JOIN named USING (game, player)
GROUP BY player, name, g.title, kind, sides ORDER BY dice DESC, player, name, g.title, kind, sides
"""
_CHANGES = """
SELECT game, name AS file, step, kind, unit_name, started, ended,
  outcome_before, rule_before, outcome_after, rule_after
FROM changes LEFT JOIN logs USING (log) ORDER BY ALL
"""
_GROUPS = """
SELECT game, position, name AS file, how, differences, branch_of
FROM game_logs JOIN games USING (game) LEFT JOIN logs USING (log) ORDER BY title, game, position
"""
_FILES = """
SELECT name AS file, status, reason FROM logs WHERE status <> 'log'
UNION ALL SELECT game, status, reason FROM games WHERE status = 'failed' ORDER BY ALL
"""

_ALL = (
    Question("totals", "Games and findings, by the game's rules", _TOTALS),
    Question("standings", "Games won and lost, by player", _STANDINGS),
    Question("games", "Every game", _GAMES),
    Question("rules", "The rules that were broken most", _RULES),
    Question("players", "Players with findings", _PLAYERS),
    Question("unclear", "Points on which verdicts hang", _UNCLEAR),
    Question("dice", "Dice by player", _DICE),
    Question("changes", "Verdicts that changed when games were judged again", _CHANGES),
    Question("groups", "How logs were grouped into games", _GROUPS),
    Question("files", "Files that are no logs, and games that could not be judged", _FILES),
)
QUESTIONS: Mapping[str, Question] = MappingProxyType({one.name: one for one in _ALL})


def ask(archive: Path, names: Sequence[str]) -> list[Answer]:
    """Return the answers to some questions.

    Raises
    ------
    InputError
        ARC001 for what is no archive, ARC005 for a question that is not known.
    """
    for name in names:
        if name not in QUESTIONS:
            text = f"no question '{name}'; there are {', '.join(QUESTIONS)}"
            raise InputError.single("ARC005", text)
    with connect(archive, read_only=True) as database:
        found = []
        for question in (QUESTIONS[name] for name in names):
            result = database.execute(question.query)
            columns = tuple(column[0] for column in result.description or ())
            found.append(Answer(question, columns, tuple(result.fetchall())))
    return found


def export(archive: Path, folder: Path) -> list[Path]:
    """Write each table and view of an archive as a Parquet file, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with connect(archive, read_only=True) as database:
        for table in TABLES:
            path = folder / f"{table.name}.parquet"
            database.sql(f"SELECT * FROM {table.name}").write_parquet(str(path))
            written.append(path)
    return written
