"""What messages say in place of ids."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from toolkit.audit.module_data import read_module
from toolkit.audit.wording import in_words, names_of

NAMES = {"sov-cav-55": "55th Cavalry Division", "71": "71st Infantry Division", "minina": "Minina"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(sov-cav-55: 0402 → 0822)", "(55th Cavalry Division: 0402 → 0822)"),
        ("(71: minina → 0822)", "(71st Infantry Division: Minina → 0822)"),
        ("71 of 72 cards", "71 of 72 cards"),
        ("Control_minina is changed", "control of Minina is changed"),
        ("sov-cav-5 and Control_nowhere stay", "sov-cav-5 and Control_nowhere stay"),
    ],
)
def test_names_stand_for_ids(text: str, said: str) -> None:
    assert in_words(text, NAMES) == said


def test_a_game_names_counters_boxes_and_areas(undrawn_module: Callable[[str], Path]) -> None:
    names = names_of(read_module(undrawn_module("rattenkrieg")).game)
    assert (names["rifle_3"], names["minina"]) == ("Rifle 3", "Minina")
    assert all(names.values())
