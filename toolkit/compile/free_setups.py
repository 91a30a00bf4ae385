"""Set-ups of games that say nothing more of them: only what no rule could mean is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.game import GameSource
from toolkit.source.schema import suggestion
from toolkit.source.setups import Setup


def check_free_setups(source: GameSource, places: Collection[str]) -> Iterator[Finding]:
    """Yield what `unknown_names` finds in each set-up.

    How many stand together, and which counters are left out, is for the game's own rules to say.
    """
    for setup in source.setups:
        yield from unknown_names(source, setup, places, "place on the map")


def unknown_names(source: GameSource, setup: Setup, places: Collection[str], word: str) -> Iterator[Finding]:
    """Yield ``SET010`` for an unknown counter, and ``SET011`` once for an unknown box or place.

    Parameters
    ----------
    places : collection of str
        Hexes or areas.
    word : str
        What these are called.
    """
    counters = {counter.id for counter in source.counters}
    boxes = [box.id for box in source.boxes]
    told: set[str] = set()
    for counter, where in setup.placements.items():
        at, data = setup.where.get(counter, Place()), {"counter": counter}
        if counter not in counters:
            text = f"there is no counter {counter}{suggestion(counter, counters)}"
            yield Finding("SET010", Severity.ERROR, text, at, data=data)
        known, what = (boxes, "box") if counter in setup.in_boxes else (places, word)
        if where not in known and where not in told:
            told.add(where)
            text = f"there is no {what} {where}{suggestion(where, known)}"
            yield Finding("SET011", Severity.ERROR, text, at, data=data)
