"""What is done under a headquarters' chit and belongs to no move and no battle of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolkit.games.gj47.audit.bench import NOBODY, Bench, Entry, Told
from toolkit.games.gj47.audit.early import undergo
from toolkit.games.gj47.audit.records import (
    Aimed,
    BattleMarked,
    ChitRecord,
    Drag,
    Fact,
    FortSeen,
    Moment,
    Said,
    Thrown,
    Turned,
)
from toolkit.games.gj47.audit.strays import fort_given_up, lost_for_nothing
from toolkit.games.gj47.audit.tidying import net
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.start import BOXES
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Basis, Outcome, Verdict

_IN_BATTLE = ("loss", "convert")
"""What the module's keys write on a fort that suffers from a result."""
_PLACES = {
    "rail": ("rail box", ("5.0", "11.3"), "nobody goes into the rail box under a headquarters' chit"),
    "withdrawn": ("withdrawal", ("5.0", "11.2"), "nobody is withdrawn under a headquarters' chit"),
    "turn": ("withdrawal", ("5.0", "11.2"), "nobody is withdrawn under a headquarters' chit"),
}
_MOVED = Verdict(Outcome.ILLEGAL, ("14.3(1)",), (), "a fort does not move", Basis.RULES)
_BUILT = Verdict(
    Outcome.ILLEGAL, ("5.0", "11.4"), (), "no fort is built under a headquarters' chit", Basis.RULES
)


def settled(bench: Bench, record: ChitRecord, owner: Owner) -> ChitRecord:
    """Return a command without what belongs to none: that is judged here.  Advances come to their place."""
    facts = _after_the_enemy(bench, record.facts, owner, rolled=record.partial or not bench.dice_seen)
    if not bench.hidden:
        facts = _lost_before(bench, _misplaced(bench, facts), owner)
    return replace(record, facts=facts)


def _after_the_enemy(bench: Bench, facts: Sequence[Fact], owner: Owner, *, rolled: bool) -> list[Fact]:
    """Let units that advanced before the beaten enemy was dragged away come after it, once a die fell."""
    units, where = bench.position.data.units, dict(enumerate(bench.position.hex_of))
    delayed: dict[int, list[Fact]] = {}
    gone: set[int] = set()
    marked: dict[int, int] = {}
    for place, fact in enumerate(facts):
        rolled = rolled or isinstance(fact, Thrown)
        if isinstance(fact, BattleMarked):
            marked[fact.battle] = fact.hex
        if not isinstance(fact, Drag):
            continue
        if rolled and units[fact.unit].owner is owner and min(fact.origin, fact.target) >= 0:
            there = {u for u, h in where.items() if h == fact.target and units[u].owner is not owner}
            last = _last_to_leave(facts[place + 1 :], fact, there, marked)
            if last is not None:
                gone.add(id(fact))
                delayed.setdefault(id(last), []).append(replace(fact, at=last.at))
        where[fact.unit] = fact.target
    found: list[Fact] = []
    for fact in facts:
        found += [fact] if id(fact) not in gone else []
        found += delayed.get(id(fact), [])
    return found


def _last_to_leave(
    later: Sequence[Fact], entering: Drag, there: set[int], marked: Mapping[int, int]
) -> Drag | None:
    """Return the drag with which the last enemy leaves a hex, where all do and the unit stays until then.

    None where the die for that hex falls only after the unit went there; `marked`: battle → hex.
    """
    rest = set(there)
    for fact in later:
        if isinstance(fact, Thrown) and fact.count == 1 and marked.get(fact.battle) == entering.target:
            return None
        if not isinstance(fact, Drag) or not rest:
            continue
        if fact.unit == entering.unit:
            return None
        if fact.unit in rest and fact.target != entering.target:
            rest.discard(fact.unit)
            if not rest:
                return fact
    return None


