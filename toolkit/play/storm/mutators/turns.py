"""Ways to break what comes before and after impulses: bids, hands, arrivals, departures, victory."""

from __future__ import annotations

from functools import partial

from toolkit.play.storm.mutators.base import Mutation, Mutator, Scene
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.data import KURGAN, Side
from toolkit.rules.storm.position import ELIMINATED, OFF_MAP, Phase

_ANY = (a.Move, a.Fire, a.Pass)
_DRAWS = (a.Draw, a.EndDraw)
_HANDS = (a.Discard, a.Draw, a.EndHands)
_OF_WITHDRAWALS = 3
_COMING = (a.Place, a.Lost, a.EndTurn)


# Before the game ------------------------------------------------------------------------------------


def _bids_nothing(scene: Scene) -> Mutation | None:
    action = scene.action
    return (a.Bid(action.bidder, scene.rng.randint(-2, 0)),) if isinstance(action, a.Bid) else None


def _bids_again(scene: Scene) -> Mutation | None:
    """Bid a second time on one seat."""
    action = scene.action
    if not isinstance(action, a.Bid):
        return None
    return action, a.Bid(action.bidder, action.target + 1)


def _opens_wrongly(how: str, scene: Scene) -> Mutation | None:
    """Give the Soviets to the lower bid, or another target than the one that was bid."""
    action, bids = scene.action, scene.position.bids
    if not isinstance(action, a.OpenBids) or len(set(bids.values())) < len(bids):
        return None
    if how == "lower":
        return (a.OpenBids(action.soviet.enemy, bids[action.soviet.enemy]),)
    return (a.OpenBids(action.soviet, bids[action.soviet.enemy]),)


# Hands ----------------------------------------------------------------------------------------------


def _hill(scene: Scene, side: Side) -> int:
    return int(KURGAN in scene.data.areas and scene.holds(side, KURGAN))


def _room(scene: Scene, side: Side) -> tuple[int, int]:
    """Return how many cards a side may still draw at the start of a turn, and in its refill."""
    sizes = scene.data.turns[scene.position.turn - 1][side]
    more, held = _hill(scene, side), len(scene.position.hands[side])
    space = max(0, sizes.limit + more - held)
    number = sizes.draw + more - scene.position.drawn[side]
    return max(0, min(number, space)), space


def _top(scene: Scene, side: Side, count: int) -> tuple[str, ...] | None:
    """Return the next cards of a deck; None when there are not so many."""
    deck = scene.position.decks[side]
    return tuple(reversed(deck[-count:])) if 0 < count <= len(deck) else None


def _draws_too_many(phase: Phase, scene: Scene) -> Mutation | None:
    if scene.position.phase is not phase:
        return None
    for side in scene.mixed(Side):
        may = _room(scene, side)[0 if phase is Phase.DRAW else 1]
        cards = _top(scene, side, may + 1)
        if cards is not None:
            return (a.Draw(side, cards),)
    return None


def _hill_of_others(phase: Phase, scene: Scene) -> Mutation | None:
    """Draw the card that only who controls the Mamayev Kurgan may draw."""
    if scene.position.phase is not phase:
        return None
    for side in scene.mixed(Side):
        may = _room(scene, side)[0 if phase is Phase.DRAW else 1]
        cards = _top(scene, side, may + 1)
        if cards is not None and not _hill(scene, side):
            return (a.Draw(side, cards),)
    return None


def _draws_in_play(scene: Scene) -> Mutation | None:
    side = scene.idle()
    cards = _top(scene, side, 1) if side is not None else None
    return (a.Draw(side, cards),) if side is not None and cards is not None else None


def _second_card(phase: Phase, scene: Scene) -> Mutation | None:
    """Draw a card that is not the next one."""
    action = scene.action
    if not isinstance(action, a.Draw) or scene.position.phase is not phase:
        return None
    deck = scene.position.decks[action.side]
    return (a.Draw(action.side, (deck[-2],)),) if len(deck) > len(action.cards) + 1 else None


