"""What each action leaves behind: the state that the text asks for, under the world's reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.oracle.rattenkrieg import ch07_operations as ops
from tests.oracle.rattenkrieg import ch08_battle as battle
from tests.oracle.rattenkrieg import ch09_events as events
from tests.oracle.rattenkrieg.adapter import SIDES
from tests.oracle.rattenkrieg.cards import GERMAN, other
from tests.oracle.rattenkrieg.world import (
    GONE,
    LAST_TURN,
    TANK,
    State,
    World,
    settle_control,
    side_of,
    units_in,
)
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.rules.kinds import by_kind

Effect = Callable[[World, State, a.Action], None]


def after(world: World, state: State, action: a.Action) -> State:
    """Return the state after a legal action."""
    new = state.copy()
    EFFECTS.get(type(action), _nothing)(world, new, action)
    return new


def _nothing(world: World, state: State, action: a.Action) -> None:
    return


# --- set-up, arrivals, the deck -------------------------------------------------------------------


def _shuffle(world: World, state: State, action: a.Shuffle) -> None:
    state.deck, state.pile = list(reversed(action.order)), []


def _put(world: World, state: State, action: a.Place | a.Reinforce) -> None:
    state.where[action.unit] = action.area
    settle_control(world, state, action.area)


def _deal_steps(world: World, state: State, action: a.DealSteps) -> None:
    state.steps[action.unit] += action.cards
    del state.deck[: len(action.cards)]


def _deal_hand(world: World, state: State, action: a.DealHand | a.Draw) -> None:
    state.hand[SIDES[action.side]] += action.cards
    del state.deck[: len(action.cards)]
    if isinstance(action, a.Draw):
        state.drew.add(SIDES[action.side])


def _begin(world: World, state: State, action: a.EndSetUp | a.EndReinforcement) -> None:
    state.phase, state.actor, state.last = "operations", GERMAN, []


def _return_t34(world: World, state: State, action: a.ReturnT34) -> None:
    state.where[TANK] = action.area
    state.tank_lost = None
    settle_control(world, state, action.area)


# --- player turns ---------------------------------------------------------------------------------


def _activate(world: World, state: State, action: a.Activate) -> None:
    state.active, state.tank_along = action.unit, action.with_t34


def _next_player(state: State, course: str) -> None:
    """5.0: the other army is next; who acted will not act again in this turn (7.4)."""
    if state.active is not None:
        state.spent |= {state.active, *((TANK,) if state.tank_along else ())}
    state.last = [*state.last, course][-2:]
    state.active, state.tank_along, state.done = None, False, 0
    state.guns, state.engineers, state.molotov, state.chuikov = 0, False, 0, False
    state.actor = other(state.actor)


def _pass(world: World, state: State, action: a.Pass) -> None:
    if action.unit is not None:
        state.down.add(action.unit)
    _next_player(state, "passed")


def _end(world: World, state: State, action: a.End) -> None:
    state.down |= set(action.flipped)
    _next_player(state, "acted")


def _replenish(world: World, state: State, action: a.Replenish) -> None:
    state.steps[action.unit].append(action.card)
    del state.deck[0]
    state.down.add(action.unit)
    _next_player(state, "replenished")


def _end_operations(world: World, state: State, action: a.EndOperations) -> None:
    state.phase, state.actor = "replenishment", GERMAN


# --- movement -------------------------------------------------------------------------------------


def _go(world: World, state: State, unit: str, area: str, *, tank: bool) -> None:
    for moved in (unit, TANK) if tank else (unit,):
        origin, state.where[moved] = state.where[moved], area
        settle_control(world, state, origin)
    settle_control(world, state, area)
    state.done += 1


def _move_friendly(world: World, state: State, action: a.MoveFriendly) -> None:
    _go(world, state, action.unit, action.area, tank=action.with_t34)


def _spend(world: World, state: State, unit: str | None, side: str, card: str) -> None:
    """Pile a card of a hand or of a unit's steps."""
    place = state.hand[side] if card in state.hand[side] else state.steps[unit or ""]
    place.remove(card)
    state.pile.append(card)


def _enter_empty(world: World, state: State, action: a.EnterEmpty) -> None:
    assert action.card is not None
    _spend(world, state, action.unit, state.actor, action.card)
    _go(world, state, action.unit, action.area, tank=action.with_t34)


def _enter_battle(world: World, state: State, action: a.EnterBattle) -> None:
    _go(world, state, action.unit, action.area, tank=action.with_t34)
    ops.open_fight(state, action.area, action.unit, helped=action.support)


# --- battle ---------------------------------------------------------------------------------------


def _attack(world: World, state: State, action: a.Attack) -> None:
    state.done += 1
    ops.open_fight(state, state.where[action.unit], action.unit, helped=action.support)


def _name(world: World, state: State, action: a.NameDefender) -> None:
    assert state.fight is not None
    state.fight.defender, state.fight.defender_tank = action.unit, action.support
    state.fight.stage = "first" if state.fight.chuikov else "attack"


def _held(state: State, source: str) -> list[str]:
    return state.hand[source] if source in state.hand else state.steps[source]


def _card(world: World, state: State, action: a.PlayCard | a.Raise) -> None:
    fight, side = state.fight, SIDES[action.side]
    assert fight is not None
    unit = battle.fighter(world, fight, side)
    source = side if action.card in state.hand[side] else unit
    _held(state, source).remove(action.card)
    fight.sources[action.card] = source
    fight.played[side].append(action.card)
    fight.stage = battle.follows(world, fight, "play")


def _stand(world: World, state: State, action: a.Stand) -> None:
    assert state.fight is not None
    state.fight.stage = "open"


