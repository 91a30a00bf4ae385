"""Checks of chapter 10 answer whatever is asked: actions made of random units, hexes and numbers."""

from __future__ import annotations

import random

import pytest

from tests.games.gj47.rules.field import Field
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome

OPEN = ("U-01", "U-20", "U-25", "U-27", "U-29", "U-31", "U-40", "U-41", "U-58", "U-60", "U-61", "U-67")


def field(seed: int) -> Field:
    rng = random.Random(seed)

    def near() -> str:
        return f"{rng.randint(3, 7):02}{rng.randint(3, 7):02}"

    axis = {f"a{i}": f"{rng.choice(['', 'mech ', 'mt '])}{rng.randint(1, 9)} {near()}" for i in range(6)}
    soviet = {}
    taken = {text[-4:] for text in axis.values()}
    while len(soviet) < 6:
        spot = near()
        if spot not in taken:
            soviet[f"s{len(soviet)}"] = f"{rng.randint(0, 4)} {rng.choice(['', 'one ', 'reduced '])}{spot}"
    return Field(
        axis,
        soviet,
        terrain={rng.choice(["forest", "city", "mountain", "sea"]): "0506"} if rng.random() < 0.5 else {},
        towns=near(),
        forts={near(): rng.choice((1, 2))},
        acting=rng.choice(("axis", "soviet")),
        sources=("0103", "1210"),
        opened=OPEN if rng.random() < 0.3 else (),
    )


def garbage(rng: random.Random, position: Position) -> a.Action:
    def hex_() -> int:
        return rng.choice([-1, *range(len(position.data.board))])

    def unit() -> int:
        return rng.randrange(len(position.data.units))

    def units() -> tuple[int, ...]:
        return tuple(unit() for _ in range(rng.randrange(4)))

    battles = position.command.battles
    target = rng.choice(battles).target if battles and rng.random() < 0.8 else hex_()
    start = [target]
    for _ in range(rng.randrange(4)):
        around = [n for n, _ in position.data.board.steps[start[-1]]] if start[-1] >= 0 else []
        start.append(rng.choice([*around, *around, hex_()]))
    path = tuple(start[1:])
    return rng.choice(
        (
            a.Declare(rng.choice([h for h in position.hex_of if h >= 0]), units(), units()[:1]),
            a.EndDeclaration(),
            a.Roll(target, rng.randrange(8)),
            a.CallOff(target),
            a.Lose(target, rng.choice(list(Owner)), units(), rng.randrange(3), rng.randrange(3)),
            a.Retreat(target, unit(), path, rng.randrange(3), rng.random() < 0.3),
            a.Advance(target, unit(), (target, *path) if rng.random() < 0.6 else path),
            a.CloseBattle(target),
            a.EndCommand(),
        )
    )


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_too_odd_to_be_judged(seed: int) -> None:
    f, rng = field(seed), random.Random(seed)
    outcomes = set()
    attackers = [u for u in range(len(f.kinds)) if f.kinds[u].owner is f.kinds[-1].owner]
    for unit in attackers[:-1]:
        for h, _ in f.data.board.steps[f.position.hex_of[unit]]:
            if f.broken(a.Declare(h, (unit,))) == ():
                f.do(a.Declare(h, (unit,)))
    for step in range(60):
        if step == 10 and f.position.turn.phase.value == "declaration":
            f.do(a.EndDeclaration())
        action = garbage(rng, f.position)
        verdict = game.check(f.position, action)
        outcomes.add(verdict.outcome)
        assert verdict.rules or verdict.outcome is Outcome.LEGAL
        command = f.position.turn.command
        if not isinstance(action, a.EndCommand) and command and verdict.rules != ("5.0",) and _sane(action):
            game.apply(f.position, action)
    assert Outcome.ILLEGAL in outcomes


def _sane(action: a.Action) -> bool:
    """Actions that could be carried out on a table: no hexes that are not there."""
    hexes = [getattr(action, "target", 0), *getattr(action, "path", ())]
    return all(h >= 0 for h in hexes)
