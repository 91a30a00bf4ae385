"""The bench: judges actions of the rules one after the other, carries them out, and writes down verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from toolkit.audit.actor import Actor, Known
from toolkit.audit.instead import Wording
from toolkit.audit.report import JudgedAction, Notice, Private, Segment, ShownStep, ShownTrail
from toolkit.games.gj47.audit.records import Drag, Moment
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.course import OFF_MAP, Move, Phase
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.game import apply, check
from toolkit.games.gj47.rules.judge import stepwise
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import enter
from toolkit.games.gj47.rules.sums import sum_of
from toolkit.games.gj47.rules.supply import owed
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import explore
from toolkit.rules.verdict import Outcome, Trail, Verdict

NOBODY = Actor(None, Known.INFERRED)
WEIGHT = {
    Outcome.LEGAL: 0,
    Outcome.UNVERIFIED: 1,
    Outcome.UNPROVABLE: 1,
    Outcome.UNCLEAR: 10,
    Outcome.ILLEGAL: 1000,
}
_MOST_NAMED = 4
LEGAL = Verdict(Outcome.LEGAL)


@dataclass(frozen=True, slots=True)
class Told:
    """How an action is shown.

    Attributes
    ----------
    steps : tuple of Moment
        Where the log shows it, the last one leading.
    kind : str
        ``"move"``, ``"retreat"`` …
    start, end : int
        Hexes; -1 for none.
    dice : tuple of int
        That were seen to be rolled for it; none where the die is guessed.
    """

    steps: tuple[Moment, ...]
    actor: Actor = NOBODY
    kind: str = "move"
    unit: int | None = None
    chit: str = ""
    start: int = OFF_MAP
    end: int = OFF_MAP
    via: tuple[int, ...] = ()
    detail: str = ""
    dice: tuple[int, ...] = ()
    private: Private | None = None


def as_move(drag: Drag) -> tuple[Move, Told]:
    """Return a drag over the map as the move that it looks like, and how that is shown."""
    start, end = drag.origin, drag.target
    return Move(drag.unit, start, end), Told((drag.at,), drag.actor, "move", drag.unit, start=start, end=end)


@dataclass(frozen=True, slots=True)
class Entry:
    """An action, how it is shown, and its verdict; a silent one is shown only where it is not legal.

    `others` holds the verdict for a side that does not see what the referee's rests on; `follows`: when the
    offence was done of which it is a consequence; `taken`: the way that the log shows.
    """

    action: Action
    told: Told
    verdict: Verdict
    silent: bool = False
    others: Mapping[str, Verdict] = field(default_factory=dict)
    follows: Moment | None = None
    taken: Trail | None = None


@dataclass(slots=True)
class Bench:
    """Judge, position and protocol of one game.

    Attributes
    ----------
    position : Position
        As the rules see the game; changed by every action.
    segment : Segment
        What actions belong to now.
    doubtful : set of int
        Hexes of which the log does not show who controls them.
    late : set of str
        Chits put into the cup on top of the turn's choice.
    unseen : tuple of str
        Beginnings of rule numbers whose facts the log does not show; they accuse nobody.
    dice_seen : bool
        Whether the game's dice are thrown in the log at all.
    dice_named : bool
        Whether each is thrown by the key of what it is for: nothing comes of a battle without one.
    hidden : bool
        Whether the log hides what was done with the chit before the one in play, or a part of it.
    kinds : mapping of str to str
        Box → its kind.
    """

    position: Position
    judged: list[JudgedAction] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    segment: Segment = field(default_factory=lambda: Segment(0, "", True))
    doubtful: set[int] = field(default_factory=set)
    late: set[str] = field(default_factory=set)
    unseen: tuple[str, ...] = ()
    dice_seen: bool = True
    dice_named: bool = False
    hidden: bool = False
    kinds: Mapping[str, str] = field(default_factory=dict)
    fast: FastCheck = field(init=False)

    def __post_init__(self) -> None:
        self.fast = FastCheck(self.position)

    def play_under(self, data: RulesData) -> None:
        """Go on under other house rules."""
        self.position.data = data
        self.position.memo.clear()
        self.position.listeners.clear()
        self.fast = FastCheck(self.position)

    # -- judging -----------------------------------------------------------------------------------

    def verdict(self, action: Action, position: Position | None = None) -> Verdict:
        """Judge an action in this position, or in a copy of it."""
        fast = self.fast if position is None else None
        found = self.proven(check(position or self.position, action, fast))
        if found.legal or not self.doubtful or not isinstance(action, _ON_CONTROL):
            return found
        return self._under_other_control(action, position or self.position, found)

    def _under_other_control(self, action: Action, position: Position, found: Verdict) -> Verdict:
        """Judge an action with towns in other hands whose holder the log does not show."""
        for owner in Owner:
            trial = position.copy()
            for held in trial.control:
                held.update(dict.fromkeys(self.doubtful & held.keys(), owner))
            if self.proven(check(trial, action)).legal:
                reason = f"depends on who controls towns, which the log does not show: {found.reason}"
                return replace(found, outcome=Outcome.UNPROVABLE, unclear=(), reason=reason)
        if isinstance(action, a.Attrition) and self._some_control_explains(action, position):
            reason = f"depends on who controls towns, which the log does not show: {found.reason}"
            return replace(found, outcome=Outcome.UNPROVABLE, unclear=(), reason=reason)
        return found

    def _some_control_explains(self, action: a.Attrition, position: Position) -> bool:
        """Return whether each unit may have owed its step, or not, with some towns in other hands."""
        least, most = (
            self._owing(action.owner, position, holder) for holder in (action.owner, action.owner.enemy)
        )
        return set.intersection(*least) <= set(action.units) <= set.union(*most)

    def _owing(self, owner: Owner, position: Position, holder: Owner) -> list[set[int]]:
        """Return who owes a step when one side holds all doubtful towns, for each reading."""
        trial = position.copy()
        for held in trial.control:
            held.update(dict.fromkeys(self.doubtful & held.keys(), holder))
        answers = explore(trial.data.points, lambda rulings: owed(trial, owner, rulings))
        return [set(answer.result) for answer in answers]

    def others(
        self, action: Action, verdict: Verdict, position: Position | None = None
    ) -> dict[str, Verdict]:
        """Return the verdict for the side that does not see the choice of chits which makes this one void.

        Whether a choice was right (6.2) shows when all chits are seen, and no side has seen the other's.
        """
        before = position or self.position
        command = before.turn.command
        owner = None if command is None else before.data.chits[command.chit].owner
        if _VOID not in verdict.rules or owner is None:
            return {}
        trial = before.copy()
        trial.turn = replace(trial.turn, ready=trial.turn.ready - {owner})
        return {owner.enemy.id: self.verdict(action, trial)}

    def proven(self, verdict: Verdict) -> Verdict:
        """Return a verdict without the rules whose facts the log does not show (`unseen`)."""
        if verdict.legal or not self.unseen:
            return verdict
        rules = tuple(rule for rule in verdict.rules if not rule.startswith(self.unseen))
        if rules == verdict.rules:
            return verdict
        return replace(verdict, rules=rules) if rules else LEGAL

    def do(
        self, action: Action, told: Told, *, silent: bool = False, verdict: Verdict | None = None
    ) -> Verdict:
        """Judge an action, carry it out, write it down; a silent one only where it is not legal."""
        found = self.verdict(action) if verdict is None else verdict
        others = self.others(action, found)
        taken = stepwise(self.position, action) if isinstance(action, Move) and not found.legal else None
        self.apply(action)
        self.note(Entry(action, told, found, silent, others, taken=taken))
        return found

    def apply(self, action: Action) -> None:
        """Carry an action out; towns entered are in known hands from then on."""
        apply(self.position, action)
        if self.doubtful:
            self.doubtful -= _entered(action)

    def note(self, entry: Entry) -> None:
        """Write a verdict down."""
        if (entry.verdict.legal and entry.silent) or entry.told.steps[-1].step == 0:
            # What was done before the log begins is judged by the log that shows it.
            return
        shown = self.shown(entry.told, entry.verdict)
        battle = sum_of(self.position, entry.action)
        taken = None if entry.taken is None else shown_trail(self.position, entry.taken)
        more = replace(shown, verdicts=entry.others, follows=entry.follows, sum=battle, taken=taken)
        self.judged.append(more)

    def shown(self, told: Told, verdict: Verdict) -> JudgedAction:
        """Return an action and its verdict as a report has them."""
        data = self.position.data
        kind = None if told.unit is None else data.units[told.unit]
        chit = data.chits.get(told.chit)
        name = kind.name or kind.id if kind is not None else chit.name if chit is not None else ""
        allowance = None
        if told.kind == "move" and told.unit is not None:
            allowance = self.position.allowance(told.unit)
        unit = kind.id if kind is not None else told.chit
        start, end, via = self.number(told.start), self.number(told.end), tuple(map(self.number, told.via))
        return JudgedAction.of(
            verdict,
            told.steps,
            Wording(told.kind, unit, name, start, end, via, told.detail),
            actor=self._who(told),
            segment=self.segment,
            allowance=allowance,
            trail=None if verdict.trail is None else shown_trail(self.position, verdict.trail),
            barrier=verdict.barrier if verdict.outcome is Outcome.ILLEGAL else None,
            dice=told.dice,
            private=told.private,
        )

    def _who(self, told: Told) -> Actor:
        """Return who did it: as the log says, else whose unit it is; only the Soviets have forts (2.9)."""
        if told.actor.side is not None:
            return told.actor
        if told.unit is not None:
            return Actor(self.position.data.units[told.unit].owner.id, Known.INFERRED)
        return Actor(Owner.SOVIET.id, Known.INFERRED) if told.kind == "fort" else told.actor

    def number(self, h: int) -> str:
        """Return the printed number of a hex, "" off the map."""
        return "" if h == OFF_MAP else self.position.data.board.numbers[h]

    def name(self, unit: int) -> str:
        """Return how people call a unit."""
        kind = self.position.data.units[unit]
        return kind.name or kind.id

    # -- phases ------------------------------------------------------------------------------------

    def enter(self, phase: Phase) -> None:
        """Go to a phase without judging how it came about."""
        if self.position.turn.phase is not phase:
            enter(self.position, phase)

    def notice(self, code: str, at: Moment, message: str, **data: object) -> None:
        """Write down something that is no offence."""
        self.notices.append(Notice(code, at.step, message, data, at.log))


_VOID = "6.2"
_ON_CONTROL = (
    a.Attrition, a.Withdraw, a.RailTransport, a.BuildFort, a.Enter, a.EndReinforcement, a.Retreat, a.EndTurn,
)  # fmt: skip


def _entered(action: Action) -> set[int]:
    """Return the hexes that an action's unit enters."""
    match action:
        case Move(end=end, via=via):
            return {end, *via}
        case a.Retreat(path=path) | a.Advance(path=path):
            return set(path)
        case a.Enter(hex=h):
            return {h}
        case _:
            return set()


