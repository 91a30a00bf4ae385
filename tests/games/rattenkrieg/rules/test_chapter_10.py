"""Chapter 10: hands, faces."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules.table import G, S, do, said, table
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.hands import hand_limit
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.rules.rulings import Rulings


def filling(**more: str) -> Position:
    settings = {"german": "4H", "soviet": "5H 9S", "deck": "AC 2C 3C 4C 5C", **more}
    position = table("71@airfield 13gds@soviet_rear", steps="13gds:2D", **settings)  # type: ignore[arg-type]
    position.phase = Phase.REPLENISHMENT
    return position


def test_10_1_up_to_the_limit() -> None:
    position = filling()
    assert said(position, a.Draw(G, ("AC", "2C"))) == ()
    assert said(position, a.Draw(G, ("AC", "2C", "3C"))) == ("10.1",)
    assert said(position, a.Draw(G, ("AC", "3C"))) == ("3.4",)
    assert said(position, a.Draw(G, ())) == ()


def test_10_1_laying_down() -> None:
    position = filling()
    assert said(position, a.Discard(G, ("4H",))) == ()
    assert said(position, a.Discard(S, ("2D",))) == ("10.1",)
    assert said(position, a.Discard(G, ("5H",))) == ("10.1",)
    assert said(position, a.Discard(G, ("4H", "4H"))) == ("10.1",)
    do(position, a.Discard(G, ("4H",)), a.Draw(G, ("AC", "2C")), a.Draw(G, ("3C",)))
    assert said(position, a.Discard(G, ("AC",))) == ("10.1",)
    assert said(position, a.Discard(S, ("5H",))) == ()


@pytest.mark.parametrize(
    ("reading", "expected"), [("", ("10.1",)), ("U51=any-order", ()), ("U51", ("10.1", "U51"))]
)
def test_10_1_who_comes_first(reading: str, expected: tuple[str, ...]) -> None:
    """U51."""
    position = do(filling(reading=reading), a.Draw(S, ("AC",)))
    assert said(position, a.Draw(G, ("2C",))) == expected
    assert said(position, a.Draw(S, ("2C",))) == ()
    position = do(filling(reading=reading), a.Discard(S, ("5H",)))
    assert said(position, a.Discard(G, ("4H",))) == expected


def test_10_2_mamayev_kurgan() -> None:
    position = filling()
    assert said(position, a.Draw(S, ("AC", "2C"))) == ()
    assert said(position, a.Draw(S, ("AC", "2C", "3C"))) == ("10.1",)
    position = filling(held="mamayev_kurgan")
    assert said(position, a.Draw(S, ("AC", "2C"))) == ("10.1",)
    assert said(position, a.Draw(G, ("AC", "2C", "3C"))) == ()
    assert [hand_limit(position, side, Rulings(position.data.points)) for side in (G, S)] == [4, 3]


def test_10_2_who_loses_the_hill_keeps_four() -> None:
    """U52."""
    position = filling(held="mamayev_kurgan", soviet="5H 9S 6S 7S")
    assert said(position, a.Draw(S, ("AC",))) == ("10.1",)
    assert said(position, a.EndTurn()) == ()


def test_10_3_all_face_up() -> None:
    position = filling(down="71 13gds")
    assert said(position, a.EndTurn()) == ("10.3",)
    do(position, a.FlipUp(("71",)))
    assert said(position, a.EndTurn()) == ("10.3",)
    do(position, a.FlipUp(("13gds",)), a.EndTurn())
    assert (position.turn, position.phase) == (2, Phase.REINFORCEMENT)
