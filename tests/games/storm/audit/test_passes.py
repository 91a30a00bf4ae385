"""Passes that nobody shows: who uses the keys passes by one, who drags says it aloud."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

import pytest

from tests.games.storm.audit.dragging import Dragger
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.play.paper import Paper
from toolkit.games.storm.play.performer import Performer
from toolkit.games.storm.play.recording import Recording, begin, house_rules
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.game import apply
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.position import Phase
from toolkit.games.storm.rules.sides import Side

Ends = list[a.Action]
BY_KEYS: Ends = [a.EndImpulses(), a.EndHands()]
BOTH_PASS: Ends = [a.Pass(Side.GERMAN), a.Pass(Side.SOVIET), *BY_KEYS]


def broken(
    module: Path, data: ModuleData, hands: Callable[[Recording], Performer], ends: Ends
) -> list[tuple[str, ...]]:
    """Return what the audit says is broken in a game whose first impulses end so."""
    game = begin(module, house_rules(data))
    does = hands(game)
    drawn = takewhile(lambda _: game.position.phase is not Phase.IMPULSES, play_on(game.position, 4))
    for action in drawn:
        does.perform(action)
    assert game.position.phase is Phase.IMPULSES
    for action in ends:
        does.perform(action)
        apply(game.position, action)
    game.desk.end_step()
    return [action.rules for action in audit_read([log_of(game)], data).actions if action.rules]


def keys(game: Recording) -> Performer:
    return Performer(game.position, Paper(game.desk))


def drags(game: Recording) -> Performer:
    return Dragger(game.position, Paper(game.desk))


@pytest.mark.parametrize("passes", [0, 1, 2])
def test_who_uses_the_keys_passes_by_one(st_module: Path, st_data: ModuleData, passes: int) -> None:
    found = broken(st_module, st_data, keys, [*BOTH_PASS[:passes], *BY_KEYS])
    assert found == ([] if passes == 2 else [("SEED 流程2(3)",)])


def test_who_uses_no_key_of_impulses_may_have_said_it(st_module: Path, st_data: ModuleData) -> None:
    assert broken(st_module, st_data, drags, BY_KEYS) == []
