"""The project's positions told in this reading's words; the only module that knows them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.oracle.readings import Point, Readings
from tests.oracle.storm.losing import options
from tests.oracle.storm.turning import actor, both_passed, moment
from tests.oracle.storm.world import (
    AWAY,
    FERRY,
    GERMAN,
    GONE,
    LEFT,
    SOVIET,
    Deed,
    Fire,
    Paper,
    Piece,
    Shot,
    State,
    World,
    on_map,
    register,
)
from toolkit.games.storm.rules import position as theirs
from toolkit.games.storm.rules.control import bits
from toolkit.games.storm.rules.data import Card, RulesData
from toolkit.games.storm.rules.sides import Side

SIDES = {Side.GERMAN: GERMAN, Side.SOVIET: SOVIET}
OFF = {theirs.OFF_MAP: AWAY, theirs.ELIMINATED: GONE, theirs.WITHDRAWN: LEFT}
ASKED = (
    "areas", "terrain_least", "terrain_most", "riverside", "victory", "own_control", "own_units",
    "beside_own",
)  # fmt: skip


def read_world(data: RulesData, fixed: Mapping[str, str] | None = None) -> World:
    """Return areas, units, cards and unclear points of a game."""
    points = register()
    for id, values in data.points.values.items():
        if id in points:
            points[id] = Point(id, tuple(values), values[0], len(values) > 1)
    pieces = {
        id: Piece(
            id, SIDES[u.side], u.kind, u.attack, u.defence, u.movement, u.spent, u.division or None,
            u.withdraws, u.enters, u.entry,
        )
        for id, u in data.units.items()
    }  # fmt: skip
    return World(
        kinds={id: FERRY if area.ferry else "area" for id, area in data.areas.items()},
        terrain={id: area.terrain for id, area in data.areas.items()},
        near={id: frozenset(near) for id, near in data.neighbours.items()},
        victory=frozenset(id for id, area in data.areas.items() if area.victory),
        pieces=pieces,
        draws={
            (turn, SIDES[side]): (sizes[side].draw, sizes[side].limit)
            for turn, sizes in enumerate(data.turns, 1)
            for side in Side
        },
        r=Readings(points, fixed or {}),
        river=frozenset(id for id, area in data.areas.items() if area.riverside),
        entries=frozenset(id for id, area in data.areas.items() if area.entry),
        cards={id: _paper(card) for id, card in data.cards.items()},
    )


def _paper(card: Card) -> Paper:
    asked = {name: getattr(card.where, name) for name in ASKED}
    effect = card.effect
    return Paper(
        card.id,
        SIDES[card.side],
        "" if card.timing is None else card.timing.value,
        "" if effect is None else effect.use.value,
        0 if effect is None else effect.amount,
        effect is not None and effect.by_attacker,
        effect is not None and effect.back,
        card.discards,
        card.spends,
        {name: value for name, value in asked.items() if value not in (None, ())},
        card.classes,
        card.division or None,
        card.most,
    )


def state_of(world: World, position: theirs.Position) -> State:
    """Return a position in words under the world's reading."""
    bit = bits(world.r["St-21"], world.r["St-14"])
    state = State(
        turn=position.turn,
        phase=position.phase.value,
        last=None if position.last is None else SIDES[position.last],
        passes=position.passes,
        out={SIDES[side] for side in position.out},
        where={unit: OFF.get(spot, spot) for unit, spot in position.where.items()},
        spent=set(position.spent),
        control={area: SOVIET if position.held[area] & bit else GERMAN for area in world.areas},
        markers={(area, SIDES[side]) for area, side in position.markers},
        hand={SIDES[side]: list(position.hands[side]) for side in Side},
        deck={SIDES[side]: list(reversed(position.decks[side])) for side in Side},
        pile={SIDES[side]: list(position.piles[side]) for side in Side},
        bids={SIDES[side]: bid for side, bid in position.bids.items()},
        target=position.target,
        drawn={SIDES[side]: position.drawn[side] for side in Side},
        laid=[laid.card for laid in position.laid],
        paid={laid.card: laid.paid for laid in position.laid},
        owed=None if position.owed is None else (SIDES[position.owed.side], position.owed.count),
        strange=position.foreign is not None,
        relieved=set(position.gone),
        won=None if position.winner is None else SIDES[position.winner],
    )
    done = position.done
    if done is not None:
        state.done = Deed(
            SIDES[done.side], done.units, done.start, done.goal, bool(done.path), done.overrun, done.cards
        )
    _fire(world, state, position, bit)
    return state


def _fire(world: World, state: State, position: theirs.Position, bit: int) -> None:
    shot, toll = position.shot, position.toll
    if shot is not None:
        state.shot = Shot(
            SIDES[shot.side],
            shot.units,
            shot.start or None,
            shot.target,
            frozenset(shot.pool),
            world.cards[shot.card].amount if shot.card else 0,
            shot.bonus,
            shot.bare,
            shot.factor,
            shot.dug,
            shot.allots,
            shot.cards,
        )
    if toll is not None:
        holds = Side(bool(toll.held & bit)) is toll.victim
        among = toll.mixed and toll.terrain and world.r["St-31"] == "any-enemy"
        ground = 0 if toll.bare or not holds or among else toll.terrain
        left = toll.attack - toll.defence - ground - toll.spared - toll.paid
        state.fire = Fire(
            toll.area,
            SIDES[toll.victim],
            frozenset(toll.pool),
            max(0, left),
            SIDES[toll.allotter],
            toll.rolled,
            {unit for unit, _ in toll.retreats},
            toll.retreats[0][1] or None if toll.retreats else None,
            toll.cards,
        )


def told(world: World, state: State) -> dict[str, object]:
    """Return what two states must agree on, in words."""
    now, shot, done = moment(world, state), state.shot, state.done
    idle, fire = now == "idle", state.fire
    if fire is not None and next(options(world, state), None) is None:
        # Points that no unit can take have no effect: whether they lie there or not is nothing.
        fire = None
    facts: dict[str, object] = {
        "turn": state.turn,
        "phase": state.phase,
        "waits for": now,
        "over": idle and both_passed(world, state),
        "actor": actor(world, state) if idle and not both_passed(world, state) else None,
        "passes": state.passes if idle else None,
        "spent": state.spent,
        "markers": state.markers,
        "hands": {side: set(held) for side, held in state.hand.items()},
        "decks": state.deck,
        "piles": {side: set(pile) for side, pile in state.pile.items()},
        "bids": state.bids,
        "target": state.target,
        "drawn": state.drawn if state.phase in ("draw", "hands") else None,
        "laid": set(state.laid),
        "owed": state.owed if now == "owed" else None,
        "relieved": state.relieved,
        "won": state.won,
        "fire": fire and (fire.defending, fire.shot, fire.left, fire.allots, fire.rolled),
        "gone back": fire and {unit for unit in fire.moved if on_map(world, state, unit)},
        "shot": shot and (shot.side, set(shot.firers), shot.origin, shot.target, shot.shot),
        "shot's cards": shot
        and (shot.guns + shot.bonus, shot.bare, shot.factor, shot.dug, shot.attacker_allots),
        "done": (done.side, set(done.units), done.end, done.moved, done.overrun) if done and idle else None,
    }
    facts |= {f"control of {area}": side for area, side in state.control.items()}
    return facts | {f"place of {unit}": spot for unit, spot in state.where.items()}


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """Return in words where two tellings differ."""
    return [f"{key}: {one[key]} / {other[key]}" for key in one if one[key] != other[key]]
