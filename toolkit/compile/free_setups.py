"""Set-ups of games that say nothing more of them: only what no rule could mean is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.game import GameSource
from toolkit.source.schema import suggestion


def check_free_setups(source: GameSource, places: Collection[str]) -> Iterator[Finding]:
    """Yield ``SET010`` for an unknown counter and ``SET011`` for an unknown hex, area or box.

    How many stand together, and which counters are left out, is for the game's own rules to say.
    """
    counters = {counter.id for counter in source.counters}
    boxes = {box.id for box in source.boxes}
    for setup in source.setups:
        for counter, where in setup.placements.items():
            at = setup.where.get(counter, Place())
            if counter not in counters:
                text = f"there is no counter {counter}{suggestion(counter, counters)}"
                yield Finding("SET010", Severity.ERROR, text, at, data={"counter": counter})
            known = boxes if counter in setup.in_boxes else places
            if where not in known:
                word = "box" if counter in setup.in_boxes else "place on the map"
                text = f"there is no {word} {where}{suggestion(where, known)}"
                yield Finding("SET011", Severity.ERROR, text, at, data={"counter": counter})
