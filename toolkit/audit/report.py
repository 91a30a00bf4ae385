"""The result of an audit: verdicts, notices and what could not be read, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Required, TypedDict, Unpack

from toolkit.audit.actor import Actor
from toolkit.audit.instead import Wording
from toolkit.audit.ledger import Sums
from toolkit.diagnostics import Finding
from toolkit.rules.sums import Sum
from toolkit.rules.verdict import Barrier, Basis, Outcome, Verdict

if TYPE_CHECKING:
    from toolkit.vassal.table import Table

FORMAT = "toolkit-audit"
VERSION = 4

_NOTHING: Mapping[str, object] = MappingProxyType({})
_NO_VERDICTS: Mapping[str, Verdict] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of a trail in printed numbers and points."""

    hex: str
    cost: float
    reasons: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {"hex": self.hex, "cost": _number(self.cost), "reasons": list(self.reasons)}


@dataclass(frozen=True, slots=True)
class ShownTrail:
    """A way with its prices.

    Attributes
    ----------
    mode, waived
        As in `toolkit.rules.verdict.Trail`; of a way taken the mode is ``"taken"``.
    allowance : float or None
        What the unit had, where the action does not say it.
    """

    steps: tuple[ShownStep, ...]
    cost: float
    mode: str
    waived: tuple[str, ...] = ()
    allowance: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "mode": self.mode,
            "cost": _number(self.cost),
            "waived": list(self.waived),
            "steps": [step.to_json() for step in self.steps],
        }


@dataclass(frozen=True, slots=True)
class Segment:
    """The movement segment an action belongs to.

    Attributes
    ----------
    number : int
        One-based, in the order of the log.
    label : str
        The chit, where the log shows it.
    inferred : bool
        Whether its bounds were inferred, not logged.
    turn : int
        0 where it is not known.
    """

    number: int
    label: str
    inferred: bool
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Private:
    """What one side may know and the other may not.

    Attributes
    ----------
    side : str
        Who knows; "" for nobody but the referee.
    public : str or None
        What the other side is told in place of `JudgedAction.detail`; None where it does not even see that
        anything was done.
    name : str
        What the other side is told in place of a unit that it does not know; "" where it knows the unit.
    """

    side: str
    public: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Overruled:
    """What a referee or both players decided about an action.

    Attributes
    ----------
    decision : str
        ``"legal"``, ``"illegal"`` or ``"agreed"``.
    by_rules : Outcome
        The verdict that the rules give.
    """

    decision: str
    why: str
    by_rules: Outcome

    def to_json(self) -> dict[str, str]:
        """Return JSON values."""
        return {"decision": self.decision, "why": self.why, "by_rules": self.by_rules.value}


@dataclass(frozen=True, slots=True)
class Owed:
    """What had to be done before something else.

    Attributes
    ----------
    side : str
        By whom.
    unit, name : str
        With which unit, "" for any.
    paid : tuple of mappings of str to str
        Where units might be once it is done, each a way to do it: as `toolkit.audit.folding.Goals`.
    by : frozenset of str
        Actions by which it is done; none for those that the game calls answers.
    """

    side: str
    unit: str
    name: str
    paid: tuple[Mapping[str, str], ...] = field(default=(), compare=False)
    by: frozenset[str] = field(default=frozenset(), compare=False)


