"""Audit logs that were tampered with: what is found, what is missed, who is accused of what harms nobody.

python -m tests.audit.tampering.measure rattenkrieg MODULE LOG... [--seeds 5] [--verbose]
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.audit.tampering.hand import Hand, NoOccasionError
from tests.audit.tampering.harmless import HARMLESS
from tests.audit.tampering.violations import NOTICES, VIOLATIONS, Kind
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import Report
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log, read_log

_TRIES = 12
_LATER = 10
"""Steps after a tampering that still belong to it."""


@dataclass(frozen=True, slots=True)
class Case:
    """A log that was tampered with; `first` to `last` are the steps put in."""

    kind: str
    log: Log
    first: int
    last: int


@dataclass(slots=True)
class Heard:
    """What an audit said of a case beyond what it says of the log as it was played.

    Attributes
    ----------
    at, later : list of str
        Outcomes at the steps put in (and few after them), and elsewhere.
    notices : list of str
        Codes of notices at those steps.
    illegal : int
        Accusations that count.
    """

    at: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    illegal: int = 0


def cases(log: Log, data: ModuleData, kinds: Mapping[str, Kind], seed: int, per: int) -> list[Case]:
    """Return tampered logs, some of each kind where there is an occasion."""
    found = []
    for name, kind in kinds.items():
        rng = random.Random(f"{name} {seed}")
        made = 0
        for _ in range(_TRIES):
            if made == per:
                break
            at = rng.randrange(len(log.steps) // 6, len(log.steps) - 5)
            hand = Hand(log, data, at, rng)
            with suppress(NoOccasionError):
                kind(hand)
                found.append(Case(name, hand.tampered(), at + 1, at + len(hand.made)))
                made += 1
    return found


def heard(base: Report, case: Case, report: Report, before: int) -> Heard:
    """Return what is said of a case; `before` is how many steps the log had."""
    shift = len(case.log.steps) - before
    said = Heard()

    def old(step: int) -> int:
        return step if step < case.first else step - shift

    known = Counter((a.step, a.action, a.unit, a.outcome) for a in base.shown)
    for action in report.shown:
        key = (old(action.step), action.action, action.unit, action.outcome)
        if known[key]:
            known[key] -= 1
            continue
        folded = bool(getattr(action, "follows", None))
        near = case.first <= action.step <= case.last + _LATER
        what = f"{action.step} {action.outcome} {action.action} {action.name} {action.rules[:2]}"
        line = f"{what} {action.reason[:90]} [{action.actor.side}]"
        said.lines.append(("   " if folded else "") + line)
        if folded:
            continue
        (said.at if near else said.later).append(str(action.outcome))
        said.illegal += action.outcome is Outcome.ILLEGAL
    noticed = Counter((n.code, old(n.step or 0)) for n in base.notices)
    for notice in report.notices:
        key2 = (notice.code, old(notice.step or 0))
        if noticed[key2]:
            noticed[key2] -= 1
            continue
        said.notices.append(notice.code)
        said.lines.append(f"{notice.step} {notice.code} {notice.message[:100]}")
    return said


def sorted_out(case: Case, said: Heard) -> str:
    """Return what came of a violation."""
    if case.kind in NOTICES and said.notices:
        return "notice"
    if str(Outcome.ILLEGAL) in said.at:
        return "illegal"
    if said.at or said.notices:
        return "hedged"
    return "later" if said.later else "missed"


def main(arguments: Sequence[str]) -> int:
    """Print what is found and who is accused; exit status 1 where somebody is accused of nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("module", type=Path)
    parser.add_argument("logs", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per", type=int, default=1)
    parser.add_argument("--kind", action="append")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--only", choices=("harmless", "violations"))
    asked = parser.parse_args(arguments)
    data = read_module(asked.module)
    wrong, count = Counter[str](), 0
    table: dict[str, Counter[str]] = {}
    findings: list[int] = []
    for number, path in enumerate(asked.logs):
        log = read_log(path)
        base = audit_read([log], data)
        for good, kinds in ((True, HARMLESS), (False, VIOLATIONS[data.game.id])):
            if asked.only == ("violations" if good else "harmless"):
                continue
            chosen = {k: v for k, v in kinds.items() if not asked.kind or k in asked.kind}
            for case in cases(log, data, chosen, asked.seed + number, asked.per):
                said = heard(base, case, audit_read([case.log], data), len(log.steps))
                verdict = ""
                if good:
                    count += 1
                    if said.illegal:
                        wrong[case.kind] += 1
                        verdict = "ACCUSED"
                else:
                    verdict = sorted_out(case, said)
                    table.setdefault(case.kind, Counter())[verdict] += 1
                    findings.append(said.illegal)
                if asked.verbose and (verdict or said.lines):
                    where = f"{path.name} {case.kind} {case.first}-{case.last}"
                    sys.stdout.write(f"{where}: {verdict or 'quiet'}\n")
                    for line in said.lines[:8]:
                        sys.stdout.write(f"      {line}\n")
                    if len(said.lines) > 8:
                        sys.stdout.write(f"      … {len(said.lines)}\n")
    total = Counter[str]()
    for kind, results in table.items():
        sys.stdout.write(f"{kind:22} {dict(results)}\n")
        total += results
    many = sorted(findings)
    if many:
        mean, median = sum(many) / len(many), many[len(many) // 2]
        sys.stdout.write(f"violations {sum(total.values())}: {dict(total)}\n")
        sys.stdout.write(f"findings an offence: mean {mean:.1f}, median {median}, most {many[-1]}\n")
    sys.stdout.write(f"harmless {count}: accused {sum(wrong.values())} {dict(wrong)}\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