def _discards_others(scene: Scene) -> Mutation | None:
    """Lay down a card that is not in the hand."""
    if scene.position.phase is not Phase.HANDS:
        return None
    side = scene.rng.choice(tuple(Side))
    elsewhere = [*scene.position.hands[side.enemy], *scene.position.piles[side]]
    card = scene.one(elsewhere)
    return (a.Discard(side, (card,)),) if card is not None else None


def _discards_in_play(scene: Scene) -> Mutation | None:
    side = scene.idle()
    card = scene.one(scene.hand(side)) if side is not None else None
    return (a.Discard(card.side, (card.id,)),) if card is not None else None


def _discards_late(scene: Scene) -> Mutation | None:
    """Lay cards down after drawing."""
    action = scene.action
    if not isinstance(action, a.Draw) or scene.position.phase is not Phase.HANDS:
        return None
    card = scene.one(scene.position.hands[action.side])
    return (action, a.Discard(action.side, (card,))) if card is not None else None


def _shuffles(early: bool, scene: Scene) -> Mutation | None:
    """Shuffle the pile while the deck still has cards, or a pile that is not whole."""
    if early:
        side = scene.rng.choice(tuple(Side))
        pile = scene.mixed(scene.position.piles[side])
        begun = scene.position.phase is not Phase.PREPARATION
        good = begun and pile and scene.position.decks[side]
        return (a.Shuffle(side, tuple(pile)),) if good else None
    action = scene.action
    if not isinstance(action, a.Shuffle) or len(action.order) < 2:
        return None
    return (a.Shuffle(action.side, action.order[1:]),)


# Arrivals -------------------------------------------------------------------------------------------


def _due(scene: Scene, side: Side) -> list[str]:
    position = scene.position
    if position.phase is not Phase.ARRIVALS:
        return []
    known = scene.data.units
    found = [u for u in known if known[u].enters == position.turn and position.where[u] == OFF_MAP]
    return scene.mixed(u for u in found if known[u].side is side)


def _open(scene: Scene, unit: str) -> list[str]:
    """Return where a unit may be placed."""
    side = scene.side(unit)
    entry = scene.data.units[unit].entry
    return [area for area in entry if area in scene.data.ferries or not scene.full(area, side)]


def _soviets_first(scene: Scene) -> Mutation | None:
    units = _due(scene, Side.SOVIET)
    if not units or not _due(scene, Side.GERMAN):
        return None
    areas = _open(scene, units[0])
    return (a.Place(units[0], areas[0]),) if areas else None


def _comes_early(scene: Scene) -> Mutation | None:
    """Place a unit of a later turn."""
    position, known = scene.position, scene.data.units
    if position.phase is not Phase.ARRIVALS or _due(scene, Side.GERMAN):
        return None
    later = [u for u in known if known[u].enters > position.turn and position.where[u] == OFF_MAP]
    for unit in scene.mixed(later):
        areas = _open(scene, unit)
        if areas:
            return (a.Place(unit, areas[0]),)
    return None


def _stays_out(scene: Scene) -> Mutation | None:
    """End the turn while a unit is still to be placed."""
    due = _due(scene, Side.GERMAN) or _due(scene, Side.SOVIET)
    if scene.position.turn == _OF_WITHDRAWALS or not due:
        return None
    return (a.EndTurn(),)


def _crowded_entry(scene: Scene) -> Mutation | None:
    for unit in _due(scene, Side.GERMAN):
        full = [area for area in scene.data.units[unit].entry if area not in _open(scene, unit)]
        if full:
            return (a.Place(unit, full[0]),)
    return None


def _wrong_entry(side: Side, scene: Scene) -> Mutation | None:
    if side is Side.SOVIET and _due(scene, Side.GERMAN):
        return None
    for unit in _due(scene, side):
        entry = scene.data.units[unit].entry
        others = [x for x in scene.city() if x not in entry and not scene.full(x, side)]
        if others:
            return (a.Place(unit, others[0]),)
    return None


