"""Ways to break what a card does: too far, too many, the wrong ones, or where it does not reach."""

from __future__ import annotations

from functools import partial

from tests.violations.storm.mutators.base import Mutation, Mutator, Scene
from tests.violations.storm.mutators.moving import company, groups
from tests.violations.storm.mutators.playing import fits
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Timing, Use, Where
from toolkit.games.storm.rules.position import ELIMINATED
from toolkit.games.storm.rules.sides import Side

_ANY = (a.Move, a.Fire, a.Pass, a.Play)
_BOMBARD, _SNIPE = (Use.BOMBARD,), (Use.SNIPE,)


def _at_a_box(scene: Scene) -> Mutation | None:
    """Bombard or snipe at units in a ferry box."""
    side = scene.idle()
    card = scene.held(side, *_BOMBARD, *_SNIPE) if side is not None else None
    boxes = [box for box in scene.mixed(scene.data.ferries) if scene.there(box, Side.SOVIET)]
    if side is not Side.GERMAN or card is None or not boxes:
        return None
    paid = scene.payment(card, boxes[0])
    return (a.Play(side, card.id, boxes[0], paid=paid),) if paid is not None else None


def _marches_elsewhere(scene: Scene, action: a.Move) -> Mutation | None:
    """March into an area that the card does not speak of."""
    side = scene.idle()
    if side is None:
        return None
    for card in scene.hand(side):
        lays = card.timing is Timing.OWN_MOVE and not card.does(Use.UNSPENT)
        if lays and not fits(scene, card.where, side, action.path[-1]):
            return a.Play(side, card.id), action
    return None


def _draws_later(scene: Scene) -> Mutation | None:
    """Go on before the cards are drawn that a card gives."""
    if scene.position.owed is None or scene.position.last is None:
        return None
    side = scene.position.last.enemy
    for group in groups(scene, side):
        for area in scene.near(scene.here(group[0])):
            if scene.cost(side, scene.here(group[0]), (area,)) <= scene.allowance(group):
                return (a.Move(side, tuple(group), (area,)),)
    return None


def _marches_further(scene: Scene) -> Mutation | None:
    """March further than the card allows."""
    side = scene.idle()
    if side is None:
        return None
    card = scene.held(side, Use.MARCH)
    if card is None or card.effect is None or card.where != Where():
        return None
    for group in groups(scene, side):
        kinds = {scene.data.units[unit].kind for unit in group}
        if (card.classes and not kinds <= set(card.classes)) or 0 < card.most < len(group):
            continue
        start = scene.here(group[0])
        points = scene.allowance(group) + card.effect.amount
        paths = [*scene.paths(start, points + 1)[:30], *scene.paths(start, points)[:30]]
        dear = [path for path in paths if scene.cost(side, start, path) == points + 1]
        # Detours last: where they end one may go by a shorter way.
        for path in sorted(dear, key=lambda path: len(path) - scene.steps(start, path[-1])):
            if scene.fits(side, path, len(group)):
                return a.Play(side, card.id), a.Move(side, tuple(group), path)
    return None


def _infiltrates_further(scene: Scene) -> Mutation | None:
    """Go further than the allowance, the enemy's extra points left out."""
    side = scene.idle()
    card = scene.held(side, Use.INFILTRATE) if side is not None else None
    if side is None or card is None:
        return None
    for group in groups(scene, side):
        able = [u for u in group if not card.classes or scene.data.units[u].kind in card.classes]
        able = able[: card.most] if card.most else able
        if not able:
            continue
        start = scene.here(able[0])
        paths = scene.paths(start, scene.allowance(able) + 1)[:30]
        for path in sorted(paths, key=lambda path: len(path) - scene.steps(start, path[-1])):
            if scene.fits(side, path, len(able)):
                return a.Play(side, card.id), a.Move(side, tuple(able), path)
    return None


def _overruns(how: str, scene: Scene) -> Mutation | None:
    """Overrun two areas, or with units that the card is not for."""
    side = scene.idle()
    card = scene.held(side, Use.OVERRUN) if side is not None else None
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
    card = scene.held(side, Use.JOINT, timing=timing) if side is not None else None
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
    card = scene.held(Side.SOVIET, Use.FERRY)
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


def _rallies(how: str, scene: Scene) -> Mutation | None:
    """Rally more units than the card allows, of two areas, or fresh ones."""
    side = scene.idle()
    card = scene.held(side, Use.RALLY) if side is not None else None
    if side is None or card is None or card.effect is None:
        return None
    tired = [
        u for u in scene.units(side) if not scene.fresh(u) and fits(scene, card.where, side, scene.here(u))
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
    card = scene.held(side, Use.REPLACE) if side is not None else None
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


MUTATORS: tuple[Mutator, ...] = (
    Mutator("CARD replace", _ANY, partial(_replaces, "alive")),
    Mutator("CARD replace", _ANY, partial(_replaces, "kind"), rare=True),
    Mutator("CARD replace", _ANY, partial(_replaces, "where")),
    Mutator("SEED 渡口1", _ANY, _at_a_box),
    Mutator("CARD where", (a.Move,), _marches_elsewhere, rare=True),
    Mutator("CARD draw", (a.Draw,), _draws_later),
    Mutator("CARD march", _ANY, _marches_further),
    Mutator("CARD infiltrate", _ANY, _infiltrates_further),
    Mutator("CARD overrun", _ANY, partial(_overruns, "far")),
    Mutator("CARD overrun", _ANY, partial(_overruns, "kind")),
    Mutator("CARD joint", _ANY, partial(_three_divisions, True), rare=True),
    Mutator("CARD joint", _ANY, partial(_three_divisions, False), rare=True),
    Mutator("CARD ferry", _ANY, _boats_too_full, rare=True),
    Mutator("CARD rally", _ANY, partial(_rallies, "many")),
    Mutator("CARD rally", _ANY, partial(_rallies, "apart")),
    Mutator("CARD rally", _ANY, partial(_rallies, "fresh")),
    Mutator("CARD draw", (a.Draw,), _draws_more),
)
