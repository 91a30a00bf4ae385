"""Single actions judged by this reading: `legal` in one way, `verdict` in every way that is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.oracle.readings import Readings, every_reading
from tests.oracle.storm import cards, firing, losing, moving, plays, turning
from tests.oracle.storm.adapter import SIDES, state_of
from tests.oracle.storm.world import FERRY, State, World, on_map, side_of, units_in
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Position
from toolkit.rules.kinds import by_kind

Check = Callable[[World, State, a.Action], set[str]]
WITH_MOVE = ("own_move", "action")
"""A card that is the action itself and moves a group is laid before the move as well."""


def broken_by(world: World, state: State, action: a.Action) -> list[str]:
    """Return the clauses that an action breaks in a state, under the world's reading."""
    unknown = _unknown(world, action)
    return unknown or sorted(CHECKS[type(action)](world, state, action))


def legal(world: World, position: Position, action: a.Action, r: Readings | None = None) -> list[str]:
    """Return the clauses that an action breaks under one reading; none when it is legal."""
    read = world if r is None else world.read(r)
    return broken_by(read, state_of(read, position), action)


def verdict(world: World, position: Position, action: a.Action) -> tuple[str, set[str]]:
    """Judge under every open reading: "legal", "illegal" or "unclear", and the clauses that are broken."""

    def judge(r: Readings) -> list[str]:
        return legal(world, position, action, r)

    found = [broken for _, broken in every_reading(world.r.register, world.r.fixed, judge)]
    clauses = {clause for broken in found for clause in broken}
    if all(found):
        return "illegal", clauses
    return ("unclear" if clauses else "legal"), clauses


def confirms(world: World, position: Position, action: a.Action) -> set[str]:
    """Return the clauses that an action breaks when every open reading calls it illegal, else none."""
    outcome, broken = verdict(world, position, action)
    return broken if outcome == "illegal" else set()


def _unknown(world: World, action: a.Action) -> list[str]:
    """Return why an action names what the game does not have."""
    units = [getattr(action, name, None) for name in ("unit", "instead_of")]
    units += [*getattr(action, "units", ()), *getattr(action, "aimed", ())]
    if any(unit is not None and unit not in world.pieces for unit in units):
        return ["2.1"]
    areas = [getattr(action, name, None) for name in ("area", "target")] + [*getattr(action, "path", ())]
    named = [area for area in areas if isinstance(area, str) and area]
    return ["2.0"] if any(area not in world.kinds for area in named) else []


# --- before the game ------------------------------------------------------------------------------


def _bid(world: World, state: State, action: a.Bid) -> set[str]:
    late = state.phase != "preparation" or SIDES[action.bidder] in state.bids or state.target
    return {"SEED 註1"} if late or action.target < 1 else set()


def _open_bids(world: World, state: State, action: a.OpenBids) -> set[str]:
    if state.phase != "preparation" or len(state.bids) < 2 or state.target:
        return {"SEED 註1"}
    mine, theirs = (state.bids[SIDES[side]] for side in (action.soviet, action.soviet.enemy))
    if mine == theirs:
        good = action.target in (2, 3) if world.r["St-23"] == "two-or-three" else action.target >= 1
    else:
        good = mine > theirs and action.target == mine
    return set() if good else {"SEED 註1"}


def _shuffle(world: World, state: State, action: a.Shuffle) -> set[str]:
    side = SIDES[action.side]
    if state.phase == "preparation":
        own = [card for card, paper in world.cards.items() if paper.side == side]
        good = not state.deck[side] and sorted(action.order) == sorted(own)
    else:
        good = not state.deck[side] and bool(state.pile[side]) and world.r["St-16"] == "reshuffle"
        good = good and sorted(action.order) == sorted(state.pile[side]) and state.phase != "over"
    return set() if good else {cards.REF}


