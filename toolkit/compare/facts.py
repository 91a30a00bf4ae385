"""A game as a flat list of facts, each with a name a person can use: what two games are compared by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from toolkit.compile.compiled import CompiledGame
from toolkit.source.document import parse_yaml
from toolkit.source.style import PLAIN

Fact = tuple[str, str, str]
"""Kind, id and field: ``("hexside", "0507/0508", "river")``, ``("counter", "a-1", "reduced/attack")``."""
Facts = Mapping[Fact, object]

KINDS = (
    "game", "hex", "hexside", "link", "place", "river", "area", "border", "passage", "counter", "deck",
    "event", "card", "chart", "number", "turn", "box", "setup", "switch", "clause", "label", "style",
    "piece", "prototype", "board", "stack", "file", "erratum",
)  # fmt: skip
"""In the order in which they are listed."""
# Where a value comes from is no part of the value.
_ASIDE = frozenset({"provenance", "origins"})


def facts_of(game: CompiledGame) -> dict[Fact, object]:
    """Return all that a game states, origins left aside.

    Returns
    -------
    dict of (kind, id, field) to JSON value
        Hexes and hexsides by printed numbers, so that games with other grids can be compared; ways inside
        charts and counters are those that an erratum names.
    """
    return {
        **_game(game),
        **_hex_map(game),
        **_areas(game),
        **_counters(game),
        **_cards(game),
        **_action_cards(game),
        **_charts(game),
        **_figures(game),
        **_setups(game),
        **_switches(game),
        **_clauses(game),
        **_labels(game),
        **_style(game),
    }


def facts_of_files(files: Mapping[str, bytes]) -> dict[Fact, object]:
    """Return all that an imported module states: its counters, boards, set-ups, and its files by their hash.

    Parameters
    ----------
    files : mapping of str to bytes
        Path in the game's folder to content, as `toolkit.importer.read.import_module` gives them.
    """
    facts: dict[Fact, object] = {}
    for path, content in sorted(files.items()):
        group, _, name = path.partition("/")
        if not path.endswith(".yaml") or group == "files":
            facts["file", name or path, "content"] = hashlib.sha256(content).hexdigest()[:16]
            continue
        data = parse_yaml(content.decode("utf-8"), path).data
        assert isinstance(data, dict)
        facts |= _sheet(Path(path).stem, data)
    return facts


_SHEETS = {"pieces": "piece", "prototypes": "prototype", "stacks": "stack"}


def _sheet(name: str, data: Mapping[str, Any]) -> dict[Fact, object]:
    """Return the facts of one file of an imported module."""
    facts: dict[Fact, object] = {}
    for key, kind in _SHEETS.items():
        for entry in data.get(key, ()):
            facts |= {(kind, str(entry["id"]), way): value for way, value in flatten(entry) if way != "id"}
    for group in data.get("maps", ()):
        for board in group["boards"]:
            facts |= {("board", str(board["id"]), way): value for way, value in flatten(board)}
    if "begin" in data:
        # By the ids of its pieces: one more in the middle moves no other.
        rows = {_row_name(entry, number): entry for number, entry in enumerate(data["begin"], start=1)}
        facts |= {("setup", name, way): value for way, value in flatten({**data, "begin": rows})}
    if "module" in data:
        facts |= {("game", name, way): value for way, value in flatten(data)}
    return facts


def _row_name(entry: Mapping[str, Any], number: int) -> str:
    kind = next((kind for kind in ("piece", "stack") if kind in entry), "command")
    return f"{kind} {entry[kind] if kind != 'command' else number}"


def _game(game: CompiledGame) -> dict[Fact, object]:
    grid = {}
    if game.hex_map is not None:
        grid = {f"grid/{key}": value for key, value in flatten(game.hex_map.grid.to_json())}
    named = {f"names/{key}": value for key, value in flatten(game.names.to_json())}
    values = {"id": game.id, "version": game.version, **named, **grid}
    facts: dict[Fact, object] = {("game", game.id, name): value for name, value in values.items()}
    for erratum in game.errata:
        facts["erratum", erratum.id, "title"] = erratum.title
    return facts


def _hex_map(game: CompiledGame) -> dict[Fact, object]:
    if game.hex_map is None:
        return {}
    return {
        **_hexes(game),
        **_sides(game, "hexside", game.map.side_features),
        **_sides(game, "link", game.map.links),
        **_places(game),
    }


def _hexes(game: CompiledGame) -> dict[Fact, object]:
    built = game.map
    facts: dict[Fact, object] = {}
    for h in range(len(built.grid)):
        facts["hex", built.grid.number(h), "terrain"] = built.terrain_kinds[int(built.terrain[h])]
    for layer, mask in built.hex_features.items():
        for h in np.flatnonzero(mask).tolist():
            facts["hex", built.grid.number(h), layer] = True
    return facts


def _sides(game: CompiledGame, kind: str, layers: Mapping[str, Any]) -> dict[Fact, object]:
    number = game.map.grid.number
    return {
        (kind, f"{number(a)}/{number(b)}", layer): True
        for layer, mask in layers.items()
        for a, b in game.map.sides[mask].tolist()
    }


def _places(game: CompiledGame) -> dict[Fact, object]:
    facts: dict[Fact, object] = {}
    for place in game.map.places:
        facts["place", place.id, "hex"] = game.map.grid.number(place.hex)
        facts["place", place.id, "kind"] = place.kind
        facts["place", place.id, "control"] = place.control
        for language, name in place.names.items():
            facts["place", place.id, f"names/{language}"] = name
    for chain in game.map.chains:
        facts["river", chain.id, "kind"] = chain.kind
        for language, name in chain.names.items():
            facts["river", chain.id, f"names/{language}"] = name
    return facts


def _areas(game: CompiledGame) -> dict[Fact, object]:
    """Return the facts of an area map: areas by what they are, borders by who touches whom."""
    built = game.area_map
    if built is None:
        return {}
    data = built.to_json()
    facts: dict[Fact, object] = {}
    for area in data["areas"]:
        shape = hashlib.sha256(repr(area["parts"]).encode()).hexdigest()[:16]
        facts["area", area["id"], "outline"] = shape
        rest = {key: value for key, value in area.items() if key not in ("id", "parts")}
        facts |= {("area", area["id"], way): value for way, value in flatten(rest)}
    for border in data["borders"]:
        facts["border", "/".join(sorted(border["areas"])), "touching"] = True
    for link in data["links"]:
        facts |= {("passage", link["id"], way): value for way, value in flatten(link) if way != "id"}
    for index, id in enumerate(built.ids):
        for role in sorted({point.role for point in built.points if point.area == index}):
            facts["area", id, f"points/{role}"] = str(built.points_of(index, role).tolist())
    return facts


def _cards(game: CompiledGame) -> dict[Fact, object]:
    """Return the facts of a deck: events by id, suits and ranks together."""
    if game.deck is None:
        return {}
    data = game.deck.to_json()
    facts: dict[Fact, object] = {
        ("event", use["id"], way): value
        for use in data["uses"]
        for way, value in flatten({**use, "cards": " ".join(use["cards"])})
        if way != "id"
    }
    rest = {key: data[key] for key in ("suits", "ranks", "colours")}
    return facts | {("deck", game.id, way): value for way, value in flatten(rest)}


def _action_cards(game: CompiledGame) -> dict[Fact, object]:
    return {
        ("card", card.id, way): value
        for card in game.action_cards
        for way, value in flatten(_spelled_out(card.to_json()))
        if way != "id"
    }


def _spelled_out(value: Any) -> Any:
    """Return a card's values with an effect that has no numbers as true, so that it is a fact as well."""
    if isinstance(value, Mapping):
        return True if not value else {key: _spelled_out(inner) for key, inner in value.items()}
    return value


