"""Ways to break what a card says, and REF 3.3: cards of others, untimely, unpaid, for wrong areas."""

from __future__ import annotations

from functools import partial

from toolkit.play.storm.mutators.base import Mutation, Mutator, Scene
from toolkit.play.storm.mutators.moving import company, groups
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.data import Card, Deed, Side, Timing, Where
from toolkit.rules.storm.position import ELIMINATED

_ANY = (a.Move, a.Fire, a.Pass, a.Play)
_OWN = (Timing.OWN_FIRE, Timing.OWN_MOVE)
_ANSWERS = (Timing.ENEMY_FIRE, Timing.ENEMY_LOSS, Timing.ENEMY_MOVE)


# REF 3.3: whose card, where it lies, when it is played ----------------------------------------------


def _elsewhere(scene: Scene) -> Mutation | None:
    """Play a card that lies on the pile or in the deck."""
    action = scene.action
    if not isinstance(action, a.Play):
        return None
    position, side = scene.position, action.side
    card = scene.one([*position.piles[side], *position.decks[side]])
    return (a.Play(side, card, action.area, action.units),) if card is not None else None


def _of_the_enemy(scene: Scene) -> Mutation | None:
    action = scene.action
    if not isinstance(action, a.Play):
        return None
    card = scene.one(scene.position.hands[action.side.enemy])
    return (a.Play(action.side, card, action.area, action.units),) if card is not None else None


def _as_answer(scene: Scene) -> Mutation | None:
    """Play an answer while there is nothing to answer."""
    side = scene.idle()
    if side is None or scene.position.done is not None:
        return None
    card = scene.one([c for s in Side for c in scene.hand(s) if c.timing in _ANSWERS])
    paid = scene.payment(card, scene.city()[0]) if card is not None else None
    return (a.Play(card.side, card.id, paid=paid),) if card is not None and paid is not None else None


def _out_of_turn(scene: Scene) -> Mutation | None:
    """Play a card that is an action, or goes with one, in the enemy's impulse."""
    side = scene.idle()
    if side is None:
        return None
    cards = [c for c in scene.hand(side.enemy) if c.timing in _OWN or c.does(Deed.DRAW)]
    cards = [c for c in cards if not c.discards and not c.spends and not c.does(Deed.UNSPENT)]
    card = scene.one(cards)
    return (a.Play(card.side, card.id),) if card is not None else None


def _moves_with_fire_card(scene: Scene) -> Mutation | None:
    """Lay a card for fire, and move."""
    side = scene.idle()
    if side is None or not isinstance(scene.action, a.Move):
        return None
    card = scene.held(side, Deed.FIRE_BONUS, Deed.NO_TERRAIN, timing=Timing.OWN_FIRE)
    if card is None or card.spends or card.discards:
        return None
    return a.Play(side, card.id), scene.action


def _action_in_fire(scene: Scene) -> Mutation | None:
    """Play a card that is an action while a fire waits for its roll."""
    shot = scene.position.shot
    if shot is None:
        return None
    for card in scene.mixed([*scene.hand(shot.side), *scene.hand(shot.side.enemy)]):
        if card.timing is Timing.ACTION and card.does(Deed.DRAW, Deed.OVERRUN, Deed.FERRY):
            return (a.Play(card.side, card.id),)
    return None


def _second_action(scene: Scene) -> Mutation | None:
    """Play two cards that are actions as one."""
    side = scene.idle()
    first = scene.held(side, Deed.OVERRUN, Deed.FERRY) if side is not None else None
    if side is None or first is None:
        return None
    others = [card for card in scene.hand(side) if card.does(Deed.DRAW, Deed.OVERRUN) and card != first]
    return (a.Play(side, first.id), a.Play(side, others[0].id)) if others else None


# CARD: costs, areas, units --------------------------------------------------------------------------