def _given_up(scene: Scene) -> Mutation | None:
    """Call a unit lost though there is room for it."""
    for side in Side:
        for unit in _due(scene, side):
            if _open(scene, unit) and (side is Side.GERMAN or not _due(scene, Side.GERMAN)):
                return (a.Lost(unit),)
    return None


# Departures -----------------------------------------------------------------------------------------


def _leaving(scene: Scene, *, dead: bool) -> list[str]:
    """Return black units for which somebody has to leave now."""
    position = scene.position
    if position.phase is not Phase.ARRIVALS or position.turn != _OF_WITHDRAWALS:
        return []
    waiting = [unit for unit in scene.data.black if unit not in position.gone]
    return scene.mixed(u for u in waiting if (position.where[u] == ELIMINATED) is dead)


def _another_leaves(scene: Scene) -> Mutation | None:
    """Let another unit leave for a black one that is on the map."""
    black = [unit for unit in _leaving(scene, dead=False) if scene.position.on_map(unit)]
    others = [unit for unit in scene.units(Side.GERMAN) if unit not in scene.data.black]
    return (a.Withdraw(others[0], black[0]),) if black and others else None


def _leaves_early(scene: Scene) -> Mutation | None:
    """Let a black unit leave in another turn."""
    position = scene.position
    black = scene.one([unit for unit in scene.data.black if position.on_map(unit)])
    if position.phase is not Phase.ARRIVALS or position.turn == _OF_WITHDRAWALS or black is None:
        return None
    return (a.Withdraw(black, black),)


def _nobody_leaves(scene: Scene) -> Mutation | None:
    """End turn 3 while units still have to leave."""
    position = scene.position
    black = [u for u in _leaving(scene, dead=False) if position.on_map(u)]
    if not black or _due(scene, Side.GERMAN) or _due(scene, Side.SOVIET):
        return None
    return (a.EndTurn(),)


def _free_to_go(scene: Scene) -> list[str]:
    """Return the German units that are not black themselves."""
    return [unit for unit in scene.units(Side.GERMAN) if unit not in scene.data.black]


def _unlike(scene: Scene) -> Mutation | None:
    """Replace an eliminated black unit by one of another class though one of its own is there."""
    kinds = {unit: scene.data.units[unit].kind for unit in scene.data.units}
    for black in _leaving(scene, dead=True):
        others = _free_to_go(scene)
        alike = [unit for unit in others if kinds[unit] == kinds[black]]
        unlike = [unit for unit in others if kinds[unit] != kinds[black]]
        if alike and unlike:
            return (a.Withdraw(unlike[0], black),)
    return None


def _soviet_leaves(scene: Scene) -> Mutation | None:
    """Let a unit go that is no German one on the map, for an eliminated black unit."""
    for black in _leaving(scene, dead=True):
        dead = [u for u in scene.data.units if scene.position.where[u] == ELIMINATED]
        unit = scene.one([*scene.units(Side.SOVIET)[:2], *dead])
        if unit is not None:
            return (a.Withdraw(unit, black),)
    return None


def _black_for_black(scene: Scene) -> Mutation | None:
    """Let no other unit at all leave for an eliminated black one."""
    dead = _leaving(scene, dead=True)
    owed = len([unit for unit in scene.data.black if unit not in scene.position.gone])
    too_few = len(scene.units(Side.GERMAN)) < owed
    if not dead or too_few or _due(scene, Side.GERMAN) or _due(scene, Side.SOVIET):
        return None
    return (a.EndTurn(),)


def _lost_too_soon(scene: Scene) -> Mutation | None:
    """Say that the Germans have lost because too few can leave, though enough can."""
    position = scene.position
    if position.phase is not Phase.ARRIVALS or position.turn != _OF_WITHDRAWALS:
        return None
    return (a.EndTurn(Side.SOVIET),) if len(_free_to_go(scene)) > len(scene.data.black) else None