def _figures(game: CompiledGame) -> dict[Fact, object]:
    facts: dict[Fact, object] = {
        ("number", figure.id, way): value
        for figure in game.figures
        for way, value in flatten(figure.to_json())
        if way != "id"
    }
    for turn in game.turns:
        facts |= {("turn", str(turn.number), way): value for way, value in flatten(turn.dates.to_json())}
        numbers = {"draw": dict(turn.draw), "hand": dict(turn.hand)}
        facts |= {("turn", str(turn.number), way): value for way, value in flatten(numbers)}
    return facts


def _counters(game: CompiledGame) -> dict[Fact, object]:
    return {
        ("counter", counter.id, field): value
        for counter in game.counters
        for field, value in flatten(counter.to_json())
        if field != "id"
    }


def _charts(game: CompiledGame) -> dict[Fact, object]:
    charts = dict(game.charts) | {chart.id: chart.to_json() for chart in game.free_charts}
    return {
        ("chart", name, field): value for name, chart in charts.items() for field, value in flatten(chart)
    }


def _setups(game: CompiledGame) -> dict[Fact, object]:
    facts: dict[Fact, object] = {
        ("box", box.id, field): value for box in game.boxes for field, value in flatten(box.to_json())
    }
    for setup in game.setups:
        facts["setup", setup.id, "names/en"] = setup.names.en
        for counter, place in setup.placements.items():
            facts["setup", setup.id, counter] = place
    return facts


def _switches(game: CompiledGame) -> dict[Fact, object]:
    return {
        ("switch", option.id, field): value
        for option in game.options
        for field, value in flatten({**option.to_json(), "values": {v.id: v.summary for v in option.values}})
        if field != "id"
    }


def _clauses(game: CompiledGame) -> dict[Fact, object]:
    return {
        ("clause", clause.number, field): value
        for clause in game.rules
        for field, value in flatten(clause.to_json())
    }


def _style(game: CompiledGame) -> dict[Fact, object]:
    if game.style == PLAIN:
        return {}
    return {("style", game.id, field): value for field, value in flatten(game.style.to_json())}


def _labels(game: CompiledGame) -> dict[Fact, object]:
    return {
        ("area" if group == "area" else "label", id if group == "area" else f"{group}/{id}", field): value
        for group, entries in game.labels.items()
        for id, names in entries.items()
        for field, value in flatten(names.to_json())
    }


def flatten(value: Any, way: str = "", headings: Sequence[object] = ()) -> Iterator[tuple[str, object]]:
    """Yield (way, scalar) for everything inside a JSON value, origins left aside.

    A list is entered by the id, number or kind of its entries, by the heading of its column, or by numbers
    that count from 1, as in errata.
    """
    if isinstance(value, Mapping):
        own = value.get("columns", value.get("classes"))
        headings = own if isinstance(own, list) else headings
        for key, inner in value.items():
            if key not in _ASIDE:
                yield from flatten(inner, _join(way, str(key)), headings)
    elif isinstance(value, list):
        for index, item in enumerate(value, start=1):
            step = _join(way, _name(item, index))
            if isinstance(item, list) and len(item) == len(headings):
                for heading, cell in zip(headings, item, strict=True):
                    yield _join(step, str(heading)), cell
            else:
                yield from flatten(item, step, headings)
    else:
        yield way, value


def _join(way: str, name: str) -> str:
    return f"{way}/{name}" if way else name


def _name(item: Any, index: int) -> str:
    if isinstance(item, Mapping):
        return str(next((item[key] for key in ("id", "number", "kind") if key in item), index))
    return str(index)
