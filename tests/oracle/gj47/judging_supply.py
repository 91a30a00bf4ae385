"""Actions of chapters 11 to 14 judged: supply, forts, reinforcements."""

from __future__ import annotations

from tests.oracle.gj47 import ch03_basics as basics
from tests.oracle.gj47 import ch11_supply as supply
from tests.oracle.gj47 import ch12_reinforcements as reinforcements
from tests.oracle.gj47 import ch14_forts as forts
from tests.oracle.gj47.adapter import SIDES
from tests.oracle.gj47.case import Case, acting_side
from tests.oracle.gj47.ch13_headquarters import GONE, POOL, RAIL
from tests.oracle.gj47.judging_orders import void
from tests.oracle.gj47.world import SOVIET, State, fort, on_map
from toolkit.games.gj47.rules import actions as a
from toolkit.rules.kinds import by_kind


def attrition(case: Case, action: a.Attrition) -> list[str]:
    due = basics.unsupplied(case.world, case.state, SIDES[action.owner], case.r)
    lost = case.view.units(action.units)
    return [] if sorted(lost) == sorted(due) else ["11.1"]


def withdraw(case: Case, action: a.Withdraw) -> list[str]:
    if not 1 <= action.die <= 6:
        return ["11.2"]
    return supply.withdrawal(case.world, case.state, action.die, case.view.units(action.units), case.r)


def rail_transport(case: Case, action: a.RailTransport) -> list[str]:
    broken = ["11.3"] if len(set(action.units)) < len(action.units) else []
    for id in case.view.units(action.units):
        broken += supply.entrain(case.world, case.state, id, case.r)
    return broken


def build_fort(case: Case, action: a.BuildFort) -> list[str]:
    broken: list[str] = []
    built: list[str] = []
    state = case.state.copy()
    for h in (case.view.hex(number) for number in action.hexes):
        marker = fort(case.world, state, h) or next(
            (id for id, spot in sorted(state.where.items()) if spot == "spare"), None
        )
        if marker is None:
            broken.append("14.3(3)")
            marker = next(id for id, piece in case.world.pieces.items() if piece.kind == "fort")
        broken += forts.build(case.world, state, marker, h, case.r, built)
        forts.raise_level(state, marker, h)
        built.append(h)
    return broken


def reinforce(case: Case, action: a.Reinforce) -> list[str]:
    order = case.world.chits[case.position.command.chit].order
    broken = void(case)
    if order not in ("axis_reinforcement", "soviet_reinforcement"):
        broken += ["7.2(2)", "7.1(3)"]
    elif order == "soviet_reinforcement" and action.die is not None:
        broken.append("7.2(2)")
    elif order == "axis_reinforcement" and action.die not in range(1, 7):
        broken.append("12.3(1)")
    return broken


def _before_arrivals(case: Case) -> State:
    """Return the state with what has arrived under this chit back where it came from."""
    command = case.position.command
    before = case.state.copy()
    for number, box in zip(command.arrived, command.sources, strict=False):
        id = case.view.unit(number)
        before.where[id] = {"POOL": POOL, "RAIL": RAIL}.get(box.name, "waiting")
        soviet = case.world.pieces[id].side == SOVIET
        if case.world.pieces[id].kind == "hq" and box.name in ("WAITING", "ELIMINATED"):
            before.where[id] = f"track-{before.column}" if soviet else RAIL
        elif box.name == "ELIMINATED":
            before.where[id] = POOL if case.r["U-30"] != "none-return" else GONE
    return before


def _arrivals(case: Case, arriving: list[str], *, all_of_it: bool) -> list[str]:
    command = case.position.command
    before = _before_arrivals(case)
    if case.world.chits[command.chit].order == "axis_reinforcement":
        return reinforcements.axis_arrivals(
            case.world, before, command.die or 1, arriving, case.r, all_of_it=all_of_it
        )
    return reinforcements.soviet_arrivals(case.world, before, arriving, case.r, all_of_it=all_of_it)


def enter(case: Case, action: a.Enter) -> list[str]:
    id, h = case.view.unit(action.unit), case.view.hex(action.hex)
    if on_map(case.state, id) is not None:
        return ["12.0"]
    arriving = [*case.view.units(case.position.command.arrived), id]
    broken = _arrivals(case, arriving, all_of_it=False)
    piece, from_box = case.world.pieces[id], case.state.where[id] == RAIL
    lost_hq = piece.kind == "hq" and id in case.state.hq_lost
    if from_box and not lost_hq:
        broken += ["12.4"] if action.reduced != (id in case.state.reduced) else []
    elif action.reduced:
        broken.append("12.1(3)")
    return broken + reinforcements.place(case.world, case.state, id, h, case.r)


def end_reinforcement(case: Case, action: a.EndReinforcement) -> list[str]:
    command = case.position.command
    soviet = case.world.chits[command.chit].order == "soviet_reinforcement"
    column = case.position.turn.column
    if not soviet:
        return [] if action.column in (0, column) else ["12.2(4)", "12.2(3)"]
    if not command.arrived and _left_behind(case):
        return [] if action.column == column else ["12.2(4)"]
    if not command.arrived and action.column == column:
        return []
    return [] if action.column == min(column + 1, 10) else ["12.2(3)"]


def _left_behind(case: Case) -> list[str]:
    """12.2(1), 12.3(1): whether some of what is due was left behind although there was room."""
    owner = acting_side(case)
    short = _arrivals(case, case.view.units(case.position.command.arrived), all_of_it=True)
    if not short:
        return []
    state = case.state
    probe = next((id for id, piece in case.world.pieces.items() if piece.side == owner), None)
    heads = reinforcements.railheads(case.world, state, owner, case.r)
    room = probe is not None and any(
        not reinforcements.place(case.world, state, probe, h, case.r) for h in sorted(heads)
    )
    return short if room else []


CHECKS = by_kind(globals().values())
