"""What a script expected against what the audit said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.games.gj47.audit.directing import Script
from toolkit.audit.report import Report
from toolkit.rules.verdict import Outcome


@dataclass
class Comparison:
    """Everything that differs, in words; empty lists are what a test wants.

    Attributes
    ----------
    missed : list of str
        Planted moves that are not called illegal under their rule, with these hexes, at this step.
    accused : list of str
        Legal moves that are called anything but legal, and actions nobody planted that are called illegal.
    other_first : list of str
        Planted moves whose rule is named, but not as the decisive one.
    """

    missed: list[str] = field(default_factory=list)
    accused: list[str] = field(default_factory=list)
    other_first: list[str] = field(default_factory=list)
    found: int = 0
    legal: int = 0


def compare(script: Script, steps: Sequence[tuple[int, ...]], report: Report) -> Comparison:
    """Compare, by unit and step.

    Parameters
    ----------
    steps : sequence of tuples of int
        For each step of the plan the steps of the log that it became.
    """
    result = Comparison()
    actions = {(action.unit, action.step): action for action in report.actions}
    begin = max((n for made in steps[: script.first_judged] for n in made), default=0)
    for expected in script.expected:
        step = steps[expected.plan_step][-1]
        action = actions.pop((expected.unit, step), None)
        what = f"step {step}: {expected}"
        if action is None:
            (result.missed if expected.rule else result.accused).append(f"{what}: not judged")
            continue
        said = f"{what}: {action.outcome.value} {action.rules} {action.reason}"
        hexes = (action.start, action.end) == (expected.start, expected.end)
        if expected.rule is None:
            result.legal += 1
            if action.outcome is not Outcome.LEGAL:
                result.accused.append(said)
        elif action.outcome is Outcome.ILLEGAL and _named(expected.rule, action.rules) and hexes:
            result.found += 1
            # 3.1(1) and 3.1(3) are one offence: how many, and when.
            crowd = {"3.1(1)", "3.1(3)"} if expected.rule in ("3.1(1)", "3.1(3)", "9.3(2)") else set()
            if action.rules[0] not in expected.cures | crowd | {expected.rule}:
                result.other_first.append(f"{said}; cures {sorted(expected.cures)}")
        else:
            result.missed.append(said)
    for action in actions.values():
        if action.step > begin and action.outcome is not Outcome.LEGAL:
            result.accused.append(f"step {action.step}: {action.key()} was not planned")
    return result


def _named(rule: str, rules: Sequence[str]) -> bool:
    """Return whether the rule is among those found; 9.3(2) sends us to the rule that a march breaks."""
    return rule in rules or (rule == "9.3(2)" and "3.1(1)" in rules)
