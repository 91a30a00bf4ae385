"""Single actions judged by this reading: `legal` in one way, `verdict` in every way that is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.oracle.rattenkrieg import ch03_setup as setup
from tests.oracle.rattenkrieg import ch07_operations as ops
from tests.oracle.rattenkrieg import ch08_battle as battle
from tests.oracle.rattenkrieg import ch09_events as events
from tests.oracle.rattenkrieg import ch10_hands as hands
from tests.oracle.rattenkrieg.adapter import SIDES, state_of
from tests.oracle.rattenkrieg.cards import PACK
from tests.oracle.rattenkrieg.world import AWAY, LAST_TURN, TANK, TRACTOR, State, World
from tests.oracle.readings import Readings, every_reading
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.rules.kinds import by_kind

Check = Callable[[World, State, a.Action], list[str]]


def broken_by(world: World, state: State, action: a.Action) -> list[str]:
    """Return the clauses that an action breaks in a state, under the world's reading."""
    unknown = _unknown(world, state, action)
    return unknown or sorted(set(CHECKS[type(action)](world, state, action)))


def legal(world: World, position: Position, action: a.Action, r: Readings | None = None) -> list[str]:
    """Return the clauses that an action breaks under one reading; none when it is legal."""
    read = world if r is None else world.read(r)
    return broken_by(read, state_of(read, position), action)


def _readings(world: World, position: Position, action: a.Action) -> list[list[str]]:
    def judge(r: Readings) -> list[str]:
        return legal(world, position, action, r)

    return [found for _, found in every_reading(world.r.register, world.r.fixed, judge)]


def verdict(world: World, position: Position, action: a.Action) -> tuple[str, set[str]]:
    """Judge under every open reading: "legal", "illegal" or "unclear", and the clauses that are broken."""
    found = _readings(world, position, action)
    broken = {clause for clauses in found for clause in clauses}
    if all(found):
        return "illegal", broken
    return ("unclear" if broken else "legal"), broken


def confirms(world: World, position: Position, action: a.Action) -> set[str]:
    """Return the clauses that an action breaks when every open reading calls it illegal, else none."""
    outcome, broken = verdict(world, position, action)
    return broken if outcome == "illegal" else set()


def _unknown(world: World, state: State, action: a.Action) -> list[str]:
    """Return why an action names what is not on the table."""
    for name in ("unit", "target"):
        unit = getattr(action, name, None)
        if unit is not None and unit not in world.pieces:
            return ["2.3"]
    area = getattr(action, "area", None)
    return ["2.1"] if area is not None and area not in world.kinds else []


# --- set-up, arrivals, the deck -------------------------------------------------------------------


def _shuffle(world: World, state: State, action: a.Shuffle) -> list[str]:
    if state.phase == "setup":
        # Before the first card is dealt nothing says how often the pack is shuffled.
        dealt = any(state.hand.values()) or any(state.steps.values())
        return ["3.3"] if dealt or sorted(action.order) != sorted(PACK) else []
    return ["3.4"] if state.deck or sorted(action.order) != sorted(state.pile) else []


def _from_deck(state: State, cards: tuple[str, ...], clause: str) -> list[str]:
    """Cards come from the top of the deck; those drawn together have no order in a hand or below a unit."""
    return [] if sorted(cards) == sorted(state.deck[: len(cards)]) else [clause]


def _place(world: World, state: State, action: a.Place) -> list[str]:
    if state.phase != "setup":
        return ["3.2" if world.pieces[action.unit].side == "german" else "3.1"]
    return setup.place(world, state, action.unit, action.area)


def _deal_steps(world: World, state: State, action: a.DealSteps) -> list[str]:
    unit, piece = action.unit, world.pieces[action.unit]
    clause = "3.3"
    if state.phase == "reinforcement":
        clause = "6.1" if piece.side == "german" else "6.2"
    due = setup.full_steps(world, unit) - len(state.steps[unit])
    if state.phase == "setup":
        wrong = not setup.homes(world, unit)
    else:
        wrong = state.phase != "reinforcement" or unit not in setup.arrivals(state.turn)
        wrong = wrong or state.where[unit] == AWAY
    broken = ["3.3", clause] if wrong or len(action.cards) > due else []
    return broken + _from_deck(state, action.cards, clause)


