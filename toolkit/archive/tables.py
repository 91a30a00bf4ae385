"""The tables of an archive: columns and what they mean, for the database and for its page in docs."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = 2
"""Of the tables; a change that breaks questions asked of them raises it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its type in DuckDB, what it holds."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table, or a view when `query` says what it is made of.

    Attributes
    ----------
    query : str
        SQL of a view; "" for a table.
    judged : bool
        Whether its rows come from judging a game, and go when that game is judged again.
    """

    name: str
    meaning: str
    columns: tuple[Column, ...]
    query: str = ""
    judged: bool = True


def _columns(text: str) -> tuple[Column, ...]:
    """Read columns, one a line: name, type, meaning."""
    lines = (line.split(maxsplit=2) for line in text.strip().splitlines())
    return tuple(Column(name, type_, meaning) for name, type_, meaning in lines)


LOGS = Table(
    "logs",
    "Every file that was looked at, once for each content.",
    _columns("""
        log VARCHAR SHA-256 of the file
        name VARCHAR its path below the folder that was given; empty in an anonymous archive
        copies INTEGER how often it lies there
        size BIGINT in bytes
        status VARCHAR log, save (holds no steps), or unreadable
        reason VARCHAR why it is no log that can be read
        module VARCHAR name of the module, as the log gives it
        module_version VARCHAR its version, as the log gives it
        data_digest VARCHAR of the data the game was set up with, where the module wrote it
        vassal VARCHAR version of VASSAL that wrote the log
        steps INTEGER as VASSAL's Step button counts
        saved_ms BIGINT when it was written, in milliseconds since 1970 (UTC); 0 where it does not say
    """),
    judged=False,
)
SEATS = Table(
    "seats",
    "Who played which side in a log.",
    _columns("""
        log VARCHAR SHA-256 of the log
        player VARCHAR stands for a player in this archive alone: a salted hash, never the id
        name VARCHAR as the player wrote it; empty in an anonymous archive
        side VARCHAR as the module spells it
    """),
    judged=False,
)
GAMES = Table(
    "games",
    "The games that logs make, judged or not.",
    _columns("""
        game VARCHAR id of the game: a hash of its logs
        rules VARCHAR id of the game whose rules judged it; empty where there are none
        title VARCHAR name of the game, or of the module where there are no rules
        status VARCHAR judged; noted, where there are no rules: its notices are what needs none; or failed
        reason VARCHAR why it failed
        branch_of VARCHAR log of another game that it branches off from; empty for none
        logs INTEGER how many logs it has
        steps INTEGER as judged: steps that two logs share count once
        module VARCHAR file name of the module that judged it
        data_digest VARCHAR of the data it was judged by
        judged_by VARCHAR data, code and settings of the judgement: what is the same is not judged again
        turn INTEGER the last turn that was seen; 0 where none is known
        winner VARCHAR the side that has won; empty while nobody has, and where no rules say it
        legal INTEGER actions that are legal
        illegal INTEGER actions that are illegal, consequences included
        unclear INTEGER actions on which the readings of an unclear point disagree
        unprovable INTEGER actions of which the log does not show enough
        unverified INTEGER actions for which a datum is missing
        page VARCHAR the game's page, below the folder of pages; empty where none was asked for
    """),
)
GAME_LOGS = Table(
    "game_logs",
    "The logs of a game, and how each came into it.",
    _columns("""
        game VARCHAR the game
        position INTEGER from 0, in the order of play
        log VARCHAR SHA-256 of the log
        how VARCHAR begins, goes on from the table before, records a session that another log has …
        differences INTEGER pieces and properties that are not as the log before left them
    """),
)
PLAYERS = Table(
    "players",
    "Who played which side in a game; who played several has several rows.",
    _columns("""
        game VARCHAR the game
        player VARCHAR as in seats
        name VARCHAR as in seats
        side VARCHAR id of the side, as in actions; of games without rules as the module spells it
    """),
)
ACTIONS = Table(
    "actions",
    "What was done, with its verdict; of games with rules.",
    _columns("""
        game VARCHAR the game
        action INTEGER from 0, in the order of the report
        log VARCHAR SHA-256 of the log
        step INTEGER as VASSAL's Step button counts when it ends
        turn INTEGER 0 where it is not known
        part VARCHAR of the turn: chit, impulse, phase
        side VARCHAR who did it; NULL where nobody knows
        known VARCHAR how that is known: declared, logged, inferred
        kind VARCHAR what was done: move, declare, retreat …
        unit VARCHAR id of the counter or card
        unit_name VARCHAR its name
        started VARCHAR place where it began, as printed
        ended VARCHAR place where it ended, as printed
        detail VARCHAR what was done, in words, where unit and places do not say it
        outcome VARCHAR legal, illegal, unclear, unprovable, unverified
        rule VARCHAR the decisive rule, as printed; NULL for none
        reason VARCHAR why, in words
        basis VARCHAR rules, sourced, reconstructed
        cause INTEGER the action that this one is a mere consequence of; NULL for none
    """),
)
BROKEN = Table(
    "broken_rules",
    "Every rule that an action broke.",
    _columns("""
        game VARCHAR the game
        action INTEGER as in actions
        position INTEGER 0 for the decisive one
        rule VARCHAR as printed
    """),
)
OPEN = Table(
    "open_points",
    "The unclear points on which a verdict hangs.",
    _columns("""
        game VARCHAR the game
        action INTEGER as in actions
        point VARCHAR its number in the game's register
    """),
)
NOTICES = Table(
    "notices",
    "What a referee wants to see that is no offence.",
    _columns("""
        game VARCHAR the game
        notice INTEGER from 0
        log VARCHAR SHA-256 of the log
        step INTEGER NULL where it is about the whole log
        code VARCHAR as in docs/findings.md
        message VARCHAR in words
    """),
)
FAULTS = Table(
    "faults",
    "What is wrong with the files themselves.",
    _columns("""
        game VARCHAR the game
        fault INTEGER from 0
        code VARCHAR as in docs/findings.md
        severity VARCHAR error, warning, info
        message VARCHAR in words
    """),
)
DICE = Table(
    "dice",
    "How often each player's dice showed what.",
    _columns("""
        game VARCHAR the game
        player VARCHAR as in seats; NULL where the log does not say who rolled
        kind VARCHAR what was rolled for, or the button that rolled
        sides INTEGER of the die; NULL where it is not known
        value INTEGER what it showed
        rolls INTEGER how often
        undone BOOLEAN whether these were taken back
    """),
)
HOUSE_RULES = Table(
    "house_rules",
    "How a game settled the unclear points.",
    _columns("""
        game VARCHAR the game
        point VARCHAR its number in the game's register
        value VARCHAR the reading; NULL where it stayed open and all were tried
    """),
)
CHANGES = Table(
    "changes",
    "Actions whose verdict changed when a game was judged again, as of the last time that one did.",
    _columns("""
        game VARCHAR the game
        log VARCHAR SHA-256 of the log
        step INTEGER as VASSAL's Step button counts
        kind VARCHAR what was done
        unit_name VARCHAR of the counter or card
        started VARCHAR place where it began
        ended VARCHAR place where it ended
        outcome_before VARCHAR NULL where there was no such action
        rule_before VARCHAR the decisive rule before
        outcome_after VARCHAR NULL where there is no such action any more
        rule_after VARCHAR the decisive rule now
    """),
    judged=False,
)
COSTS = Table(
    "costs",
    "What judging a game cost on the machine that did it; the only table that differs from run to run.",
    _columns("""
        game VARCHAR the game
        seconds DOUBLE processor time
        peak_mb DOUBLE the most memory that its worker had so far
    """),
)
STEPS = Table(
    "steps",
    "The steps in which something was done, with what came of it.",
    _columns("""
        game VARCHAR the game
        log VARCHAR SHA-256 of the log
        step INTEGER as VASSAL's Step button counts
        turn INTEGER 0 where it is not known
        actions BIGINT actions that end with it
        findings BIGINT findings among them
    """),
    query="SELECT game, log, step, max(turn) AS turn, count(*) AS actions, count(*) FILTER "
    "(outcome <> 'legal' AND cause IS NULL) AS findings FROM actions GROUP BY game, log, step",
)
VERDICTS = Table(
    "verdicts",
    "How often each rule led to each verdict.",
    _columns("""
        game VARCHAR the game
        outcome VARCHAR legal, illegal, unclear, unprovable, unverified
        rule VARCHAR the decisive rule; NULL for none
        actions BIGINT how often
    """),
    query="SELECT game, outcome, rule, count(*) AS actions FROM actions GROUP BY game, outcome, rule",
)
FINDINGS = Table(
    "findings",
    "Actions that a referee should see: all but the legal ones and mere consequences.",
    ACTIONS.columns,
    query="SELECT * FROM actions WHERE outcome <> 'legal' AND cause IS NULL",
)
CONSEQUENCES = Table(
    "consequences",
    "Actions that are illegal only because another one was; `cause` is that one.",
    ACTIONS.columns,
    query="SELECT * FROM actions WHERE cause IS NOT NULL",
)

TABLES = (
    LOGS,
    SEATS,
    GAMES,
    GAME_LOGS,
    PLAYERS,
    ACTIONS,
    BROKEN,
    OPEN,
    NOTICES,
    FAULTS,
    DICE,
    HOUSE_RULES,
    CHANGES,
    COSTS,
    STEPS,
    VERDICTS,
    FINDINGS,
    CONSEQUENCES,
)


def creation(table: Table) -> str:
    """Return the SQL that makes a table or view."""
    if table.query:
        return f"CREATE VIEW {table.name} AS {table.query}"
    return f"CREATE TABLE {table.name} ({', '.join(f'{one.name} {one.type}' for one in table.columns)})"


def tables_page() -> str:
    """Return docs/archive_tables.md."""
    lines = ["# Tables of an archive", "", "Generated by `toolkit docs`; do not edit.", ""]
    lines += [f"Version {VERSION} of the tables; how to ask: [archive.md](archive.md).", ""]
    for table in TABLES:
        kind = "view" if table.query else "table"
        lines += [f"## {table.name}", "", f"{table.meaning} ({kind})", ""]
        lines += ["| column | type | |", "| --- | --- | --- |"]
        lines += [f"| {one.name} | {one.type} | {one.meaning} |" for one in table.columns]
        lines.append("")
    return "\n".join(lines)