def _begin(world: World, state: State, action: a.Begin) -> set[str]:
    if state.phase != "preparation":
        return {"SEED 流程"}
    unopened = (state.bids or world.r["St-9"] == "bid") and not state.target
    return {"SEED 註1"} if unopened else set()


# --- hands ----------------------------------------------------------------------------------------


def _draw(world: World, state: State, action: a.Draw) -> set[str]:
    side = SIDES[action.side]
    broken = set()
    if state.owed is None and state.phase not in ("draw", "hands"):
        return {"SEED 流程1"}
    # Cards drawn together have no order in a hand.
    if sorted(action.cards) != sorted(state.deck[side][: len(action.cards)]):
        broken.add(cards.REF)
    if state.owed is not None:
        if side != state.owed[0] or len(action.cards) > state.owed[1]:
            broken.add(cards.REF)
    elif len(action.cards) > turning.may_draw(world, state, side):
        broken.add("SEED 流程1" if state.phase == "draw" else "SEED 流程3(1)")
    return broken


def _end_draw(world: World, state: State, action: a.EndDraw) -> set[str]:
    return {"SEED 流程1"} if state.phase != "draw" or turning.hands_left(world, state) else set()


def _discard(world: World, state: State, action: a.Discard) -> set[str]:
    side = SIDES[action.side]
    held = set(action.cards) <= set(state.hand[side]) and len(set(action.cards)) == len(action.cards)
    broken = set() if held else {cards.REF}
    if state.phase != "hands" or state.drawn[side]:
        broken.add("SEED 流程3(1)")
    return broken


def _end_hands(world: World, state: State, action: a.EndHands) -> set[str]:
    return {"SEED 流程3(1)"} if state.phase != "hands" or turning.hands_left(world, state) else set()


# --- impulses -------------------------------------------------------------------------------------


def _group(world: World, state: State, side: str, units: tuple[str, ...]) -> set[str]:
    """流程2(1), 註3, 註4: fresh own units of one area."""
    if not units or len(set(units)) != len(units):
        return {"SEED 流程2(1)"}
    broken = set()
    if any(side_of(world, unit) != side for unit in units):
        broken.add("SEED 流程2(1)")
    if len({state.where[unit] for unit in units}) > 1 or not on_map(world, state, units[0]):
        broken.add("SEED 流程2(1)")
    if set(units) & state.spent:
        broken.add("SEED 註4")
    two = any(world.cards[card].deed == "joint" for card in state.laid)
    return broken | moving.together(world, units, divisions=2 if two else 1)


def _laid_fit(world: World, state: State, area: str, units: tuple[str, ...]) -> set[str]:
    """Return which laid cards do not fit what is done with them."""
    broken = set()
    for card in state.laid:
        paper = world.cards[card]
        good = cards.fits_area(world, state, paper, area) and cards.fits_units(world, paper, units)
        paid = state.paid[card]
        if paper.spends and not (paid[0] not in units and cards.near_or_in(world, state, paid[0], area)):
            good = False
        if not good:
            broken.add(cards.tag(card))
    return broken


def _move(world: World, state: State, action: a.Move) -> set[str]:
    side, units, path = SIDES[action.side], action.units, action.path
    broken = set() if turning.may_act(world, state, side) else {"SEED 流程2"}
    papers = [world.cards[card] for card in state.laid]
    if any(paper.when not in WITH_MOVE for paper in papers):
        broken.add(cards.REF)
    broken |= _group(world, state, side, units)
    if not path:
        return broken | {"SEED 移動3"}
    if not units or not on_map(world, state, units[0]):
        return broken
    here = state.where[units[0]]
    if world.kinds[here] == FERRY:
        boats = max([1, *(paper.amount for paper in papers if paper.deed == "ferry")])
        if len(units) > boats or (len(path) > 1 and world.r["St-28"] == "no"):
            broken.add("SEED 渡口3")
    elif any(paper.deed == "ferry" for paper in papers):
        broken |= {cards.tag(card) for card in state.laid if world.cards[card].deed == "ferry"}
    if any(paper.deed == "overrun" for paper in papers) and len(path) != 1:
        broken |= {cards.tag(card) for card in state.laid if world.cards[card].deed == "overrun"}
    more = sum(paper.amount for paper in papers if paper.deed == "march")
    free = any(paper.deed == "infiltrate" for paper in papers)
    points = moving.allowance(world, units) + more
    broken |= moving.way(world, state, side, units, (here, *path), points=points, free=free)
    return broken | _laid_fit(world, state, path[-1], units)