def _clear(state: State) -> None:
    """8.6, 8.7: every card that was played is lost."""
    assert state.fight is not None
    for cards in state.fight.played.values():
        state.pile += cards
        cards.clear()


def _take_loss(world: World, state: State, action: a.TakeLoss) -> None:
    """8.5; the attacker's cards may go back to where they came from (U19)."""
    fight = state.fight
    assert fight is not None
    fight.stage, state.hurt = "settled", fight.defender
    if action.folded == "returned":
        cards = fight.played[side_of(world, fight.attacker)]
        for card in cards:
            _held(state, fight.sources[card]).append(card)
        cards.clear()


def _open(world: World, state: State, action: a.Open) -> None:
    assert state.fight is not None
    state.fight.opened.add(SIDES[action.side])
    if len(state.fight.opened) == 2:
        battle.decided(world, state)


def _fight_on(world: World, state: State, action: a.FightOn) -> None:
    _clear(state)
    assert state.fight is not None
    state.fight.opened = set()
    state.fight.stage = "first" if state.fight.chuikov else "attack"


def _stop(world: World, state: State, action: a.Stop) -> None:
    assert state.fight is not None
    state.fight.stage, state.hurt = "settled", state.fight.attacker


# --- damage ---------------------------------------------------------------------------------------


def _settled(world: World, state: State) -> None:
    """The damage is done: nothing of the battle stays on the table."""
    state.hurt = None
    if state.fight is not None:
        area = state.fight.area
        _clear(state)
        state.fight = None
        settle_control(world, state, area)


def _others(world: World, state: State) -> None:
    """8.10: the other defenders choose, when the one that fought is gone."""
    fight = state.fight
    assert fight is not None
    if fight.attacker not in state.isolated:
        there = units_in(world, state, fight.area, other(side_of(world, fight.attacker)))
        state.stranded = [unit for unit in there if unit not in state.isolated]


def _retreat(world: World, state: State, action: a.Retreat) -> None:
    unit, origin = action.unit, state.where[action.unit]
    now, leads = ops.moment(world, state)[0], battle.attacks(world, state, action.unit)
    for moved in (unit, TANK) if action.with_t34 else (unit,):
        state.where[moved] = action.area
        state.down.add(moved)
        state.isolated.discard(moved)
    settle_control(world, state, action.area)
    if now == "stranded":
        state.stranded.remove(unit)
    elif state.fight is not None and not leads:
        _others(world, state)
    if now == "loss":
        _settled(world, state)
    settle_control(world, state, origin)
    if leads:
        _next_player(state, "retreated")


def _lose_step(world: World, state: State, action: a.LoseStep) -> None:
    state.steps[action.unit].remove(action.card)
    state.pile.append(action.card)
    _settled(world, state)


def _off(world: World, state: State, unit: str) -> None:
    origin, state.where[unit] = state.where[unit], GONE
    state.isolated.discard(unit)
    if unit == TANK:
        state.tank_lost = state.turn
    settle_control(world, state, origin)


def _t34_out(world: World, state: State, action: a.T34Out) -> None:
    if state.hurt == TANK:
        return _remove(world, state, a.Remove(TANK))
    _off(world, state, TANK)
    return _settled(world, state)


def _remove(world: World, state: State, action: a.Remove) -> None:
    now, leads = ops.moment(world, state)[0], battle.attacks(world, state, action.unit)
    _off(world, state, action.unit)
    if now == "loss" and state.fight is not None and not leads:
        _others(world, state)
    _settled(world, state)
    if leads and ops.lead(world, state) == action.unit:
        _next_player(state, "acted")


def _isolate(world: World, state: State, action: a.Isolate) -> None:
    state.isolated.add(action.unit)
    if action.unit in state.stranded:
        state.stranded.remove(action.unit)
    settle_control(world, state, state.where[action.unit])


# --- events ---------------------------------------------------------------------------------------


def _event(world: World, state: State, action: a.Event) -> None:
    _spend(world, state, ops.lead(world, state), state.actor, action.card)
    state.done += 1
    if isinstance(action, a.Bombard | a.AirSupport):
        state.pile.append(state.deck.pop(0))
        kind = "bombard" if isinstance(action, a.Bombard) else "air"
        if events.damage(world, state, kind, action.drawn, action.target):
            state.hurt = action.target
    elif isinstance(action, a.AssaultGun):
        state.guns += 1
    elif isinstance(action, a.Engineers):
        state.engineers = True
    elif isinstance(action, a.Molotov):
        state.molotov += 1
    elif isinstance(action, a.ChuikovBattle):
        state.chuikov = True
    elif isinstance(action, a.ChuikovReady):
        state.down.discard(action.unit)
        state.spent.discard(action.unit)
    elif action.taken is not None:
        state.hand[GERMAN].remove(action.taken)
        state.pile.append(action.taken)


# --- the end of a turn ----------------------------------------------------------------------------


def _discard(world: World, state: State, action: a.Discard) -> None:
    for card in action.cards:
        state.hand[SIDES[action.side]].remove(card)
        state.pile.append(card)


def _flip_up(world: World, state: State, action: a.FlipUp) -> None:
    state.down -= set(action.units)


def _end_turn(world: World, state: State, action: a.EndTurn) -> None:
    state.spent = set()
    if state.turn == LAST_TURN:
        state.phase = "over"
        state.won = None if action.winner is None else SIDES[action.winner]
    else:
        state.turn, state.phase = state.turn + 1, "reinforcement"


EFFECTS: Mapping[type, Effect] = by_kind(globals().values())
