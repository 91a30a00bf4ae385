"""The set of outcomes of loss points: by hand, and against every order of single legal losses."""

from __future__ import annotations

import random

import pytest

from tests.games.storm.rules.table import S, rulings, table, under_fire
from tests.oracle.storm.allotment import Allotment, Share, outcomes
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.choices import losses
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.game import apply, breaches
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.retreat import ways

SWITCHES = {
    "St-1": ("once", "again"), "St-2": ("eliminated", "not-offered"), "St-3": ("all", "as-wished"),
    "St-4": ("each", "together"), "St-14": ("yes", "no"), "St-15": ("equal", "own-first"),
    "St-17": ("on", "other"),
}  # fmt: skip


def found(position: Position) -> set[tuple[str, int]]:
    """Return the outcomes in short: ``"F>s@silo S>gone"`` and the points that are left."""
    every = outcomes(position, rulings(position))
    return {(" ".join(map(short, outcome.shares)), outcome.left) for outcome in every}


def short(share: Share) -> str:
    now = f"{'s' if share.spent else 'f'}@{share.area}" if share.area else "gone"
    return f"{'F' if share.was_fresh else 'S'}>{now}"


def closure(position: Position) -> set[Allotment]:
    """Return the outcomes by trying every order of single losses that the rules allow."""
    asked, ended, seen = rulings(position), set(), set()
    was_fresh = {unit: unit not in position.spent for unit in position.toll.pool} if position.toll else {}
    left = 0 if position.toll is None else max(0, points_left(position.toll, asked))
    waiting = [(position, left)]
    while waiting:
        now, left = waiting.pop()
        stopped = now.toll is None or left == 0 or not breaches(now, a.CloseLosses(now.toll.allotter), asked)
        if stopped:
            shares = (
                Share(fresh, unit in now.spent, now.where[unit] if now.on_map(unit) else "")
                for unit, fresh in was_fresh.items()
            )
            ended.add(Allotment(tuple(sorted(shares)), left))
        if now.toll is None or left == 0:
            continue
        for action in tries(now):
            if isinstance(action, a.CloseLosses) or breaches(now, action, asked):
                continue
            after = now.copy()
            apply(after, action)
            rest = left - (2 if isinstance(action, a.Drive) else 1)
            if isinstance(action, a.Eliminate):
                rest = left - (2 if action.unit in now.spent else 3)
            if (after.key(), rest) not in seen:
                seen.add((after.key(), rest))
                waiting.append((after, rest))
    return ended


def tries(position: Position) -> list[a.Action]:
    """Return losses of every unit, also of those that the players think finished."""
    assert position.toll is not None
    asked, side = rulings(position), position.toll.allotter
    tried = list(losses(position, asked))
    for unit in position.toll.pool:
        if position.on_map(unit):
            kind = a.Drive if unit not in position.spent else a.Retreat
            tried += [kind(side, unit, path, lost) for path, lost in ways(position, unit, asked)]
            tried += [a.Spend(side, unit), a.Eliminate(side, unit)]
    return list(dict.fromkeys(tried))


class TestByHand:
    # One way out of the Silo: the Marsh.
    ROUND = " a1@house a2@park b1@mamayev_kurgan b2@station"

    def test_one_point(self) -> None:
        assert found(hit("r2@silo r3@silo!", 1)) == {("S>s@silo F>s@silo", 0), ("S>s@marsh F>f@silo", 0)}

    def test_two_points(self) -> None:
        assert found(hit("r2@silo r3@silo!", 2)) == {
            ("S>s@marsh F>s@silo", 0),
            ("S>gone F>f@silo", 0),
            ("S>s@silo F>s@marsh", 0),
        }

    def test_more_than_they_can_take(self) -> None:
        assert found(hit("r3@silo!", 5)) == {("S>gone", 3), ("S>s@marsh", 4)}
        wished = {("S>gone", 3), ("S>s@marsh", 4), ("S>s@silo", 5)}
        assert found(hit("r3@silo!", 5, "St-3=as-wished")) == wished

    def test_the_same_unit_again(self) -> None:
        assert ("S>gone", 2) in found(hit("r3@silo!", 5, "St-1=again"))
        assert ("S>s@marsh", 4) not in found(hit("r3@silo!", 5, "St-1=again"))

    def test_nowhere_to_go(self) -> None:
        units = "r3@silo! i1@marsh"
        assert found(hit(units, 1)) == {("S>gone", 0)}
        assert found(hit(units, 1, "St-2=not-offered")) == {("S>s@silo", 1)}
        assert found(hit(units, 3)) == {("S>gone", 2), ("S>gone", 1)}

    def test_nothing_is_due(self) -> None:
        assert outcomes(table("r3@silo"), rulings(table("r3@silo"))) == frozenset()


def hit(units: str, count: int, reading: str = "", *, stacking: int = 10, held: str = "") -> Position:
    position = table(units + TestByHand.ROUND, reading=reading, stacking=stacking, held=held)
    return under_fire(position, "silo", count)


@pytest.mark.parametrize("seed", range(30))
def test_every_order_of_single_losses_leads_there(seed: int) -> None:
    """Random tables and readings; up to three units of few points, so that every order can be tried."""
    rng = random.Random(seed)
    reading = " ".join(f"{point}={rng.choice(values)}" for point, values in SWITCHES.items())
    hurt = rng.sample(("r1", "r2", "r4"), rng.randint(1, 3))
    units = [f"{unit}@silo{rng.choice(('', '!'))}" for unit in hurt]
    places = ("house", "park", "mamayev_kurgan", "marsh", "station", "works")
    beside = rng.sample(("a1", "a2", "b1", "b2", "i1", "c1"), 4) + rng.sample(("t1", "t2", "m1", "f1"), 3)
    units += [f"{unit}@{rng.choice(places)}" for unit in beside]
    held = " ".join(rng.sample(("house", "park", "-station", "marsh", "-works", "-park"), 2))
    position = table(" ".join(units), reading=reading, stacking=rng.choice((1, 2, 3)), held=held)
    under_fire(position, "silo", rng.randint(1, 5), allotter=S)
    assert outcomes(position, rulings(position)) == closure(position)
