"""Corners of what units are in, what they did before, units that are carried, and cups."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.rules.declared.corners.scenes import Rules, cleared, phases, setups, told
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.chits import left
from toolkit.rules.declared.choices import ways
from toolkit.rules.declared.impulses import open_phase
from toolkit.rules.mechanisms.movement import Transport
from toolkit.rules.mechanisms.sequence import Chits, Doing, NotAfter, Weather
from toolkit.rules.mechanisms.status import Status
from toolkit.rules.mechanisms.tables import Dice

_DOINGS: tuple[Doing, ...] = ("arrive", "move", "attack", "retreat", "advance")


def changed(game: Rules) -> Iterator[object]:
    """Yield in every phase who can take on what, after what, what ends it and with which phase it ends."""
    start = game.begin(next(iter(setups(game))), {})
    words = [clause.rule.id for clause in start.rules.of(Status)]
    kinds = {(unit.side, unit.unit_class): unit.id for unit in start.units.values()}
    everywhere = {index for _, index in phases(start, "change")} | {i for _, i in phases(start, "fight")}
    for phase, word in [(phase, word) for phase in sorted(everywhere) for word in words]:
        for unit in kinds.values():
            for doing in (None, *_DOINGS):
                position = cleared(start, 1, phase)
                position.arrive(unit, next(iter(position.board.places)), 1)
                if doing is not None:
                    position.did(unit, doing)
                yield told(game, position, a.Change(unit, word))
                position.status[unit] = word
                position.did(unit, doing or "arrive")
                yield sorted(position.status)
        position = cleared(start, 1, phase)
        for unit in kinds.values():
            position.arrive(unit, next(iter(position.board.places)), 1)
            position.status[unit] = word
        for side in position.phase.sides:
            game.apply(position, a.End(side))
        yield sorted(position.status)


def carried(game: Rules) -> Iterator[object]:
    """Yield where units can be carried, one after the other, whatever the dice gave."""
    start = game.begin(next(iter(setups(game))), {})
    kinds = [kind for clause in start.rules.of(Weather) for kind in clause.rule.kinds]
    ports = [clause.rule.start for clause in start.rules.of(Transport)]
    for turn, phase in phases(start, "move") if ports else ():
        for kind, parity in product(kinds or [""], (0, 1, None)):
            position = cleared(start, turn, phase)
            position.weather[""] = frozenset({kind})
            port = sorted(position.board.chosen(ports[0]))[0]
            for index, place in enumerate(sorted(position.control)):
                # By turns, or all in the hands of the first.
                side = 0 if parity is None else (index + parity) % 2
                position.control[place] = position.rules.sides[side]
            own = [unit for unit in position.units if position.units[unit].side in position.phase.sides]
            for unit in own:
                position.arrive(unit, port, 1)
            for unit in own:
                yield ways(position, unit)
                far = [way for way in ways(position, unit).values() if not position.board.touch(port, way[0])]
                if far:
                    game.apply(position, a.Move(unit, far[0]))


def cups(game: Rules) -> Iterator[object]:
    """Yield what is left in each cup when one chit is drawn again and again."""
    start = game.begin(next(iter(setups(game))), {})
    for turn, phase in phases(start, "draw"):
        cup = {chit.id for clause in start.rules.of(Chits) for chit in clause.rule.chits}
        for chit in sorted(cup):
            position = start.copy()
            position.turn, position._phase = turn, phase
            open_phase(position)
            while not position.over and position.phase.id == start.rules.sequence.phases[phase].id:
                before = position.key()
                game.apply(position, a.Draw(chit))
                yield left(position), sorted(position.ended)
                for side in [side for side in position.phase.sides if side not in position.ended]:
                    game.apply(position, a.End(side))
                if position.key() == before:
                    break


def afterwards(game: Rules) -> Iterator[object]:
    """Yield who may move or attack in a phase after each thing that he did in each phase before."""
    start = game.begin(next(iter(setups(game))), {})
    if not start.rules.of(NotAfter):
        return
    acting = sorted({index for task in ("move", "fight") for _, index in phases(start, task)})
    kinds = {(unit.side, unit.unit_class): unit for unit in start.units.values()}
    board = start.board
    here = max(board.places, key=lambda place: len(board.neighbours[place]))
    near = board.neighbours[here][0]
    for unit, phase, doing in product(kinds.values(), acting, _DOINGS):
        enemy = next(other.id for other in start.units.values() if other.side != unit.side)
        for later in acting[acting.index(phase) :]:
            position = cleared(start, 2, later)
            position.arrive(unit.id, here, 1)
            position.arrive(enemy, near, 1)
            position.doings[unit.id] = frozenset({(start.rules.sequence.phases[phase].id, doing)})
            other = board.neighbours[here][-1]
            yield told(game, position, a.Move(unit.id, (other,)))
            yield told(game, position, a.Attack((unit.id,), (near,)))


def barred(game: Rules) -> Iterator[object]:
    """Yield who may move or attack in what he is in."""
    start = game.begin(next(iter(setups(game))), {})
    board = start.board
    here = max(board.places, key=lambda place: len(board.neighbours[place]))
    near, other = board.neighbours[here][0], board.neighbours[here][-1]
    kinds = {(unit.side, unit.unit_class): unit for unit in start.units.values()}
    for unit, clause in product(kinds.values(), start.rules.of(Status)):
        enemy = next(one.id for one in start.units.values() if one.side != unit.side)
        for task, action in (("move", a.Move(unit.id, (other,))), ("fight", a.Attack((unit.id,), (near,)))):
            for turn, phase in phases(start, task):
                position = cleared(start, turn, phase)
                position.arrive(unit.id, here, 1)
                position.arrive(enemy, near, 1)
                position.status[unit.id] = clause.rule.id
                yield told(game, position, action)


def dice(game: Rules) -> Iterator[object]:
    """Yield what every throw gives, for all that is rolled for."""
    start = game.begin(next(iter(setups(game))), {})
    for turn, phase in phases(start, "weather"):
        for clause in start.rules.of(Weather):
            thrown = Dice.of(clause.rule.dice)
            for shown in product(range(1, thrown.faces + 1), repeat=thrown.count):
                position = cleared(start, turn, phase)
                game.apply(position, a.Weather(position.phase.sides[0], shown, clause.rule.id))
                yield sorted(position.kinds)
