"""What the tables of both games on areas say in a few words: settings, and what is said about an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from toolkit.rules.verdict import Verdict

P = TypeVar("P")
A = TypeVar("A")


def proposed(readings: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return every unclear point at its proposed value."""
    return {point: values[0] for point, values in readings.items()}


def settings(text: str, readings: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return settings: ``"U09"`` leaves a point open, ``"U09=any-earlier"`` fixes it, others as proposed."""
    fixed = proposed(readings)
    for item in text.split():
        point, _, value = item.partition("=")
        # What the code does not know leaves a settled point open as well.
        fixed[point] = value or "open"
    return fixed


@dataclass(frozen=True, slots=True)
class Referee(Generic[P, A]):
    """Judges actions and carries them out.

    Attributes
    ----------
    check : callable
        Judges an action.
    apply : callable
        Carries an action out.
    """

    check: Callable[[P, A], Verdict]
    apply: Callable[[P, A], None]

    def said(self, position: P, action: A) -> tuple[str, ...]:
        """Return ``()`` for a legal action, else the decisive rule, with the points if unclear."""
        found = self.check(position, action)
        return (*found.rules[:1], *found.unclear)

    def broken(self, position: P, action: A) -> tuple[str, ...]:
        """Return every rule that an action breaks under the reading of its table."""
        found = self.check(position, action)
        assert not found.unclear
        return found.rules

    def do(self, position: P, *actions: A) -> P:
        """Carry legal actions out and return the position."""
        for action in actions:
            found = self.check(position, action)
            assert found.legal, f"{action}: {found}"
            self.apply(position, action)
        return position

    def force(self, position: P, *actions: A) -> P:
        """Carry actions out, legal or not."""
        for action in actions:
            self.apply(position, action)
        return position
