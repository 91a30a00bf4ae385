"""What the rules would have allowed in place of something illegal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, NamedTuple, TypeVar

from toolkit.rules.verdict import Outcome, Verdict

A = TypeVar("A")
MOST = 6
"""More choices than these say nothing of what was meant, and are not listed."""


class Wording(NamedTuple):
    """What was done, in words: as a `toolkit.audit.report.JudgedAction` has it."""

    action: str
    unit: str = ""
    name: str = ""
    start: str = ""
    end: str = ""
    via: tuple[str, ...] = ()
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return JSON values, the unit by its name."""
        ends = {"from": self.start, "via": list(self.via), "to": self.end}
        return {"action": self.action, "unit": self.name, **ends, "detail": self.detail}


def instead(
    action: A,
    verdict: Verdict,
    candidates: Callable[[], Iterable[A]],
    is_legal: Callable[[A], bool],
    told: Callable[[A], Wording],
) -> tuple[Wording, ...]:
    """Return what could have been done in place of an action.

    Of actions of its kind with the same units those that differ from it in the fewest things.  Where there
    is none, the kinds of action that are legal, unless others may do the same.

    Parameters
    ----------
    action : object
        What was done.
    verdict : Verdict
        Of the action; nothing stands in place of one that is not illegal.
    candidates : callable
        What may be legal in the same position.
    is_legal : callable
        Whether the rules allow it there; asked of as few as will do.
    told : callable
        An action in words.

    Returns
    -------
    tuple of Wording
        At most `MOST`; none where there are more.
    """
    if verdict.outcome is not Outcome.ILLEGAL:
        return ()
    choices, name = list(candidates()), told(action).name
    kin = [one for one in choices if type(one) is type(action)]
    alike = [one for one in kin if told(one).name == name and is_legal(one)]
    if alike:
        differing = [_differences(action, one) for one in alike]
        least = min(differing)
        nearest = (told(one) for one, number in zip(alike, differing, strict=True) if number == least)
        listed = tuple(dict.fromkeys(nearest))
        return listed if len(listed) <= MOST else ()
    if any(map(is_legal, kin)):
        return ()
    kinds: dict[Wording, None] = {}
    for one in choices:
        kind = Wording(told(one).action)
        if kind not in kinds and is_legal(one):
            kinds[kind] = None
            if len(kinds) > MOST:
                return ()
    return tuple(kinds)


def _differences(one: Any, other: Any) -> int:
    """Return in how many fields two actions of a kind differ."""
    return sum(getattr(one, known.name) != getattr(other, known.name) for known in fields(one))