def weight(verdicts: Iterable[Verdict]) -> int:
    """Return how much stands against a way to read what was done: 0 for what is legal throughout."""
    return sum(WEIGHT[verdict.outcome] for verdict in verdicts)


def mildest(
    candidates: Iterable[Callable[[float], tuple[int, list[Entry]]]],
    limit: int,
    equals: list[list[Entry]] | None = None,
    *,
    most: float = inf,
) -> tuple[list[Entry], bool]:
    """Return the entries of the reading with least against it, and whether all readings were tried.

    Parameters
    ----------
    candidates : iterable of callable
        Each plays one reading, at least until more stands against it than it is told.
    limit : int
        How many are tried.
    equals : list, optional
        Takes the later readings that have as much against them as the one returned.
    most : float, optional
        Readings with more against them count as none.
    """
    best: tuple[int, list[Entry]] | None = None
    others: list[list[Entry]] = []
    whole = True
    for count, candidate in enumerate(candidates):
        if count >= limit:
            whole = False
            break
        found = candidate(most if best is None else best[0])
        if found[0] > most:
            continue
        if best is None or found[0] < best[0]:
            best, others = found, []
        elif found[0] == best[0]:
            others.append(found[1])
        if best[0] == 0:
            break
    if equals is not None:
        equals += others
    return (best[1] if best is not None else []), whole


