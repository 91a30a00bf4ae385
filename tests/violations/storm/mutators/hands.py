"""Ways to break what comes before impulses, and what is done with hands and decks: 註1 to 註2, 流程3(1)."""

from __future__ import annotations

from functools import partial

from tests.violations.storm.mutators.base import Mutation, Mutator, Scene
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import KURGAN
from toolkit.games.storm.rules.position import Phase
from toolkit.games.storm.rules.sides import Side

_ANY = (a.Move, a.Fire, a.Pass)
_DRAWS = (a.Draw, a.EndDraw)
_HANDS = (a.Discard, a.Draw, a.EndHands)


# Before the game ------------------------------------------------------------------------------------


def _bids_again(scene: Scene, action: a.Bid) -> Mutation | None:
    """Bid a second time on one seat."""
    return action, a.Bid(action.bidder, action.target + 1)


def _opens_wrongly(how: str, scene: Scene, action: a.OpenBids) -> Mutation | None:
    """Give the Soviets to the lower bid, or another target than the one that was bid."""
    bids = scene.position.bids
    if len(set(bids.values())) < len(bids):
        return None
    if how == "lower":
        return (a.OpenBids(action.soviet.enemy, bids[action.soviet.enemy]),)
    return (a.OpenBids(action.soviet, bids[action.soviet.enemy]),)


def _opens_alone(scene: Scene, action: a.Bid) -> Mutation | None:
    """Open the bids when one player alone has written his."""
    bids = scene.position.bids
    if len(bids) != 1:
        return None
    return (a.OpenBids(action.bidder, action.target),)


def _begins_unopened(scene: Scene) -> Mutation | None:
    """Begin with bids that nobody has opened."""
    return (a.Begin(),) if isinstance(scene.action, a.OpenBids) else None


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


def _over_one_bound(bound: str, scene: Scene) -> Mutation | None:
    """Draw more than the turn box says though the hand has room, or more than the hand holds."""
    if scene.position.phase is not Phase.DRAW:
        return None
    for side in scene.mixed(Side):
        may, space = _room(scene, side)
        if (may < space) is (bound == "number"):
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


def _second_card(phase: Phase, scene: Scene, action: a.Draw) -> Mutation | None:
    """Draw a card that is not the next one."""
    if scene.position.phase is not phase:
        return None
    deck = scene.position.decks[action.side]
    return (a.Draw(action.side, (deck[-2],)),) if len(deck) > len(action.cards) + 1 else None


def _draws_of(place: str, scene: Scene, action: a.Draw) -> Mutation | None:
    """Draw a card of the enemy's deck, or one of the own pile."""
    if scene.position.owed is not None:
        return None
    side = action.side
    card = scene.one(scene.position.piles[side] if place == "pile" else scene.position.decks[side.enemy][-1:])
    return (a.Draw(side, (card,)),) if card is not None else None


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


def _discards_late(scene: Scene, action: a.Draw) -> Mutation | None:
    """Lay cards down after drawing."""
    if scene.position.phase is not Phase.HANDS:
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


MUTATORS: tuple[Mutator, ...] = (
    Mutator("SEED 註1", (a.Bid,), _bids_again),
    Mutator("SEED 流程3(1)", _ANY, _discards_in_play),
    Mutator("SEED 流程3(1)", (a.Draw,), _discards_late),
    Mutator("SEED 流程1", _ANY, _draws_in_play),
    Mutator("SEED 註1", (a.OpenBids,), partial(_opens_wrongly, "lower")),
    Mutator("SEED 註1", (a.OpenBids,), partial(_opens_wrongly, "target")),
    Mutator("SEED 流程1", _DRAWS, partial(_draws_too_many, Phase.DRAW)),
    Mutator("SEED 註2", _DRAWS, partial(_hill_of_others, Phase.DRAW)),
    Mutator("SEED 註2", _HANDS, partial(_hill_of_others, Phase.HANDS)),
    Mutator("SEED 流程3(1)", _HANDS, partial(_draws_too_many, Phase.HANDS)),
    Mutator("SEED 流程1", (a.Draw,), partial(_second_card, Phase.DRAW)),
    Mutator("SEED 流程1", (a.Draw,), partial(_second_card, Phase.HANDS)),
    Mutator("SEED 流程3(1)", _HANDS, _discards_others),
    Mutator("REF 3.3", (*_ANY, *_DRAWS), partial(_shuffles, True)),
    Mutator("REF 3.3", (a.Shuffle,), partial(_shuffles, False)),
    Mutator("SEED 註1", (a.Bid,), _opens_alone),
    Mutator("SEED 註1", (a.OpenBids,), _begins_unopened),
    Mutator("SEED 流程1", _DRAWS, partial(_over_one_bound, "number")),
    Mutator("SEED 流程1", _DRAWS, partial(_over_one_bound, "hand")),
    Mutator("SEED 流程1", (a.Draw,), partial(_draws_of, "pile")),
    Mutator("SEED 流程1", (a.Draw,), partial(_draws_of, "enemy")),
)
