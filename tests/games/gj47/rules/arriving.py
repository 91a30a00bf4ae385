"""Countries with a railway for each side, and a reinforcement chit being executed."""

from __future__ import annotations

from typing import Any

from tests.games.gj47.rules.country import Country
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Phase

# The Axis has a railway from 0105 to 0505, the Soviets one from 1405 to 1105.
RAIL = {"rail": "0105 0205 0305 0405 0505,1405 1305 1205 1105"}
SOURCES = ("0105", "1405")


def soviet(
    units: dict[str, str], axis: dict[str, str] | None = None, *, column: int = 1, **more: Any
) -> Country:
    """Return a country with the Soviet reinforcement chit being executed."""
    table = Country(axis or {}, units, **{"lines": RAIL, "sources": SOURCES} | more)
    return table.phase(Phase.EXECUTION, "SR", column=column).force(a.Reinforce())


def axis(units: dict[str, str], die: int, soviets: dict[str, str] | None = None, **more: Any) -> Country:
    """Return a country with the Axis reinforcement chit being executed, its die thrown."""
    table = Country(units, soviets or {}, **{"lines": RAIL, "sources": SOURCES} | more)
    return table.phase(Phase.EXECUTION, "AR").force(a.Reinforce(die))


def many(name: str, count: int) -> dict[str, str]:
    return {f"{name}{i}": f"{name} pool" for i in range(count)}