def _unpaid(scene: Scene) -> Mutation | None:
    """Play a card that costs something for nothing."""
    action = scene.action
    if not isinstance(action, a.Play) or not action.paid:
        return None
    return (a.Play(action.side, action.card, action.area, action.units),)


def _paid_with_spent(scene: Scene) -> Mutation | None:
    """Pay with a unit that is spent already, or of another class."""
    action = scene.action
    if not isinstance(action, a.Play) or not scene.data.cards[action.card].spends:
        return None
    kind = scene.data.cards[action.card].spends
    bad = [u for u in scene.units(action.side) if not scene.fresh(u) or scene.data.units[u].kind != kind]
    return (a.Play(action.side, action.card, action.area, action.units, (bad[0],)),) if bad else None


def _fits(scene: Scene, where: Where, side: Side, area: str) -> bool:
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


def _plain(scene: Scene, card: Card) -> bool:
    return not card.discards or len(scene.position.hands[card.side]) > card.discards


def _wrong_area(deeds: tuple[Deed, ...], scene: Scene) -> Mutation | None:
    """Name an area that the card does not speak of."""
    side = scene.idle()
    if side is None:
        return None
    for card in scene.hand(side):
        if not card.does(*deeds) or not _plain(scene, card):
            continue
        bad = [
            area
            for area in scene.city()
            if scene.there(area, side.enemy) and not _fits(scene, card.where, side, area)
        ]
        paid = scene.payment(card, bad[0]) if bad else None
        if bad and paid is not None:
            return (a.Play(side, card.id, bad[0], paid=paid),)
    return None


def _nobody_there(deeds: tuple[Deed, ...], scene: Scene) -> Mutation | None:
    """Name an area without enemies."""
    side = scene.idle()
    if side is None:
        return None
    for card in scene.hand(side):
        if not card.does(*deeds):
            continue
        empty = [
            x for x in scene.city() if not scene.there(x, side.enemy) and _fits(scene, card.where, side, x)
        ]
        paid = scene.payment(card, empty[0]) if empty else None
        if empty and paid is not None:
            return (a.Play(side, card.id, empty[0], paid=paid),)
    return None


def _answer_elsewhere(scene: Scene) -> Mutation | None:
    """Answer a fire on an area that the card does not speak of."""
    shot = scene.position.shot
    if shot is None:
        return None
    side = shot.side.enemy
    for card in scene.hand(side):
        if card.timing is not Timing.ENEMY_FIRE or _fits(scene, card.where, side, shot.target):
            continue
        paid = scene.payment(card, shot.target)
        if paid is not None:
            return (a.Play(side, card.id, paid=paid),)
    return None


def _fire_elsewhere(scene: Scene) -> Mutation | None:
    """Fire with a card on an area that it does not speak of."""
    action, side = scene.action, scene.idle()
    if side is None or not isinstance(action, a.Fire):
        return None
    for card in scene.hand(side):
        if not card.does(Deed.FIRE_BONUS, Deed.NO_TERRAIN) or _fits(scene, card.where, side, action.target):
            continue
        paid = scene.payment(card, action.target, action.units)
        if paid is not None and card.timing is Timing.OWN_FIRE:
            return a.Play(side, card.id, paid=paid), action
    return None


def _too_many_fire(scene: Scene) -> Mutation | None:
    """Fire with a card and units that it is not for."""
    action, side = scene.action, scene.idle()
    if side is None or not isinstance(action, a.Fire):
        return None
    for card in scene.hand(side):
        kinds = {scene.data.units[unit].kind for unit in action.units}
        wrong = (card.classes and not kinds <= set(card.classes)) or 0 < card.most < len(action.units)
        fire = card.timing is Timing.OWN_FIRE and not card.does(Deed.UNSPENT)
        paid = scene.payment(card, action.target, action.units) if wrong and fire else None
        if paid is not None and _fits(scene, card.where, side, action.target):
            return a.Play(side, card.id, paid=paid), action
    return None


