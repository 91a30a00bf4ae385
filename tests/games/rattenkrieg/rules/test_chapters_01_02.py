"""Chapters 1 and 2: statements about the data, and data that contradict them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.rules import statements as s
from toolkit.source.figures import Figure

Change = Callable[[CompiledGame], CompiledGame]


def third_side(game: CompiledGame) -> CompiledGame:
    return replace(game, counters=(replace(game.counters[0], side="hungarian"), *game.counters[1:]))


def eleven_areas(game: CompiledGame) -> CompiledGame:
    kinds = list(game.areas.kinds)
    kinds[-1] = "marsh"
    return replace(game, area_map=replace(game.areas, kinds=tuple(kinds)))


def stacking(game: CompiledGame) -> CompiledGame:
    limit = replace(game.figures[0], id="stacking_limit")
    assert isinstance(limit, Figure)
    return replace(game, figures=(*game.figures, limit))


def no_strength(game: CompiledGame) -> CompiledGame:
    return replace(game, counters=(replace(game.counters[0], combat=None), *game.counters[1:]))


def five_steps(game: CompiledGame) -> CompiledGame:
    """A rifle with the steps of a panzer division."""
    units = [replace(c, unit_class="panzer") if c.id == "rifle_1" else c for c in game.counters]
    return replace(game, counters=tuple(units))


def a_card_less(game: CompiledGame) -> CompiledGame:
    assert game.deck is not None
    return replace(game, deck=replace(game.deck, ranks=game.deck.ranks[1:]))


CASES: tuple[tuple[str, Callable[[CompiledGame], bool], Change], ...] = (
    ("1.0", s.two_sides, third_side),
    ("2.1", s.twelve_areas_and_two_rears, eleven_areas),
    ("2.1", s.twelve_areas_and_two_rears, lambda game: replace(game, area_map=None)),
    ("2.2", s.no_stacking_limit, stacking),
    ("2.3", s.units_have_name_and_strength, no_strength),
    ("2.3", s.units_have_name_and_strength, five_steps),
    ("2.4", s.fifty_two_cards, a_card_less),
    ("2.4", s.fifty_two_cards, lambda game: replace(game, deck=None)),
)


@pytest.mark.parametrize(("number", "statement", "change"), CASES)
def test_the_data_hold_what_is_printed(
    game: CompiledGame, number: str, statement: Callable[[CompiledGame], bool], change: Change
) -> None:
    assert statement(game), number
    assert not statement(change(game)), number
