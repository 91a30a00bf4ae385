"""What a referee decided about single steps, or both players agreed on: it overrules verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any, cast

from toolkit.audit.report import JudgedAction, Notice, Overruled, Report
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.rules.verdict import Outcome
from toolkit.source.reading import read_document


@dataclass(frozen=True, slots=True)
class RefereeRuling:
    """One decision.

    Attributes
    ----------
    log : str
        File name of the log; "" for the only one.
    decision : str
        ``"legal"``, ``"illegal"`` or ``"agreed"``.
    rule : str
        Number of the rule that was broken; "" where none is named.
    place : Place
        Where it stands in the file.
    """

    log: str
    step: int
    decision: str
    rule: str
    why: str
    place: Place

    def concerns(self, report: Report, log: int, steps: Sequence[int]) -> bool:
        """Return whether it speaks of steps of a log of the report."""
        if self.step not in steps:
            return False
        if not self.log:
            return len(report.logs) == 1
        return PurePath(report.logs[log].name).name == PurePath(self.log).name


def load_rulings(path: Path) -> tuple[RefereeRuling, ...]:
    """Read a file of rulings.

    Raises
    ------
    InputError
        SRC001 to SRC011.
    """
    document = read_document(path, "referee_rulings.schema.json")
    data = cast("Mapping[str, Sequence[Mapping[str, Any]]]", document.data)
    return tuple(
        RefereeRuling(
            one.get("log", ""), one["step"], one["decision"], one.get("rule", ""), one["why"],
            document.place("rulings", index),
        )
        for index, one in enumerate(data["rulings"])
    )  # fmt: skip


def overrule(report: Report, rulings: Sequence[RefereeRuling]) -> Report:
    """Return a report with the decisions of a referee; the verdict by the rules stays beside each.

    A ruling that concerns no finding and no notice is said to do so (``AUD013``).
    """
    used: set[RefereeRuling] = set()
    actions = tuple(_action(one, report, rulings, used) for one in report.actions)
    notices = tuple(_notice(one, report, rulings, used) for one in report.notices)
    idle = [ruling for ruling in rulings if ruling not in used]
    findings = tuple(
        Finding(
            "AUD013", Severity.WARNING, f"nothing is said of step {one.step} that could be ruled", one.place
        )
        for one in idle
    )
    return replace(report, actions=actions, notices=notices, findings=(*report.findings, *findings))


def _action(
    action: JudgedAction, report: Report, rulings: Sequence[RefereeRuling], used: set[RefereeRuling]
) -> JudgedAction:
    for ruling in rulings:
        if not ruling.concerns(report, action.log, action.steps or (action.step,)):
            continue
        outcome = Outcome.ILLEGAL if ruling.decision == "illegal" else Outcome.LEGAL
        if outcome is action.outcome and action.step != ruling.step:
            continue
        used.add(ruling)
        rules = (ruling.rule,) if ruling.rule and outcome is Outcome.ILLEGAL else action.rules
        overruled = Overruled(ruling.decision, ruling.why, action.outcome)
        return replace(action, outcome=outcome, rules=rules, overruled=overruled)
    return action


def _notice(
    notice: Notice, report: Report, rulings: Sequence[RefereeRuling], used: set[RefereeRuling]
) -> Notice:
    if notice.step is None:
        return notice
    for ruling in rulings:
        if ruling.concerns(report, notice.log, (notice.step,)):
            used.add(ruling)
            said = f" ({ruling.decision}: {ruling.why})"
            public = notice.public and notice.public + said
            facts = {**notice.data, "ruling": {"decision": ruling.decision, "why": ruling.why}}
            return replace(notice, message=notice.message + said, data=facts, public=public)
    return notice
