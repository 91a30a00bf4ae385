"""Which logs are one game, in games that were cut into logs."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.games import read, stretch
from toolkit.archive.fingerprint import Fingerprint, Seat, closed, opening
from toolkit.archive.grouping import Group, How, grouped
from toolkit.vassal.log import Log

SALT = b"salt"


def prints(*logs: Log) -> list[Fingerprint]:
    return [closed(opening(log, log.name, SALT), log) for log in logs]


def told(groups: list[Group]) -> list[list[tuple[str, How]]]:
    return [[(member.content, member.how) for member in group.members] for group in groups]


@pytest.fixture
def whole(games: list[Path]) -> Log:
    return read(games[0])


def test_games_of_other_seeds_are_games_of_their_own(games: list[Path]) -> None:
    found = told(grouped(prints(*map(read, games))))
    assert found == [[(f"{seed}.vlog", How.BEGINS)] for seed in (1, 2, 3)]


@pytest.mark.parametrize("names", [("a", "b", "c"), ("c", "b", "a"), ("b", "c", "a")])
def test_a_game_in_three_logs_whatever_they_are_called(whole: Log, names: tuple[str, str, str]) -> None:
    bounds = (0, 40, 80, len(whole.steps))
    logs = [stretch(whole, bounds[i], bounds[i + 1], names[i]) for i in range(3)]
    hows = (How.BEGINS, How.FOLLOWS, How.FOLLOWS)
    assert told(grouped(prints(*logs))) == [list(zip(names, hows, strict=True))]


def test_other_games_stay_out_of_a_chain(games: list[Path], whole: Log) -> None:
    logs = [stretch(whole, 0, 50, "first"), stretch(whole, 50, 200, "second"), *map(read, games[1:])]
    found = told(grouped(prints(*logs)))
    assert [("first", How.BEGINS), ("second", How.FOLLOWS)] in found
    assert len(found) == 3


def test_a_log_that_another_one_holds_lies_beside_it(whole: Log) -> None:
    logs = [whole, stretch(whole, 10, 60, "late")]
    assert told(grouped(prints(*logs))) == [[("1.vlog", How.BEGINS), ("late", How.TWIN)]]


def test_steps_that_end_the_log_before(whole: Log) -> None:
    logs = [stretch(whole, 0, 60, "first"), stretch(whole, 50, 122, "second")]
    assert told(grouped(prints(*logs))) == [[("first", How.BEGINS), ("second", How.OVERLAPS)]]


def test_a_log_is_missing(whole: Log) -> None:
    logs = [stretch(whole, 0, 40, "first"), stretch(whole, 44, 122, "third")]
    (group,) = grouped(prints(*logs))
    assert [member.how for member in group.members] == [How.BEGINS, How.DIFFERS]
    assert group.members[1].differences > 0


def test_two_ways_on_from_one_table_are_two_games(whole: Log) -> None:
    first, long = prints(stretch(whole, 0, 40, "first"), stretch(whole, 40, 122, "long"))
    short = replace(long, content="short", name="short", moves=array("Q", [1, 2, 3]), end=array("Q", [1]))
    found = grouped([first, long, short])
    assert [group.contents for group in found] == [("first", "long"), ("first", "short")]
    assert [group.branch_of for group in found] == ["", "long"]


def test_games_of_other_players_are_not_joined_over_a_gap(whole: Log) -> None:
    first, third = prints(stretch(whole, 0, 40, "first"), stretch(whole, 44, 122, "third"))
    others = replace(third, seats=(Seat("somebody else", "Carla", "Blue"),))
    assert len(grouped([first, others])) == 2


def test_a_save_and_an_unreadable_file_are_no_game(whole: Log) -> None:
    (one,) = prints(whole)
    assert len(grouped([one, Fingerprint("x", status="save"), Fingerprint("y", status="unreadable")])) == 1


def test_a_table_that_is_left_and_found_again_ends(whole: Log) -> None:
    """Logs that begin and end with the same tables, in a ring, are still grouped."""
    one, other = prints(stretch(whole, 0, 40, "one"), stretch(whole, 40, 80, "other"))
    ring = replace(other, end=one.begin)
    assert sorted(sum((group.contents for group in grouped([one, ring])), ())) == ["one", "other"]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_logs_that_each_begin_as_another_ends_are_all_in_a_game(size: int) -> None:
    """No game is so; files that strangers made may be, and none of them is left out."""
    length, rest = 20, 10
    ring = list(range(1, size * rest + 1))
    moves = [array("Q", (ring + ring)[at * rest : at * rest + length]) for at in range(size)]
    made = [
        Fingerprint(
            str(at),
            str(at),
            begin=array("Q", [100 + at]),
            end=array("Q", [200 + at]),
            steps=length,
            moves=own,
        )
        for at, own in enumerate(moves)
    ]
    found = {content for group in grouped(made) for content in group.contents}
    assert found == {one.content for one in made}
