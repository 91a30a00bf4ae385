"""U-49: Soviet reinforcements that found no room on the railway, and wait for the next chit.

Whether there was room depends on how lines and zones are read, so a position only keeps what the map looked
like when a reinforcement was over; here it is worked out, under one reading, who waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from toolkit.games.gj47.rules.arrivals import has_room
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase, Wave
from toolkit.games.gj47.rules.pools import classed, column_numbers, pool
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings, explore


def waiting(position: Position, rulings: Rulings) -> Mapping[str, int]:
    """Return how many Soviet units of each class wait because they found no room before."""
    if not position.waves or rulings.says("U-49", "owner-lost"):
        return {}
    carried: Counter[str] = Counter()
    for wave in position.waves:
        then = _as_it_stood(position, wave)
        carried.update(column_numbers(position, wave.column))
        carried.subtract(Counter(classed(position, unit, rulings) for unit in wave.arrived))
        if has_room(then, Owner.SOVIET, rulings):
            carried.clear()  # what could have been placed and was not is not waiting
            continue
        there = Counter(classed(position, unit, rulings) for unit in pool(then, Owner.SOVIET, rulings))
        carried = +Counter({name: min(count, there[name]) for name, count in carried.items()})
    return carried


def note_wave(position: Position) -> None:
    """Write down a Soviet reinforcement that is over, with the map as it is."""
    command = position.command
    came = zip(command.arrived, command.sources, strict=False)
    kinds = position.data.units
    arrived = tuple(
        u
        for u, source in came
        if source is Box.POOL or (source is Box.ELIMINATED and not kinds[u].headquarters)
    )
    numbers = Counter(column_numbers(position, position.turn.column))
    numbers.subtract(Counter(kinds[u].pool_type for u in arrived))
    reserve = {
        kind.pool_type
        for u, kind in enumerate(kinds)
        if kind.owner is Owner.SOVIET and position.box_of[u] in (Box.POOL, Box.ELIMINATED)
    }
    if not position.waves and not reserve.intersection(+numbers):
        return
    every, moving = position.control
    wave = Wave(
        position.turn.column,
        arrived,
        tuple(position.hex_of),
        tuple(position.box_of),
        tuple(sorted(position.forts.items())),
        (bytes(every.values()), bytes(moving.values())),
    )
    position.waves = (*position.waves, wave)
    if not any(answer.result for answer in explore(position.data.points, partial(waiting, position))):
        position.waves = ()


def _as_it_stood(position: Position, wave: Wave) -> Position:
    """Return the map at the end of a wave; kept with the position for as long as it lives."""
    key = ("wave", wave.column, len(wave.arrived), wave.hexes)
    found = position.memo.get(key)
    if isinstance(found, Position):
        return found
    then = Position(position.data)
    for unit, (h, box) in enumerate(zip(wave.hexes, wave.boxes, strict=True)):
        if h == OFF_MAP:
            then.send(unit, box)
        else:
            then.place(unit, h)
    then.forts.update(wave.forts)
    for held, owners in zip(then.control, wave.held, strict=True):
        held.update(zip(held, map(Owner, owners), strict=True))
    then.turn = replace(position.turn, phase=Phase.DRAW, command=None, column=wave.column)
    position.memo[key] = then
    return then
