"""What a terrain effects chart may say: a value that no rule reads is refused, with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolkit.diagnostics import Finding, Severity
from toolkit.games.gj47.data.terrain_effects import MoveCost
from toolkit.source.document import Document, Path_
from toolkit.source.schema import suggestion
from toolkit.source.values import mapping

_GROUND = frozenset({"points", "road_only", "whole", "prohibited"})
# What a value says that is left out.
_NEUTRAL: Mapping[str, object] = {
    "shift": 0,
    "on_top": False,
    "attack_factor": 1,
    "advance": None,
    "march": None,
}


@dataclass(frozen=True, slots=True)
class _Row:
    """What rules read of a row: its layer, the modes of its prices, values beside them.

    `alike`: modes that mean something only where all units have the same price.
    """

    layer: str
    modes: frozenset[str]
    reads: frozenset[str] = frozenset()
    alike: frozenset[str] = frozenset()


def _row(layer: str, modes: str, reads: str = "", alike: str = "") -> _Row:
    return _Row(layer, frozenset(modes.split()), frozenset(reads.split()), frozenset(alike.split()))


_HEX = _row("terrain", " ".join(sorted(_GROUND)), "shift advance", "prohibited")
_ROWS: Mapping[str, _Row] = {
    "clear": _row("terrain", "points", "shift advance"),
    "forest": _HEX,
    "marsh": _HEX,
    "mountain": _HEX,
    "sea": _row("terrain", "prohibited", "shift advance"),
    "town": _row("place", "as_terrain", "shift on_top advance"),
    "major_city": _row("place", "points", "shift advance"),
    "river": _row("side", "extra", "attack_factor advance", "extra"),
    "great_river": _row("side", "whole", "attack_factor advance"),
    "road": _row("link", "points", "march"),
    "rail": _row("link", "as_terrain"),
    "supply_source": _row("mark", "as_terrain"),
}


def check_effects(document: Document) -> Iterator[Finding]:
    """Find fault with rows and values of a chart that no rule reads (``CHT012``), and with missing rows."""
    rows: list[dict[str, Any]] = mapping(document)["effects"]
    missing = [kind for kind in _ROWS if kind not in {row["kind"] for row in rows}]
    if missing:
        yield _fault(document, ("effects",), f"no row for {', '.join(missing)}; the rules need one for each")
    for index, row in enumerate(rows):
        known = _ROWS.get(row["kind"])
        if known is None:
            text = f"no rule reads a row for {row['kind']}{suggestion(row['kind'], _ROWS)}"
            yield _fault(document, ("effects", index, "kind"), text)
        else:
            yield from _check_row(document, ("effects", index), row, known)


def _check_row(document: Document, path: Path_, row: Mapping[str, Any], known: _Row) -> Iterator[Finding]:
    kind = row["kind"]
    if row["layer"] != known.layer:
        text = f"found layer {row['layer']}; the rules read {kind} as a {known.layer}"
        yield _fault(document, (*path, "layer"), text)
    costs = {unit: MoveCost.from_json(cell) for unit, cell in row["movement"].items()}
    for unit, cost in costs.items():
        if cost.mode not in known.modes:
            text = f"the rules cannot read {row['movement'][unit]!r} of {kind}: only {_named(known.modes)}"
            yield _fault(document, (*path, "movement", unit), text)
        elif cost.mode == "points" and (not cost.points or cost.points % 0.5):
            text = f"{kind} costs {cost.points:g} points; steps cost halves or whole points"
            yield _fault(document, (*path, "movement", unit), text)
    if len(set(costs.values())) > 1 and known.alike & {cost.mode for cost in costs.values()}:
        text = f"{kind} must be {_named(known.alike)} for all units alike: marches know no other"
        yield _fault(document, (*path, "movement"), text)
    for key, neutral in _NEUTRAL.items():
        if key not in known.reads and row.get(key, neutral) != neutral:
            yield _fault(document, (*path, key), f"no rule reads '{key}' of {kind}")
    march = row.get("march")
    if "march" in known.reads and (march is None or march % 0.5):
        text = f"{kind} needs a price in march formation, in halves or whole points"
        yield _fault(document, (*path, "march"), text)


def _named(modes: frozenset[str]) -> str:
    words = {"points": "a number of points", "extra": "'+n'"}
    return ", ".join(words.get(mode, mode) for mode in sorted(modes))


def _fault(document: Document, path: Path_, message: str) -> Finding:
    return Finding("CHT012", Severity.ERROR, message, document.place(*path))
