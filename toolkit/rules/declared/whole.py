"""A declared game as a `toolkit.rules.protocol.Game`: the one object that stands for all of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, get_args

from toolkit.rules.declared.actions import Action
from toolkit.rules.declared.basis import basis_of
from toolkit.rules.declared.book import book_of
from toolkit.rules.declared.declaration import declared_rules
from toolkit.rules.declared.game import apply, check
from toolkit.rules.declared.impulses import open_phase
from toolkit.rules.declared.invariants import faults
from toolkit.rules.declared.player import play_on
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Rules
from toolkit.rules.declared.supply import find_lines
from toolkit.rules.declared.winning import follow_states
from toolkit.rules.mechanisms.cards import HAND
from toolkit.rules.notation import Reader, write_action
from toolkit.rules.protocol import Game

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame

READER: Reader[Action] = Reader(get_args(Action))


def rules_of(compiled: CompiledGame) -> Game[Position, Action]:
    """Return the rules of a declared game.

    Raises
    ------
    ToolkitError
        ``RUL1xx`` for declarations that do not fit.
    """
    rules = declared_rules(compiled)
    return Game(
        book=book_of(compiled.id, compiled.rules),
        begin=partial(begun, rules),
        check=partial(check, basis=basis_of(compiled)),
        apply=apply,
        play=play_on,
        over=lambda position: position.over,
        faults=faults,
        write=write_action,
        read=READER.action,
    )


def begun(rules: Rules, setup: str, fixed: Mapping[str, str] = MappingProxyType({})) -> Position:
    """Return the position of a set-up; "" has no unit on the map.

    Raises
    ------
    KeyError
        For a set-up that the game does not have.
    """
    placed = rules.setups[setup] if setup else {}
    position = Position(rules.under(fixed), setting_up=not setup or setup in rules.empty)
    for unit, (place, steps) in placed.items():
        position.steps[unit] = steps
        position.put(unit, place)
    for unit, (place, _) in placed.items():
        position.take(unit, place)
    for card, (pile, side) in rules.dealt.get(setup, {}).items():
        position.cards[card] = pile
        if pile == HAND and not rules.cards[card].side:
            position.holders[card] = side
    open_phase(position)
    follow_states(position)
    find_lines(position)
    return position
