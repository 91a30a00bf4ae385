"""Every battle and every shot: all pairs of cards, all units, grounds and events, asked of both.

``battles`` opens two cards in every setting that gives a strength; ``shots`` draws every card at every unit.
What follows - who bears the damage, whether there is a tie - is asked through actions, and carried out.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from tests.oracle.rattenkrieg.adapter import differences, read_world, state_of, told
from tests.oracle.rattenkrieg.cards import PACK
from tests.oracle.rattenkrieg.judge import verdict
from tests.oracle.rattenkrieg.results import after
from tests.oracle.rattenkrieg.world import World
from tests.oracle.tally import Tally
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import game as rules
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.position import (
    Act,
    Battle,
    Did,
    Effect,
    Phase,
    Played,
    Position,
    Strike,
    Support,
)
from toolkit.games.rattenkrieg.rules.sides import Side

NORMAL, TOWN = "airfield", "red_square"
UNITS = {
    Side.GERMAN: ("14pz", "29mot", "71", "100j"),
    Side.SOVIET: ("13gds", "rifle_1", "t34"),
}
FACES = tuple(rank + suit for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in "SH")


@dataclass(frozen=True)
class Setting:
    """A battle before its cards: who, where, and which events."""

    attacker: str
    defender: str
    area: str
    tank: bool = False
    events: tuple[Support, ...] = ()


def settings(data: RulesData) -> Iterator[Setting]:
    """Yield every setting with strengths of its own."""
    for side in Side:
        events: tuple[tuple[Support, ...], ...] = (
            (),
            (Support.ASSAULT_GUN,),
            (Support.ASSAULT_GUN, Support.ASSAULT_GUN),
            (Support.ENGINEERS,),
            (Support.ENGINEERS, Support.ASSAULT_GUN),
        )
        if side is Side.SOVIET:
            events = ((), (Support.MOLOTOV,), (Support.MOLOTOV, Support.MOLOTOV))
        for one, other, area, tank, played in product(
            UNITS[side], UNITS[side.enemy], (NORMAL, TOWN), (False, True), events
        ):
            soviet = one if side is Side.SOVIET else other
            if not (tank and soviet == data.tank):
                yield Setting(one, other, area, tank, played)


def opened(data: RulesData, setting: Setting, cards: tuple[str, str]) -> Position:
    """Return a position in which both cards of a battle have just been opened."""
    position = Position(data)
    side = data.units[setting.attacker].side
    position.phase, position.actor = Phase.OPERATIONS, side
    for unit in (setting.attacker, setting.defender, *((data.tank,) if setting.tank else ())):
        position.where[unit] = setting.area
    for held in position.held:
        for area in data.city:
            held[area] = Side.GERMAN if area in ("gorodishche", "minina") else Side.SOVIET
        held[setting.area] = side.enemy
    rest = [card for card in PACK if card not in cards]
    for unit in (setting.attacker, setting.defender):
        position.steps[unit] = [rest.pop(0) for _ in range(min(1, data.units[unit].steps))]
    position.hands[0].append(rest.pop(0))
    position.hands[1].append(rest.pop(0))
    position.deck = rest
    position.act = Act(
        setting.attacker,
        with_t34=setting.tank and side is Side.SOVIET,
        operations=1 + len(setting.events),
        effects=tuple(Effect(kind, 0) for kind in setting.events),
        fights=(1,),
    )
    position.battle = Battle(
        setting.area,
        setting.attacker,
        setting.defender,
        attacker_support=setting.tank and side is Side.SOVIET,
        defender_support=setting.tank and side is Side.GERMAN,
        cards=(Played(side, cards[0], side.id, True), Played(side.enemy, cards[1], side.enemy.id, True)),
        calls=((side, Did.PLAY), (side.enemy, Did.PLAY), (side, Did.STAND)),
        opened=frozenset(Side),
    )
    return position


def shaken(position: Position, random: Random) -> Position:
    """Return an opened battle with other areas controlled by anybody, steps gone, comrades beside."""
    data, battle = position.data, position.battle
    assert battle is not None
    holders = {area: random.choice(tuple(Side)) for area in data.city if area != battle.area}
    if random.random() < 0.4:
        holders = dict.fromkeys(holders, random.choice(tuple(Side)))
    for held in position.held:
        held.update(holders)
    for unit in (battle.attacker, battle.defender or ""):
        if random.random() < 0.6:
            position.pile += position.steps[unit]
            position.steps[unit] = []
    side = position.side(battle.defender or "")
    away = [u for u in data.units if position.side(u) is side and not position.on_map(u) and u != data.tank]
    for unit in random.sample(away, random.randint(0, 2)):
        position.where[unit] = battle.area
    for side in Side:
        if random.random() < 0.5:
            position.pile += position.hands[side]
            position.hands[side].clear()
    return position


def _answers(position: Position) -> Iterator[a.Action]:
    battle = position.battle
    assert battle is not None
    for unit in (battle.attacker, battle.defender or ""):
        for card in position.steps[unit]:
            yield a.LoseStep(unit, card)
        yield a.Remove(unit)
    for area in ("gorodishche", "mamayev_kurgan"):
        yield a.Retreat(battle.attacker, area, with_t34=bool(position.act and position.act.with_t34))
        yield a.Retreat(battle.defender or "", area)
    yield a.T34Out()
    yield a.FightOn()
    yield a.Stop()


def _ask(world: World, position: Position, actions: Iterator[a.Action], tally: Tally, name: str) -> None:
    """Ask both about each of several actions, and carry out what is legal."""
    for action in actions:
        theirs = rules.check(position, action)
        mine, _ = verdict(world, position, action)
        said = (*theirs.rules, theirs.reason)
        if tally.verdict(action, theirs.outcome.value, mine, said, name) and mine == "legal":
            want = told(world, after(world, state_of(world, position), action))
            follows = position.copy()
            rules.apply(follows, action)
            tally.result(action, differences(want, told(world, state_of(world, follows))), name)


def battles(data: RulesData, tally: Tally, share: float = 1.0, seconds: float = 1e9, seed: int = 1) -> int:
    """Compare battles, all or a random share of them; return how many."""
    world, random, until, count = read_world(data), Random(seed), time.monotonic() + seconds, 0
    every = [(s, c) for s in settings(data) for c in product(FACES, FACES) if c[0] != c[1]]
    random.shuffle(every)
    for setting, cards in every[: int(len(every) * share)]:
        if time.monotonic() > until:
            break
        position = opened(data, setting, cards)
        _ask(world, position, _answers(position), tally, f"{setting} {cards}")
        count += 1
    return count


def shots(data: RulesData, tally: Tally, share: float = 1.0, seconds: float = 1e9, seed: int = 1) -> int:
    """Compare what follows every card that is drawn at every unit; return how many."""
    world, random, until, count = read_world(data), Random(seed), time.monotonic() + seconds, 0
    targets = [(unit, area) for unit in data.units for area in (NORMAL, TOWN)]
    every = list(product(targets, PACK, (False, True), Side))
    random.shuffle(every)
    for (unit, area), drawn, from_air, kurgan in every[: int(len(every) * share)]:
        side = data.units[unit].side
        if (from_air and side is Side.GERMAN) or time.monotonic() > until:
            continue
        position = _shot_at(data, unit, area, kurgan)
        position.strike = Strike(unit, drawn, side.enemy, from_air)
        position.pile, position.deck = [drawn], [card for card in position.deck if card != drawn]
        actions: list[a.Action] = [a.LoseStep(unit, card) for card in position.steps[unit]]
        actions += [a.Retreat(unit, near) for near in sorted(data.neighbours[area])]
        actions += [a.Remove(unit), a.T34Out(), a.End((position.act.unit,) if position.act else ())]
        _ask(world, position, iter(actions), tally, f"{unit} {area} {drawn} air {from_air} {kurgan!r}")
        count += 1
    return count


def _shot_at(data: RulesData, unit: str, area: str, kurgan: Side) -> Position:
    """Return a position in which a unit has just been shot at from the next area."""
    position, side = Position(data), data.units[unit].side
    shooter = "24pz" if side is Side.SOVIET else "39gds"
    position.phase, position.actor = Phase.OPERATIONS, side.enemy
    for held in position.held:
        held.update(dict.fromkeys(data.city, side))
        held["minina"], held["mamayev_kurgan"] = side.enemy, kurgan
    position.where[unit], position.where[shooter] = area, "minina"
    rest = list(PACK)
    position.steps[unit] = [rest.pop(20) for _ in range(min(1, data.units[unit].steps))]
    position.deck = rest
    position.act = Act(shooter, operations=1)
    return position
