"""SEED 渡口: ferry landing boxes."""

from __future__ import annotations

from tests.games.storm.rules.table import G, S, broken, do, said, table, under_fire
from toolkit.games.storm.rules import actions as a

UNITS = "b1@works a1@works f1@north_ferry f2@north_ferry t1@station r1@silo!"


def test_it_cannot_be_attacked() -> None:
    position = table(UNITS, german="bomber howitzer sharpshooter")
    assert said(position, a.Fire(G, ("b1",), "north_ferry")) == ("SEED 渡口1",)
    for card in ("bomber", "howitzer", "sharpshooter"):
        assert said(position, a.Play(G, card, "north_ferry")) == ("SEED 渡口1",)
    assert said(position, a.Play(G, "howitzer", "station")) == ()
    assert said(position, a.Fire(G, ("b1",), "station")) == ()


def test_nobody_moves_into_it() -> None:
    position = table("t1@station", actor=S)
    assert broken(position, a.Move(S, ("t1",), ("works", "north_ferry"))) == ("SEED 渡口2",)
    assert said(table(UNITS), a.Move(G, ("b1",), ("north_ferry",))) == ("SEED 渡口2",)


def test_nobody_retreats_into_it() -> None:
    position = under_fire(table("t1@works! r1@works f1@north_ferry"), "works", 2)
    assert "SEED 渡口2" in broken(position, a.Retreat(S, "t1", ("north_ferry",)))
    assert "SEED 渡口2" in broken(position, a.Drive(S, "r1", ("north_ferry",)))
    assert said(position, a.Retreat(S, "t1", ("station",))) == ()


def test_one_unit_at_a_time() -> None:
    position = table(UNITS, actor=S)
    assert said(position, a.Move(S, ("f1", "f2"), ("works",))) == ("SEED 渡口3",)
    do(position, a.Move(S, ("f1",), ("works",)))
    assert said(position, a.Move(S, ("f2",), ("works",))) == ("SEED 渡口3",)
    do(position, a.Pass(G))
    assert said(position, a.Move(S, ("f2",), ("works",))) == ()


def test_beyond_the_adjacent_area() -> None:
    """St-28."""
    onward = a.Move(S, ("f1",), ("works", "station"))
    units = "f1@north_ferry t1@station"
    assert said(table(units, actor=S), onward) == ()
    assert said(table(units, actor=S, reading="St-28=no"), onward) == ("SEED 渡口3",)
    assert said(table(units, actor=S, reading="St-28"), onward) == ("SEED 渡口3", "St-28")


def test_fire_out_of_it() -> None:
    """St-11."""
    shot = a.Fire(S, ("f1",), "works")
    assert said(table(UNITS, actor=S), shot) == ("SEED 攻擊1",)
    assert said(table(UNITS, actor=S, reading="St-11=yes"), shot) == ()
    assert said(table(UNITS, actor=S, reading="St-11"), shot) == ("SEED 攻擊1", "St-11")