def _plays_on(scene: Scene) -> Mutation | None:
    """Go on though the Germans cannot withdraw enough units."""
    action = scene.action
    lost = (
        isinstance(action, a.EndTurn)
        and action.winner is Side.SOVIET
        and scene.position.turn == _OF_WITHDRAWALS
    )
    return (a.EndTurn(scene.rng.choice((None, Side.GERMAN))),) if lost else None


# Victory --------------------------------------------------------------------------------------------


def _other_winner(scene: Scene) -> Mutation | None:
    action = scene.action
    if not isinstance(action, a.EndTurn) or action.winner is None or scene.position.turn == _OF_WITHDRAWALS:
        return None
    return (a.EndTurn(scene.rng.choice((action.winner.enemy, None))),)


def _won_early(scene: Scene) -> Mutation | None:
    action = scene.action
    if (
        not isinstance(action, a.EndTurn)
        or action.winner is not None
        or scene.position.turn == _OF_WITHDRAWALS
    ):
        return None
    return (a.EndTurn(scene.rng.choice(tuple(Side))),)


MUTATORS: tuple[Mutator, ...] = (
    Mutator("SEED 註1", (a.Bid,), _bids_nothing),
    Mutator("SEED 註1", (a.Bid,), _bids_again),
    Mutator("SEED 註1", (a.OpenBids,), partial(_opens_wrongly, "lower")),
    Mutator("SEED 註1", (a.OpenBids,), partial(_opens_wrongly, "target")),
    Mutator("SEED 流程1", _DRAWS, partial(_draws_too_many, Phase.DRAW)),
    Mutator("SEED 流程1", _ANY, _draws_in_play),
    Mutator("SEED 註2", _DRAWS, partial(_hill_of_others, Phase.DRAW)),
    Mutator("SEED 註2", _HANDS, partial(_hill_of_others, Phase.HANDS)),
    Mutator("SEED 流程3(1)", _HANDS, partial(_draws_too_many, Phase.HANDS)),
    Mutator("SEED 流程3(1)", _ANY, _discards_in_play),
    Mutator("SEED 流程3(1)", (a.Draw,), _discards_late),
    Mutator("SEED 流程1", (a.Draw,), partial(_second_card, Phase.DRAW)),
    Mutator("SEED 流程1", (a.Draw,), partial(_second_card, Phase.HANDS)),
    Mutator("SEED 流程3(1)", _HANDS, _discards_others),
    Mutator("REF 3.3", (*_ANY, *_DRAWS), partial(_shuffles, True)),
    Mutator("REF 3.3", (a.Shuffle,), partial(_shuffles, False)),
    Mutator("SEED 增援1", _COMING, _soviets_first),
    Mutator("SEED 增援1", _COMING, _comes_early),
    Mutator("SEED 流程3(4)", _COMING, _stays_out),
    Mutator("SEED 增援2", _COMING, _crowded_entry, rare=True),
    Mutator("SEED 增援2", _COMING, partial(_wrong_entry, Side.GERMAN)),
    Mutator("SEED 增援3", _COMING, _given_up),
    Mutator("SEED 增援4", _COMING, partial(_wrong_entry, Side.SOVIET)),
    Mutator("SEED 撤離1", (*_COMING, a.Withdraw), _another_leaves),
    Mutator("SEED 撤離1", _COMING, _leaves_early),
    Mutator("SEED 撤離1", (*_COMING, a.Withdraw), _nobody_leaves),
    Mutator("SEED 撤離2", (a.Withdraw,), _unlike),
    Mutator("SEED 撤離1", (a.Withdraw,), _black_for_black),
    Mutator("SEED 撤離3", (a.Withdraw,), _soviet_leaves),
    Mutator("SEED 勝利", (*_COMING, a.Withdraw), _lost_too_soon),
    Mutator("SEED 撤離4", (a.EndTurn,), _plays_on),
    Mutator("SEED 勝利", (a.EndTurn,), _other_winner),
    Mutator("SEED 勝利", (a.EndTurn,), _won_early),
)
