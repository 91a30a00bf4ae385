"""What an action does: the same table again, afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.oracle.storm import cards, firing, losing, turning
from tests.oracle.storm.adapter import SIDES
from tests.oracle.storm.world import (
    GONE,
    LAST_TURN,
    LEFT,
    Deed,
    Fire,
    Shot,
    State,
    World,
    on_map,
    other,
    put,
    settle,
)
from tests.oracle.storm.world import (
    SIDES as BOTH,
)
from toolkit.games.storm.rules import actions as a
from toolkit.rules.kinds import by_kind

MOVING = ("overrun", "ferry")
"""Deeds of cards that are the action themselves, and wait for the move that they speak of."""
Effect = Callable[[World, State, a.Action], None]


def after(world: World, state: State, action: a.Action) -> State:
    """Return the table after a legal action."""
    table = state.copy()
    EFFECTS[type(action)](world, table, action)
    fire = table.fire
    if fire is not None and (fire.left <= 0 or not any(on_map(world, table, unit) for unit in fire.shot)):
        table.fire = None
    return table


def _acts(state: State, side: str) -> None:
    """A side has its impulse."""
    state.last, state.passes, state.done, state.fire = side, 0, None, None


def _pile(state: State, side: str, given: tuple[str, ...]) -> None:
    for card in given:
        state.hand[side].remove(card)
        state.pile[side].append(card)


# --- before the game, hands -----------------------------------------------------------------------


def _bid(world: World, state: State, action: a.Bid) -> None:
    state.bids[SIDES[action.bidder]] = action.target


def _open_bids(world: World, state: State, action: a.OpenBids) -> None:
    state.target = action.target


def _shuffle(world: World, state: State, action: a.Shuffle) -> None:
    side = SIDES[action.side]
    state.deck[side], state.pile[side] = list(reversed(action.order)), []


def _begin(world: World, state: State, action: a.Begin) -> None:
    state.phase, state.drawn = "draw", dict.fromkeys(BOTH, 0)


def _draw(world: World, state: State, action: a.Draw) -> None:
    side, count = SIDES[action.side], len(action.cards)
    state.hand[side] += state.deck[side][:count]
    del state.deck[side][:count]
    if state.owed is not None:
        left = state.owed[1] - count
        state.owed = (side, left) if left else None
    else:
        state.drawn[side] += count


def _end_draw(world: World, state: State, action: a.EndDraw) -> None:
    state.phase, state.drawn = "impulses", dict.fromkeys(BOTH, 0)
    state.last, state.passes, state.out, state.done = None, 0, set(), None


def _discard(world: World, state: State, action: a.Discard) -> None:
    _pile(state, SIDES[action.side], action.cards)


def _end_hands(world: World, state: State, action: a.EndHands) -> None:
    state.phase, state.spent, state.markers = "arrivals", set(), set()
    state.drawn = dict.fromkeys(BOTH, 0)


# --- impulses -------------------------------------------------------------------------------------


def _move(world: World, state: State, action: a.Move) -> None:
    side, units, laid = SIDES[action.side], action.units, list(state.laid)
    here, end = state.where[units[0]], action.path[-1]
    came = here
    for area in action.path if world.r["St-21"] == "yes" else (end,):
        for unit in units:
            state.where[unit] = area
        settle(world, state, came)
        settle(world, state, area)
        came = area
    state.spent |= set(units)
    _acts(state, side)
    overrun = any(world.cards[card].deed == "overrun" for card in laid)
    state.done = Deed(side, units, here, end, True, overrun, tuple(laid))
    state.laid, state.paid = [], {}


def _fire(world: World, state: State, action: a.Fire) -> None:
    side, units, target = SIDES[action.side], action.units, action.target
    aimed = action.aimed or tuple(cards.victims(world, state, side, target))
    shot = Shot(side, units, state.where[units[0]], target, frozenset(aimed), cards=tuple(state.laid))
    for card in state.laid:
        cards.on_shot(world, shot, world.cards[card])
    _acts(state, side)
    state.shot, state.laid, state.paid = shot, [], {}
    state.spent |= set(units)


def _roll(world: World, state: State, action: a.Roll) -> None:
    shot = state.shot
    assert shot is not None
    defending = other(shot.side)
    attack = sum(action.dice) + firing.attack_of(world, shot.firers) + shot.guns + shot.bonus
    ground = firing.ground(world, state, defending, shot.target, shot.origin) * shot.factor
    defence = firing.strongest(world, state, shot.shot) + shot.dug + (0 if shot.bare else ground)
    allots = shot.side if shot.attacker_allots else defending
    state.shot = None
    if shot.origin is not None:
        if shot.origin != shot.target:
            state.markers.add((shot.origin, shot.side))
        state.done = Deed(shot.side, shot.firers, shot.origin, shot.target, False, False, shot.cards)
    if attack > defence:
        state.fire = Fire(shot.target, defending, shot.shot, attack - defence, allots)


def _pass(world: World, state: State, action: a.Pass) -> None:
    side, passes = SIDES[action.side], state.passes
    _acts(state, side)
    state.passes = passes + 1
    state.out.add(side)


def _end_impulses(world: World, state: State, action: a.EndImpulses) -> None:
    state.phase, state.drawn = "hands", dict.fromkeys(BOTH, 0)
    state.done, state.fire = None, None


# --- cards ----------------------------------------------------------------------------------------


def _play(world: World, state: State, action: a.Play) -> None:
    side, paper = SIDES[action.side], world.cards[action.card]
    _pile(state, side, (action.card, *(card for card in action.paid if card in world.cards)))
    state.spent |= {unit for unit in action.paid if unit in world.pieces}
    if paper.when == "action" and paper.deed not in MOVING:
        _acts(state, side)
        _as_action(world, state, side, action)
    elif paper.deed == "unspent":
        assert state.done is not None
        state.done.cards += (action.card,)
        state.spent -= set(action.units)
    elif paper.deed == "spare":
        assert state.fire is not None
        state.fire.left -= paper.amount
        state.fire.cards += (action.card,)
    elif state.shot is not None:
        state.shot.cards += (action.card,)
        if paper.deed == "cancel":
            state.shot = None
        else:
            cards.on_shot(world, state.shot, paper)
    elif paper.deed == "mines":
        assert state.done is not None
        state.done.cards += (action.card,)
        _mines(world, state, paper.amount, back=paper.back)
    else:
        if not turning.overrunning(world, state, side):
            state.fire, state.done = None, None
        state.laid.append(action.card)
        state.paid[action.card] = action.paid


def _as_action(world: World, state: State, side: str, played: a.Play) -> None:
    paper, area = world.cards[played.card], played.area
    enemy = other(side)
    shot = frozenset(cards.victims(world, state, side, area)) if area else frozenset()
    match paper.deed:
        case "bombard":
            state.shot = Shot(side, (), None, area, shot, guns=paper.amount, cards=(played.card,))
        case "snipe":
            allots = side if paper.attacker else enemy
            state.fire = Fire(area, enemy, shot, paper.amount, allots, rolled=False)
        case "rally":
            state.spent -= set(played.units)
        case "replace":
            put(world, state, played.units[0], area)
            state.spent |= set(played.units)
        case "draw":
            state.owed = (side, paper.amount)


def _mines(world: World, state: State, points: int, *, back: bool) -> None:
    deed = state.done
    assert deed is not None
    if back:
        there = [unit for unit in deed.units if on_map(world, state, unit)]
        for unit in there:
            state.where[unit] = deed.start
        for area in (deed.end, deed.start):
            settle(world, state, area)
    if points:
        area = deed.start if back else deed.end
        state.fire = Fire(area, deed.side, frozenset(deed.units), points, deed.side, rolled=False)


# --- losses ---------------------------------------------------------------------------------------


def _row(row: str) -> Effect:
    def effect(world: World, state: State, action: a.Action) -> None:
        assert isinstance(action, a.Spend | a.Retreat | a.Drive | a.Eliminate)
        back: losing.Way = ((), False)
        if isinstance(action, a.Retreat | a.Drive):
            back = action.path, action.lost
        losing.take(world, state, row, action.unit, back)

    return effect


def _close(world: World, state: State, action: a.CloseLosses) -> None:
    state.fire = None


# --- the end of a turn ----------------------------------------------------------------------------


def _place(world: World, state: State, action: a.Place) -> None:
    put(world, state, action.unit, action.area)


def _lost(world: World, state: State, action: a.Lost) -> None:
    state.where[action.unit] = GONE


def _withdraw(world: World, state: State, action: a.Withdraw) -> None:
    put(world, state, action.unit, LEFT)
    state.relieved.add(action.instead_of)


def _end_turn(world: World, state: State, action: a.EndTurn) -> None:
    state.won = None if action.winner is None else SIDES[action.winner]
    if state.won is not None or state.turn == LAST_TURN:
        state.phase = "over"
    else:
        state.turn, state.phase = state.turn + 1, "draw"
        state.drawn = dict.fromkeys(BOTH, 0)


EFFECTS: Mapping[type, Effect] = {
    **by_kind(globals().values()),
    a.Spend: _row(losing.SPEND),
    a.Retreat: _row(losing.RETREAT),
    a.Drive: _row(losing.DRIVE),
    a.Eliminate: _row(losing.KILL),
}
