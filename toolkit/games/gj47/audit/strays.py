"""What is done in a combat segment and belongs to no battle of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from toolkit.games.gj47.audit.bench import NOBODY, Bench, Entry, Told, as_move
from toolkit.games.gj47.audit.records import Drag, FortSeen, Turned
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase
from toolkit.games.gj47.rules.pools import back_in_pool
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Basis, Verdict
from toolkit.rules.verdict import Outcome as Result

Effect = Turned | Drag | FortSeen

NO_RETURN: Mapping[Box, tuple[str, str]] = MappingProxyType(
    {
        Box.ELIMINATED: ("10.5(1)2", "a unit that was removed does not come back"),
        Box.WITHDRAWN: ("11.2(4)", "a division that was withdrawn does not come back"),
    }
)
"""Where units stay for good: the rule, and why."""
GIVEN_UP = ("14.3(2)", "a fort loses levels in a battle for its hex only")

_NOBODY: Mapping[int, Box] = MappingProxyType({})
_LATE = "combat had begun, and no battle of the log explains it"


def judge_stray(
    bench: Bench,
    stray: Effect,
    owner: Owner,
    *,
    exact: bool,
    alone: Collection[int] = (),
    gone: Mapping[int, Box] = _NOBODY,
) -> None:
    """Judge a unit that moved, or lost a step, although no battle asked for it.

    Parameters
    ----------
    stray : Turned, Drag or FortSeen
    owner : Owner
        Whose chit is in play.
    exact : bool
        Whether the log shows battles well enough to accuse by them.
    alone : collection of int
        Units that no battle can have cost a step.
    gone : mapping of int to Box
        Units that were out of the game for good before.
    """
    if isinstance(stray, FortSeen):
        if exact and not bench.hidden:
            fort_given_up(bench, stray)
        return
    if isinstance(stray, Drag) and _back_in_its_pool(bench, stray):
        bench.position.send(stray.unit, Box.POOL)
        return
    lost = isinstance(stray, Turned) or (isinstance(stray, Drag) and stray.origin >= 0 > stray.target)
    if lost and stray.unit in alone:
        lost_for_nothing(bench, stray)
    elif isinstance(stray, Drag) and stray.origin >= 0 and stray.target >= 0:
        action, told = as_move(stray)
        other = bench.position.data.units[stray.unit].owner is not owner
        if other:
            bench.enter(Phase.MOVEMENT)
            verdict = bench.verdict(action)
            bench.enter(Phase.COMBAT)
        else:
            verdict = bench.verdict(action)
        if (bench.hidden or not (exact or other)) and not verdict.legal:
            verdict = Verdict(Result.UNPROVABLE, verdict.rules, (), _LATE, verdict.basis)
        bench.note(Entry(action, told, verdict))
        bench.position.place(stray.unit, stray.target)
    else:
        kind = "loss" if isinstance(stray, Turned) or stray.target < 0 else "arrival"
        actor = stray.actor if isinstance(stray, Drag) else NOBODY
        start = bench.position.hex_of[stray.unit]
        end = stray.target if isinstance(stray, Drag) else -1
        told = Told((stray.at,), actor, kind, stray.unit, start=start, end=end)
        rules = _out_of_turn(bench, stray.unit) if end >= 0 and not bench.hidden else ()
        verdict = Verdict(Result.UNPROVABLE, (), (), "nothing in the log explains it")
        if rules:
            verdict = Verdict(Result.ILLEGAL, rules, (), "no unit arrives under a headquarters' chit")
        if end >= 0 and stray.unit in gone:
            rule, reason = NO_RETURN[gone[stray.unit]]
            verdict = Verdict(Result.ILLEGAL, (rule, *rules), (), reason, Basis.RULES)
        bench.judged.append(bench.shown(told, verdict))


def _back_in_its_pool(bench: Bench, drag: Drag) -> bool:
    """Return whether a lost unit is laid into the pool, where it counts anyway (U-30)."""
    position = bench.position
    lost = position.box_of[drag.unit] is Box.ELIMINATED and not position.data.units[drag.unit].headquarters
    pooled = drag.target < 0 and bench.kinds.get(drag.target_box) == "pool"
    return lost and pooled and back_in_pool(position, drag.unit, Rulings(position.data.points))


def fort_given_up(bench: Bench, fact: FortSeen) -> None:
    """Judge a fort that loses levels although no battle asks for it."""
    rule, reason = GIVEN_UP
    told = Told((fact.at,), NOBODY, "fort", end=fact.hex)
    bench.judged.append(bench.shown(told, Verdict(Result.ILLEGAL, (rule,), (), reason, Basis.RULES)))


def out_of_the_game(position: Position) -> dict[int, Box]:
    """Return the units that do not come back, and where they lie; lost headquarters do (13.0(2))."""
    return {
        unit: box
        for unit, box in enumerate(position.box_of)
        if box in NO_RETURN
        and position.hex_of[unit] == OFF_MAP
        and not position.data.units[unit].headquarters
    }


def without_enemies(position: Position) -> set[int]:
    """Return the units that have no enemy beside them, so that no battle can cost them a step."""
    found = set()
    for owner in Owner:
        taken = {*position.forts, *(position.hex_of[enemy] for enemy in position.on_map(owner.enemy))}
        near = {n for h in taken for n, _ in position.data.board.steps[h]}
        found |= {unit for unit in position.on_map(owner) if position.hex_of[unit] not in near}
    return found


def away_from(position: Position, targets: Sequence[int]) -> set[int]:
    """Return the units on the map that are neither in one of these hexes nor beside it."""
    near = {*targets, *(n for target in targets for n, _ in position.data.board.steps[target])}
    return {unit for unit, h in enumerate(position.hex_of) if h != OFF_MAP and h not in near}


def lost_for_nothing(
    bench: Bench,
    stray: Turned | Drag,
    reason: str = "no battle was fought beside it, and no result asks it for a step",
) -> None:
    """Judge a step that no battle can have cost."""
    told = Told((stray.at,), NOBODY, "loss", stray.unit, start=bench.position.hex_of[stray.unit])
    bench.judged.append(bench.shown(told, Verdict(Result.ILLEGAL, ("10.5(2)",), (), reason, Basis.RULES)))


def _out_of_turn(bench: Bench, unit: int) -> tuple[str, ...]:
    """Return what the arrival of a unit under a headquarters' chit breaks; () for one that may be put back.

    One that was taken off the map, or never put there, may be set right; one that waits for a reinforcement
    chit may not come without it.
    """
    position = bench.position
    chit = position.data.chits[position.command.chit]
    if chit.order not in ("activate", "stavka") or position.hex_of[unit] != OFF_MAP:
        return ()
    box = position.box_of[unit]
    if position.data.units[unit].headquarters:
        return ("5.0", "13.0(2)") if box in (Box.RAIL, Box.WAITING, Box.ELIMINATED) else ()
    return ("5.0", "12.0") if box in (Box.POOL, Box.RAIL) else ()
