"""Storm over Stalingrad: this reading against the checker.

Three ways, all from seeds: whole games of the random player, judged action by action; games that this reading
plays itself, with other habits; and crowded positions with units thrown anywhere.  Beside what is done,
nonsense is asked, and what is done with one fact changed.  `allotting` compares every way to give out the
points of a fire with an exhaustive search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from tests.oracle.frame import Frame, any_rulings
from tests.oracle.storm import allotting
from tests.oracle.storm.adapter import differences, read_world, state_of, told
from tests.oracle.storm.fields import values
from tests.oracle.storm.judge import verdict
from tests.oracle.storm.results import after
from tests.oracle.storm.turning import moment
from tests.oracle.storm.walk import Walk
from tests.oracle.storm.world import State, World
from tests.oracle.tally import Tally
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules import game as rules
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.points import READINGS
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, Phase, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.area_data import set_up

LAZY = (a.Pass, a.EndImpulses, a.EndDraw, a.EndHands, a.EndTurn, a.CloseLosses)


def defaults() -> dict[str, str]:
    """Return every unclear point at its default."""
    return {id: values[0] for id, values in READINGS.items()}


def strange(position: Position, action: a.Action) -> bool:
    """Return whether a card that only people understand is on the table."""
    card = position.data.cards.get(action.card) if isinstance(action, a.Play) else None
    return position.foreign is not None or (card is not None and (card.effect is None or card.timing is None))


def passed_over(position: Position, action: a.Action, outcome: str) -> bool:
    """Return whether only people can say what an action does."""
    return strange(position, action) and outcome in ("unverified", "illegal")


def stuck(world: World, position: Position) -> str | None:
    """Return what is said where nothing is legal: a card can be laid for what nobody is able to do."""
    now = moment(world, state_of(world, position))
    return None if now == "laid" else f": {now}"


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
    over=lambda position: position.phase is Phase.OVER or position.foreign is not None,
    lazy=LAZY,
    busy=0.9,
    stuck=stuck,
    passed_over=passed_over,
)


def new_game(data: RulesData, rulings: Mapping[str, str]) -> Position:
    """Return a table before the first card is drawn."""
    position = Position(replace(data, points=data.points.under(rulings)))
    set_up(position, {unit.id: unit.starts for unit in data.units.values() if unit.starts})
    return position


def whole(data: RulesData) -> Callable[[int], Position]:
    """Return how whole games begin: every third one with bids."""
    return lambda seed: new_game(data, defaults() | ({"St-9": "bid"} if seed % 3 == 0 else {}))


def begun(
    data: RulesData, fixed: Mapping[str, str] | None = None, *, thrown: bool = False
) -> Callable[[int, Random], Position]:
    """Return how this reading's games begin: from the set-up or from units thrown anywhere.

    `fixed` None: each game under other rulings.
    """

    def table(_seed: int, random: Random) -> Position:
        rulings = any_rulings(defaults(), READINGS, random) if fixed is None else fixed
        position = new_game(data, rulings)
        if thrown:
            throw(position, random)
        return position

    return table


def throw(position: Position, random: Random) -> None:
    """Throw units, faces, markers, cards and control anywhere; some part of some turn goes on."""
    data = position.data
    position.phase = random.choice((Phase.IMPULSES,) * 5 + (Phase.HANDS, Phase.ARRIVALS, Phase.DRAW))
    position.turn = random.choice((1, 2, 3, 3, 4, 5, 6))
    city = [area for area in data.areas if area not in data.ferries]
    few = random.sample(city, random.choice((2, 3, 5, 8)))
    for area in city:
        side = random.choice(tuple(Side))
        position.held[area] = 0b1111 * side
    for unit, known in data.units.items():
        position.put(unit, _thrown(position, random, unit, few))
        if position.on_map(unit) and random.random() < 0.35:
            position.spent.add(unit)
        if known.enters and random.random() < 0.3:
            position.put(unit, OFF_MAP)
    position.markers = {(area, side) for area in few for side in Side if random.random() < 0.2}
    if position.phase is Phase.ARRIVALS:
        position.spent, position.markers = set(), set()
    for side in Side:
        cards = list(data.decks[side])
        random.shuffle(cards)
        cut = random.randint(0, min(6, len(cards)))
        position.hands[side].extend(cards[:cut])
        rest = random.randint(cut, len(cards))
        position.piles[side].extend(cards[cut:rest])
        position.decks[side].extend(cards[rest:])
    if position.phase is Phase.IMPULSES and random.random() < 0.7:
        position.last = random.choice(tuple(Side))


def _thrown(position: Position, random: Random, unit: str, few: list[str]) -> str:
    """Return where a unit lies: mostly crowded into few areas, some of which are full to the brim."""
    known, chance = position.data.units[unit], random.random()
    if chance < 0.1:
        return ELIMINATED
    if known.side is Side.SOVIET and chance < 0.2:
        return random.choice(sorted(position.data.ferries))
    open_ = [
        area for area in few if len(position.units_in(area, known.side)) < position.data.figures.stacking
    ]
    return random.choice(open_) if open_ else ELIMINATED


def compared(game: CompiledGame, seconds: float, seed: int) -> Tally:
    """Compare in all ways for some seconds."""
    tally, seeds, data = Tally(), range(seed, seed + 10**6), rules_data(game)
    part, usual = seconds / 6, defaults()
    FRAME.games(whole(data), seeds, tally, seconds=part)
    FRAME.walks(begun(data, usual), seeds, tally, seconds=part / 2)
    FRAME.walks(begun(data), seeds, tally, seconds=part / 2)
    for fixed in (usual, None, {}):
        FRAME.walks(begun(data, fixed, thrown=True), seeds, tally, name="thrown", seconds=part, length=20)
    allotting.drawn(tally, Random(seed), seconds=part)
    return tally
