"""A referee's rulings: they overrule verdicts, stay beside them, and say when they concern nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.audit.presentation import findings_of, ruled
from toolkit.audit.referee_rulings import load_rulings, overrule
from toolkit.audit.report import GameInfo, JudgedAction, LogInfo, Notice, Report, Segment
from toolkit.diagnostics import InputError
from toolkit.rules.verdict import Basis, Outcome


def action(step: int, outcome: Outcome, log: int = 0) -> JudgedAction:
    rules = ("9.1(1)",) if outcome is Outcome.ILLEGAL else ()
    return JudgedAction(
        step, (step,), "a", "A", "0101", "0102", (), outcome, rules, (), "why", Basis.RULES,
        Actor("axis", Known.LOGGED), Segment(1, "", inferred=False), log=log,
    )  # fmt: skip


def report(*actions: JudgedAction, logs: int = 1) -> Report:
    return Report(
        GameInfo("g", "Game", "1", "d", (), ()),
        tuple(LogInfo(f"evening/{n + 1}.vlog", 9, "g", "1") for n in range(logs)),
        actions,
        (Notice("AUD020", 7, "step 6 was taken back"),),
    )


def rulings(folder: Path, text: str) -> Path:
    path = folder / "rulings.yaml"
    path.write_text(f"rulings:\n{text}", encoding="utf-8")
    return path


def test_a_decision_overrules_and_both_are_shown(tmp_path: Path) -> None:
    path = rulings(tmp_path, "- {step: 3, decision: legal, why: the map is misprinted here}\n")
    found = overrule(report(action(3, Outcome.ILLEGAL), action(4, Outcome.ILLEGAL)), load_rulings(path))
    assert [one.outcome for one in found.actions] == [Outcome.LEGAL, Outcome.ILLEGAL]
    assert ruled(found.actions[0]) == "ruled legal: the map is misprinted here (by the rules: illegal)"
    assert found.shown == found.actions
    assert found.actions[0].to_json()["overruled"]["by_rules"] == "illegal"
    assert found.findings == ()


def test_what_was_legal_can_be_ruled_illegal(tmp_path: Path) -> None:
    path = rulings(tmp_path, "- {step: 3, decision: illegal, rule: '3.1', why: a side letter forbids it}\n")
    found = overrule(report(action(3, Outcome.LEGAL)), load_rulings(path)).actions[0]
    assert (found.outcome, found.rules) == (Outcome.ILLEGAL, ("3.1",))


def test_a_takeback_is_agreed_on(tmp_path: Path) -> None:
    path = rulings(tmp_path, "- {step: 7, decision: agreed, why: both forgot the weather}\n")
    notice = overrule(report(), load_rulings(path)).notices[0]
    assert notice.message == "step 6 was taken back (agreed: both forgot the weather)"


def test_of_several_logs_one_is_named(tmp_path: Path) -> None:
    path = rulings(tmp_path, "- {log: 2.vlog, step: 3, decision: legal, why: seen on video}\n")
    both = report(action(3, Outcome.ILLEGAL), action(3, Outcome.ILLEGAL, log=1), logs=2)
    found = overrule(both, load_rulings(path))
    assert [one.outcome for one in found.actions] == [Outcome.ILLEGAL, Outcome.LEGAL]


def test_a_ruling_about_nothing_says_so_with_its_place(tmp_path: Path) -> None:
    path = rulings(tmp_path, "- {step: 99, decision: legal, why: no idea}\n")
    found = overrule(report(), load_rulings(path))
    assert [finding.code for finding in findings_of(found)] == ["AUD013", "AUD020"]
    assert str(found.findings[0].place).startswith(f"{path}:2")


def test_a_word_that_is_no_decision_is_refused(tmp_path: Path) -> None:
    path = rulings(tmp_path, "- {step: 9, decision: maybe, why: no idea}\n")
    with pytest.raises(InputError):
        load_rulings(path)
