"""Storm over Stalingrad: this reading against the checker.

Three ways, all from seeds: whole games of the random player, judged action by action; games that this reading
plays itself, with other habits; and crowded positions with units thrown anywhere.  Beside what is done,
nonsense is asked, and what is done with one fact changed.  `allotting` compares every way to give out the
points of a fire with an exhaustive search.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import islice
from random import Random
from typing import Any

from tests.oracle.storm import allotting
from tests.oracle.storm.adapter import differences, read_world, state_of, told
from tests.oracle.storm.judge import verdict
from tests.oracle.storm.results import after
from tests.oracle.storm.walk import Walk
from tests.oracle.storm.world import World
from tests.oracle.tally import Tally
from toolkit.compile.game import CompiledGame
from toolkit.rules.storm import actions as a
from toolkit.rules.storm import game as rules
from toolkit.rules.storm.data import RulesData, Side
from toolkit.rules.storm.from_game import rules_data
from toolkit.rules.storm.player import play_on
from toolkit.rules.storm.points import READINGS
from toolkit.rules.storm.position import ELIMINATED, OFF_MAP, Phase, Position

LAZY = (a.Pass, a.EndImpulses, a.EndDraw, a.EndHands, a.EndTurn, a.CloseLosses)


def defaults() -> dict[str, str]:
    """Return every unclear point at its default."""
    return {id: values[0] for id, values in READINGS.items()}


def any_rulings(random: Random) -> dict[str, str]:
    """Return settings as some players could fix them: half of the points at any of their values."""
    found = defaults()
    for id, values in READINGS.items():
        if random.random() < 0.5:
            found[id] = random.choice(values)
    return found


def strange(position: Position, action: a.Action) -> bool:
    """Return whether a card that only people understand is on the table."""
    card = position.data.cards.get(action.card) if isinstance(action, a.Play) else None
    return position.foreign is not None or (card is not None and (card.effect is None or card.timing is None))


def compare_verdict(
    world: World, position: Position, action: a.Action, tally: Tally, name: str
) -> str | None:
    """Ask both about an action; return the answer when they agree."""
    theirs = rules.check(position, action)
    said = str(theirs.outcome.value)
    if strange(position, action) and said in ("unverified", "illegal"):
        return said
    mine, broken = verdict(world, position, action)
    agree = tally.verdict(action, said, mine, (*theirs.rules, theirs.reason, *sorted(broken)), name)
    return mine if agree else None


def changed(position: Position, action: a.Action, random: Random) -> Iterator[a.Action]:
    """Yield an action with one of its facts changed, for each of them."""
    data = position.data
    for known in fields(action):
        value = getattr(action, known.name)
        new: object
        if isinstance(value, Side) or known.name == "winner":
            new = random.choice(tuple(Side))
        elif isinstance(value, bool):
            new = not value
        elif isinstance(value, int):
            new = value + random.choice((-1, 1))
        elif known.name in ("unit", "instead_of"):
            new = random.choice(list(data.units))
        elif isinstance(value, str) and value in data.areas:
            new = random.choice(list(data.areas))
        elif known.name == "card":
            new = random.choice(list(data.cards))
        elif isinstance(value, tuple) and value:
            cut = random.randrange(len(value))
            new = value[:cut] + value[cut + 1 :]
            if known.name == "dice":
                new = (random.randint(0, 7), value[1])
        else:
            continue
        if new != value:
            facts: dict[str, Any] = {known.name: new}
            yield replace(action, **facts)


def compare_result(world: World, position: Position, action: a.Action, tally: Tally, name: str) -> None:
    """Carry a legal action out in both ways and compare."""
    want = told(world, after(world, state_of(world, position), action))
    rules.apply(position, action)
    tally.result(action, differences(want, told(world, state_of(world, position))), name)


def games(
    data: RulesData,
    seeds: range,
    tally: Tally,
    *,
    asked: float = 0.2,
    seconds: float = 1e9,
    steps: int = 10**9,
) -> None:
    """Compare whole games of the players; at a share `asked` of steps other things are asked too."""
    until = time.monotonic() + seconds
    for seed in seeds:
        random = Random(seed)
        position = begun(data, defaults() | ({"St-9": "bid"} if seed % 3 == 0 else {}))
        world, twin = read_world(position.data), position.copy()
        for n, action in enumerate(play_on(position, seed)):
            name = f"game {seed} step {n}"
            compare_verdict(world, position, action, tally, name)
            if random.random() < asked:
                others = islice(Walk(world, state_of(world, position), random).candidates(), 6)
                for other in (*others, *changed(position, action, random)):
                    compare_verdict(world, position, other, tally, name)
            compare_result(world, twin, action, tally, name)
            if time.monotonic() > until or n >= steps:
                break
        if time.monotonic() > until:
            return


def walks(
    data: RulesData,
    seeds: range,
    tally: Tally,
    *,
    seconds: float = 1e9,
    asked: int = 10,
    length: int = 4000,
    fixed: Mapping[str, str] | None = None,
    thrown: bool = False,
) -> None:
    """Compare games that this reading plays by chance, from the beginning or from units thrown anywhere.

    `fixed` None: each game under other rulings.
    """
    until = time.monotonic() + seconds
    for seed in seeds:
        random = Random(seed)
        rulings = any_rulings(random) if fixed is None else fixed
        position = begun(data, rulings)
        if thrown:
            throw(position, random)
        world = read_world(position.data)
        for n in range(length):
            if time.monotonic() > until:
                return
            if position.phase is Phase.OVER or position.foreign is not None:
                break
            if not _step(world, position, random, tally, (f"walk {seed} step {n}", asked)):
                break


def begun(data: RulesData, rulings: Mapping[str, str]) -> Position:
    """Return a table before the first card is drawn."""
    points = {point: value for point, value in rulings.items() if point in data.points.values}
    position = Position(replace(data, points=data.points.fixed(points)))
    for unit in data.units.values():
        if unit.starts:
            position.put(unit.id, unit.starts)
    return position


def _step(world: World, position: Position, random: Random, tally: Tally, how: tuple[str, int]) -> bool:
    """Ask some candidates until one is legal, and carry it out; return whether the game goes on."""
    name, asked = how
    walk = Walk(world, state_of(world, position), random)
    good: list[a.Action] = []
    sure: set[a.Action] = set()
    for n, action in enumerate(action for _ in range(8) for action in walk.candidates()):
        if good and n >= asked:
            break
        answer = compare_verdict(world, position, action, tally, name)
        if answer in ("legal", "unclear"):
            good.append(action)
            sure |= {action} if answer == "legal" else set()
    if not good:
        # A card can be laid for a move or fire that nobody is able to make.
        if walk.now != "laid":
            tally.differing.append(f"{name}: nothing is legal for both: {walk.now}")
        return False
    busy = [action for action in good if not isinstance(action, LAZY)]
    pool = busy if busy and random.random() < 0.9 else good
    # By kind first, so that what can seldom be done is done.
    kind = random.choice(sorted({type(action).__name__ for action in pool}))
    action = random.choice([action for action in pool if type(action).__name__ == kind])
    for other in changed(position, action, random):
        compare_verdict(world, position, other, tally, name)
    if action in sure:
        compare_result(world, position, action, tally, name)
    else:
        rules.apply(position, action)
    return True


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
    open_ = [area for area in few if len(position.units_in(area, known.side)) < position.data.stacking]
    return random.choice(open_) if open_ else ELIMINATED


def compared(game: CompiledGame, seconds: float, seed: int) -> Tally:
    """Compare in all ways for some seconds."""
    tally, seeds, data = Tally(), range(seed, seed + 10**6), rules_data(game)
    part, usual = seconds / 6, defaults()
    games(data, seeds, tally, seconds=part)
    walks(data, seeds, tally, seconds=part / 2, fixed=usual)
    walks(data, seeds, tally, seconds=part / 2)
    walks(data, seeds, tally, seconds=part, thrown=True, length=20, fixed=usual)
    walks(data, seeds, tally, seconds=part, thrown=True, length=20)
    walks(data, seeds, tally, seconds=part, thrown=True, length=20, fixed={})
    allotting.drawn(tally, Random(seed), seconds=part)
    return tally