def _fire(world: World, state: State, action: a.Fire) -> set[str]:
    side, units, target = SIDES[action.side], action.units, action.target
    if _overruns(world, state, side, units):
        broken = set()
    else:
        broken = set() if turning.may_act(world, state, side) else {"SEED 流程2"}
        broken |= _group(world, state, side, units)
    if any(world.cards[card].when != "own_fire" for card in state.laid):
        broken.add(cards.REF)
    if any(world.pieces[unit].attack < 1 for unit in units):
        broken.add("REF 3.7")
    if not units or not on_map(world, state, units[0]):
        return broken
    here = state.where[units[0]]
    if not firing.reach(world, here, target):
        broken.add("SEED 渡口1" if world.kinds[target] == FERRY else "SEED 攻擊1")
    if world.kinds[here] == FERRY and world.r["St-11"] == "no":
        broken.add("SEED 渡口")
    enemies = cards.victims(world, state, side, target)
    if not enemies:
        broken.add("SEED 攻擊1")
    if action.aimed and not _aims(world, action.aimed, enemies):
        broken.add("SEED 攻擊1")
    return broken | _laid_fit(world, state, target, units)


def _aims(world: World, aimed: tuple[str, ...], enemies: list[str]) -> bool:
    if len(set(aimed)) != len(aimed) or not set(aimed) <= set(enemies):
        return False
    return world.r["St-5"] == "chosen" or set(aimed) == set(enemies)


def _overruns(world: World, state: State, side: str, units: tuple[str, ...]) -> bool:
    """Return whether a fire is the second half of an overrun."""
    deed = state.done
    ready = turning.overrunning(world, state, side)
    if not ready or deed is None or not units:
        return False
    return all(unit in deed.units and state.where[unit] == deed.end for unit in units)


def _roll(world: World, state: State, action: a.Roll) -> set[str]:
    good = turning.moment(world, state) == "shot" and len(action.dice) == 2
    return set() if good and all(1 <= die <= 6 for die in action.dice) else {"SEED 攻擊2"}


def _pass(world: World, state: State, action: a.Pass) -> set[str]:
    side = SIDES[action.side]
    # Who is out for the turn says nothing new when he passes again (St-6).
    out = side in state.out and world.r["St-6"] == "out" and not turning.both_passed(world, state)
    good = (out or turning.may_act(world, state, side)) and turning.moment(world, state) == "idle"
    return set() if good else {"SEED 流程2"}


def _end_impulses(world: World, state: State, action: a.EndImpulses) -> set[str]:
    good = turning.moment(world, state) == "idle" and turning.both_passed(world, state)
    return set() if good else {"SEED 流程2(3)"}


# --- losses ---------------------------------------------------------------------------------------


def _loss(world: World, state: State, side: str, unit: str, row: str) -> set[str]:
    """損傷1, 2: return what is wrong with a row of the table, the way back apart."""
    fire = state.fire
    if fire is None:
        return {"SEED 損傷2"}
    broken = set() if fire.allots == side else {"SEED 損傷1"}
    if unit not in fire.shot or not losing.can_take(world, state, unit):
        return broken | {"SEED 損傷2"}
    points = losing.ROWS.get((row, unit in state.spent), 0)
    return broken | (set() if 0 < points <= fire.left else {"SEED 損傷2"})


