"""What tests ask of logs that were tampered with."""

from __future__ import annotations

import random
from contextlib import suppress

from tests.audit.tampering.hand import Hand, NoOccasionError
from tests.audit.tampering.harmless import HARMLESS
from tests.audit.tampering.measure import Case, Heard, heard
from tests.audit.tampering.violations import VIOLATIONS
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.vassal.log import Log

_TRIES = 12


def tampered(log: Log, data: ModuleData, kind: str, seed: int = 1) -> Case:
    """Return a log that was tampered with; AssertionError where it gives no occasion."""
    do = HARMLESS.get(kind) or VIOLATIONS[data.game.id][kind]
    rng = random.Random(f"{kind} {seed}")
    for _ in range(_TRIES):
        at = rng.randrange(len(log.steps) // 6, len(log.steps) - 5)
        hand = Hand(log, data, at, rng)
        with suppress(NoOccasionError):
            do(hand)
            return Case(kind, hand.tampered(), at + 1, at + len(hand.made))
    raise AssertionError(f"no occasion for {kind}")


def said_of(log: Log, data: ModuleData, kind: str, base: Report, seed: int = 1) -> Heard:
    """Return what an audit says of a tampered log beyond what it says of the log as it was played."""
    case = tampered(log, data, kind, seed)
    report = audit_read([case.log], data)
    assert report.ledger.closed
    return heard(base, case, report, len(log.steps))
