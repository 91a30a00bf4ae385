"""What a fire without keys was aimed at: where the enemy suffers next, else where it does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from toolkit.games.storm.audit.story import Story
from toolkit.games.storm.audit.vocabulary import dice_of
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.cards import about_this_area
from toolkit.games.storm.rules.data import Card, Use
from toolkit.games.storm.rules.fire import points_left
from toolkit.games.storm.rules.game import apply
from toolkit.games.storm.rules.sides import Side

_AHEAD = 25
_ANY = 99
"""Points where a card adds some."""


def aimed_at(
    story: Story, side: Side, shots: Mapping[str, a.Fire | a.Play], *, with_card: bool = False
) -> str:
    """Return the area that was fired on, "" where nothing shows it.

    What a card adds is not counted: with one the enemy may suffer anywhere.

    Parameters
    ----------
    side : Side
        Who suffers.
    shots : mapping of str to Fire or Play
        The areas that may have been fired on, each with the fire.
    """
    if with_card:
        found, fires = _suffers(story, side, dict.fromkeys(shots, _ANY))
        if found and not fires:
            return found
    hit = _with_points(story, shots)
    if hit is None:
        return ""
    missed = [area for area in shots if area not in hit]
    found, fires = _suffers(story, side, hit)
    # A unit that is turned over before the next dice may as well fire: then nobody suffered.
    return missed[0] if missed and (fires or not found) else found


def targets_of(story: Story, card: Card) -> tuple[str, ...]:
    """Return the areas that a card may fire on by itself, those first where the enemy suffers next."""
    if card.effect is None or not card.does(Use.BOMBARD, Use.SNIPE):
        return ()
    position, enemy = story.position, card.side.enemy
    possible = [
        area
        for area in position.data.areas
        if position.units_in(area, enemy) and about_this_area(position, card, area, story.rulings) is None
    ]
    if card.does(Use.SNIPE):
        found, _ = _suffers(story, enemy, dict.fromkeys(possible, card.effect.amount), thrown=True)
    else:
        found = aimed_at(story, enemy, {area: a.Play(card.side, card.id, area) for area in possible})
    return tuple(sorted(possible, key=lambda area: area != found)) if found else ("", *possible)


def _with_points(story: Story, shots: Mapping[str, a.Fire | a.Play]) -> dict[str, int] | None:
    """Return the areas on which a fire has an effect, with its points; None where no dice are thrown."""
    steps = story.steps[story.at : story.at + _AHEAD]
    dice = next((found for found in map(dice_of, steps) if found is not None), None)
    if dice is None:
        return None
    found = {}
    for area, shot in shots.items():
        ahead = story.position.copy()
        apply(ahead, shot)
        apply(ahead, a.Roll(dice))
        if ahead.toll is not None:
            found[area] = points_left(ahead.toll, story.rulings)
    return found


def _suffers(story: Story, side: Side, hit: Mapping[str, int], *, thrown: bool = False) -> tuple[str, bool]:
    """Return the area whose units of a side are the next to suffer, and whether they may as well fire.

    `hit` has the points of each area: a fresh unit that is dragged where they do not pay for that acts.
    Without `thrown` the dice come first.
    """
    position = story.position
    thrown = thrown or dice_of(story.steps[story.at]) is not None
    found = ""
    for step in islice(story.ahead(), _AHEAD):
        dice = dice_of(step) is not None
        if dice and thrown:
            return found, bool(found)
        if any(one.act in ("pass", "end_phase", "roll") for one in step.told):
            break
        moved = [shift.counter for shift in step.shifts if shift.kind == "unit"]
        if found and moved:
            break
        turned = [unit for unit, down in step.turned.items() if down]
        known = {unit for number, unit in story.foreseen if number == step.number}
        for unit in (one for one in (*moved, *turned) if one not in known) if thrown else ():
            here = position.where.get(unit)
            dear = unit in moved and unit not in turned and unit not in position.spent
            pays = hit.get(here or "", 0) > dear
            if story.side_of(unit) is side and pays and not found:
                found = here or ""
            elif story.side_of(unit) is side.enemy or not pays:
                # The next act, of either side.
                return found, False
        if found and moved:
            break
        thrown = thrown or dice
    return found, False
