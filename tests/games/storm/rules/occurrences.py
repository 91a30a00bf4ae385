"""What is counted in random games of Storm: an example of every clause, and the rare things."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import divisions, follows_overrun
from toolkit.games.storm.rules.data import KURGAN, Use
from toolkit.games.storm.rules.fire import points_left, points_of
from toolkit.games.storm.rules.movement import cost
from toolkit.games.storm.rules.position import ELIMINATED, Phase, Position
from toolkit.games.storm.rules.readings import controls, has_room
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Rulings

G, S = Side.GERMAN, Side.SOVIET

WANTED = (
    "勝利 the Germans win", "勝利 the Soviets win", "註1 bids opened", "註1 equal bids",
    "流程1 drawn", "註2 a card more for the German", "註2 a card more for the Soviet",
    "流程2(3) passed", "流程2(3) acted after a pass", "流程3(1) laid down", "流程3(1) filled",
    "註3(1) several divisions", "註3(2) one division", "註3(2) with independents",
    "移動2 a group", "移動3 several areas", "移動3(1) entered an enemy area", "移動3(2) left an enemy area",
    "註5 both", "移動3(3) units of different speed", "控制 taken in passing", "控制 taken",
    "攻擊1 same area", "攻擊1 adjacent area", "攻擊3 spent and fresh units", "攻擊3 terrain counts",
    "攻擊3(2) not their area", "攻擊3(3) a marker", "攻擊4 no points", "攻擊4 points",
    "損傷1 the attacker allots", "損傷2[1](1)", "損傷2[1](2)", "損傷2[2](1)", "損傷2[2](2)", "損傷2[3]",
    "損傷3 points left",
    "撤退1 without enemies", "撤退1(1) own area with enemies", "撤退1(2) into an empty enemy area",
    "撤退2 nowhere to go", "撤退3 on from a full area",
    "增援1 a German arrives", "增援4 a Soviet arrives", "渡口3 left a box",
    "撤離1 a black unit leaves", "撤離2 another of its type", "撤離3 any other",
    "REF 3.3 a new deck", "2.1.2 a marker placed",
    *(f"CARD {use}" for use in Use),
)  # fmt: skip

# Corners of clauses that have their examples above, or that hardly come about in a sensible game: a few in
# two thousand games are enough.
CORNERS = ("攻擊1 fired in an overrun", "增援3 no room", "撤退3 no way on", "移動4 an area is full")


def occurrences(position: Position, action: a.Action) -> Iterator[str]:
    """Yield what an action is an example of, beside its own kind."""
    yield type(action).__name__
    yield from _turn(position, action)
    yield from _act(position, action)
    yield from _losses(position, action)
    yield from _arrivals(position, action)


def _rulings(position: Position) -> Rulings:
    return Rulings(position.data.points.settled())


def _turn(position: Position, action: a.Action) -> Iterator[str]:
    match action:
        case a.EndTurn(winner=Side.GERMAN):
            yield "勝利 the Germans win"
        case a.EndTurn(winner=Side.SOVIET):
            yield "勝利 the Soviets win"
        case a.OpenBids():
            yield "註1 equal bids" if len(set(position.bids.values())) == 1 else "註1 bids opened"
        case a.Shuffle() if position.phase is not Phase.PREPARATION:
            yield "REF 3.3 a new deck"
        case a.Draw():
            ends = position.phase is Phase.HANDS
            yield "流程3(1) filled" if ends else "流程1 drawn"
            printed = position.data.turns[position.turn - 1][action.side]
            more = len(position.hands[action.side]) + len(action.cards) > printed.limit
            drawn = position.drawn[action.side] + len(action.cards) > printed.draw
            bonus = position.owed is None and (more or (drawn and not ends))
            if bonus and controls(position, action.side, KURGAN, _rulings(position)):
                yield f"註2 a card more for the {action.side.id.title()}"
        case a.Discard():
            yield "流程3(1) laid down"
        case a.Pass():
            yield "流程2(3) passed"
        case a.Play():
            card = position.data.cards[action.card]
            if card.effect is not None:
                yield f"CARD {card.effect.use}"


def _act(position: Position, action: a.Action) -> Iterator[str]:
    match action:
        case a.Move():
            yield from _group(position, action)
            yield from _move(position, action)
        case a.Fire():
            yield from _group(position, action)
            start = position.where[action.units[0]]
            yield "攻擊1 same area" if start == action.target else "攻擊1 adjacent area"
            if follows_overrun(position, action):
                yield "攻擊1 fired in an overrun"
            there = position.units_in(action.target, action.side.enemy)
            if len({unit in position.spent for unit in there}) > 1:
                yield "攻擊3 spent and fresh units"
        case a.Roll() if position.shot is not None:
            shot, area = position.shot, position.data.areas[position.shot.target]
            own = controls(position, shot.side.enemy, area.id, _rulings(position))
            marked = (area.id, shot.side.enemy) in position.markers
            if not own:
                yield "攻擊3(2) not their area"
            if marked:
                yield "攻擊3(3) a marker"
            if own and not marked and shot.start != area.id and area.terrain:
                yield "攻擊3 terrain counts"
            if shot.units and shot.start != shot.target:
                yield "2.1.2 a marker placed"
            after = position.copy()
            from toolkit.games.storm.rules.game import apply

            apply(after, action)
            hit = after.toll is not None and points_of(after.toll, _rulings(position)) > 0
            yield "攻擊4 points" if hit else "攻擊4 no points"
    if isinstance(action, a.Move | a.Fire) and position.out and position.passes == 0:
        yield "流程2(3) acted after a pass"


def _group(position: Position, action: a.Move | a.Fire) -> Iterator[str]:
    found = divisions(position, action.units)
    free = any(not position.data.units[unit].division for unit in action.units)
    if action.side is S:
        if len(found) > 1:
            yield "註3(1) several divisions"
    elif len(action.units) > 1 and found:
        yield "註3(2) with independents" if free else "註3(2) one division"


def _move(position: Position, action: a.Move) -> Iterator[str]:
    units, start = position.data.units, position.where[action.units[0]]
    if len(action.units) > 1:
        yield "移動2 a group"
    if len(action.path) > 1:
        yield "移動3 several areas"
    if len({units[unit].movement for unit in action.units}) > 1:
        yield "移動3(3) units of different speed"
    if start in position.data.ferries:
        yield "渡口3 left a box"
    paid = cost(position, action.side, start, action.path, _rulings(position))
    if paid.entering:
        yield "移動3(1) entered an enemy area"
    if paid.leaving:
        yield "移動3(2) left an enemy area"
    if paid.both:
        yield "註5 both"
    for area in action.path:
        empty = not position.units_in(area, action.side.enemy)
        if empty and controls(position, action.side.enemy, area, _rulings(position)):
            yield "控制 taken" if area == action.path[-1] else "控制 taken in passing"
    if any(
        not has_room(position, near, action.side)
        for near in position.data.neighbours[start]
        if near not in action.path
    ):
        yield "移動4 an area is full"


def _losses(position: Position, action: a.Action) -> Iterator[str]:
    toll = position.toll
    if toll is None:
        return
    if isinstance(action, a.CloseLosses) and points_left(toll, _rulings(position)) > 0:
        yield "損傷3 points left"
    if not isinstance(action, a.Loss):
        return
    if toll.allotter is not toll.victim:
        yield "損傷1 the attacker allots"
    match action:
        case a.Spend():
            yield "損傷2[1](1)"
        case a.Eliminate():
            yield "損傷2[2](1)" if action.unit in position.spent else "損傷2[3]"
        case _:
            yield "損傷2[1](2)" if isinstance(action, a.Retreat) else "損傷2[2](2)"
            yield from _retreat(position, action)


def _retreat(position: Position, action: a.Retreat | a.Drive) -> Iterator[str]:
    side = position.side(action.unit)
    if not action.path:
        yield "撤退2 nowhere to go"
        return
    goal = action.path[-1]
    if action.lost:
        yield "撤退3 no way on"
    elif len(action.path) > 1:
        yield "撤退3 on from a full area"
    elif position.units_in(goal, side.enemy):
        yield "撤退1(1) own area with enemies"
    elif controls(position, side.enemy, goal, _rulings(position)):
        yield "撤退1(2) into an empty enemy area"
    else:
        yield "撤退1 without enemies"


def _arrivals(position: Position, action: a.Action) -> Iterator[str]:
    match action:
        case a.Place():
            yield "增援1 a German arrives" if position.side(action.unit) is G else "增援4 a Soviet arrives"
        case a.Lost():
            yield "增援3 no room"
        case a.Withdraw():
            units = position.data.units
            if position.where[action.instead_of] != ELIMINATED:
                yield "撤離1 a black unit leaves"
            elif units[action.unit].kind == units[action.instead_of].kind:
                yield "撤離2 another of its type"
            else:
                yield "撤離3 any other"
