"""What cards do to a fire."""

from __future__ import annotations

from typing import Any

from tests.games.storm.rules.table import G, S, do, rulings, said, table
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.position import Position

UNITS = "a1@house a2@house a3@house r4@silo! t1@station"


def points(position: Position) -> int:
    do(position, a.Roll((3, 4)))
    return 0 if position.toll is None else points_left(position.toll, rulings(position))


def fired(german: str = "", soviet: str = "", **more: Any) -> Position:
    return do(table(UNITS, german=german, soviet=soviet, **more), a.Fire(G, ("a1", "a2"), "silo"))


# Nine and seven against a spent four and a terrain of three.
PLAIN = 9 + 7 - 4 - 3


def test_without_a_card() -> None:
    assert points(fired()) == PLAIN


def test_a_stronger_fire() -> None:
    """CARD fire_bonus"""
    assert points(do(fired("guns"), a.Play(G, "guns"))) == PLAIN + 3
    position = do(table(UNITS, german="guns"), a.Play(G, "guns"), a.Fire(G, ("a1", "a2"), "silo"))
    assert points(position) == PLAIN + 3


def test_no_terrain() -> None:
    """CARD no_terrain"""
    assert points(do(fired("flames"), a.Play(G, "flames", paid=("a3",)))) == PLAIN + 3


def test_the_attacker_allots() -> None:
    """CARD attacker_allots"""
    position = do(fired("aimed"), a.Play(G, "aimed"), a.Roll((3, 4)))
    assert said(position, a.Eliminate(G, "r4")) == ()
    assert said(position, a.Eliminate(S, "r4")) == ("SEED 損傷1",)
    assert said(do(fired(), a.Roll((3, 4))), a.Eliminate(S, "r4")) == ()


def test_rubble() -> None:
    """CARD rubble"""
    assert points(do(fired(soviet="rubble"), a.Play(S, "rubble"))) == PLAIN - 3
    # Where the terrain is lost, twice nothing is nothing.
    assert points(do(fired(soviet="rubble", markers="silo:soviet"), a.Play(S, "rubble"))) == PLAIN + 3


def test_dug_in() -> None:
    """CARD dig_in"""
    assert points(do(fired(soviet="dug_in"), a.Play(S, "dug_in"))) == PLAIN - 3
    assert points(do(fired(soviet="dug_in", markers="silo:soviet"), a.Play(S, "dug_in"))) == PLAIN


def test_a_weaker_fire() -> None:
    """CARD weaken"""
    position = table("a1@house t1@silo t2@silo", actor=S, german="smoke")
    do(position, a.Fire(S, ("t1", "t2"), "house"), a.Play(G, "smoke"))
    # Eight and seven less four, against four and the German House.
    assert points(position) == 8 + 7 - 4 - 4 - 2


def test_cards_count_for_one_fire() -> None:
    position = do(fired("guns"), a.Play(G, "guns"), a.Roll((1, 1)))
    assert position.toll is not None
    position.toll = None
    do(position, a.Pass(S), a.Fire(G, ("a3",), "silo"))
    assert position.shot is not None
    assert position.shot.bonus == 0
