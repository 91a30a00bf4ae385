"""The fast lines of communication and the plain ones of ``line_oracle`` agree, hex by hex."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.games.gj47.rules.country import points
from tests.games.gj47.rules.line_oracle import Situation
from tests.games.gj47.rules.worlds import random_world
from toolkit.games.gj47.rules import lines
from toolkit.games.gj47.rules.line_lengths import line_lengths
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.railway import rail_line
from toolkit.games.gj47.rules.readings import LINES, reading_of, settle
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings, explore

SIDES = {Owner.AXIS: "axis", Owner.SOVIET: "soviet"}
OPEN = ("U-15", "U-22", "U-37", "U-56", "U-66", "U-34")


def situation(seed: int, pieces: int = 6) -> tuple[Position, Situation]:
    """Return a random world with sources, towns and forts, for the engine and for the oracle."""
    world = random_world(seed, 10, 9, pieces)
    rng = random.Random(seed)
    for piece in world.pieces:
        if piece.side == "axis" and rng.random() < 0.4:
            piece.name += " ally"
    land = [h for h, kind in enumerate(world.terrain) if kind != "sea"]
    railway = [h for h in land if any("rail" in world.on(h, n) for n in world.around(h))]
    sources = {side: set(rng.sample(railway, 2) + rng.sample(land, 1)) for side in SIDES.values()}
    towns = set(rng.sample(land, 6)) | {h for h in land if world.terrain[h] == "city"}
    data = world.data()
    units = tuple(
        replace(
            unit, nationality="romanian" if "ally" in unit.name else "german" if not unit.owner else "soviet"
        )
        for unit in data.units
    )
    board = replace(
        data.board, towns=frozenset(towns), sources=(frozenset(sources["axis"]), frozenset(sources["soviet"]))
    )
    position = Position(replace(data, board=board, units=units, points=points(opened=OPEN)))
    for unit, piece in enumerate(world.pieces):
        position.place(unit, piece.where)
    held = {}
    for town in towns:
        owner = rng.choice(list(Owner))
        for part in position.control:
            part[town] = owner
        held[town] = SIDES[owner]
    for h in rng.sample(land, 3):
        if not position.present[Owner.AXIS][h]:
            position.forts[h] = 1
    where = {side: {p.where for p in world.pieces if p.side == side} for side in SIDES.values()}
    return position, Situation(world, where, held, set(position.forts), sources)


def houses() -> list[Mapping[str, str]]:
    """Return every combination of the points that lines depend on."""
    names = list(LINES)
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*LINES.values())]


@pytest.mark.parametrize("seed", range(12))
def test_3_3_whole_maps(seed: int) -> None:
    """3.3: reach, length and the railway for arrivals, under random readings."""
    position, plain = situation(seed)
    rulings = Rulings(position.data.points)
    for house in random.Random(seed).sample(houses(), 4):
        reading = reading_of({point: (value,) for point, value in house.items()}, strict=True)
        for owner, side in SIDES.items():
            found = lines.counts(position, owner, reading, rulings)
            assert {h for h, count in enumerate(found) if count != lines.NO_LINE} == plain.reached(
                side, house
            )
            lengths = line_lengths(position, owner, reading, rulings)
            wanted = plain.lengths(side, house, limited=owner is Owner.AXIS)
            assert {h: n for h, n in enumerate(lengths) if n != lines.NO_LINE} == wanted
            railway = rail_line(position, owner, reading, rulings)
            assert {h for h, mark in enumerate(railway) if mark} == plain.by_rail(side, house)


@pytest.mark.parametrize("seed", range(6))
def test_3_3_units_under_open_points(seed: int) -> None:
    """3.3: what is found for each unit while points are open is what all their combinations together give."""
    position, plain = situation(100 + seed, pieces=10)
    opened = random.Random(seed).sample(OPEN, 3)
    settled = {point: values[0] for point, values in points().values.items() if point not in opened}
    match = position.data.points.fixed({point: settled[point] for point in settled})
    combinations = [house for house in houses() if all(settled.get(p, v) == v for p, v in house.items())]
    reached = {
        (side, ally): [(house, plain.reached(side, house, ally=ally)) for house in combinations]
        for side, ally in (("axis", False), ("axis", True), ("soviet", False))
    }
    for unit, kind in enumerate(position.data.units):
        h = position.hex_of[unit]
        plainly = [(house, h in found) for house, found in reached[SIDES[kind.owner], kind.allied]]
        wanted = {result for _, result in plainly}
        answers = explore(match, lambda rulings, unit=unit: lines.has_line(position, unit, rulings))
        assert {answer.result for answer in answers} == wanted
        for answer in answers:
            agreeing = {result for house, result in plainly if answer.rulings.items() <= house.items()}
            assert agreeing == {answer.result}
        assert len(wanted) == 2 or len(answers) == 1, "a point was asked for that decides nothing"


@pytest.mark.parametrize("seed", range(4))
def test_3_3_nothing_goes_stale(seed: int) -> None:
    """3.3: after moves, fallen forts and lost towns the answers are those of a fresh position."""
    position, _ = situation(200 + seed)
    rng = random.Random(seed)
    rulings = Rulings(position.data.points.settled())
    land = [h for h, row in enumerate(position.data.board.terrain) if row != 4]
    for _ in range(25):
        what = rng.randrange(4)
        if what == 0:
            position.place(rng.randrange(len(position.hex_of)), rng.choice(land))
        elif what == 1:
            position.take_control(rng.choice(list(Owner)), rng.choice(land), moving=rng.random() < 0.5)
        elif what == 2:
            position.forts[rng.choice(land)] = 1
        elif position.forts:
            position.forts.pop(rng.choice(list(position.forts)))
        for owner in Owner:
            copy = position.copy()
            for h in land:
                known = lines.reaches(position, owner, h, rulings)
                assert known == lines.reaches(copy, owner, h, rulings)
            question = lambda reading, p, o=owner: rail_line(p, o, reading, rulings)  # noqa: E731
            fresh = position.copy()
            assert settle(rulings, lambda r, q=question: q(r, position)) == settle(
                rulings, lambda r, q=question, f=fresh: q(r, f)
            )
