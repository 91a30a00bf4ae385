"""The book of rules: its order, and what is not enforced."""

from __future__ import annotations

from tests.games.gj47.rules.clauses import ORDER, UNPROVABLE
from toolkit.rules.books import manual_of
from toolkit.rules.registry import Enforcement

RULE_BOOK = manual_of("gj47")


def test_what_is_not_enforced_is_a_closed_list() -> None:
    """Statements are of chapters 1 and 2 and the errata; only looking at hidden chits cannot be shown."""
    stated = {entry.number for entry in RULE_BOOK if entry.enforcement is Enforcement.STATED}
    assert all(number.startswith(("1.0", "2.", "Errata")) for number in stated)
    unprovable = {entry.number for entry in RULE_BOOK if entry.enforcement is Enforcement.UNPROVABLE}
    assert unprovable == {UNPROVABLE}


def test_printed_order() -> None:
    """A head before its lines, 10 after 9, the errata last."""
    numbers = [entry.number for entry in RULE_BOOK]
    for before, after in ORDER:
        assert numbers.index(before) < numbers.index(after)


def test_3_2_3_the_rules_where_zones_weigh() -> None:
    """3.2(3): each of them is a rule, and speaks of zones or of what they bar."""
    entries = {entry.number: entry for entry in RULE_BOOK}
    for number in (
        *("3.3(1)", "9.2(2)", "9.2(3)2", "9.2(4)2", "9.3(1)2", "10.6(4)", "11.3(1)", "12.1(1)", "12.1(2)"),
    ):
        assert "zone" in entries[number].summary.lower(), number


def test_unclear_points_are_those_that_the_docstring_names() -> None:
    """8.2 says which in words, 14.1(1) only whose they are and so lists them; 8.1(1) has none."""
    entries = {entry.number: entry for entry in RULE_BOOK}
    assert entries["8.2"].unclear == ("U-13",)
    assert entries["14.1(1)"].unclear == ("U-15", "U-22", "U-56", "U-66")
    assert entries["8.1(1)"].unclear == ()