def _deal_hand(world: World, state: State, action: a.DealHand) -> list[str]:
    side = SIDES[action.side]
    count = len(state.hand[side]) + len(action.cards)
    broken = ["3.4"] if state.phase != "setup" or count > setup.HANDS[side] else []
    return broken + _from_deck(state, action.cards, "3.4")


def _end_set_up(world: World, state: State, action: a.EndSetUp) -> list[str]:
    return setup.set_up_done(world, state) if state.phase == "setup" else ["5.0"]


def _reinforce(world: World, state: State, action: a.Reinforce) -> list[str]:
    clause = "6.1" if world.pieces[action.unit].side == "german" else "6.2"
    due = setup.arrivals(state.turn) if state.phase == "reinforcement" else {}
    good = due.get(action.unit) == action.area and state.where[action.unit] == AWAY
    return [] if good else [clause]


def _tank_back(world: World, state: State) -> tuple[bool, bool]:
    """6.3: return whether the tank may come back, and whether it has to (U08, U09)."""
    if state.phase != "reinforcement" or (state.turn > 3 and world.r["U08"] == "printed-turns"):
        return False, False
    must = setup.tank_returns(state)
    if must or not setup.tank_returns(state, any_earlier=True):
        return must, must
    return world.r["U09"] == "any-earlier", False


def _return_t34(world: World, state: State, action: a.ReturnT34) -> list[str]:
    return [] if _tank_back(world, state)[0] and action.area == TRACTOR else ["6.3"]


def _end_reinforcement(world: World, state: State, action: a.EndReinforcement) -> list[str]:
    if state.phase != "reinforcement":
        return ["5.0"]
    broken = []
    for unit in setup.arrivals(state.turn):
        clause = "6.1" if world.pieces[unit].side == "german" else "6.2"
        if state.where[unit] == AWAY or len(state.steps[unit]) < setup.full_steps(world, unit):
            broken.append(clause)
    return broken + (["6.3"] if _tank_back(world, state)[1] else [])


# --- player turns ---------------------------------------------------------------------------------


def _activate(world: World, state: State, action: a.Activate) -> list[str]:
    return ops.activate(world, state, action.unit, tank=action.with_t34)


def _pass(world: World, state: State, action: a.Pass) -> list[str]:
    return ops.pass_turn(world, state, SIDES[action.side], action.unit)


def _end(world: World, state: State, action: a.End) -> list[str]:
    return ops.end(world, state, action.flipped)


def _replenish(world: World, state: State, action: a.Replenish) -> list[str]:
    found = ops.replenish(world, state, action.unit, down=action.down)
    return found + _from_deck(state, (action.card,), "7.5")


def _end_operations(world: World, state: State, action: a.EndOperations) -> list[str]:
    return [] if ops.moment(world, state)[0] == "over" and state.phase == "operations" else ["5.0"]


def _move_friendly(world: World, state: State, action: a.MoveFriendly) -> list[str]:
    return ops.move_friendly(world, state, action.unit, action.area, tank=action.with_t34)


def _enter_empty(world: World, state: State, action: a.EnterEmpty) -> list[str]:
    return ops.enter_empty(world, state, action.unit, action.area, action.card, tank=action.with_t34)


def _enter_battle(world: World, state: State, action: a.EnterBattle) -> list[str]:
    broken = ops.enter_battle(world, state, action.unit, action.area, tank=action.with_t34)
    if action.card is not None:
        broken.append("7.3")
    if action.support:
        there = state.copy()
        if action.with_t34:
            there.where[TANK] = action.area
        broken += ops.tank_adds(world, there, action.unit, action.area)
    return broken


# --- battle ---------------------------------------------------------------------------------------


def _attack(world: World, state: State, action: a.Attack) -> list[str]:
    broken = ops.attack(world, state, action.unit)
    if action.support:
        broken += ops.tank_adds(world, state, action.unit, state.where[action.unit])
    return broken


def _name(world: World, state: State, action: a.NameDefender) -> list[str]:
    return battle.name_defender(world, state, SIDES[action.side], action.unit, helped=action.support)