class _Said(TypedDict, total=False):
    """Fields of a `JudgedAction` that neither verdict nor wording give."""

    actor: Required[Actor]
    segment: Required[Segment]
    allowance: float | None
    trail: ShownTrail | None
    barrier: Barrier | None
    dice: tuple[int, ...]
    private: Private | None
    verdicts: Mapping[str, Verdict]
    sum: Sum | None
    taken: ShownTrail | None
    owed: Owed | None
    instead: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class JudgedAction:
    """One action with its verdict.

    Attributes
    ----------
    step : int
        The step with which it ended; what a finding cites.
    steps : tuple of int
        All steps that belong to it.
    unit, name : str
        Counter id and name.
    start, end : str
        Printed numbers.
    via : tuple of str
        Hexes that the drags showed on the way.
    outcome, rules, unclear, reason, basis
        As in `toolkit.rules.verdict.Verdict`.
    allowance : float or None
        In movement points.
    barrier : Barrier or None
        What closes the way of an illegal move.
    log : int
        Place of its log in the report's list.
    action : str
        What was done: ``"move"``, ``"declare"``, ``"retreat"`` …
    detail : str
        What was done, in words, where hexes and unit do not say it.
    dice : tuple of int
        What the dice showed that it rolled, in the order of the log.
    private : Private or None
        What only one side may know of it.
    verdicts : mapping of str to Verdict
        Side → the verdict for this side, where the referee's rests on cards that it never saw.
    follows : (int, int) or None
        Log and step of the finding that this one is a mere consequence of.
    overruled : Overruled or None
        What was decided about it outside the rules; `outcome` is that decision.
    sum : Sum or None
        The battle that it belongs to, as the rules add it up; for pictures, not in `to_json`.
    taken : ShownTrail or None
        The way that the log shows of a move that is not legal, with prices; for pictures as well.
    owed : Owed or None
        What somebody had to do before it; not in `to_json`.
    instead : tuple of Wording
        What the rules would have allowed in its place; for the referee's page, not in `to_json`.
    """

    step: int
    steps: tuple[int, ...]
    unit: str
    name: str
    start: str
    end: str
    via: tuple[str, ...]
    outcome: Outcome
    rules: tuple[str, ...]
    unclear: tuple[str, ...]
    reason: str
    basis: Basis
    actor: Actor
    segment: Segment
    allowance: float | None = None
    trail: ShownTrail | None = None
    barrier: Barrier | None = None
    log: int = 0
    action: str = "move"
    detail: str = ""
    dice: tuple[int, ...] = ()
    private: Private | None = None
    verdicts: Mapping[str, Verdict] = field(default_factory=lambda: _NO_VERDICTS)
    follows: tuple[int, int] | None = None
    overruled: Overruled | None = None
    sum: Sum | None = None
    taken: ShownTrail | None = None
    owed: Owed | None = None
    instead: tuple[Wording, ...] = ()

    @classmethod
    def of(
        cls, verdict: Verdict, moments: Sequence[tuple[int, int]], wording: Wording, **said: Unpack[_Said]
    ) -> JudgedAction:
        """Return an action with its verdict.

        Parameters
        ----------
        moments : sequence of (int, int)
            Log and step of all that belongs to it, the last one leading.
        **said
            Other fields.
        """
        log, step = moments[-1]
        steps = tuple(number for at, number in moments if at == log)
        return cls(step=step, steps=steps, log=log, **ruling(verdict), **wording._asdict(), **said)

    def key(self) -> tuple[str, str, str, int]:
        """Return ``(decisive rule or outcome, start, end, step)``, what a test compares."""
        return (self.rules[0] if self.rules else self.outcome.value, self.start, self.end, self.step)

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "log": self.log,
            "step": self.step,
            "steps": list(self.steps),
            "action": self.action,
            "detail": self.detail,
            "dice": list(self.dice),
            "unit": {"id": self.unit, "name": self.name},
            "from": self.start,
            "to": self.end,
            "via": list(self.via),
            "outcome": self.outcome.value,
            "rules": list(self.rules),
            "unclear": list(self.unclear),
            "reason": self.reason,
            "basis": self.basis.value,
            "actor": {"side": self.actor.side, "known": self.actor.known.value},
            "segment": {
                "number": self.segment.number,
                "label": self.segment.label,
                "inferred": self.segment.inferred,
                "turn": self.segment.turn,
            },
            "allowance": None if self.allowance is None else _number(self.allowance),
            "trail": None if self.trail is None else self.trail.to_json(),
            "barrier": None if self.barrier is None else self.barrier.to_json(),
            "follows": None
            if self.follows is None
            else dict(zip(("log", "step"), self.follows, strict=True)),
            "overruled": None if self.overruled is None else self.overruled.to_json(),
        }


