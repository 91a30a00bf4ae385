"""Seats: players who take another side than before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from toolkit.audit.report import Notice
from toolkit.vassal.commands import AddPlayer
from toolkit.vassal.log import Log
from toolkit.vassal.privacy import people_of


@dataclass(slots=True)
class Seats:
    """Who sat where last, by id and name; ids are compared, never shown."""

    taken: dict[tuple[str, str], str] = field(default_factory=dict)

    def notices(self, log: Log) -> Iterator[Notice]:
        """Yield a notice for each player who changes sides in a log, or is of another one when it begins."""
        for step, joined in _joined(log):
            key = (joined.id, joined.name)
            side = self.taken.get(key, joined.side)
            self.taken[key] = joined.side
            if side != joined.side and not side.startswith("<"):
                text = people_of(log.script).redact(f"{joined.name} ({side}) took the side {joined.side}")
                yield Notice("AUD055", step, text, {"player": joined.name, "from": side, "to": joined.side})


def _joined(log: Log) -> Iterable[tuple[int | None, AddPlayer]]:
    for step, commands in [(None, log.begin), *((step.number, step.commands) for step in log.steps)]:
        yield from ((step, command) for command in commands if isinstance(command, AddPlayer))