def _too_many_move(scene: Scene) -> Mutation | None:
    """Move with a card and units that it is not for."""
    action, side = scene.action, scene.idle()
    if side is None or not isinstance(action, a.Move):
        return None
    for card in scene.hand(side):
        kinds = {scene.data.units[unit].kind for unit in action.units}
        wrong = (card.classes and not kinds <= set(card.classes)) or 0 < card.most < len(action.units)
        if card.does(Deed.MARCH, Deed.INFILTRATE) and wrong and not card.discards and not card.spends:
            return a.Play(side, card.id), action
    return None


def _marches_further(scene: Scene) -> Mutation | None:
    """March further than the card allows."""
    side = scene.idle()
    if side is None:
        return None
    card = scene.held(side, Deed.MARCH)
    if card is None or card.effect is None or card.where != Where():
        return None
    for group in groups(scene, side):
        kinds = {scene.data.units[unit].kind for unit in group}
        if (card.classes and not kinds <= set(card.classes)) or 0 < card.most < len(group):
            continue
        start, points = scene.here(group[0]), scene.allowance(group) + card.effect.amount
        for path in scene.paths(start, points)[:30]:
            if scene.fits(side, path, len(group)) and scene.cost(side, start, path) == points + 1:
                return a.Play(side, card.id), a.Move(side, tuple(group), path)
    return None


def _infiltrates_further(scene: Scene) -> Mutation | None:
    """Go further than the allowance, the enemy's extra points left out."""
    side = scene.idle()
    card = scene.held(side, Deed.INFILTRATE) if side is not None else None
    if side is None or card is None:
        return None
    for group in groups(scene, side):
        able = [u for u in group if not card.classes or scene.data.units[u].kind in card.classes]
        able = able[: card.most] if card.most else able
        if not able:
            continue
        for path in scene.paths(scene.here(able[0]), scene.allowance(able) + 1)[:30]:
            if scene.fits(side, path, len(able)):
                return a.Play(side, card.id), a.Move(side, tuple(able), path)
    return None


def _overruns(how: str, scene: Scene) -> Mutation | None:
    """Overrun two areas, or with units that the card is not for."""
    side = scene.idle()
    card = scene.held(side, Deed.OVERRUN) if side is not None else None
    if side is None or card is None:
        return None
    for group in groups(scene, side):
        right = [u for u in group if not card.classes or scene.data.units[u].kind in card.classes]
        right = right[: card.most] if card.most else right
        if how == "far" and right:
            start = scene.here(right[0])
            for path in scene.paths(start, 2):
                dear = scene.cost(side, start, path) > scene.allowance(right)
                if not dear and scene.fits(side, path, len(right)):
                    return a.Play(side, card.id), a.Move(side, tuple(right), path)
        kinds = scene.data.units
        wrong = company(scene, [u for u in group if card.classes and kinds[u].kind not in card.classes])
        if how == "kind" and wrong:
            start = scene.here(wrong[0])
            for area in scene.near(start):
                dear = scene.cost(side, start, (area,)) > scene.allowance(wrong)
                if not dear and not scene.full(area, side, len(wrong)):
                    return a.Play(side, card.id), a.Move(side, tuple(wrong), (area,))
    return None


def _three_divisions(fires: bool, scene: Scene) -> Mutation | None:
    """Act with three divisions under a card for two."""
    timing = Timing.OWN_FIRE if fires else Timing.OWN_MOVE
    side = scene.idle()
    card = scene.held(side, Deed.JOINT, timing=timing) if side is not None else None
    if side is None or card is None:
        return None
    for stack in scene.stacks(side):
        by_division = {scene.data.units[u].division: u for u in stack if scene.data.units[u].division}
        three = list(by_division.values())[:3]
        start = scene.here(stack[0])
        if len(three) < 3:
            continue
        if fires:
            targets = [x for x in (start, *scene.near(start)) if scene.there(x, side.enemy)]
            if targets and all(scene.data.units[u].attack for u in three):
                return a.Play(side, card.id), a.Fire(side, tuple(three), targets[0])
        for area in scene.near(start) if not fires else ():
            dear = scene.cost(side, start, (area,)) > scene.allowance(three)
            if not dear and not scene.full(area, side, 3):
                return a.Play(side, card.id), a.Move(side, tuple(three), (area,))
    return None