def _spend(world: World, state: State, action: a.Spend) -> set[str]:
    return _loss(world, state, SIDES[action.side], action.unit, losing.SPEND)


def _eliminate(world: World, state: State, action: a.Eliminate) -> set[str]:
    return _loss(world, state, SIDES[action.side], action.unit, losing.KILL)


def _back(world: World, state: State, action: a.Retreat | a.Drive) -> set[str]:
    row = losing.RETREAT if isinstance(action, a.Retreat) else losing.DRIVE
    broken = _loss(world, state, SIDES[action.side], action.unit, row)
    fire = state.fire
    if broken or fire is None:
        return broken | {"SEED 損傷2"}
    path, lost = action.path, action.lost
    if losing.bound(world, state, action.unit):
        return set() if (path, lost) in losing.goes_back(world, state, action.unit) else {"SEED 撤退1"}
    if lost and not path and world.r["St-2"] == "not-offered":
        return {"SEED 撤退2"}
    return set() if losing.right_way(world, state, action.unit, path, lost=lost) else {"SEED 撤退1"}


def _close(world: World, state: State, action: a.CloseLosses) -> set[str]:
    if state.fire is None:
        return {"SEED 損傷3"}
    broken = set() if state.fire.allots == SIDES[action.side] else {"SEED 損傷1"}
    return broken | (set() if losing.done(world, state) else {"SEED 損傷3"})


# --- the end of a turn ----------------------------------------------------------------------------


def _order(world: World, state: State, *, arriving: bool) -> set[str]:
    """Return whether arrivals and departures come in their order (St-18)."""
    order = world.r["St-18"]
    if arriving and order == "withdrawals" and turning.owed(world, state):
        return {"SEED 流程3(4)"}
    if not arriving and order == "reinforcements" and not turning.all_came(world, state):
        return {"SEED 流程3(4)"}
    return set()


def _arrives(world: World, state: State, unit: str) -> set[str]:
    side = side_of(world, unit)
    if state.phase != "arrivals" or unit not in turning.coming(world, state, side):
        return {"SEED 增援1"}
    first = side == "german" or not turning.coming(world, state, "german")
    return (set() if first else {"SEED 增援1"}) | _order(world, state, arriving=True)


def _place(world: World, state: State, action: a.Place) -> set[str]:
    return _arrives(world, state, action.unit) | set(turning.may_land(world, state, action.unit, action.area))


def _lost(world: World, state: State, action: a.Lost) -> set[str]:
    broken = _arrives(world, state, action.unit)
    return broken | ({"SEED 增援3"} if turning.landings(world, state, action.unit) else set())


def _withdraw(world: World, state: State, action: a.Withdraw) -> set[str]:
    unit, black = action.unit, action.instead_of
    if black not in turning.owed(world, state):
        return {"SEED 撤離1"}
    broken = _order(world, state, arriving=False)
    if on_map(world, state, black):
        return broken | (set() if unit == black else {"SEED 撤離1"})
    if unit != black and world.pieces[unit].black and on_map(world, state, unit):
        return broken | {"SEED 撤離1"}
    return broken | (set() if unit in turning.substitutes(world, state, black) else {"SEED 撤離2"})


def _end_turn(world: World, state: State, action: a.EndTurn) -> set[str]:
    if state.phase != "arrivals":
        return {"SEED 流程3(5)"}
    broken = set()
    lost = turning.too_few(world, state)
    if not lost and not turning.all_came(world, state):
        broken.add("SEED 增援1")
    if not lost and turning.owed(world, state):
        broken.add("SEED 撤離1")
    named = None if action.winner is None else SIDES[action.winner]
    if named != turning.winner(world, state):
        broken.add("SEED 勝利")
    return broken


CHECKS: Mapping[type, Check] = {**by_kind(globals().values()), a.Play: plays.play}
__all__ = ["broken_by", "confirms", "legal", "units_in", "verdict"]
