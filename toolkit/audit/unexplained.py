"""What is said of changes that nothing explains: each is a finding, or a notice where nobody acts by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import UP
from toolkit.audit.instead import Wording
from toolkit.audit.ledger import KEYED, PATIENCE, Book, Entry, Open, What
from toolkit.audit.report import JudgedAction, Notice, Private
from toolkit.rules.verdict import Outcome, Verdict

_ACTS = (What.PLACE, What.FACE, What.PIECE)
"""What a player does to the game; what else changes, a referee wants to see."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a game says of its pieces.

    Attributes
    ----------
    name : callable
        Id of a unit or an area → what people call it.
    side : callable
        Id of a unit → whose it is, None for other pieces.
    broken : callable
        An open entry → the rule by which nothing can change so, and why; None where the rules may know a way.
    spot, area : callable
        A place → what people call it; the same for places on the board alone, "" for others.
    only_shows : callable, optional
        An open entry → whether the piece only shows something, so that nobody acts by moving it.
    """

    name: Callable[[str], str]
    side: Callable[[str], str | None]
    broken: Callable[[Open], tuple[str, str] | None]
    spot: Callable[[object], str]
    area: Callable[[object], str]
    only_shows: Callable[[Open], bool] = lambda _one: False


def left_over(
    book: Book,
    judged: Sequence[JudgedAction],
    moments: Sequence[tuple[int, int]],
    words: Words,
    *,
    over: bool = False,
) -> tuple[list[JudgedAction], list[Notice]]:
    """Return what is to be said of the entries that nothing explains and no finding speaks of.

    Parameters
    ----------
    book : Book
        Finished.
    moments : sequence of (int, int)
        Log and number of the step that each place in the book means.
    over : bool, optional
        Whether the game was played to its end: what a key began does not go on beyond the log then.
    """
    spoken = {(one.log, step) for one in judged if one.outcome is not Outcome.LEGAL for step in one.steps}
    about: dict[tuple[int, str], list[JudgedAction]] = {}
    for one in judged:
        if one.outcome is not Outcome.LEGAL and one.unit:
            about.setdefault((one.log, one.unit), []).append(one)
    notices: list[Notice] = []
    last = frozenset(sorted(set(moments))[-PATIENCE:])
    runs: list[list[Open]] = []
    for moment, found in _by_moment(book.unexplained, moments):
        if moment in spoken:
            continue
        if not over and moment in last:
            # What a key began may go on beyond the end.
            kept = [one for one in found if not (one.keyed or one.entry.kind == KEYED)]
            if len(kept) < len(found):
                log, step = moment
                notices.append(Notice("AUD044", step, _CUT_SHORT, {}, log))
            found = kept
        acts = [one for one in found if one.entry.key.what in _ACTS and not words.only_shows(one)]
        if not acts:
            notices += (_notice(one.entry, moment, words) for one in found)
        acts = [one for one in acts if one.entry.kind in HIDDEN or not _spoken_of(one, moment, about, words)]
        if runs and _goes_on(runs[-1], acts, words):
            runs[-1] += acts
        elif acts:
            runs.append(acts)
    return [_judged(run, moments, words) for run in runs], notices


def _goes_on(run: Sequence[Open], then: Sequence[Open], words: Words) -> bool:
    """Return whether a step goes on with what the one before it does: the same hand breaks the same rule."""

    def fault(found: Sequence[Open]) -> tuple[object, ...]:
        return *_fault(found, words)[1:], found[0].entry.actor, found[0].entry.key.what

    return bool(then) and then[0].at == run[-1].at + 1 and fault(run) == fault(then)


def _by_moment(
    found: Iterable[Open], moments: Sequence[tuple[int, int]]
) -> Iterable[tuple[tuple[int, int], list[Open]]]:
    """Return the unexplained entries of each step together: what one hand did at once is said once."""
    steps: dict[tuple[int, int], list[Open]] = {}
    for one in found:
        steps.setdefault(moments[one.at], []).append(one)
    return sorted(steps.items())


def _spoken_of(
    one: Open,
    moment: tuple[int, int],
    about: Mapping[tuple[int, str], Sequence[JudgedAction]],
    words: Words,
) -> bool:
    """Return whether a finding near by is about the same unit; one that is not sure hides no offence."""
    log, step = moment
    spoken = about.get((log, one.entry.key.subject), ())
    near = [found for found in spoken if abs(found.step - step) <= PATIENCE]
    return any(found.outcome is Outcome.ILLEGAL or words.broken(one) is None for found in near)


def _fault(found: Sequence[Open], words: Words) -> tuple[Open, str, str]:
    """Return the worst of what was done at once, the rule that it breaks, "" for none, and why."""
    rules = [(one, *broken) for one in found if (broken := words.broken(one)) is not None]
    return rules[0] if rules else (found[0], "", _OPEN)


def _judged(found: Sequence[Open], moments: Sequence[tuple[int, int]], words: Words) -> JudgedAction:
    """Return the finding about what was changed at one go and nothing explains."""
    first, rule, reason = _fault(found, words)
    entry = first.entry
    unit = "" if entry.kind in HIDDEN else entry.key.subject
    side, name = words.side(unit), words.name(unit) if unit else ""
    full = "; ".join(dict.fromkeys(_told(one.entry, words, hidden=False) for one in found))
    public = "; ".join(dict.fromkeys(_told(one.entry, words, hidden=True) for one in found))
    verdict = Verdict(Outcome.ILLEGAL, (rule,)) if rule else Verdict(Outcome.UNPROVABLE)
    return JudgedAction.of(
        replace(verdict, reason=reason),
        [moments[at] for at in dict.fromkeys(one.at for one in found)],
        Wording(CHANGE, unit, name, words.area(entry.before), words.area(entry.after), (), full),
        actor=entry.actor or Actor(side, Known.INFERRED),
        segment=first.context,
        private=None if full == public else Private("", public),
    )


CHANGE = "change"
"""What is called done where nothing explains what changed."""

HIDDEN = {"card": "a card", "chit": "a chit", "bid": "a sealed bid"}
"""Kinds of pieces that a reader may not know → what is said instead."""

_CUT_SHORT = "the log ends before it is seen what was begun here by a key"

_OPEN = "nothing that the players did explains this change"


def _told(entry: Entry, words: Words, *, hidden: bool) -> str:
    """Return a change in words; `hidden`: for who may not know the card."""
    subject = entry.key.subject
    name = HIDDEN.get(entry.kind) if hidden else None
    name = name or words.name(subject)
    match entry.key.what:
        case What.FACE:
            return f"{name} is turned {'face up' if entry.after in UP else 'over'}"
        case What.PIECE:
            return f"{name} is {'put into the game' if entry.after else 'taken out of the game'}"
        case _:
            return f"{name} goes from {words.spot(entry.before)} to {words.spot(entry.after)}"


def _row(value: object) -> Iterable[object]:
    return value if isinstance(value, tuple) else (value,)


_CALLED = {"Roll": "the die"}
"""Property → what people call it."""


def _notice(entry: Entry, moment: tuple[int, int], words: Words) -> Notice:
    """Return the notice about a value that changed without a decision."""
    log, step = moment
    what, subject = entry.key.what, entry.key.subject
    if what is What.TURN:
        before, after = (" ".join(map(str, _row(value))) for value in (entry.before, entry.after))
        text = f"the turn tracker goes from {before} to {after}, and nothing that was done ends the part"
        return Notice("AUD028", step, text, {"before": before, "after": after}, log)
    if what is What.ORDER:
        text = "a deck lies in another order although nobody shuffled it"
        return Notice("AUD026", step, text, {}, log)
    if what is What.MASK:
        text, public = f"the hidden card {subject} is shown", "a hidden card is shown"
        return Notice("AUD024", step, text, {"card": subject}, log, private=("card",), public=public)
    called = _CALLED.get(entry.key.name, entry.key.name)
    name = subject if what is What.PROPERTY else f"{called} of {words.name(subject)}"
    if what is What.PLACE:
        way = f"is moved from {words.spot(entry.before)} to {words.spot(entry.after)} by hand"
        name, unknown = words.name(subject), HIDDEN.get(entry.kind)
        facts = {"what": name}
        if unknown is None:
            return Notice("AUD025", step, f"{name} {way}", facts, log)
        return Notice("AUD025", step, f"{name} {way}", facts, log, ("what",), f"{unknown} {way}")
    marker = name.startswith("Control") or entry.kind in ("control", "fire")
    text = f"{name} is changed from '{entry.before}' to '{entry.after}' by hand"
    facts = {"what": name, "before": str(entry.before), "after": str(entry.after)}
    code, unknown = "AUD022" if marker else "AUD025", HIDDEN.get(entry.kind)
    if unknown is None:
        return Notice(code, step, text, facts, log)
    return Notice(code, step, text, facts, log, tuple(facts), f"{unknown} is changed by hand")
