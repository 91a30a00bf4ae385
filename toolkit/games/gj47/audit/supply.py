"""The supply chit: both sides' losses, withdrawal, rail box and fort, each as the log shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from toolkit.audit.actor import Actor, Known
from toolkit.games.gj47.audit.bench import LEGAL, NOBODY, Bench, Entry, Told, as_move, mildest, weight
from toolkit.games.gj47.audit.records import ChitRecord, Drag, Fact, FortSeen, Moment, Thrown, Turned
from toolkit.games.gj47.audit.tidying import net
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.game import apply
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import end_chit, enter
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome, Verdict

STEPS = (Phase.SUPPLY_SOVIET, Phase.SUPPLY_AXIS, Phase.WITHDRAWAL, Phase.RAIL_BOX, Phase.FORT)
_SOVIET = (Phase.SUPPLY_SOVIET, Phase.FORT)
_WITHDRAWN = ("withdrawn", "turn")
_CUT = "the log shows a part of this step only"


@dataclass(slots=True)
class _Part:
    """What was done in one of the five steps."""

    phase: Phase
    units: list[int] = field(default_factory=list)
    hexes: list[int] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    actor: Actor = NOBODY

    @property
    def who(self) -> Actor:
        """Who did it: as the log says, else the side whose step it is."""
        owner = Owner.SOVIET if self.phase in _SOVIET else Owner.AXIS
        return self.actor if self.actor.side is not None else Actor(owner.id, Known.INFERRED)

    def add(self, at: Moment, unit: int | None = None, actor: Actor | None = None) -> None:
        self.moments.append(at)
        if unit is not None:
            self.units.append(unit)
        if actor is not None:
            self.actor = actor


@dataclass(slots=True)
class _Parts:
    parts: dict[Phase, _Part] = field(default_factory=lambda: {phase: _Part(phase) for phase in STEPS})
    headquarters: list[Drag] = field(default_factory=list)
    strays: list[Drag] = field(default_factory=list)


def judge_supply(bench: Bench, record: ChitRecord) -> None:
    """Judge what was done when the supply chit was drawn."""
    parts = _sorted(bench, net(record.facts))
    # A headquarters in the rail box went there by choice, or because it was lost for want of supply.
    choices = [parts.headquarters, []] if parts.headquarters else [[]]
    # Both players are at it at once, and faces are turned late: the chart's order counts as well, where only
    # what players choose has to come in turn.
    plans = [
        partial(_play, bench, record, parts, chosen, charted=charted)
        for charted in (False, True)
        for chosen in choices
    ]
    entries, _ = mildest(plans, len(plans))
    for entry in entries:
        _apply(bench, entry)
    for stray in parts.strays:
        _stray(bench, stray)
    end_chit(bench.position)


def _sorted(bench: Bench, facts: Iterable[Fact]) -> _Parts:
    found = _Parts()
    units = bench.position.data.units
    left: dict[int, int] = {}
    for fact in facts:
        match fact:
            case Turned(reduced=True):
                phase = STEPS[0] if units[fact.unit].owner is Owner.SOVIET else STEPS[1]
                found.parts[phase].add(fact.at, fact.unit)
                left[fact.unit] = 1
            case Drag():
                _dragged(bench, found, fact, left)
            case Thrown(what=what) if what in ("withdrawal", ""):
                found.parts[Phase.WITHDRAWAL].dice.append(fact.value)
                found.parts[Phase.WITHDRAWAL].add(fact.at)
            case FortSeen() if fact.after > fact.before:
                for _ in range(fact.after - fact.before):
                    found.parts[Phase.FORT].hexes.append(fact.hex)
                found.parts[Phase.FORT].add(fact.at)
            case _:
                continue
    return found


def _dragged(bench: Bench, found: _Parts, fact: Drag, left: dict[int, int]) -> None:
    kind = bench.kinds.get(fact.target_box, "")
    unit = bench.position.data.units[fact.unit]
    origin = bench.kinds.get(fact.origin_box, "")
    if fact.target >= 0:
        if fact.origin >= 0:
            found.strays.append(fact)
        return
    # Who is taken off the map in the end was only set down on the way.
    found.strays[:] = [stray for stray in found.strays if stray.unit != fact.unit]
    if kind in _WITHDRAWN and (fact.origin >= 0 or origin in ("rail", "pool")):
        found.parts[Phase.WITHDRAWAL].add(fact.at, fact.unit, fact.actor)
    elif fact.origin < 0 and kind == "rail" and origin != "rail":
        found.parts[Phase.RAIL_BOX].add(fact.at, fact.unit, fact.actor)
    elif fact.origin < 0:
        return
    elif kind == "rail" and (fact.loss != "supply" or not unit.headquarters):
        if unit.headquarters:
            found.headquarters.append(fact)
        else:
            found.parts[Phase.RAIL_BOX].add(fact.at, fact.unit, fact.actor)
    else:
        phase = STEPS[0] if unit.owner is Owner.SOVIET else STEPS[1]
        steps = left.get(fact.unit, 2 if unit.steps > 1 and not bench.position.reduced[fact.unit] else 1)
        for _ in range(steps):
            found.parts[phase].add(fact.at, fact.unit, fact.actor)


def _play(
    bench: Bench, record: ChitRecord, parts: _Parts, chosen: Sequence[Drag], _within: float, *, charted: bool
) -> tuple[int, list[Entry]]:
    """Play the steps in the order of the log, or of the chart.

    By the chart a loss may be turned late; whose supply comes first still counts (11.1(1)), and so does the
    order of what players choose: withdrawal, rail box, fort (11.0).
    """
    trial = bench.position.copy()
    entries: list[Entry] = []
    lost = [drag for drag in parts.headquarters if drag not in chosen]
    rail = [drag.unit for drag in chosen]
    for phase in _order(parts, _LOSSES if charted else STEPS):
        part = parts.parts[phase]
        units = list(part.units)
        moments = list(part.moments)
        if phase is Phase.RAIL_BOX:
            units += rail
            moments += [drag.at for drag in chosen]
        if phase is Phase.SUPPLY_AXIS:
            units += [drag.unit for drag in lost]
            moments += [drag.at for drag in lost]
        due = _pending(parts, phase, _among(phase) if charted else STEPS)
        best: tuple[int, Action, Verdict] | None = None
        for action in _actions(bench, part, units):
            enter(trial, due)
            verdict = bench.verdict(action, trial)
            if (record.partial or not record.over) and not (units or part.hexes):
                # It may have been done before the log begins, or may be after it ends.
                verdict = LEGAL
            elif (record.partial or not record.over) and not verdict.legal:
                verdict = Verdict(Outcome.UNPROVABLE, verdict.rules, (), _CUT, verdict.basis)
            if best is None or weight([verdict]) < best[0]:
                best = (weight([verdict]), action, verdict)
        if best is None:
            continue
        if phase is Phase.SUPPLY_SOVIET and not moments and parts.parts[Phase.SUPPLY_AXIS].moments:
            best = (*best[:2], _left_out(best[2]))
        told = Told(
            tuple(sorted(moments)) or (record.facts[-1].at if record.facts else record.begin,),
            part.who, _NAMES[phase], units[0] if len(units) == 1 else None,
            end=part.hexes[0] if part.hexes else -1, detail=_detail(bench, part, units),
            dice=tuple(part.dice[-1:]),
        )  # fmt: skip
        silent = not moments
        entries.append(Entry(best[1], told, best[2], silent))
        enter(trial, phase)
        _carry_out(trial, best[1])
    return weight(entry.verdict for entry in entries), entries


def _left_out(verdict: Verdict) -> Verdict:
    """Name 11.1(1) as well where the Soviets owed steps and the Axis took its own instead."""
    if verdict.outcome is not Outcome.ILLEGAL or _ORDER in verdict.rules:
        return verdict
    return replace(verdict, rules=(*verdict.rules, _ORDER))


_ORDER = "11.1(1)"
_LOSSES = STEPS[:2]
"""The steps in which nobody chooses anything."""
_NAMES = {
    Phase.SUPPLY_SOVIET: "supply",
    Phase.SUPPLY_AXIS: "supply",
    Phase.WITHDRAWAL: "withdrawal",
    Phase.RAIL_BOX: "rail box",
    Phase.FORT: "fort",
}


def _detail(bench: Bench, part: _Part, units: Sequence[int]) -> str:
    dice = f"die {part.dice[-1]}; " if part.dice else ""
    return dice + ", ".join(bench.name(unit) for unit in units)


def _order(parts: _Parts, asked: Sequence[Phase]) -> list[Phase]:
    """Return the steps in the order of the log where those `asked` follow each other, else of the rules."""
    order = list(STEPS)
    for place, phase in enumerate(asked):
        for later in asked[place + 1 :]:
            if _wholly_before(parts.parts[later].moments, parts.parts[phase].moments):
                order.remove(later)
                order.insert(order.index(phase), later)
    return order


def _wholly_before(one: Sequence[Moment], other: Sequence[Moment]) -> bool:
    return bool(one) and bool(other) and max(one) < min(other)


def _among(phase: Phase) -> Sequence[Phase]:
    """Return the steps of the same kind: losses, or what players choose."""
    return _LOSSES if phase in _LOSSES else STEPS[len(_LOSSES) :]


def _pending(parts: _Parts, phase: Phase, asked: Sequence[Phase]) -> Phase:
    """Return the step that was due when a step was taken: an earlier one where that came later in the log."""
    moments = parts.parts[phase].moments
    for earlier in asked[: asked.index(phase)]:
        other = parts.parts[earlier].moments
        if _wholly_before(moments, other):
            return earlier
    return phase


def _actions(bench: Bench, part: _Part, units: list[int]) -> list[Action]:
    match part.phase:
        case Phase.SUPPLY_SOVIET:
            return [a.Attrition(Owner.SOVIET, tuple(units))]
        case Phase.SUPPLY_AXIS:
            return [a.Attrition(Owner.AXIS, tuple(units))]
        case Phase.WITHDRAWAL:
            dice = part.dice or ([0] if bench.dice_seen else [1, 2, 3, 4, 5, 6])
            return [a.Withdraw(die, tuple(units)) for die in dict.fromkeys(dice)]
        case Phase.RAIL_BOX:
            return [a.RailTransport(tuple(units))]
        case _:
            return [a.BuildFort(tuple(part.hexes))]


def _apply(bench: Bench, entry: Entry) -> None:
    action = entry.action
    bench.enter(_phase_of(action))
    _carry_out(bench.position, action)
    bench.note(entry)


def _phase_of(action: Action) -> Phase:
    """Return the step of the supply chit in which an action is done."""
    match action:
        case a.Attrition(owner=Owner.SOVIET):
            return Phase.SUPPLY_SOVIET
        case a.Attrition():
            return Phase.SUPPLY_AXIS
        case a.Withdraw():
            return Phase.WITHDRAWAL
        case a.RailTransport():
            return Phase.RAIL_BOX
        case _:
            return Phase.FORT


def _carry_out(position: Position, action: Action) -> None:
    """Carry a step out; the chit stays in play whatever the step."""
    command = position.turn.command
    apply(position, action)
    if position.turn.command is None:
        position.set_command(command)


def _stray(bench: Bench, stray: Drag) -> None:
    action, told = as_move(stray)
    bench.enter(Phase.FORT)
    bench.note(Entry(action, told, bench.verdict(action)))
    bench.position.place(stray.unit, stray.target)
