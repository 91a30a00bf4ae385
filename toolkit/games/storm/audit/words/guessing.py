"""Fire without keys is guessed from units turned over, and from who suffers: what hangs on the guess.

A table without keys shows dice, faces and places.  It does not show which of the units turned over fired and
which suffered before, what they fired on unless the Attack marker lies there, fire markers, and what a unit
that was dragged off the map has cost.  What rests on one of these is held against nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from toolkit.games.storm.audit.story import Story
from toolkit.games.storm.audit.ways import Trip, paths
from toolkit.games.storm.audit.wording import units_of
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.cards import price_paid
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.data import Timing, Use
from toolkit.games.storm.rules.game import check
from toolkit.games.storm.rules.retreat import ways
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.verdict import Outcome

_GUESSED = "who fired before this, and on what, is not shown: this may be a loss of that fire, or answer it"
_CONTROL = "who holds an empty area where the log begins is only what its marker says"
_NO_FIRE = "no points are seen to be due: which units fired before this is guessed from those turned over"


def firers(story: Story, units: Sequence[str]) -> tuple[str, ...]:
    """Return those of the units turned over that fire.

    Where they stand in several areas, those that may have been turned over for losses are none of them.
    """
    places = story.position.where
    sure = tuple(unit for unit in units if unit not in story.exposed)
    if len({places.get(unit) for unit in units}) > 1 and len({places.get(unit) for unit in sure}) == 1:
        story.position.spent.update(unit for unit in units if unit in story.exposed)
        return sure
    return tuple(units)


def may_be_hit(story: Story, side: Side, units: Sequence[str], possible: Sequence[str]) -> frozenset[str]:
    """Return the enemies that a guessed fire may have hit, and for how many points is not known.

    Units turned over in several areas have not all fired: some were turned over for losses before, and then
    another area may have been fired on, and for more points or fewer.  A fire marker lies where they fired
    out of their area: where that is not sure, the marker is not.

    Parameters
    ----------
    side : Side
        Whose fire it is.
    possible : sequence of str
        The areas that may have been fired on: one where the Attack marker shows it.
    """
    position = story.position
    starts = {area for unit in units if (area := position.where.get(unit, "")) in position.data.areas}
    apart = len(starts) > 1
    if apart or (len(possible) > 1 and not starts.isdisjoint(possible)):
        story.loose |= {(position.turn, area, side) for area in starts}
    if len(possible) == 1 and not apart and story.exposed.isdisjoint(units):
        return frozenset()
    near = starts | {area for start in starts for area in position.data.neighbours.get(start, ())}
    hit = near if apart else possible
    return frozenset(unit for area in hit for unit in position.units_in(area, side.enemy))


def before_roll(story: Story) -> None:
    """Note whether the points of a fire hang on a guess, which then counts for all units fired on."""
    shot = story.position.shot
    if shot is None:
        return
    marker = (story.position.turn, shot.target, shot.side.enemy)
    if marker in story.loose:
        story.exposed |= {*shot.pool, *story.position.units_in(shot.target, shot.side.enemy)}
    story.vague = not story.exposed.isdisjoint(shot.pool)


def unknown_fire(story: Story) -> None:
    """Note that dice were thrown of which nothing shows what for."""
    position = story.position
    story.exposed = frozenset(unit for unit in position.where if position.on_map(unit))
    no_marker_is_sure(story)


def no_marker_is_sure(story: Story) -> None:
    """Note that in this turn whoever presses no keys may have fired out of any area."""
    turn, areas = story.position.turn, story.position.data.areas
    story.loose |= {(turn, area, side) for area in areas for side in story.silent}


def cheaper_than_seen(story: Story) -> None:
    """Note that the units fired on may have more points to take than are left by what is seen."""
    if story.position.toll is not None:
        story.exposed |= {*story.position.toll.pool}


def forgive(story: Story) -> None:
    """Drop the points of a fire that hang on a guess: nobody is asked to take the rest of them."""
    toll = story.position.toll
    if story.vague and toll is not None:
        story.position.toll = replace(toll, spared=toll.attack)


def hangs_on_guess(story: Story, action: a.Action) -> str:
    """Return why an action that looks illegal may be legal after a guessed fire, "" where it may not.

    Where a log shows no dice at all, they were thrown elsewhere: any act may be a fire, and a retreat as
    long as its points allow.
    """
    if story.diceless:
        unknown_fire(story)
        if story.position.shot is not None:
            return _GUESSED
    if isinstance(action, a.Loss) and story.position.toll is None and story.silent:
        return _NO_FIRE
    if isinstance(action, a.Move) and story.vacant and _is_free(story, action):
        return _CONTROL
    if not story.exposed or (isinstance(action, a.Retreat | a.Drive) and _goes_wrong(story, action)):
        return ""
    # Points that are left over were counted for a target and firers that are guessed.
    answers = isinstance(action, a.Pass) or (isinstance(action, a.Play) and _answers(story, action))
    return _GUESSED if answers or _may_be_losses(story, action) else ""


def _is_free(story: Story, action: a.Move) -> bool:
    """Return whether a group may go where it went if it held the areas that have been empty all the time."""
    if not action.path or action.side not in story.silent:
        return False
    ahead = story.position.copy()
    for area, held in story.vacant.items():
        if ahead.held[area] == held and not any(ahead.units_in(area, side) for side in Side):
            ahead.held[area] = ALL * action.side
    start = next((ahead.where.get(unit, "") for unit in action.units), "")
    trip = Trip(action.side, action.units, start, action.path[-1:])
    found = (a.Move(action.side, action.units, path) for path in paths(story, trip))
    return any(check(ahead, move).outcome is not Outcome.ILLEGAL for move in found)


def _answers(story: Story, action: a.Play) -> bool:
    """Return whether what is wrong with a card hangs on the fire before it; its price does not."""
    card = story.position.data.cards.get(action.card)
    # An act of its own answers nothing, unless it is not seen where the fire before it ends.
    alone = card is not None and card.timing is Timing.ACTION and not story.diceless
    if card is None or alone or price_paid(story.position, card, action.paid):
        return False
    too_many = card.does(Use.UNSPENT) and card.effect is not None and len(action.units) > card.effect.amount
    return not too_many


def _goes_wrong(story: Story, action: a.Retreat | a.Drive) -> bool:
    """Return whether a unit goes where no retreat ends, however many points there are, and not by itself."""
    position, unit = story.position, action.unit
    if not action.path or action.lost or not position.on_map(unit):
        return False
    move = a.Move(position.side(unit), (unit,), action.path)
    if unit not in position.spent and check(position, move).outcome is not Outcome.ILLEGAL:
        return False
    return all(path[-1:] != action.path[-1:] for path, _ in ways(position, unit, story.rulings))


def _may_be_losses(story: Story, action: a.Action) -> bool:
    """Return whether units that the fire may have hit do what losses do: turn over, or go next door."""
    hit: Collection[str] = [unit for unit in units_of(action) if unit in story.exposed]
    if not isinstance(action, a.Move) or not action.path:
        return bool(hit)
    position = story.position
    if story.diceless and not position.spent.isdisjoint(action.units):
        return True
    goal, rulings = action.path[-1], story.rulings
    near = any(goal in position.data.neighbours.get(position.where[unit], ()) for unit in hit)
    return near or any(path and path[-1] == goal for unit in hit for path, _ in ways(position, unit, rulings))
