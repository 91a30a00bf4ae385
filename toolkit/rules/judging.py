"""From the rules an action breaks under each reading to one verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from toolkit.rules.registry import RuleBook
from toolkit.rules.rulings import Answer, Points, Rulings, deciding_points, explore
from toolkit.rules.verdict import Basis, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that an action breaks: its printed number, and what is wrong in a few words."""

    rule: str
    reason: str


def out_of_order(due: str, side: str = "", unit: str = "") -> str:
    """Return why an action has no place: what is `due` in its stead, and from whom, "" where anybody may."""
    if unit:
        return f"{due}; it is up to {unit} ({side})"
    return f"{due}; it is up to the {side} side" if side else due


def broken(book: RuleBook, position: object, action: object, rulings: Rulings) -> list[Breach]:
    """Return the rules of a book that an action breaks under one reading, in printed order."""
    found = []
    for number, rule in book.checks.get(type(action).__name__, ()):
        reason = rule(position, action, rulings)
        if reason is not None:
            found.append(Breach(number, reason))
    return found


def judge(
    points: Points, breaches: Callable[[Rulings], Sequence[Breach]], basis: Callable[[str], Basis]
) -> Verdict:
    """Judge an action under every combination of the open points that matter to it.

    Parameters
    ----------
    breaches : callable
        What the action breaks under one reading, the decisive rule first.
    basis : callable
        What a verdict that names this rule rests on.

    Returns
    -------
    Verdict
        ILLEGAL when every reading breaks something; then the rules broken under all of them come first.
        UNCLEAR when the readings disagree, with the points that decide.
    """
    answers = explore(points, breaches)
    against = [answer for answer in answers if answer.result]
    if not against:
        return Verdict(Outcome.LEGAL)
    rules = _merged(against)
    reason = "; ".join(_reasons(against, rules if len(against) == len(answers) else rules[:1]))
    if len(against) == len(answers):
        return Verdict(Outcome.ILLEGAL, rules, (), reason, basis(rules[0]))
    yes_no = [Answer(answer.rulings, bool(answer.result)) for answer in answers]
    return Verdict(Outcome.UNCLEAR, rules, deciding_points(yes_no), reason, basis(rules[0]))


def _reasons(against: Sequence[Answer[Sequence[Breach]]], rules: Sequence[str]) -> dict[str, None]:
    """Return what is wrong by each of these rules, as the first reading that it stands against has it."""
    found: dict[str, dict[str, None]] = {}
    for answer in against:
        said: dict[str, dict[str, None]] = {}
        for breach in answer.result:
            said.setdefault(breach.rule, {})[breach.reason] = None
        found = said | found
    return dict.fromkeys(reason for rule in rules for reason in found[rule])


def _merged(against: Sequence[Answer[Sequence[Breach]]]) -> tuple[str, ...]:
    """Return every rule that some reading breaks: those that all of them break first."""
    lists = [list(dict.fromkeys(breach.rule for breach in answer.result)) for answer in against]
    every = [rule for rule in lists[0] if all(rule in other for other in lists[1:])]
    return tuple(dict.fromkeys(every + [rule for rules in lists for rule in rules]))
