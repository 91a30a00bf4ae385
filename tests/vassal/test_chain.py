"""Which table a log begins with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.vassal.samples import add, counter, move, stack
from toolkit.vassal.chain import links
from toolkit.vassal.commands import BeginSave, Command, EndSave, Group, Logged, encode_commands
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing, state_of

SETUP = [add(id_, counter(id_, 100 * number, 100)) for number, id_ in enumerate("pqrs", start=1)]


def log(name: str, begin: Sequence[Command], *steps: Command) -> Log:
    """Return a log with one command a step."""
    commands = [BeginSave(), *begin, EndSave(), *(Logged(Group((step,))) for step in steps)]
    return read_log(encode_commands(commands).encode(), name=name)


def standing(*logs: Log) -> list[Command]:
    """Return the set-up of the table on which the first log, then the steps of the others were played."""
    table = Table()
    table.apply(logs[0].begin)
    for item in logs:
        for step in item.steps:
            table.apply(step.commands, step.number)
    things = [table.things[thing.id] for thing in table.counters()]
    return [_again(thing, table) for thing in things]


def _again(thing: Thing, table: Table) -> Command:
    thing.spot = table.spot(thing.id)
    piece = thing.piece()
    return add(thing.id, piece.parse(thing.type, state_of(thing)))


def test_logs_that_join() -> None:
    one = log("1", SETUP, move("p", 500, 500))
    two = log("2", standing(one), move("q", 600, 600))
    first, second = links([one, two])
    assert (first.table_of, first.both) == (None, 0)
    assert (second.table_of, second.step, second.played_on, second.exact) == ("1", None, None, True)
    assert (second.same, second.both) == (4, 4)


def test_a_log_not_stepped_to_its_end() -> None:
    steps = [move("p", 500, 500), move("q", 500, 600), move("r", 500, 700)]
    one, part = log("1", SETUP, *steps), log("part", SETUP, *steps[:2])
    (_, link) = links([one, log("2", standing(part))])
    assert (link.table_of, link.step, link.exact) == ("1", 2, True)


def test_a_log_played_on_over_a_table_of_ones_own() -> None:
    steps = [move("p", 500, 500), move("q", 500, 600), move("r", 500, 700)]
    one, part = log("1", SETUP, *steps), log("part", SETUP, *steps[:1])
    two = log("2", standing(one), move("s", 900, 900))
    (_, _, link) = links([one, two, log("3", standing(part, two))])
    assert (link.table_of, link.step, link.played_on, link.exact) == ("1", 1, "2", True)


def test_what_moved_came_and_went_between_logs() -> None:
    one = log("1", SETUP, move("p", 500, 500))
    other = [*standing(one)[:-1], add("t", counter("t", 1, 1)), stack("n", 7, 7, "q")]
    (_, link) = links([one, log("2", other)])
    assert (link.moved, link.added, link.missing) == (("q",), ("t",), ("s",))
    assert (link.same, link.both, link.exact) == (2, 3, False)


def test_logs_of_different_games_share_nothing() -> None:
    (_, link) = links([log("1", SETUP), log("2", [add("x", counter("x", 1, 1))])])
    assert (link.same, link.both, link.exact) == (0, 0, False)


def test_a_real_campaign(corpus: Path) -> None:
    names = ("0607-1.log", "0607-2.log", "0607-3.log")
    found = list(links(read_log(corpus / "uckelman__tld-mod" / name, name=name) for name in names))
    last = found[-1]
    assert (last.table_of, last.step, last.played_on) == ("0607-1.log", None, "0607-2.log")
    assert (last.same, last.both, len(last.added)) == (2329, 2330, 15)
