# ruff: noqa: PLR0917
"""Chapters 5 to 7 and 16: the chits of a turn, the cup, what is drawn and what it does; the end of a turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tests.oracle.gj47 import book
from tests.oracle.gj47.world import AXIS, SOVIET, State, World, on_map
from tests.oracle.readings import Readings

CLAUSE = {"su_com": "6.2(1)", "soviet_special": "6.2(2)", "ger_com": "6.2(3)", "axis_rnf_com": "6.2(3)b"}


def counted(world: World, chosen: Collection[str]) -> dict[str, int]:
    groups: dict[str, int] = {}
    for id in chosen:
        group = world.chits[id].group
        groups[group] = groups.get(group, 0) + 1
    return groups


def wrong_groups(
    world: World, turn: int, owner: str, chosen: Collection[str], r: Readings, free: str | None = None
) -> set[str]:
    """Return the groups whose number a choice breaks (6.2).

    `chosen` are the chits for the cup without SUPPLY; `free` is the Axis chit of 16.0(1), not put in.
    """
    all_of_it = list(chosen)
    if free is not None and r["U-46"] in ("selected", "hq-only"):
        all_of_it.append(free)
    have = counted(world, all_of_it)
    wrong = {group for group in have if _owner_of(group) not in (owner, None)}
    limits = world.numbers[turn]
    for group in ("su_com",) if owner == SOVIET else ("ger_com", "axis_rnf_com"):
        number = have.get(group, 0)
        if group == "su_com" and r["U-07"] == "inside":
            number += have.get("soviet_special", 0)
        if number > limits[group] or (number < limits[group] and r["U-06"] == "exact"):
            wrong.add(group)
    if owner == SOVIET:
        special = have.get("soviet_special", 0)
        if special > 1 or (special == 0 and r["U-07"] == "compulsory"):
            wrong.add("soviet_special")
    return wrong


def _owner_of(group: str) -> str | None:
    return {"su_com": SOVIET, "soviet_special": SOVIET, "ger_com": AXIS, "axis_rnf_com": AXIS}.get(group)


def choice(
    world: World, turn: int, owner: str, chosen: Collection[str], r: Readings, free: str | None = None
) -> list[str]:
    """Return the broken clauses of a choice of chits."""
    broken = [CLAUSE[group] for group in sorted(wrong_groups(world, turn, owner, chosen, r, free))]
    if len(set(chosen)) != len(chosen) or any(world.chits[id].side not in (owner, None) for id in chosen):
        broken.append("6.1(1)")
    if free is not None:
        broken += free_chit(world, turn, owner, free, r)
    return broken


def free_chit(world: World, turn: int, owner: str, chit: str, r: Readings) -> list[str]:
    """16.0(1): one Axis chit, in the first turn, executed at once instead of the first draw."""
    known = world.chits[chit]
    wrong = turn != 1 or owner != AXIS or known.side != AXIS
    if r["U-46"] == "hq-only" and known.order != "activate":
        wrong = True
    return ["16.0(1)"] if wrong else []


@dataclass(frozen=True)
class Drawn:
    """A chit out of the cup: whether it has an effect, and the clause that voids it."""

    void: bool
    clause: str | None = None


def drawn(
    world: World,
    state: State,
    chit: str,
    chosen: Collection[str],
    earlier: Sequence[str],
    r: Readings,
    free: str | None = None,
) -> Drawn:
    """Say whether a drawn chit is void: a wrong choice (6.2), the pair of 7.2(3), an absent HQ (13.0(3))."""
    known = world.chits[chit]
    if known.order == "supply":
        return Drawn(False)
    owner = known.side or ""
    own = [id for id in chosen if world.chits[id].side == owner]
    special = [id for id in own if world.chits[id].group == "soviet_special"]
    if known.group == "soviet_special" and len(special) > 1:
        if any(world.chits[id].group == "soviet_special" for id in earlier):
            return Drawn(True, "7.2(3)")
    else:
        wrong = wrong_groups(world, state.turn, owner, own, r, free)
        if wrong and _void_by_choice(world, state, chit, wrong, earlier, r):
            return Drawn(True, CLAUSE.get(known.group, "6.2"))
    if known.hq is not None and on_map(state, known.hq) is None:
        return Drawn(True, "13.0(3)")
    return Drawn(False)


def _void_by_choice(
    world: World, state: State, chit: str, wrong: set[str], earlier: Sequence[str], r: Readings
) -> bool:
    known = world.chits[chit]
    reading = r["U-08"]
    if reading == "side":
        return True
    if known.group not in wrong:
        return False
    if reading == "group":
        return True
    used = sum(1 for id in earlier if world.chits[id].group == known.group)
    limit = world.numbers[state.turn].get(known.group, 1)
    return used >= limit


def turn_over(world: World, state: State, points: int) -> tuple[str | None, int]:
    """15.0(3), (4), 5.0(5): who has won at the end of a turn, and the number of the next."""
    if points >= book.VP_NEEDED:
        return AXIS, state.turn
    if state.turn >= book.TURNS:
        return SOVIET, state.turn
    return None, state.turn + 1
