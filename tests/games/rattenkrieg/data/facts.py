"""The counted parts of docs/rattenkrieg.md; ``python -m tests.games.rattenkrieg.data.facts`` writes them."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping

from tests.counted import Page, table
from tests.real_area_games import RATTENKRIEG, compiled
from toolkit.compile.compiled import CompiledGame
from toolkit.source.provenance import ProvenanceKind

KINDS = [str(kind) for kind in ProvenanceKind]


def game() -> CompiledGame:
    return compiled(RATTENKRIEG)[0]


def provenance_table() -> str:
    areas = game().areas
    rows: dict[str, Iterable[str]] = {
        "names of areas": [areas.origin(i, "name").kind for i in range(len(areas))],
        "kinds of areas": [areas.origin(i, "kind").kind for i in range(len(areas))],
        "outlines of areas": [areas.origin(i, "outline").kind for i in range(len(areas))],
        "borders": [border.provenance.kind for border in areas.borders],
        "crossings": [link.provenance.kind for link in areas.links],
    }
    for group in ("identity", "unit_class", "combat", "steps", "enters"):
        found = [counter.provenance.get(group) for counter in game().counters]
        words = {"identity": "units and markers", "unit_class": "classes", "combat": "combat values"}
        name = words.get(group, {"steps": "steps", "enters": "turns of entry"}.get(group, group))
        rows[name] = [str(origin.kind) for origin in found if origin is not None]
    rows["cards and events"] = [
        str(game().cards.provenance.kind),
        *(str(use.provenance.kind) for use in game().cards.uses),
    ]
    rows["numbers of the rules"] = [str(figure.provenance.kind) for figure in game().figures]
    rows["dates of turns"] = [str(turn.provenance.kind) for turn in game().turns]
    tallies: Mapping[str, Tally[str]] = {name: Tally(kinds) for name, kinds in rows.items()}
    return table(
        ["value", *KINDS],
        [[name, *(tally[kind] or "–" for kind in KINDS)] for name, tally in tallies.items()],
    )


def units_table() -> str:
    units = [counter for counter in game().counters if counter.unit_class is not None]
    (setup,) = game().setups
    rows = [
        [
            unit.short,
            unit.unit_class,
            f"{unit.combat} ({unit.provenance['combat'].kind})",
            unit.steps,
            f"turn {unit.enters}" if unit.enters else _name(setup.in_areas[unit.id]),
        ]
        for unit in units
    ]
    return table(["unit", "class", "combat value", "steps", "starts"], rows)


def _name(area: str) -> str:
    areas = game().areas
    return areas.names[areas.index(area)]["en"]


def areas_table() -> str:
    areas = game().areas
    rows = []
    for i, names in enumerate(areas.names):
        others = [areas.names[j]["en"] for j in areas.neighbours(i).tolist()]
        ways = areas.ways()
        others += [f"{areas.names[j]['en']} (crossing)" for j in range(len(areas)) if ways[i, j]]
        origin = f"{areas.origin(i, 'name').kind}, {areas.origin(i, 'kind').kind}"
        rows.append([names["en"], areas.kinds[i], origin, ", ".join(others)])
    return table(["area", "kind", "name and kind from", "touches"], rows)


def register_table() -> str:
    switches = [option for option in game().options if option.is_switch]
    words = {
        "text": "the text decides",
        "sister": "a sister game or common practice",
        "open": "nothing; a switch",
    }
    rows: list[list[object]] = [
        [words[key], sum(option.support == key for option in switches)] for key in words
    ]
    return table(
        ["the default rests on", "points with a switch"],
        [*rows, ["settled, one reading", len(game().options) - len(switches)]],
    )


PAGE = Page(
    "rattenkrieg.md",
    {
        "areas": areas_table,
        "units": units_table,
        "provenance": provenance_table,
        "register": register_table,
    },
)


if __name__ == "__main__":
    PAGE.write()
