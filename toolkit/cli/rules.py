"""``toolkit rules``: the rules of a game, programmed or declared, by their printed number."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Literal

import click
from rich.table import Table

from toolkit.cli.declared import declared_book
from toolkit.cli.games import GameName, folder_of
from toolkit.cli.output import console
from toolkit.plugins import games
from toolkit.resources import clause_tests
from toolkit.rules.books import manual_of
from toolkit.rules.registry import RuleBook, RuleEntry
from toolkit.rules.tested import find_tests
from toolkit.source.rules import FILE

_Tests = Mapping[str, tuple[str, ...]]


@click.command()
@click.argument("game", type=GameName())
@click.argument("rule", required=False)
def command(game: str, rule: str | None) -> int:
    """List the rules of a game, or explain one by its printed number, e.g. "9.2(3)2".

    GAME is the name of a game, installed or below source_data, or a folder that holds a rules.yaml.
    """
    book = _book(game)
    tests = _tests(book)
    if rule is None:
        _list(book, tests)
        return 0
    found = book.find(rule)
    if not found:
        near = difflib.get_close_matches(rule, [entry.number for entry in book], n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; its chapters are {', '.join(book.chapters)}"
        raise click.UsageError(f"{game} has no rule {rule}{hint}")
    if len(found) > 1 and found[0].number != rule:
        _list(RuleBook(book.game, found, book.chapters), tests)
        return 0
    _explain(found[0], tests)
    for entry in found[1:]:
        click.echo()
        _explain(entry, tests)
    return 0


def _book(game: str) -> RuleBook:
    """Return the rule book of a game with code, or of one whose rules are data."""
    if game in games():
        return manual_of(game)
    return declared_book(folder_of(game, (FILE,)))


def _tests(book: RuleBook) -> _Tests | None:
    """Return the tests of each rule; None where the toolkit is installed without them."""
    folder = clause_tests()
    return None if folder is None else find_tests(folder / book.game, [entry.number for entry in book])


def _list(book: RuleBook, tests: _Tests | None) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    counted = ("tests",) if tests is not None else ()
    for name in ("rule", "kind", "enforcement", *counted, "unclear", "what it says"):
        justify: Literal["left", "right"] = "right" if name == "tests" else "left"
        table.add_column(name, no_wrap=name not in ("unclear", "what it says"), justify=justify)
    for entry in book:
        count = () if tests is None else (str(len(tests[entry.number]) or "–"),)
        unclear = ", ".join(entry.unclear)
        table.add_row(entry.number, entry.kind.value, entry.enforcement.value, *count, unclear, entry.summary)
    console().print(table)
    click.echo(f"{len(book.entries)} rules of the chapters {', '.join(book.chapters)}.")


def _explain(entry: RuleEntry, tests: _Tests | None) -> None:
    click.echo(f"{entry.number}  {entry.summary}")
    code = f"; code: {entry.function}" if entry.function else ""
    click.echo(f"{entry.kind.value}, {entry.enforcement.value}{code}")
    for heading, text in entry.sections:
        click.echo()
        click.echo(heading)
        click.echo(click.wrap_text(text, 100, initial_indent="  ", subsequent_indent="  "))
    if tests is None:
        return
    click.echo()
    click.echo("Tests")
    for test in tests[entry.number] or ("none found",):
        click.echo(f"  {test}")
