"""Ways to break what a card says, and REF 3.3: cards of others, untimely, unpaid, for wrong areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tests.violations.storm.mutators.base import Mutation, Mutator, Scene
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Timing, Use, Where
from toolkit.games.storm.rules.sides import Side

_ANY = (a.Move, a.Fire, a.Pass, a.Play)
_OWN = (Timing.OWN_FIRE, Timing.OWN_MOVE)
_ANSWERS = (Timing.ENEMY_FIRE, Timing.ENEMY_LOSS, Timing.ENEMY_MOVE)


# REF 3.3: whose card, where it lies, when it is played ----------------------------------------------


def _timely(scene: Scene, cards: Sequence[str]) -> list[str]:
    """Return the cards that the moment alone does not speak against: losses wait for nothing but answers."""
    known, losses = scene.data.cards, scene.position.toll is not None
    return [card for card in cards if not losses or known[card].timing is Timing.ENEMY_LOSS]


def _elsewhere(scene: Scene, action: a.Play) -> Mutation | None:
    """Play a card that lies on the pile or in the deck."""
    position, side = scene.position, action.side
    card = scene.one(_timely(scene, [*position.piles[side], *position.decks[side]]))
    return (a.Play(side, card, action.area, action.units),) if card is not None else None


def _of_the_enemy(scene: Scene, action: a.Play) -> Mutation | None:
    card = scene.one(_timely(scene, scene.position.hands[action.side.enemy]))
    return (a.Play(action.side, card, action.area, action.units),) if card is not None else None


def _as_answer(scene: Scene) -> Mutation | None:
    """Play an answer while there is nothing to answer."""
    side = scene.idle()
    if side is None or scene.position.done is not None:
        return None
    card = scene.one([c for s in Side for c in scene.hand(s) if c.timing in _ANSWERS])
    paid = scene.payment(card, scene.city()[0]) if card is not None else None
    return (a.Play(card.side, card.id, paid=paid),) if card is not None and paid is not None else None


def _played_out_of_turn(scene: Scene) -> Mutation | None:
    """Play a card that is an action, or goes with one, in the enemy's impulse."""
    side = scene.idle()
    if side is None:
        return None
    cards = [c for c in scene.hand(side.enemy) if c.timing in _OWN or c.does(Use.DRAW)]
    cards = [c for c in cards if not c.discards and not c.spends and not c.does(Use.UNSPENT)]
    card = scene.one(cards)
    return (a.Play(card.side, card.id),) if card is not None else None


def _moves_with_fire_card(scene: Scene, action: a.Move) -> Mutation | None:
    """Lay a card for fire, and move."""
    side = scene.idle()
    if side is None:
        return None
    card = scene.held(side, Use.FIRE_BONUS, Use.NO_TERRAIN, timing=Timing.OWN_FIRE)
    if card is None or card.spends or card.discards:
        return None
    return a.Play(side, card.id), action


def _fires_with_move_card(scene: Scene, action: a.Fire) -> Mutation | None:
    """Lay a card for a move, and fire."""
    side = scene.idle()
    if side is None:
        return None
    card = scene.held(side, Use.MARCH, Use.INFILTRATE, timing=Timing.OWN_MOVE)
    return (a.Play(side, card.id), action) if card is not None else None


def _answers_itself(scene: Scene) -> Mutation | None:
    """Play a card against enemy fire on the own one, or mines on the own move."""
    position = scene.position
    side = position.shot.side if position.shot is not None else position.done.side if position.done else None
    wanted = Timing.ENEMY_FIRE if position.shot is not None else Timing.ENEMY_MOVE
    for card in scene.hand(side) if side is not None else ():
        if card.timing is wanted and not card.discards and not card.spends:
            return (a.Play(card.side, card.id),)
    return None


def _spares_too_late(scene: Scene) -> Mutation | None:
    """Play a card against losses that are over."""
    side = scene.idle()
    if side is None or scene.position.toll is not None:
        return None
    cards = [card for s in Side for card in scene.hand(s) if card.timing is Timing.ENEMY_LOSS]
    return (a.Play(cards[0].side, cards[0].id),) if cards and not cards[0].discards else None


def _action_in_fire(scene: Scene) -> Mutation | None:
    """Play a card that is an action while a fire waits for its roll."""
    shot = scene.position.shot
    if shot is None:
        return None
    for card in scene.mixed([*scene.hand(shot.side), *scene.hand(shot.side.enemy)]):
        if card.timing is Timing.ACTION and card.does(Use.DRAW, Use.OVERRUN, Use.FERRY):
            return (a.Play(card.side, card.id),)
    return None


def _second_action(scene: Scene) -> Mutation | None:
    """Play two cards that are actions as one."""
    side = scene.idle()
    first = scene.held(side, Use.OVERRUN, Use.FERRY) if side is not None else None
    if side is None or first is None:
        return None
    others = [card for card in scene.hand(side) if card.does(Use.DRAW, Use.OVERRUN) and card != first]
    return (a.Play(side, first.id), a.Play(side, others[0].id)) if others else None


# CARD: costs, areas, units --------------------------------------------------------------------------


def _unpaid(scene: Scene, action: a.Play) -> Mutation | None:
    """Play a card that costs something for nothing."""
    if not action.paid:
        return None
    return (a.Play(action.side, action.card, action.area, action.units),)


