"""What differs between two lists of facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.compare.facts import KINDS, Facts
from toolkit.source.errata import ABSENT

FORMAT = "toolkit-diff"
VERSION = 1
_PLURAL = {"switch": "switches", "box": "boxes", "hex": "hexes", "erratum": "errata"}


@dataclass(frozen=True, slots=True)
class Change:
    """One fact that differs.

    Attributes
    ----------
    kind, id, field : str
        As in `toolkit.compare.facts.Fact`.
    before, after : object
        JSON values; ``"absent"`` where one of the two does not state the fact.
    """

    kind: str
    id: str
    field: str
    before: object
    after: object

    def key(self) -> tuple[str, str, str]:
        """Return ``(kind, id, field)``, what a test compares."""
        return (self.kind, self.id, self.field)

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        names = {"kind": self.kind, "id": self.id, "field": self.field}
        return {**names, "before": self.before, "after": self.after}

    def __str__(self) -> str:
        """Return the change in words."""
        thing = f"{self.kind} {self.id}"
        if (self.before, self.after) == (ABSENT, True):
            return f"{thing}: now {self.field}"
        if (self.before, self.after) == (True, ABSENT):
            return f"{thing}: no longer {self.field}"
        return f"{thing}: {self.field} from {_word(self.before)} to {_word(self.after)}"


def _word(value: object) -> str:
    return "nothing" if value in (ABSENT, None) else f"'{value}'"


def changes_between(old: Facts, new: Facts) -> tuple[Change, ...]:
    """Return the facts that differ, in the order of the kinds and of their ids."""
    order = {kind: index for index, kind in enumerate(KINDS)}
    changed = [
        Change(*fact, old.get(fact, ABSENT), new.get(fact, ABSENT))
        for fact in {**old, **new}
        if old.get(fact, ABSENT) != new.get(fact, ABSENT)
    ]
    return tuple(sorted(changed, key=lambda c: (order.get(c.kind, len(order)), c.kind, c.id, c.field)))


def count_by_kind(changes: Iterable[Change]) -> dict[str, int]:
    """Return how many things of each kind have changed: a counter with two new values is one."""
    things = dict.fromkeys((change.kind, change.id) for change in changes)
    return dict(Counter(kind for kind, _ in things))


def summary(changes: Sequence[Change]) -> str:
    """Return the counts in words, e.g. ``"3 hexsides, 1 counter changed"``."""
    parts = [
        f"{count} {kind if count == 1 else _PLURAL.get(kind, kind + 's')}"
        for kind, count in count_by_kind(changes).items()
    ]
    return f"{', '.join(parts)} changed" if parts else "nothing changed"