def _boats_too_full(scene: Scene) -> Mutation | None:
    """Ferry more units over than the card allows."""
    card = scene.held(Side.SOVIET, Deed.FERRY)
    if scene.idle() is not Side.SOVIET or card is None or card.effect is None:
        return None
    for box in scene.mixed(scene.data.ferries):
        waiting = [u for u in scene.there(box, Side.SOVIET) if scene.fresh(u)]
        units = waiting[: card.effect.amount + 1]
        for area in scene.near(box):
            dear = len(units) <= card.effect.amount or (
                scene.cost(Side.SOVIET, box, (area,)) > scene.allowance(units)
            )
            if not dear and not scene.full(area, Side.SOVIET, len(units)):
                return a.Play(Side.SOVIET, card.id), a.Move(Side.SOVIET, tuple(units), (area,))
    return None


def _too_many_stay_fresh(scene: Scene) -> Mutation | None:
    """Turn more units over than the card allows, or some that did not act."""
    action = scene.action
    if not isinstance(action, a.Play):
        return None
    card = scene.data.cards[action.card]
    if not card.does(Deed.UNSPENT) or card.effect is None or scene.position.done is None:
        return None
    acted = scene.position.done.units
    more = acted[: card.effect.amount + 1]
    if len(more) > card.effect.amount:
        return (a.Play(action.side, card.id, action.area, tuple(more), action.paid),)
    others = [u for u in scene.units(action.side) if u not in acted and not scene.fresh(u)]
    return (a.Play(action.side, card.id, action.area, (others[0],), action.paid),) if others else None


def _rallies(how: str, scene: Scene) -> Mutation | None:
    """Rally more units than the card allows, of two areas, or fresh ones."""
    side = scene.idle()
    card = scene.held(side, Deed.RALLY) if side is not None else None
    if side is None or card is None or card.effect is None:
        return None
    tired = [
        u for u in scene.units(side) if not scene.fresh(u) and _fits(scene, card.where, side, scene.here(u))
    ]
    areas = scene.mixed({scene.here(unit) for unit in tired})
    for area in areas:
        here = [u for u in tired if scene.here(u) == area]
        away = [u for u in tired if scene.here(u) != area]
        fresh = [u for u in scene.there(area, side) if scene.fresh(u)]
        if how == "many" and len(here) > card.effect.amount:
            return (a.Play(side, card.id, area, tuple(here[: card.effect.amount + 1])),)
        if how == "apart" and away:
            return (a.Play(side, card.id, area, (here[0], away[0])),)
        if how == "fresh" and fresh:
            return (a.Play(side, card.id, area, (fresh[0],)),)
    return None


def _replaces(how: str, scene: Scene) -> Mutation | None:
    """Bring back a unit that is not eliminated, one of another class, or elsewhere."""
    side = scene.idle()
    card = scene.held(side, Deed.REPLACE) if side is not None else None
    if side is None or card is None or card.discards or card.spends:
        return None
    own = [u for u in scene.mixed(scene.data.units) if scene.side(u) is side]
    right = [u for u in own if not card.classes or scene.data.units[u].kind in card.classes]
    gone = [u for u in right if scene.position.where[u] == ELIMINATED]
    homes = scene.mixed(scene.data.ferries)
    if side is Side.GERMAN:
        homes = [x for x in scene.city() if scene.data.areas[x].entry and not scene.full(x, side)]
    elsewhere = [x for x in scene.city() if x not in homes and not scene.full(x, side)]
    alive = [u for u in right if scene.position.on_map(u)]
    wrong = [u for u in own if u not in right and scene.position.where[u] == ELIMINATED]
    if how == "alive" and alive and homes:
        return (a.Play(side, card.id, homes[0], (alive[0],)),)
    if how == "kind" and wrong and homes:
        return (a.Play(side, card.id, homes[0], (wrong[0],)),)
    if how == "where" and gone and elsewhere:
        return (a.Play(side, card.id, elsewhere[0], (gone[0],)),)
    return None


