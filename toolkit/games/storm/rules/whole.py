"""Storm as a `toolkit.rules.protocol.Game`: the one object that stands for all of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.games.storm.rules import game, invariants
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.chapters import RULE_BOOK
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.rules.area_data import beginning, set_ups
from toolkit.rules.notation import Reader, write_action
from toolkit.rules.protocol import Game

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame


def rules_of(compiled: CompiledGame) -> Game[Position, Action]:
    """Return the rules of Storm over a compiled game."""
    return rules_over(rules_data(compiled), set_ups(compiled))


def rules_over(
    data: RulesData, setups: Mapping[str, Mapping[str, str]] = MappingProxyType({})
) -> Game[Position, Action]:
    """Return the rules of Storm over one game's data.

    Parameters
    ----------
    setups : mapping of str to mapping of str to str
        Set-up → unit → area.
    """
    starts = {unit.id: unit.starts for unit in data.units.values() if unit.starts}
    reader: Reader[Action] = Reader(RULE_BOOK.effects)
    return Game(
        book=RULE_BOOK,
        # Before the bids and the shuffles; "" has what starts on the map by its counters.
        begin=beginning(
            lambda fixed: Position(replace(data, points=data.points.under(fixed))), {"": starts, **setups}
        ),
        check=game.check,
        apply=game.apply,
        play=play_on,
        over=lambda position: position.phase is Phase.OVER,
        faults=invariants.faults,
        write=write_action,
        read=reader.action,
    )
