"""Whose hand a seat's is."""

from __future__ import annotations

import pytest

from toolkit.audit.actor import SOLITAIRE, Actor, Known, hand_of


@pytest.mark.parametrize(
    ("seat", "side"),
    [("German", "german"), ("Referee", "Referee"), (SOLITAIRE, None), (None, None)],
)
def test_who_plays_alone_has_no_sides_hand(seat: str | None, side: str | None) -> None:
    assert hand_of(seat, {"German": "german"}) == Actor(side, Known.LOGGED)
