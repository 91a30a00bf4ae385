"""Battles of the random player: what is attacked, and how results are taken."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import advance_limits, game, losses, odds, retreat
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.combat import free_to_attack
from toolkit.games.gj47.rules.course import Battle
from toolkit.games.gj47.rules.player.temper import Temper
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.results import due
from toolkit.games.gj47.rules.terrain import IMPASSABLE
from toolkit.rules.rulings import Rulings

MARKERS = 12
"""Battles at a time: the module has as many markers."""
_CHOICES = 40


def targets(position: Position, rulings: Rulings, rng: random.Random, temper: Temper) -> list[a.Declare]:
    """Return the attacks to announce; a unit takes part in one at most."""
    beside: dict[int, list[int]] = {}
    for unit in free_to_attack(position, rulings):
        owner = position.data.units[unit].owner
        for h, features in position.data.board.steps[position.hex_of[unit]]:
            if b.occupied(position, h, owner.enemy) and not features & IMPASSABLE:
                beside.setdefault(h, []).append(unit)
    order = sorted(beside)
    rng.shuffle(order)
    least = 3 - 2 * temper.boldness
    taken: set[int] = set()
    found: list[a.Declare] = []
    for h in order:
        units = tuple(unit for unit in beside[h] if unit not in taken)
        if not units or rng.random() > temper.attack or len(found) == MARKERS:
            continue
        told = odds.preview(position, h, units, rulings)
        if told.allowed and told.attack >= least * max(1, told.defence):
            found.append(a.Declare(h, units))
            taken.update(units)
    return found


def next_of_battle(
    position: Position, rulings: Rulings, rng: random.Random, die: Callable[[], int]
) -> a.Action:
    """Return the next action of the combat segment."""
    waiting = [battle for battle in position.command.battles if not battle.closed]
    fought = [battle for battle in waiting if battle.die]
    if fought:
        return _result(position, fought[0], rulings, rng)
    if not waiting:
        return a.EndCommand()
    battle = rng.choice(waiting)
    called = a.CallOff(battle.target)
    if game.check(position, called).legal:
        return called
    return a.Roll(battle.target, die())


def _result(position: Position, battle: Battle, rulings: Rulings, rng: random.Random) -> a.Action:
    """Return the next step of what a result asks for: losses, retreats, advance, end."""
    side = b.attacking_side(position, battle)
    for owner in (side, side.enemy):
        ways = list(islice(losses.choices(position, battle.target, owner, rulings), _CHOICES))
        if ways:
            return rng.choice(ways)
    left = due(position, battle, rulings)
    for unit in left.retreating:
        options = list(islice(retreat.choices(position, battle.target, unit, rulings), _CHOICES))
        if options:
            return rng.choice(options)
    if rng.random() < 0.8:
        going = advance_limits.choices(position, battle.target, rulings)
        options_ = list(islice(going, _CHOICES))
        if options_:
            return rng.choice(options_)
    return a.CloseBattle(battle.target)
