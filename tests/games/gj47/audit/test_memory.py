"""A game that is judged again remembers the records that stay as they were; that changes no verdict."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pytest

from tests.games.gj47.audit.evenings import (
    another_chit,
    chits_home,
    choose_again,
    open_with_6a,
    rest_of_the_turn,
    supply,
    turn_marker,
)
from tests.games.gj47.audit.human_table import RAIL, HumanTable
from toolkit.games.gj47.audit.memory import Recall
from toolkit.games.gj47.audit.records import ChitRecord, Record


def of_many_offences(t: HumanTable) -> HumanTable:
    """Moves that go too far, a step lost for nothing, a rail box in the wrong order: in two turns."""
    open_with_6a(t)
    t.drag("ger-inf-44", "0910")
    another_chit(t)
    t.draw("chit-1pza-a")
    t.drag("ger-mt-1", "0621")
    t.done("chit-1pza-a")
    rest_of_the_turn(t, "chit-1pza-a")
    chits_home(t)
    turn_marker(t)
    choose_again(t)
    supply(t)
    t.drag("ger-inf-294", RAIL)
    t.flip("ger-inf-75", 2)
    t.done("chit-supply")
    return t


def test_what_is_remembered_is_what_would_be_judged(
    table: HumanTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[int] = []

    def whole(
        self: Recall, record: Record, after: ChitRecord | None, rules: Hashable, judge: Callable[[], bool]
    ) -> None:
        judged.append(1)
        judge()

    of_many_offences(table)
    remembered = table.audited()
    monkeypatch.setattr(Recall, "judge", whole)
    assert table.audited().to_json() == remembered.to_json()
    assert sum(action.rules != () for action in remembered.shown) > 1
    assert judged
