"""Rows of changes: what stands in another one, and what it begins with that another one ends with."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from toolkit.audit.joining import Difference, Joints, join


@dataclass(frozen=True)
class Played:
    """A log: its changes, and numbers for its first and last table."""

    changes: tuple[str, ...]
    begin: int = 0
    end: int = 0


def _joined(*logs: Played) -> tuple[list[tuple[str, ...]], list[str]]:
    joints: Joints[Played, int] = Joints(
        changes=lambda log: log.changes,
        tables=lambda log: (log.begin, log.end),
        differences=lambda one, other: (
            () if one == other else (Difference("unit", "u", str(one), str(other)),)
        ),
        progress=lambda table: (table, 0),
        is_gap=lambda _end, _begin, _found: False,
        without=lambda log, steps, begin: Played(log.changes[steps:], begin, log.end),
    )
    found = join(logs, [f"log {n}" for n in range(len(logs))], joints)
    return [link.game.changes for link in found.links], [notice.code for notice in found.notices]


@pytest.mark.parametrize(
    ("one", "two", "left", "codes"),
    [
        ("abcab", "cabx", "x", ["AUD033"]),
        ("ababab", "ababx", "x", ["AUD033"]),
        ("aabaaab", "aabaaac", "aaac", ["AUD033"]),
        ("abc", "xyz", "xyz", []),
        # One change alone may be done twice.
        ("abc", "cx", "cx", []),
    ],
)
def test_what_ends_one_log_and_begins_the_next_counts_once(
    one: str, two: str, left: str, codes: list[str]
) -> None:
    logs = Played(tuple(one), 1, 2), Played(tuple(two), 2, 3)
    assert _joined(*logs) == ([tuple(one), tuple(left)], codes)


@pytest.mark.parametrize(("part", "codes"), [("aab", ["AUD032"]), ("aaab", []), ("ba", [])])
def test_a_part_of_a_log_is_left_out(part: str, codes: list[str]) -> None:
    whole = Played(tuple("xaabax")) if part != "ba" else Played(tuple("aabbx"))
    found = _joined(whole, Played(tuple(part)))
    assert found[1] == codes
    assert len(found[0]) == 2 - len(codes)


def test_to_and_fro_for_ever() -> None:
    # Each second change may begin the second log: comparing all of it there every time would take minutes.
    row = ("there", "back") * 10_000
    one, two = Played(("begin", *row), 1, 2), Played((*row, "away"), 2, 3)
    assert _joined(one, two) == ([one.changes, ("away",)], ["AUD033"])
