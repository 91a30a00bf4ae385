"""What the end of a log cuts short, and what it may still become: illegal is only what nothing can cure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from toolkit.games.storm.audit.story import Done, Held, Story
from toolkit.games.storm.audit.words.cards import UNITS, Played
from toolkit.games.storm.audit.words.firing import Volley
from toolkit.games.storm.audit.words.losses import Harmed
from toolkit.games.storm.audit.words.moving import Group
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.data import Card, Use
from toolkit.games.storm.rules.position import ELIMINATED
from toolkit.games.storm.rules.reinforcements import designated
from toolkit.games.storm.rules.retreat import ways

_MOST = 400
_UNPAID = "the log ends before it is seen what is paid for the card"
_DRAGGED = "the log ends after a drag that may still be taken back"


def finish(story: Story) -> Iterator[Done]:
    """Yield the decision that is still held when the log ends, with all that it may become."""
    story.at = len(story.steps) - 1
    story.prepaid.clear()
    while story.held is not None:
        held = story.held
        if _waits_for_a_drag(held):
            story.held = None
            return
        # It may still be put back.
        excuse = _DRAGGED if isinstance(held, Group) and not held.keyed else ""
        if isinstance(held, Played) and story.exposed and not held.paid:
            # Which units may pay for it hangs on a fire that is guessed.
            excuse = _UNPAID
        may_be = tuple(action for action, _ in zip(_completions(story), range(_MOST), strict=False))
        if isinstance(held, Harmed):
            # A retreat whose drag is not seen is none yet.
            story.held = replace(held, harms=tuple(harm for harm in held.harms if not harm.waits))
        for done in list(story.flush(once=True)):
            yield Done(done.action, done.steps, done.actor, (*done.others, *may_be), excuse=excuse)


def _waits_for_a_drag(held: Held) -> bool:
    """Return whether its units are still to be dragged: they have done nothing yet."""
    if isinstance(held, Group):
        return not any(held.drags.values())
    return isinstance(held, Played) and held.area == ELIMINATED


def _completions(story: Story) -> Iterator[Action]:
    match story.held:
        case Played() as held:
            yield from _plays(story, held)
        case Group() as held:
            yield from _moves(story, held)
        case Volley() as held if held.units:
            for target in story.position.data.areas:
                yield a.Fire(held.side, held.units, target)
        case Harmed() as held:
            for harm in held.harms:
                if harm.unit in story.position.data.units and story.position.on_map(harm.unit):
                    for path, gone in ways(story.position, harm.unit, story.rulings):
                        yield a.Retreat(harm.by, harm.unit, path, gone)
                        yield a.Drive(harm.by, harm.unit, path, gone)
        case _:
            return


def _moves(story: Story, held: Group) -> Iterator[Action]:
    """Yield what the moving units may do next: they go on."""
    position = story.position
    units = tuple(unit for unit, way in held.drags.items() if way)
    for near in position.data.neighbours.get(held.start, ()):
        yield a.Move(held.side, units, (near,))
        for area in position.data.neighbours.get(near, ()):
            yield a.Move(held.side, units, (near, area))


def _plays(story: Story, held: Played) -> Iterator[Action]:
    """Yield a card with each area, price and units that may still be named."""
    position = story.position
    card = position.data.cards.get(held.card)
    if card is None:
        return
    areas: Iterable[str] = (held.area,) if held.area or card.does(Use.DRAW) else ("", *position.data.areas)
    if card.does(Use.REPLACE):
        areas = [
            area for area in areas if any(area in designated(position, unit) for unit in position.data.units)
        ]
    for paid in _prices(story, held, card):
        for area in areas:
            for units in _units(story, held, card, area):
                yield a.Play(held.side, held.card, area, units, paid)


def _prices(story: Story, held: Played, card: Card) -> Iterator[tuple[str, ...]]:
    position = story.position
    if held.paid and (card.spends or len(held.paid) >= card.discards):
        yield held.paid
    elif card.spends:
        yield from (
            (unit.id,)
            for unit in position.data.units.values()
            if unit.kind == card.spends and unit.side is held.side and position.on_map(unit.id)
        )
    else:
        rest = [one for one in position.hands[held.side] if one != held.card and one not in held.paid]
        missing = card.discards - len(held.paid)
        yield from ((*held.paid, *more) for more in combinations(rest[: missing + 1], missing))


def _units(story: Story, held: Played, card: Card, area: str) -> Iterator[tuple[str, ...]]:
    position = story.position
    if held.units or not card.does(*UNITS):
        yield held.units
        return
    for unit in position.data.units.values():
        if unit.side is not held.side:
            continue
        if card.does(Use.REPLACE):
            # One that is eliminated comes back.
            if position.where[unit.id] == ELIMINATED:
                yield (unit.id,)
        elif position.where[unit.id] == area or not area:
            yield (unit.id,)
