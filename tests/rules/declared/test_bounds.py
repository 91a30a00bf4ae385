"""Numbers that nothing can reach, or that change nothing, are found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.declared.games import compiled
from toolkit.rules.declared import declared_rules
from toolkit.rules.declared.bounds import neutral, unreachable
from toolkit.rules.mechanisms.arrivals import Replacements
from toolkit.rules.mechanisms.board import Places
from toolkit.rules.mechanisms.combat import Attacks
from toolkit.rules.mechanisms.control import ControlStart, Held
from toolkit.rules.mechanisms.forces import Units
from toolkit.rules.mechanisms.lines import OutOfLine
from toolkit.rules.mechanisms.modifiers import DieModifier, Shift, Strength
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.mechanisms.tables import Effect, Result
from toolkit.rules.mechanisms.victory import Need, Points, State, Victory

FRENCH, AUSTRIAN = Units(side="french"), Units(side="austrian")
TOWN, WOODS = Places(towns=("town",)), Places(terrain=("forest",))
EXCHANGE = (Effect("weaker", lose="all"), Effect("stronger", lose="matching"))


def _needs(**need: Any) -> Victory:
    return Victory("french", needs=(Need(**need),))


@pytest.mark.parametrize(
    ("rule", "keys"),
    [
        (_needs(eliminated=AUSTRIAN, at_least=99), [("needs", 0, "at_least")]),
        (_needs(eliminated=AUSTRIAN, at_least=3), []),
        (_needs(eliminated=AUSTRIAN, strength=True, at_least=9), []),
        # Only the French leave the map.
        (_needs(exited=AUSTRIAN, at_least=1), [("needs", 0, "at_least")]),
        (_needs(exited=FRENCH, at_least=1), []),
        (_needs(held_by="french", places=WOODS, at_least=1), [("needs", 0, "at_least")]),
        (Victory("french", hold=WOODS), [("hold",)]),
        (Victory("french", hold=TOWN), []),
        (Victory("french", hold=TOWN, count=99), [("hold",)]),
        (Points("french", hold=WOODS), [("hold",)]),
        (State("firm", (Need(eliminated=FRENCH, at_most=3),)), [("lasts",)]),
        (State("firm", (Need(eliminated=FRENCH, at_most=3),), lasts=False), []),
        (State("broken", (Need(eliminated=FRENCH, at_least=3),)), []),
        (Replacements({"french": 1}), [("points", "french")]),
    ],
)
def test_what_is_never_met_or_always(rule: object, keys: list[tuple[str | int, ...]]) -> None:
    assert [path for path, _ in unreachable(declared_rules(compiled("lindau")), rule)] == keys


@pytest.mark.parametrize(
    ("rule", "keys"),
    [
        (Shift(0), [("columns",)]),
        (DieModifier(0), [("add",)]),
        (Strength("attacker"), [()]),
        (Strength("attacker", times=2), []),
        (OutOfLine("supply", asked=("supply",)), [()]),
        (OutOfLine("supply", attack=0.5), []),
        (Attacks(hidden_by=WOODS), [("hidden_by",)]),
        (Attacks(undisturbed=True), [("undisturbed",)]),
        (Attacks(range=2, undisturbed=True), []),
        (Stacking(0), [("limit",)]),
        (Stacking(0, places=WOODS), []),
        (ControlStart((Held("french"), Held("austrian", TOWN))), [("held", 1)]),
        (ControlStart((Held("austrian", TOWN), Held("french"))), []),
        (Result("EX", EXCHANGE), []),
        (Result("EX", EXCHANGE[::-1]), [("does", 0, "lose")]),
    ],
)
def test_what_changes_nothing(rule: object, keys: list[tuple[str | int, ...]]) -> None:
    assert [path for path, _ in neutral(rule)] == keys
