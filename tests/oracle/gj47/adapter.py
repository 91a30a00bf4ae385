"""The project's positions and actions, told in the words of this reading.

Only data types are taken from `toolkit.games.gj47.rules`: what a position holds and what an action states.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.gj47.ch03_basics import is_allied
from tests.oracle.gj47.ch13_headquarters import GONE, POOL, RAIL, price, track
from tests.oracle.gj47.world import AXIS, SOVIET, State, World
from tests.oracle.readings import Readings
from toolkit.games.gj47.rules.course import OFF_MAP, Battle, Box, Cause
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner

SIDES = {Owner.AXIS: AXIS, Owner.SOVIET: SOVIET}
OWNERS = {AXIS: Owner.AXIS, SOVIET: Owner.SOVIET}
BOXES = {
    Box.TRAY: "tray",
    Box.POOL: POOL,
    Box.RAIL: RAIL,
    Box.WITHDRAWN: "withdrawn",
    Box.ELIMINATED: GONE,
}


@dataclass(frozen=True)
class View:
    """A position of the project beside the world of this reading."""

    world: World
    position: Position

    def unit(self, number: int) -> str:
        return self.position.data.units[number].id

    def units(self, numbers: tuple[int, ...] | frozenset[int]) -> list[str]:
        return [self.unit(number) for number in numbers]

    def hex(self, number: int) -> str:
        return "off" if number == OFF_MAP else self.position.data.board.numbers[number]

    def state(self, r: Readings) -> State:
        """Return the position as this reading sees it: pools, control and points hang on unclear points."""
        position, world = self.position, self.world
        state = State(turn=position.turn.number, column=position.turn.column)
        for number, unit in enumerate(position.data.units):
            state.where[unit.id] = self._spot(number, r)
            if position.reduced[number] and position.box_of[number] is not Box.ELIMINATED:
                state.reduced.add(unit.id)
        self._forts(state)
        held = position.control[0 if r["U-33"] == "any-entry" else 1]
        state.control = {self.hex(h): SIDES[owner] for h, owner in held.items()}
        for loss in position.losses:
            id = self.unit(loss.unit)
            if loss.cause is not Cause.RETREAT or r["U-53"] == "yes":
                state.vp_lost += price(world, state, id, r)
                if world.pieces[id].kind == "hq":
                    state.hq_lost.add(id)
        command = position.turn.command
        if command is not None:
            state.retreated = set(self.units(command.retreats))
        return state

    def _spot(self, number: int, r: Readings) -> str:
        position = self.position
        if position.hex_of[number] != OFF_MAP:
            return self.hex(position.hex_of[number])
        box = position.box_of[number]
        if box is Box.WAITING:
            return track(position.column_of.get(number, position.turn.column))
        if box is Box.ELIMINATED:
            piece = self.world.pieces[self.unit(number)]
            if piece.kind == "hq":
                return self._lost_hq(number, r)
            back = r["U-30"]
            if back == "all-return" or (back == "soviet-return" and piece.side == SOVIET):
                return POOL
        return BOXES.get(box, str(box))

    def _lost_hq(self, number: int, r: Readings) -> str:
        """13.0(2): a lost headquarters waits in the rail box or beside the Soviet track (U-42, U-53)."""
        losses = [loss for loss in self.position.losses if loss.unit == number]
        piece = self.world.pieces[self.unit(number)]
        if not losses or (losses[-1].cause is Cause.RETREAT and r["U-53"] == "no"):
            return GONE
        if piece.side == SOVIET:
            return track(self.position.column_of.get(number, self.position.turn.column))
        return RAIL if not is_allied(piece) or r["U-42"] == "as-german" else GONE

    def _forts(self, state: State) -> None:
        markers = sorted(id for id, piece in self.world.pieces.items() if piece.kind == "fort")
        spare = self.position.turn.fort_markers
        for h, level in sorted(self.position.forts.items()):
            if markers:
                marker = markers.pop(0)
                state.where[marker] = self.hex(h)
                if level == 1:
                    state.reduced.add(marker)
        for marker in markers:
            state.where[marker] = "spare" if spare > 0 else "spent"
            spare -= 1

    def at_activation(self, state: State) -> State:
        """Return the state with every unit where it stood when the chit's headquarters was activated."""
        command = self.position.turn.command
        then = state.copy()
        if command is not None and command.hexes_then:
            for number, h in enumerate(command.hexes_then):
                if h != OFF_MAP:
                    then.where[self.unit(number)] = self.hex(h)
                elif self.position.hex_of[number] != OFF_MAP:
                    then.where[self.unit(number)] = "arrived later"
        return then

    def at_roll(self, state: State, battle: Battle) -> State:
        """Return the state of a battle's participants when its die was thrown."""
        then = state.copy()
        target = self.hex(battle.target)
        shown = dict(zip((*battle.attackers, *battle.defenders), battle.faces, strict=False))
        for id, spot in list(then.where.items()):
            if spot == target:
                then.where[id] = "elsewhere"
        for number, h in zip(battle.attackers, battle.origins, strict=False):
            then.where[self.unit(number)] = self.hex(h)
        for number in battle.defenders:
            then.where[self.unit(number)] = target
        for number, face in shown.items():
            (then.reduced.add if face else then.reduced.discard)(self.unit(number))
        if battle.fort:
            marker = sorted(id for id, piece in self.world.pieces.items() if piece.kind == "fort")[0]
            then.where[marker] = target
            (then.reduced.add if battle.fort == 1 else then.reduced.discard)(marker)
        then.retreated = set(self.units(battle.retreated_in))
        return then


@dataclass
class Facts:
    """What two positions must agree on, in words that both sides know."""

    where: dict[str, str] = field(default_factory=dict)
    reduced: set[str] = field(default_factory=set)
    control: dict[str, str] = field(default_factory=dict)
    forts: dict[str, int] = field(default_factory=dict)
    turn: int = 0
    column: int = 0
    vp_lost: int = 0
    retreated: set[str] = field(default_factory=set)


def facts(world: World, state: State) -> Facts:
    """Return the facts of a state.  Faces of pieces beside the map do not count, but in the rail box."""
    known = Facts(turn=state.turn, column=state.column, vp_lost=state.vp_lost, control=dict(state.control))
    for id, spot in state.where.items():
        piece = world.pieces.get(id)
        if piece is None:
            continue
        on = spot in world.board.terrain
        if piece.kind == "fort":
            if on:
                known.forts[spot] = 1 if id in state.reduced else 2
            continue
        known.where[id] = spot
        if id in state.reduced and piece.back is not None and (on or spot == RAIL):
            known.reduced.add(id)
    known.retreated = {id for id in state.retreated if state.where.get(id) in world.board.terrain}
    return known


def differences(one: Facts, other: Facts) -> list[str]:
    """Return in words where two sets of facts differ."""
    found = []
    for id in sorted(set(one.where) | set(other.where)):
        if one.where.get(id) != other.where.get(id):
            found.append(f"{id}: {one.where.get(id)} / {other.where.get(id)}")
    for name in ("reduced", "control", "forts", "turn", "column", "vp_lost", "retreated"):
        a, b = getattr(one, name), getattr(other, name)
        if a != b:
            if isinstance(a, dict):
                keys = sorted(k for k in set(a) | set(b) if a.get(k) != b.get(k))
                found += [f"{name} {k}: {a.get(k)} / {b.get(k)}" for k in keys]
            elif isinstance(a, set):
                found.append(f"{name}: {sorted(a - b)} / {sorted(b - a)}")
            else:
                found.append(f"{name}: {a} / {b}")
    return found
