"""Actions of chapters 4 to 9 and 16 judged: set-up, chits, activation, movement."""

from __future__ import annotations

from tests.oracle.gj47 import ch03_basics as basics
from tests.oracle.gj47 import ch04_setup as setup
from tests.oracle.gj47 import ch06_chits as chits
from tests.oracle.gj47 import ch08_activation as activation
from tests.oracle.gj47 import ch09_movement as movement
from tests.oracle.gj47.adapter import OWNERS, SIDES
from tests.oracle.gj47.case import Case, acting_of
from tests.oracle.gj47.world import AXIS, Where, World, on_map
from toolkit.games.gj47.rules import actions as a
from toolkit.rules.kinds import by_kind


def place(case: Case, action: a.Place) -> list[str]:
    id, h = case.view.unit(action.unit), case.view.hex(action.hex)
    # Units may change places until their player is done: who stands together counts only then.
    return setup.place_one(case.world, id, h, case.state, case.r)


def end_set_up(case: Case, action: a.EndSetUp) -> list[str]:
    owner = SIDES[action.owner]
    own = {id: p for id, p in case.world.pieces.items() if p.side == owner}
    trial = case.state.copy()
    trial.where = Where({id: spot for id, spot in trial.where.items() if id in own})
    return setup.setup(
        World(case.world.board, own, case.world.chits, case.world.numbers, case.world.register),
        trial,
        case.r,
        owner,
    )


def choose(case: Case, action: a.Choose) -> list[str]:
    turn = case.position.turn
    owner = SIDES[action.owner]
    chosen = [id for id in action.chits if case.world.chits[id].order != "supply"]
    if action.owner in turn.ready or (turn.free and turn.free in chosen):
        return ["6.1(1)"]
    frees: list[str | None] = [turn.free or None]
    if owner == AXIS and turn.number == 1 and not turn.free:
        frees += [id for id, chit in case.world.chits.items() if chit.side == AXIS and id not in chosen]
    answers = [chits.choice(case.world, turn.number, owner, chosen, case.r, free) for free in frees]
    return next((answer for answer in answers if not answer), answers[0])


def free_chit(case: Case, action: a.FreeChit) -> list[str]:
    turn = case.position.turn
    if turn.drawn or turn.free or action.chit not in case.world.chits:
        return ["16.0(1)"]
    broken = chits.free_chit(case.world, turn.number, AXIS, action.chit, case.r)
    if not broken and OWNERS[AXIS] in turn.ready and action.chit not in turn.cup:
        own = [id for id in turn.chosen if case.world.chits[id].side == AXIS]
        frees = [id for id, chit in case.world.chits.items() if chit.side == AXIS and id not in own]
        fit = [id for id in frees if not chits.wrong_groups(case.world, turn.number, AXIS, own, case.r, id)]
        full = not chits.wrong_groups(case.world, turn.number, AXIS, own, case.r)
        # Where no chit would fit into numbers that are not full the choice was wrong, and named as such.
        if (fit or full) and action.chit not in fit:
            broken = ["16.0(1)", "6.2(3)", "6.2(3)b"]
    return broken


def draw(case: Case, action: a.Draw) -> list[str]:
    return [] if action.chit in case.position.turn.cup else ["7.1(1)", "6.1(2)"]


def _in_play(case: Case) -> chits.Drawn:
    turn = case.position.turn
    command = case.position.command
    chosen = list(turn.chosen)
    if command.free:
        known = case.world.chits[command.chit]
        gone = known.hq is not None and on_map(case.state, known.hq) is None
        return chits.Drawn(gone, "13.0(3)" if gone else None)
    earlier = [id for id in turn.drawn if id not in (command.chit, turn.free)]
    free = turn.free if turn.free and turn.free not in chosen else None
    return chits.drawn(case.world, case.state, command.chit, chosen, earlier, case.r, free)


def set_aside(case: Case, _action: a.SetAside) -> list[str]:
    chit = case.world.chits[case.position.command.chit]
    return ["11.0"] if chit.order == "supply" else []


def void(case: Case) -> list[str]:
    drawn = _in_play(case)
    if not drawn.void:
        return []
    clause = drawn.clause or "6.2"
    return [clause, "6.2"] if clause.startswith("6.2") else [clause]


def activate(case: Case, action: a.Activate) -> list[str]:
    hq = case.view.unit(action.hq)
    chit = case.world.chits[case.position.command.chit]
    broken = void(case)
    if chit.order == "activate":
        if chit.hq != hq:
            broken.append("7.2(1)")
    elif chit.order == "stavka":
        used = {case.world.chits[id].hq for id in case.position.turn.drawn}
        broken += activation.stavka(case.world, case.state, hq, case.r, [id for id in used if id])
    else:
        broken += ["7.2", "7.1(3)"]
    if case.world.pieces[hq].kind != "hq":
        broken.append("8.1(1)")
    if on_map(case.state, hq) is None:
        broken.append("13.0(3)")
    germans = case.view.units(action.germans)
    if germans:
        broken += activation.germans(case.world, case.state, hq, germans, case.r)
    return broken


def move(case: Case, action: a.Move) -> list[str]:
    id, end = case.view.unit(action.unit), case.view.hex(action.end)
    hq, acting = acting_of(case)
    broken: list[str] = []
    if hq:
        then = case.view.at_activation(case.state)
        broken += activation.acts_without_leave(case.world, then, hq, acting, id, case.r)
    if action.unit in case.position.command.moved:
        broken.append("8.1(3)")
    if on_map(case.state, id) != case.view.hex(action.start):
        return [*broken, "9.1(2)"]
    if action.end == action.start:
        return broken  # dragged about and back: it stays where it was (9.1(2))
    if action.march:
        broken += movement.said_to_march(case.world, case.state, id, end, case.r)
    else:
        broken += movement.drag(case.world, case.state, id, end, case.r, explain=case.explain)
    if end != "off" and basics.overfills(case.world, case.state, id, end) and case.r["U-64"] == "each-move":
        broken += ["3.1(1)", "3.1(3)"]
    return broken


def end_movement(case: Case, _action: a.EndMovement) -> list[str]:
    full = []
    moved = case.view.units(case.position.command.moved)
    for id in moved:
        h = on_map(case.state, id)
        if h is not None and basics.over_full(case.world, case.state, h):
            full += ["3.1(1)", "3.1(3)"]
    return full


CHECKS = by_kind(globals().values())