def _underpaid(how: str, scene: Scene, action: a.Play) -> Mutation | None:
    """Pay with fewer cards than asked, or with a card that lies on the pile."""
    if not scene.data.cards[action.card].discards:
        return None
    paid = action.paid[1:]
    if how == "pile":
        old = scene.one(scene.position.piles[action.side])
        paid = (*paid, old) if old is not None else ()
    good = bool(paid) and paid != action.paid
    return (replace(action, paid=paid),) if good else None


def _paid_with_spent(scene: Scene, action: a.Play) -> Mutation | None:
    """Pay with a unit that is spent already, or of another class."""
    if not scene.data.cards[action.card].spends:
        return None
    kind = scene.data.cards[action.card].spends
    bad = [u for u in scene.units(action.side) if not scene.fresh(u) or scene.data.units[u].kind != kind]
    return (a.Play(action.side, action.card, action.area, action.units, (bad[0],)),) if bad else None


def fits(scene: Scene, where: Where, side: Side, area: str) -> bool:
    """Return whether an area is one that a card speaks of."""
    known = scene.data.areas[area]
    around = [one for one in scene.data.areas if area in scene.data.neighbours[one]]
    around += [one for one in scene.data.neighbours[area] if one not in around]
    return not (
        (where.areas and area not in where.areas)
        or (where.terrain_least is not None and known.terrain < where.terrain_least)
        or (where.terrain_most is not None and known.terrain > where.terrain_most)
        or (where.riverside not in (None, known.riverside))
        or (where.victory not in (None, known.victory))
        or (where.own_control not in (None, scene.holds(side, area)))
        or (where.own_units not in (None, bool(scene.there(area, side))))
        or (where.beside_own not in (None, any(scene.there(one, side) for one in around)))
    )


def _answer_elsewhere(scene: Scene) -> Mutation | None:
    """Answer a fire on an area that the card does not speak of."""
    shot = scene.position.shot
    if shot is None:
        return None
    side = shot.side.enemy
    for card in scene.hand(side):
        if card.timing is not Timing.ENEMY_FIRE or fits(scene, card.where, side, shot.target):
            continue
        paid = scene.payment(card, shot.target)
        if paid is not None:
            return (a.Play(side, card.id, paid=paid),)
    return None


def _fire_elsewhere(scene: Scene, action: a.Fire) -> Mutation | None:
    """Fire with a card on an area that it does not speak of."""
    side = scene.idle()
    if side is None:
        return None
    for card in scene.hand(side):
        if not card.does(Use.FIRE_BONUS, Use.NO_TERRAIN) or fits(scene, card.where, side, action.target):
            continue
        paid = scene.payment(card, action.target, action.units)
        if paid is not None and card.timing is Timing.OWN_FIRE:
            return a.Play(side, card.id, paid=paid), action
    return None


def _too_many_fire(scene: Scene, action: a.Fire) -> Mutation | None:
    """Fire with a card and units that it is not for."""
    side = scene.idle()
    if side is None:
        return None
    for card in scene.hand(side):
        kinds = {scene.data.units[unit].kind for unit in action.units}
        wrong = (card.classes and not kinds <= set(card.classes)) or 0 < card.most < len(action.units)
        fire = card.timing is Timing.OWN_FIRE and not card.does(Use.UNSPENT)
        paid = scene.payment(card, action.target, action.units) if wrong and fire else None
        if paid is not None and fits(scene, card.where, side, action.target):
            return a.Play(side, card.id, paid=paid), action
    return None


def _too_many_move(scene: Scene, action: a.Move) -> Mutation | None:
    """Move with a card and units that it is not for."""
    side = scene.idle()
    if side is None:
        return None
    for card in scene.hand(side):
        kinds = {scene.data.units[unit].kind for unit in action.units}
        wrong = (card.classes and not kinds <= set(card.classes)) or 0 < card.most < len(action.units)
        if card.does(Use.MARCH, Use.INFILTRATE) and wrong and not card.discards and not card.spends:
            return a.Play(side, card.id), action
    return None


MUTATORS: tuple[Mutator, ...] = (
    Mutator("REF 3.3", (a.Play,), _elsewhere),
    Mutator("REF 3.3", (a.Play,), _of_the_enemy),
    Mutator("REF 3.3", _ANY, _as_answer),
    Mutator("SEED 流程2", _ANY, _played_out_of_turn),
    Mutator("REF 3.3", (a.Move,), _moves_with_fire_card),
    Mutator("SEED 流程2(2)", (a.Roll,), _action_in_fire),
    Mutator("SEED 流程2(2)", _ANY, _second_action),
    Mutator("CARD cost", (a.Play,), _unpaid),
    Mutator("CARD cost", (a.Play,), partial(_underpaid, "fewer"), rare=True),
    Mutator("CARD cost", (a.Play,), partial(_underpaid, "pile"), rare=True),
    Mutator("REF 3.3", (a.Fire,), _fires_with_move_card),
    Mutator("REF 3.3", (a.Roll, a.Move, a.Pass), _answers_itself),
    Mutator("REF 3.3", _ANY, _spares_too_late),
    Mutator("CARD cost", (a.Play,), _paid_with_spent),
    Mutator("CARD where", (a.Roll,), _answer_elsewhere),
    Mutator("CARD where", (a.Fire,), _fire_elsewhere),
    Mutator("CARD units", (a.Fire,), _too_many_fire),
    Mutator("CARD units", (a.Move,), _too_many_move),
)
