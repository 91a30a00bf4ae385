"""Clauses that say opposite things of the same case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from toolkit.diagnostics import Finding
from toolkit.rules.declared.case import Case, error

if TYPE_CHECKING:
    from toolkit.source.rules import Clause

_SCOPES: Mapping[str, tuple[str, ...]] = {
    "allowance": ("units", "beside", "phases", "not_phases", "when"),
    "terrain_cost": ("units", "when"),
    "feature_cost": ("units", "when"),
    "side_cost": ("units", "unless_links", "when"),
    "link_cost": ("link", "units", "phases", "when"),
    "march": ("link", "in_zones", "apart", "units", "phases", "when"),
    "zone_movement": ("units", "phases", "when"),
    "zone_retreat": ("units",),
    "zone_lines": ("lines",),
    "stacking": ("count", "at", "units", "places"),
    "not_before": ("units",),
    "first_phase": ("turn",),
    "weather": ("id", "phases", "when"),
    "replacements": ("for_each", "worth", "when"),
    "shift": ("if", "per", "among", "best_of"),
    "die_modifier": ("if", "per", "among"),
    "strength": ("of", "each", "if", "best_of"),
    "support": ("to", "units", "phases", "when"),
    "unit_dice": ("of", "units", "if", "phases", "when"),
    "result": ("code", "tables"),
    "line": ("id",),
    "out_of_line": ("line", "units"),
    "attrition": ("line", "units", "phases", "when"),
    "points": ("side", "hold", "worth", "exited", "eliminated", "strength", "each_turn", "when"),
    "victory": ("side", "hold", "count", "points", "lead", "needs", "at", "turns"),
    "state": ("id",),
    "status": ("id",),
    "replacement_use": ("units",),
    "retreat_priority": ("units",),
    "advances": ("who", "by", "phases", "when"),
    "enemy_stops": ("units",),
    "rebuild_each": ("places",),
    "must_attack": ("who", "phases"),
    "phase_units": ("phases",),
    "cards": ("side",),
    "discard": ("side", "phases", "when"),
    "card": ("id",),
}
"""Mechanism → the parameters that say of which case it speaks; the others say what holds in it."""


def opposites(case: Case) -> Iterator[Finding]:
    """Find clauses that say different things of one case."""
    seen: dict[tuple[str, str], list[Clause]] = {}
    for clause in case.game.rules:
        scope = _SCOPES.get(clause.mechanism)
        if scope is None:
            continue
        key = (clause.mechanism, repr([clause.parameters.get(name) for name in scope]))
        for other in seen.setdefault(key, []):
            for path, mine, theirs in _differing(clause.parameters, other.parameters, scope):
                text = (
                    f"clause {other.number} says {'.'.join(map(str, path))} {_written(theirs)} of the same "
                    f"case, this one {_written(mine)}"
                )
                yield error("RUL106", text, clause.at(*path))
        seen[key].append(clause)


def _written(value: Any) -> str:
    """Return a value as a file has it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _differing(
    mine: Mapping[str, Any], theirs: Mapping[str, Any], scope: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    for name in mine.keys() & theirs.keys() - set(scope):
        one, other = mine[name], theirs[name]
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            for key in sorted(one.keys() & other.keys()):
                if one[key] != other[key]:
                    yield (name, key), one[key], other[key]
        elif one != other:
            yield (name,), one, other
