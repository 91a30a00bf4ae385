"""The course of a game: turn trackers, who sits where, and what the logs were written with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from toolkit.audit.report import Notice
from toolkit.audit.seats import Seats
from toolkit.audit.without_rules.case import Case, notice
from toolkit.audit.without_rules.history import History
from toolkit.audit.without_rules.starts import is_refreshed
from toolkit.vassal import commands as c
from toolkit.vassal import events as e
from toolkit.vassal.turns import Trackers, went_on


def course_notices(case: Case, order: Iterable[int]) -> Iterator[Notice]:
    """Yield what is to be said of trackers, seats and modules.

    Parameters
    ----------
    order : iterable of int
        Places of the logs, in the order of play.
    """
    trackers = Trackers(case.module)
    seats = Seats()
    before: History | None = None
    for place in order:
        history = case.histories[place]
        yield from _trackers(history, trackers)
        yield from (replace(seen, log=history.place) for seen in seats.notices(history.log))
        if before is not None:
            yield from _written_with(before, history)
        before = history


def _trackers(history: History, trackers: Trackers) -> Iterator[Notice]:
    for moment in history.moments:
        if not history.stands(moment.step):
            continue
        for event in moment.events:
            if not isinstance(event, e.TurnChanged) or not event.old:
                continue
            if went_on(event.old, event.new, trackers.increment(event.id)):
                continue
            old, new = (" ".join(trackers.words(event.id, state)) for state in (event.old, event.new))
            name = trackers.name(event.id) or "the turn tracker"
            text = f"{name} went from {old} to {new}, not on by one"
            yield notice("AUD054", history, moment.step, text, {"from": old, "to": new})


def _written_with(before: History, after: History) -> Iterator[Notice]:
    """Yield a notice where a log has another module, version or extension than the one before."""
    one, two = (
        {f"{item.name} {item.version}".strip() for item in history.log.begin if isinstance(item, c.Extension)}
        for history in (before, after)
    )
    changed = [f"without the extension {name}" for name in sorted(one - two)]
    changed += [f"with the extension {name}" for name in sorted(two - one)]
    old, new = before.log.module, after.log.module
    if is_refreshed(before.end, after.begin):
        changed.append("with counters that have other traits")
    if old is not None and new is not None and (old.name, old.version) != (new.name, new.version):
        changed.insert(
            0, f"with the module {new.name or ''} {new.version} in place of {old.name or ''} {old.version}"
        )
    if changed:
        text = f"{after.name} was written {', '.join(changed)}, other than {before.name}"
        yield notice("AUD056", after, None, text, {"before": before.name, "changed": changed})
