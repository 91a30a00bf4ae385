"""GJ47 as a `toolkit.rules.protocol.Game`: the one object that stands for all of its rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolkit.games.gj47.rules import game, invariants
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.chapters import RULE_BOOK
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.notation import names_of
from toolkit.games.gj47.rules.player import play_on
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.rules.notation import Reader, write_action
from toolkit.rules.protocol import Game

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame


def rules_of(compiled: CompiledGame) -> Game[Position, Action]:
    """Return the rules of GJ47 over a compiled game."""
    names = names_of(rules_data(compiled))
    reader: Reader[Action] = Reader(RULE_BOOK.effects, names)
    return Game(
        book=RULE_BOOK,
        begin=partial(start, compiled),
        check=game.check,
        apply=game.apply,
        play=partial(play_on, careful=False),
        over=lambda position: position.turn.phase is Phase.OVER,
        faults=invariants.faults,
        write=partial(write_action, names=names),
        read=reader.action,
        follow=lambda position: partial(game.check, position, fast=FastCheck(position)),
    )