def _misplaced(bench: Bench, facts: Sequence[Fact]) -> list[Fact]:
    """Judge forts that are built or moved, and units that are put into boxes, and leave them out."""
    stays = {id(fact) for fact in net(facts)}
    moved = _fort_moves(facts)
    rolled: Moment | None = None
    found: list[Fact] = []
    for fact in facts:
        if isinstance(fact, Thrown):
            rolled = rolled or fact.at
        if id(fact) in stays and isinstance(fact, FortSeen):
            if _fort(bench, fact, moved):
                continue
            if rolled is None and bench.dice_seen and fact.act not in _IN_BATTLE:
                fort_given_up(bench, fact)
                bench.position.set_fort(fact.hex, fact.after)
                continue
        if id(fact) in stays and isinstance(fact, Drag) and _boxed(bench, fact, rolled):
            continue
        found.append(fact)
    return found


def _lost_before(bench: Bench, facts: Sequence[Fact], owner: Owner) -> list[Fact]:
    """Judge steps lost before anything is seen of a battle, where movement goes on, and leave them out."""
    if not bench.dice_seen:
        return list(facts)
    stays = {id(fact) for fact in net(facts)}
    signs = (Thrown, BattleMarked, Aimed)
    first = next((fact.at for fact in facts if isinstance(fact, signs) or _declares(fact)), _NEVER)
    units, hexes = bench.position.data.units, bench.position.hex_of
    drags = [f for f in facts if isinstance(f, Drag) and min(f.origin, f.target) >= 0 and f.at < first]
    moves = [drag for drag in drags if units[drag.unit].owner is owner]
    peaceful = first is _NEVER and len(moves) == len(drags)
    found: list[Fact] = []
    for fact in facts:
        if not (isinstance(fact, Turned | Drag) and _costs(fact) and id(fact) in stays and fact.at < first):
            found.append(fact)
        elif any(move.at > fact.at and move.target != hexes[fact.unit] for move in moves) or (
            peaceful and not any(move.at > fact.at for move in moves)
        ):
            lost_for_nothing(bench, fact, "no battle had been fought")
            undergo(bench.position, fact)
        else:
            found.append(fact)
    return found


_NEVER = Moment(1 << 30, 0)


def _declares(fact: Fact) -> bool:
    return isinstance(fact, Said) and fact.what == "Declared" and fact.value not in ("", "0")


def _costs(fact: Turned | Drag) -> bool:
    """Return whether a unit loses a step, or is taken off the map."""
    return fact.reduced if isinstance(fact, Turned) else fact.origin >= 0 > fact.target


def _fort_moves(facts: Sequence[Fact]) -> set[tuple[Moment, str]]:
    """Return when forts went from one hex to another."""
    left = {(f.at, f.piece) for f in facts if isinstance(f, FortSeen) and not f.after}
    return left & {(f.at, f.piece) for f in facts if isinstance(f, FortSeen) and not f.before}


def _fort(bench: Bench, fact: FortSeen, moved: set[tuple[Moment, str]]) -> bool:
    went = (fact.at, fact.piece) in moved
    if fact.after > fact.before:
        told = Told((fact.at,), NOBODY, "fort", end=fact.hex)
        bench.note(Entry(a.BuildFort((fact.hex,)), told, _MOVED if went else _BUILT))
        bench.position.set_fort(fact.hex, fact.after)
        return True
    if went:
        bench.position.set_fort(fact.hex, 0)
    return went


def _boxed(bench: Bench, fact: Drag, rolled: Moment | None) -> bool:
    """Judge a division that goes into a box of the supply chit, unless a battle may have cost it."""
    position = bench.position
    unit = position.data.units[fact.unit]
    kind = bench.kinds.get(fact.target_box, "")
    if fact.origin < 0 or kind not in _PLACES or unit.headquarters or unit.owner is not Owner.AXIS:
        return False
    if rolled is not None and position.beside(Owner.SOVIET, fact.origin):
        return False
    name, rules, reason = _PLACES[kind]
    told = Told((fact.at,), fact.actor, name, fact.unit, start=fact.origin)
    verdict = Verdict(Outcome.ILLEGAL, rules, (), reason, Basis.RULES)
    bench.note(Entry(a.RailTransport((fact.unit,)), told, verdict))
    position.send(fact.unit, BOXES[kind])
    return True