def named_too(entries: Sequence[Entry], equals: Iterable[Sequence[Entry]]) -> list[Entry]:
    """Add the rule that each equally simple reading breaks, where every one of them breaks a single one."""
    broken = _only_broken(entries)
    if broken is None:
        return list(entries)
    rules = list(broken.verdict.rules)
    for other in equals:
        found = _only_broken(other)
        if found is not None and found.verdict.rules[0] not in rules and len(rules) < _MOST_NAMED:
            rules.append(found.verdict.rules[0])
    changed = replace(broken, verdict=replace(broken.verdict, rules=tuple(rules)))
    return [changed if entry is broken else entry for entry in entries]


def _only_broken(entries: Sequence[Entry]) -> Entry | None:
    illegal = [entry for entry in entries if entry.verdict.outcome is Outcome.ILLEGAL]
    return illegal[0] if len(illegal) == 1 and illegal[0].verdict.rules else None


def without_proof(entries: Sequence[Entry], reason: str) -> list[Entry]:
    """Return entries whose accusations are taken back: the log leaves room for another reading."""
    return [
        replace(entry, verdict=replace(entry.verdict, outcome=Outcome.UNPROVABLE, unclear=(), reason=reason))
        if entry.verdict.outcome in (Outcome.ILLEGAL, Outcome.UNCLEAR)
        else entry
        for entry in entries
    ]


def shown_trail(position: Position, trail: Trail) -> ShownTrail:
    """Return a way in printed numbers and points."""
    numbers = position.data.board.numbers
    steps = tuple(ShownStep(numbers[s.hex], s.halves / 2, s.reasons) for s in trail.steps)
    return ShownTrail(steps, trail.halves / 2, trail.mode, trail.waived)