def _draws_more(scene: Scene) -> Mutation | None:
    """Draw more cards than the card allows."""
    owed = scene.position.owed
    if owed is None:
        return None
    side, count = owed.side, owed.count
    deck = scene.position.decks[side]
    return (a.Draw(side, tuple(reversed(deck[-count - 1 :]))),) if len(deck) > count else None


def _mined(scene: Scene) -> Mutation | None:
    """Lay mines for a move into an area that the card does not speak of."""
    done = scene.position.done
    if done is None or not done.path or scene.idle() is None:
        return None
    side = done.side.enemy
    for card in scene.hand(side):
        if card.does(Deed.MINES) and not _fits(scene, card.where, side, done.path[-1]):
            paid = scene.payment(card, done.path[-1])
            if paid is not None:
                return (a.Play(side, card.id, paid=paid),)
    return None


_BOMBARD, _SNIPE = (Deed.BOMBARD,), (Deed.SNIPE,)
MUTATORS: tuple[Mutator, ...] = (
    Mutator("REF 3.3", (a.Play,), _elsewhere),
    Mutator("REF 3.3", (a.Play,), _of_the_enemy),
    Mutator("REF 3.3", _ANY, _as_answer),
    Mutator("SEED 流程2", _ANY, _out_of_turn),
    Mutator("REF 3.3", (a.Move,), _moves_with_fire_card),
    Mutator("SEED 流程2(2)", (a.Roll,), _action_in_fire),
    Mutator("SEED 流程2(2)", _ANY, _second_action),
    Mutator("CARD cost", (a.Play,), _unpaid),
    Mutator("CARD cost", (a.Play,), _paid_with_spent),
    Mutator("CARD where", (a.Roll,), _answer_elsewhere),
    Mutator("CARD where", (a.Fire,), _fire_elsewhere),
    Mutator("CARD units", (a.Fire,), _too_many_fire),
    Mutator("CARD units", (a.Move,), _too_many_move),
    Mutator("CARD bombard", _ANY, partial(_wrong_area, _BOMBARD)),
    Mutator("CARD bombard", _ANY, partial(_nobody_there, _BOMBARD)),
    Mutator("CARD snipe", _ANY, partial(_wrong_area, _SNIPE)),
    Mutator("CARD snipe", _ANY, partial(_nobody_there, _SNIPE)),
    Mutator("CARD march", _ANY, _marches_further),
    Mutator("CARD infiltrate", _ANY, _infiltrates_further),
    Mutator("CARD overrun", _ANY, partial(_overruns, "far")),
    Mutator("CARD overrun", _ANY, partial(_overruns, "kind")),
    Mutator("CARD joint", _ANY, partial(_three_divisions, True), rare=True),
    Mutator("CARD joint", _ANY, partial(_three_divisions, False), rare=True),
    Mutator("CARD ferry", _ANY, _boats_too_full, rare=True),
    Mutator("CARD unspent", (a.Play,), _too_many_stay_fresh),
    Mutator("CARD rally", _ANY, partial(_rallies, "many")),
    Mutator("CARD rally", _ANY, partial(_rallies, "apart")),
    Mutator("CARD rally", _ANY, partial(_rallies, "fresh")),
    Mutator("CARD replace", _ANY, partial(_replaces, "alive")),
    Mutator("CARD replace", _ANY, partial(_replaces, "kind"), rare=True),
    Mutator("CARD replace", _ANY, partial(_replaces, "where")),
    Mutator("CARD draw", (a.Draw,), _draws_more),
    Mutator("CARD mines", _ANY, _mined),
)
