"""GJ47 as a `toolkit.rules.protocol.Game`: the one object that stands for all of its rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolkit.rules.gj47 import game, invariants
from toolkit.rules.gj47.actions import Action
from toolkit.rules.gj47.chapters import RULE_BOOK
from toolkit.rules.gj47.fast import FastCheck
from toolkit.rules.gj47.from_game import rules_data
from toolkit.rules.gj47.notation import Notation
from toolkit.rules.gj47.player import play_on
from toolkit.rules.gj47.position import Phase, Position
from toolkit.rules.gj47.start import start
from toolkit.rules.protocol import Game

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame


def rules_of(compiled: CompiledGame) -> Game[Position, Action]:
    """Return the rules of GJ47 over a compiled game."""
    notation = Notation(rules_data(compiled))
    return Game(
        book=RULE_BOOK,
        begin=partial(start, compiled),
        check=game.check,
        apply=game.apply,
        play=partial(play_on, careful=False),
        over=lambda position: position.turn.phase is Phase.OVER,
        faults=invariants.faults,
        write=notation.write,
        read=notation.read,
        follow=lambda position: partial(game.check, position, fast=FastCheck(position)),
    )