def ruling(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the fields of a `JudgedAction` that hold it."""
    return {name: getattr(verdict, name) for name in ("outcome", "rules", "unclear", "reason", "basis")}


START = 0
"""In place of a step: the table with which a log begins."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a referee wants to see that is no offence.

    Attributes
    ----------
    code : str
        ``AUD0nn``; never reused.
    data : mapping
        The facts, JSON-serialisable.
    private : tuple of str
        Keys of `data` that only a referee sees.
    public : str
        The message for players, where it differs.
    """

    code: str
    step: int | None
    message: str
    data: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    log: int = 0
    private: tuple[str, ...] = ()
    public: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "code": self.code,
            "log": self.log,
            "step": self.step,
            "message": self.message,
            "data": dict(self.data),
        }


@dataclass(frozen=True, slots=True)
class LogInfo:
    """What was audited: name as given, steps, and the module it says it was written with."""

    name: str
    steps: int
    module: str
    module_version: str

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "name": self.name,
            "steps": self.steps,
            "module": self.module,
            "module_version": self.module_version,
        }


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The data it was judged by.

    `sides` are the ids of those who play, whose eyes a view can have; `part` is what the game calls the parts
    of a turn.
    """

    id: str
    name: str
    version: str
    digest: str
    fixed: tuple[tuple[str, str], ...]
    open_points: tuple[str, ...]
    sides: tuple[str, ...] = ()
    part: str = "part"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything an audit says.

    Attributes
    ----------
    actions : tuple of JudgedAction
        All that were judged, in order, legal ones included.
    findings : tuple of Finding
        What was wrong with the files themselves.
    view : str
        Whose eyes: ``"referee"``, or the side of a player.
    ledger : Sums
        What became of the changes that the logs show.
    overview : mapping or None
        Of a game without rules here: its players, pieces and dice.
    winner : str
        Id of the side that has won, "" while nobody has, and where no rules say it.
    tables : tuple of (Table or None)
        What each log, played just as it stands, ends with; None, or left out, where it was not played so.
    """

    game: GameInfo
    logs: tuple[LogInfo, ...]
    actions: tuple[JudgedAction, ...]
    notices: tuple[Notice, ...] = ()
    findings: tuple[Finding, ...] = ()
    view: str = "referee"
    ledger: Sums = field(default_factory=Sums)
    overview: Mapping[str, Any] | None = None
    winner: str = ""
    tables: tuple[Table | None, ...] = field(default=(), repr=False, compare=False)

    @property
    def shown(self) -> tuple[JudgedAction, ...]:
        """The actions that a reader should see: all but the legal ones and mere consequences."""
        return tuple(
            a
            for a in self.actions
            if (a.outcome is not Outcome.LEGAL or a.overruled is not None) and a.follows is None
        )

    def consequences(self, cause: JudgedAction) -> tuple[JudgedAction, ...]:
        """Return what only follows from a finding."""
        key = (cause.log, cause.step)
        first = next((a for a in self.shown if (a.log, a.step) == key), None)
        return tuple(a for a in self.actions if a.follows == key) if first is cause else ()

    @property
    def counts(self) -> dict[str, int]:
        """Number of actions by outcome, every outcome named."""
        found = Counter(action.outcome for action in self.actions)
        return {outcome.value: found[outcome] for outcome in Outcome}

    @property
    def steps(self) -> int:
        """Number of steps that were judged: logs that are left out and steps given twice count once."""
        twice = 0
        for notice in self.notices:
            if notice.code in ("AUD031", "AUD032"):
                twice += self.logs[notice.log].steps
            elif notice.code == "AUD033":
                twice += int(str(notice.data["steps"]))
        return sum(log.steps for log in self.logs) - twice

    def to_json(self) -> dict[str, Any]:
        """Return JSON values, as ``schema/audit_report.schema.json`` describes them."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "view": self.view,
            "game": {
                "id": self.game.id,
                "name": self.game.name,
                "version": self.game.version,
                "digest": self.game.digest,
                "fixed": dict(self.game.fixed),
                "open": list(self.game.open_points),
            },
            "logs": [
                {
                    "name": log.name,
                    "steps": log.steps,
                    "module": log.module,
                    "module_version": log.module_version,
                }
                for log in self.logs
            ],
            "winner": self.winner,
            "counts": self.counts,
            "ledger": self.ledger.to_json(),
            **({} if self.overview is None else {"overview": dict(self.overview)}),
            "actions": [action.to_json() for action in self.actions],
            "notices": [notice.to_json() for notice in self.notices],
            "findings": [
                {
                    "code": finding.code,
                    "severity": finding.severity.value,
                    "message": finding.message,
                    "place": str(finding.place),
                }
                for finding in self.findings
            ],
        }


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value
