"""What each action leaves behind: the position that the text asks for, under one reading."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.gj47 import ch03_basics as basics
from tests.oracle.gj47 import ch10_advance as advancing
from tests.oracle.gj47 import ch10_retreat as retreating
from tests.oracle.gj47 import ch14_forts as forts
from tests.oracle.gj47.adapter import SIDES, Facts, View, facts
from tests.oracle.gj47.ch06_chits import turn_over
from tests.oracle.gj47.ch11_supply import withdraw
from tests.oracle.gj47.ch13_headquarters import RAIL, lose, remove
from tests.oracle.gj47.ch15_victory import points
from tests.oracle.gj47.world import State, World, fort
from tests.oracle.readings import Readings
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.kinds import by_kind


def outcomes(world: World, position: Position, action: a.Action, r: Readings) -> Facts:
    """Return the facts of the position after a legal action."""
    view = View(world, position)
    state = view.state(r)
    EFFECTS.get(type(action), _nothing)(view, state, action, r)
    return facts(world, state)


def after(world: World, position: Position, r: Readings) -> Facts:
    """Return the facts of a position of the project."""
    return facts(world, View(world, position).state(r))


def _nothing(view: View, state: State, action: a.Action, r: Readings) -> None:
    return


def _place(view: View, state: State, action: a.Place, r: Readings) -> None:
    state.where[view.unit(action.unit)] = view.hex(action.hex)


def _move(view: View, state: State, action: a.Move, r: Readings) -> None:
    """3.4(2): towns on the way change hands; where the way is hidden only its ends are sure."""
    id = view.unit(action.unit)
    state.where[id] = view.hex(action.end)
    way = [view.hex(h) for h in (*action.via, action.end) if h != OFF_MAP]
    basics.pass_through(view.world, state, view.world.pieces[id].side, way)


def _lose(view: View, state: State, action: a.Lose, r: Readings) -> None:
    for id in view.units(action.units):
        lose(view.world, state, id, 1, r)
    marker = fort(view.world, state, view.hex(action.target))
    for _ in range(action.fort):
        if marker is None:
            break
        if marker in state.reduced:
            state.where[marker] = "spent"
            state.reduced.discard(marker)
            marker = None
        else:
            state.reduced.add(marker)


def _retreat(view: View, state: State, action: a.Retreat, r: Readings) -> None:
    id = view.unit(action.unit)
    way = [view.hex(h) for h in action.path]
    if action.eliminated:
        on = [h for h in way if h != "off"][:-1]
        if r["U-33"] == "any-entry":
            basics.pass_through(view.world, state, view.world.pieces[id].side, on)
        remove(view.world, state, id, r, retreating=True)
        return
    retreating.flee(view.world, state, id, way, r)


def _advance(view: View, state: State, action: a.Advance, r: Readings) -> None:
    advancing.go_forward(view.world, state, view.unit(action.unit), [view.hex(h) for h in action.path], r)


def _attrition(view: View, state: State, action: a.Attrition, r: Readings) -> None:
    for id in view.units(action.units):
        lose(view.world, state, id, 1, r)


def _withdraw(view: View, state: State, action: a.Withdraw, r: Readings) -> None:
    withdraw(state, view.units(action.units))


def _entrain(view: View, state: State, action: a.RailTransport, r: Readings) -> None:
    for id in view.units(action.units):
        state.where[id] = RAIL


def _build(view: View, state: State, action: a.BuildFort, r: Readings) -> None:
    for h in (view.hex(number) for number in action.hexes):
        marker = fort(view.world, state, h) or next(
            id for id, spot in sorted(state.where.items()) if spot == "spare"
        )
        forts.raise_level(state, marker, h)


def _enter(view: View, state: State, action: a.Enter, r: Readings) -> None:
    id, h = view.unit(action.unit), view.hex(action.hex)
    railed = state.where[id] == RAIL and not (view.world.pieces[id].kind == "hq" and id in state.hq_lost)
    if not railed:
        state.reduced.discard(id)
    state.where[id] = h
    if r["U-33"] == "any-entry":
        basics.pass_through(view.world, state, view.world.pieces[id].side, [h])


def _end_reinforcement(view: View, state: State, action: a.EndReinforcement, r: Readings) -> None:
    """12.2(3), (4): where the number stands afterwards is in the action; `judge` says whether it may."""
    if view.world.chits[view.position.command.chit].order == "soviet_reinforcement":
        state.column = action.column


def _end_command(view: View, state: State, action: a.EndCommand, r: Readings) -> None:
    state.retreated = set()


def _end_turn(view: View, state: State, action: a.EndTurn, r: Readings) -> None:
    """5.0(5), 15.0(3), (4): who has won stands in the action; the marker moves on while nobody has."""
    _, state.turn = turn_over(view.world, state, points(view.world, state, r))


EFFECTS: dict[type, Callable[[View, State, a.Action, Readings], None]] = by_kind(globals().values())

__all__ = ["SIDES", "after", "outcomes"]
