"""The counted parts of docs/gj47.md; ``python -m tests.games.gj47.data.facts`` writes them anew."""

from __future__ import annotations

from collections import Counter as Tally
from pathlib import Path

from tests.counted import Page, table
from toolkit.source.counters import Counter, load_counters
from toolkit.source.options import load_options
from toolkit.source.provenance import ProvenanceKind
from toolkit.source.setups import load_setup_hexes, load_setups

ROOT = Path(__file__).resolve().parents[4]
GAME = ROOT / "source_data" / "gj47"


def counters_table() -> str:
    counters, _ = load_counters(GAME)
    setup = next(setup for setup in load_setups(GAME)[0] if not setup.empty)
    tally: Tally[tuple[str, str]] = Tally()
    for counter in counters:
        group = counter.nationality or counter.kind
        tally[group, "on the map" if counter.id in setup.on_map else "beside it"] += 1
    groups = dict.fromkeys(group for group, _ in tally)
    rows: list[list[object]] = [
        [group, tally[group, "on the map"] or "–", tally[group, "beside it"] or "–"] for group in groups
    ]
    total = [sum(n for (_, where), n in tally.items() if where == w) for w in ("on the map", "beside it")]
    return table(["counters", "on the map, 28 June", "pool or tray"], [*rows, [f"**{sum(total)}**", *total]])


def provenance_table() -> str:
    counters, _ = load_counters(GAME)
    groups = ("identity", "full", "reduced", "command_range", "assignment", "pool_type")

    def cell(group: str, kind: ProvenanceKind) -> object:
        return sum(_origin(counter, group) is kind for counter in counters) or "–"

    rows = [[group.replace("_", " "), *(cell(group, kind) for kind in ProvenanceKind)] for group in groups]
    return table(["value", *(str(kind) for kind in ProvenanceKind)], rows)


def _origin(counter: Counter, group: str) -> ProvenanceKind | None:
    return counter.provenance[group].kind if group in counter.provenance else None


def register_table() -> str:
    options, _ = load_options(GAME)
    words = {
        "text": "the text decides",
        "sister": "a sister game or common practice",
        "open": "nothing; a switch",
    }
    rows = [[words[key], sum(option.support == key for option in options)] for key in words]
    return table(["the default rests on", "points"], rows)


def symbols_table() -> str:
    tally = Tally((symbol.army, symbol.kind) for symbol in load_setup_hexes(GAME))
    armies = dict.fromkeys(army for army, _ in tally)
    kinds = ("hq", "army", "panzer", "front")
    rows = [[army, *(tally[army, kind] or "–" for kind in kinds)] for army in armies]
    return table(["symbol of", "headquarters", "set-up hexes", "panzer symbols", "front-line hexes"], rows)


PAGE = Page(
    "gj47.md",
    {
        "counters": counters_table,
        "provenance": provenance_table,
        "register": register_table,
        "symbols": symbols_table,
    },
)


if __name__ == "__main__":
    PAGE.write()
