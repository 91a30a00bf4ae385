"""Single cards judged: whose they are, whether this is their moment, what they name and cost."""

from __future__ import annotations

from tests.oracle.storm import cards, turning
from tests.oracle.storm.adapter import SIDES
from tests.oracle.storm.world import Paper, State, World, units_in
from toolkit.games.storm.rules import actions as a

ON_SHOT = ("fire_bonus", "no_terrain", "attacker_allots")
"""Deeds of cards that still change a fire after it was declared."""


def play(world: World, state: State, action: a.Action) -> set[str]:
    assert isinstance(action, a.Play)
    side, paper = SIDES[action.side], world.cards.get(action.card)
    if paper is None or paper.side != side or action.card not in state.hand[side]:
        return {cards.REF}
    broken = _timely(world, state, side, paper)
    area = _about(state, paper, action)
    if area is not None:
        if not cards.fits_area(world, state, paper, area):
            broken.add(cards.tag(paper.id))
        if not cards.fits_units(world, paper, _spoken_of(world, state, paper)):
            broken.add(cards.tag(paper.id))
    if not cards.price_of(world, state, paper, action.paid, area):
        broken.add(cards.tag(paper.id))
    return broken | _named(world, state, paper, action)


def _timely(world: World, state: State, side: str, paper: Paper) -> set[str]:
    """Return whether this is a moment for a card: its action, an own act, or the enemy's."""
    now, shot, deed = turning.moment(world, state), state.shot, state.done
    before = turning.may_act(world, state, side)
    if paper.when == "action":
        good = now == "idle" and before
    elif paper.deed == "unspent":
        kind = deed is not None and deed.moved == (paper.when == "own_move")
        good = now == "idle" and deed is not None and deed.side == side and kind
    elif paper.when == "own_fire":
        with_shot = shot is not None and now == "shot" and shot.side == side and shot.origin is not None
        good = before or (with_shot and paper.deed in ON_SHOT) or turning.overrunning(world, state, side)
    elif paper.when == "own_move":
        good = before
    elif paper.when == "enemy_fire":
        good = now == "shot" and shot is not None and shot.side != side
        good = good and (shot is None or shot.origin is not None or world.r["St-29"] == "yes")
    elif paper.when == "enemy_loss":
        fire = state.fire
        good = fire is not None and fire.left > 0 and fire.rolled and fire.defending == side
    else:
        good = now == "idle" and deed is not None and deed.moved and deed.side != side
    if paper.when != "action" and world.r["St-22"] == "one":
        good = good and not _others(world, state, paper)
    return set() if good else {cards.REF}


def _others(world: World, state: State, paper: Paper) -> list[str]:
    """St-22: return the cards, beside the action itself, that a side has played for the same thing."""
    played = list(state.laid)
    if paper.when == "enemy_loss":
        played = list(state.fire.cards) if state.fire is not None else []
    elif state.shot is not None:
        played = list(state.shot.cards)
    elif (paper.when == "enemy_move" or paper.deed == "unspent") and state.done is not None:
        played = list(state.done.cards)
    known = [world.cards[card] for card in played]
    if paper.when == "enemy_loss":
        known = [other for other in known if other.when == "enemy_loss"]
    return [other.id for other in known if other.side == paper.side and other.when != "action"]


def _about(state: State, paper: Paper, action: a.Play) -> str | None:
    """Return the area that a card is about; None while it is not known."""
    if paper.when == "action":
        return action.area or None
    if paper.when in ("own_fire", "enemy_fire"):
        return state.shot.target if state.shot is not None else None
    if paper.when == "enemy_loss":
        return state.fire.target if state.fire is not None else None
    if paper.when == "enemy_move" or paper.deed == "unspent":
        return state.done.end if state.done is not None else None
    return None


def _spoken_of(world: World, state: State, paper: Paper) -> tuple[str, ...] | frozenset[str]:
    """Return the units of a side that fire, stand in the area fired on, or suffer."""
    if paper.when == "enemy_loss" and state.fire is not None:
        return state.fire.shot
    if paper.when not in ("own_fire", "enemy_fire") or state.shot is None:
        return ()
    if state.shot.side == paper.side:
        return state.shot.firers
    return tuple(units_in(world, state, state.shot.target, paper.side))


def _named(world: World, state: State, paper: Paper, action: a.Play) -> set[str]:
    """Return what is wrong with the area and units that a card names."""
    wrong, deed = {cards.tag(paper.id)}, paper.deed
    if deed in ("bombard", "snipe"):
        return set() if action.area and cards.victims(world, state, paper.side, action.area) else wrong
    if deed in ("rally", "replace"):
        check = cards.rally if deed == "rally" else cards.replaced
        good = bool(action.area) and cards.fits_units(world, paper, action.units)
        return set() if good and check(world, state, paper, action.area, action.units) else wrong
    if deed == "unspent":
        units = set(action.units)
        done = state.done
        good = done is not None and 0 < len(action.units) <= paper.amount and len(units) == len(action.units)
        return set() if good and done is not None and units <= set(done.units) & state.spent else wrong
    return set()
