"""A table written as the beginning of a log."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.violations_apart.played import Game
from toolkit.vassal.commands import AddPiece, Command, GlobalPropertyState, SetTurn
from toolkit.vassal.table import Table
from toolkit.vassal.things import state_of


def begin_of(game: Game, table: Table, rng: random.Random | None = None) -> tuple[Command, ...]:
    """Return what sets up a table: its pieces (in another order with `rng`), stacks and decks; the rest
    as it was.
    """
    pieces = [t for t in table.things.values() if not t.is_stack]
    stacks = [t for t in table.things.values() if t.is_stack]
    if rng is not None:
        rng.shuffle(pieces)
    # Stacks that the table itself made get numbers of their own, as the engine gives them.
    names = {t.id: t.id if t.is_deck else str(900000 + n) for n, t in enumerate(stacks)}
    added = [AddPiece(names.get(t.id, t.id), t.type, state_of(t)) for t in (*pieces, *stacks)]
    commands: list[Command] = []
    done = False
    for command in game.log.begin:
        if isinstance(command, AddPiece):
            if not done:
                commands.extend(added)
                done = True
        elif isinstance(command, GlobalPropertyState):
            key = (command.container or "", command.name)
            commands.append(replace(command, value=table.properties.get(key, command.value)))
        elif isinstance(command, SetTurn):
            commands.append(replace(command, state=table.turns[command.id]))
        else:
            commands.append(command)
    return tuple(commands)