def _play_card(world: World, state: State, action: a.PlayCard) -> list[str]:
    side = SIDES[action.side]
    return battle.put_down(world, state, side, action.card, face_up=action.face_up, again=False)


def _raise(world: World, state: State, action: a.Raise) -> list[str]:
    side = SIDES[action.side]
    return battle.put_down(world, state, side, action.card, face_up=action.face_up, again=True)


def _take_loss(world: World, state: State, action: a.TakeLoss) -> list[str]:
    return battle.take_loss(world, state, SIDES[action.side], action.folded)


def _stand(world: World, state: State, action: a.Stand) -> list[str]:
    return battle.stand(world, state, SIDES[action.side])


def _take_back(world: World, state: State, action: a.TakeBack) -> list[str]:
    return ["8.6"]


def _open(world: World, state: State, action: a.Open) -> list[str]:
    return battle.turn_open(world, state, SIDES[action.side])


def _fight_on(world: World, state: State, action: a.FightOn) -> list[str]:
    return battle.fight_on(world, state)


def _stop(world: World, state: State, action: a.Stop) -> list[str]:
    return battle.stop(world, state)


def _retreat(world: World, state: State, action: a.Retreat) -> list[str]:
    return battle.retreat(world, state, action.unit, action.area, tank=action.with_t34, down=action.down)


def _lose_step(world: World, state: State, action: a.LoseStep) -> list[str]:
    return battle.lose_step(world, state, action.unit, action.card)


def _t34_out(world: World, state: State, action: a.T34Out) -> list[str]:
    return battle.tank_out(world, state)


def _remove(world: World, state: State, action: a.Remove) -> list[str]:
    return battle.remove(world, state, action.unit)


def _isolate(world: World, state: State, action: a.Isolate) -> list[str]:
    return battle.isolate(world, state, action.unit)


# --- events ---------------------------------------------------------------------------------------


def _shot(world: World, state: State, action: a.Bombard | a.AirSupport) -> list[str]:
    kind = "bombard" if isinstance(action, a.Bombard) else "air"
    broken = events.play(world, state, kind, action.card) + events.shoot(world, state, kind, action.target)
    return broken + _from_deck(state, (action.drawn,), "9.2" if kind == "bombard" else "9.3")


def _sniper(world: World, state: State, action: a.Sniper) -> list[str]:
    return events.play(world, state, "sniper", action.card) + events.snipe(world, state, action.taken)


def _ready(world: World, state: State, action: a.ChuikovReady) -> list[str]:
    return events.play(world, state, "wake", action.card) + events.wake(world, state, action.unit)


def _plain_event(kind: str) -> Check:
    def check(world: World, state: State, action: a.Action) -> list[str]:
        assert isinstance(action, a.AssaultGun | a.Engineers | a.Molotov | a.ChuikovBattle)
        return events.play(world, state, kind, action.card)

    return check


# --- the end of a turn ----------------------------------------------------------------------------


def _discard(world: World, state: State, action: a.Discard) -> list[str]:
    return hands.discard(world, state, SIDES[action.side], action.cards)


def _draw(world: World, state: State, action: a.Draw) -> list[str]:
    found = hands.draw(world, state, SIDES[action.side], len(action.cards))
    return found + _from_deck(state, action.cards, "10.1")


def _flip_up(world: World, state: State, action: a.FlipUp) -> list[str]:
    return hands.turn_up(world, state, action.units)


def _end_turn(world: World, state: State, action: a.EndTurn) -> list[str]:
    if state.phase != "replenishment":
        return ["5.0"]
    broken = ["10.3"] if hands.face_down(world, state) else []
    named = None if action.winner is None else SIDES[action.winner]
    if named != setup.winner(world, state):
        broken.append("4.0")
    assert state.turn <= LAST_TURN
    return broken


CHECKS: Mapping[type, Check] = {
    **by_kind(globals().values()),
    a.AssaultGun: _plain_event("assault_gun"),
    a.Engineers: _plain_event("engineers"),
    a.Molotov: _plain_event("molotov"),
    a.ChuikovBattle: _plain_event("chuikov"),
}
