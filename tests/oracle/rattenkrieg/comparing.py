"""Rattenkrieg: this reading against the checker.

Three ways, all from seeds: whole games of the random player, judged action by action; games that this reading
plays itself, with other habits; and positions with units thrown anywhere.  Beside what is done, nonsense is
asked, and what is done with one of its fields changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from tests.oracle.frame import Frame, any_rulings
from tests.oracle.rattenkrieg.adapter import differences, read_world, state_of, told
from tests.oracle.rattenkrieg.brute import FACES, battles, opened, settings, shaken, shots
from tests.oracle.rattenkrieg.cards import PACK
from tests.oracle.rattenkrieg.fields import values
from tests.oracle.rattenkrieg.judge import verdict
from tests.oracle.rattenkrieg.results import after
from tests.oracle.rattenkrieg.walk import Walk
from tests.oracle.rattenkrieg.world import State, World
from tests.oracle.tally import Tally
from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import game as rules
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.area_data import set_up, set_ups

LAZY = (a.Pass, a.End, a.Retreat)


def defaults(game: CompiledGame) -> dict[str, str]:
    """Return every unclear point at its default."""
    return {option.id: option.default for option in game.options}


FRAME: Frame[Position, World, State, a.Action] = Frame(
    check=rules.check,
    apply=rules.apply,
    judge=verdict,
    after=after,
    world=lambda position: read_world(position.data),
    state=state_of,
    told=told,
    differences=differences,
    walk=Walk,
    values=values,
    play=play_on,
    over=lambda position: position.phase is Phase.OVER,
    lazy=LAZY,
    busy=0.7,
)


def new_game(game: CompiledGame, fixed: Mapping[str, str], placed: bool) -> Position:
    """Return a table before the cards are shuffled, with units on it or not."""
    position = Position(rules_data(game, fixed))
    set_up(position, next(iter(set_ups(game).values())) if placed else {})
    return position


def whole(game: CompiledGame) -> Callable[[int], Position]:
    """Return how whole games begin: every second one with units in place."""
    fixed = defaults(game)
    return lambda seed: new_game(game, fixed, placed=seed % 2 == 0)


def begun(
    game: CompiledGame, fixed: Mapping[str, str] | None = None, *, thrown: bool = False
) -> Callable[[int, Random], Position]:
    """Return how this reading's games begin: from the set-up or from units thrown anywhere.

    `fixed` None: each game under other rulings.
    """
    readings = {option.id: [value.id for value in option.values] for option in game.options}

    def table(seed: int, random: Random) -> Position:
        rulings = any_rulings(defaults(game), readings, random) if fixed is None else fixed
        position = new_game(game, rulings, placed=seed % 2 == 0)
        if thrown:
            throw(position, random)
        return position

    return table


def beaten(game: CompiledGame) -> Callable[[int, Random], Position]:
    """Return tables after a battle: losses, stranded comrades, the next attack."""
    data = rules_data(game, defaults(game))
    every = list(settings(data))

    def table(_seed: int, random: Random) -> Position:
        one, other = random.sample(FACES, 2)
        return shaken(opened(data, random.choice(every), (one, other)), random)

    return table


def throw(position: Position, random: Random) -> None:
    """Throw units, isolation, cards and control anywhere; the operations of some turn go on."""
    data = position.data
    position.phase, position.turn = Phase.OPERATIONS, random.randint(1, 6)
    position.actor = random.choice(tuple(Side))
    few = random.sample(data.city, random.choice((3, 5, 8)))
    holders = {area: random.choice(tuple(Side)) for area in data.city}
    for unit, known in data.units.items():
        if known.enters > position.turn:
            continue
        own = [area for area in few if holders[area] is known.side] or [data.rears[known.side]]
        position.put(unit, random.choice([*own, *own, data.rears[known.side]]))
    for held in position.held:
        held.update(holders)
    _cut_off(position, data, random)
    if random.random() < 0.1 and data.tank:
        position.put(data.tank, "gone")
        position.t34_gone = position.turn
    position.down = {unit for unit in data.units if position.on_map(unit) and random.random() < 0.3}
    _deal(position, data, random)


def _cut_off(position: Position, data: RulesData, random: Random) -> None:
    """Isolate some units in areas of the enemy."""
    for area in data.city:
        side = position.held[0][area].enemy
        if random.random() < 0.4:
            strangers = [unit for unit in data.units if position.side(unit) is side and position.on_map(unit)]
            for unit in random.sample(strangers, min(len(strangers), random.randint(1, 2))):
                position.where[unit] = area
                for cut in position.cut_off:
                    cut.add(unit)
    for area in data.city:
        # Nobody stands beside an enemy who is not isolated while no battle is fought.
        position.settle(area)


def _deal(position: Position, data: RulesData, random: Random) -> None:
    cards = list(PACK)
    random.shuffle(cards)
    for unit, known in data.units.items():
        if position.on_map(unit):
            position.steps[unit] = [cards.pop() for _ in range(random.randint(0, known.steps))]
    for side in Side:
        position.hands[side].extend(cards.pop() for _ in range(min(len(cards), random.randint(0, 4))))
    cut = random.randint(0, len(cards))
    position.deck, position.pile = cards[:cut], cards[cut:]


def compared(game: CompiledGame, seconds: float, seed: int) -> Tally:
    """Compare in all ways for some seconds."""
    tally, seeds = Tally(), range(seed, seed + 10**6)
    part, usual = seconds / 5, defaults(game)
    FRAME.games(whole(game), seeds, tally, seconds=part)
    FRAME.walks(begun(game, usual), seeds, tally, seconds=part / 2)
    for share, fixed in ((0.5, usual), (1.0, None), (1.0, {})):
        tables = begun(game, fixed, thrown=True)
        FRAME.walks(tables, seeds, tally, name="thrown", seconds=part * share, length=60)
    FRAME.walks(beaten(game), seeds, tally, name="aftermath", seconds=part / 2, asked=6, length=10)
    data = rules_data(game, usual)
    shots(data, tally, seconds=part / 4, seed=seed)
    battles(data, tally, seconds=part / 4, seed=seed)
    return tally
